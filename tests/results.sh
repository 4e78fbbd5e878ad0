#!/bin/bash
# Rows that write several registers: each result is the same whether or not the others are looked at.  Takes every such row
# of the instruction table, runs an instruction of it with all results stored and with one, as usual and with --no-analysis.
#
#   tests/results.sh [ROW...]          all, or those of the rows FILE.isa:LINE
#
# Without LONG=1 only every sixth of the rows with a single result, a vector, and none whose module is over 100 kB: its C takes
# minutes to compile.  Environment: PTX2C (./ptx2c), CC, OPENMP=0.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
ptx2c=${PTX2C:-./ptx2c}
out=build/tests/results
step=6
[ -z "${LONG:-}" ] || step=1
rm -rf $out
mkdir -p $out
# shellcheck disable=SC2046
$CC $strict -D_POSIX_C_SOURCE=200809L -O1 -Isrc -Ibuild -o $out/forms tests/isa/forms.c build/libptx2c.a -lm ||
    { fail forms 'tests/isa/forms.c does not compile'; finish; }

one() { # row
    local row=$1 at=$out/$1 way options files command
    $out/forms -r "$row" >"$at.ptx" || { echo "none $row"; return; } # it writes one register whatever its modifiers
    [ -n "${LONG:-}" ] || [ "$(wc -c <"$at.ptx")" -lt 100000 ] || { echo "none $row"; return; }
    for way in usual literal; do
        options=
        [ $way = usual ] || options=--no-analysis
        # shellcheck disable=SC2086
        if ! $ptx2c $options --module=m -o "$at.$way.c" "$at.ptx" 2>"$at.log"; then
            grep -Eq 'not translated|is refused' "$at.log" && { echo "none $row"; return; }
            fail "$row ($way)" "$ptx2c $options $at.ptx" "$at.log"
            return
        fi
        files="-Iruntime -o $at.$way tests/results/driver.c $at.$way.c -lm"
        command="$CC -std=c11 -w -O1 $one_way $openmp $files"
        if { [ $way = literal ] && [ -n "$tcc" ] && $tcc $files && timeout 60 "$at.$way"; } >"$at.log" 2>&1 ||
            { $command && timeout 60 "$at.$way"; } >"$at.log" 2>&1; then
            pass "$row ($way)"
        else
            fail "$row ($way)" "$command && $at.$way   # $(head -n 1 "$at.ptx")" "$at.log"
        fi
    done
}

# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $($out/forms -s | awk -v step="$step" '$2 > 1 || n++ % step == 0 { print $1 }')
side_by_side one $out tests/results.sh "$@"
finish
