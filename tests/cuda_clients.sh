#!/bin/bash
# Clients that nobody here wrote, over CUDA's libraries of ours: numba-cuda's own tests, tinygrad with its PTX renderer and CuPy, installed
# with pip under build/tests/cuda_clients.  Under LONG=1 only; skipped where they can't be installed.
#
#   LONG=1 tests/cuda_clients.sh [numba | tinygrad | tinygrad_ops | cupy]
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
[ -n "${LONG:-}" ] || { skip 'clients of CUDA' 'LONG=1 runs them'; finish; }
[ "$(uname -s)" = Linux ] || { skip 'clients of CUDA' "$(uname -s)"; finish; }
out=$PWD/build/tests/cuda_clients
run=$PWD/build/cuda/ptx2c-run
python=$out/venv/bin/python
mkdir -p "$out"

make -s cuda >"$out/make.log" 2>&1 || { fail 'make cuda' 'make cuda' "$out/make.log"; finish; }
[ -x "$python" ] || python3 -m venv "$out/venv" >"$out/venv.log" 2>&1 || { skip 'clients of CUDA' 'no venv for python3'; finish; }
export XDG_CACHE_HOME=$out PTX2C_CC="$CC" PTX2C_CFLAGS='-O1 -fno-math-errno'

install() { # packages
    timeout 900 "$python" -m pip install -q "$@" >"$out/pip.log" 2>&1
}

# The tests of numba-cuda that need no library of NVIDIA's but the compiler's (libnvvm, libdevice): 95 in 100 must pass.
numba() {
    command -v nvcc >/dev/null || { skip 'numba-cuda' 'no libnvvm'; return; }
    install numba-cuda cuda-bindings cuda-core numpy pytest cffi psutil filecheck || { skip 'numba-cuda' 'pip could not install it'; return; }
    local ran bad command="$run $python -m numba.runtests -v numba.cuda.tests.cudadrv numba.cuda.tests.nrt"
    (cd "$out" && timeout 3000 $command) >"$out/numba.log" 2>&1
    ran=$(grep -Ec '\.\.\. (ok|FAIL|ERROR)$' "$out/numba.log")
    bad=$(grep -Ec '\.\.\. (FAIL|ERROR)$' "$out/numba.log")
    if [ "$ran" -ge 100 ] && [ $((100 * bad)) -le $((5 * ran)) ]; then
        pass "numba-cuda: $((ran - bad)) of $ran"
    else
        fail "numba-cuda: $((ran - bad)) of $ran" "$command" <(grep -E '\.\.\. (FAIL|ERROR)$' "$out/numba.log")
    fi
}

# What tinygrad computes with PTX, beside what it computes itself on the processor.
tinygrad() {
    install tinygrad numpy || { skip 'tinygrad' 'pip could not install it'; return; }
    cat >"$out/tiny.py" <<'EOF'
import numpy as np
from tinygrad import Tensor

Tensor.manual_seed(3)
rng = np.random.default_rng(3)
a, b = (rng.standard_normal((48, 48)).astype(np.float32) for _ in range(2))
A, B = Tensor(a), Tensor(b)
image = Tensor(rng.standard_normal((2, 3, 16, 16)).astype(np.float32))
kernel = Tensor(rng.standard_normal((4, 3, 3, 3)).astype(np.float32))
for name, t in {
    "add": A + B, "where": (A > B).where(A, B * 2), "exp": (A * 0.5).exp(), "log": (A.abs() + 1).log(), "sin": A.sin(),
    "sum": A.sum(0), "max": A.max(1), "matmul": A @ B, "half": (A.half() @ B.half()).float(), "softmax": A.softmax(),
    "cumsum": A.cumsum(0), "sort": A.sort(1)[0], "argmax": A.argmax(1), "conv": image.conv2d(kernel, padding=1),
    "pool": image.max_pool2d(), "cast": (A * 20).cast("int8"), "shift": (A * 100).cast("int32") << 2,
    "flip": A.flip(0).transpose(), "gather": A.gather(1, (B * 4).cast("int32").abs().clip(0, 47)), "std": A.std(0),
}.items():
    print(name, np.array2string(t.numpy().ravel()[:40].astype(np.float64), precision=2, suppress_small=True))
EOF
    local device
    for device in CUDA:PTX CPU; do
        (cd "$out" && DEV=$device timeout 1500 "$run" "$python" tiny.py) >"$out/tiny.$device.txt" 2>"$out/tiny.log" ||
            { fail "tinygrad ($device)" "DEV=$device $run $python $out/tiny.py" "$out/tiny.log"; return; }
    done
    if diff "$out/tiny.CUDA:PTX.txt" "$out/tiny.CPU.txt" >"$out/tiny.log"; then
        pass "tinygrad: $(wc -l <"$out/tiny.CPU.txt") lines"
    else
        fail 'tinygrad' "diff $out/tiny.*.txt" "$out/tiny.log"
    fi
}

# tinygrad's own test_ops, which compares with PyTorch (Debian: python3-torch), with PTX and with its back end for the processor: what fails
# with the former alone.  Known are: sin.approx of 10^5 and 10^6, for which PTX bounds no error; and x != x of a NaN, which
# tinygrad 0.11 writes as setp.ne, false of a NaN in PTX.
tinygrad_ops() {
    local python=$out/torch/bin/python source=$out/tinygrad-0.11.0 device known
    known='test_(cos|sin|tan|isclose_edge_cases|isfinite|isnan)$'
    /usr/bin/python3 -c 'import torch' 2>"$out/pip.log" || { skip 'tinygrad, test_ops' 'no PyTorch (Debian: python3-torch)'; return; }
    [ -x "$python" ] || /usr/bin/python3 -m venv --system-site-packages "$out/torch" >"$out/venv.log" 2>&1 || { skip 'tinygrad, test_ops' 'no venv'; return; }
    {
        timeout 900 "$python" -m pip install -q pytest pytest-timeout hypothesis tinygrad==0.11.0 &&
            timeout 900 "$python" -m pip download -q --no-deps --no-binary :all: -d "$out" tinygrad==0.11.0 && tar xzf "$source.tar.gz" -C "$out"
    } >"$out/pip.log" 2>&1 || { skip 'tinygrad, test_ops' 'pip could not install it'; return; }
    echo 'import torch
if not hasattr(torch._C, "_get_privateuse1_backend_name"):
    torch._C._get_privateuse1_backend_name = lambda: "none"' >"$source/conftest.py"
    for device in CUDA CPU; do
        (cd "$source" && env $device=1 CUDA_PTX=1 PTX=$([ $device = CUDA ] && echo 1 || echo 0) timeout 3000 "$run" "$python" \
            -m pytest -q --timeout 600 test/test_ops.py) >"$out/ops.$device.log" 2>&1
        sed -n 's/^FAILED [^ ]*::\(test_[a-z0-9_]*\).*/\1/p' "$out/ops.$device.log" | sort >"$out/ops.$device.txt"
    done
    comm -23 "$out/ops.CUDA.txt" "$out/ops.CPU.txt" | grep -Ev "$known" >"$out/ops.txt"
    if grep -Eq '[1-9][0-9]{2} passed' "$out/ops.CUDA.log" && [ ! -s "$out/ops.txt" ]; then
        pass "tinygrad, test_ops: $(tail -n 1 "$out/ops.CUDA.log")"
    else
        fail 'tinygrad, test_ops' "cd $source && CUDA=1 PTX=1 $run $python -m pytest test/test_ops.py" "$out/ops.txt"
    fi
}

# What CuPy computes, beside numpy: kernels that NVRTC makes, and those of CUB and Thrust in CuPy's own libraries, whose PTX is for
# sm_100.
cupy() {
    install cupy-cuda12x nvidia-cuda-nvrtc-cu12 nvidia-cuda-runtime-cu12 numpy || { skip 'CuPy' 'pip could not install it'; return; }
    cat >"$out/cupy_beside_numpy.py" <<'EOF'
import cupy, numpy
rng = numpy.random.default_rng(3)
for kind in "float32", "int64":
    a = (rng.standard_normal((37, 53)) * 100).astype(kind)
    for name, f in {
        "arithmetic": lambda m, x: x * 3 - x // 7 + m.where(x > 5, x, -x), "power": lambda m, x: m.sqrt(m.abs(x)) + m.exp(x / 1000.0),
        "sum": lambda m, x: x.sum(), "rows": lambda m, x: x.sum(axis=1), "columns": lambda m, x: x.max(axis=0), "least": lambda m, x: x.argmin(),
        "scan": lambda m, x: m.cumsum(x.ravel()[:300]), "sort": lambda m, x: m.sort(x.ravel()), "order": lambda m, x: m.argsort(x.ravel()[:200], kind="stable"),
        "rolled": lambda m, x: m.roll(x, 5, axis=1).T.copy(), "chosen": lambda m, x: x[x > 0],
    }.items():
        want, got = f(numpy, a), cupy.asnumpy(f(cupy, cupy.asarray(a)))
        same = numpy.allclose(want, got, rtol=1e-4, atol=1e-2) if kind == "float32" or name == "power" else numpy.array_equal(want, got)
        print(kind, name, "right" if same else "WRONG: %s, not %s" % (got, want), flush=True)
twice = cupy.RawKernel('extern "C" __global__ void twice(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= 2; }', "twice")
x = cupy.arange(1000, dtype=cupy.float32)
twice((4,), (256,), (x, numpy.int32(1000)))
print("kernel", "right" if (x.get() == 2 * numpy.arange(1000)).all() else "WRONG")
EOF
    rm -rf "$out/cupy_cache"
    local command="env CUPY_CACHE_DIR=$out/cupy_cache PTX2C_SM=100 $run $python $out/cupy_beside_numpy.py"
    if timeout 1500 $command >"$out/cupy.log" 2>&1 && [ "$(grep -c 'right$' "$out/cupy.log")" = 23 ] && ! grep -q WRONG "$out/cupy.log"; then
        pass 'CuPy: 23 results'
    else
        fail 'CuPy' "$command" "$out/cupy.log"
    fi
}

[ $# -gt 0 ] || set -- numba tinygrad tinygrad_ops cupy
for name; do $name; done
finish
