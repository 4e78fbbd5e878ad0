#!/bin/bash
# Runs tests/run/X.ptx: translates it, compiles it with the host program X.c, runs it and compares what it prints with
# X.out.  Each is done twice: as usual, and with --no-analysis, the literal translation.
#
#   tests/run.sh [-r] [NAME...]       -r writes X.out anew: read the difference before committing it
#   LONG=1 tests/run.sh               several compilers and levels of optimisation, with sanitizers
#
# Comments at the beginning of X.ptx may say
#   // options: …       for ptx2c             // cflags: …       for the C compiler
#   // args: …          for the program       // also: Y.ptx …   more modules to link
#   // status: N        the program's exit status, 0 unless said
#   // needs: openmp    skipped with OPENMP=0
# Environment: CC, OPENMP=0 (no -fopenmp), OMP_NUM_THREADS (4), PTX2C (./ptx2c), JOBS (2).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C OMP_NUM_THREADS=${OMP_NUM_THREADS:-4}
ptx2c=${PTX2C:-./ptx2c}
out=build/run
mkdir -p $out
# Large modules are made for this processor alone, and with -O1, which has vectors, too; small ones for three, of which the one
# runs that is good enough for all: samples run the best.
# (The last -O of a command counts.)  What takes compilers longest is not optimised at all but with LONG=1, and the literal
# form of large modules is for tcc first.
LARGE=6000 HUGE=40000 native='-O1 -fstrict-aliasing -march=native'
echo 'int main(void) { return 0; }' >$out/native.c
$CC $native -o $out/native $out/native.c 2>$out/native.log || native=

said() { # what, file: the value of a comment at the file's beginning
    sed -n -e '/^\/\//!q' -e "s|^// $1: *||p" "$2"
}

# Translates the modules of a test into C files; prints them.
translate() { # name, directory, options
    local module ptx=tests/run/$1.ptx dir=$2
    shift
    for module in "$ptx" $(said also "$ptx" | sed 's|[^ ]*|tests/run/&|g'); do
        # shellcheck disable=SC2046
        timeout 60 $ptx2c -o "$dir/$(basename "$module" .ptx).c" ${2:-} $(said options "$module") "$module" >&2 || return
        echo "$dir/$(basename "$module" .ptx).c"
    done
}

# Whether the program of a large module, made by tcc, gives the right result.  without: why $CC has to make it instead.  Of a structure of 12 bytes
# that a function returns, such as ptx2c_tid's and a texture's axis, tcc 0.9.27 writes 16, over the variable behind it: what is wrong for another
# reason fails, but for what takes too long.
ran_by_tcc() {
    without='no tcc'
    [ -n "$tcc" ] || return
    without='tcc refuses it'
    # shellcheck disable=SC2046,SC2086
    command="$tcc $(said cflags "$ptx") -Iruntime -o $dir/run $(echo $files) tests/run/$name.c -lm"
    $command >"$dir/log" 2>&1 || return
    without='tcc writes over a variable'
    { timeout 20 "$dir/run" $(said args "$ptx") >"$dir/stdout"; } 2>"$dir/stderr"
    status=$?
    [ $status -eq "$(said status "$ptx" | grep . || echo 0)" ] && cmp -s "tests/run/$name.out" "$dir/stdout" && return
    [ $status -eq 124 ] || grep -q 'ptx2c_tid(\|ptx2c/texture.h\|ptx2c/surface.h' $files || fail "$name ($label): tcc" "$command && $dir/run $(said args "$ptx") | diff tests/run/$name.out -"
    false
}

one() { # name, label, compiler, flags, ptx2c options
    local name=$1 label=$2 cc=$3 flags=$4 options=${5:-} ptx=tests/run/$1.ptx dir=$out/$1/$2 files size status want without= command
    mkdir -p "$dir"
    again="tests/run.sh $name   # in $dir"
    files=$(translate "$name" "$dir" "$options" 2>"$dir/log") ||
        { fail "$name ($label)" "$ptx2c $options $(said options "$ptx") $ptx" "$dir/log"; return; }
    [ ! -s "$dir/log" ] || { fail "$name ($label): diagnostics" "$again" "$dir/log"; return; }
    # shellcheck disable=SC2086
    size=$(cat $files | wc -c)
    if [ "$label" = usual ]; then
        [ "$size" -lt $LARGE ] && flags="$flags -DPTX2C_PROCESSOR=1" || flags="$flags $native"
    fi
    [ "$label" != usual ] || [ "$size" -lt $HUGE ] || flags="$flags -O0"
    [ "$label" != literal ] || [ "$size" -lt $LARGE ] || [ -n "${LONG:-}" ] || ! ran_by_tcc || { pass "$name (literal)"; return; }
    command="$cc $strict $flags $(said cflags "$ptx") -Iruntime -o $dir/run $(echo $files) tests/run/$name.c -lm"
    $command >"$dir/log" 2>&1 || { fail "$name ($label): compiling" "$command" "$dir/log"; return; }
    # shellcheck disable=SC2046
    timeout 120 "$dir/run" $(said args "$ptx") >"$dir/stdout" 2>"$dir/stderr"
    status=$?
    want=$(said status "$ptx")
    if [ "$status" -ne "${want:-0}" ]; then
        cat "$dir/stderr" "$dir/stdout" >"$dir/log"
        fail "$name ($label): status $status" "$command && $dir/run $(said args "$ptx")" "$dir/log"
    elif [ -n "$renew" ]; then
        cp "$dir/stdout" "tests/run/$name.out"
        pass "$name ($label): written"
    elif ! diff -u "tests/run/$name.out" "$dir/stdout" >"$dir/log" 2>&1; then
        fail "$name ($label): output" "$command && $dir/run $(said args "$ptx") | diff tests/run/$name.out -" "$dir/log"
    else
        pass "$name ($label${without:+; $without})"
    fi
}

all_ways() { # name
    local name=$1
    rm -rf "${out:?}/$name"
    if [ -n "$(said needs "tests/run/$name.ptx")" ] && [ -z "$openmp" ]; then
        skip "$name" "needs OpenMP"
        return
    fi
    one "$name" usual "$CC" "-O2 $openmp"
    [ -z "$renew" ] || return
    one "$name" literal "$CC" "-O0 $openmp" --no-analysis
    [ -n "${LONG:-}" ] || return
    for cc in gcc clang; do
        command -v $cc >/dev/null || { skip "$name ($cc)" "no $cc"; continue; }
        one "$name" $cc-O0 $cc "-O0 $openmp"
        one "$name" $cc-O3 $cc "-O3 -march=native -fno-math-errno $openmp"
        one "$name" $cc-alone $cc "-O3"
        one "$name" $cc-old $cc "-O2 $openmp -DPTX2C_PROCESSOR=1"
        one "$name" $cc-sanitized $cc "-O1 $sanitize $openmp"
    done
}

renew=
[ "${1:-}" != -r ] || { renew=1; shift; }
[ $# -gt 0 ] || set -- $(cd tests/run && ls ./*.ptx 2>/dev/null | sed 's|^\./||; s|\.ptx$||')
# Modules that others link have no program of their own.
names=
for name; do [ ! -f "tests/run/$name.c" ] || names="$names $name"; done
# shellcheck disable=SC2086
side_by_side all_ways $out tests/run.sh $names
finish
