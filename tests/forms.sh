#!/bin/bash
# Every instruction form that the table accepts must become C that compiles without a warning, or a located error: takes
# the `ok` lines of tests/isa/*.t (their notation: tests/isa.sh), puts them into kernels that store what they compute,
# translates these as usual and with --no-analysis, and compiles the C with gcc and clang.  A test is one module, one way
# to translate it and one compiler.
#
#   tests/forms.sh [NAME...]          all, or those of tests/isa/NAME.t
#   LONG=1 tests/forms.sh             all forms, with registers unset (all but addresses) and different in each lane
#
# Without LONG: every sixth form, the usual C with the first compiler, the literal one with the last and -O0.
# Forms that end with "not translated yet" or another located error are counted.
# Environment: PTX2C (./ptx2c), OPENMP=0 (no -fopenmp), CCS (the compilers: "gcc clang"), JOBS (2).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=$(realpath "${PTX2C:-${BUILD:-build}/ptx2c}") || exit 1
out=${BUILD:-build}/tests/forms
rm -rf "$out"
mkdir -p "$out"
step=6 inputs=mixed
[ -z "${LONG:-}" ] || step=1 inputs='unset lanes'
per_kernel=8
compilers=
for cc in ${CCS:-gcc clang}; do
    if command -v "$cc" >/dev/null; then compilers+=" $cc"; else skip "$cc" "not installed"; fi
done

# Writes one module for each run of lines with the same preamble, without the forms that $drop names (FILE:LINE).
write() { # file.t, prefix, unset | lanes | mixed
    awk -v prefix="$2" -v inputs="$3" -v drop="$drop" -v step="$step" -v per="$per_kernel" '
    function kernel_open(    i) {
        if (!open) {
            ptx = prefix "." ++modules ".ptx"
            print ".version " version "\n.target " target "\n" (version >= 2.3 ? ".address_size 64" : "") > ptx
            print ".global .align 16 .b8 gv[256]; .shared .align 16 .b8 sv[256]; .const .align 16 .b8 cv[256];" > ptx
            for (i = 1; i <= nmodule; i++) print module[i] > ptx
            open = 1
        }
        head = (version >= 1.4 ? ".entry k" ++kernels "(.param .u64 kp)" : ".entry k" ++kernels) \
               " {\n.local .align 16 .b8 lv[256];\n" \
               ".reg .pred %p<8>; .reg .b8 %b<8>; .reg .b16 %h<8>; .reg .u16 %us<8>; .reg .s16 %ss<8>;\n" \
               ".reg .b32 %r<40>; .reg .u32 %u<8>; .reg .s32 %s<8>; .reg .f32 %f<40>; .reg .b64 %rd<8>;\n" \
               ".reg .u64 %ul<8>; .reg .s64 %sl<8>; .reg .f64 %fd<8>; .reg .u32 %out, %lane; .reg .u64 %at;\n"
        if (target_number >= 53 && version >= 4.2) head = head ".reg .f16 %hf<8>; .reg .f16x2 %hh<8>;\n"
        if (target_number >= 70 && version >= 8.3) head = head ".reg .b128 %q<4>;\n"
        for (i = 1; i <= nbody; i++) head = head body[i] "\n"
        kernel = 1; count = 0; text = ""
        split("", loaded)
        loads = places = ""
    }
    function kernel_close() {
        if (!kernel) return
        if (version >= 2.3 && (inputs == "lanes" || (inputs == "mixed" && kernels % 2))) {
            head = head "mov.u32 %lane, %tid.x;\nmul.wide.u32 %at, %lane, 16;\n" loads
        } else {
            head = head places
        }
        print head text "L: ret;\n}" > ptx
        kernel = 0
    }
    function close_module() {
        kernel_close()
        if (open) close(ptx)
        open = 0
    }
    # Stores the registers of an instruction, and notes that they are to be loaded.
    function stores(form,    rest, name, class, done, s, t) {
        s = ""
        rest = form
        split("", done)
        while (match(rest, /%[a-z]+[0-9]+/)) {
            name = substr(rest, RSTART, RLENGTH)
            rest = substr(rest, RSTART + RLENGTH)
            class = name
            sub(/[0-9]+$/, "", class)
            if (!(class in type) || name in done) continue
            done[name] = 1
            t = type[class]
            if (t == "pred") s = s "selp.u32 %out, 1, 0, " name "; st.global.u32 [gv+16], %out;\n"
            else s = s "st.global." t " [gv+16], " name ";\n"
            if (name in loaded) continue
            loaded[name] = 1
            if (t != "pred" && index(form, "[" name)) places = places "ld.global." t " " name ", [gv];\n" # else NULL
            loads = loads (t == "pred" ? "setp.ne.u32 " name ", %lane, 3;\n" : "ld.global." t " " name ", [%at];\n")
        }
        return s
    }
    BEGIN {
        version = "8.8"; target = "sm_90"; target_number = 90
        split("%p pred %b b8 %h b16 %us u16 %ss s16 %r b32 %u u32 %s s32 %f f32 %rd b64 %ul u64 %sl s64 %fd f64 " \
              "%hf b16 %hh b32 %q b128", pair, " ")
        for (i = 1; i in pair; i += 2) type[pair[i]] = pair[i + 1]
        n = split(drop, list, " ")
        for (i = 1; i <= n; i++) dropped[list[i]] = 1
    }
    $1 == "version" { close_module(); version = $2; next }
    $1 == "target" {
        close_module()
        target_number = substr($2, 4) + 0
        sub(/^[ \t]*target[ \t]+/, ""); target = $0
        next
    }
    $1 == "plain" { close_module(); nmodule = nbody = 0; next }
    $1 == "module" { close_module(); sub(/^[ \t]*module[ \t]+/, ""); module[++nmodule] = $0; next }
    $1 == "body" { close_module(); sub(/^[ \t]*body[ \t]+/, ""); body[++nbody] = $0; next }
    ($1 != "ok" && $1 != "warn") || (forms++ % step) || (FILENAME ":" FNR) in dropped { next }
    {
        sub(/^[ \t]*(ok|warn)[ \t]+/, ""); if ($0 ~ / => /) sub(/ => .*/, "")
        # what leaves, waits for other threads or brings a label needs a kernel of its own
        alone = $0 ~ /^(@!?[^ ]+ +)?(bra|brx|call|ret|exit|trap|bar|barrier|vote|shfl|match|activemask|redux|elect)[. ;]/ ||
                $0 ~ /^(@!?[^ ]+ +)?(ret|exit|trap)$/ || /:/ && /^[a-zA-Z_$]+:/
        if (kernel && (alone || count >= per)) kernel_close()
        if (!kernel) kernel_open()
        text = text "// " FILENAME ":" FNR "\n" $0 (/;[ \t]*$/ ? "" : ";") "\n" stores($0)
        count = alone ? per : count + 1
    }
    END { close_module() }' "$1"
}

# The forms of a module that an error stands at.
refused() { # module.ptx, messages
    awk -v ptx="$1" '
    FNR == NR { if ($1 == "//" && $2 ~ /:/) at = $2; form[FNR] = at; next }
    substr($0, 1, length(ptx) + 1) == ptx ":" && / error: / {
        line = substr($0, length(ptx) + 2) + 0
        if (line in form && form[line] != "") print form[line]
    }' "$1" "$2" | sort -u
}

translate() { # module, options, messages
    # shellcheck disable=SC2086
    timeout 60 "$ptx2c" $2 --max-errors=0 --color=never -o "${1%.ptx}.c" "$1" >/dev/null 2>"$3"
}

# All modules of one file; the output is read by the parent.
one() { # file.t
    local file name prefix kind way options ptx cc ccs drop='' more round log flags
    file=$1 name=$(basename "$1" .t)
    for kind in $inputs; do
        prefix=$out/$name.$kind
        for round in 1 2 3 4; do # errors are found in several steps; each time, what has one is left out
            rm -f "$prefix".*.ptx
            write "$file" "$prefix" "$kind"
            more=
            for ptx in "$prefix".*.ptx; do
                [ -e "$ptx" ] || continue
                translate "$ptx" "" "$ptx.log" && continue
                more+=" $(refused "$ptx" "$ptx.log" | tr '\n' ' ')"
            done
            [ -n "${more// /}" ] || break
            drop+=" $more"
        done
        for ptx in "$prefix".*.ptx; do
            [ -e "$ptx" ] || continue
            for way in usual literal; do
                options=
                [ $way = usual ] || options=--no-analysis
                log=$ptx.$way.log
                if ! translate "$ptx" "$options" "$log"; then
                    fail "$ptx ($way)" "$ptx2c $options $ptx" "$log"
                    continue
                fi
                ccs=$compilers
                # shellcheck disable=SC2086
                level=-O1
                if [ $step -gt 1 ]; then set -- $compilers; [ $way = usual ] && ccs=$1 || { ccs=${*: -1} level=-O0; }; fi
                for cc in $ccs; do
                    flags="$strict $level $(openmp_of "$cc") -Iruntime"
                    # shellcheck disable=SC2086
                    if timeout 300 $cc $flags -c -o /dev/null "${ptx%.ptx}.c" >"$log" 2>&1; then
                        pass "$ptx ($way, $cc)"
                    else
                        fail "$ptx ($way, $cc)" "$ptx2c $options $ptx && $cc $flags -c ${ptx%.ptx}.c" "$log"
                    fi
                done
            done
        done
    done
    echo "located $(tr ' ' '\n' <<<"$drop" | grep -v '^$' | sort -u | wc -l)"
}

if [ $# -gt 0 ]; then set -- "${@/%/.t}"; set -- "${@/#/tests/isa/}"; else set -- tests/isa/*.t; fi
for file; do
    while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-2}" ]; do wait -n; done
    one "$file" >"$out/$(basename "$file" .t).out" &
done
wait
located=0
for file; do
    result=$out/$(basename "$file" .t).out
    grep -v '^located ' "$result"
    passed=$((passed + $(grep -c '^ok ' "$result"))) failed=$((failed + $(grep -c '^FAIL ' "$result")))
    located=$((located + $(sed -n 's/^located //p' "$result")))
done
echo "forms that end with a located error: $located"
finish
