#!/bin/bash
# What samples/README.md shows of each sample: its picture or plot is what the sample makes, its command is the one that makes it, and
# the lines of C are what ptx2c writes: behind "<!-- C: A => B -->" ten lines from the first with B on, after one with A.
#
#   tests/gallery.sh [-r] [SAMPLE...]        -r writes what README.md shows now; samples/gallery.sh makes the pictures
#
# LONG=1: all pictures, else one sample's.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
dir=${BUILD:-build}/tests/gallery ptx2c=${PTX2C:-./ptx2c} page=samples/README.md write=
rm -rf "$dir" && mkdir -p "$dir" || exit 1
export LC_ALL=C
[ "${1:-}" != -r ] || { write=1; shift; }
all=$(sed -n 's/^\([a-z0-9]*\): .*/\1/p' samples/launches samples/gallery/pictures | sort -u)
names=${*:-$all}

# The lines of C of each sample, as "SAMPLE.lines".
for s in $names; do
    marker=$(sed -n "/^### $s\$/,/^### /s/^<!-- C: \(.*\) -->\$/\1/p" "$page")
    [ -n "$marker" ] || { fail "$s in $page" "grep -A9 '^### $s' $page"; continue; }
    command="$ptx2c -w -o - --module=$s samples/$s.ptx"
    $command 2>"$dir/log" | A=${marker% => *} B=${marker##* => } awk '
        BEGIN { a = ENVIRON["A"]; b = ENVIRON["B"] }
        !found && $0 ~ a { after = 1 }
        after && !found && $0 ~ b { found = 1; indent = 99 }
        found && n < 10 { match($0, /^ */); indent = RLENGTH < indent ? RLENGTH : indent; lines[++n] = $0 }
        END { for (i = 1; i <= n; i++) print substr(lines[i], 1 + indent) }' >"$dir/$s.lines"
    [ "$(wc -l <"$dir/$s.lines")" -eq 10 ] || fail "ten lines of $s from '$marker'" "$command" "$dir/log"
done

# The command, and what it prints where that is what is shown.
shown() { # sample
    local line
    if line=$(grep "^$1: " samples/gallery/pictures); then
        echo "\$ ./$1 ${line#*: } --out $1.png"
    else
        line=$(grep -m 1 "^$1: " samples/launches)
        line=${line#*: }
        echo "\$ ./run $(sed 's/:@[a-z]*//g' <<<"${line#!}")"
        [ ! -s "samples/gallery/$1.txt" ] || cat "samples/gallery/$1.txt"
    fi
}
for s in $names; do shown "$s" >"$dir/$s.console"; done

# The page with both in the place of what stands in its blocks.
awk -v dir="$dir" -v names=" $(echo $names) " '
    /^### / { s = $2; ours = index(names, " " s " ") }
    /^## / { ours = 0 }
    /^```$/ { inside = 0 }
    !inside
    ours && /^```(c|console)$/ { inside = 1; file = dir "/" s (/console/ ? ".console" : ".lines"); while ((getline line < file) > 0) print line }' \
    "$page" >"$dir/README.md"
if [ -n "$write" ]; then
    cat "$dir/README.md" >"$page"
    pass "$page: written"
elif diff -u "$page" "$dir/README.md" >"$dir/difference"; then
    pass "commands and C in $page"
else
    fail "commands and C in $page" "tests/gallery.sh -r && git diff $page" "$dir/difference"
fi

# Each sample has a picture or text, each picture is small and shown.
for s in $all; do
    for f in samples/gallery/"$s".{png,svg,txt}; do
        [ ! -f "$f" ] || { [ "$(wc -c <"$f")" -lt 30000 ] && { [ "${f##*.}" = txt ] || grep -q "^!\[.*\](gallery/${f##*/})" "$page"; } && pass "$f"; } || fail "$f" "ls -l $f; grep ${f##*/} $page"
    done
done
[ "$(find samples/gallery -name '*.[pst][nvx][gt]' | wc -l)" -eq "$(wc -w <<<"$all")" ] || fail "a picture for each sample" "ls samples/gallery"

some=$names
[ -n "${LONG:-}" ] || [ $# -gt 0 ] || some=transpose
if perl -MCompress::Zlib -e 1 2>/dev/null; then
    command="samples/gallery.sh -o $dir/new -b $dir/build $(echo $some)"
    eval "$command" >"$dir/log" 2>&1 || fail "samples/gallery.sh" "$command" "$dir/log"
    for f in $(cd samples/gallery && ls ./*.png ./*.svg ./*.txt); do
        f=${f#./}
        [[ " $(echo $some) " == *" ${f%.*} "* ]] || continue
        case $f in
        *.png) perl samples/png.pl unpack <"samples/gallery/$f" | cmp -s - <(perl samples/png.pl unpack <"$dir/new/$f") ;;
        *) cmp -s "samples/gallery/$f" "$dir/new/$f" ;;
        esac
        if [ $? -eq 0 ]; then pass "$f is what the sample makes"; else fail "$f is what the sample makes" "$command; cmp samples/gallery/$f $dir/new/$f"; fi
    done
else
    skip "pictures" "no perl with Compress::Zlib"
fi
finish
