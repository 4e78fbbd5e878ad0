# Floating point: what the assembler takes, at the lowest version and target at which it does (from 2.0 and sm_20).
version 2.0
target sm_20
ok copysign.f32 %r0, %f1, 0d3FF0000000000000
ok copysign.f64 %rd0, %fd1, %fd2
ok cos.approx.approx.f32 %f0, %f1
ok cos.approx.f32 %r0, %f1
ok ex2.approx.ftz.f32 %r0, %r1
ok fma.rm.f32 %f0, %f1, %f2, %r3
ok fma.rm.ftz.f32 %f0, %f1, %f2, %f3
ok fma.rm.sat.f32 %f0, %f1, %f2, %r3
ok fma.rn.f32 %f0, %f1, %f2, %r3
ok fma.rn.f64 %rd0, %fd1, %fd2, %fd3
ok fma.rn.ftz.f32 %f0, %f1, %f2, %r3
ok fma.rn.ftz.sat.f32 %f0, %f1, %f2, %r3
ok fma.rp.f32 %f0, %f1, %f2, %r3
ok fma.rp.f64 %rd0, %fd1, %fd2, %fd3
ok fma.rp.sat.f32 %f0, %f1, %f2, %f3
ok fma.rz.f32 %f0, %f1, %f2, %f3
ok fma.rz.f64 %fd3, %fd2, %fd1, %rd0
ok fma.rz.ftz.f32 %f0, %f1, %f2, %r3
ok fma.rz.sat.f32 %f0, %f1, %f2, %r3
ok lg2.approx.approx.f32 %f0, %r1
ok lg2.approx.f32 %r0, %r1
ok lg2.f32.approx %f0, %r1
ok rcp.approx.approx.f32 %r0, %f1
ok rcp.approx.f32 %r0, %f1
ok rcp.f64.rn %fd0, %fd1
ok rcp.rm.ftz.f32 %f0, %f1
ok rcp.rn.f32 %f0, %f1
ok rcp.rn.f64 %fd0, %fd1
ok rcp.rn.ftz.f32 %f0, %f1
ok rcp.rz.f64 %rd0, %fd1
ok rsqrt.approx.approx.f64 %rd0, %fd1
ok rsqrt.approx.approx.ftz.f32 %r0, %f1
ok rsqrt.approx.f32 %f0, %f1
ok rsqrt.approx.f32.ftz %r0, %f1
ok rsqrt.approx.f64 %rd0, %rd1
ok rsqrt.f64.approx %rd0, %fd1
ok rsqrt.ftz.approx.f32 %r0, %f1
ok sin.approx.approx.ftz.f32 %f0, %r1
ok sin.approx.f32 %f0, %f1
ok sin.approx.f32.ftz %f0, %r1
ok sin.approx.ftz.f32 %f0, %r1
ok sqrt.approx.f32 %f0, %f1
ok sqrt.approx.ftz.f32 %f0, %f1
ok sqrt.rm.f32 %f0, %f1
ok sqrt.rm.f64 %rd0, 1.5
ok sqrt.rm.ftz.f32 %f0, %f1
ok sqrt.rn.f32 %r0, 0f3F800000
ok sqrt.rn.ftz.f32 %f0, %f1
ok sqrt.rp.f32 %r0, %f1
ok sqrt.rp.f64 %fd0, %fd1
ok sqrt.rz.f64 %fd0, %fd1
ok testp.finite.f32 %p0, %f6
ok testp.infinite.f64 %p0, %fd1
ok testp.normal.f32 %p0, %f1
ok testp.normal.f64 %p0, %fd1
ok testp.notanumber.f32 %p0, %r1
ok testp.number.f32 %p0, %f1
ok testp.number.f64 %p0, %fd1
ok testp.subnormal.f32 %p0, %f1
ok testp.subnormal.f64 %p0, %fd1
version 2.1
target sm_20
ok rcp.approx.ftz.f64 %fd0, %fd1
version 4.2
target sm_53
ok fma.rn.f16 %h0, %h1, %h2, %h3
ok fma.rn.f16x2 %hh0, %hh1, %hh2, %hh3
ok fma.rn.ftz.f16 %h0, %h1, %h2, %h3
ok fma.rn.ftz.sat.f16 %h0, %h1, %h2, %hf3
ok fma.rn.ftz.sat.f16x2 %r0, %r1, %r2, %r3
version 7.0
target sm_75
ok ex2.approx.approx.f16 %h0, %h1
ok ex2.approx.approx.f16x2 %r0, %hh1
ok ex2.approx.f16 %h1, %h0
ok ex2.approx.f16x2 %r0, %hh1
ok tanh.approx.approx.f16 %h0, %hf1
ok tanh.approx.f16 %h0, %hf1
ok tanh.approx.f16x2 %r1, %r0
ok tanh.approx.f32 %r0, %r1
ok tanh.f16x2.approx %r0, %r1
version 7.0
target sm_80
ok fma.rn.ftz.relu.f16 %h0, %h1, %h2, %h3
ok fma.rn.relu.bf16 %h0, %h1, %h2, %h3
ok fma.rn.relu.bf16x2 %r0, %r1, %r2, %r3
ok fma.rn.relu.f16 %h0, %h1, %h2, %hf3
version 7.8
target sm_90
ok ex2.approx.ftz.bf16 %h0, %h1
ok ex2.approx.ftz.bf16x2 %r1, %r0
ok tanh.approx.bf16 %h0, %h1
ok tanh.approx.bf16x2 %r0, %r1
ok tanh.bf16.approx %h0, %h1
version 8.1
target sm_90
ok fma.rn.oob.bf16x2 %r0, %r1, %r2, %r3
ok fma.rn.oob.f16 %h0, %h1, %h2, %hf3
ok fma.rn.oob.f16x2 %r0, %r1, %r2, %r3
ok fma.rn.oob.relu.f16 %h0, %h1, %h2, %hf3
version 8.6
target sm_100
ok fma.rm.f32.bf16 %f0, %h1, %h2, %r3
ok fma.rm.f32.sat.f16 %f0, %h1, %hf2, %f3
ok fma.rm.sat.f32.f16 %f0, %h1, %hf2, %f3
ok fma.rn.f32.f16 %f0, %h1, %h2, %f3
ok fma.rn.ftz.f32x2 %rd0, %rd1, %rd2, %rd3
ok fma.rp.f32.bf16 %f0, %h1, %h2, %f3
ok fma.rp.f32x2 %rd0, %rd1, %rd2, %rd3
ok fma.rp.ftz.f32x2 %rd0, %rd1, %rd2, %rd3
ok fma.rp.sat.f32.bf16 %f0, %h1, %h2, %r3
ok fma.rz.f32.bf16 %f0, %h1, %h2, %r3
ok fma.rz.f32.f16 %f0, %h1, %h2, %f3
ok fma.rz.f32x2 %rd0, %rd1, %rd2, %rd3
ok fma.rz.ftz.f32x2 %rd0, %rd1, %rd2, %rd3
ok fma.rz.sat.f32.f16 %f0, %h1, %hf2, %f3
