# What the assembler takes though the manual does not have it: accepted, with a warning under -Wisa.
module .global .texref tx;
bad add.ftz.ftz.f32 %f0, %f1, %f2 => '.ftz' cannot be used here
warn min.NaN.NaN.f32 %f0, %f1, %f2 => '.NaN' stands twice
warn ex2.approx.approx.f32 %f0, %f1 => '.approx' stands twice
warn add.sat.f32.sat %f0, %f1, %f2 => '.sat' stands twice
# Modifiers may stand in any order; compilers do not keep to the manual's, so that is no reason to warn.
ok ld.u32.global %r0, [%rd0]
ok add.f32.rn %f0, %f1, %f2
ok atom.add.global.cta.u32 %r0, [%rd0], %r1
ok setp.f32.lt %p0, %f1, %f2
warn ld.global.u32 %r0, [%h0] => '%h0' has 16 bits; an address has 32 or 64
warn st.shared.u8 [%b0], %h1 => '%b0' has 8 bits
warn lop3.b32 %r0, %r1, %r2, %r3, 256 => the table has 8 bits
warn st.v8.u8 [%rd0], {%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7} => .v8
target sm_90a
warn wgmma.fence.sync => the manual has .aligned
warn wgmma.commit_group.sync => the manual has .aligned
warn wgmma.wait_group.sync 0 => the manual has .aligned
warn wgmma.mma_async.sync.m64n8k32.s32.s8.s8 {%s0, %s1, %s2, %s3}, %rd0, %rd1, %p0 => the manual has .aligned
warn wgmma.mma_async.sp.sync.m64n8k64.f16.e5m2.e4m3 {%r0, %r1}, %rd0, %rd1, %r2, 0, %p0, 1, 1 => the manual has .aligned
target sm_100a
warn tcgen05.ld.sync.32x32b.x1.b32 {%r0}, [%r1] => the manual has .aligned
