#!/bin/bash
# ptx2c is built by the other compiler, too, without a warning, and what that writes is the same.
#
#   tests/clang.sh
#
# OTHER: that compiler (clang, or gcc where CC is clang).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=${PTX2C:-./ptx2c}
case ${CC:-cc} in *clang*) other=${OTHER:-gcc} ;; *) other=${OTHER:-clang} ;; esac
out=build/$other
if ! command -v "$other" >/dev/null; then
    skip "built by $other" "no $other"
    finish
fi
mkdir -p build
if make -s BUILD="$out" CC="$other" CFLAGS=-O0 >build/clang.log 2>&1 && ! grep -q warning build/clang.log; then
    pass "built by $other"
    for ptx in samples/*.ptx tests/bench/*.ptx tests/bench/programs/*.ptx; do
        $ptx2c -w -o build/clang-ours.c --module=m "$ptx" && "$out/ptx2c" -w -o build/clang-its.c --module=m "$ptx" &&
                cmp build/clang-ours.c build/clang-its.c >build/clang.log 2>&1 || { fail "$ptx" "$out/ptx2c -w --module=m $ptx" build/clang.log; continue; }
        pass "$ptx"
    done
else
    fail "built by $other" "make BUILD=$out CC=$other CFLAGS=-O0" build/clang.log
fi
finish
