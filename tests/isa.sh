#!/bin/bash
# Feeds tests/isa/*.t to `ptx2c --check`.  Each line of a .t file is one of
#
#   # comment
#   version 7.8           the module's .version; starts a new module (default 8.8)
#   target sm_80          its .target, with options; starts a new module (default sm_90)
#   module TEXT           one more line at module level, body TEXT: one more at the top of the kernel
#   plain                 forgets module and body lines
#   ok TEXT               an instruction that must be accepted
#   bad TEXT => PART      one that must be refused, with a message on its line that contains PART
#   warn TEXT => PART     one that must be accepted with a warning under -Wisa that contains PART, and without otherwise
#
# Instructions may use %p<8> pred, %h<8> b16, %us<8> u16, %ss<8> s16, %hf<8> f16, %hh<8> f16x2, %b<8> b8, %r<40> b32,
# %u<8> u32, %s<8> s32, %f<40> f32, %rd<8> b64, %ul<8> u64, %sl<8> s64, %fd<8> f64, from 8.3 on %q<4> b128; the
# variables gv (global), sv (shared), cv (const), lv (local), kp (a parameter of the kernel) and the label L.
#
#   tests/isa.sh [NAME...]        all, or those of tests/isa/NAME.t
#   tests/isa.sh FOLDER/FILE.t    another file
#   tests/isa.sh -m FILE.t        writes its modules only, to FILE/*.ptx, and what is expected of them to *.want
#
# $PTX2C names another binary.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
ptx2c=$(realpath "${PTX2C:-${BUILD:-build}/ptx2c}") || exit 1
out=${BUILD:-build}/tests/isa
all= only=
[ "${1:-}" != -m ] || { only=1; shift; }
case ${1:-} in
"") all=1; set -- tests/isa/*.t ;;
*/*.t) out=${1%.t} ;; # another file: its modules go beside it
*) set -- "${@/%/.t}"; set -- "${@/#/tests/isa/}" ;;
esac
rm -rf "$out"
mkdir -p "$out"

# Writes one module for each run of lines with the same preamble, and beside it what is expected of its lines.
split() { # file.t, prefix
    awk -v prefix="$2" '
    function close_module() {
        if (!open) return
        print "L: ret;\n}" > ptx
        close(ptx); close(want)
        open = 0
    }
    function open_module(    n, i) {
        ptx = prefix "." ++modules ".ptx"; want = prefix "." modules ".want"
        print ".version " version "\n.target " target "\n" (version >= 2.3 ? ".address_size 64" : "") > ptx
        print ".global .align 16 .b8 gv[256]; .shared .align 16 .b8 sv[256]; .const .align 16 .b8 cv[256];" > ptx
        n = 4
        for (i = 1; i <= nmodule; i++) { print module[i] > ptx; n++ }
        print (version >= 1.4 ? ".entry k(.param .u64 kp) {" : ".entry k {") "\n.local .align 16 .b8 lv[256];" > ptx
        print ".reg .pred %p<8>; .reg .b8 %b<8>; .reg .b16 %h<8>; .reg .u16 %us<8>; .reg .s16 %ss<8>;" > ptx
        print ".reg .b32 %r<40>; .reg .u32 %u<8>; .reg .s32 %s<8>; .reg .f32 %f<40>; .reg .b64 %rd<8>;" > ptx
        print ".reg .u64 %ul<8>; .reg .s64 %sl<8>; .reg .f64 %fd<8>;" > ptx
        print (target_number >= 53 && version >= 4.2 ? ".reg .f16 %hf<8>; .reg .f16x2 %hh<8>;" : "") > ptx
        print (target_number >= 70 && version >= 8.3 ? ".reg .b128 %q<4>;" : "") > ptx
        n += 7
        for (i = 1; i <= nbody; i++) { print body[i] > ptx; n++ }
        line = n
        open = 1
    }
    BEGIN { version = "8.8"; target = "sm_90"; target_number = 90 }
    /^[ \t]*(#|$)/ { next }
    $1 == "version" { close_module(); version = $2; next }
    $1 == "target" {
        close_module()
        target_number = substr($2, 4) + 0
        sub(/^[ \t]*target[ \t]+/, "")
        target = $0
        next
    }
    $1 == "plain" { close_module(); nmodule = nbody = 0; next }
    $1 == "module" { close_module(); sub(/^[ \t]*module[ \t]+/, ""); module[++nmodule] = $0; next }
    $1 == "body" { close_module(); sub(/^[ \t]*body[ \t]+/, ""); body[++nbody] = $0; next }
    $1 == "ok" || $1 == "bad" || $1 == "warn" {
        kind = $1
        sub(/^[ \t]*(ok|bad|warn)[ \t]+/, "")
        part = ""
        if (kind != "ok") {
            i = index($0, " => ")
            if (!i) { print FILENAME ":" FNR ": " kind " line without => PART" > "/dev/stderr"; exit 1 }
            part = substr($0, i + 4); $0 = substr($0, 1, i - 1)
        }
        if (!open) open_module()
        print $0 (/;[ \t]*$/ ? "" : ";") > ptx
        print ++line "\t" kind "\t" FILENAME ":" FNR "\t" part "\t" $0 > want
        next
    }
    { print FILENAME ":" FNR ": unknown word " $1 > "/dev/stderr"; exit 1 }
    END { close_module() }' "$1"
}

for file; do
    name=$(basename "$file" .t)
    if ! split "$file" "$out/$name" 2>"$out/$name.log"; then
        fail "$name" "tests/isa.sh $name" "$out/$name.log"
        continue
    fi
    [ -z "$only" ] || exit 0
    for want in "$out/$name".*.want; do
        ptx=${want%.want}.ptx
        "$ptx2c" --check --max-errors=0 --color=never "$ptx" >/dev/null 2>"${want%.want}.err"
        ! grep -q '^[^	]*	warn	' "$want" || "$ptx2c" --check -Wisa --max-errors=0 --color=never "$ptx" 2>&1 >/dev/null |
            grep -F '[-Wisa]' >>"${want%.want}.err"
        # Every line against what was said of it; the first mistake of each module is shown, all are counted.
        awk -F'\t' -v ptx="$ptx" '
        FILENAME == ARGV[1] { # may be empty
            if (substr($0, 1, length(ptx) + 1) == ptx ":") {
                rest = substr($0, length(ptx) + 2)
                n = rest + 0
                if (rest ~ /^[0-9]+:[0-9]+: error: /) said[n] = said[n] "\n" rest
                if (rest ~ /: warning: .*-Wisa/) warned[n] = warned[n] "\n" rest
            }
            next
        }
        {
            known[$1] = 1
            if ($2 != "bad" && said[$1] != "") print "FAIL", $3, "refused: " $5 said[$1]
            else if ($2 == "bad" && said[$1] == "") print "FAIL", $3, "accepted: " $5
            else if ($2 == "bad" && !index(said[$1], $4)) print "FAIL", $3, "says otherwise: " $5 said[$1]
            else if ($2 == "warn" && !index(warned[$1], $4)) print "FAIL", $3, "no such warning: " $5 warned[$1]
            else print "ok", $3
        }
        END { for (n in said) if (!(n in known)) print "FAIL", ptx, "complains elsewhere:" said[n] }
        ' "${want%.want}.err" "$want" >"${want%.want}.res"
        good=$(grep -c '^ok ' "${want%.want}.res")
        passed=$((passed + good))
        while read -r _ place what; do
            fail "$place" "$what (${BUILD:-build}/ptx2c --check $ptx)"
        done < <(grep '^FAIL ' "${want%.want}.res")
    done
done

# Each row of the table must have an ok line.
if [ -n "$all" ]; then
    # shellcheck disable=SC2086 # flags, apart
    if ! $CC $strict -D_POSIX_C_SOURCE=200809L -O1 -Isrc -I"${BUILD:-build}" -o "$out/forms" tests/isa/forms.c \
            "${BUILD:-build}/libptx2c.a" -lm 2>"$out/forms.log"; then
        fail 'every row' 'tests/isa/forms.c does not compile' "$out/forms.log"
    else
        "$out/forms" "$out"/*.ptx >"$out/uses"
        "$out/forms" | awk -v out="$out" '
        FILENAME ~ /[.]want$/ { if ($2 != "bad") ok[substr(FILENAME, 1, length(FILENAME) - 4) "ptx", $1]; next }
        FILENAME ~ /uses$/ { if (($1, $2) in ok) used[$3]; next }
        !($1 in used) { print }' "$out"/*.want "$out/uses" - >"$out/unused"
        if [ -s "$out/unused" ]; then
            fail 'every row' "no ok line for these rows; $out/forms -g ROW... proposes some" "$out/unused"
        else
            pass "every row ($("$out/forms" | wc -l))"
        fi
    fi
    untested=$(awk '
    FNR == NR || FILENAME ~ /[.]t$/ {
        if ($1 != "ok" && $1 != "warn") next
        op = $2 ~ /^@/ ? $3 : $2
        sub(/;$/, "", op)
        seen[op] = 1
        while (sub(/[.][^.]*$/, "", op)) seen[op] = 1
        next
    }
    $1 == "insn" && !($2 in seen) && !($2 in said) { said[$2] = 1; print $2 }
    ' tests/isa/*.t templates/isa/*.isa)
    if [ -z "$untested" ]; then pass "every mnemonic"; else fail "every mnemonic" "no ok line for: $untested"; fi
fi
finish
