#!/bin/bash
# The approximate and rounded instructions of one float over all its values (tests/sweep/sweep.c), and the worst errors
# beside what the manual allows: the table in ptx2c-runtime(3).
#
#   tests/sweep.sh [GROUP...]            every 4099th float, 10^6 doubles
#   LONG=1 tests/sweep.sh [GROUP...]     all 2^32 floats, 10^8 doubles: about ten minutes of two processors
#
# Environment: CC, JOBS (2), STEP and COUNT instead of the numbers above, CFLAGS for the translated module.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
out=build/sweep
mkdir -p $out
step=${STEP:-4099} count=${COUNT:-1000000}
[ -z "${LONG:-}" ] || { step=${STEP:-1}; count=${COUNT:-100000000}; }

build() {
    # The kernels are asked of the program itself; it needs a module to link with for that.
    printf '.version 7.0\n.target sm_75\n.address_size 64\n' >$out/none.ptx &&
        ./ptx2c --module=sweep -o $out/none.c $out/none.ptx &&
        $CC $strict -O2 -frounding-math -fno-math-errno -Iruntime -c -o $out/main.o tests/sweep/sweep.c &&
        $CC -std=c11 -w -Iruntime -o $out/list $out/main.o $out/none.c -lm &&
        $out/list -p >$out/sweep.ptx &&
        ./ptx2c --module=sweep -o $out/sweep.c $out/sweep.ptx &&
        $CC $strict ${CFLAGS:--O3 -march=native -fno-math-errno} -Iruntime -c -o $out/sweep.o $out/sweep.c &&
        $CC ${CFLAGS:-} -o $out/sweep $out/main.o $out/sweep.o -lm
}
build >$out/log 2>&1 || { fail sweep "tests/sweep.sh" $out/log; finish; }

[ $# -gt 0 ] || set -- $($out/list -l)
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -I{} sh -c "$out/sweep -s $step -n $count {} >$out/{}.result 2>&1; true"
for group; do
    sed '$d' $out/"$group".result
    add_counts $out/"$group".result || fail "$group" "$out/sweep $group" $out/"$group".result
done
finish
