# tex, tld4, txq, suld, sust, sured, suq
target sm_90
module .global .texref tx; .global .surfref sf;
ok tex.1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4}]
ok tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [tx, %s0]
ok tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%ul0, {%f4, %f5}]
ok tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}|%p0, [tx, {%f4, %f5}], {%s0, %s1}, %f6
ok tex.a2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%r0, %f4, %f5, %f6}]
ok tex.level.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4, %f5}], %f6
ok tex.grad.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4, %f5}], {%f6, %f7}, {%f8, %f9}
ok tex.2d.v2.f16x2.f32 {%hh0, %hh1}, [tx, {%f4, %f5}]
bad tex.2d.v4.f32.f32 {%f0, %f1}, [tx, {%f4, %f5}] => has 4 elements, not 2
bad tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4}] => has 2 elements, not 1
bad tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [sf, {%f4, %f5}] => 'sf' is no .texref
bad tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%r0, {%f4, %f5}] => a handle is .u64
bad tex.cube.v4.f32.s32 {%f0, %f1, %f2, %f3}, [tx, {%s0, %s1, %s2, %s3}] => '.cube' needs '.f32'; the form is 'tex.geom.v4.dtype.ctype'
bad tex.4d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4, %f5}] => '.4d' cannot be used here
ok tld4.r.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4, %f5}]
bad tld4.x.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4, %f5}] => unknown modifier '.x'
ok txq.width.b32 %r0, [tx]
ok txq.level.height.b32 %r0, [%ul0], %r1
bad txq.width.b32 %r0, [sv] => 'sv' is no
ok suld.b.2d.v2.b32.trap {%r0, %r1}, [sf, {%r2, %r3}]
ok suld.b.1d.b8.clamp %r0, [sf, {%r2}]
ok sust.b.2d.b32.zero [sf, {%r2, %r3}], %r0
ok sust.p.1d.v4.b32.trap [sf, {%r2}], {%r0, %r1, %r2, %r3}
ok sured.b.add.2d.u32.trap [sf, {%r2, %r3}], %u0
bad sured.b.and.2d.u32.trap [sf, {%r2, %r3}], %u0 => form
bad suld.b.2d.b32 %r0, [sf, {%r2, %r3}] => 'suld.b' lacks .trap, .clamp or .zero; nearest is 'suld.b.2d.b32.trap'
bad suld.b.2d.v4.b64.trap {%rd0, %rd1, %rd2, %rd3}, [sf, {%r2, %r3}] => '.v4' needs '.b8', '.b16' or '.b32'; the form is 'suld.b.geom{.cop}{.vec}.type.clamp'
ok suq.width.b32 %r0, [sf]
ok tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%ul0, %ul1, {%f4, %f5}]
ok tex.1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4, %f5, %f6, %f7}]
ok tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4, %f5, %f6, %f7}]
bad tex.3d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4, %f5, %f6}] => has 4 elements, not 3
ok txq.filter_mode.b32 %r0, [tx]
bad txq.force_unnormalized_coords.b32 %r0, [tx] => samplerref
version 3.0
target sm_20
bad tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%ul0, {%f4, %f5}] => needs .version 3.1 or later; this module says 3.0
version 8.8
target sm_90, texmode_independent
plain
module .global .texref tx; .global .samplerref sm; .global .surfref sf;
ok tex.2d.v4.u32.f32 {%u0, %u1, %u2, %u3}, [tx, sm, {%f4, %f5}]
ok txq.filter_mode.b32 %r0, [sm]
ok tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%ul0, %ul1, {%f4, %f5}]
ok tld4.r.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, sm, {%f4, %f5}]
ok txq.normalized_coords.b32 %r0, [tx]
ok txq.addr_mode_0.b32 %r0, [sm]
ok txq.addr_mode_0.b32 %r0, [%ul0]
bad tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4, %f5}] => with .target texmode_independent 'tex' wants a sampler: [texture, sampler, coordinates]
bad tex.2dms.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%ul0, {%s4, %s5, %s6, %s7}] => wants a sampler
bad tld4.r.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, {%f4, %f5}] => 'tld4' wants a sampler
bad txq.filter_mode.b32 %r0, [tx] => with .target texmode_independent '.filter_mode' is asked of a .samplerref
bad txq.width.b32 %r0, [sm] => 'sm'
ok sured.p.min.1d.b32.trap [sf, {%r2}], %r0
