#!/bin/bash
# Feeds tests/mkisa/*.isa to mkisa, the compiler of the instruction table.  A comment "# => PART" in a file says that
# the line that follows it is refused with a message containing PART; mkisa must complain of exactly those lines.  A
# file without such comments is accepted, and its table compiles.
#
#   tests/mkisa.sh [NAME...]
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
mkisa=${MKISA:-${BUILD:-build}/mkisa}
out=${BUILD:-build}/tests/mkisa
mkdir -p "$out"
if [ $# -gt 0 ]; then set -- "${@/%/.isa}"; set -- "${@/#/tests/mkisa/}"; else set -- tests/mkisa/*.isa; fi
for file; do
    name=$(basename "$file" .isa)
    "$mkisa" "$file" >"$out/$name.c" 2>"$out/$name.err"
    status=$?
    if ! grep -q '^ *# =>' "$file"; then
        # shellcheck disable=SC2086
        if [ $status -eq 0 ] && $CC $strict -Isrc -I"${BUILD:-build}" -c -o "$out/$name.o" "$out/$name.c" 2>>"$out/$name.err"; then
            pass "$name"
        else
            fail "$name" "$mkisa $file" "$out/$name.err"
        fi
        continue
    fi
    awk -v file="$file" '
    FNR == NR {
        if ($0 ~ /^ *# =>/) { part = $0; sub(/^ *# => */, "", part); want[FNR + 1] = part }
        next
    }
    {
        rest = substr($0, length(file) + 2)
        n = rest + 0
        if (index($0, file ":") != 1 || !(n in want)) print "unexpected: " $0
        else if (index($0, want[n])) seen[n] = 1
    }
    END { for (n in want) if (!(n in seen)) print file ":" n ": no message with \"" want[n] "\"" }
    ' "$file" "$out/$name.err" >"$out/$name.diff"
    [ $status -eq 1 ] || echo "status $status" >>"$out/$name.diff"
    if [ -s "$out/$name.diff" ]; then fail "$name" "$mkisa $file" "$out/$name.diff"; else pass "$name"; fi
done
finish
