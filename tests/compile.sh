#!/bin/bash
# The C made from tests/compile/*.ptx compiles in a few seconds and little memory, with gcc and clang, with and without
# OpenMP, and without a warning; nor is there one from ptx2c.
#
#   tests/compile.sh [NAME...]
#
# COMPILERS ("gcc clang"): others, too, that are installed.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=${PTX2C:-./ptx2c}
out=build/compile
mkdir -p $out

# Generous: 20 s of processor time and 1.5 GB, where a second and 150 MB will do.
bounded() {
    (
        ulimit -t 20 -v 1500000
        "$@"
    )
}

one() { # name
    local name=$1 ptx=tests/compile/$1.ptx options cc flags c command with
    for options in '' --no-analysis; do
        c=$out/$name$options.c
        timeout 60 $ptx2c $options -o "$c" "$ptx" >"$out/$name.log" 2>&1 && [ ! -s "$out/$name.log" ] ||
            { fail "$name" "$ptx2c $options -o $c $ptx" "$out/$name.log"; return; }
        for cc in ${COMPILERS:-gcc clang}; do
            command -v "$cc" >/dev/null || { skip "$name ($cc)" "no $cc"; continue; }
            with=$(openmp_of "$cc")
            for flags in -O0 "-O2 $with" "-O3 -march=native $with"; do
                [ -z "$options" ] || [ "$flags" = -O0 ] || continue
                command="$cc $strict $flags -Iruntime -c -o $out/$name.$cc.o $c"
                # shellcheck disable=SC2086 # words
                bounded $command >"$out/$name.log" 2>&1 || { fail "$name" "$command" "$out/$name.log"; return; }
            done
        done
    done
    pass "$name"
}

# Compilers make vectors of all loops over lanes that are meant to be: an if with arithmetic does not keep gcc from it, though it
# may trap (mode.h), nor what pow of CUDA does with predicates and shifts, nor several comparisons with constants clang, though it likes
# switches better.
vectors() { # what, program, compiler, flags by which it says so, its words
    local c=$out/$2.c command
    case $($3 -dumpmachine 2>/dev/null) in x86_64-*) ;; *) skip "$1 in vectors" "no $3 for x86-64"; return ;; esac
    $ptx2c -o "$c" "tests/bench/programs/$2.ptx"
    command="$3 -std=c11 -O3 -fno-math-errno -march=haswell -Iruntime $4 -c -o $out/$2.o $c"
    $command 2>&1 | sed -n "s/.*$2.c:\([0-9]*\):.*$5.*/\1/p" | sort -un >"$out/$2.vectors"
    if grep -n 'PTX2C_\(PART_\)*LANES' "$c" | cut -d: -f1 | diff - "$out/$2.vectors" >"$out/$2.log" 2>&1; then
        pass "$1 in vectors"
    else
        fail "$1 in vectors" "$command" "$out/$2.log"
    fi
}

# What is left behind the last whole vector of a chunk that is cut is stored under a mask, where there are masks; and clang gathers words of
# records under masks where else as many lanes as a vector has would be done one by one.
filled() { # program, compiler, what stores
    local c=$out/$1.c command
    case $($2 -dumpmachine 2>/dev/null) in x86_64-*) ;; *) skip "masks for what is left: $1, $2" "no $2 for x86-64"; return ;; esac
    $ptx2c -o "$c" "tests/bench/programs/$1.ptx"
    command="$2 -std=c11 -O3 -fno-math-errno -march=skylake-avx512 -Iruntime -S -o $out/$1.s $c"
    if $command >"$out/$1.log" 2>&1 && grep -q "$3.*%[yz]mm[0-9]*, .*{%k" "$out/$1.s"; then
        pass "masks for what is left: $1, $2"
    else
        fail "masks for what is left: $1, $2" "$command" "$out/$1.log"
    fi
}

# Lanes that look up the place that they read next do so one by one: clang makes no vector of such places.
looked_up() { # program
    local c=$out/$1.c command
    case $(clang -dumpmachine 2>/dev/null) in x86_64-*) ;; *) skip "places that are looked up" "no clang for x86-64"; return ;; esac
    $ptx2c -o "$c" "tests/bench/programs/$1.ptx"
    command="clang -std=c11 -O3 -fno-math-errno -march=skylake-avx512 -Iruntime -S -o $out/$1.s $c"
    if $command >"$out/$1.log" 2>&1 && ! grep vpgatherdd "$out/$1.s" >"$out/$1.log"; then
        pass "places that are looked up"
    else
        fail "places that are looked up" "$command" "$out/$1.log"
    fi
}

# Bytes that lanes read here and there, and do little else, newer versions of clang do not put together to vectors one by one.
picked() { # program
    local c=$out/$1.c command
    case $(clang-19 -dumpmachine 2>/dev/null) in x86_64-*) ;; *) skip "bytes from here and there: $1" "no clang-19 for x86-64"; return ;; esac
    $ptx2c -o "$c" "tests/bench/programs/$1.ptx"
    command="clang-19 -std=c11 -O3 -fno-math-errno -march=skylake-avx512 -Iruntime -S -o $out/$1.s $c"
    if $command >"$out/$1.log" 2>&1 && ! grep vpinsrb "$out/$1.s" >"$out/$1.log"; then
        pass "bytes from here and there: $1"
    else
        fail "bytes from here and there: $1" "$command" "$out/$1.log"
    fi
}

# Nor does gcc with words that they look up.
spread() { # program
    local c=$out/$1.c command
    case $(gcc -dumpmachine 2>/dev/null) in x86_64-*) ;; *) skip "words from here and there: $1" "no gcc for x86-64"; return ;; esac
    $ptx2c -o "$c" "tests/bench/programs/$1.ptx"
    command="gcc -std=c11 -O3 -fno-math-errno -march=skylake-avx512 -Iruntime -S -o $out/$1.s $c"
    if $command >"$out/$1.log" 2>&1 && [ "$(grep -c vpinsrd "$out/$1.s")" -lt 20 ]; then
        pass "words from here and there: $1"
    else
        fail "words from here and there: $1" "$command" "$out/$1.log"
    fi
}

# The greatest of numbers that each lane's next round waits for is chosen without a branch by newer versions of clang, too: those make one of most
# that they see.
unguessed() { # program
    local c=$out/$1.c command
    case $(clang-19 -dumpmachine 2>/dev/null) in x86_64-*) ;; *) skip "maxima without branches" "no clang-19 for x86-64"; return ;; esac
    $ptx2c -o "$c" "tests/bench/programs/$1.ptx"
    command="clang-19 -std=c11 -O3 -fno-math-errno -march=haswell -Iruntime -S -o $out/$1.s $c"
    if $command >"$out/$1.log" 2>&1 && [ "$(grep -c '\sj[gl]e\?\b' "$out/$1.s")" -lt "$(($(grep -c 'cmov[gl]' "$out/$1.s") / 2))" ]; then
        pass "maxima without branches"
    else
        fail "maxima without branches" "$command" "$out/$1.log"
    fi
}

# Code for pieces of chunks is a function of its own: as a part of one with all widths it took gcc twice the memory, and the time.
apart() { # program, kilobytes
    local c=$out/$1.c command kb
    case $(gcc -dumpmachine 2>/dev/null) in x86_64-*) ;; *) skip "pieces apart: $1" "no gcc for x86-64"; return ;; esac
    $ptx2c -o "$c" "tests/bench/programs/$1.ptx"
    command="gcc -std=c11 -O2 -march=skylake-avx512 -Iruntime -c -o $out/$1.o $c"
    $CC -O1 -o $out/cost tests/bench/cost.c
    # shellcheck disable=SC2086 # words
    read -r _ kb <<<"$($out/cost 1 $command)"
    echo "$kb kB, not $2" >"$out/$1.log"
    if [ "${kb:-$2}" -lt "$2" ]; then pass "pieces apart: $1"; else fail "pieces apart: $1" "$command" "$out/$1.log"; fi
}

# clang uses the whole of AVX-512's vectors, unless it is told not to.
wide() { # program
    local c=$out/$1.c command
    case $(clang -dumpmachine 2>/dev/null) in x86_64-*) ;; *) skip "whole vectors" "no clang for x86-64"; return ;; esac
    $ptx2c -o "$c" "tests/bench/$1.ptx"
    command="clang -std=c11 -O3 -fno-math-errno -march=skylake-avx512 -Iruntime -S -o $out/$1.s $c"
    if $command >"$out/$1.log" 2>&1 && grep -q 'vfmadd.*%zmm' "$out/$1.s" &&
        $command -mprefer-vector-width=256 >"$out/$1.log" 2>&1 && grep -q 'vfmadd.*%ymm' "$out/$1.s" && ! grep '%zmm' "$out/$1.s" >"$out/$1.log"; then
        pass "whole vectors"
    else
        fail "whole vectors" "$command" "$out/$1.log"
    fi
}

# gcc uses gathers for processors of which it knows no more than that they have them, and none where it is told of one that has slow ones.
gathering() { # program
    local c=$out/$1.c command
    case $(gcc -dumpmachine 2>/dev/null) in x86_64-*) ;; *) skip "gathers" "no gcc for x86-64"; return ;; esac
    $ptx2c -o "$c" "tests/bench/programs/$1.ptx"
    command="gcc -std=c11 -O3 -fno-math-errno -march=x86-64-v3 -Iruntime -S -o $out/$1.s $c"
    if $command >"$out/$1.log" 2>&1 && grep -q vgather "$out/$1.s" &&
        $command -mtune=znver2 >"$out/$1.log" 2>&1 && ! grep vgather "$out/$1.s" >"$out/$1.log"; then
        pass "gathers"
    else
        fail "gathers" "$command" "$out/$1.log"
    fi
}

# Lanes of a warp from one number to another lie side by side, as clang sees.
in_a_row() {
    local c=$out/in_a_row.c command
    case $(clang -dumpmachine 2>/dev/null) in x86_64-*) ;; *) skip "a warp's lanes in a row" "no clang for x86-64"; return ;; esac
    cat >"$c" <<'END'
#define PTX2C_GENERATED 2
#include "ptx2c.h"
#include "ptx2c/memory.h"
void twice(unsigned char *a, const unsigned char *b, uint32_t from, uint32_t to);
void twice(unsigned char *a, const unsigned char *b, uint32_t from, uint32_t to)
{
    PTX2C_SIMD_MASKED_FROM(0xffffffffu, from, to) ptx2c_st_f32(a + 4 * l, ptx2c_ld_f32(b + 4 * l) * 2);
}
END
    command="clang $strict -O3 -fno-math-errno -march=skylake-avx512 -Iruntime -S -o $out/in_a_row.s $c"
    if $command >"$out/in_a_row.log" 2>&1 && ! grep 'vgather\|vscatter' "$out/in_a_row.s" >"$out/in_a_row.log"; then
        pass "a warp's lanes in a row"
    else
        fail "a warp's lanes in a row" "$command" "$out/in_a_row.log"
    fi
}

if [ $# -eq 0 ]; then
    apart align 120000
    filled lattice gcc vmovups
    filled lattice clang vmovups
    filled quads clang vscatter
    in_a_row
    looked_up crc
    unguessed gaps
    picked equalise
    spread cipher
    picked letters
    wide saxpy
    gathering records
    vectors ifs cutoff gcc -fopt-info-vec-optimized 'loop vectorized'
    vectors powers hill gcc '-fno-tree-loop-distribute-patterns -fopt-info-vec-optimized' 'loop vectorized'
    vectors switches flux clang -Rpass=loop-vectorize 'vectorized loop'
fi
[ $# -gt 0 ] || set -- $(cd tests/compile && ls ./*.ptx | sed 's|^\./||; s|\.ptx$||')
side_by_side one $out tests/compile.sh "$@"
finish
