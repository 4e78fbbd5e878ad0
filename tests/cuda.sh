#!/bin/bash
# Programs that use CUDA's own device libraries (CUB, Thrust, libcu++, cooperative groups), where nvcc is installed:
# tests/cuda/X.cu is compiled by nvcc into host code and PTX, the PTX is translated, and both are linked with
# tests/cuda/runtime.c instead of CUDA's runtime.  Each program checks its results and exits with 0.
#
#   tests/cuda.sh [NAME...]       scan and pipeline, or those named
#   LONG=1 tests/cuda.sh          all of them, with one and four OpenMP threads, without OpenMP and with clang
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
ptx2c=${PTX2C:-./ptx2c}
out=${BUILD:-build}/tests/cuda

mkdir -p "$out"

if ! command -v nvcc >/dev/null; then
    skip "CUDA's device libraries" "no nvcc"
    finish
fi
include=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")")/include
if [ ! -f "$include/cuda_runtime_api.h" ] || [ ! -d "$include/cccl" ] && [ ! -d "$include/cub" ]; then
    skip "CUDA's device libraries" "no headers in $include"
    finish
fi

build() { # name, label, compiler and flags
    local name=$1 label=$2
    shift 2
    # nvcc's host code has functions of the kernels' names
    command="$* -std=c11 -Iruntime -c -o $out/$name.$label.o $out/$name.c &&
        objcopy --keep-global-symbol=kernels $out/$name.$label.o &&
        $* -std=c11 -Iruntime -isystem $include -c -o $out/runtime.$label.o tests/cuda/runtime.c &&
        $CC $openmp -o $out/$name.$label $out/$name.o $out/$name.$label.o $out/runtime.$label.o -lstdc++ -lm"
    eval "$command" >"$out/$name.log" 2>&1 && return
    fail "$name ($label)" "$(echo $command)" "$out/$name.log"
    return 1
}

check() { # name, label, threads
    if OMP_NUM_THREADS=$3 timeout 300 "$out/$1.$2" >"$out/$1.log" 2>&1; then
        pass "$1 ($2, $3 threads)"
    else
        fail "$1 ($2, $3 threads)" "OMP_NUM_THREADS=$3 $out/$1.$2" "$out/$1.log"
    fi
}

one() { # name
    local name=$1 log=$out/$1.log
    command="nvcc -std=c++17 -gencode arch=compute_80,code=compute_80 -cudart none --keep --keep-dir $out -c
        -o $out/$name.o tests/cuda/$name.cu"
    command=$(echo $command)
    $command >"$log" 2>&1 || { fail "$name (nvcc)" "$command" "$log"; return; }
    command="$ptx2c --module=kernels -o $out/$name.c $out/$name.ptx"
    $command >"$log" 2>&1 || { fail "$name (translate)" "$command" "$log"; return; }
    if [ -s "$log" ]; then fail "$name (translate without warnings)" "$command" "$log"; fi
    if build "$name" usual "$CC" -O1 "$openmp"; then check "$name" usual 4; fi
    [ -n "${LONG:-}" ] || return
    check "$name" usual 1
    if build "$name" O3 "$CC" -O3 -march=native; then check "$name" O3 1; fi
    if command -v clang >/dev/null && build "$name" clang clang -O1; then check "$name" clang 1; fi
}

if [ $# -eq 0 ]; then
    set -- scan pipeline
    [ -z "${LONG:-}" ] || set -- $(cd tests/cuda && ls ./*.cu | sed 's|^\./||; s|\.cu$||')
fi
for name; do one "$name"; done
finish
