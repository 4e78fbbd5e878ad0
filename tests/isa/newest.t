# What PTX 9.2 to 9.5 brought: an accepted line for each row, and some that are refused.
version 9.5
target sm_107a
ok add.f32x2.f16x2.f32x2 %rd0, %hh1, %rd2
ok add.ftz.f16x2.f32x2.f32x2 %hh0, %rd1, %rd2
ok add.rz.bf16x2.f32x2.f32x2 %r0, %rd1, %rd2
ok add.u8x4 %r0, %r9, %r18
ok applypriority.async.bulk.bulk_group.L2::evict_normal [%rd1], 0
ok applypriority.async.bulk.tensor.4d.bulk_group.L2::evict_normal [gv, {%r9, %r10, %r11, %r12}]
ok applypriority.async.bulk.tensor.3d.bulk_group.L2::evict_normal.override::global_address [%rd1, %rd2, {%s0, %s1, %s2}]
ok applypriority.async.bulk.tensor.1d.bulk_group.L2::evict_normal.override::global_address.override::global_dim [%rd1, %rd2, {%b1}, {%s0}]
ok applypriority.async.bulk.tensor.2d.bulk_group.L2::evict_normal.override::global_address.override::global_dim_stride [%rd1, %rd2, {%h1, %h2}, {%r1}, %h6, {%s0, %s1}]
ok applypriority.async.bulk.tensor.2d.global.bulk_group.tile::gather4.L2::evict_normal [%rd1, {%r9, %r10, %r11, 8, %r13}]
ok applypriority.async.bulk.tensor.5d.global.bulk_group.im2col.L2::evict_normal [%rd1, {%r9, 0, 0, %r12, %r13}], {8, %h3, %h4}
ok applypriority.async.bulk.tensor.4d.bulk_group.im2col::w.L2::evict_normal [%rd1, {%r9, %r10, %r11, %r12}], {%h2, %h3}
ok applypriority.async.bulk.tensor.3d.bulk_group.im2col_no_offs::w.L2::evict_normal [%rd1, {%r9, 8, %r11}]
ok applypriority.async.bulk.tensor.2d.bulk_group.tile::gather4.L2::evict_normal.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}]
ok applypriority.async.bulk.tensor.3d.bulk_group.im2col.L2::evict_normal.override::global_address [%rd1, %rd2, {%s0, %s1, %s2}], {%h1}
ok applypriority.async.bulk.tensor.5d.bulk_group.im2col::w::128.L2::evict_normal.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}], {%h1, %h2}
ok applypriority.async.bulk.tensor.5d.bulk_group.im2col_no_offs.L2::evict_normal.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}]
ok atom.add.noftz.f32 %f0, [sv], %f18
ok atom.release.gpu.add.noftz.L2::cache_hint.v4.f32 {%f0, %f1, %f2, %f3}, [%rd1], {%f18, %f19, %f20, %f21}, %rd3
ok clmad.hi.u64 %rd0, %rd1, %rd2, %rd3
ok clmad.lo.u64 %rd0, %rd1, %rd2, %rd3
ok cp.async.bulk.relaxed.gpu.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint.b128 [%rd1], [%rd1], 0, [%rd1], %rd4
ok cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob [%rd1], [%rd1], %r18, %r27, %r36, [%rd1]
ok cp.async.bulk.relaxed.gpu.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint.ignore_oob.b128 [%rd1], [%rd1], %r18, %r27, %r36, [%rd1], %rd6
ok cp.async.bulk.relaxed.gpu.shared::cluster.global.mbarrier::complete_tx::bytes.b128 [%rd1], [%rd1], %r18, [%rd1]
ok cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.mbarrier::report::validity::per_16bytes::8000.multicast::cluster::32b [%rd1], [%rd1], 0, [%rd1], %r36
ok cp.async.bulk.relaxed.gpu.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.b128 [%rd1], [%rd1], %r18, [sv], %h4
ok cp.async.bulk.relaxed.sys.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster::32b.b128 [%rd1], [%rd1], %r18, [%rd1], %r36
ok cp.async.bulk.relaxed.cta.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.b128 [%rd1], [%rd1], %r18, [%rd1]
ok cp.async.bulk.relaxed.sys.global.shared::cta.bulk_group.b128 [gv], [%rd1], 0
ok cp.async.bulk.relaxed.cta.global.shared::cta.bulk_group.L2::cache_hint.cp_mask.b128 [%rd1], [%rd1], %r18, %rd3, 8
ok cp.async.bulk.prefetch.L2.global.L2::evict_last [gv], %r9
ok cp.async.bulk.prefetch.tensor.1d.L2.global.L2::cache_hint.override::global_address [%rd1, %rd2, {%s0}], %rd4
ok cp.async.bulk.prefetch.tensor.1d.L2.global.tile.L2::cache_hint.override::global_address.override::global_dim [%rd1, %rd2, {%b1}, {%s0}], %rd4
ok cp.async.bulk.prefetch.tensor.3d.L2.global.override::global_address.override::global_dim_stride [%rd1, %rd2, {%h1, %h2, %h3}, {%r1, %r2}, %h6, {%s0, %s1, %s2}]
ok cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4.L2::cache_hint.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}], %rd4
ok cp.async.bulk.prefetch.tensor.5d.L2.global.im2col.L2::evict_last.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}], {%h1, %h2, %h3}
ok cp.async.bulk.prefetch.tensor.4d.L2.global.im2col::w.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3}], {%h1, %h2}
ok cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes.override::global_address [sv], [%rd1, %rd2, {%s0}], [sv]
ok cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes.override::global_address.override::global_dim [sv], [%rd1, %rd2, {%b1}, {%s0}], [sv]
ok cp.async.bulk.tensor.4d.shared::cta.global.tile.mbarrier::complete_tx::bytes.mbarrier::report::validity::per_16bytes::8.cta_group::1.L2::cache_hint.override::global_address.override::global_dim_stride [sv], [%rd1, %rd2, {%h1, %h2, %h3, %h4}, {%r1, %r2, %r3}, %h6, {%s0, %s1, %s2, %s3}], [sv], %rd4
ok cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes.override::global_address [sv], [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}], [sv]
ok cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.mbarrier::report::validity::per_16bytes::8.multicast::cluster.cta_group::2.L2::cache_hint.override::global_address [sv], [%rd1, %rd2, {%s0, %s1, %s2, %s3}], [sv], {%h1, %h2}, %h7, %rd4
ok cp.async.bulk.tensor.4d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes.override::global_address [sv], [%rd1, %rd2, {%s0, %s1, %s2, %s3}], [sv], {%h1, %h2}
ok cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster::32b [%rd1], [%rd1, {%r18}], [%rd1], %r36
ok cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.mbarrier::report::disabled.multicast::cluster::32b.L2::cache_hint.override::global_address [sv], [%rd1, %rd2, {%s0, %s1, %s2, %s3}], [sv], %r3, %rd4
ok cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster::32b.cta_group::2.override::global_address.override::global_dim [sv], [%rd1, %rd2, {%b1}, {%s0}], [sv], %r3
ok cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster::32b.override::global_address.override::global_dim_stride [sv], [%rd1, %rd2, {%h1, %h2}, {%r1}, %h6, {%s0, %s1}], [sv], %r3
ok cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes.multicast::cluster::32b [%rd1], [%rd1, {%r18, %r19, %r20, %r21, 0}], [%rd1], %r36
ok cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes.multicast::cluster::32b.L2::cache_hint.override::global_address [sv], [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}], [sv], %r3, %rd4
ok cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster::32b [%rd1], [%rd1, {0, %r19, %r20, %r21}], [%rd1], {%h4, %h5}, %r5
ok cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster::32b.override::global_address [sv], [%rd1, %rd2, {%s0, %s1, %s2}], [sv], {%h1}, %r3
ok cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.mbarrier::report::validity::per_16bytes::80.multicast::cluster::32b.L2::cache_hint [%rd1], [%rd1, {%r18, %r19, %r20, %r21, %r22}], [%rd1], {%h4, %h5}, %r5, %rd6
ok cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster::32b.override::global_address [sv], [%rd1, %rd2, {%s0, %s1, %s2, %s3}], [sv], {%h1, %h2}, %r3
ok cp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group.L2::cache_hint.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3}], [sv], %rd4
ok cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group.L2::cache_hint.override::global_address.override::global_dim [%rd1, %rd2, {%b1}, {%s0}], [sv], %rd4
ok cp.async.bulk.tensor.4d.global.shared::cta.bulk_group.L2::cache_hint.override::global_address.override::global_dim_stride [%rd1, %rd2, {%h1, %h2, %h3, %h4}, {%r1, %r2, %r3}, %h6, {%s0, %s1, %s2, %s3}], [sv], %rd4
ok cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs::w.bulk_group [%rd1, {%r9, %r10, %r11, %r12}], [%rd1]
ok cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group.override::global_address [%rd1, %rd2, {%s0, %s1, %s2}], [sv]
ok cp.async.bulk.tensor.5d.global.shared::cta.im2col_no_offs::w.bulk_group.L2::cache_hint.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}], [sv], %rd4
ok cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}], [sv]
ok cp.async.bulk.wait_group.sync_restrict::proxy::async 1
ok cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f32 [%rd1], [%rd1], %r18
ok cp.reduce.async.bulk.tensor.5d.global.shared::cta.dec.bulk_group.L2::cache_hint.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}], [sv], %rd4
ok cp.reduce.async.bulk.tensor.1d.global.shared::cta.and.bulk_group.override::global_address.override::global_dim [%rd1, %rd2, {%b1}, {%s0}], [sv]
ok cp.reduce.async.bulk.tensor.4d.global.shared::cta.max.bulk_group.override::global_address.override::global_dim_stride [%rd1, %rd2, {%h1, %h2, %h3, %h4}, {%r1, %r2, %r3}, %h6, {%s0, %s1, %s2, %s3}], [sv]
ok cp.reduce.async.bulk.tensor.4d.global.shared::cta.xor.im2col_no_offs::w.bulk_group [%rd1, {%r9, %r10, 8, %r12}], [sv]
ok cp.reduce.async.bulk.tensor.3d.global.shared::cta.max.im2col_no_offs.bulk_group.override::global_address [%rd1, %rd2, {%s0, %s1, %s2}], [sv]
ok cp.reduce.async.bulk.tensor.5d.global.shared::cta.max.im2col_no_offs::w.bulk_group.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}], [sv]
ok cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile::scatter4.bulk_group.override::global_address [%rd1, %rd2, {%s0, %s1, %s2, %s3, %s4}], [sv]
ok createpolicy.range.fabric.L2::evict_normal.b64 %rd0, [%r9, %rd2], %r27, %r36
ok cvt.rz.pzo.f16.f32 %hf0, %f9
ok cvt.rz.relu.satfinite.pzo.f16x2.f32 %r0, %f9, %f18
ok cvt.rz.satfinite.relu.pzo.e2m3x2.f32 %h0, %f9, %f18
ok cvt.rz.satfinite.e4m3x2.bf16x2 %h0, %r9
ok cvt.rn.relu.satfinite.scaled::n2::ue8m0.bf16x2.e4m3x2 %r0, %h1, %h2
ok cvt.rz.ue5m3x2.f32 %h0, %f9, %f18
ok cvt.rz.ue5m3x2.f16x2 %h0, %hh1
ok cvt.rn.scaled::n1::ue8m0.ue5m3x2.f32 %h0, %f9, %f18, %b1
ok cvt.rz.scaled::n1::ue8m0.ue5m3x2.bf16x2 %h0, %r9, %b1
ok cvt.rn.f16x2.ue5m3x2 %hh0, %h1
ok cvt.rn.bf16x2.ue5m3x2 %r0, %h1
ok fabric.submit
ok fabric.submit.commit_group
ok fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys.max.bf16x2 [%r0, %rd1], [%rd1], [%rd1], [%rd1]
ok fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys.cas.b64 [%r0, %rd1], [sv], [%rd1], [%rd1]
ok fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.sys.b128 [%rd1], [%r9, %rd2], %r27, [%rd1]
ok fabric.try_get.async.tensor.3d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric.override::global_address.relaxed.sys.b128 [sv], [%rd1, %r9, %rd2, {%s0, %s1, %s2}], [sv]
ok fabric.try_get.async.tensor.1d.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.override::global_address.override::global_dim.sys.b128 [sv], [%rd1, %r9, %rd2, {%b1}, {%s0}], [sv]
ok fabric.try_get.async.tensor.5d.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.override::global_address.override::global_dim_stride.sys.b128 [sv], [%rd1, %r9, %rd2, {%h1, %h2, %h3, %h4, %h5}, {%r1, %r2, %r3, %r4}, %h6, {%s0, %s1, %s2, %s3, %s4}], [sv]
ok fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.min.e4m3.sync [%rd1], [%r9, %rd2], 0, [%rd1], 0xffffffff
ok fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.add.acc::f16.e4m3.sync [%rd1], [%r9, %rd2], %r27, [%rd1], 0xffffffff
ok fabric.try_put.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.L2::cache_hint.relaxed.sys.b128 [%r0, %rd1], [%rd1], %r27, [%rd1], %rd5
ok fabric.try_put.async.multimem.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.L2::cache_hint.cp_mask.relaxed.sys.b128 [%r9, %rd2], [%rd1], %r27, [sv], %h5, %rd6
ok fabric.try_put.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes.relaxed.sys.b128 [%r9, %rd2, %rd3], [%rd1], %r36, [%rd1]
ok fabric.try_put.async.tensor.multimem.2d.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.override::global_address.relaxed.sys.b128 [%rd1, %r9, %rd2, {%s0, %s1}], [sv], %r8, [sv]
ok fabric.try_put.async.tensor.multimem.1d.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.L2::cache_hint.override::global_address.override::global_dim.relaxed.sys.b128 [%rd1, %r9, %rd2, {%b1}, {%s0}], [sv], %r8, [sv], %rd4
ok fabric.try_put.async.tensor.2d.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.override::global_address.override::global_dim_stride.relaxed.sys.b128 [%rd1, %r9, %rd2, {%h1, %h2}, {%r1}, %h6, {%s0, %s1}], [sv], %r8, [sv]
ok fabric.try_put.async.tensor.4d.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes.override::global_address.relaxed.sys.b128 [%rd1, %r9, %rd2, %rd3, {%s0, %s1, %s2, %s3}], [sv], %r8, [sv]
ok fabric.try_put.async.tensor.1d.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes.override::global_address.override::global_dim.relaxed.sys.b128 [%rd1, %r9, %rd2, %rd3, {%b1}, {%s0}], [sv], %r8, [sv]
ok fabric.try_put.async.tensor.3d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes.L2::cache_hint.override::global_address.override::global_dim_stride.relaxed.sys.b128 [%rd1, %r9, %rd2, %rd3, {%h1, %h2, %h3}, {%r1, %r2}, %h6, {%s0, %s1, %s2}], [sv], %r8, [sv], %rd4
ok fabric.try_red.async.multimem.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.L2::cache_hint.relaxed.sys.max.bf16 [%r0, %rd1], [%rd1], %r27, [%rd1], %rd5
ok fabric.try_red.async.multimem.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes.L2::cache_hint.relaxed.sys.min.bf16 [%r0, %rd1, %rd2], [%rd1], %r36, [%rd1], %rd6
ok fabric.try_red.async.tensor.multimem.1d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric.L2::cache_hint.override::global_address.relaxed.sys.or [%rd1, %r9, %rd2, {%s0}], [sv], %r8, [sv], %rd4
ok fabric.try_red.async.tensor.1d.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.override::global_address.override::global_dim.relaxed.sys.min [%rd1, %r9, %rd2, {%b1}, {%s0}], [sv], %r8, [sv]
ok fabric.try_red.async.tensor.4d.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.override::global_address.override::global_dim_stride.relaxed.sys.min [%rd1, %r9, %rd2, {%h1, %h2, %h3, %h4}, {%r1, %r2, %r3}, %h6, {%s0, %s1, %s2, %s3}], [sv], %r8, [sv]
ok fabric.try_red.async.tensor.1d.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes.override::global_address.relaxed.sys.add [%rd1, %r9, %rd2, %rd3, {%s0}], [sv], %r8, [sv]
ok fabric.try_red.async.tensor.multimem.1d.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes.override::global_address.override::global_dim.relaxed.sys.add [%rd1, %r9, %rd2, %rd3, {%b1}, {%s0}], [sv], %r8, [sv]
ok fabric.try_red.async.tensor.2d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes.L2::cache_hint.override::global_address.override::global_dim_stride.relaxed.sys.or [%rd1, %r9, %rd2, %rd3, {%h1, %h2}, {%r1}, %h6, {%s0, %s1}], [sv], %r8, [sv], %rd4
ok fabric.wait.sync_restrict::reads
ok fabric.wait.sync_restrict::read 0
ok fence.proxy.alias.acquire.sys
ok fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster
ok fence.alias.sync_restrict::read.release.sys
ok fence.proxy.generic::fabric.alias.acq_rel.cta
ok fma.rn.f32x2.bf16x2.f32x2.f32x2 %rd0, %r9, %rd2, %rd3
ok ld.v4.proxy::readonly.s16 {%h0, %h1, %h2, %h3}, [%rd1]
ok ldmatrix.sync.aligned.m8n16.x4.shared::cta.s8.s4 {%r0, %r1, %r2, %r3}, [%rd1]
ok max.u8x4 %r0, %r9, %r18
ok max.s8x4 %r0, %r9, %r18
ok mbarrier.check_layout.layout::v1.shared::cta.b64 %p0, [%rd1]
ok mbarrier.complete_tx.shared::cluster.multicast::cluster::32b.b64 [sv], %r9, %r18
ok mbarrier.expect_tx.relaxed.cluster.shared::cluster.multicast::cluster::32b.b64 [%rd1], %r9, %r18
ok mbarrier.init.layout::v1.b64 [sv], %r9
ok mbarrier.pending_count.layout::v0.b64 %r0, 8
ok mbarrier.test_wait.phase_type::primary.relaxed.cluster.shared.b64 %p0, [%rd1], 8
ok mbarrier.test_wait.parity.phase_type::primary.relaxed.cluster.shared.b64 %p0|%p1, [%rd1], %r36
ok mbarrier.test_wait.parity.phase_type::conditional.b64 %p0, [sv], %r18
ok mbarrier.try_wait.phase_type::primary.acquire.cluster.shared::cta.b64 %p0, [%rd1], %rd4, 0
ok mbarrier.try_wait.parity.phase_type::primary.shared.b64 %p0|%p1, [%rd1], %r36
ok mbarrier.try_wait.parity.phase_type::conditional.b64 %p0, [%rd1], %r18
ok min.u8x4 %r0, %r9, %r18
ok min.s8x4 %r0, %r9, %r18
ok mul.rz.ftz.f16x2.f32x2.f32x2 %hh0, %rd1, %rd2
ok mul.rz.bf16x2.f32x2.f32x2 %r0, %rd1, %rd2
ok multimem.cp.async.bulk.relaxed.sys.global.shared::cta.bulk_group.b128 [%rd1], [%rd1], %r18
ok multimem.cp.async.bulk.relaxed.gpu.global.shared::cta.bulk_group.cp_mask.b128 [%rd1], [%rd1], %r18, 0
ok multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f32 [%rd1], [sv], %r18
ok multimem.red.async.release.sys.global.add.u64 [%rd1], 8
ok multimem.st.async.release.gpu.global.s8 [%rd1], 8
ok neg.s8x4 %r0, %r9
ok prefetch.L1::32B.valid_addr [%rd1]
ok red.release.gpu.add.noftz.L2::cache_hint.f32 [%rd1], %f9, %rd2
ok red.release.add.noftz.v2.f32 [%rd1], {%f9, %f10}
ok set.gt.s16x2 %r0, %r9, %r18
ok spcompress.b8.b2.sp::2:4.x4 {%r0}, {%r1, %r2, %r3, %r4}, {%r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12}, %r39
ok spcompress.b8.b4.sp::2:4.x4 {%r0, %r1}, {%r2, %r3, %r4, %r5}, {%r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13}, %r39
ok spcompress.b16.b2.sp::2:4.x4 {%r0}, {%r1, %r2, %r3, %r4}, {%r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12}, %r39
ok spcompress.b16.b4.sp::2:4.x4 {%r0}, {%r1, %r2, %r3, %r4}, {%r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12}, %r39
ok spdecompress.b8.b2.sp::1:2.x4 {%r0, %r1}, {%r2}, {%r3}
ok spdecompress.b8.b2.sp::1:4.x4 {%r0, %r1, %r2, %r3}, {%r4}, {%r5}
ok spdecompress.b8.b2.sp::2:4.x4 {%r0, %r1, %r2, %r3}, {%r4}, {%r5, %r6}
ok spdecompress.b8.b4.sp::1:2.x4 {%r0, %r1}, {%r2}, {%r3}
ok spdecompress.b8.b4.sp::1:4.x4 {%r0, %r1, %r2, %r3}, {%r4}, {%r5}
ok spdecompress.b8.b4.sp::1:8.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r8}, {%r9}
ok spdecompress.b8.b4.sp::1:16.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15}, {%r16}, {%r17}
ok spdecompress.b8.b4.sp::2:4.x4 {%r0, %r1, %r2, %r3}, {%r4}, {%r5, %r6}
ok spdecompress.b8.b4.sp::2:8.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r8}, {%r9, %r10}
ok spdecompress.b8.b4.sp::2:16.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15}, {%r16}, {%r17, %r18}
ok spdecompress.b8.b4.sp::4:8.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r8, %r9}, {%r10, %r11, %r12, %r13}
ok spdecompress.b8.b4.sp::4:16.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15}, {%r16, %r17}, {%r18, %r19, %r20, %r21}
ok spdecompress.b16.b2.sp::1:2.x4 {%r0, %r1, %r2, %r3}, {%r4}, {%r5, %r6}
ok spdecompress.b16.b2.sp::1:4.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r8}, {%r9, %r10}
ok spdecompress.b16.b2.sp::2:4.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r8}, {%r9, %r10, %r11, %r12}
ok spdecompress.b16.b4.sp::1:2.x4 {%r0, %r1, %r2, %r3}, {%r4}, {%r5, %r6}
ok spdecompress.b16.b4.sp::1:4.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r8}, {%r9, %r10}
ok spdecompress.b16.b4.sp::1:8.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15}, {%r16}, {%r17, %r18}
ok spdecompress.b16.b4.sp::1:16.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31}, {%r32}, {%r33, %r34}
ok spdecompress.b16.b4.sp::2:4.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r8}, {%r9, %r10, %r11, %r12}
ok spdecompress.b16.b4.sp::2:8.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15}, {%r16}, {%r17, %r18, %r19, %r20}
ok spdecompress.b16.b4.sp::2:16.x4 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31}, {%r32}, {%r33, %r34, %r35, %r36}
ok st.async.weak.mbarrier::complete_tx::bytes.b128 [%rd1], %q1, [sv]
ok sub.f32x2.bf16x2.f32x2 %rd0, %r9, %rd2
ok sub.rz.ftz.f16x2.f32x2.f32x2 %hh0, %rd1, %rd2
ok sub.bf16x2.f32x2.f32x2 %r0, %rd1, %rd2
ok sub.s8x4 %r0, %r9, %r18
ok tcgen05.alloc.cta_group::1.exclusive.sync.aligned.b32 [%rd1], %r9
ok tcgen05.commit.cta_group::1.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.b64 [%rd1]
ok tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster::32b.sync_restrict::shared::read::mma::a.b64 [%rd1], %r9
ok tcgen05.dealloc.cta_group::2.exclusive.sync.aligned.b32 %r0, %r9
ok tcgen05.ld.red.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.NaN.f32.b2 {%r0}, {%r9, %r10}, %f18, [%r27]
ok tcgen05.ld.spcompress.sync.aligned.32x32b.x8.min.sp::2:4.abs.f32.b2 {%r0}, {%r9, %r10, %r11, %r12}, [%r18]
ok tcgen05.mma.cta_group::1.kind::f8f6f4.decompress::lut::b.collector::a::lastuse [%r0], %rd1, %rd2, [%r27], 8, {%r5, %r6, %r7, %r8}, %p6
ok tcgen05.mma.cta_group::2.kind::mxf8f6f4.block_scale.decompress::lut::b.scale_vec::1X.collector::a::discard [%r0], %rd1, %rd2, [%r27], %r36, [%r5], [%r14], %p7
ok tcgen05.mma.cta_group::2.kind::f8f6f4.decompress::lut::b [%r0], [%r9], %rd2, [%r27], %r36, %p6
ok tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.decompress::lut::b [%r0], [%r9], %rd2, [%r27], %r36, [%r5], [%r14], %p7
ok tensormap.query.alloc_class_large.b1024 %p0, [%rd1]
ok tensormap.replace.tile.global_address.alloc_same.b1024.b64 [%rd1], %rd1
ok trace.mark 16
ok cvt.rz.satfinite.relu.e2m1x2.f32 %b0, %f1, %f2
ok cvt.rn.satfinite.pzo.scaled::n1::ue8m0.e2m1x2.f16x2 %b0, %r1, %b2
ok cvt.rn.relu.satfinite.scaled::n2::ue8m0.bf16x2.e2m1x2 %r0, %b1, %h2
ok mbarrier.arrive.release.cluster.shared::cluster.multicast::cluster::32b.b64 _, [%r1], 4, %r2
ok mbarrier.arrive.expect_tx.shared::cluster.multicast::cluster::32b.b64 _, [sv], %r1, %r2
ok mbarrier.arrive_drop.shared::cluster.multicast::cluster::32b.b64 _, [sv], %r1, 3
ok mbarrier.arrive_drop.expect_tx.relaxed.cluster.shared::cluster.multicast::cluster::32b.b64 _, [%r1], %r2, %r3
ok trace.mark 4095
bad trace.mark 4096 => 4095
bad spcompress.b8.b2.sp::2:4.x4 {%r1}, {%r2, %r3, %r4, %r5}, {%r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13}, 5 => register
bad set.lo.s8x4 %r0, %r1, %r2 => u8x4
bad mov.u32 %r0, %perctamemorysize => .minperctamemory
version 9.5
target sm_100a
ok add.rn.e5m2x4.e2m3x4 %r0, %r9, %r18
ok fma.satfinite.e5m2x4.e5m2x4.e5m2x4 %r0, %r9, %r18, %r27
ok mul.satfinite.e5m2x4.e4m3x4.ue8m0x4 %r0, %r9, %r18
ok sub.e5m2x4.e2m1p4x4 %r0, %r9, %r18
version 8.8
target sm_90
ok cp.async.bulk.wait_group.sync_restrict::shared::cluster 8
version 8.8
target sm_100a
ok cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile::scatter4.bulk_group.L2::cache_hint [%rd1, {%r9, %r10, 0, %r12, %r13}], [%rd1], 0
version 9.1
target sm_120a
bad add.u8x4 %r0, %r1, %r2 => .version 9.2
bad cvt.rn.bf16x2.e4m3x2 %r0, %h1 => 9.2
version 9.4
target sm_100a
bad prefetch.L1::32B [%rd1] => .valid_addr
bad cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster::32b [sv], [%rd2, {%s0}], [sv], %r1 => sm_107f
version 9.5
target sm_90
ok add.rn.ftz.f32 %f0, %f1, %f2
bad add.sat.u32 %r0, %r1, %r2 => needs .target

# What registers stand for: sizes of 8 or 16 bits, bare bits, addresses of 32 bits at least; constants in range.
version 9.5
target sm_107a
ok cp.async.bulk.prefetch.tensor.2d.L2.global.override::global_address.override::global_dim_stride [%rd2, %rd6, {%hf0, %h1}, {%r0}, %h6, {%s0, %s1}]
bad cp.async.bulk.prefetch.tensor.2d.L2.global.override::global_address.override::global_dim_stride [%rd2, %rd6, {%hf0, %hf1}, {%r0}, %h6, {%s0, %s1}] => integers as elements
bad cp.async.bulk.prefetch.tensor.2d.L2.global.override::global_address.override::global_dim_stride [%rd2, %rd6, {%r0, %r1}, {%r0}, %h6, {%s0, %s1}] => elements of 8 or 16 bits
bad cp.async.bulk.prefetch.tensor.2d.L2.global.override::global_address.override::global_dim_stride [%rd2, %rd6, {%b0, %h1}, {%r0}, %h6, {%s0, %s1}] => 16 bits; the elements before have 8
bad cp.async.bulk.prefetch.tensor.1d.L2.global.override::global_address.override::global_dim [%rd2, %rd6, %h0, {%s0}] => is a vector of 1 elements
bad cp.async.bulk.prefetch.tensor.1d.L2.global.override::global_address [%rd2, %fd6, {%s0}] => wants .u64 or .b64
bad cvt.rn.satfinite.relu.e5m2x2.f16x2 %us0, %hh1 => wants .b16
ok tcgen05.shift.cta_group::2.down [%r6]
bad cvt.rn.satfinite.scaled::n1::ue8m0.e3m2x2.f32 %us0, %f1, %f2, %b3 => cvt
version 9.0
target sm_100a
bad tcgen05.mma.cta_group::1.kind::f16 [%u0], %rd1, %rd2, %r3, %p0 => wants .b32
bad tcgen05.mma.cta_group::1.kind::f16 [%r0], %fd1, %rd2, %r3, %p0 => wants .u64 or .b64
bad tcgen05.st.sync.aligned.32x32b.x1.b32 [%f0], {%r1} => wants .u32 or .b32
version 9.5
target sm_100
ok fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.b128 sv, [%r1, %rd2], 7, sv
bad fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.b128 [%h0], [%r1, %rd2], 256, [sv] => has 32 or 64 bits
bad fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys.add.f32 [%r1, %rd2], [sv], [sv], sv => write it in [ ]
bad fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.add.u32.sync [%r0], [%r1, %rd2], 256, [sv], 0xFFFF => to be 0xffffffff
version 9.0
bad cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [sv], [%rd2], 0x100000000, [sv] => to have 32 bits
bad set.gt.and.u32.bf16 %r0, %h1, %h2, 1 => constant as operand 'c'
bad bar.arrive 1, 0 => operand 'b' to be 0
bad bfe.u64 %rd0, %rd1, -1, 3 => to be 0 to 255
bad cvt.rn.f32.u32 %f0, %tid.x => cannot read a special register
bad cvta.global.u64 %rd0, sv => is in the .shared space
bad getctarank.u64 %r0, gv => is in the .global space
bad ld.u32 %r0, [cv] => has no generic address
target sm_75
bad fence.acquire.cta => needs .target
