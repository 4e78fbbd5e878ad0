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

one() { # seed
    local seed=$1 dir=$out/$1 before=$failed module=fuzz objects=$out/$1/driver.o arguments=
    mkdir -p "$dir"
    "$out/gen" "$seed" "$dir/k.ptx" "$dir/fuzz.h" && $CC -std=c11 -O1 -Wall -Iruntime -DGENERATED="\"fuzz.h\"" -I"$dir" \
        -c -o "$dir/driver.o" tests/random/driver.c >"$dir/log" 2>&1 ||
        { fail "seed $seed: no program" "$out/gen $seed $dir/k.ptx $dir/fuzz.h" "$dir/log"; return; }
    if [ -n "${LONG:-}" ]; then
        random_way "$dir" usual "$CC" "-O2 $openmp" "" 1 4
        random_way "$dir" literal gcc "-O1" --no-analysis 1
        random_way "$dir" clang clang "-O2 $openmp" "" 4
        random_way "$dir" gcc-O0 gcc "-O0" "" 1
        random_way "$dir" gcc-O3 gcc "-O3 -march=native $openmp" "" 1
        random_way "$dir" sanitized gcc "-O1 $sanitize" "" 1
        random_way "$dir" literal-sanitized clang "-O1 $sanitize" --no-analysis 1
    else # each seed in the usual way and in another one
        random_way "$dir" usual "$CC" "-O1 $one_way $openmp" "" 4
        case $((seed % 5)) in
        0) random_way "$dir" sanitized gcc "-O0 $sanitize" "" 1 ;;
        1) random_way "$dir" literal gcc "-O0 $openmp" --no-analysis 1 ;;
        2) random_way "$dir" clang clang "-O1 $one_way" "" 1 ;;
        3) random_way "$dir" gcc-O3 gcc "-O3" "" 1 ;;
        4) random_way "$dir" literal-clang clang "-O1" --no-analysis 1 ;;
        esac
    fi
    [ $failed -ne "$before" ] || rm -rf "$dir"
}

build_generator "$out/gen" ".ptx .h" tests/random/{gen,values,arith,memory,meet}.c || finish
# shellcheck disable=SC2046
[ $# -gt 0 ] || { set -- $(seq 1 8); [ -z "${LONG:-}" ] || set -- $(seq 1 300); }
side_by_side one "$out" tests/random.sh "$@"
finish
