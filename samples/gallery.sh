#!/bin/bash
# Makes the pictures and plots that README.md shows, from runs of the samples: gallery/SAMPLE.png, .svg or, of what
# is only printed, .txt.
#
#   samples/gallery.sh [-o FOLDER] [-b FOLDER] [SAMPLE...]        -o: the pictures' (samples/gallery), -b: what is built (build/gallery)
#
# Samples whose host program writes a picture do so, small; of others the first launch in samples/launches, with the host program of
# --main.  Environment: CC, PTX2C (./ptx2c).  PNGs need perl with Compress::Zlib.
set -u
cd "$(dirname "$0")/.." || exit 1
to=samples/gallery build=build/gallery ptx2c=${PTX2C:-./ptx2c}
while getopts o:b: option; do
    case $option in
    o) to=$OPTARG ;;
    b) build=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
mkdir -p "$to" "$build"
[ $# -gt 0 ] || set -- $(sed -n 's/^\([a-z0-9]*\): .*/\1/p' samples/launches samples/gallery/pictures | sort -u)
cc="${CC:-cc} -std=c11 -w -O0 -DPTX2C_CLONES= -Iruntime"

# A line through values, one a line, or points, of which each line has two or more columns.
plot() { # plot | points
    awk -F, -v kind="$1" '
        function number(v) { return v == "nan" || v == "-nan" || v ~ /inf/ ? "" : v + 0 }
        { if (kind == "points") { x[NR] = number($1); y[NR] = number($2) } else { x[NR] = NR - 1; y[NR] = number($1) } }
        function least(a, sign,   i, m) { m = ""; for (i = 1; i <= NR; i++) if (a[i] != "" && (m == "" || sign * a[i] < sign * m)) m = a[i]; return m }
        END {
            left = least(x, 1); right = least(x, -1); low = least(y, 1); high = least(y, -1)
            print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 170\" width=\"480\" height=\"170\" font-family=\"sans-serif\" font-size=\"11\">"
            print "<rect x=\"0.5\" y=\"0.5\" width=\"479\" height=\"149\" fill=\"#fff\" stroke=\"#ccc\"/>"
            path = ""
            for (i = 1; i <= NR; i++) {
                if (x[i] == "" || y[i] == "") continue
                px = sprintf("%.1f", 6 + (right > left ? (x[i] - left) / (right - left) : 0.5) * 468)
                py = sprintf("%.1f", 144 - (high > low ? (y[i] - low) / (high - low) : 0.5) * 138)
                if (kind == "points") print "<circle cx=\"" px "\" cy=\"" py "\" r=\"2\" fill=\"#7a3e9d\"/>"
                else path = path " " px "," py
            }
            if (kind != "points") print "<polyline fill=\"none\" stroke=\"#7a3e9d\" stroke-width=\"1.5\" points=\"" substr(path, 2) "\"/>"
            printf "<text x=\"2\" y=\"164\" fill=\"#888\">%s: %.6g to %.6g</text>\n</svg>\n", kind == "points" ? "across and up" : NR " elements", low, high
        }'
}

# By the host program: a line "SAMPLE: ARGUMENTS" in gallery/pictures.
picture() { # sample, arguments...
    local s=$1
    shift
    $ptx2c -w --module="$s" -o "$build/$s.c" "samples/$s.ptx" && $cc -o "$build/$s" "$build/$s.c" "samples/${s}_host.c" -lm || return
    "$build/$s" "$@" --out "$build/$s.ppm" >"$build/$s.said" && perl samples/png.pl pack <"$build/$s.ppm" >"$to/$s.png"
}

# By a launch whose buffer is marked with @.
launch() { # sample, kernel, arguments...
    local s=$1 kind='' word show=()
    shift
    for word; do
        case $word in
        *:@*)
            kind=${word#*:@} word=${word%:@*}
            case $kind in
            picture) show+=("$word:@$build/$s.ppm") ;;
            values) show+=("$word") ;;
            *) show+=("$word:@$build/$s.csv") ;;
            esac
            ;;
        *) show+=("$word") ;;
        esac
    done
    $ptx2c -w --main --module="$s" -o "$build/$s.c" "samples/$s.ptx" && $cc -o "$build/$s" "$build/$s.c" "$build/${s}_main.c" -lm || return
    "$build/$s" "${show[@]}" --print "$([ "$kind" = values ] && echo 4 || echo 0)" >"$build/$s.said" || return
    case $kind in
    picture) perl samples/png.pl pack large <"$build/$s.ppm" >"$to/$s.png" ;;
    values) sed 's/ *$//' "$build/$s.said" >"$to/$s.txt" ;;
    plot | points) plot "$kind" <"$build/$s.csv" >"$to/$s.svg" ;;
    esac
}

status=0
for s; do
    if line=$(grep "^$s: " samples/gallery/pictures); then
        # shellcheck disable=SC2086
        picture "$s" ${line#*: }
    else
        line=$(grep -m 1 "^$s: " samples/launches)
        line=${line#*: }
        # shellcheck disable=SC2086
        launch "$s" ${line#!}
    fi || { echo "$s: failed" >&2; status=1; }
done
exit $status
