#!/bin/bash
# What the runtime's arithmetic costs beside plain C and libm (tests/rates/rates.c): part of `make bench`.
#
#   tests/rates.sh [PART OF A FUNCTION'S NAME...]
#
# add, sub, mul, div and conversions that round to nearest are C's own operators.  Status 1 when a ratio is above what is
# asked for.  Environment: CC.
set -u
cd "$(dirname "$0")/.." || exit 1
out=build/rates CC=${CC:-cc}
mkdir -p $out
flags='-std=gnu11 -O3 -march=native -fno-math-errno -ffp-contract=off'
$CC $flags -Wall -Wextra -Iruntime -o $out/rates tests/rates/rates.c -lm || exit
echo "$($CC --version | head -n 1), $flags"
$out/rates "$@"
