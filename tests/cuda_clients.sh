#!/bin/bash
# Clients that nobody here wrote, over CUDA's libraries of ours: numba-cuda's own tests, tinygrad with its PTX renderer, CuPy, XGBoost,
# bitsandbytes, OpenMM and Taichi, installed with pip under build/tests/cuda_clients, and GCC's offloading.  Under LONG=1 only; skipped
# where they can't be installed.
#
#   LONG=1 tests/cuda_clients.sh [numba | tinygrad | tinygrad_ops | cupy | xgboost | bitsandbytes | openmm | gcc_offload | taichi]
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

# Trees that XGBoost grows on the device, beside those it grows on the processor.  Each column has fewer values than bins, so that both cut it
# at the same places.  The library holds NVIDIA's runtime library, with its symbols.
xgboost() {
    {
        install numpy scipy && install --no-deps xgboost==3.2.0 nvidia-nccl-cu12
    } || { skip 'XGBoost' 'pip could not install it'; return; }
    cat >"$out/trees.py" <<'EOF'
import numpy, xgboost
rng = numpy.random.default_rng(3)
x = rng.integers(0, 10, (500, 8)).astype(numpy.float32)
y = (x[:, 0] * .3 + numpy.sin(x[:, 1] * 3) + x[:, 2] * x[:, 3] * .05).astype(numpy.float32)
def predictions(device):
    rows = xgboost.DMatrix(x, y)
    trees = xgboost.train({"device": device, "tree_method": "hist", "max_depth": 3, "max_bin": 16}, rows, num_boost_round=3)
    assert device in trees.save_config()
    return trees.predict(rows)
want, got = predictions("cpu"), predictions("cuda")
print("right" if numpy.std(want) > .1 and numpy.allclose(want, got, atol=1e-5) else "WRONG: by %g" % abs(want - got).max())
EOF
    local command="env PTX2C_SM=120 $run $python $out/trees.py"
    if timeout 3000 $command >"$out/xgboost.log" 2>&1 && grep -q '^right$' "$out/xgboost.log"; then
        pass 'XGBoost: 500 predictions'
    else
        fail 'XGBoost' "$command" "$out/xgboost.log"
    fi
}

# Libraries, in $out/stands, of functions that fail, for those of NVIDIA's that a client is linked with and never calls.
stand_in() { # the client, how the functions' names begin, libraries
    local source=$out/stands/$2.c name
    mkdir -p "$out/stands"
    nm -D "$1" | sed -n "s/.* U \\($2[A-Za-z0-9_]*\\).*/int \\1(void) { return 15; }/p" >"$source"
    for name in "${@:3}"; do
        echo "$name { global: *; };" >"$out/stands/version"
        $CC -shared -fPIC -w -Wl,-soname,"$name" -Wl,--version-script="$out/stands/version" -o "$out/stands/$name" "$source"
    done
}

# Numbers of 8 and 4 bits, a product with weights of 4 bits and an optimiser's steps: kernels of bitsandbytes, whose library was linked from
# several files' device code, beside numpy.
bitsandbytes() {
    {
        install numpy && install --no-deps bitsandbytes==0.50.2
    } || { skip 'bitsandbytes' 'pip could not install it'; return; }
    local library
    library=$(ls "$out"/venv/lib/python3*/site-packages/bitsandbytes/libbitsandbytes_cuda128.so 2>/dev/null) || { skip 'bitsandbytes' 'no library for CUDA 12'; return; }
    stand_in "$library" cublas libcublas.so.12 libcublasLt.so.12
    cat >"$out/bits.py" <<'EOF'
import ctypes, sys
import numpy as np
lib, cudart = ctypes.CDLL(sys.argv[1]), ctypes.CDLL("libcudart.so.12")
lib.cget_managed_ptr.restype, lib.cget_managed_ptr.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
P, I, F = ctypes.c_void_p, ctypes.c_int, ctypes.c_float

def array(n, kind, values=0):
    size = n * np.dtype(kind).itemsize
    a = np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(lib.cget_managed_ptr(size))).view(kind)
    a[:] = values
    return a

def call(name, *args):
    getattr(lib, name)(*[P(a.ctypes.data) if isinstance(a, np.ndarray) else P(a) if a is None else a for a in args])
    assert cudart.cudaDeviceSynchronize() == 0

def say(name, *right):
    print(name, "right" if all(map(np.all, right)) else "WRONG", flush=True)

def peaks(x, block):
    x = np.abs(x.astype("f4"))
    return np.array([x[i:i + block].max() for i in range(0, len(x), block)], "f4")

def is_nearest(x, code, at):
    apart = np.abs(x[:, None] - code[None, :])
    return apart[np.arange(len(x)), at] <= apart.min(1) + 1e-4

rng = np.random.default_rng(3)
n = 12366
numbers = rng.standard_normal(n) * 3
code = array(256, "f4", np.sort(np.append(np.linspace(-1, 1, 255), .001)))
nf4 = array(16, "f4", [-1, -.6961928, -.52507305, -.39491749, -.28444138, -.18477343, -.09105004, 0,
                       .0795803, .1609302, .2461123, .33791524, .44070983, .562617, .72295684, 1])
for kind, name, near in ("f4", "fp32", 1e-5), ("f2", "fp16", 2e-3):
    x, q, back = array(n, kind, numbers), array(n, "u1"), array(n, kind)
    largest = array(-(-n // 256), "f4")
    call("cquantize_blockwise_" + name, code, x, largest, q, I(256), I(n))
    scale = np.repeat(peaks(x, 256), 256)[:n]
    say(name + " to 8 bits", largest == peaks(x, 256), is_nearest(x / scale, code, q))
    call("cdequantize_blockwise_" + name, code, q, largest, back, I(256), I(n), None)
    say(name + " of 8 bits", np.isclose(back, code[q] * scale, rtol=near))

    largest = array(-(-n // 64), "f4")
    call("cquantize_blockwise_%s_nf4" % name, None, x, largest, q, I(64), I(n))
    scale, at = np.repeat(peaks(x, 64), 64)[:n], np.stack([q >> 4, q & 15], 1).ravel()[:n]
    say(name + " to 4 bits", largest == peaks(x, 64), is_nearest(x / scale, nf4, at))
    call("cdequantize_blockwise_%s_nf4" % name, None, q, largest, back, I(64), I(n), None)
    say(name + " of 4 bits", np.isclose(back, nf4[at] * scale, rtol=near))

    rows, columns = 24, 512
    a, product = array(columns, kind, rng.standard_normal(columns) / 10), array(rows, kind)
    call("cgemm_4bit_inference_naive_" + name, I(rows), I(1), I(columns), a, q, largest, nf4, product,
         I(rows), I(columns // 2), I(rows), I(64), None)
    want = (nf4[at] * scale)[:rows * columns].reshape(rows, columns) @ a.astype("f4")
    say(name + " product", np.isclose(product, want, rtol=10 * near, atol=20 * near))

p, g, m, v = (array(1000, "f4", x) for x in (rng.standard_normal(1000), rng.standard_normal(1000), 0, 0))
want, mean, square = p.astype("f8"), 0, 0
for step in 1, 2, 3:
    call("cadam32bit_grad_fp32", g, p, m, v, None, F(0), F(0), F(.9), F(.999), F(0), F(0), F(1e-8), F(.01), I(step), F(.01), F(1),
         ctypes.c_bool(False), I(1000))
    mean, square, root = .9 * mean + .1 * g, .999 * square + .001 * g.astype("f8") ** 2, np.sqrt(1 - .999 ** step)
    want = (want - .01 * root / (1 - .9 ** step) * mean / (np.sqrt(square) + root * 1e-8)) * (1 - .01 * .01)
say("adam", np.isclose(p, want, rtol=1e-4, atol=1e-5))
EOF
    local command="env LD_LIBRARY_PATH=$out/stands PTX2C_SM=120 $run $python $out/bits.py $library"
    if timeout 1500 $command >"$out/bitsandbytes.log" 2>&1 && [ "$(grep -c 'right$' "$out/bitsandbytes.log")" = 11 ]; then
        pass 'bitsandbytes: 11 results'
    else
        fail 'bitsandbytes' "$command" "$out/bitsandbytes.log"
    fi
}

# Molecules whose kernels OpenMM has NVRTC make, beside its reference of plain C++.
openmm() {
    {
        install numpy nvidia-cuda-nvrtc-cu12 && install --no-deps openmm==8.6.1 OpenMM-CUDA-12==8.6.1
    } || { skip 'OpenMM' 'pip could not install it'; return; }
    local packages
    packages=$(ls -d "$out"/venv/lib/python3*/site-packages)
    stand_in "$packages/OpenMM.libs/lib/plugins/libOpenMMCUDA.so" cufft libcufft.so.11
    cat >"$out/molecules.py" <<'EOF'
import numpy, openmm
rng = numpy.random.default_rng(3)
places = numpy.stack(numpy.meshgrid(range(4), range(4), range(4)), -1).reshape(-1, 3) * .4 + rng.normal(size=(64, 3)) * .03

def run(platform, properties):
    system, pairs, bonds, angles = openmm.System(), openmm.NonbondedForce(), openmm.HarmonicBondForce(), openmm.HarmonicAngleForce()
    system.setDefaultPeriodicBoxVectors(openmm.Vec3(1.6, 0, 0), openmm.Vec3(0, 1.6, 0), openmm.Vec3(0, 0, 1.6))
    pairs.setNonbondedMethod(pairs.CutoffPeriodic)
    pairs.setCutoffDistance(.75)
    for i in range(64):
        system.addParticle(12)
        pairs.addParticle(.2 if i % 2 else -.2, .3, .5)
        if i % 4:
            bonds.addBond(i - 1, i, .38, 500)
            pairs.addException(i - 1, i, 0, 1, 0)
        if i % 4 > 1:
            angles.addAngle(i - 2, i - 1, i, 3.0, 50)
    for force in pairs, bonds, angles:
        system.addForce(force)
    steps = openmm.VerletIntegrator(.001)
    context = openmm.Context(system, steps, openmm.Platform.getPlatform(platform), properties)
    context.setPositions(places)
    state = context.getState(getForces=True, getEnergy=True)
    steps.step(5)
    after = context.getState(getPositions=True).getPositions(asNumpy=True)._value
    return state.getPotentialEnergy()._value, state.getForces(asNumpy=True)._value, after

for name, want, got in zip(("energy", "forces", "places"), run("Reference", {}), run("CUDA", {"Precision": "mixed"})):
    print(name, "right" if numpy.abs(numpy.subtract(want, got)).max() <= 1e-5 * numpy.abs(want).max() else "WRONG", flush=True)
EOF
    local command="env LD_LIBRARY_PATH=$out/stands:$packages/nvidia/cuda_nvrtc/lib $run $python $out/molecules.py"
    if timeout 1500 $command >"$out/openmm.log" 2>&1 && [ "$(grep -c 'right$' "$out/openmm.log")" = 3 ]; then
        pass 'OpenMM: 3 results'
    else
        fail 'OpenMM' "$command" "$out/openmm.log"
    fi
}

# OpenMP's and OpenACC's target regions as GCC makes PTX of them, with its libraries for them, linked by the driver when the program
# begins: what they print on the device, and again from the cache, beside what they print on the host.
gcc_offload() {
    local of=$out/offload gcc=gcc-12 fortran=gfortran-12 name want got
    mkdir -p "$of"
    command -v x86_64-linux-gnu-accel-nvptx-none-$gcc >/dev/null || { skip "GCC's offloading" 'no gcc-12-offload-nvptx'; return; }
    cat >"$of/openmp.c" <<'EOF'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Node { int value; struct Node *next; } Node;

static void fill(int *squares)
{
#pragma omp taskloop shared(squares)
    for (int i = 0; i < 40; i++)
        squares[i] = i * i;
}
#pragma omp declare target to(fill)

int main(void)
{
    enum { N = 1000 };
    static float x[N], y[N];
    int counts[8] = {0}, squares[40] = {0}, host = 1, most = -1, listed = 0, locked = 0;
    double sum = 0;
    for (int i = 0; i < N; i++)
        x[i] = (float)(i * 37 % 101);
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : x) map(tofrom : y, counts)
    for (int i = 0; i < N; i++) {
        y[i] += 3 * x[i];
        sum += y[i];
#pragma omp atomic
        counts[i * i % 8]++;
    }
#pragma omp target map(tofrom : squares, host, most, listed, locked)
    {
        Node *list = NULL;
        host = omp_is_initial_device();
        for (int i = 0; i < 20; i++) {
            Node *n = malloc(sizeof *n);
            *n = (Node){i, list};
            list = n;
        }
        while (list) {
            Node *n = list;
            listed = listed * 3 % 1009 + n->value;
            list = n->next;
            free(n);
        }
#pragma omp parallel num_threads(4)
        {
#pragma omp single
            fill(squares);
#pragma omp for schedule(dynamic, 3)
            for (int i = 0; i < 40; i++) {
#pragma omp critical
                {
                    locked++;
                    most = squares[i] > most ? squares[i] : most;
                }
            }
        }
        printf("%d %d %d\n", listed, locked, most);
    }
    fprintf(stderr, "host %d\n", host);
    printf("%g %g %d %d %d\n", sum, y[N - 1], counts[0], counts[1], squares[39]);
    return 0;
}
EOF
    cat >"$of/openacc.c" <<'EOF'
#include <openacc.h>
#include <stdio.h>

int main(void)
{
    enum { ROWS = 40, COLUMNS = 50 };
    static int m[ROWS][COLUMNS];
    int counts[8] = {0}, most = 0, host = 1;
    long sum = 0;
#pragma acc parallel copy(m) copyout(host) num_gangs(5) num_workers(4) vector_length(32)
    {
        host = acc_on_device(acc_device_host);
#pragma acc loop gang
        for (int i = 0; i < ROWS; i++) {
            const int base = i * i;
#pragma acc loop worker vector
            for (int j = 0; j < COLUMNS; j++)
                m[i][j] = base + j;
        }
    }
#pragma acc parallel loop gang reduction(+ : sum) reduction(max : most) copyin(m) copy(sum, most, counts)
    for (int i = 0; i < ROWS; i++) {
        long row = 0;
#pragma acc loop vector reduction(+ : row)
        for (int j = 0; j < COLUMNS; j++) {
            row += m[i][j];
#pragma acc atomic
            counts[m[i][j] % 8]++;
        }
        sum += row * (i + 1);
        most = row > most ? (int)row : most;
    }
    fprintf(stderr, "host %d\n", host);
    printf("%ld %d %d %d\n", sum, most, counts[0], counts[5]);
    return 0;
}
EOF
    cat >"$of/fortran.f90" <<'EOF'
program matrix
    use omp_lib
    implicit none
    integer, parameter :: n = 24
    complex(8) :: a(n, n), b(n, n), c(n, n)
    integer :: i, j, host
    do j = 1, n
        do i = 1, n
            a(i, j) = cmplx(i, j, 8)
            b(i, j) = cmplx(i - j, 1, 8)
        end do
    end do
    host = 1
    !$omp target teams distribute parallel do collapse(2) map(to: a, b) map(from: c) map(tofrom: host)
    do j = 1, n
        do i = 1, n
            c(i, j) = sum(a(i, :) * b(:, j))
            if (i + j == 2 .and. .not. omp_is_initial_device()) host = 0
        end do
    end do
    write (0, '(a, i0)') 'host ', host
    print '(2f14.1)', sum(c), c(3, 5)
end program
EOF
    local sources="openmp.c openacc.c" omp flags
    if command -v $fortran >/dev/null; then sources="$sources fortran.f90"; else skip "GCC's offloading, Fortran" "no $fortran"; fi
    for name in $sources; do
        omp=-fopenmp want=OMP_TARGET_OFFLOAD=DISABLED got=OMP_TARGET_OFFLOAD=MANDATORY
        [ $name != openacc.c ] || omp=-fopenacc want=ACC_DEVICE_TYPE=host got=ACC_DEVICE_TYPE=nvidia
        flags="-O2 $omp -foffload=nvptx-none -foffload-options=-Wa,--no-verify" # its assembler would ask ptxas, which may lack sm_35
        $([ "${name%.f90}" = "$name" ] && echo $gcc || echo $fortran) $flags -o "$of/${name%.*}" "$of/$name" >"$of/$name.log" 2>&1 ||
            { skip "GCC's offloading, $name" "$(tail -n 1 "$of/$name.log")"; continue; }
        env "$want" "$of/${name%.*}" >"$of/$name.host" 2>/dev/null
        for again in '' ', again'; do
            if env "$got" PTX2C_CFLAGS='-O0 -fno-math-errno' timeout 1500 "$run" "$of/${name%.*}" >"$of/$name.device" 2>"$of/$name.log" &&
                grep -q '^host 0$' "$of/$name.log" && diff "$of/$name.host" "$of/$name.device" >>"$of/$name.log"; then
                pass "GCC's offloading, $name$again"
            else
                fail "GCC's offloading, $name$again" "$got $run $of/${name%.*}" "$of/$name.log"
            fi
        done
    done
}

# What Taichi computes with the PTX that its LLVM makes, beside its back end for the processor: it needs neither NVRTC nor CUDA's runtime.
taichi() {
    install taichi numpy || { skip 'Taichi' 'pip could not install it'; return; }
    cat >"$out/fields.py" <<'EOF'
import sys
import numpy as np
import taichi as ti

ti.init(arch=getattr(ti, sys.argv[1]), offline_cache=False, log_level=ti.ERROR)
N = 1000
rng = np.random.default_rng(3)
x, y = ti.field(ti.f32, N), ti.field(ti.f32, N)
counts, found = ti.field(ti.i32, 6), ti.field(ti.i32, ())
m, q = ti.Matrix.field(3, 3, ti.f32, N), ti.Vector.field(3, ti.f32, N)
sparse = ti.field(ti.i32)
ti.root.pointer(ti.i, 32).bitmasked(ti.i, 32).place(sparse)
x.from_numpy(rng.standard_normal(N).astype(np.float32))
m.from_numpy((rng.standard_normal((N, 3, 3)) + 3 * np.eye(3)).astype(np.float32))

@ti.kernel
def functions():
    for i in x:
        v = x[i]
        y[i] = ti.sin(v) + ti.exp(-v * v) * ti.sqrt(ti.abs(v)) + ti.atan2(v, 2.0) + ti.tanh(v)

@ti.kernel
def atomics():
    for i in range(N):
        ti.atomic_add(counts[0], i)
        ti.atomic_max(counts[1], i * 7 % 1013)
        ti.atomic_min(counts[2], -(i * 5 % 997))
        ti.atomic_or(counts[3], 1 << (i % 20))
        ti.atomic_xor(counts[4], i * i)
        counts[5] += i // 3 - i % 7

@ti.kernel
def total() -> ti.f32:
    sum = 0.0
    for i in y:
        sum += y[i] * (i % 3)
    return sum

@ti.kernel
def matrices():
    for i in m:
        q[i] = m[i].inverse() @ ti.Vector([1.0, 2.0, 3.0]) + (m[i] @ m[i].transpose())[0, 1] * m[i].determinant()

@ti.kernel
def activate():
    for i in range(100):
        sparse[i * 37 % 1024] = i

@ti.kernel
def visit():
    for i in sparse:
        found[None] += sparse[i] * (i % 5) + 1000

@ti.kernel
def rounds():
    for i in range(N):
        n, c = i + 1, 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            c += 1
        x[i] = c

def show(name, a):
    with np.printoptions(linewidth=1000):
        print(name, np.array2string(np.asarray(a, np.float64).ravel()[:40], precision=2, suppress_small=True), flush=True)

functions(), show("functions", y.to_numpy())
atomics(), show("atomics", counts.to_numpy())
show("sum", [round(total())])
matrices(), show("matrices", q.to_numpy())
activate(), visit(), show("sparse", [found[None]])
rounds(), show("rounds", x.to_numpy())
EOF
    local device
    for device in cuda cpu; do
        timeout 1500 "$run" "$python" "$out/fields.py" $device 2>"$out/fields.log" | grep -v '^\[' >"$out/fields.$device.txt"
        [ "$(wc -l <"$out/fields.$device.txt")" = 6 ] || { fail "Taichi ($device)" "$run $python $out/fields.py $device" "$out/fields.log"; return; }
    done
    if diff "$out/fields.cuda.txt" "$out/fields.cpu.txt" >"$out/fields.log"; then
        pass 'Taichi: 6 results'
    else
        fail 'Taichi' "diff $out/fields.*.txt" "$out/fields.log"
    fi
}

[ $# -gt 0 ] || set -- numba tinygrad tinygrad_ops cupy xgboost bitsandbytes openmm gcc_offload taichi
for name; do $name; done
finish
