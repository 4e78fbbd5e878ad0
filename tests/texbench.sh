#!/bin/bash
# Measures 2-D reads of f32 with bilinear filter against a bilinear function by hand, over the same image and in the same
# run: they may take three times as long.
#
#   tests/texbench.sh       environment as for tests/bench.sh, which does the work: CCS, THREADS (1), SECONDS_EACH
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
THREADS=${THREADS:-1} VARIANTS='hand plain ours' bash tests/bench.sh texture || exit 1
awk -F '\t' '$4 == "hand" { hand[$2, $3] = $5 }
    $4 != "hand" && (!(($2, $3) in hand) || $5 == "-") { print $2, $4, "not measured"; next }
    $4 != "hand" { t[$2 " " $4 " threads=" $3] = $5 / hand[$2, $3] }
    END { for (k in t) print k, t[k] }' build/bench/times.tsv | sort >build/bench/texture.txt
while read -r what variant threads ratio; do
    if awk "BEGIN { exit !(\"$ratio\" != \"\" && \"$ratio\" < 3) }"; then
        pass "texture read, $what $variant $threads: $ratio times that by hand"
    else
        fail "texture read, $what $variant $threads: ${ratio:-no time}, allowed 3 times that by hand" tests/texbench.sh
    fi
done <build/bench/texture.txt
[ -s build/bench/texture.txt ] || fail "texture read" tests/texbench.sh
finish
