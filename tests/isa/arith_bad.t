# Scalar arithmetic that does not exist: wrong types, missing or misplaced modifiers, too early a version or target.
bad add.u8 %b0, %b1, %b2 => cannot be used
bad add.sat.u32 %r0, %r1, %r2 => .sat
bad add.cc.u16 %us0, %us1, %us2 => add
bad add.f16x4 %rd0, %rd1, %rd2 => add
bad add.u32 %r0, %r1 => operand
bad add.u32 %r0, %r1, %rd2 => %rd2
bad add.u32 %r0, %f1, %r2 => %f1
bad add.u32 1, %r1, %r2 => 1
bad mul.u32 %r0, %r1, %r2 => mul
bad mul.wide.u64 %rd0, %rd1, %rd2 => .wide
bad mul.wide.u32 %r0, %r1, %r2 => %r0
bad mul.lo.f32 %f0, %f1, %f2 => mul
bad mad.wide.u32 %rd0, %r1, %r2, %r3 => %r3
bad mad.lo.sat.s32 %r0, %r1, %r2, %r3 => mad
bad mul24.lo.u64 %rd0, %rd1, %rd2 => .u64
bad div.b32 %r0, %r1, %r2 => .b32
bad div.approx.f64 %fd0, %fd1, %fd2 => div
bad div.full.f64 %fd0, %fd1, %fd2 => div
bad abs.u32 %r0, %r1 => .u32
bad neg.u32 %r0, %r1 => .u32
bad min.relu.u32 %r0, %r1, %r2 => .relu
bad popc.u32 %r0, %r1 => .u32
bad popc.b64 %rd0, %rd1 => %rd0
bad clz.b16 %r0, %h1 => .b16
bad bfe.b32 %r0, %r1, 1, 2 => .b32
bad bfi.u32 %r0, %r1, %r2, 1, 2 => .u32
bad bfi.b64 %rd0, %rd1, %rd2, %rd3, 2 => %rd3
bad fma.f32 %f0, %f1, %f2, %f3 => .rn
bad fma.rn.f32 %f0, %f1, %f2 => operand
bad fma.rn.sat.f64 %fd0, %fd1, %fd2, %fd3 => fma
bad sqrt.full.f32 %f0, %f1 => sqrt
bad rsqrt.rn.f32 %f0, %f1 => rsqrt
bad sin.f64 %fd0, %fd1 => sin
bad tanh.approx.ftz.f32 %f0, %f1 => tanh
bad min.xorsign.f32 %f0, %f1, %f2 => min
bad add.ftz.f64 %fd0, %fd1, %fd2 => add
bad add.ftz.bf16 %h0, %h1, %h2 => add
bad fma.rz.f16 %h0, %h1, %h2, %h3 => fma
bad setp.lo.s32 %p0, %r1, %r2 => setp
bad setp.lt.b32 %p0, %r1, %r2 => setp
bad setp.num.u32 %p0, %r1, %r2 => setp
bad setp.eq.f32 %r0, %f1, %f2 => %r0
bad setp.eq.and.f32 %p0, %f1, %f2 => operand
bad set.lt.u16.f32 %us0, %f1, %f2 => set
bad selp.b32 %r0, %r1, %r2, %r3 => %r3
bad selp.pred %p0, %p1, %p2, %p3 => selp
bad slct.s32.u32 %r0, %r1, %r2, %r3 => slct
bad and.u32 %r0, %r1, %r2 => .u32
bad and.b32 %r0, %r1, %rd2 => %rd2
bad not.s32 %r0, %r1 => .s32
bad cnot.pred %p0, %p1 => .pred
bad lop3.b64 %rd0, %rd1, %rd2, %rd3, 1 => lop3
bad lop3.b32 %r0, %r1, %r2, %r3, %r4 => integer constant
bad shl.s32 %r0, %r1, 1 => .s32
bad shl.b64 %rd0, %rd1, %rd2 => %rd2
bad shf.l.b32 %r0, %r1, %r2, %r3 => shf
bad prmt.u32 %r0, %r1, %r2, %r3 => prmt
bad cvt.s32.f32 %r0, %f1 => .rni
bad cvt.rn.s32.f32 %r0, %f1 => cvt
bad cvt.f32.s32 %f0, %r1 => cvt
bad cvt.rzi.f32.s32 %f0, %r1 => cvt
bad cvt.f32.f64 %f0, %fd1 => cvt
bad cvt.rn.f64.f32 %fd0, %f1 => cvt
bad cvt.sat.s64.s32 %rd0, %r1 => .sat
bad cvt.sat.u32.u16 %r0, %h1 => .sat
bad cvt.u32.u64 %h0, %rd1 => %h0
bad cvt.rn.e4m3x2.f32 %h0, %f1, %f2 => cvt
bad cvt.pack.s16.s32 %r0, %r1, %r2 => cvt.pack
bad vadd.s32.s32 %r0, %r1, %r2 => vadd
bad vadd2.u32.u32.u32 %r0, %r1, 3, %r2 => vadd2
bad add.s32 %r0.b0, %r1, %r2 => selector

version 7.7
target sm_80
bad add.bf16 %h0, %h1, %h2 => 7.8
version 8.8
target sm_80
bad add.bf16 %h0, %h1, %h2 => sm_90
bad add.u16x2 %r0, %r1, %r2 => sm_90
bad cvt.rn.satfinite.e4m3x2.f32 %h0, %f1, %f2 => sm_89
target sm_90
bad add.f32x2 %rd0, %rd1, %rd2 => sm_100
bad cvt.rn.satfinite.e2m1x2.f32 %b0, %f1, %f2 => sm_100
version 4.2
target sm_50
bad lop3.b32 %r0, %r1, %r2, %r3, 1 => 4.3
version 4.3
target sm_35
bad lop3.b32 %r0, %r1, %r2, %r3, 1 => sm_50
