# One accepted line for each row of the table that has none elsewhere: proposed by tests/isa/forms.c, which says what rows
# there are.
module .global .texref tx;
module .global .surfref sf;
version 8.8
target sm_100a
ok clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r0, %r1, %r2, %r3}, 0
ok clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128 %r0, %q0
ok cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.cp_mask [%rd1], [%rd1], %r16, 8, %h0
ok cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4.L2::cache_hint [%rd1, {%r8, %r9, %r10, %r11, %r12}], %rd0
ok cp.async.bulk.prefetch.tensor.4d.L2.global.im2col::w::128.L2::cache_hint [%rd1, {%r8, 0, %r10, %r11}], {%h0, %h1}, %rd0
ok cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes.L2::cache_hint [sv], [%rd1, {%r16, 0, %r18, 0, %r20}], [%rd1], %rd0
ok cp.async.bulk.tensor.5d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes [%rd1], [%rd1, {0, %r17, %r18, 8, %r20}], [%rd1], {0, %h1}
ok cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group.L2::cache_hint [%rd1, {%r8, 0, %r10, 8, %r12}], [%rd1], %rd0
ok cvt.rn.f16x2.e2m1x2 %hh0, %b1
ok cvt.rs.relu.satfinite.e4m3x4.f32 %r0, {%f8, %f9, %f10, %f11}, %r16
ok cvt.rs.relu.satfinite.e2m1x4.f32 %h0, {%f8, %f9, %f10, %f11}, %r16
ok cvt.rn.bf16x2.ue8m0x2 %r0, %h0
ok ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 {%r0, %r1, %r2, %r3}, [%rd1]
ok ldmatrix.sync.aligned.m16n16.x2.trans.b8x16.b6x16_p32 {%r0, %r1, %r2, %r3}, [gv]
ok ldmatrix.sync.aligned.m8n16.x4.b8x16.b6x16_p32 {%r0, %r1, %r2, %r3}, [gv]
ok multimem.ld_reduce.weak.global.max.e5m2x4 %r0, [%rd1]
ok multimem.st.relaxed.sys.e4m3x4 [sv], %r8
ok red.async.release.sys.add.u64 [gv], 0
ok st.async.release.sys.s32 [%rd1], %r8
ok stmatrix.sync.aligned.m16n8.x2.trans.b8 [%rd1], {%r8, %r9}
ok tcgen05.cp.cta_group::2.64x128b.warpx2::02_13.b8x16.b4x16_p64 [%r0], %rd0
ok tcgen05.cp.cta_group::2.32x128b.warpx4 [%r0], 8
ok tcgen05.ld.sync.16x128b.x2.b32 {%r0, %r1, %r2, %r3}, [%r8]
ok tcgen05.ld.sync.16x256b.x1.pack::16b.b32 {%r0, %r1, %r2, %r3}, [%r8]
ok tcgen05.ld.sync.16x32bx2.x1.b32 {%r0}, [%r8], 16
ok tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.collector::a::use [%r0], [%r8], 0, %r24, [%r32], [%r0], %p0
ok tcgen05.mma.sp.cta_group::1.kind::i8 [%r0], [%r8], %rd0, [%r24], %r32, %p0
ok tcgen05.mma.sp.cta_group::2.kind::mxf4nvf4.block_scale.block32.collector::a::discard [%r0], %rd0, 0, [%r24], %r32, [%r0], [%r8], %p0
ok tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale.scale_vec::2X [%r0], [%r8], %rd0, [%r24], %r32, [%r0], [%r8], %p0
ok tcgen05.mma.ws.cta_group::1.kind::f16 [%r0], [%r8], %rd0, %r24, %p0, %rd0
ok tcgen05.mma.ws.sp.cta_group::1.kind::tf32 [%r0], [%r8], %rd0, [%r24], 8, %p0
ok tcgen05.st.sync.aligned.16x128b.x8.unpack::16b.b32 [%r0], {0, 8, %r10, %r11, %r12, %r13, 8, 0, %r16, %r17, %r18, %r19, %r20, 0, %r22, %r23}
ok tcgen05.st.sync.aligned.16x256b.x4.unpack::16b.b32 [%r0], {%r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, 8, %r21, %r22, %r23}
ok tcgen05.st.sync.aligned.16x32bx2.x2.b32 [%r0], 1, {%r16, %r17}
version 8.8
target sm_90
ok abs.f64 %fd0, %fd0
ok abs.s32 %r0, %r8
ok add.cc.u64 %rd0, %rd0, %rd0
ok barrier.cta.red.popc.aligned.u32 %r0, %r8, %r16, %p0
ok cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%rd1], [%rd1], %r16, [%rd1]
ok cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [sv], [%rd1], 0, [sv], %h0
ok cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%rd1], [%rd1], %r16, [%rd1]
ok cp.async.bulk.prefetch.tensor.5d.L2.global.im2col [%rd1, {%r8, %r9, %r10, %r11, %r12}], {%h0, %h1, %h2}
ok cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%rd1], [%rd1, {%r16, 8, %r18, %r19, %r20}], [%rd1], {%h0, %h1, %h2}
ok cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group.L2::cache_hint [%rd1, {%r8, %r9, %r10}], [%rd1], %rd0
ok cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.max.u32 [%rd1], [%rd1], %r16, [%rd1]
ok cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%rd1], [%rd1], %r16
ok cp.reduce.async.bulk.tensor.4d.global.shared::cta.min.im2col_no_offs.bulk_group.L2::cache_hint [%rd1, {%r8, 0, %r10, %r11}], [%rd1], %rd0
ok cvt.rm.f16.bf16 %hf0, %h0
ok cvt.pack.sat.s16.s32 %r0, %r8, %r16
ok div.approx.ftz.f32 %f0, %f8, %f16
ok mad.wide.s16 %r0, %h0, %h0, %r24
ok mad.wide.s32 %rd0, %r8, %r16, 0
ok mad.hi.cc.u64 %rd0, %rd0, %rd0, %rd0
ok mad24.hi.sat.s32 %r0, %r8, %r16, 8
ok mbarrier.arrive_drop.noComplete.b64 %rd0, [%rd1], %r16
ok min.relu.s32 %r0, 8, %r16
ok mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%r0, %r1, %r2, %r3}, {%r8, %r9}, {8, %r17}, {%r24, %r25, 8, %r27}
ok mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {8, %r9}, {%r16, %r17}, {%r24, %r25, %r26, %r27}
ok mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%r8, %r9}, {%r16, %r17}, {%f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}
ok mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e4m3.f32 {%f0, %f1, %f2, %f3}, {%r24, %r24}, {%r16}, {%f24, %f25, %f26, %f27}
ok mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e4m3.f16 {%r0, %r1}, {%r8, %r9, %r10, %r11}, {%r16, %r17}, {%r24, %r25}
ok mma.sync.aligned.m16n8k4.row.col.rm.f64.f64.f64.f64 {%fd0, %fd1, %fd2, %fd3}, {%fd0, %fd1}, {%fd0}, {%fd0, %fd1, %fd2, %fd3}
ok mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%r0, %r1}, {%r8}, {%r16}, {%r24, %r25}
ok mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32 {%r0, %r1}, {%r8}, {%r16}, {%r24, %r25}
ok mma.sync.aligned.m16n8k32.row.col.s32.s4.u4.s32 {%r0, %r1, %r2, %r3}, {%r8, %r9}, {%r16}, {%r24, 0, %r26, %r27}
ok mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%r0, %r1}, {%r8}, {%r16}, {0, %r25}
ok mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%r0, %r1, %r2, %r3}, {%r8, %r9, %r10, %r11}, {%r16, %r17}, {%r24, %r25, 8, %r27}
ok mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {%r0, %r1}, {%r8, %r9, %r10, 8}, {%r16, 0, 0, %r19}, {%r24, %r25}, %r32, 0
ok mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f0, %f1, %f2, %f3}, {%r8, %r9}, {%r16, %r17}, {%f24, %f25, %f26, %f27}, %r32, 1
ok mma.sp.sync.aligned.m16n8k64.row.col.f32.e5m2.e4m3.f32 {%f0, %f1, %f2, %f3}, {%r8, 8, %r10, %r11}, {%r16, %r17, %r18, %r19}, {%f24, %f25, %f26, %f27}, %r24, 0
ok mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s8.u8.s32 {%r0, %r1, %r2, %r3}, {%r8, %r9, 8, 8}, {0, %r17, %r18, 0}, {%r24, %r25, %r26, 8}, %r32, 0
ok mma.sp.sync.aligned.m16n8k128.row.col.s32.s4.u4.s32 {%r0, %r1, %r2, %r3}, {%r8, %r9, %r10, %r11}, {%r16, %r17, %r18, %r19}, {%r24, %r25, 0, 0}, %r32, 0
ok multimem.ld_reduce.global.and.b32 %r0, [%rd1]
ok multimem.ld_reduce.relaxed.cta.add.bf16x2 %r0, [%rd1]
ok multimem.ld_reduce.acquire.cta.global.add.v4.f32 {%f0, %f1, %f2, %f3}, [%rd1]
ok multimem.red.xor.b64 [%rd1], %rd0
ok multimem.red.add.bf16x2 [sv], %r8
ok multimem.red.relaxed.cluster.add.bf16x2 [gv], %r8
ok pmevent.mask 0
ok rsqrt.approx.ftz.f64 %fd0, %fd0
ok set.gtu.bf16x2.bf16x2 %r0, %r8, %r16
ok st.async.cluster.shared::cluster.mbarrier::complete_tx::bytes.v2.u64 [%rd1], {%rd0, %rd1}, [%rd1]
ok sub.cc.u32 %r0, %r8, %r16
ok tex.base.a1d.v4.f16.s32 {%hf0, %hf1, %hf2, %hf3}, [%rd1, {%r32, %r33}]
ok tex.base.2dms.v2.f16x2.s32 {%hh0, %hh1}, [%rd1, {%r32, 0, 0, %r35}]
ok tex.level.1d.v2.f16x2.f32 {%hh0, %hh1}|%p0, [%rd1, %rd2, {%f32}], %f0
ok tex.grad.1d.v2.f16x2.s32 {%hh0, %hh1}, [tx, {%r32}], {%f0}, {%f8}, {%r16}
ok vadd.s32.s32.u32 %r0, %r8, %r16
ok vmin.u32.s32.s32 %r0, %r8, %r16
ok vset.u32.u32.eq %r0, %r8, %r16, %r24
ok vshl.u32.s32.u32.wrap %r0, %r8, %r16, %r24
ok vshr.s32.u32.u32.sat.wrap %r0, %r8, %r16, %r24
ok vsub.u32.s32.s32 %r0, %r8, %r16
ok wmma.load.a.sync.aligned.row.m8n32k16.shared::cta.s8 {%r0}, [%rd1], 8
ok wmma.load.a.sync.aligned.row.m32n8k16.bf16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%rd1]
ok wmma.load.a.sync.aligned.col.m16n16k8.tf32 {%r0, %r1, %r2, %r3}, [sv]
ok wmma.load.a.sync.aligned.col.m8n8k4.f64 {%fd0}, [sv]
ok wmma.load.a.sync.aligned.row.m8n8k32.u4 {%r0}, [%rd1]
ok wmma.load.b.sync.aligned.col.m32n8k16.f16 {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, [%rd1], %r16
ok wmma.load.b.sync.aligned.col.m16n16k16.bf16 {%r0, %r1, %r2, %r3}, [%rd1]
ok wmma.load.b.sync.aligned.col.m16n16k8.tf32 {%r0, %r1, %r2, %r3}, [%rd1]
ok wmma.load.b.sync.aligned.col.m8n8k4.global.f64 {%fd0}, [%rd1]
ok wmma.load.b.sync.aligned.col.m8n8k32.s4 {%r0}, [%rd1]
ok wmma.load.c.sync.aligned.row.m8n32k16.f16 {%hh0, %hh1, %hh2, %hh3}, [sv]
ok wmma.load.c.sync.aligned.col.m8n32k16.s32 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%rd1]
ok wmma.load.c.sync.aligned.row.m8n8k32.s32 {%r0, %r1}, [%rd1]
ok wmma.load.c.sync.aligned.row.m8n8k4.f64 {%fd0, %fd1}, [%rd1], %r16
ok wmma.mma.sync.aligned.col.col.m16n16k16.f16.f32 {%hh0, %hh1, %hh2, %hh3}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}
ok wmma.mma.sync.aligned.col.row.m8n32k16.f32.f16 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%hh0, %hh1, %hh2, %hh3}
ok wmma.mma.sync.aligned.col.col.m8n32k16.f32.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}
ok wmma.mma.sync.aligned.col.row.m8n32k16.s32.s8.s8.s32 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r24}, {%r16, %r17, %r24, %r19}, {%r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31}
ok wmma.mma.sync.aligned.col.row.m16n16k16.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%r8, 8, %r10, %r11}, {8, %r17, %r18, %r19}, {%f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}
ok wmma.mma.sync.aligned.row.row.m16n16k8.f32.tf32.tf32.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%r8, %r9, %r10, %r11}, {%r24, %r17, %r24, %r24}, {%f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}
ok wmma.mma.sync.aligned.col.col.m8n8k4.f64.f64.f64.f64 {%fd0, %fd1}, {%fd0}, {%fd0}, {%fd0, %fd1}
ok wmma.mma.sync.aligned.row.col.m8n8k32.s32.u4.u4.s32 {%r0, %r1}, {%r8}, {0}, {0, %r25}
ok wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%r0, %r1}, {%r8}, {%r16}, {%r24, %r25}
ok wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%rd1], {%hh0, %hh1, %hh2, %hh3}, %r16
ok wmma.store.d.sync.aligned.col.m8n32k16.shared.s32 [%rd1], {8, %r9, 0, 8, %r12, %r13, %r14, %r15}, %r16
ok wmma.store.d.sync.aligned.row.m8n8k128.s32 [sv], {%r8, %r9}
ok wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%rd1], {%fd0, %fd1}, 0
version 8.8
target sm_90a
ok tensormap.replace.tile.elemtype.b1024.b32 [%rd1], 0
ok wgmma.mma_async.sync.aligned.m64n240k16.f16.f16.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37, %r38, %r39, %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19}, 8, %rd0, %p0, 1, 1, 1, 0
ok wgmma.mma_async.sync.aligned.m64n232k16.f16.f16.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37, %r38, %r39, %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}, {8, %r9, %r10, %r11}, %rd0, %p0, 1, 1, 1
ok wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31, %f32, %f33, %f34, %f35, %f36, %f37, %f38, %f39, %f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23}, {%r8, %r9, %r10, %r11}, %rd0, %p0, 1, 1, 0
ok wgmma.mma_async.sync.aligned.m64n136k8.f32.tf32.tf32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31, %f32, %f33, %f34, %f35, %f36, %f37, %f38, %f39, %f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27}, %rd0, %rd0, %p0, 1, 1
ok wgmma.mma_async.sync.aligned.m64n24k8.f32.tf32.tf32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11}, {%r8, %r9, %r10, %r11}, %rd0, %p0, 1, 1
ok wgmma.mma_async.sync.aligned.m64n104k32.f16.e4m3.e5m2 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25}, 8, %rd0, %p0, 1, 1
ok wgmma.mma_async.sync.aligned.m64n152k32.f16.e4m3.e4m3 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37}, {%r8, %r9, %r10, 0}, %rd0, %p0, 1, 1
ok wgmma.mma_async.sync.aligned.m64n112k32.f32.e5m2.e5m2 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31, %f32, %f33, %f34, %f35, %f36, %f37, %f38, %f39, %f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15}, 0, %rd0, %p0, 1, 1
ok wgmma.mma_async.sync.aligned.m64n160k32.f32.e4m3.e5m2 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31, %f32, %f33, %f34, %f35, %f36, %f37, %f38, %f39, %f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31, %f32, %f33, %f34, %f35, %f36, %f37, %f38, %f39}, {8, %r9, 0, 0}, %rd0, %p0, 1, 1
ok wgmma.mma_async.sync.aligned.m64n112k32.satfinite.s32.s8.s8 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37, %r38, %r39, %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15}, %rd0, %rd0, %p0
ok wgmma.mma_async.sync.aligned.m64n80k256.s32.b1.b1.and.popc {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37, %r38, %r39}, %rd0, 0, %p0
ok wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {%r0, %r1, %r2, %r3}, {8, %r9, %r10, %r11}, %rd0, %p0
ok wgmma.mma_async.sp.sync.aligned.m64n128k32.f16.f16.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31}, 0, %rd0, %r24, 1, %p0, 1, 1, 1, 1
ok wgmma.mma_async.sp.sync.aligned.m64n80k32.f16.f16.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19}, {%r8, %r9, %r10, %r11}, 0, %r24, 0, %p0, 1, 1, 0
ok wgmma.mma_async.sp.sync.aligned.m64n144k32.f32.bf16.bf16 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31, %f32, %f33, %f34, %f35, %f36, %f37, %f38, %f39, %f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}, {%r8, 8, %r10, %r11}, 8, %r24, 1, %p0, 1, 1, 0
ok wgmma.mma_async.sp.sync.aligned.m64n120k16.f32.tf32.tf32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31, %f32, %f33, %f34, %f35, %f36, %f37, %f38, %f39, %f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19}, %rd0, %rd0, %r24, 0, %p0, 1, 1
ok wgmma.mma_async.sp.sync.aligned.m64n208k16.f32.tf32.tf32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31, %f32, %f33, %f34, %f35, %f36, %f37, %f38, %f39, %f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31, %f32, %f33, %f34, %f35, %f36, %f37, %f38, %f39, %f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23}, {8, %r9, %r10, %r11}, 0, %r24, 1, %p0, 1, 1
ok wgmma.mma_async.sp.sync.aligned.m64n168k64.f16.e4m3.e4m3 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37, %r38, %r39, %r0, %r1}, %rd0, %rd0, %r24, 0, %p0, 1, 1
ok wgmma.mma_async.sp.sync.aligned.m64n224k64.f16.e4m3.e4m3 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37, %r38, %r39, %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15}, {%r8, 0, 8, %r11}, %rd0, %r24, 0, %p0, 1, 1
ok wgmma.mma_async.sp.sync.aligned.m64n64k64.f32.e4m3.e4m3 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}, %rd0, %rd0, %r24, 0, %p0, 1, 1
ok wgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e5m2.e4m3 {%f0, %f1, %f2, %f3}, {0, %r9, %r10, 0}, %rd0, %r24, 0, %p0, 1, 1
ok wgmma.mma_async.sp.sync.aligned.m64n8k64.satfinite.s32.s8.s8 {%r0, %r1, %r2, %r3}, 0, %rd0, %r24, 0, %p0
ok wgmma.mma_async.sp.sync.aligned.m64n160k64.s32.u8.u8 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37, %r38, %r39, %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37, %r38, %r39}, {%r8, 8, %r10, %r11}, %rd0, %r24, 0, %p0
version 8.8
target sm_103a
ok tcgen05.ld.red.sync.aligned.16x32bx2.x32.max.abs.NaN.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}, %f8, [%r16], 1
ok tcgen05.ld.red.sync.aligned.32x32b.x4.min.u32 {%r0, %r1, %r2, %r3}, %r8, [%r16]
ok tcgen05.ld.red.sync.aligned.16x32bx2.x4.min.u32 {%r0, %r1, %r2, %r3}, %r8, [%r16], 16
version 8.8
target sm_120a
ok mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.e2m1.e3m2.f16 {%r0, %r1}, {%r8, %r24, %r10, %r11}, {%r16, %r17}, {%r24, %r24}
ok mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e5m2.e3m2.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r8, %r9, %r10, %r11}, {%r24, %r17}, {%f24, %f25, %f26, %f27}, %r32, {%h3, %h1}, %r8, {%h3, %h1}
ok mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r24, %r9, %r24, %r11}, {%r16, %r17}, {%f24, %f25, %f26, %f27}, %r32, {%h3, %h1}, %r24, {%h0, %h1}
ok mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 {%f0, %f1, %f2, %f3}, {%r8, %r24, %r10, %r24}, {%r16, %r17}, {%f24, %f25, %f26, %f27}, %r32, {%h1, %h2}, %r8, {%h0, %h1}
ok mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e3m2.e5m2.f32 {%f0, %f1, %f2, %f3}, {%r8, %r9, %r10, %r11}, {%r16, %r17, %r18, %r19}, {%f24, %f25, %f26, %f27}, %r32, 0
ok mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f16.e5m2.e5m2.f16 {%r0, %r1}, {8, %r9, 8, %r11}, {0, %r17, %r18, 0}, {%r24, %r25}, %r32, 0
ok mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r24, %r24, %r10, %r11}, {%r16, %r17, %r18, %r19}, {%f24, %f25, %f26, %f27}, %r32, 0, %r8, {%h3, %h1}, %r24, {%h3, %h1}
ok mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r8, %r9, %r10, %r11}, {%r24, %r17, %r18, %r19}, {%f24, %f25, %f26, %f27}, %r24, 0, %r24, {%h0, %h1}, %r24, {%h0, %h1}
ok mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 {%f0, %f1, %f2, %f3}, {%r8, %r9, %r10, %r11}, {%r16, %r17, %r18, %r24}, {%f24, %f25, %f26, %f27}, %r32, 0, %r8, {%h0, %h1}, %r24, {%h0, %h3}

version 9.1
target sm_100a
ok cvt.rn.satfinite.e2m1x2.f16x2 %b0, %hh1
ok cvt.rn.satfinite.s2f6x2.f32 %h0, %f1, %f2
ok cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.bf16x2 %h0, %r1, %h2
ok cvt.rn.satfinite.bf16x2.s2f6x2 %r0, %h1
