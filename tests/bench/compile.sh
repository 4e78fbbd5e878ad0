#!/bin/bash
# Measures what our C costs the C compiler, for the kernels, programs and samples of the repository: seconds of its processor time with
# -O2 -march=native and without -march, for each 10 kB of PTX, its memory, and bytes of C for each byte of PTX.
#
#   tests/bench/compile.sh [FILE.ptx...]    a table on the screen; all figures in build/bench/compile.tsv
#
# The table has the five that take longest for each 10 kB of each kind, those in the middle, and how many are above the goals, for which
# a file may take 0.08 s whatever is in it.  Environment: PTX2C (./ptx2c), CC (gcc), ROUNDS (1: each time is the least of so many).
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 1
ptx2c=${PTX2C:-./ptx2c}
out=build/bench
mkdir -p $out
${CC:-gcc} -O1 -o $out/cost tests/bench/cost.c || exit 1
[ $# -gt 0 ] || set -- tests/bench/*.ptx tests/bench/programs/*.ptx samples/*.ptx

one="${CC:-gcc} -std=c11 -O2 -fopenmp -Iruntime -c -o $out/compile.o $out/compile.c"
for file; do
    $ptx2c -w -o $out/compile.c "$file" || exit
    # shellcheck disable=SC2086 # words
    cost=$($out/cost "${ROUNDS:-1}" $one -march=native -- $one) || { echo "$one" >&2; exit 1; }
    echo "$(basename "$file" .ptx)" "$(stat -c %s "$file")" "$(stat -c %s $out/compile.c)" $cost
done | awk '{ t = $4 > 0.08 ? $4 - 0.08 : 0; s = $6 > 0.08 ? $6 - 0.08 : 0
    printf "%s\t%d\t%.2f\t%.2f\t%.2f\t%.0f\t%.2f\t%.2f\t%.0f\n", $1, $2, $3 / $2, $4, t * 1e4 / $2, $5 / 1e3, $6, s * 1e4 / $2, $7 / 1e3
}' >$out/compile.tsv

row() { awk -F '\t' '{ printf "| %s | %.1f | %.1f | %s | %s | %s | %s | %s | %s |\n", $1, $2 / 1000, $3, $4, $5, $6, $7, $8, $9 }'; }
n=$(wc -l <$out/compile.tsv)
echo '| input | PTX, kB | C / PTX | -march=native, s | of 10 kB | MB | no -march, s | of 10 kB | MB |'
echo '| --- | --- | --- | --- | --- | --- | --- | --- | --- |'
sort -t "$(printf '\t')" -k5,5gr $out/compile.tsv | head -n 5 | row
for column in 5 8; do
    sort -t "$(printf '\t')" -k$column,${column}g $out/compile.tsv | sed -n "$(((n + 1) / 2))p" |
        sed "s/^\([^	]*\)/in the middle$([ $column = 5 ] || echo ' without -march'): \1/" | row
done
awk -F '\t' '{ size += $3 > 2.5; time += $5 > 1.5; plain += $8 > 1.5; memory += $6 > 400 || $9 > 400 }
    END { printf "\nOf %d above the goals: %d take more than 1.5 s for 10 kB (%d without -march), %d more than 400 MB, and of %d the C is more than 2.5 times as long as the PTX.\n",
        NR, time, plain, memory, size }' $out/compile.tsv
