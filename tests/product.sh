#!/bin/bash
# What a C compiler has to do for a matrix product as frameworks write them (mma, ldmatrix, cp.async): its processor time beside
# that for a file of ours, its memory, and the size of the C beside that of the PTX; and what the product takes beside loops by hand.
#
#   tests/product.sh
#
# Environment: PTX2C (./ptx2c), CC, SLOW (1): a factor on the time.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=${PTX2C:-./ptx2c}
out=build/product
mkdir -p $out
$CC -O1 -o $out/cost tests/bench/cost.c || exit 1

holds() { awk "BEGIN { exit !($1) }"; }

ptx=tests/product/tile.ptx translate="$ptx2c -o $out/tile.c tests/product/tile.ptx"
compile="$CC -std=c11 -O2 -DPTX2C_CLONES= -Iruntime -c -o $out/tile.o $out/tile.c"
plain="$CC -std=gnu11 -O2 -Isrc -Ibuild -c -o $out/plain.o src/ptx/expr.c"
$translate >$out/log 2>&1 && [ ! -s $out/log ] || { fail 'a product of matrices' "$translate" $out/log; finish; }

# shellcheck disable=SC2086 # words
read -r -d '' time memory plain_time _ <<<"$($out/cost 2 $compile -- $plain)"
[ -n "${plain_time:-}" ] || { fail 'a product of matrices' "$compile && $plain" $out/log; finish; }
# Some 15 times; it was 90 with three copies of the kernel and loops for every operand of an mma.
check() { # what, condition, figures
    echo "$3" >$out/log
    if holds "$2"; then pass "$1"; else fail "$1" "$translate && $compile" $out/log; fi
}
check 'a product: the time of a compiler' "$time < 30 * $plain_time * ${SLOW:-1}" "$time s; $plain_time s for src/ptx/expr.c"
check 'a product: its memory' "$memory < 150000" "$memory kB"
bytes=$(wc -c <$out/tile.c) of=$(wc -c <$ptx)
check 'a product: the size of the C' "$bytes < 3 * $of" "$bytes bytes for $of"

# All parts of the runtime that generated files name, together, for this processor: names that only some processors' code has.
native=-march=native
$CC $native -fsyntax-only -x c /dev/null 2>$out/log || native=
printf '#define %s 1\n' PTX2C_GENERATED PTX2C_MATRIX PTX2C_TCGEN05 PTX2C_TENSORS PTX2C_TEXTURES >$out/all.c
printf '#include "ptx2c/%s.h"\n' collective period host all >>$out/all.c
command="$CC $strict -O2 $native -Iruntime -c -o $out/all.o $out/all.c"
if $command >$out/log 2>&1; then pass 'the runtime for this processor'; else fail 'the runtime for this processor' "$command" $out/log; fi

# One thread; some 1.7 times as long as by hand, and 3 at most.
build="$CC -std=c11 -O2 $native -fno-math-errno -DPTX2C_CLONES= -Iruntime -o $out/time $out/tile.c tests/product/time.c -lm"
if $build >$out/log 2>&1 && $out/time >$out/log 2>&1; then
    read -r ratio times <$out/log
    check 'a product: its time beside loops by hand' "$ratio < 3 * ${SLOW:-1}" "$ratio: $times"
else
    fail 'a product: its time beside loops by hand' "$build && $out/time" $out/log
fi
finish
