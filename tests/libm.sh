#!/bin/bash
# CUDA's math library through the whole chain: tests/libm/libm.cu, a kernel for each of its functions, is made PTX by nvcc,
# translated, compiled and run over edge values and random ones; MPFR says how far off the results are, and CUDA's
# documented bounds (tests/libm/functions.h) how far they may be.
#
#   tests/libm.sh [-v] [single|double|fast|half ...]      fast: floats with -use_fast_math, in LONG=1 only unless named
#
# LONG=1: thirty times as many values.  CFLAGS (-O1) compiles the translated module.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
out=build/libm
mkdir -p $out
verbose=
[ "${1:-}" != -v ] || { verbose=-v; shift; }
if ! command -v nvcc >/dev/null; then
    skip libm "no nvcc"
    finish
elif ! printf '#include <mpfr.h>\n' | $CC -E -xc - >/dev/null 2>&1; then
    skip libm "no MPFR (libmpfr-dev)"
    finish
fi
[ $# -gt 0 ] || set -- single double half ${LONG:+fast}
count=1000
[ -z "${LONG:-}" ] || count=30000

one() { # name
    local name=$1 nvcc_flags= flags= program=libm arch=sm_75
    case $name in
    single) flags=-DSINGLE ;;
    fast) flags='-DSINGLE -DFAST' nvcc_flags=-use_fast_math ;;
    half) program=half arch=sm_90 ;;
    esac
    local base=$out/$name
    # shellcheck disable=SC2086
    {
        nvcc -ptx -arch=$arch $nvcc_flags $flags -o "$base.ptx" tests/libm/$program.cu &&
            ./ptx2c --module=math -o "$base.c" "$base.ptx" &&
            $CC $strict ${CFLAGS:--O1} $one_way -Iruntime -c -o "$base.o" "$base.c" &&
            $CC $strict ${CFLAGS:--O1} $flags -Iruntime -o "$base" tests/libm/$program.c "$base.o" -lmpfr -lgmp -lm
    } >"$base.log" 2>&1 || { fail "$name: building" "tests/libm.sh $name" "$base.log"; return; }
    timeout 1500 "$base" $verbose -n $count >"$base.log" 2>&1
    grep -E '^(ok|FAIL)' "$base.log" | sed "s/^\([a-zA-Z]*\) /\1 $name: /"
    add_counts "$base.log" || fail "$name" "$base" "$base.log"
}

pids=
for name; do
    (one "$name"; echo "$passed passed, $failed failed, $skipped skipped") >$out/"$name".result 2>&1 &
    pids="$pids $!"
    [ $(($(echo $pids | wc -w) % ${JOBS:-2})) -ne 0 ] || wait
done
wait
for name; do
    sed '$d' $out/"$name".result
    add_counts $out/"$name".result || fail "$name" "tests/libm.sh $name" $out/"$name".result
done
finish
