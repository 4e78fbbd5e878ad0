#!/bin/bash
# What each pass does: tests/pass/PASS/FOLDER-NAME.diff is the difference between what --emit=ptx prints of FOLDER/NAME.ptx
# (tests/run, tests/bench, samples) after the pass before PASS and after PASS.  Empty: the pass has nothing to do there.
# What is printed is PTX that --check accepts.
#
#   tests/pass.sh [-r] [PASS...]      -r writes the differences anew: read how they changed before committing them
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
ptx2c=${PTX2C:-./ptx2c} out=${BUILD:-build}/tests/pass
mkdir -p "$out"
write=
if [ "${1:-}" = -r ]; then write=1; shift; fi
names=$($ptx2c --emit=ptx --after= x.ptx 2>&1 | sed -n 's/.*none of: //p' | tr -d ,)
for pass in ${*:-$names}; do
    before=$(echo "$names" | tr ' ' '\n' | grep -B1 -x -e "$pass" | head -1)
    for file in tests/pass/"$pass"/*.diff; do
        [ -f "$file" ] || continue
        name=$(basename "$file" .diff)
        ptx=tests/${name%%-*}/${name#*-}.ptx
        [ -f "$ptx" ] || ptx=${name%%-*}/${name#*-}.ptx
        $ptx2c -w --emit=ptx --after="$before" -o "$out/before.ptx" "$ptx" &&
            $ptx2c -w --emit=ptx --after="$pass" -o "$out/after.ptx" "$ptx" && $ptx2c -w --check "$out/after.ptx" >"$out/log" 2>&1
        status=$?
        diff -U1 "$out/before.ptx" "$out/after.ptx" | sed 1,2d >"$out/now.diff"
        if [ -n "$write" ]; then cp "$out/now.diff" "$file"; fi
        if [ $status -eq 0 ] && diff "$file" "$out/now.diff" >>"$out/log"; then
            pass "$pass $name"
        else
            fail "$pass $name" "$ptx2c --emit=ptx --after=$pass -o - $ptx" "$out/log"
        fi
    done
done
finish
