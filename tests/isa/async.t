# bulk copies, st.async, red.async, multimem, tensor maps, tensor memory
ok cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [sv], [gv], 64, [sv+128]
ok cp.async.bulk.global.shared::cta.bulk_group [gv], [sv], %r0
ok cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%rd0], [%r1], 16, %rd2
bad cp.async.bulk.global.shared::cta.bulk_group [sv], [gv], 16 => 'sv' is in the .shared space, not in .global
bad cp.async.bulk.global.shared::cta.bulk_group [gv], [sv], 20 => 'cp.async.bulk' wants operand 'size' to be a multiple of 16
bad cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [gv], [sv], 16 => '.L2::cache_hint' needs operand 'pol'
bad cp.async.bulk.shared::cta.global.bulk_group [gv], [sv], 16 => '.bulk_group' cannot be used here; nearest is 'cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes'
ok cp.async.bulk.commit_group
ok cp.async.bulk.wait_group 0
ok cp.async.bulk.wait_group.read 3
ok cp.async.bulk.prefetch.L2.global [gv], 64
ok cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [sv], [%rd0, {%s0, %s1}], [sv+64]
ok cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [sv], [%rd0, {%s0, %s1}], [sv+64], %us0
ok cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%rd0, {%s0}], [sv]
bad cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [sv], [%rd0, {%s0, %s1}], [sv+64] => has 3 elements, not 2
bad cp.async.bulk.tensor.2d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [sv], [%rd0, {%s0, %s1}], [sv+64], {%us0} => '.im2col' cannot be used here
ok cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [gv], [sv], 16
bad cp.reduce.async.bulk.global.shared::cta.bulk_group.inc.f32 [gv], [sv], 16 => 'cp.reduce.async.bulk'
ok cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%rd0, {%s0, %s1}], [sv]
ok st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r0], %r1, [%r2]
ok st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [%r0], {%f0, %f1, %f2, %f3}, [%r2]
ok red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r0], %r1, [%r2]
ok multimem.ld_reduce.relaxed.sys.global.add.u32 %r0, [gv]
ok multimem.ld_reduce.weak.global.add.v4.f32 {%f0, %f1, %f2, %f3}, [%rd0]
ok multimem.st.weak.global.f32 [gv], %f0
ok multimem.red.relaxed.sys.global.add.f32 [gv], %f0
bad multimem.ld_reduce.relaxed.global.add.u32 %r0, [gv] => 'multimem.ld_reduce'
ok tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [gv], [sv], 128
bad tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [gv], [sv], 64 => 'tensormap.cp_fenceproxy' wants operand 'size' to be 128
bad tensormap.replace.tile.global_address.global.b1024.b64 [gv], %rd0 => needs .target sm_90a
target sm_90a
ok tensormap.replace.tile.global_address.global.b1024.b64 [gv], %rd0
ok tensormap.replace.tile.box_dim.global.b1024.b32 [gv], 2, %r0
target sm_100a
ok st.bulk.weak.shared::cta [sv], 64, 0
bad st.bulk.weak.shared::cta [sv], 64, 1 => 'st.bulk' wants operand 'value' to be 0
ok clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [sv], [sv+16]
ok clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p0, %q0
ok tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [sv], 64
bad tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [sv], 48 => 'tcgen05.alloc' wants operand 'n' to be 32 to 512 and operand 'n' to be a power of two
ok tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r0, 64
ok tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r0, %r1}, [%r2]
bad tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r0}, [%r2] => has 2 elements, not 1
bad tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r0}, [gv] => must be a register
ok tcgen05.st.sync.aligned.16x64b.x1.b32 [%r2], {%r0}
ok tcgen05.wait::ld.sync.aligned
ok tcgen05.fence::before_thread_sync
ok tcgen05.cp.cta_group::1.128x256b [%r0], %rd0
ok tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [%rd0]
ok tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, %r1, %p0
ok tcgen05.mma.cta_group::2.kind::f16 [%r0], [%r3], %rd1, %r1, {%r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11}, %p0
bad tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, %r1, {%r4, %r5}, %p0 => operand 'p' of 'tcgen05.mma'
ok tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0
bad tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block16 [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0 => 'tcgen05.mma'
ok tcgen05.mma.ws.cta_group::1.kind::f16 [%r0], %rd0, %rd1, %r1, %p0
ok cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd0, {%s0, %s1}]
ok tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned
ok tcgen05.shift.cta_group::1.down [%r0]
ok tcgen05.mma.sp.cta_group::1.kind::f16 [%r0], %rd0, %rd1, [%r2], %r1, %p0
ok tcgen05.mma.ws.sp.cta_group::1.kind::f16 [%r0], %rd0, %rd1, [%r2], %r1, %p0
ok tcgen05.mma.cta_group::2.sp.kind::f16.collector::a::use [%r0], %rd0, %rd1, [%r2], %r1, %p0, 0
ok tcgen05.mma.ws.cta_group::1.kind::f16.sp [%r0], %rd0, %rd1, [%r2], %r1, %p0
bad tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, [%r2], %r1, %p0 => 'tcgen05.mma'
bad tcgen05.mma.sp.cta_group::1.kind::f16 [%r0], %rd0, %rd1, %r1, %p0 => 'meta' of 'tcgen05.mma' is an address
bad tcgen05.mma.ws.sp.cta_group::1.kind::f16.sp [%r0], %rd0, %rd1, [%r2], %r1, %p0 => '.sp' cannot be used here
bad tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%f0, %f1}, %f2, [%r2] => needs .target sm_103f
target sm_103a
ok tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%f0, %f1}, %f2, [%r2]
version 9.1
target sm_100
ok multimem.cp.async.bulk.global.shared::cta.bulk_group [%rd0], [sv], 64
ok multimem.cp.async.bulk.global.shared::cta.bulk_group.cp_mask [gv], [%r0], %r1, %h0
bad multimem.cp.async.bulk.global.shared::cta.bulk_group [%rd0], [sv], 8 => multiple of 16
ok multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.inc.u32 [%rd0], [%r0], %r1
ok multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.min.bf16 [%rd0], [sv], 32
ok multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%rd0], [sv], 32
bad multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [%rd0], [sv], 32 => 'multimem.cp.reduce.async.bulk
