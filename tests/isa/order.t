# Words that belong to the mnemonic stand before all other modifiers; what comes after them may change places.
version 9.5
target sm_100a
ok bar.cta.red.or.pred %p0, %u1, %p3
ok bar.red.pred.or %p0, %u1, %p3
bad bar.or.red.pred %p0, %u1, %p3 => red
bad bar.sync.cta 1, 64 => sync
bad barrier.aligned.red.popc.u32 %s0, %u1, %p3 => red
ok clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes.shared::cta.b128 [%u1], [sv]
bad clusterlaunchcontrol.try_cancel.shared::cta.async.mbarrier::complete_tx::bytes.b128 [%u1], [sv] => async
ok createpolicy.range.L2::evict_first.global.L2::evict_unchanged.b64 %rd0, [gv], 1024, 1024
bad createpolicy.L2::evict_first.range.b64 %rd0, [gv], 1024, 1024 => range
bad createpolicy.fractional.L2::evict_first.L2::evict_last.b64 %rd0 => L2::evict_last
bad cvta.global.to.u64 %ul0, %ul1 => to
bad div.ftz.full.f32 %f0, %f1, %f2 => full
bad dp2a.s32.hi.u32 %s0, %s1, %s2, %s3 => hi
bad fence.async.proxy.global => proxy
bad membar.alias.proxy => proxy
target sm_100a
ok mad.lo.s32.cc %s0, %s1, %s2, %s3
bad mad.cc.lo.s32 %s0, %s1, %s2, %s3 => mad.mode
bad mad.u16.wide %u0, %us1, %us2, %u3 => mad.wide
bad madc.s64.lo %sl0, %sl1, %sl2, %sl3 => madc.mode
bad mul.u32.hi %u0, %u1, %u2 => hi
bad mbarrier.arrive.shared.expect_tx.b64 %rd0, [sv], 3 => expect_tx
ok mbarrier.test_wait.parity.b64.shared %p0, [sv], 1
bad mbarrier.test_wait.b64.parity %p0, [sv], 1 => parity
bad setmaxnreg.sync.inc.aligned.u32 32 => setmaxnreg.action
bad shf.wrap.r.b32 %r0, %r1, %r2, %u3 => shf.dir
bad tex.2d.level.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd1, {%f8, %f9}], %f7 => level

# What else the assembler refuses.
target sm_100a
bad mbarrier.pending_count.layout::v1.b64 %u0, %rd1 => layout::v1
bad cp.async.bulk.prefetch.L2.global [gv], 64, %rd1 => L2::cache_hint
bad cp.async.bulk.prefetch.L2.global.L2::cache_hint [gv], 64 => pol
bad cp.async.bulk.prefetch.L2.global [gv], 8 => multiple of 16
bad add.rn.f32x2 %rd0, %rd1, %ul2 => %ul2

# What it takes without any use of it.
warn tcgen05.mma.cta_group::1.kind::i8 [%r6], %rd1, %rd2, %r5, %p1, 30 => does nothing
bad tcgen05.mma.cta_group::1.kind::f16 [%r6], %rd1, %rd2, %r5, %p1, 16 => 0 to 15
version 9.5
target sm_107a
bad spdecompress.b2.b8.sp::1:2.x2 {%r1, %r2}, %r3, %r4 => b
