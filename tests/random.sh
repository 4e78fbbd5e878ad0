#!/bin/bash
# Random kernels: tests/random/gen.c writes each program as PTX and as C that says what it must compute.  The translated
# kernels run in many shapes beside that C, translated as usual and literally, by several compilers and threads.
#
#   tests/random.sh [SEED...]      seeds 1 to 10, LONG=1: to 300 and every configuration for each
#
# Warnings are off: random programs compare values with themselves and leave results unread.
# What fails stays in build/random/SEED.  Environment: CC, OPENMP=0, PTX2C (./ptx2c), JOBS (2), RANDOM_DIR (build/random).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C ASAN_OPTIONS=detect_leaks=0
ptx2c=${PTX2C:-./ptx2c}
out=${RANDOM_DIR:-build/random}
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
    timeout 60 $ptx2c $options -o "$run.c" --module=fuzz "$dir/fuzz.ptx" >"$dir/log" 2>&1 && [ ! -s "$dir/log" ] ||
        { fail "seed $seed ($label): translating" "$ptx2c $options $dir/fuzz.ptx" "$dir/log"; return; }
    command="$cc -std=c11 -w $flags -Iruntime -o $run $run.c $dir/driver.o -lm"
    $command >"$dir/log" 2>&1 || { fail "seed $seed ($label): compiling" "$command" "$dir/log"; return; }
    for threads; do
        if OMP_NUM_THREADS=$threads timeout 120 "$run" >"$dir/log" 2>&1; then
            pass "seed $seed ($label, $threads threads)"
        else
            fail "seed $seed ($label, $threads threads)" "tests/random.sh $seed   # in $dir" "$dir/log"
        fi
    done
}

one() { # seed
    local seed=$1 dir=$out/$1 before=$failed
    mkdir -p "$dir"
    "$out/gen" "$seed" "$dir/fuzz.ptx" "$dir/fuzz.h" && $CC -std=c11 -O1 -Wall -Iruntime -DGENERATED="\"fuzz.h\"" -I"$dir" \
        -c -o "$dir/driver.o" tests/random/driver.c >"$dir/log" 2>&1 ||
        { fail "seed $seed: no program" "$out/gen $seed $dir/fuzz.ptx $dir/fuzz.h" "$dir/log"; return; }
    if [ -n "${LONG:-}" ]; then
        config "$seed" usual "$CC" "-O2 $openmp" "" 1 4
        config "$seed" literal gcc "-O1" --no-analysis 1
        config "$seed" clang clang "-O2 $openmp" "" 4
        config "$seed" gcc-O0 gcc "-O0" "" 1
        config "$seed" gcc-O3 gcc "-O3 -march=native $openmp" "" 1
        config "$seed" sanitized gcc "-O1 -g $sanitize" "" 1
        config "$seed" literal-sanitized clang "-O1 -g $sanitize" --no-analysis 1
    else # each seed in the usual way and in another one
        config "$seed" usual "$CC" "-O1 $openmp" "" 4
        case $((seed % 5)) in
        0) config "$seed" sanitized gcc "-O0 -g $sanitize" "" 1 ;;
        1) config "$seed" literal gcc "-O0 $openmp" --no-analysis 1 ;;
        2) config "$seed" clang clang "-O2" "" 1 ;;
        3) config "$seed" gcc-O3 gcc "-O3" "" 1 ;;
        4) config "$seed" literal-clang clang "-O1" --no-analysis 1 ;;
        esac
    fi
    [ $failed -ne "$before" ] || rm -rf "$dir"
}

command="$CC $strict -O1 -D_POSIX_C_SOURCE=200809L -o $out/gen tests/random/gen.c"
$command >"$out/log" 2>&1 || { fail gen "$command" "$out/log"; finish; }
# shellcheck disable=SC2046
[ $# -gt 0 ] || { set -- $(seq 1 10); [ -z "${LONG:-}" ] || set -- $(seq 1 300); }
jobs=${JOBS:-2} running=0
for seed; do
    (one "$seed"; echo "$passed passed, $failed failed, $skipped skipped") >"$out/$seed.result" 2>&1 &
    running=$((running + 1))
    [ $running -lt "$jobs" ] || { wait -n; running=$((running - 1)); }
done
wait
for seed; do
    sed '$d' "$out/$seed.result"
    add_counts "$out/$seed.result" || fail "seed $seed" "tests/random.sh $seed" "$out/$seed.result"
done
finish
