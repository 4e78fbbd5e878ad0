# barriers of CTAs and clusters, mbarriers
ok bar.sync 0
ok bar.cta.sync 1, 64
ok bar.sync %r0, %r1
ok bar.arrive 2, 64
ok bar.red.popc.u32 %r0, 0, !%p0
ok bar.red.and.pred %p0, 1, 64, %p1
ok barrier.sync.aligned 15
ok barrier.cta.red.or.aligned.pred %p0, %r0, %r1, !%p1
ok barrier.arrive 0, 64
bad bar.sync 16 => 'bar' wants operand 'a' to be 0 to 15
bad bar.arrive 0 => operand
bad bar.red.popc.pred %p0, 0, %p1 => popc
bad bar.sync => operand
ok barrier.cluster.arrive.release.aligned
ok barrier.cluster.arrive.relaxed
ok barrier.cluster.wait
ok barrier.cluster.wait.acquire.aligned
ok griddepcontrol.launch_dependents
ok griddepcontrol.wait
ok mbarrier.init.shared.b64 [sv], 12
ok mbarrier.inval.b64 [%rd0]
ok mbarrier.expect_tx.relaxed.cta.shared.b64 [sv], 512
ok mbarrier.complete_tx.b64 [%rd0], %r0
ok mbarrier.arrive.shared.b64 %rd0, [sv]
ok mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r0], %r1
ok mbarrier.arrive.expect_tx.b64 _, [%rd0], %r0
ok mbarrier.arrive.noComplete.shared::cta.b64 %rd0, [sv], 2
ok mbarrier.arrive_drop.shared.b64 _, [sv]
ok mbarrier.arrive_drop.expect_tx.relaxed.cta.b64 %rd0, [%rd1], 16
ok mbarrier.pending_count.b64 %r0, %rd0
ok mbarrier.test_wait.shared.b64 %p0, [sv], %rd0
ok mbarrier.test_wait.parity.acquire.cta.b64 %p0, [%rd0], %r0
ok mbarrier.try_wait.b64 %p0, [%rd0], %rd1, 100
ok mbarrier.try_wait.parity.shared::cta.b64 %p0, [sv], 1
ok cp.async.mbarrier.arrive.noinc.shared.b64 [sv]
bad mbarrier.arrive.shared::cluster.b64 %rd0, [%r0] => state
bad mbarrier.test_wait.parity.b64 %p0, [%rd0], 3 => wants operand 's' to be 0 to 1
bad mbarrier.init.global.b64 [gv], 1 => global
bad mbarrier.init.shared.b64 [gv], 1 => 'gv' is in the .global space
target sm_80
bad mbarrier.arrive.b64 %rd0, [%rd1], 2 => sm_90
bad mbarrier.try_wait.b64 %p0, [%rd0], %rd1 => sm_90
bad barrier.cluster.wait => sm_90
version 1.4
target sm_10
ok bar.sync 0
bad bar.arrive 0, 64 => 2.0
# A count of no arrivals is none.
version 8.0
target sm_90
plain
ok mbarrier.arrive.shared.b64 %rd0, [sv], %r1
bad mbarrier.arrive.shared.b64 %rd0, [sv], 0 => operand 'n' to be 0
bad mbarrier.arrive.noComplete.shared.b64 %rd0, [sv], 0 => operand 'n' to be 0
bad mbarrier.arrive_drop.shared.b64 %rd0, [sv], 0 => operand 'n' to be 0
ok mbarrier.arrive.expect_tx.shared.b64 %rd0, [sv], 0
