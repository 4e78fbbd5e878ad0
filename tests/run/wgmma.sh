#!/bin/sh
# Writes wgmma.ptx: kernels of wgmma.mma_async.  Each copies an image into shared memory, loads the registers of A and D (for
# each warp all lanes' first registers, then all lanes' second ones …) and stores those of D.  The descriptors, but for the
# place of the image, are the host's.  A name has the shape, the types and what else the host has to know: r or s (A in
# registers or in shared memory), na, nb (negated), ta, tb (transposed), sat, sp0, sp1 (sparse, selector).
kernel() { # name, instruction, registers of D, operands behind B's descriptor, A in registers
    awk -v name="$1" -v ins="$2" -v nd="$3" -v more="$4" -v regs="$5" '
    function list(x, n, i, s) {
        for (i = 0; i < n; i++) s = s (i ? ", " : "") "%" x i
        return "{" s "}"
    }
    function at(x, n) {
        printf "    ld.param.u64 %%p, [%s];\n    mad.wide.u32 %%p, %%w, %d, %%p;\n    mad.wide.u32 %%p, %%l, 4, %%p;\n", x, 128 * n
    }
    BEGIN {
        printf "\n.visible .entry %s(.param .u64 image, .param .u64 da, .param .u64 db, .param .u64 a, .param .u64 e,\n", name
        printf "        .param .u64 d, .param .u32 add)\n    .reqntid 128\n{\n"
        printf "    .reg .b64 %%p, %%q, %%da, %%db;\n    .reg .u32 %%t, %%w, %%l, %%i, %%s, %%x, %%n, %%e;\n    .reg .pred %%more, %%add;\n"
        printf "    .reg .b32 %%a<4>;\n    .reg .%s %%d<%d>;\n", ins ~ /\.f32\./ ? "f32" : "b32", nd
        print "    mov.u32 %t, %tid.x;\n    shr.u32 %w, %t, 5;\n    and.b32 %l, %t, 31;\n    mov.u32 %s, image_of;"
        print "    shl.b32 %i, %t, 2;\nCOPY:\n    ld.param.u64 %p, [image];\n    cvt.u64.u32 %q, %i;\n    add.u64 %p, %p, %q;"
        print "    ld.global.u32 %x, [%p];\n    add.u32 %n, %s, %i;\n    st.shared.u32 [%n], %x;\n    add.u32 %i, %i, 512;"
        print "    setp.lt.u32 %more, %i, 49152;\n    @%more bra COPY;\n    bar.sync 0;"
        print "    shr.u32 %s, %s, 4;\n    cvt.u64.u32 %q, %s;\n    ld.param.u64 %da, [da];\n    add.u64 %da, %da, %q;"
        print "    ld.param.u64 %db, [db];\n    add.u64 %db, %db, %q;\n    ld.param.u32 %x, [add];\n    setp.ne.u32 %add, %x, 0;"
        at("e", 1)
        print "    ld.global.u32 %e, [%p];"
        at("a", 4)
        for (i = 0; i < 4; i++) printf "    ld.global.b32 %%a%d, [%%p+%d];\n", i, 128 * i
        at("d", nd)
        for (i = 0; i < nd; i++) printf "    ld.global.b32 %%d%d, [%%p+%d];\n", i, 128 * i
        print "    wgmma.fence.sync.aligned;"
        printf "    %s %s, %s, %%db%s;\n", ins, list("d", nd), regs ? list("a", 4) : "%da", more
        print "    wgmma.commit_group.sync.aligned;\n    wgmma.wait_group.sync.aligned 0;"
        for (i = 0; i < nd; i++) printf "    st.global.b32 [%%p+%d], %%d%d;\n", 128 * i, i
        print "    ret;\n}"
    }'
}
wgmma() { # n, k, types d.a.b, what else
    d=${3%%.*} name=m64n$1k$2_$(echo "$3" | tr . _) regs='' na=1 nb=1 ta=0 tb=0 sp='' meta='' sat='' popc=''
    for w in $4; do
        name=${name}_$w
        case $w in
        r) regs=1 ;;
        na) na=-1 ;;
        nb) nb=-1 ;;
        ta) ta=1 ;;
        tb) tb=1 ;;
        sat) sat=.satfinite ;;
        sp?) sp=.sp meta=", %e, ${w#sp}" ;;
        esac
    done
    more="$meta, %add"
    [ "$d" = s32 ] || more="$more, $na, $nb"
    case $3 in
    *.f16.f16 | *.bf16.bf16) [ -z "$regs" ] && more="$more, $ta, $tb" || more="$more, $tb" ;;
    *.b1.b1) popc=.and.popc ;;
    esac
    [ "$d" = f16 ] && n=$(($1 / 4)) || n=$(($1 / 2))
    kernel "$name" "wgmma.mma_async$sp.sync.aligned.m64n$1k$2$sat.$3$popc" $n "$more" "$regs"
}
echo "// Shapes, types and options of wgmma.  Written by wgmma.sh."
echo "// cflags: -O1 -DPTX2C_CLONES="
echo ".version 8.4
.target sm_90a
.address_size 64

.shared .align 1024 .b8 image_of[49152];"
wgmma 8 16 f32.f16.f16 s
wgmma 8 16 f32.f16.f16 "r tb"
wgmma 24 16 f16.f16.f16 "s ta tb"
wgmma 64 16 f32.bf16.bf16 "s tb na"
wgmma 128 16 f32.f16.f16 "r tb nb"
wgmma 256 16 f32.f16.f16 "s ta"
wgmma 72 16 f16.f16.f16 "r na nb"
wgmma 16 8 f32.tf32.tf32 "s nb"
wgmma 40 8 f32.tf32.tf32 "r na"
wgmma 32 32 f32.e4m3.e5m2 s
wgmma 8 32 f16.e5m2.e4m3 "r na nb"
wgmma 256 32 f16.e4m3.e4m3 s
wgmma 16 32 s32.s8.u8 s
wgmma 48 32 s32.u8.s8 "r sat"
wgmma 48 256 s32.b1.b1 s
wgmma 8 256 s32.b1.b1 r
wgmma 16 32 f32.f16.f16 "s sp0"
wgmma 16 32 f32.f16.f16 "r sp1"
wgmma 24 32 f16.f16.f16 "r sp1 tb na"
wgmma 64 32 f32.bf16.bf16 "s sp1 ta tb"
wgmma 8 16 f32.tf32.tf32 "r sp1"
wgmma 24 16 f32.tf32.tf32 "s sp0 nb"
wgmma 32 64 f32.e4m3.e5m2 "s sp0"
wgmma 8 64 f16.e5m2.e4m3 "r sp0"
wgmma 16 64 s32.s8.u8 "r sp0 sat"
wgmma 32 64 s32.u8.u8 "s sp0"
