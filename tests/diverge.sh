#!/bin/bash
# Random kernels whose threads part and meet: collectives with member masks in divergent code, barriers that only some
# warps come to, loops that wait for other threads, early exits, calls (tests/diverge/gen.c).  tests/diverge/machine.c
# runs the same PTX one thread at a time in an order of its own; the results must agree in many shapes of CTAs.
#
#   tests/diverge.sh [SEED...]      seeds 1 to 8, LONG=1: to 200 and every configuration for each
#
# What fails stays in build/diverge/SEED.  Environment: CC, OPENMP=0, PTX2C (./ptx2c), JOBS (2), DIVERGE_DIR.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C ASAN_OPTIONS=detect_leaks=0
ptx2c=${PTX2C:-./ptx2c}
out=${DIVERGE_DIR:-build/diverge}
mkdir -p "$out"
openmp=-fopenmp
[ "${OPENMP:-1}" != 0 ] || openmp=
sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all'

# Compiles the translation and runs it, once for each number of threads.
config() { # seed, label, compiler, flags, ptx2c options, threads...
    local seed=$1 label=$2 cc=$3 flags=$4 options=$5 dir=$out/$1 command run=$out/$1/$2 threads
    shift 5
    command -v "${cc%% *}" >/dev/null || { skip "seed $seed ($label)" "no $cc"; return; }
    # shellcheck disable=SC2086
    timeout 60 $ptx2c $options -o "$run.c" --module=diverge "$dir/k.ptx" >"$dir/log" 2>&1 && [ ! -s "$dir/log" ] ||
        { fail "seed $seed ($label): translating" "$ptx2c $options $dir/k.ptx" "$dir/log"; return; }
    command="$cc -std=c11 -w $flags -Iruntime -o $run $run.c $out/driver.o $out/machine.o $out/read.o -lm"
    $command >"$dir/log" 2>&1 || { fail "seed $seed ($label): compiling" "$command" "$dir/log"; return; }
    for threads; do
        if OMP_NUM_THREADS=$threads timeout 120 "$run" "$dir/k.ptx" >"$dir/log" 2>&1; then
            pass "seed $seed ($label, $threads threads)"
        else
            fail "seed $seed ($label, $threads threads)" "OMP_NUM_THREADS=$threads $run $dir/k.ptx" "$dir/log"
        fi
    done
}

one() { # seed
    local seed=$1 dir=$out/$1 before=$failed
    mkdir -p "$dir"
    "$out/gen" "$seed" "$dir/k.ptx" >"$dir/log" 2>&1 ||
        { fail "seed $seed: no program" "$out/gen $seed $dir/k.ptx" "$dir/log"; return; }
    if [ -n "${LONG:-}" ]; then
        config "$seed" usual "$CC" "-O2 $openmp" "" 1 2 4 8
        config "$seed" literal gcc "-O1 $openmp" --no-analysis 4
        config "$seed" lockstep gcc "-O1 $openmp" --warp-sync=lockstep 4
        config "$seed" clang clang "-O2 $openmp" "" 4
        config "$seed" alone gcc "-O3 -march=native" --warp-sync=independent 1
        config "$seed" sanitized gcc "-O1 -g $sanitize" "" 1
    else # each seed in one way
        case $((seed % 4)) in
        0) config "$seed" alone clang "-O1" "" 1 ;;
        1) config "$seed" usual "$CC" "-O1 $openmp" "" 4 ;;
        2) config "$seed" literal gcc "-O0 $openmp" --no-analysis 2 ;;
        3) config "$seed" lockstep gcc "-O0 $openmp" --warp-sync=lockstep 8 ;;
        esac
    fi
    [ $failed -ne "$before" ] || rm -rf "$dir"
}

for part in gen driver machine read; do
    command="$CC $strict -O1 -D_POSIX_C_SOURCE=200809L -Iruntime"
    case $part in
    gen) command="$command -o $out/gen tests/diverge/gen.c tests/diverge/parts.c" ;;
    *) command="$command -c -o $out/$part.o tests/diverge/$part.c" ;;
    esac
    $command >"$out/log" 2>&1 || { fail $part "$command" "$out/log"; finish; }
done
# shellcheck disable=SC2046
[ $# -gt 0 ] || { set -- $(seq 1 8); [ -z "${LONG:-}" ] || set -- $(seq 1 200); }
jobs=${JOBS:-2} running=0
for seed; do
    (one "$seed"; echo "$passed passed, $failed failed, $skipped skipped") >"$out/$seed.result" 2>&1 &
    running=$((running + 1))
    [ $running -lt "$jobs" ] || { wait -n; running=$((running - 1)); }
done
wait
for seed; do
    sed '$d' "$out/$seed.result"
    add_counts "$out/$seed.result" || fail "seed $seed" "tests/diverge.sh $seed" "$out/$seed.result"
done
finish
