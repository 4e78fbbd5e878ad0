#!/bin/bash
# The programs of tests/bench/programs as nvcc writes them for other targets and with other options: each result as the work by hand has it.
#
#   tests/targets.sh [NAME...]      those, or (LONG=1) all; a few otherwise
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
out=build/targets
mkdir -p $out
few='moments reinit quaternions asian rows'
all=$(for p in tests/bench/programs/*.ptx; do basename "$p" .ptx; done)
names=${*:-$([ -n "${LONG:-}" ] && echo "$all" || echo "$few")}

if ! command -v nvcc >/dev/null; then
    skip "programs for other targets" "no nvcc"
else
    for flags in -arch=sm_100 -arch=sm_75 '-arch=sm_80 -Xcicc -O1' '-arch=sm_80 -Xcicc -O0'; do
        # shellcheck disable=SC2086
        nvcc -ptx $flags -o $out/rows.ptx tests/bench/programs/rows.cu >/dev/null 2>&1 || { skip "$flags" "this nvcc refuses it"; continue; }
        # shellcheck disable=SC2086
        NVCC_FLAGS=$flags CCS=$CC THREADS=1 SECONDS_EACH=0.001 VARIANTS='hand ours' CFLAGS_BENCH='-std=c11 -O1 -fno-math-errno -fopenmp' \
            tests/bench.sh $names >$out/log 2>&1
        for name in $names; do
            if grep -Eq "^$name  .* [0-9.]+ \(" $out/log; then pass "$name $flags"; else
                grep "^$name " $out/log >$out/said
                fail "$name $flags" "NVCC_FLAGS='$flags' tests/bench.sh $name" $out/said
            fi
        done
    done
fi
finish
