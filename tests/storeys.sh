#!/bin/bash
# The storeys of src/, as its README lists them, lowest first: what each object file needs of others, by their symbols, lies
# in its own storey or in a lower one.
#
#   tests/storeys.sh [-v]         -v: all calls between storeys
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
build=${BUILD:-build} out=${BUILD:-build}/tests
mkdir -p "$out"
storeys=$(sed -n 's/^| `\([a-z]*\)` |.*/\1/p' src/README.md)
objects=$(for s in $storeys; do
    for f in $(find src/"$s" -name '*.c' | sort); do f=${f#src/}; echo "$build/${f%.c}.o"; done
done)

# A line for each symbol that an object needs and another one has: needing object, having object, symbol.
calls() { # objects
    nm -A -g "$@" | sed "s|^$build/||; s|\.o:| |" | awk '
        NF == 3 { needed[++n] = $1 " " $3 }
        NF == 4 { at[$4] = $1 }
        END { for (i = 1; i <= n; i++) { split(needed[i], x); if (x[2] in at) print x[1], at[x[2]], x[2] } }'
}
calls $build/isa_table.o $build/embedded.o $build/runtime_parts.o $objects >"$out/storeys.calls"
calls $build/tools/mkisa*.o >"$out/storeys.tools"

for s in $(ls src); do
    [ -d "src/$s" ] || continue
    case " tools interp $(echo $storeys) " in *" $s "*) ;; *) fail "src/$s" "src/README.md has no storey $s" ;; esac
done
for s in $storeys; do
    awk -v storeys="$(echo $storeys)" -v own="$s" '
        BEGIN { n = split(storeys, x); for (i = 1; i <= n; i++) number[x[i]] = i }
        function storey(file) { sub(/\/.*/, "", file); return (file in number) ? number[file] : 0 } # 0: tables that are only data
        index($1, own "/") == 1 && storey($2) > number[own] { print $1 ".c calls " $3 " of " $2 ".c" }' \
        "$out/storeys.calls" >"$out/storeys.$s"
    if [ -s "$out/storeys.$s" ]; then
        fail "$s calls only its own and lower storeys" "tests/storeys.sh" "$out/storeys.$s"
    else
        pass "$s calls only its own and lower storeys"
    fi
done
# The interpreter proves something only as long as it and the translator have nothing in common.
if grep -n '#include "' src/interp/*.[ch] | grep -v -e '"interp\.h"' -e '"words\.h"' >"$out/storeys.interp"; then
    fail "src/interp includes nothing of the translator" tests/storeys.sh "$out/storeys.interp"
else
    pass "src/interp includes nothing of the translator"
fi
# What the headers show of other storeys is of lower ones, too: for tables and types, which are no symbols.
grep -ro '#include "[a-z]*/' src --include='*.[ch]' | sed 's|^src/||; s|:#include "| |; s|/$||' | awk -v storeys="$(echo $storeys)" '
    BEGIN { n = split(storeys, x); for (i = 1; i <= n; i++) number[x[i]] = i }
    { own = $1; sub(/\/.*/, "", own) }
    number[own] && number[$2] > number[own] { print "src/" $1 " includes a header of " $2 }' >"$out/storeys.headers"
if [ -s "$out/storeys.headers" ]; then
    fail "files include only headers of their own and lower storeys" tests/storeys.sh "$out/storeys.headers"
else
    pass "files include only headers of their own and lower storeys"
fi
# What is left when files that call none of the rest, or that none of the rest calls, are taken away again and again, calls
# each other in a circle: the parser's recursive descent, and nothing else; nor do those of the table compiler.
awk '$1 != $2 { from[++n] = $1; to[n] = $2 }
    END {
        do {
            split("", out); split("", in_); m = 0; gone = 0
            for (i = 1; i <= n; i++) { out[from[i]] = 1; in_[to[i]] = 1 }
            for (i = 1; i <= n; i++)
                if (out[to[i]] && in_[from[i]]) { ++m; from[m] = from[i]; to[m] = to[i] } else gone = 1
            n = m
        } while (gone)
        for (i = 1; i <= n; i++) if (from[i] !~ /^ptx\// && !seen[from[i]]++) print from[i] ".c"
    }' "$out/storeys.calls" "$out/storeys.tools" >"$out/storeys.circle"
if [ -s "$out/storeys.circle" ]; then
    fail "only the parser's files call each other in a circle" "tests/storeys.sh" "$out/storeys.circle"
else
    pass "only the parser's files call each other in a circle"
fi
[ "${1:-}" != -v ] || cat "$out/storeys.calls"
finish
