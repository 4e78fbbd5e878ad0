#!/bin/bash
# Texture and surface instructions: every form of manual 9.7.10 and 9.7.11 is translated, and its C compiles; with nvcc,
# tests/run/texobj.cu gives the same results from its code for other processors.
#
#   tests/texture.sh
#
# Environment: PTX2C (./ptx2c).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=${PTX2C:-./ptx2c}
out=build/tests/texture
rm -rf $out
mkdir -p $out

# A module with all forms: $1 unified or independent.
forms() {
    awk -v mode="$1" '
    function form(text) {
        if (count++ % 100 == 0) {
            if (count > 1) print "ret;\n}"
            print ".entry k" count "(.param .u64 h, .param .f32 x, .param .u32 i, .param .u64 out)\n{"
            print ".reg .f32 %f<16>; .reg .b32 %r<16>; .reg .b16 %h<16>; .reg .b64 %rd<16>; .reg .pred %p<4>;"
            print "ld.param.u64 %rd1, [h]; ld.param.f32 %f1, [x]; ld.param.u32 %r1, [i]; ld.param.u64 %rd9, [out];"
        }
        print text
    }
    function give(type) { # keeps a result
        if (type == "p") print "@%p1 st.global.u32 [%rd9], 1;"
        else print "st.global." (type == "%f" ? "f32" : type == "%h" ? "u16" : type == "%rd" ? "u64" : "u32") " [%rd9], " type "5;"
    }
    function list(n, a) { return n == 1 ? a : n == 2 ? a ", " a : a ", " a ", " a ", " a }
    function texture(op, geom, tail, dtype, ctype, e, f, resident,    v, x, c, d) {
        x = ctype == "f32" ? "%f1" : "%r1"
        c = geom == "1d" ? x : geom == "2d" ? list(2, x) : geom == "3d" || geom == "cube" ? list(4, x) : geom == "a1d" ? "%r1, " x : \
            geom == "a2dms" ? "%r1, %r1, " x ", " x : "%r1, " x ", " x ", " x
        d = dtype == "f32" ? "%f" : dtype == "f16" ? "%h" : "%r"
        v = dtype == "f16x2" ? "{" d "5, " d "6}" : "{" d "5, " d "6, " d "7, " d "8}"
        form(op "." (dtype == "f16x2" ? "v2" : "v4") "." dtype "." ctype " " v (resident ? "|%p1" : "") ", [%rd1, " \
             (mode == "independent" ? "smp, " : "") "{" c "}]" tail (e ? ", {" list(geom ~ /1d/ ? 1 : geom == "3d" ? 4 : 2, "%r1") "}" : "") \
             (f ? ", %f1" : "") ";")
        give(d)
        if (resident) give("p")
    }
    BEGIN {
        print ".version 9.0\n.target sm_90" (mode == "independent" ? ", texmode_independent" : "") "\n.address_size 64"
        print ".global .texref t; .global .surfref s;"
        if (mode == "independent") print ".global .samplerref smp;"
        n = split("1d 2d 3d a1d a2d cube acube 2dms a2dms", geoms, " ")
        split("u32 s32 f32 f16 f16x2", dtypes, " ")
        for (g = 1; g <= n; g++) for (k = 1; k <= 5; k++) for (how = 0; how < 4; how++) for (e = 0; e < 2; e++) for (f = 0; f < 2; f++) {
            geom = geoms[g]; dtype = dtypes[k]; cube = geom ~ /cube/; ms = geom ~ /ms/
            if ((e && cube) || (f && (geom == "3d" || ms)) || (how > 1 && ms)) continue
            # what the assembler refuses with a separate sampler
            if (mode == "independent" && f && ((cube && how != 2) || (how == 3 && geom ~ /^a/))) continue
            for (c = 0; c < 2; c++) {
                ctype = c ? "s32" : "f32"
                if ((cube && c) || (ms && !c) || (f && c)) continue
                lanes = geom ~ /1d/ ? 1 : geom ~ /2d/ ? 2 : 4
                tail = how == 2 ? ", " (c ? "%r1" : "%f1") : how == 3 ? ", {" list(lanes, "%f1") "}, {" list(lanes, "%f1") "}" : ""
                texture("tex" (how == 1 ? ".base" : how == 2 ? ".level" : how == 3 ? ".grad" : "") "." geom, geom, tail, dtype, ctype, e, f, (e + f + how) % 2)
            }
        }
        n = split("2d a2d cube acube", geoms, " ")
        for (g = 1; g <= n; g++) for (k = 1; k <= 3; k++) for (c = 1; c <= 4; c++) for (e = 0; e < 2; e++) for (f = 0; f < 2; f++)
            if (!(e && geoms[g] ~ /cube/) && !(mode == "independent" && f && geoms[g] == "acube"))
                texture("tld4." substr("rgba", c, 1) "." geoms[g], geoms[g], "", dtypes[k], "f32", e, f, c == 1)
        n = split("width height depth channel_data_type channel_order normalized_coords array_size num_mipmap_levels num_samples " \
                  (mode == "unified" ? "filter_mode addr_mode_0 addr_mode_1 addr_mode_2" : ""), q, " ")
        for (k = 1; k <= n; k++) { form("txq." q[k] ".b32 %r5, [t];"); give("%r"); form("txq." q[k] ".b32 %r5, [%rd1];"); give("%r") }
        n = mode == "unified" ? 0 : split("force_unnormalized_coords filter_mode addr_mode_0 addr_mode_1 addr_mode_2", q, " ")
        for (k = 1; k <= n; k++) { form("txq." q[k] ".b32 %r5, [smp];"); give("%r") }
        n = split("width height depth", q, " ")
        for (k = 1; k <= n; k++) { form("txq.level." q[k] ".b32 %r5, [%rd1], %r1;"); give("%r") }
        n = split("width height depth channel_data_type channel_order array_size memory_layout", q, " ")
        for (k = 1; k <= n; k++) { form("suq." q[k] ".b32 %r5, [s];"); give("%r"); form("suq." q[k] ".b32 %r5, [%rd1];"); give("%r") }
        n = split("texref samplerref surfref", q, " ")
        for (k = 1; k <= n; k++) { form("istypep." q[k] " %p1, %rd1;"); give("p") }
        split("trap clamp zero", clamps, " ")
        n = split("1d 2d 3d a1d a2d", geoms, " ")
        for (g = 1; g <= n; g++) for (k = 1; k <= 3; k++) {
            c = geoms[g] == "1d" ? "%r1" : geoms[g] ~ /^(2d|a1d)$/ ? "%r1, %r1" : "%r1, %r1, %r1, %r1"
            end = "." clamps[k]
            for (v = 1; v <= 4; v *= 2) for (b = 8; b <= 64; b *= 2) {
                if (v == 4 && b == 64) continue
                d = b == 64 ? "%rd" : b <= 16 ? "%h" : "%r"
                vec = d "5" (v > 1 ? ", " d "6" : "") (v > 2 ? ", " d "7, " d "3" : "")
                dot = v > 1 ? ".v" v : ""
                cop = substr(".ca.cg.cs.cv", 1 + (g + b + k) % 4 * 3, 3)
                form("suld.b." geoms[g] (v == 1 ? cop : "") dot ".b" b end " {" vec "}, [" (b == 8 ? "s" : "%rd1") ", {" c "}];")
                give(d)
                cop = substr(".wb.cg.cs.wt", 1 + (g + b + k) % 4 * 3, 3)
                form("sust.b." geoms[g] (v == 1 ? cop : "") dot ".b" b end " [" (b == 8 ? "s" : "%rd1") ", {" c "}], {" vec "};")
                if (b == 32 && g <= 3) form("sust.p." geoms[g] dot ".b32" end " [%rd1, {" c "}], {" vec "};")
            }
            m = g > 3 ? 0 : split("add.u32 add.s32 add.u64 min.u32 min.s32 max.u32 max.s32 and.b32 or.b32 min.u64 min.s64 max.u64 max.s64", ops, " ")
            for (o = 1; o <= m; o++) {
                split(ops[o], part, ".")
                form("sured.b." part[1] "." geoms[g] "." part[2] end " [%rd1, {" c "}], " (part[2] ~ /64/ ? "%rd2" : "%r2") ";")
            }
            m = g > 3 ? 0 : split("add.b32 min.b32 max.b32 and.b32 or.b32 min.b64 max.b64", ops, " ")
            for (o = 1; o <= m; o++) {
                split(ops[o], part, ".")
                form("sured.p." part[1] "." geoms[g] "." part[2] end " [s, {" c "}], " (part[2] ~ /64/ ? "%rd2" : "%r2") ";")
            }
        }
        print "ret;\n}"
    }'
}

for mode in unified independent; do
    ptx=$out/$mode.ptx
    forms $mode >"$ptx"
    n=$(grep -Ec '^(tex|tld4|txq|suq|istypep|suld|sust|sured)[.]' "$ptx")
    "$ptx2c" --coverage -w "$ptx" >$out/$mode.coverage 2>$out/$mode.log
    status=$?
    grep -E '^  no ' $out/$mode.coverage >>$out/$mode.log
    if [ $status -ne 0 ] || [ -s $out/$mode.log ]; then
        fail "$mode: coverage" "$ptx2c --coverage -w $ptx" $out/$mode.log
        continue
    fi
    pass "$mode: all of $n forms are translated"
    # one compiler for each translation: the C is large
    for way in '' --no-analysis; do
        c=$out/$mode$way.c
        command="$ptx2c $way -o $c $ptx && $CC $strict -Iruntime -fsyntax-only $c"
        if eval "$command" >$out/$mode.log 2>&1; then
            pass "$mode: the C compiles${way:+ ($way)}"
        else
            fail "$mode: the C" "$command" $out/$mode.log
        fi
    done
done
# What nvcc makes of the kernels for another processor, optimised and not.
for flags in '-O3 -arch=sm_100' '-G -arch=sm_75'; do
    if ! command -v nvcc >/dev/null; then
        skip "texobj.cu ($flags)" "no nvcc"
        continue
    fi
    command="nvcc $flags -ptx -o $out/texobj.ptx tests/run/texobj.cu && $ptx2c -o $out/texobj.c $out/texobj.ptx &&
        $CC $strict -O1 -Iruntime -o $out/texobj $out/texobj.c tests/run/texobj.c -lm"
    command=$(echo $command)
    if ! eval "$command" >$out/texobj.log 2>&1; then
        fail "texobj.cu ($flags)" "$command" $out/texobj.log
    elif $out/texobj | diff -u tests/run/texobj.out - >$out/texobj.log; then
        pass "texobj.cu ($flags)"
    else
        fail "texobj.cu ($flags)" "$command && $out/texobj | diff tests/run/texobj.out -" $out/texobj.log
    fi
done
finish
