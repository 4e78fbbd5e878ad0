# atom and red
ok atom.global.add.u32 %r0, [gv], 1
ok atom.add.s32 _, [%rd0], %r0
ok atom.shared::cta.max.u32 %r0, [sv+4], 0
ok atom.acquire.sys.inc.u32 %r0, [%rd0], %r1
ok atom.global.cluster.relaxed.add.u32 %r0, [%rd0], 1
ok atom.cas.b64 %rd0, [%rd1], %rd2, %rd3
ok atom.global.cas.b16 %h0, [gv], %h1, %h2
ok atom.shared.cas.b128 %q0, [sv], %q1, %q2
ok atom.global.exch.b128 %q0, [gv], %q1
ok atom.add.noftz.f16x2 %r0, [%rd0], %r1
ok atom.shared::cluster.add.noftz.bf16 %h0, [%r0], %h1
ok atom.add.f64 %fd0, [%rd0], %fd1
ok atom.shared.add.f32 %f0, [sv], %f1
ok atom.global.add.L2::cache_hint.s32 %r0, [gv], 1, %rd0
ok atom.global.v4.f32.add {%f0, %f1, %f2, %f3}, [gv], {%f4, %f5, %f6, %f7}
ok atom.v8.f16.max.noftz {%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7}, [%rd0], {%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7}
ok atom.global.or.b32 %r0, [gv], %r1, %r2
bad atom.global.and.u32 %r0, [gv], %r1 => combination of modifiers
bad atom.add.s64 %rd0, [%rd1], %rd2 => combination of modifiers
bad atom.add.f16 %h0, [%rd0], %h1 => noftz
bad atom.shared.add.L2::cache_hint.u32 %r0, [sv], 1, %rd0 => space
bad atom.cas.b32 %r0, [%rd0], %r1 => operand
bad atom.const.add.u32 %r0, [cv], 1 => const
bad atom.add.u32 %r0, [16], 1 => only .local memory
bad atom.add.u32 %h0, [%rd0], 1 => '%h0' is .b16
bad atom.v8.f32.add {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, [%rd0], {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7} => v8
bad atom.shared.v2.f32.add {%f0, %f1}, [sv], {%f2, %f3} => space
target sm_60
version 8.0
bad atom.release.add.u32 %r0, [%rd0], 1 => sm_70
ok atom.sys.add.f64 %fd0, [%rd0], %fd1
target sm_35
bad atom.add.f64 %fd0, [%rd0], %fd1 => sm_60
ok atom.min.s64 %rd0, [%rd1], %rd2
plain
version 8.8
target sm_90
ok red.global.add.s32 [gv], 1
ok red.shared::cluster.max.u32 [sv], 0
ok red.release.gpu.or.b64 [%rd0], %rd1
ok red.add.noftz.bf16x2 [%rd0], %r0
ok red.global.and.L2::cache_hint.b32 [gv], 1, %rd0
ok red.global.v4.f32.add [gv], {%f0, %f1, %f2, %f3}
ok red.v2.bf16.min.noftz [%rd0], {%h0, %h1}
ok red.v4.f16x2.max.noftz [%rd0], {%r0, %r1, %r2, %r3}
bad red.acquire.gpu.add.u32 [%rd0], 1 => acquire
bad red.exch.b32 [%rd0], 1 => exch
bad red.v8.f16x2.add.noftz [%rd0], {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7} => v8
