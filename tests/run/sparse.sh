#!/bin/sh
# Writes sparse.ptx: kernels of mma.sp and of mma with scales, as mma.sh does.  The lanes' metadata, and their scales of A
# and of B, are three more words each.
kernel() { # name, instruction, registers of d, a, b, c: count and type; more operands
    awk -v name="$1" -v ins="$2" -v nd="$3" -v td="$4" -v na="$5" -v nb="$6" -v more="$7" '
    function loads(x, n, t, i) {
        printf "    ld.param.u64 %%p, [%s];\n    mad.wide.u32 %%p, %%l, 4, %%p;\n", x
        for (i = 0; i < n; i++) printf "    ld.global.%s %%%s%d, [%%p+%d];\n", t, x, i, 128 * i
    }
    function list(x, n, i, s) {
        for (i = 0; i < n; i++) s = s (i ? ", " : "") "%" x i
        return "{" s "}"
    }
    BEGIN {
        printf "\n.visible .entry %s(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 e, .param .u64 d)\n{\n", name
        printf "    .reg .b64 %%p;\n    .reg .u32 %%l;\n    .reg .b32 %%a<4>, %%b<4>, %%e<3>;\n    .reg .%s %%c<4>, %%d<4>;\n", td
        print "    mov.u32 %l, %laneid;"
        loads("a", na, "b32"); loads("b", nb, "b32"); loads("c", nd, td); loads("e", 3, "b32")
        printf "    %s %s, %s, %s, %s, %s;\n", ins, list("d", nd), list("a", na), list("b", nb), list("c", nd), more
        printf "    ld.param.u64 %%p, [d];\n    mad.wide.u32 %%p, %%l, 4, %%p;\n"
        for (i = 0; i < nd; i++) printf "    st.global.%s [%%p+%d], %%d%d;\n", td, 128 * i, i
        print "    ret;\n}"
    }'
}
sparse() { # shape, types d.a.b.c, registers of a and b, selector, modifiers in front of the types, metadata
    d=${2%%.*} n=4
    [ "$d" != f16 ] || { d=b32 n=2; }
    kernel "sp$4_$1_$(echo "$2" | tr . _)" "mma.sp::ordered_metadata.sync.aligned.$1.row.col${5:-}.$2" $n $d "$3" "$3" "${6:-%e0}, $4"
}
echo "// mma.sp and mma with scales.  Written by sparse.sh."
echo "// cflags: -O1 -DPTX2C_CLONES="
echo ".version 8.7
.target sm_120a
.address_size 64"
sparse m16n8k16 f16.f16.f16.f16 2 0
sparse m16n8k16 f32.bf16.bf16.f32 2 3 '' {%e0}
sparse m16n8k32 f32.f16.f16.f32 4 0
sparse m16n8k32 f16.f16.f16.f16 4 1
sparse m16n8k8 f32.tf32.tf32.f32 2 2
sparse m16n8k16 f32.tf32.tf32.f32 4 1
sparse m16n8k64 f32.e4m3.e5m2.f32 4 0
sparse m16n8k32 s32.s8.u8.s32 2 0
sparse m16n8k32 s32.u8.s8.s32 2 1
sparse m16n8k64 s32.s8.s8.s32 4 0
sparse m16n8k64 s32.u4.s4.s32 2 1
sparse m16n8k128 s32.s4.u4.s32 4 0
sparse m16n8k64 f16.e3m2.e2m1.f16 4 0 .kind::f8f6f4
# names: scN_A_B: N scales, the byte's number and the thread's for A, for B
kernel sc1_10_23_m16n8k32_f32_e4m3_e2m1_f32 \
    mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e2m1.f32.ue8m0 4 f32 4 2 \
    '{%e1}, {1, 0}, {%e2}, {2, 3}'
kernel sc2_21_02_m16n8k64_f32_fp4_fp4_f32 \
    mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0 4 f32 4 2 \
    '%e1, {2, 1}, {%e2}, {0, 2}'
kernel sc4_01_01_m16n8k64_f32_fp4_fp4_f32_ue4m3 \
    mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 4 f32 4 2 \
    '%e1, {0, 1}, %e2, {0, 1}'
