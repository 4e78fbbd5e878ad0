#!/bin/bash
# Measures the samples' kernels: milliseconds in all launches of a normal run, best of three, translated as usual and
# literally (--no-analysis).
#
#   tests/bench.sh [SAMPLE...]
#
# Environment: CC, OPENMP=0, OMP_NUM_THREADS.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
out=build/bench
mkdir -p $out
openmp=-fopenmp
[ "${OPENMP:-1}" != 0 ] || openmp=
flags="-std=c11 -O3 -march=native -fno-math-errno $openmp"

# Prints the best time, or what went wrong.
measure() { # sample, ptx2c option
    local best= t program=$out/$1${2:+-literal}
    # shellcheck disable=SC2086
    ./ptx2c ${2:-} --module="$1" -o "$program.c" "samples/$1.ptx" >"$program.log" 2>&1 || { echo refused; return; }
    # shellcheck disable=SC2086
    $CC $flags -Iruntime -o "$program" "$program.c" "samples/$1_host.c" -lm >"$program.log" 2>&1 ||
        { echo uncompiled; return; }
    for _ in 1 2 3; do
        (cd $out && timeout 300 "../../$program" --time) >"$program.log" 2>&1 || { echo failed; return; }
        t=$(sed -n 's/.* \([0-9.]*\) ms.*/\1/p' "$program.log")
        best=$(echo "$t ${best:-$t}" | awk '{ print $1 < $2 ? $1 : $2 }')
    done
    echo "$best"
}

[ $# -gt 0 ] || set -- $(cd samples && ls ./*.ptx | sed 's|^\./||; s|\.ptx$||')
echo "$($CC --version | head -n 1), $flags, ${OMP_NUM_THREADS:-$(nproc)} threads"
printf '%-14s %12s %12s\n' sample 'usual ms' 'literal ms'
for name; do
    printf '%-14s %12s %12s\n' "$name" "$(measure "$name")" "$(measure "$name" --no-analysis)"
done
