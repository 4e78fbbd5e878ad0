#!/bin/bash
# The programs of tests/bench/programs as nvcc writes them for other targets and with other options, and as clang does: each result as the work by
# hand has it.
#
#   tests/targets.sh [NAME...]      those, or (LONG=1) all; a few otherwise
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
out=build/targets
mkdir -p $out
few='moments reinit quaternions asian rows room suffixes'
all=$(for p in tests/bench/programs/*.ptx; do basename "$p" .ptx; done)
names=${*:-$([ -n "${LONG:-}" ] && echo "$all" || echo "$few")}

tried() { # command that writes PTX, but for the names
    local log=$out/log known='' name
    for name in $names; do
        # shellcheck disable=SC2086
        $1 -o $out/made.ptx "tests/bench/programs/$name.cu" >/dev/null 2>&1 && known="$known $name" || skip "$name $1" 'refused by that compiler'
    done
    [ -n "$known" ] || return
    # shellcheck disable=SC2086
    PTX_MAKER=$1 CCS=$CC THREADS=1 SECONDS_EACH=0 VARIANTS='hand ours' CFLAGS_BENCH='-std=c11 -O1 -DLEAST_RUNS=1 -fno-math-errno -fopenmp' \
        tests/bench.sh $known >$log 2>&1
    for name in $known; do
        if grep -Eq "^$name  .* [0-9.]+ \(" $log; then pass "$name $1"; else
            grep "^$name " $log >$out/said
            fail "$name $1" "PTX_MAKER='$1' tests/bench.sh $name" $out/said
        fi
    done
}

if command -v nvcc >/dev/null; then
    for flags in -arch=sm_100 -arch=sm_75 '-arch=sm_80 -Xcicc -O1' '-arch=sm_80 -Xcicc -O0' '-arch=sm_80 -G'; do
        tried "nvcc -ptx $flags"
    done
else
    skip 'programs as nvcc writes them' 'no nvcc'
fi

# clang takes CUDA's headers and library of functions from where nvcc is, and asks for two headers more that are no longer there.
stubs=$out/include
mkdir -p $stubs && : >$stubs/texture_fetch_functions.h && : >$stubs/texture_indirect_functions.h
cuda=$(readlink -f "$(command -v nvcc)")
written=
for clang in ${CLANG:-clang-22 clang-19 clang}; do
    for flags in '--cuda-gpu-arch=sm_80 -O3' '--cuda-gpu-arch=sm_60 -O1'; do
        command="$clang -x cuda --cuda-device-only -S --cuda-path=${cuda%/*/*} -I$stubs -Wno-unknown-cuda-version $flags"
        # shellcheck disable=SC2086
        ! $command -o $out/rows.ptx tests/bench/programs/rows.cu >/dev/null 2>&1 || { written=1; tried "$command"; }
    done
    [ -z "$written" ] || [ -n "${LONG:-}" ] || break
done
[ -n "$written" ] || skip 'programs as clang writes them' 'no clang that knows CUDA'
finish
