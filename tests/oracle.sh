#!/bin/bash
# Compares what is said of the lines of tests/isa/*.t with NVIDIA's assembler: its verdicts lie in tests/oracle/isa.tsv
# (verdict, version, target, line), so that no assembler is needed.
#
#   tests/oracle.sh       each line has a verdict, and it is ours; tests/oracle/differ lists the lines where it is not
#   tests/oracle.sh -r    asks the ptxas installed again about every line and writes the table and the list
#
# A line that the assembler installed cannot know (its .version is newer) has the verdict "unknown".
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
table=tests/oracle/isa.tsv differ=tests/oracle/differ
isa=${BUILD:-build}/tests/isa out=${BUILD:-build}/tests/oracle
rm -rf "$out" && mkdir -p "$out" || exit 1
bash tests/isa.sh >"$out/isa.log" 2>&1 # makes the modules

# All lines: ours, version, target, text; and for -r the module and the line's number in it.
for want in "$isa"/*.want; do
    ptx=${want%.want}.ptx
    awk -F'\t' -v ptx="$ptx" '
    FILENAME == ptx { if (FNR == 1) version = substr($0, 10); else if (FNR == 2) target = substr($0, 9); next }
    { print ($2 == "bad" ? "refuse" : "accept") "\t" version "\t" target "\t" $5 "\t" ptx "\t" $1 }' "$ptx" "$want"
done >"$out/lines"

# The verdict on one line: the module with only that line of those asked about.
ask() { # number of the line among all
    local ours version target text ptx n module=$out/$1
    IFS=$'\t' read -r ours version target text ptx n < <(sed -n "$1p" "$out/lines")
    awk -v n="$n" '
    FNR == NR { asked[$1]; next }
    !(FNR in asked) || FNR == n' "${ptx%.ptx}.want" "$ptx" >"$module.ptx"
    local verdict=refuse arch=${target%%,*}
    [[ $arch =~ ^sm_([1-6].|7[0-4])$ ]] && arch=sm_75 # the oldest it compiles for
    local unlinked=
    [[ $version =~ ^([12]|3\.0) ]] || unlinked=-c # unknown before 3.1
    # shellcheck disable=SC2086
    if ptxas -arch="$arch" $unlinked -o "$module.o" "$module.ptx" >"$module.log" 2>&1; then
        verdict=accept
    elif grep -q "Unsupported .version\|is not defined for option 'gpu-name'" "$module.log"; then
        verdict=unknown
    fi
    printf '%s\t%s\t%s\t%s\n' $verdict "$version" "$target" "$text" >"$module.row"
    rm -f "$module.ptx" "$module.o"
}

if [ "${1:-}" = -r ]; then
    command -v ptxas >/dev/null || { echo 'tests/oracle.sh -r needs ptxas' >&2; exit 1; }
    lines=$(wc -l <"$out/lines") jobs=$(nproc)
    for ((j = 0; j < jobs; j++)); do
        for ((i = 1 + j; i <= lines; i += jobs)); do ask $i; done &
    done
    wait
    for ((i = 1; i <= lines; i++)); do cat "$out/$i.row"; done | LC_ALL=C sort -u >$table
fi

# Every line against the table.
awk -F'\t' -v OFS='\t' '
FILENAME == ARGV[1] { verdict[$2, $3, $4] = $1; next }
{
    v = verdict[$2, $3, $4]
    print (v == "" ? "missing" : v == "unknown" || v == $1 ? "ok" : "differs"), $1, $2, $3, $4
}' $table "$out/lines" | LC_ALL=C sort -u >"$out/result"
grep '^differs' "$out/result" | cut -f 2- >"$out/differ"
[ "${1:-}" != -r ] || cp "$out/differ" $differ
passed=$(grep -c '^ok' "$out/result")
if grep '^missing' "$out/result" >"$out/missing"; then
    fail 'every line has a verdict' 'tests/oracle.sh -r' "$out/missing"
else
    pass 'every line has a verdict'
fi
if diff $differ "$out/differ" >"$out/diff"; then
    pass 'the verdicts are ours, but for those listed'
else
    fail 'the verdicts are ours, but for those listed' "diff $differ $out/differ" "$out/diff"
fi
finish
