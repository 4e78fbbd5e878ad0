#!/bin/bash
# Random kernels whose threads part and meet: collectives with member masks in divergent code, barriers that only some
# warps come to, loops that wait for other threads, early exits, calls (tests/diverge/gen.c).  tests/diverge/machine.c
# runs the same PTX one thread at a time in an order of its own; the results must agree in many shapes of CTAs.
#
#   tests/diverge.sh [SEED...]      seeds 1 to 8, LONG=1: to 200 and every configuration for each
#   tests/diverge.sh graphs-SEED    20 kernels of random control-flow graphs (tests/diverge/graph.c); 1 and 2, LONG=1: to 200
#
# What fails stays in build/diverge/SEED.  Environment: CC, OPENMP=0, PTX2C (./ptx2c), JOBS (2), DIVERGE_DIR.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C ASAN_OPTIONS=detect_leaks=0
ptx2c=${PTX2C:-./ptx2c}
out=${DIVERGE_DIR:-build/diverge}
mkdir -p "$out"

one() { # seed
    local seed=$1 dir=$out/$1 before=$failed module=diverge arguments=$out/$1/k.ptx
    local graphs=
    case $seed in graphs-*) graphs=20 arguments="$arguments few" ;; esac
    local objects="$out/driver.o $out/machine.o $out/meet.o $out/plain.o $out/read.o"
    mkdir -p "$dir"
    # shellcheck disable=SC2086
    "$out/gen" "${seed#graphs-}" "$dir/k.ptx" $graphs >"$dir/log" 2>&1 ||
        { fail "seed $seed: no program" "$out/gen ${seed#graphs-} $dir/k.ptx $graphs" "$dir/log"; return; }
    if [ -n "$graphs" ] && [ -n "${LONG:-}" ]; then
        random_way "$dir" usual gcc "-O1 $openmp" "" 1 4
        random_way "$dir" literal clang -O0 --no-analysis 1
    elif [ -n "$graphs" ]; then
        case $((${seed#graphs-} % 2)) in
        0) random_way "$dir" literal gcc -O0 --no-analysis 1 ;;
        1) random_way "$dir" usual gcc "-O0 $openmp" "" 2 ;;
        esac
    elif [ -n "${LONG:-}" ]; then
        random_way "$dir" usual "$CC" "-O2 $openmp" "" 1 2 4 8
        random_way "$dir" literal gcc "-O1 $openmp" --no-analysis 4
        random_way "$dir" lockstep gcc "-O1 $openmp" --warp-sync=lockstep 4
        random_way "$dir" clang clang "-O2 $openmp" "" 4
        random_way "$dir" alone gcc "-O3 -march=native" --warp-sync=independent 1
        random_way "$dir" sanitized gcc "-O1 $sanitize" "" 1
    else # each seed in one way
        case $((seed % 4)) in
        0) random_way "$dir" alone clang "-O1 $one_way" "" 1 ;;
        1) random_way "$dir" usual "$CC" "-O1 $one_way $openmp" "" 4 ;;
        2) random_way "$dir" literal gcc "-O0 $openmp" --no-analysis 2 ;;
        3) random_way "$dir" lockstep gcc "-O0 $openmp" --warp-sync=lockstep 8 ;;
        esac
    fi
    [ $failed -ne "$before" ] || rm -rf "$dir"
}

for part in driver machine meet plain read; do
    command="$CC $strict -O1 -Iruntime -c -o $out/$part.o tests/diverge/$part.c"
    $command >"$out/log" 2>&1 || { fail $part "$command" "$out/log"; finish; }
done
build_generator "$out/gen" .ptx tests/diverge/{gen,graph,parts}.c || finish
# shellcheck disable=SC2046
[ $# -gt 0 ] || { set -- $(seq 1 8) graphs-1 graphs-2; [ -z "${LONG:-}" ] || set -- $(seq 1 200) $(seq -f graphs-%g 1 200); }
side_by_side one "$out" tests/diverge.sh "$@"
finish
