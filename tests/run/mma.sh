#!/bin/sh
# Writes mma.ptx: a kernel for each form of mma, whose lanes load their registers of A, B and C (all lanes' first
# registers, then all lanes' second ones …) and store those of D.  The host tells what to compute from the names.
kernel() { # name, instruction, registers of d, a, b, c: count and type
    awk -v name="$1" -v ins="$2" -v nd="$3" -v td="$4" -v na="$5" -v ta="$6" -v nb="$7" -v nc="$8" -v tc="$9" '
    function bytes(t) { return t == "f64" ? 8 : 4 }
    function loads(x, n, t, i) {
        printf "    ld.param.u64 %%p, [%s];\n    mad.wide.u32 %%p, %%l, %d, %%p;\n", x, bytes(t)
        for (i = 0; i < n; i++) printf "    ld.global.%s %%%s%d, [%%p+%d];\n", t, x, i, 32 * i * bytes(t)
    }
    function list(x, n, i, s) {
        for (i = 0; i < n; i++) s = s (i ? ", " : "") "%" x i
        return "{" s "}"
    }
    BEGIN {
        printf "\n.visible .entry %s(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d)\n{\n", name
        printf "    .reg .b64 %%p;\n    .reg .u32 %%l;\n    .reg .%s %%a<8>, %%b<8>;\n    .reg .%s %%c<8>;\n    .reg .%s %%d<8>;\n", ta, tc, td
        print "    mov.u32 %l, %laneid;"
        loads("a", na, ta); loads("b", nb, ta); loads("c", nc, tc)
        printf "    %s %s, %s, %s, %s;\n", ins, list("d", nd), list("a", na), list("b", nb), list("c", nc)
        printf "    ld.param.u64 %%p, [d];\n    mad.wide.u32 %%p, %%l, %d, %%p;\n", bytes(td)
        for (i = 0; i < nd; i++) printf "    st.global.%s [%%p+%d], %%d%d;\n", td, 32 * i * bytes(td), i
        print "    ret;\n}"
    }'
}
plain() { # shape, types d.a.b.c, registers d a b c, suffix of the name, modifiers in front of and behind the types
    d=${2%%.*} c=${2##*.}
    [ "$d" = f16 ] && td=b32 || td=$d
    [ "$c" = f16 ] && tc=b32 || tc=$c
    [ "$d" = f64 ] && ta=f64 || ta=b32
    kernel "$1_$(echo "$2" | tr . _)$7" "mma.sync.aligned.$1.row.col${8:-}.$2${9:-}" "$3" "$td" "$4" $ta "$5" "$6" "$tc"
}
echo "// Every shape and type of mma.  Written by mma.sh."
echo "// cflags: -O1 -DPTX2C_CLONES="
echo ".version 8.7
.target sm_120a
.address_size 64"
for la in row col; do
    for lb in row col; do
        kernel "m8n8k4_f16_f16_f16_f16_${la}_$lb" mma.sync.aligned.m8n8k4.$la.$lb.f16.f16.f16.f16 4 b32 2 b32 2 4 b32
        kernel "m8n8k4_f32_f16_f16_f16_${la}_$lb" mma.sync.aligned.m8n8k4.$la.$lb.f32.f16.f16.f16 8 f32 2 b32 2 4 b32
        kernel "m8n8k4_f32_f16_f16_f32_${la}_$lb" mma.sync.aligned.m8n8k4.$la.$lb.f32.f16.f16.f32 8 f32 2 b32 2 8 f32
    done
done
for t in f16.f16.f16.f16 f32.f16.f16.f32 f32.bf16.bf16.f32; do
    [ "$t" = f16.f16.f16.f16 ] && n=2 || n=4
    plain m16n8k8 $t $n 2 1 $n ""
    plain m16n8k16 $t $n 4 2 $n ""
done
plain m16n8k4 f32.tf32.tf32.f32 4 2 1 4 ""
plain m16n8k8 f32.tf32.tf32.f32 4 4 2 4 ""
plain m16n8k16 f32.e4m3.e5m2.f32 4 2 1 4 ""
plain m16n8k32 f32.e5m2.e4m3.f32 4 4 2 4 ""
plain m16n8k16 f16.e5m2.e5m2.f16 2 2 1 2 ""
plain m16n8k32 f16.e4m3.e4m3.f16 2 4 2 2 ""
plain m16n8k32 f32.e3m2.e2m1.f32 4 4 2 4 "" .kind::f8f6f4
plain m16n8k32 f32.e2m1.e2m3.f32 4 4 2 4 "" .kind::f8f6f4
plain m16n8k32 f16.e2m3.e3m2.f16 2 4 2 2 "" .kind::f8f6f4
plain m8n8k4 f64.f64.f64.f64 2 1 1 2 ""
plain m16n8k4 f64.f64.f64.f64 4 2 1 4 ""
plain m16n8k8 f64.f64.f64.f64 4 4 2 4 ""
plain m16n8k16 f64.f64.f64.f64 4 8 4 4 _rz .rz
# types a and b, .satfinite
while read -r a b s; do
    n=$(echo $s | tr . _)
    plain m8n8k16 s32.${a}8.${b}8.s32 2 1 1 2 "$n" $s
    plain m16n8k16 s32.${b}8.${a}8.s32 4 2 1 4 "$n" $s
    plain m16n8k32 s32.${a}8.${b}8.s32 4 4 2 4 "$n" $s
    plain m8n8k32 s32.${a}4.${b}4.s32 2 1 1 2 "$n" $s
    plain m16n8k32 s32.${b}4.${a}4.s32 4 2 1 4 "$n" $s
    plain m16n8k64 s32.${a}4.${b}4.s32 4 4 2 4 "$n" $s
done <<END
u s
s s
s u .satfinite
END
for o in xor and; do
    plain m8n8k128 s32.b1.b1.s32 2 1 1 2 _$o "" .$o.popc
    plain m16n8k128 s32.b1.b1.s32 4 2 1 4 _$o "" .$o.popc
    plain m16n8k256 s32.b1.b1.s32 4 4 2 4 _$o "" .$o.popc
done
