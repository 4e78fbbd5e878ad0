# ld, ldu, st, prefetch, cp.async, fences
ok ld.global.u32 %r0, [%rd0]
ok ld.const.s16 %r0, [cv+2]
ok ld.local.b64 %rd0, [240]
ok ld.local.f32 %f0, [lv+-8]
ok ld.param.u64 %rd0, [kp]
ok ld.param::entry.u64 %rd0, [kp]
ok ld.shared::cta.v4.b32 {%r0, %r1, %r2, %r3}, [sv+16]
ok ld.shared::cluster.u8 %h0, [%r0]
ok ld.f64 %fd0, [%rd0+8]
ok ld.b128 %q0, [gv]
ok ld.weak.global.ca.L2::cache_hint.v2.f64 {%fd0, %fd1}, [%rd0], %rd1
ok ld.global.L1::no_allocate.L2::128B.s8 %rd0, [gv]
ok ld.u32 %r0, [%rd0].unified
ok ld.v2.u32 {%r0, _}, [%rd0]
ok ld.volatile.shared.u32 %r0, [sv]
ok ld.relaxed.gpu.v2.b64 {%rd0, %rd1}, [%rd2]
ok ld.acquire.cluster.global.f32 %f0, [gv]
ok ld.mmio.relaxed.sys.global.u16 %h0, [gv]
ok ld.global.nc.f32 %f0, [gv]
ok ld.global.cs.nc.L2::256B.v4.s8 {%h0, %h1, %h2, %h3}, [%rd0]
ok ld.global.nc.L1::evict_last.b64 %rd0, [%rd0]
bad ld.nc.u32 %r0, [%rd0] => nc
bad ld.acquire.u32 %r0, [%rd0] => nearest is 'ld.acquire.cta.u32'
bad ld.volatile.const.u32 %r0, [cv] => space
bad ld.relaxed.gpu.local.u32 %r0, [lv] => space
bad ld.shared.L2::128B.u32 %r0, [sv] => space
bad ld.v2.b128 {%q0, %q1}, [%rd0] => vec
bad ld.v4.f64 {%fd0, %fd1, %fd2, %fd3}, [%rd0] => sm_100
bad ld.u64 %r0, [%rd0] => '%r0' is .b32
bad ld.u32 %r0, [16] => only .local memory
bad ld.shared.u32 %r0, [gv] => 'gv' is in the .global space
bad ld.u32 %r0, [kp] => 'kp' is in the .param space
bad ld.u32 %r0, [%f0] => an address must be an integer register
bad ld.L2::cache_hint.u32 %r0, [%rd0] => hint
ok ldu.global.v4.f32 {%f0, %f1, %f2, %f3}, [gv]
ok ldu.b128 %q0, [%rd0]
bad ldu.shared.u32 %r0, [sv] => shared
ok st.global.u32 [%rd0], %r0
ok st.local.s32 [100], %r0
ok st.u64 [%rd0], 17
ok st.shared::cluster.v2.u16 [sv], {%h0, %h1}
ok st.global.wt.L2::cache_hint.b32 [gv], %r0, %rd0
ok st.weak.L1::evict_first.f32 [%rd0], %f0
ok st.volatile.global.b8 [gv], %r0
ok st.release.sys.v2.f64 [%rd0], {%fd0, %fd1}
ok st.relaxed.cta.shared.b128 [sv], %q0
ok st.mmio.relaxed.sys.b64 [%rd0], %rd1
bad st.const.u32 [cv], %r0 => const
bad st.acquire.gpu.u32 [%rd0], %r0 => acquire
bad st.u16 [%rd0], %f0 => '%f0' is .f32
target sm_100
version 8.8
ok ld.global.L2::evict_last.v8.f32 {%f0, _, %f2, %f3, %f4, %f5, %f6, %f7}, [%rd0]
ok ld.L1::evict_last.L2::evict_first.v4.u64 {%rd0, %rd1, %rd2, %rd3}, [%rd4]
ok ld.global.nc.L2::evict_first.v4.f64 {%fd0, %fd1, %fd2, %fd3}, [gv]
ok st.L2::evict_normal.v8.b32 [%rd0], {%r0, _, %r2, %r3, %r4, %r5, %r6, %r7}
bad ld.shared.v8.b32 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [sv] => space
bad ld.L2::evict_first.v2.u32 {%r0, %r1}, [%rd0] => vec
version 9.1
ok ld.volatile.local.u32 %r0, [lv]
ok st.volatile.local.u32 [lv], %r0
version 7.3
target sm_80
bad ld.L1::evict_last.u32 %r0, [%rd0] => 7.4
bad ld.shared::cta.u32 %r0, [sv] => 7.8
target sm_60
bad ld.relaxed.gpu.u32 %r0, [%rd0] => sm_70
version 1.4
target sm_10
ok ld.global.u32 %r0, [gv]
bad ld.u32 %r0, [%rd0] => 2.0
bad ld.global.f64 %fd0, [gv] => sm_13
version 8.8
target sm_90
ok prefetch.global.L1 [gv]
ok prefetch.L2 [%rd0]
ok prefetch.global.L2::evict_last [gv]
ok prefetch.tensormap [%rd0]
bad prefetch [%rd0] => 'prefetch' lacks .L1 or .L2; nearest is 'prefetch.L1'
ok prefetchu.L1 [%rd0]
ok applypriority.global.L2::evict_normal [gv], 128
bad applypriority.L2::evict_normal [gv], 64 => size
ok discard.global.L2 [gv], 128
ok createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %rd0, 0.5
ok createpolicy.range.L2::evict_normal.b64 %rd0, [gv], 4096, 8192
ok createpolicy.range.L2::evict_normal.b64 %rd0, [gv], 8192, %r1
bad createpolicy.range.L2::evict_normal.b64 %rd0, [gv], 8192, 4096 => at most operand
ok createpolicy.cvt.L2.b64 %rd0, %rd1
ok cp.async.ca.shared.global [sv], [gv], 4
ok cp.async.ca.shared::cta.global.L2::128B [%r0], [%rd0], 8, %r1
ok cp.async.cg.shared.global.L2::cache_hint [sv], [%rd0], 16, 4, %rd1
ok cp.async.cg.shared.global [sv], [gv+16], 16, %p0
bad cp.async.cg.shared.global [sv], [gv], 8 => size
bad cp.async.ca.shared.global [gv], [gv], 4 => 'gv' is in the .global space
bad cp.async.ca.shared.global [sv], [sv], 4 => 'sv' is in the .shared space
ok cp.async.commit_group
ok cp.async.wait_group 2
ok cp.async.wait_all
bad cp.async.wait_group %r0 => constant
ok membar.cta
ok membar.gl
ok membar.sys
ok membar.proxy.alias
bad membar => 'membar' lacks .cta, .gl or .sys; nearest is 'membar.cta'
ok fence.sc.gpu
ok fence.acq_rel.cluster
ok fence.cta
ok fence.acquire.sync_restrict::shared::cluster.cluster
ok fence.mbarrier_init.release.cluster
ok fence.proxy.async
ok fence.proxy.async.shared::cta
ok fence.proxy.tensormap::generic.release.gpu
ok fence.proxy.tensormap::generic.acquire.sys [%rd0], 128
ok fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster
bad fence.sc => 'fence' lacks .cta, .gpu, .sys or .cluster; nearest is 'fence.sc.cta'
bad fence.proxy.tensormap::generic.acquire.gpu [%rd0], 64 => size
