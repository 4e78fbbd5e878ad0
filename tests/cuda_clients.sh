#!/bin/bash
# Clients that nobody here wrote, over CUDA's libraries of ours: numba-cuda's and PyCUDA's own tests, tinygrad with its PTX renderer, CuPy, XGBoost, CatBoost,
# bitsandbytes, OpenMM, Taichi and NVIDIA Warp, installed with pip under build/tests/cuda_clients, and GCC's offloading.  Under LONG=1 only; skipped
# where they can't be installed.
#
#   LONG=1 tests/cuda_clients.sh [numba | pycuda | tinygrad | tinygrad_ops | cupy | xgboost | catboost | bitsandbytes | openmm | gcc_offload | taichi | warp]
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
[ -n "${LONG:-}" ] || { skip 'clients of CUDA' 'LONG=1 runs them'; finish; }
[ "$(uname -s)" = Linux ] || { skip 'clients of CUDA' "$(uname -s)"; finish; }
out=$PWD/build/tests/cuda_clients programs=$PWD/tests/cuda_clients
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
    local ran bad command="$run $python -m numba.runtests -v numba.cuda.tests.cudadrv numba.cuda.tests.nrt
        numba.cuda.tests.cudapy.test_cooperative_groups"
    (cd "$out" && timeout 3000 $command) >"$out/numba.log" 2>&1
    ran=$(grep -Ec '\.\.\. (ok|FAIL|ERROR)$' "$out/numba.log")
    bad=$(grep -Ec '\.\.\. (FAIL|ERROR)$' "$out/numba.log")
    if [ "$ran" -ge 100 ] && [ $((100 * bad)) -le $((5 * ran)) ]; then
        pass "numba-cuda: $((ran - bad)) of $ran"
    else
        fail "numba-cuda: $((ran - bad)) of $ran" "$command" <(grep -E '\.\.\. (FAIL|ERROR)$' "$out/numba.log")
    fi
}

# PyCUDA's own tests, which have nvcc compile their kernels: for machine code it is asked, and makes PTX.  Left out are those of
# more than 4 GB.
pycuda() {
    local nvcc source=$out/pycuda-2026.1 tools=$out/pycuda_tools ran bad status command
    nvcc=$(command -v nvcc) || { skip 'PyCUDA' 'no nvcc'; return; }
    install numpy mako pytest pytest-timeout setuptools wheel pycuda==2026.1 || { skip 'PyCUDA' 'pip could not install it'; return; }
    [ -d "$source" ] || {
        timeout 900 "$python" -m pip download -q --no-deps --no-build-isolation --no-binary :all: -d "$out" pycuda==2026.1 && tar xzf "$source.tar.gz" -C "$out"
    } >"$out/pip.log" 2>&1 || { skip 'PyCUDA' 'pip could not download its tests'; return; }
    mkdir -p "$tools/bin"
    ln -sfn "$(dirname "$(dirname "$(readlink -f "$nvcc")")")/lib64" "$tools/lib64"
    sed "s|^exec nvcc|exec $nvcc|" "$programs/nvcc.sh" >"$tools/bin/nvcc"
    chmod +x "$tools/bin/nvcc"
    command="env PATH=$tools/bin:$PATH $run $python -m pytest -v --timeout 300 -k 'not 8gb and not 16gb and not big_array' test_driver.py test_cumath.py test_gpuarray.py"
    (cd "$source/test" && eval "timeout 3000 $command") >"$out/pycuda.log" 2>&1
    status=$?
    ran=$(grep -Ec '^[^ ]*::[^ ]* (PASSED|FAILED|ERROR)' "$out/pycuda.log")
    bad=$(grep -Ec '^[^ ]*::[^ ]* (FAILED|ERROR)' "$out/pycuda.log")
    if [ $status -le 1 ] && [ "$ran" -ge 250 ] && [ $((100 * bad)) -le "$ran" ]; then
        pass "PyCUDA: $((ran - bad)) of $ran"
    else
        fail "PyCUDA: $((ran - bad)) of $ran" "cd $source/test && $command" <(grep -E '^[^ ]*::[^ ]* (FAILED|ERROR)' "$out/pycuda.log")
    fi
}

# What tinygrad computes with PTX, beside what it computes itself on the processor.
tinygrad() {
    install tinygrad numpy || { skip 'tinygrad' 'pip could not install it'; return; }
    local device
    for device in CUDA:PTX CPU; do
        (cd "$out" && DEV=$device timeout 1500 "$run" "$python" "$programs/tiny.py") >"$out/tiny.$device.txt" 2>"$out/tiny.log" ||
            { fail "tinygrad ($device)" "DEV=$device $run $python $programs/tiny.py" "$out/tiny.log"; return; }
    done
    if diff "$out/tiny.CUDA:PTX.txt" "$out/tiny.CPU.txt" >"$out/tiny.log"; then
        pass "tinygrad: $(wc -l <"$out/tiny.CPU.txt") lines"
    else
        fail 'tinygrad' "diff $out/tiny.*.txt" "$out/tiny.log"
    fi
}

# tinygrad's own test_ops, which compares with PyTorch (Debian: python3-torch), with PTX and with its back end for the processor: what fails
# with the former alone.  Known is: x != x of a NaN, which tinygrad 0.11 writes as setp.ne, false of a NaN in PTX.
tinygrad_ops() {
    local python=$out/torch/bin/python source=$out/tinygrad-0.11.0 device known
    known='test_(isclose_edge_cases|isfinite|isnan)$'
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
    rm -rf "$out/cupy_cache"
    local command="env CUPY_CACHE_DIR=$out/cupy_cache PTX2C_SM=100 $run $python $programs/cupy_beside_numpy.py"
    if timeout 1500 $command >"$out/cupy.log" 2>&1 && [ "$(grep -c 'right$' "$out/cupy.log")" = 23 ] && ! grep -q WRONG "$out/cupy.log"; then
        pass 'CuPy: 23 results'
    else
        fail 'CuPy' "$command" "$out/cupy.log"
    fi
}

# Runs a client's program, which ends a line with "right" for each result that is so.
says_right() { # name, lines, what they are, seconds at most, command
    local log=$out/$1.log
    if timeout "$4" $5 >"$log" 2>&1 && [ "$(grep -c 'right$' "$log")" = "$2" ]; then pass "$1: $3"; else fail "$1" "$5" "$log"; fi
}

# Trees that XGBoost grows on the device, beside those it grows on the processor.  Each column has fewer values than bins, so that both cut it
# at the same places.  The library holds NVIDIA's runtime library, with its symbols.
xgboost() {
    {
        install numpy scipy && install --no-deps xgboost==3.2.0 nvidia-nccl-cu12
    } || { skip 'XGBoost' 'pip could not install it'; return; }
    local command="env PTX2C_SM=120 $run $python $programs/trees.py"
    says_right 'XGBoost' 1 '500 predictions' 3000 "$command"
}

# The same of CatBoost, whose library holds CUDA 11's runtime.
catboost() {
    install numpy scipy pandas six && install --no-deps catboost==1.2.10 || { skip 'CatBoost' 'pip could not install it'; return; }
    local command="env PTX2C_SM=120 $run $python $programs/boosted.py"
    says_right 'CatBoost' 1 '500 predictions' 3000 "$command"
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
    local command="env LD_LIBRARY_PATH=$out/stands PTX2C_SM=120 $run $python $programs/bits.py $library"
    says_right 'bitsandbytes' 11 '11 results' 1500 "$command"
}

# Molecules whose kernels OpenMM has NVRTC make, beside its reference of plain C++.
openmm() {
    {
        install numpy nvidia-cuda-nvrtc-cu12 && install --no-deps openmm==8.6.1 OpenMM-CUDA-12==8.6.1
    } || { skip 'OpenMM' 'pip could not install it'; return; }
    local packages
    packages=$(ls -d "$out"/venv/lib/python3*/site-packages)
    stand_in "$packages/OpenMM.libs/lib/plugins/libOpenMMCUDA.so" cufft libcufft.so.11
    local command="env LD_LIBRARY_PATH=$out/stands:$packages/nvidia/cuda_nvrtc/lib $run $python $programs/molecules.py"
    says_right 'OpenMM' 3 '3 results' 1500 "$command"
}

# OpenMP's and OpenACC's target regions as GCC makes PTX of them, with its libraries for them, linked by the driver when the program
# begins: what they print on the device, and again from the cache, beside what they print on the host.
gcc_offload() {
    local of=$out/offload gcc=gcc-12 fortran=gfortran-12 name want got
    mkdir -p "$of"
    command -v x86_64-linux-gnu-accel-nvptx-none-$gcc >/dev/null || { skip "GCC's offloading" 'no gcc-12-offload-nvptx'; return; }
    local sources="openmp.c openacc.c" omp flags
    if command -v $fortran >/dev/null; then sources="$sources fortran.f90"; else skip "GCC's offloading, Fortran" "no $fortran"; fi
    for name in $sources; do
        omp=-fopenmp want=OMP_TARGET_OFFLOAD=DISABLED got=OMP_TARGET_OFFLOAD=MANDATORY
        [ $name != openacc.c ] || omp=-fopenacc want=ACC_DEVICE_TYPE=host got=ACC_DEVICE_TYPE=nvidia
        flags="-O2 $omp -foffload=nvptx-none -foffload-options=-Wa,--no-verify" # its assembler would ask ptxas, which may lack sm_35
        $([ "${name%.f90}" = "$name" ] && echo $gcc || echo $fortran) $flags -o "$of/${name%.*}" "$programs/$name" >"$of/$name.log" 2>&1 ||
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
    local device
    for device in cuda cpu; do
        timeout 1500 "$run" "$python" "$programs/fields.py" $device 2>"$out/fields.log" | grep -v '^\[' >"$out/fields.$device.txt"
        [ "$(wc -l <"$out/fields.$device.txt")" = 6 ] || { fail "Taichi ($device)" "$run $python $programs/fields.py $device" "$out/fields.log"; return; }
    done
    if diff "$out/fields.cuda.txt" "$out/fields.cpu.txt" >"$out/fields.log"; then
        pass 'Taichi: 6 results'
    else
        fail 'Taichi' "diff $out/fields.*.txt" "$out/fields.log"
    fi
}

# NVIDIA Warp's own tests of streams, graphs, memory pools, clusters and random numbers: its library holds CUDA's runtime and NVRTC, without
# symbols.  Those that -k chooses are for the device; the others are for Warp's compiler for processors.  That copies in a stream of higher
# priority take less time is not asked: here they take turns on the same processors.  Nor is test_event_external, which sets memory in one
# stream and adds to it in another that nothing orders with it.
warp() {
    local of tests='cuda.test_streams cuda.test_async cuda.test_mempool cuda.test_conditional_captures cuda.test_cluster_dim cuda.test_unified_memory
        cuda.test_kernel_attributes cuda.test_occupancy cuda.test_pinned test_rand' ran bad command
    install warp-lang==1.19.0 numpy || { skip 'NVIDIA Warp' 'pip could not install it'; return; }
    of=$(for t in $tests; do echo "warp.tests.$t"; done)
    command="env PTX2C_CFLAGS=-O0 $run $python -m unittest -k cuda_0 $(echo $of)"
    (cd "$out" && timeout 3000 $command) >"$out/warp.log" 2>&1
    ran=$(sed -n 's/^Ran \([0-9]*\) tests.*/\1/p' "$out/warp.log")
    bad=$(grep -E '^(ERROR|FAIL):' "$out/warp.log" | grep -cv 'test_stream_priority_timings\|test_event_external')
    if [ "${ran:-0}" -ge 100 ] && [ "$bad" = 0 ]; then
        pass "NVIDIA Warp: $ran of its tests"
    else
        fail "NVIDIA Warp: $bad of ${ran:-0} failed" "$command" <(grep -A12 -E '^(ERROR|FAIL):' "$out/warp.log")
    fi
}

[ $# -gt 0 ] || set -- numba pycuda tinygrad tinygrad_ops cupy xgboost catboost bitsandbytes openmm gcc_offload taichi warp
for name; do $name; done
finish
