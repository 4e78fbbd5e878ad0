#!/bin/bash
# Feeds tests/parse/*.ptx to the compiler.  With X.err, `ptx2c --check` prints exactly that (and refuses the file when there
# is an error in it); with X.ast, `ptx2c --emit=ast` prints exactly that and no message.
#
#   tests/parse.sh [-r] [NAME...]       -r rewrites what is expected; read the diff
#
# $PTX2C names another binary.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
ptx2c=$(realpath "${PTX2C:-${BUILD:-build}/ptx2c}") || exit 1
out=$(realpath -m "${BUILD:-build}/tests/parse")
mkdir -p "$out"
cd tests/parse || exit 1
rewrite=
if [ "${1:-}" = -r ]; then rewrite=1; shift; fi
[ $# -gt 0 ] || set -- $(ls ./*.ptx | sed 's|^\./||; s|\.ptx$||')

# What the compiler says of a file: the message, then the status on a line of its own.
run_err() { "$ptx2c" --check "$1.ptx" >/dev/null; echo "status $?"; }
run_ast() { "$ptx2c" -Wno-uninitialized --emit=ast -o - "$1.ptx"; echo "status $?"; }

for name; do
    kind=err
    if [ -f "$name.ast" ] || { [ ! -f "$name.err" ] && [ "$(run_err "$name" 2>&1)" = "status 0" ]; }; then kind=ast; fi
    [ -z "$rewrite" ] || "run_$kind" "$name" >"$name.$kind" 2>&1
    "run_$kind" "$name" >"$out/$name.out" 2>&1
    if diff -u "$name.$kind" "$out/$name.out" >"$out/$name.diff" 2>&1; then
        pass "$name"
    else
        fail "$name" "cd tests/parse && ../../${BUILD:-build}/ptx2c --check $name.ptx" "$out/$name.diff"
    fi
done
finish
