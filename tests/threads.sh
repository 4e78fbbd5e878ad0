#!/bin/bash
# Runs the tests of tests/run whose threads wait for each other, and some samples, with 1, 2, 4 and 8 OpenMP threads and
# without OpenMP, compiled by gcc and clang, many times over; then the tests once under ThreadSanitizer, where clang's
# OpenMP runtime has its tool for that (libarcher).
#
#   tests/threads.sh [NAME...]
#   LONG=1 tests/threads.sh          a thousand repetitions of each, and a million runs of each litmus test
#
# Environment: PTX2C (./ptx2c), OPENMP=0 (no -fopenmp), JOBS (2).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=${PTX2C:-./ptx2c}
out=build/threads
mkdir -p $out
[ $# -gt 0 ] || set -- waits progress clusters programs recursion litmus quicksort rays
times=3 litmus_times=1 sample_times=1 level=-O1
[ -z "${LONG:-}" ] || times=1000 litmus_times=50 sample_times=100 level=-O2 # litmus: of 20 000 runs of each test

# Runs a program several times and compares what it prints each time.
repeat() { # name, label, program, times
    local i log=$3.log
    for ((i = 0; i < $4; i++)); do
        timeout 60 "$3" >"$log" 2>&1
        local status=$?
        if [ $status -ne 0 ] || ! cmp -s "tests/run/$1.out" "$log"; then
            fail "$1 ($2)" "OMP_NUM_THREADS=${OMP_NUM_THREADS:-} $3   # status $status, run $((i + 1)) of $4" "$log"
            return
        fi
    done
    pass "$1 ($2, $4 times)"
}

build() { # name, label, compiler and flags...: prints the program
    local name=$1 program=$out/$1-$2
    shift 2
    # shellcheck disable=SC2086
    if ! "$@" $strict -Iruntime -o "$program" "$out/$name.c" "tests/run/$name.c" -lm >"$program.log" 2>&1; then
        fail "$name" "$* $strict -Iruntime -o $program $out/$name.c tests/run/$name.c -lm" "$program.log" >&2
        return 1
    fi
    echo "$program"
}

# The first compiler of those whose -fopenmp works.
works() { # flags, compilers...
    local flags=$1 cc
    shift
    echo 'int main(void) { return 0; }' >$out/probe.c
    for cc; do
        # shellcheck disable=SC2086
        $cc $flags -o $out/probe $out/probe.c >/dev/null 2>&1 && { echo "$cc"; return; }
    done
    return 1
}

one() { # name
    local name=$1 cc label program times=$times
    [ "$name" != litmus ] || times=$litmus_times
    if ! timeout 60 "$ptx2c" --module="$name" -o "$out/$name.c" "tests/run/$name.ptx" >"$out/$name.log" 2>&1; then
        fail "$name" "$ptx2c --module=$name tests/run/$name.ptx" "$out/$name.log"
        return
    fi
    for cc in $compilers; do
        if [ "${OPENMP:-1}" != 0 ]; then
            program=$(build "$name" "${cc##*/}-openmp" "$cc" $level $one_way -fopenmp) || continue
            for threads in 1 2 4 8; do
                OMP_NUM_THREADS=$threads repeat "$name" "$cc, $threads threads" "$program" $times
            done
        fi
        program=$(build "$name" "${cc##*/}-alone" "$cc" $level $one_way) || continue
        repeat "$name" "$cc without OpenMP" "$program" $times
    done
}

# Programs of samples/, which compare their results with the host's.
sample() { # name
    local name=$1 cc flags threads i program command
    if ! timeout 60 "$ptx2c" --module="$name" -o "$out/$name.c" "samples/$name.ptx" >"$out/$name.log" 2>&1; then
        fail "$name" "$ptx2c --module=$name samples/$name.ptx" "$out/$name.log"
        return
    fi
    for cc in $compilers; do
        for flags in "$level -fopenmp" $level; do
            case ${OPENMP:-1}$flags in 0*-fopenmp) continue ;; esac
            program=$out/$name-${cc##*/}$(echo "$flags" | tr -d ' ')
            command="$cc $strict $flags $one_way -Iruntime -o $program $out/$name.c samples/${name}_host.c -lm"
            $command >"$program.log" 2>&1 || { fail "$name ($cc)" "$command" "$program.log"; continue; }
            for threads in 1 2 4 8; do
                [ "$flags" != $level ] || [ $threads = 1 ] || continue
                for ((i = 0; i < sample_times; i++)); do
                    OMP_NUM_THREADS=$threads timeout 60 "$program" --check-all >"$program.log" 2>&1 || break
                done
                if [ $i = $sample_times ]; then
                    pass "$name ($cc $flags, $threads threads, $i times)"
                else
                    fail "$name ($cc $flags)" "$command && OMP_NUM_THREADS=$threads $program --check-all" "$program.log"
                fi
            done
        done
    done
}

compilers=$(works "-fopenmp" gcc)
clang=$(works "-fopenmp" clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14) || skip "clang" "no clang with OpenMP here"
compilers="$compilers $clang"
either() { # name
    if [ -f "tests/run/$1.ptx" ]; then one "$1"
    elif [ -f "samples/$1.ptx" ]; then sample "$1"
    else skip "$1" "no such test"
    fi
}
side_by_side either $out tests/threads.sh "$@"

# Accesses that the PTX orders must be ordered in C, too.  CLEAN: without the kernels that PTX leaves racy.
sanitize() { # name
    local name=$1 program
    [ -f "$out/$name.c" ] && [ -f "tests/run/$name.c" ] || return
    program=$(build "$name" tsan "$clang" -O1 -g -fsanitize=thread -fopenmp) ||
        { skip "$name (ThreadSanitizer)" "does not build here"; return; }
    CLEAN=1 OMP_TOOL_LIBRARIES=$library TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=66" OMP_NUM_THREADS=4 \
        repeat "$name" "ThreadSanitizer" "$program" 1
}
library=$(find / -xdev -name 'libarcher.so' 2>/dev/null | sort | tail -n 1)
if [ "${OPENMP:-1}" = 0 ] || [ -z "$library" ] || [ -z "$clang" ]; then
    skip "ThreadSanitizer" "needs clang's OpenMP with libarcher"
else
    side_by_side sanitize $out tests/threads.sh "$@"
fi
finish
