#!/bin/bash
# Clients that nobody here wrote, over CUDA's libraries of ours: numba-cuda's own tests and tinygrad with its PTX renderer, installed
# with pip under build/tests/cuda_clients.  Under LONG=1 only; skipped where they can't be installed.
#
#   LONG=1 tests/cuda_clients.sh [numba | tinygrad]
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

[ $# -gt 0 ] || set -- numba tinygrad
for name; do $name; done
finish
