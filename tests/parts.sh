#!/bin/bash
# The parts of the runtime: each stands by itself; a generated file includes those that it uses and no others, with
# --standalone as text; programs that launch kernels get no more than the host's interface, in any C and C++.
#
#   tests/parts.sh
#
# Environment: CC, PTX2C (./ptx2c).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=$(realpath "${PTX2C:-./ptx2c}") || exit 1
out=build/parts_test
rm -rf "$out"
mkdir -p "$out"
warnings='-Wall -Wextra -Wpedantic -Werror'

try() { # name, command
    if timeout 120 bash -c "$2" >"$out/log" 2>&1 && [ ! -s "$out/log" ]; then pass "$1"; else fail "$1" "$2" "$out/log"; fi
}

# ---- each part by itself --------------------------------------------------------------------------------------------------

for part in runtime/ptx2c/*.h; do
    name=$(basename "$part")
    needs='' more=''
    case $name in
    matrix.h | sparse.h | wmma.h | wgmma.h) needs='#define PTX2C_MATRIX 1' ;;
    sanitize_run.h) needs='#define PTX2C_CHECK 15' more='#include "ptx2c/grid.h"' ;; # the last part of a file
    sanitize.h | sanitize_report.h | sanitize_hook.h | sanitize_clock.h) ;; # of hosts, or without the checks' macros
    sanitize_race.h | sanitize_list.h) needs='#define PTX2C_CHECK 15' more='#include "ptx2c/sanitize_log.h"' ;; # which they call
    sanitize_*.h) needs='#define PTX2C_CHECK 15' ;;
    tcgen05*) needs='#define PTX2C_MATRIX 1\n#define PTX2C_TCGEN05 1' ;;
    esac
    printf "#define PTX2C_GENERATED 2\n$needs\n#include \"ptx2c.h\"\n#include \"ptx2c/$name\"\n$more\nint done;\n" >"$out/part.c"
    try "$name" "$CC $strict -Iruntime -fsyntax-only $out/part.c"
done

# A name in two parts would have two meanings in a file that uses both; what stands in static.h is there instead of what is in grid.h.
grep -oE '^ *# *define +PTX2C_[A-Za-z_0-9]+|\benum \{ *PTX2C_[A-Z_0-9]+ =|, PTX2C_[A-Z_0-9]+ =' runtime/ptx2c/*.h |
    sed -E 's|^.*/||; s|:.*(PTX2C_[A-Za-z_0-9]+).*| \1|; s|^static\.h|grid.h|' | sort -u |
    awk '{ parts[$2] = parts[$2] " " $1; n[$2]++ } END { for (name in n) if (n[name] > 1) print name ":" parts[name] }' >"$out/twice"
try 'names of macros and constants' "cat $out/twice"

# Nor has a type, or a function, the name of one of another part: a checked module may use all of them but those that stand for others.
{
    printf '#define PTX2C_GENERATED 2\n#define PTX2C_CHECK 15\n#define PTX2C_MATRIX 1\n#define PTX2C_TCGEN05 1\n#include "ptx2c.h"\n'
    for part in runtime/ptx2c/*.h; do
        name=$(basename "$part")
        case $name in all.h | static.h | grid.h | sanitize_run.h) ;; *) echo "#include \"ptx2c/$name\"" ;; esac
    done
    printf '#include "ptx2c/sanitize_run.h"\n#include "ptx2c/grid.h"\nint done;\n'
} >"$out/every.c"
try 'all parts in one file' "$CC $strict -Iruntime -fsyntax-only $out/every.c"

# ---- what a module includes -------------------------------------------------------------------------------------------------

includes() { # name, expected names of parts
    local got
    "$ptx2c" -w -o "$out/$1.c" "tests/bench/$1.ptx" || { fail "$1" "$ptx2c tests/bench/$1.ptx"; return; }
    got=$(sed -n 's|^#include "ptx2c/\(.*\)\.h"|\1|p' "$out/$1.c" | xargs)
    if [ "$got" = "$2" ]; then pass "$1 includes $2"; else fail "$1" "grep include $out/$1.c   # $got, not $2"; fi
}

includes saxpy 'fma host memory grid'
includes reduce_shuffle 'collective host grid'
includes histogram 'atomic host grid'
includes texture 'fma host memory texels grid'

# A whole file has no other parts than these and what they need.
whole() { # name, expected names of parts
    local got
    "$ptx2c" -w --standalone -o "$out/$1_whole.c" "tests/bench/$1.ptx" || { fail "$1" "$ptx2c --standalone"; return; }
    got=$(sed -n 's|^#ifndef PTX2C_\([A-Z0-9_]*\)_H$|\1|p' "$out/$1_whole.c" | tr A-Z a-z | xargs)
    if [ "$got" = "$2" ]; then pass "$1 contains $2"; else fail "$1" "grep PTX2C_.*_H $out/$1_whole.c   # $got, not $2"; fi
    try "$1 in one file" "$CC $strict $openmp -O1 $one_way -c -o $out/whole.o $out/$1_whole.c"
    ! grep -q '#include "' "$out/$1_whole.c" || fail "$1 in one file" "grep '#include \"' $out/$1_whole.c"
}

whole saxpy 'processor system types mode generated native fma launch host lock address32 cta lanes memory lane_check run_chunks run check place static grid'
whole spmv 'processor system types mode generated native fma launch host lock address32 cta lanes memory lane_check run_chunks run check place static grid'

# gcc's fixed cost is what it reads: a small module stays below so many bytes behind the preprocessor.
bytes=$($CC -std=c11 -Iruntime -E -P "$out/saxpy.c" | wc -c)
if [ "$bytes" -lt 134000 ]; then pass "saxpy: $bytes bytes preprocessed"; else fail saxpy "$bytes bytes preprocessed, not 134000"; fi

# What that saves: the same module with every part of the runtime.
{
    printf '#define PTX2C_GENERATED 1\n'
    grep -v '^#define PTX2C_GENERATED\|^#include "ptx2c/' "$out/saxpy.c"
} >"$out/saxpy_all.c"
one="$CC -std=c11 $openmp -O2 $one_way -Iruntime -c -o $out/part.o"
command="$out/cost 5 $one $out/saxpy.c -- $one $out/saxpy_all.c"
$CC -O1 -o "$out/cost" tests/bench/cost.c && $command >"$out/times" 2>"$out/log" &&
    ratio=$(awk '{ t[NR] = $1 } END { printf "%.2f", t[1] / t[2] }' "$out/times") && awk "BEGIN { exit !($ratio < 0.9) }"
if [ $? -eq 0 ]; then pass "saxpy: $ratio of the time to compile all parts"; else fail "saxpy's time to compile" "$command" "$out/times"; fi

# ---- host programs ----------------------------------------------------------------------------------------------------------

cat >"$out/host.c" <<'END'
#include <ptx2c.h>

extern const ptx2c_module scene;

int run(uint64_t texture);
int run(uint64_t texture)
{
    ptx2c_dim3 one = {1, 1, 1};
    void *args[1];
    args[0] = &texture;
    return ptx2c_launch(ptx2c_find_kernel(&scene, "k"), one, one, 0, args) ? ptx2c_texture_destroy(texture) : 0;
}
END
cp "$out/host.c" "$out/host.cc"
for cc in gcc clang; do
    command -v $cc >/dev/null || { skip "hosts in C ($cc)" "no $cc"; continue; }
    for std in c99 gnu99 c11 c17 c2x; do
        try "$cc -std=$std" "$cc -std=$std $warnings -Iruntime -fsyntax-only $out/host.c"
    done
done
for cc in g++ clang++; do
    command -v $cc >/dev/null || { skip "hosts in C++ ($cc)" "no $cc"; continue; }
    for std in c++11 c++14 c++17 c++20 c++2b; do
        try "$cc -std=$std" "$cc -std=$std $warnings -Iruntime -fsyntax-only $out/host.cc"
    done
done
if $CC -std=c11 -Iruntime -E "$out/host.c" | grep -qE 'struct ptx2c_cta \{|ptx2c_fma|ptx2c_ld_'; then
    fail 'hosts without the runtime' "$CC -Iruntime -E $out/host.c"
else
    pass 'hosts without the runtime'
fi
finish
