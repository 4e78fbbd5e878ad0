#!/bin/bash
# Compares our verdicts with those of NVIDIA's assembler, which lie here as data, so that no assembler is needed:
#
#   tests/oracle/isa.tsv         the lines of tests/isa/*.t: verdict, version, target, the lowest version it takes, line
#   tests/oracle/directives.tsv  modules about declarations and directives: verdict, version, target, the rest as one line
#   tests/oracle/differ          where ours differs: ours, version, target, line or module, and the reason
#
#   tests/oracle.sh       every line has a verdict; it is ours, and so is the lowest version, but for what differ lists
#   tests/oracle.sh -r    asks the ptxas installed (13.0) again and writes all three; reasons are kept, new ones are "?"
#   tests/oracle.sh -a    the same for the lines that are new
#
# A line that the assembler installed cannot know (its .version is newer) has the verdict "unknown"; the lowest version is
# "-" where there is none to compare.  To add a module to directives.tsv, write its line with the verdict "?" and run -r.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=$(realpath "${PTX2C:-${BUILD:-build}/ptx2c}") || exit 1
table=tests/oracle/isa.tsv modules=tests/oracle/directives.tsv differ=tests/oracle/differ
isa=${BUILD:-build}/tests/isa out=${BUILD:-build}/tests/oracle
rm -rf "$out" && mkdir -p "$out" || exit 1
bash tests/isa.sh >"$out/isa.log" 2>&1 # makes the modules
versions='1.0 1.1 1.2 1.3 1.4 1.5 2.0 2.1 2.2 2.3 3.0 3.1 3.2 4.0 4.1 4.2 4.3 5.0 5.1 6.0 6.1 6.2 6.3 6.4 6.5 7.0 7.1 7.2
    7.3 7.4 7.5 7.6 7.7 7.8 8.0 8.1 8.2 8.3 8.4 8.5 8.6 8.7 8.8 9.0 9.1 9.2 9.3 9.4 9.5'
versions=${versions//$'\n'/ }

# All lines: ours, version, target, text, FILE.t:LINE.
for want in "$isa"/*.want; do
    ptx=${want%.want}.ptx
    awk -F'\t' -v ptx="$ptx" '
    FILENAME == ptx { if (FNR == 1) version = substr($0, 10); else if (FNR == 2) target = substr($0, 9); next }
    { print ($2 == "bad" ? "refuse" : "accept") "\t" version "\t" target "\t" $5 "\t" $3 }' "$ptx" "$want"
done >"$out/lines"

# Modules of lines at given versions, each line with the preamble its file gives it: reads "FILE.t:LINE, version", writes
# FOLDER/NAME.N.ptx and .want, NAME being the folder's; apart: the N-th line alone in the N-th module.
modules_at() { # folder, apart or together
    awk -F'\t' -v apart="$2" '
    FNR == NR { order[++n] = $1; version[$1] = $2; next }
    FNR == 1 { preamble = ""; target = "sm_90" }
    { rest = $0; sub(/^[ \t]*/, "", rest); word = rest; sub(/[ \t].*/, "", word); sub(/^[^ \t]*[ \t]*/, "", rest) }
    word == "target" { target = rest; next }
    word == "plain" { preamble = ""; next }
    word == "module" || word == "body" { preamble = preamble $0 "\n"; next }
    (place = FILENAME ":" FNR) in version {
        if (word != "ok") sub(/ => .*/, "", rest)
        head[place] = "plain\n" preamble "version " version[place] "\ntarget " target "\n"
        text[place] = "ok " rest
    }
    END {
        for (i = 1; i <= n; i++) {
            if (apart == "apart" || head[order[i]] != last) printf "%s", head[order[i]]
            last = head[order[i]]
            print text[order[i]]
        }
    }' - tests/isa/*.t >"$1.t"
    bash tests/isa.sh -m "$1.t"
}

# Does ptxas take each module FOLDER/NAME.1.ptx to .COUNT.ptx?  One line for each: accept, refuse or unknown.
ask_all() { # folder/name, count
    local i j jobs
    jobs=$(nproc)
    for ((j = 1; j <= jobs; j++)); do
        for ((i = j; i <= $2; i += jobs)); do takes "$1.$i.ptx" >"$1.$i.verdict"; done &
    done
    wait
    for ((i = 1; i <= $2; i++)); do cat "$1.$i.verdict"; done
    rm -rf "${1%/*}"
}

takes() { # module.ptx
    local version arch unlinked=-c
    version=$(sed -n '1s/^.version //p' "$1") arch=sm_$(sed -n '2s/^.target[^0-9]*0*\([0-9]*[af]\{0,1\}\).*/\1/p' "$1")
    [[ $arch =~ ^sm_([1-6].|7[0-4])$ ]] && arch=sm_75 # the oldest it compiles for
    [[ $version =~ ^([12]|3\.0) ]] && unlinked=       # unknown before 3.1
    # shellcheck disable=SC2086
    if ptxas -arch="$arch" $unlinked -o "$1.o" "$1" >"$1.log" 2>&1; then
        echo accept
    elif grep -q "Unsupported .version\|is not defined for option 'gpu-name'" "$1.log"; then
        echo unknown
    else
        echo refuse
    fi
}

# Rows of the table for some lines: their verdicts, then the lowest versions, all lines a step of the search by halves at
# a time.
renew_lines() { # lines
    local -a all version verdict low high ask
    local i n mid text all_versions
    read -ra all_versions <<<"$versions"
    mapfile -t all < <(cut -f 5 "$1")
    mapfile -t version < <(cut -f 2 "$1")
    n=${#all[@]}
    for ((i = 0; i < n; i++)); do printf '%s\t%s\n' "${all[i]}" "${version[i]}"; done | modules_at "$out/ask" apart
    mapfile -t verdict < <(ask_all "$out/ask/ask" "$n")
    for ((i = 0; i < n; i++)); do
        low[i]=0 high[i]=-1
        [ "${verdict[i]}" = accept ] || continue
        for mid in "${!all_versions[@]}"; do [ "${all_versions[mid]}" != "${version[i]}" ] || high[i]=$mid; done
    done
    while :; do
        ask=()
        for ((i = 0; i < n; i++)); do ((low[i] >= high[i])) || ask+=("$i"); done
        [ ${#ask[@]} -gt 0 ] || break
        for i in "${ask[@]}"; do printf '%s\t%s\n' "${all[i]}" "${all_versions[(low[i] + high[i]) / 2]}"; done |
            modules_at "$out/ask" apart
        mapfile -t text < <(ask_all "$out/ask/ask" ${#ask[@]})
        for mid in "${!ask[@]}"; do
            i=${ask[mid]}
            if [ "${text[mid]}" = accept ]; then high[i]=$(((low[i] + high[i]) / 2)); else low[i]=$(((low[i] + high[i]) / 2 + 1)); fi
        done
    done
    for ((i = 0; i < n; i++)); do
        mid=-
        ((high[i] < 0)) || mid=${all_versions[high[i]]}
        printf '%s\t%s\n' "${verdict[i]}" "$mid"
    done >"$out/found"
    cut -f 2-4 "$1" | paste "$out/found" - | awk -F'\t' -v OFS='\t' '{ print $1, $3, $4, $2, $5 }'
}

# directives.tsv: writes the modules as OUT/directives/N.ptx.
write_modules() {
    mkdir -p "$out/directives"
    awk -F'\t' -v out="$out/directives" '{
        file = out "/m." FNR ".ptx"
        text = $4
        gsub(/\\n/, "\n", text)
        print ".version " $2 "\n.target " $3 "\n" ($2 >= 2.3 ? ".address_size 64\n" : "") text > file
        close(file)
    }' $modules
}

renew=
if [ "${1:-}" = -r ] || [ "${1:-}" = -a ]; then
    renew=1
    command -v ptxas >/dev/null || { echo "tests/oracle.sh $1 needs ptxas" >&2; exit 1; }
    # Rows of lines that are there no more go; -a: those of the others stay.
    awk -F'\t' 'FNR == NR { now[$2, $3, $4]; next } ($2, $3, $5) in now' "$out/lines" $table >"$out/kept"
    [ "$1" = -a ] || : >"$out/kept"
    awk -F'\t' 'FILENAME == ARGV[1] { kept[$2, $3, $5]; next } !(($2, $3, $4) in kept)' "$out/kept" "$out/lines" >"$out/new"
    renew_lines "$out/new" >"$out/rows"
    sort -u "$out/rows" "$out/kept" >$table
    write_modules
    ask_all "$out/directives/m" "$(wc -l <$modules)" >"$out/found"
    cut -f 2- $modules | paste "$out/found" - | sort -u -t "$(printf '\t')" -k 2 >"$out/new" && cp "$out/new" $modules
fi

# ---- ours against the tables
awk -F'\t' -v OFS='\t' '
FILENAME == ARGV[1] { verdict[$2, $3, $5] = $1; next }
{
    v = verdict[$2, $3, $4]
    print (v == "" ? "missing" : v == "unknown" || v == $1 ? "ok" : "differs"), $1, $2, $3, $4
}' $table "$out/lines" | sort -u >"$out/result"
if grep '^missing' "$out/result" >"$out/missing"; then
    fail 'every line has a verdict' 'tests/oracle.sh -r' "$out/missing"
else
    pass 'every line has a verdict'
fi
passed=$((passed + $(grep -c '^ok' "$out/result")))

write_modules
n=0
while IFS=$'\t' read -r verdict version target text; do
    n=$((n + 1))
    ours=refuse
    "$ptx2c" --check "$out/directives/m.$n.ptx" >/dev/null 2>&1 && ours=accept
    if [ "$verdict" = "?" ]; then
        fail "$text" 'has no verdict: tests/oracle.sh -r'
    elif [ $ours = "$verdict" ] || [ "$verdict" = unknown ]; then
        passed=$((passed + 1))
    else
        printf 'differs\t%s\t%s\t%s\t%s\n' $ours "$version" "$target" "$text" >>"$out/result"
    fi
done <$modules

# The lowest versions: accepted there, refused one below (by the target's own version, too).
awk -F'\t' -v OFS='\t' -v versions="$versions" -v out="$out" '
BEGIN { n = split(versions, v, " "); for (i = 2; i <= n; i++) before[v[i]] = v[i - 1] }
FNR == NR { if ($4 != "-") lowest[$2, $3, $5] = $4; next }
($2, $3, $4) in lowest && $1 == "accept" {
    low = lowest[$2, $3, $4]
    print $5, low > (out "/at.list")
    if (low in before) print $5, before[low] > (out "/below.list")
}' $table "$out/lines"
for what in at below; do
    sort -s -t "$(printf '\t')" -k 2,2 "$out/$what.list" | modules_at "$out/$what" together
    for want in "$out/$what"/*.want; do
        ptx=${want%.want}.ptx
        "$ptx2c" --check -w --max-errors=0 --color=never "$ptx" >/dev/null 2>"$out/err"
        awk -F'\t' -v OFS='\t' -v ptx="$ptx" -v what=$what '
        FILENAME == ARGV[1] { # may be empty
            if (index($0, ptx ":") == 1) { n = substr($0, length(ptx) + 2) + 0; said[n]; if (n <= 3) all = 1 }
            next
        }
        FILENAME == ptx { if (FNR == 1) version = substr($0, 10); else if (FNR == 2) target = substr($0, 9); next }
        { taken = !all && !($1 in said); if (taken != (what == "at")) print taken ? "accept" : "refuse", version, target, $5 }
        ' "$out/err" "$ptx" "$want"
    done
done >"$out/versions"
if [ -s "$out/versions" ]; then
    sed 's/^/differs\t/' "$out/versions" >>"$out/result"
else
    pass 'lowest versions'
fi

# What differs, against the list.
grep '^differs' "$out/result" | cut -f 2- | sort -u >"$out/differ"
if [ -n "$renew" ]; then
    awk -F'\t' -v OFS='\t' '
    FILENAME == ARGV[1] { why[$1, $2, $3, $4] = $5; next }
    { w = why[$1, $2, $3, $4]; print $0, w == "" ? "?" : w }' $differ "$out/differ" >"$out/new"
    cp "$out/new" $differ
fi
if cut -f 1-4 $differ | diff - "$out/differ" >"$out/diff"; then
    pass 'the verdicts are ours, but for those listed'
else
    fail 'the verdicts are ours, but for those listed' "cut -f 1-4 $differ | diff - $out/differ" "$out/diff"
fi
if awk -F'\t' 'length($5) < 8' $differ | grep . >"$out/diff"; then
    fail 'each difference has a reason' "$differ, the last column" "$out/diff"
else
    pass 'each difference has a reason'
fi
finish
