# Comparison and selection: what the assembler takes, at the lowest version and target at which it does (from 2.0 and sm_20).
version 2.0
target sm_20
ok selp.b16 %h0, %h1, %h2, %p3
ok selp.b32 %r0, %r1, %r2, !%p3
ok selp.b64 %rd0, %rd1, %rd2, -1
ok selp.f32 %f0, %f1, %f2, %p0
ok selp.f64 %rd0, %rd1, %rd2, %p0
ok selp.s16 %ss0, %ss1, %ss2, %p0
ok selp.u16 %h0, %h1, %h2, %p0
ok selp.u32 %r0, %r1, %r2, %p0
ok selp.u64 %sl0, %sl1, %sl2, %p0
ok set.eq.and.u32.u32 %u0, %u1, %s2, %p3
ok set.eq.f32.f32 %f0, %f1, %f2
ok set.eq.f32.u32 %f0, %u1, %u2
ok set.eq.or.f32.b64 %f0, %ul1, %rd2, !%p3
ok set.eq.or.u32.s16 %u0, %ss1, %ss2, !%p3
ok set.eq.or.u32.u16 %u0, %h1, %us2, !%p3
ok set.eq.s32.b16 %s0, %ss1, %h2
ok set.eq.s32.u16 %s0, %us1, %us2
ok set.eq.u32.b16 %u0, %h1, %h2
ok set.eq.u32.b32 %u0, %r1, %r2
ok set.eq.u32.b64 %u0, %sl1, %sl2
ok set.eq.u32.s16 %u0, %h1, %h2
ok set.eq.u32.s64 %u0, %rd1, %rd2
ok set.eq.u32.u16 %u0, %ss1, %ss2
ok set.eq.u32.u32 %u0, %u1, %u2
ok set.eq.u32.u64 %u0, %sl1, %sl2
ok set.eq.xor.f32.b32 %f0, %r1, %r2, %p3
ok set.eq.xor.ftz.f32.f32 %r0, %f1, %f2, !%p3
ok set.equ.f32.f64 %f0, %fd1, %rd2
ok set.ge.and.f32.f64 %f0, %fd1, %rd2, %p3
ok set.ge.and.f32.u16 %f0, %h1, %us2, !%p3
ok set.ge.or.u32.s32 %u0, %u1, %s2, !%p3
ok set.ge.s32.f32 %s0, %r1, %f2
ok set.ge.s32.u32 %r0, %s1, %u2
ok set.ge.xor.ftz.u32.f32 %u0, %f1, %r2, !%p3
ok set.geu.or.ftz.s32.f32 %s0, %f1, %f2, %p3
ok set.gt.and.ftz.u32.f32 %u0, %f1, %f2, %p3
ok set.gt.s32.s64 %s0, %sl1, %sl2
ok set.gt.s32.u16 %u0, %h1, %us2
ok set.gt.u32.s64 %s0, %sl1, %sl2
ok set.gt.xor.ftz.s32.f32 %s0, %f1, %f2, !%p3
ok set.hs.xor.f32.u64 %f0, %ul1, %ul2, !%p3
ok set.le.and.u32.f32 %r0, %f1, %f2, %p3
ok set.le.f32.s64 %f0, %sl1, %sl2
ok set.leu.or.s32.f32 %s0, %f1, %r2, !%p3
ok set.lo.xor.s32.u64 %u0, %rd1, %ul2, !%p3
ok set.ls.f32.u32 %f0, %r1, %u2
ok set.ls.s32.u64 %u0, %ul1, %ul2
ok set.lt.and.u32.u64 %r0, %ul1, %ul2, %p3
ok set.lt.f32.s16 %f0, %ss1, %ss2
ok set.lt.f32.s64 %f0, %sl1, %sl2
ok set.nan.xor.u32.f64 %s0, %fd1, %rd2, !%p3
ok set.ne.or.f32.s16 %r0, %ss1, %h2, !%p3
ok set.ne.or.u32.f32 %u0, %f1, %f2, %p3
ok set.ne.s32.s16 %s0, %ss1, %h2
ok set.ne.u32.b32 %u0, %r1, %r2
ok set.ne.xor.u32.b16 %u0, %us1, %h2, %p3
ok set.neu.u32.f64 %u0, %fd1, %fd2
ok setp.b32.ne %p0|%p1, %r1, %r2
ok setp.eq.and.b64 %p0, %ul1, %rd2, !%p3
ok setp.eq.and.u32 %p0, %u1, %u2, 1
ok setp.eq.b16 %p0, %h1, %h2
ok setp.eq.b16.xor %p0, %h1, %h2, !%p3
ok setp.eq.b64 %p0, %sl1, %sl2
ok setp.eq.f32 %p0, %r1, %r2
ok setp.eq.f64 %p0, %rd1, %rd2
ok setp.eq.ftz.f32 %p0, %f1, %f2
ok setp.eq.or.ftz.f32 %p0|%p1, %f1, %f2, %p3
ok setp.eq.or.s32 %p0, %s1, %s2, %p3
ok setp.eq.s16 %p0, %us1, %us2
ok setp.eq.s32 %p0, %r1, %r2
ok setp.eq.s64 %p0, %sl1, %rd2
ok setp.eq.u16 %p0, %h1, %h2
ok setp.eq.u32 %p0, %r1, %r2
ok setp.eq.u64 %p0, %sl1, %sl2
ok setp.eq.xor.s16 %p0, %ss1, %ss2, !%p3
ok setp.equ.or.f64 %p0, %fd1, %rd2, %p3
ok setp.ge.f32 %p0|%p1, %f1, %f2
ok setp.ge.or.s64 %p0, %sl1, %sl2, !%p3
ok setp.ge.or.u16 %p0, %us1, %h2, %p3
ok setp.ge.u64 %p0, %ul1, %ul2
ok setp.ne.xor.b32 %p0|%p1, %s1, %r2, %p3
ok slct.b16.f32 %h0, %us1, %h2, %r3
ok slct.b16.s32 %ss0, %h1, %h2, %s3
ok slct.b32.s32 %u0, %r1, %r2, %s3
ok slct.b64.f32 %rd0, %rd1, %rd2, %f3
ok slct.b64.s32 %rd0, %rd1, %ul2, %u3
ok slct.f32.f32 %f0, %r1, %f2, %f3
ok slct.f32.s32 %f0, %f1, %f2, %s3
ok slct.f64.s32 %fd0, %rd1, %fd2, %s3
ok slct.ftz.b64.f32 %sl0, %rd1, %rd2, %f3
ok slct.ftz.f32.f32 %f0, %r1, %f2, 1.5
ok slct.ftz.s16.f32 %ss0, %ss1, %ss2, %r3
ok slct.ftz.s64.f32 %sl0, %sl1, %sl2, %f3
ok slct.ftz.u64.f32 %ul0, %ul1, %ul2, %f3
ok slct.s32.s32 %s0, %r1, %s2, %u3
ok slct.u16.f32 %us0, %us1, %us2, %f3
ok slct.u16.s32 %us0, %us1, %us2, %s3
ok slct.u32.f32 %u0, %s1, %u2, %f3
ok slct.u64.f32 %ul0, %ul1, %ul2, %f3
ok slct.u64.s32 %rd0, %ul1, %ul2, %s3
version 4.2
target sm_53
ok selp.s32 %hh0, %hh1, %hh2, %p0
ok set.eq.and.f16.s32 %h0, %s1, %s2, %p3
ok set.eq.and.f16x2.f16x2 %r0, %hh1, %r2, !%p3
ok set.eq.and.ftz.f16x2.f16x2 %r0, %r1, %r2, !%p3
ok set.eq.f16.b32 %h0, %r1, %r2
ok set.eq.f16.f16 %h0, %h1, %h2
ok set.eq.f16.s16 %h0, %ss1, %ss2
ok set.eq.f16.u32 %hf0, %s1, %u2
ok set.eq.f16.u64 %h0, %rd1, %ul2
ok set.eq.f16x2.f16x2 %r2, %r1, %hh0
ok set.eq.ftz.f16.f16 %h0, %h1, %h2
ok set.eq.ftz.f16.f32 %h0, %f1, %r2
ok set.eq.or.f16.b64 %h0, %rd1, %rd2, !%p3
ok set.eq.or.ftz.f16.f16 %hf0, %h1, %h2, !%p3
ok set.eq.u32.s32 %u0, %hh1, %hh2
ok set.equ.f16.f64 %h0, %fd1, %fd2
ok set.equ.ftz.f16.f32 %h0, %f1, %f2
ok set.equ.or.ftz.f16x2.f16x2 %r0, %r1, %hh2, !%p3
ok set.f16.ne.u32 %h0, %u1, %u2
ok set.ge.and.f16.s32 %hf0, %s1, %u2, !%p3
ok set.ge.f16.f16 %h0, %h1, %h2
ok set.ge.f16.f32 %h0, %f1, %f2
ok set.ge.f16.f64 %h0, %fd1, %fd2
ok set.ge.f16.u16 %h0, %us1, %us2
ok set.ge.or.f16.u16 %h0, %h1, %us2, %p3
ok set.gt.f16.f32 %h0, %f1, %f2
ok set.gt.f16.s16 %h0, %ss1, %ss2
ok set.gt.f16.s64 %hf0, %sl1, %sl2
ok set.le.or.f16.s64 %h0, %sl1, %sl2, %p3
ok set.lt.f16.u64 %h0, %ul1, %ul2
ok set.ne.f16.b32 %h0, %s1, %r2
ok setp.eq.and.ftz.f16 %p0, %h1, %hf2, !%p3
ok setp.eq.and.ftz.f16x2 %p0|%p1, %hh1, %r2, !%p3
ok setp.eq.b32 %p0, %hh1, %hh2
ok setp.eq.f16 %p0, %h1, %h2
ok setp.eq.f16x2 %p0|%p1, %r1, %r2
ok setp.eq.ftz.f16 %p0, %h1, %h2
ok setp.eq.ftz.f16x2 %p0|%p1, %hh1, %r2
ok setp.eq.xor.f16 %p0, %h1, %h2, %p3
ok setp.eq.xor.f16x2 %p0|%p1, %r1, %r2, %p3
ok slct.ftz.u32.f32 %u0, %hh1, %r2, %f3
ok slct.s16.s32 %ss0, %h1, %ss2, %hh3
version 6.5
target sm_53
ok set.eq.and.ftz.u32.f16 %s0, %h1, %h2, %p3
ok set.eq.and.s32.f16x2 %s0, %r1, %r2, %p3
ok set.eq.and.u16.f16 %us0, %h1, %h2, %p3
ok set.eq.ftz.s32.f16 %u0, %h1, %hf2
ok set.eq.ftz.u32.f16x2 %u0, %r1, %r2
ok set.eq.or.ftz.u32.f16 %s0, %h1, %h2, %p3
ok set.eq.or.s16.f16 %h0, %h1, %hf2, !%p3
ok set.eq.or.s32.f16 %u0, %h1, %hf2, !%p3
ok set.eq.u16.f16 %us0, %h1, %h2
ok set.eq.u32.f16x2 %r0, %r1, %hh2
ok set.eq.xor.ftz.s16.f16 %ss0, %h1, %hf2, !%p3
ok set.eq.xor.ftz.s32.f16x2 %s0, %r1, %r2, %p3
ok set.eq.xor.s32.f16x2 %s0, %hh1, %r2, %p3
ok set.equ.and.ftz.s32.f16 %s0, %h1, %h2, %p3
ok set.equ.and.ftz.u32.f16x2 %s0, %r1, %hh2, !%p3
ok set.equ.and.s16.f16 %ss0, %h1, %h2, %p3
ok set.equ.and.u32.f16x2 %u0, %r1, %hh2, !%p3
ok set.equ.ftz.u16.f16 %us0, %h1, %h2
ok set.equ.or.ftz.s32.f16x2 %s0, %r1, %r2, %p3
ok set.equ.u32.f16 %s0, %h1, %h2
ok set.equ.xor.ftz.s16.f16 %ss0, %h1, %h2, %p3
ok set.equ.xor.s32.f16 %s0, %h1, %hf2, !%p3
ok set.equ.xor.u32.f16 %u0, %h1, %hf2, !%p3
ok set.ge.and.ftz.u16.f16 %us0, %h1, %h2, %p3
version 7.8
target sm_90
ok set.eq.and.bf16.f64 %h0, %fd1, %fd2, !%p3
ok set.eq.and.bf16x2.bf16x2 %r0, %r1, %r2, %p3
ok set.eq.and.s32.bf16 %u0, %h1, %h2, !%p3
ok set.eq.and.s32.bf16x2 %u0, %r1, %r2, %p3
ok set.eq.and.u16.bf16 %us0, %h1, %h2, %p3
ok set.eq.and.u32.bf16 %u0, %h1, %h2, %p3
ok set.eq.bf16.b16 %h0, %h1, %h2
ok set.eq.bf16.b32 %h0, %r1, %r2
ok set.eq.bf16.b64 %h0, %ul1, %rd2
ok set.eq.bf16.bf16 %h0, %h1, %h2
ok set.nan.bf16.bf16 %h0, %h1, %h2
ok set.gtu.xor.bf16.bf16 %h0, %h1, %h2, !%p3
ok set.eq.bf16.f16 %h0, %h1, %h2
ok set.eq.bf16.f32 %h0, %f1, %f2
ok set.eq.bf16.s16 %h0, %ss1, %ss2
ok set.eq.bf16.s32 %h0, %s1, %s2
ok set.eq.bf16.u16 %h0, %us1, %us2
ok set.eq.bf16.u32 %h0, %u1, %u2
ok set.eq.bf16.u64 %h0, %ul1, %ul2
ok set.eq.or.bf16.b64 %h0, %sl1, %rd2, %p3
ok set.eq.or.bf16.f32 %h0, %f1, %f2, !%p3
ok set.eq.or.bf16x2.bf16x2 %r0, %r1, %r2, !%p3
ok set.eq.or.s16.bf16 %h0, %h1, %h2, !%p3
ok set.eq.or.s32.bf16x2 %s0, %r1, %r2, !%p3
ok set.eq.or.u16.bf16 %us0, %h1, %h2, %p3
ok set.eq.or.u32.bf16x2 %u0, %r1, %r2, %p3
ok set.eq.xor.bf16.f16 %h0, %h1, %hf2, !%p3
ok set.eq.xor.bf16.s64 %h0, %sl1, %rd2, !%p3
ok set.eq.xor.bf16.u64 %h0, %ul1, %ul2, %p3
ok set.eq.xor.s16.bf16 %ss0, %h1, %h2, !%p3
ok set.eq.xor.u32.bf16x2 %u0, %r1, %r2, !%p3
ok set.equ.s32.bf16 %u0, %h1, %h2
ok set.equ.u32.bf16 %u0, %h1, %h2
ok set.ge.and.bf16.f64 %h0, %fd1, %fd2, %p3
ok set.ge.bf16.s32 %h0, %s1, %u2
ok set.ge.bf16.s64 %h0, %sl1, %rd2
ok set.ge.bf16.u16 %h0, %h1, %us2
ok set.ge.bf16.u32 %h0, %s1, %u2
ok set.gt.bf16.s16 %h0, %ss1, %h2
ok set.ne.bf16.b32 %h0, %u1, %r2
ok setp.eq.bf16 %p0, %h1, %h2
ok setp.eq.bf16x2 %p0|%p1, %r1, %r2
ok setp.eq.xor.bf16 %p0, %h1, %h2, %p3
ok setp.equ.bf16x2 %p1, %r1, %r2
