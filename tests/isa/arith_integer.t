# Integer arithmetic, extended precision, and the float forms of the same mnemonics: what the assembler takes, at the lowest version and target at which it does (from 2.0 and sm_20).
version 2.0
target sm_20
ok abs.f32 %f0, %f1
ok abs.ftz.f32 %f0, %r1
ok add .u32 %u0, %u1, %u2
ok add.f32 %f0, %f1, %f2
ok add.f64 %fd0, %fd1, 0D3FF0000000000000
ok add.ftz.f32 %f0, %r1, %f2
ok add.ftz.rn.f32 %f0, %f1, %f2
ok add.ftz.sat.f32 %f0, %f1, %r2
ok add.rm.f64 %rd0, %fd1, %fd2
ok add.rm.ftz.f32 %f0, %r1, %f2
ok add.rm.sat.f32 %f0, %f1, %f2
ok add.rn.f32 %f0, %f1, %f2
ok add.rn.f64 %fd0, %fd1, %fd2
ok add.rn.ftz.f32 %f0, %r1, %f2
ok add.rz.f32 %f0, %f1, %f2
ok add.rz.sat.f32 %f0, %f1, %f2
ok add.s16 %h0, %h1, %h2
ok add.s32 %r0, %r1, %r2
ok add.s32.sat %s0, %s1, %s2
ok add.s64 %sl0, %sl1, %rd2
ok add.sat.f32 %f0, %f1, %f2
ok add.sat.s32 %s0, %s1, %s2
ok add.u16 %us0, %us1, %us2
ok add.u32 %r0, %r1, %r2
ok add.u64 %rd0, %rd1, %rd2
ok addc.cc.cc.s32 %s0, %s1, %u2
ok addc.cc.u32 %u0, %u1, %s2
ok addc.s64 %sl0, %sl1, %sl2
ok addc.u32 %u0, %s1, %u2
ok bfe.s64 %sl0, %sl1, %s2, %u3
ok bfe.u32 %u0, %u1, %u2, %u3
ok bfe.u64 %rd0, %ul1, %s2, %u3
ok bfi.b32 %r0, %r1, %r2, %r6, 2
ok bfi.b64 %ul5, %rd1, %rd2, %r3, %r0
ok bfind.s32 %s1, %u0
ok bfind.s64 %s0, %sl1
ok bfind.shiftamt.s64 %u0, %sl1
ok bfind.shiftamt.u32 %s1, %u0
ok bfind.shiftamt.u64 %s0, %ul1
ok bfind.u32 %u0, %s1
ok bfind.u64.shiftamt %u0, %ul1
ok brev.b64 %rd0, %sl1
ok clz.b32 %r0, %r1
ok clz.b64 %r0, %rd1
ok div.full.ftz.f32 %f0, %f1, %f2
ok div.rm.f32 %f0, %f1, %f2
ok div.rp.f32 %f0, %r1, %f2
ok div.rp.f64 %fd0, %fd1, %fd2
ok div.rz.f64 %fd0, %rd1, %fd2
ok div.s16 %ss0, %ss1, %ss2
ok div.s64 %rd0, %ul1, %sl2
ok mad.f32 %f0, %f1, %f2, %f3
ok mad.f32.rp %f0, %r1, %f2, %f3
ok mad.f64.rn %rd0, %fd1, %fd2, %fd3
ok mad.ftz.sat.f32 %f0, %f1, %f2, %f3
ok mad.hi.s16 %ss0, %h1, %ss2, %ss3
ok mad.hi.s32 %r0, %s1, %s2, %s3
ok mad.hi.s64 %rd0, %rd1, %sl2, %sl3
ok mad.hi.sat.s32 %u0, %s1, %s2, %s3
ok mad.hi.u16 %us0, %us1, %h2, %us3
ok mad.hi.u64 %ul0, %rd1, %ul2, %ul3
ok mad.lo.s16 %ss0, %ss1, %ss2, 5
ok mad.lo.s32 %r0, %s1, %s2, %s3
ok mad.lo.s64 %rd0, %sl1, %sl2, %sl3
ok mad.lo.u16 %us0, %us1, %h2, %us3
ok mad.rm.f64 %rd0, %fd1, %fd2, %fd3
ok mad.rm.ftz.f32 %f0, %r1, %f2, %f3
ok mad.rm.sat.f32 %f0, %r1, %f2, %f3
ok mad.rn.f32 %f0, %r1, %f2, %f3
ok mad.rn.f64 %fd0, %fd1, %fd2, %fd3
ok mad.rn.ftz.f32 %f0, %f1, %f2, %f3
ok mad.rp.f32 %f0, %r1, %f2, %f3
ok mad.rp.f64 %rd0, %fd1, %fd2, %fd3
ok mad.rp.sat.f32 %f0, %r1, %f2, %f3
ok mad.rz.f32 %f0, %r1, %f2, %f3
ok mad.rz.f64 %fd0, %fd1, %fd2, %fd3
ok mad.rz.ftz.sat.f32 %f0, %r1, %f2, %f3
ok mad.rz.sat.f32 %f0, %f1, %f2, %f3
ok mad.sat.f32 %f0, %r1, %f2, %f3
ok mad.wide.u16 %u0, %us1, %us2, %u3
ok mad.wide.u32 %ul0, %s1, %u2, %ul3
ok mad24.hi.u32 %r0, %u1, %s2, %u3
ok mad24.lo.s32 %r0, %r1, %s2, %s3
ok mad24.lo.u32 %u0, %u1, %r2, %u3
ok max.f64 %fd0, %fd1, %fd2
ok max.s16 %ss0, %ss1, %ss2
ok max.s64 %rd0, %sl1, %sl2
ok max.u32 %s2, %u1, %u0
ok min.f32 %r0, %r1, %r2
ok min.f64 %rd0, %rd1, %rd2
ok min.s16 %h0, %ss1, %ss2
ok min.s32 %r0, %r1, %r2
ok min.u16 %h0, %h1, %h2
ok mul.f32 %f0, %f1, %f2
ok mul.f64 %fd0, %fd1, %rd2
ok mul.ftz.f32 %f0, %f1, %f2
ok mul.hi.s64 %rd0, %sl1, %sl2
ok mul.hi.u32 %u0, %u1, %u2
ok mul.lo.s32 %s0, %u1, %s2
ok mul.lo.u16 %us0, %us1, %us2
ok mul.lo.u64 %ul0, %ul1, %ul2
ok mul.rm.f64 %fd0, %rd1, %fd2
ok mul.rm.ftz.sat.f32 %r0, %f1, %f2
ok mul.rn.f64 %fd0, %fd1, %fd2
ok mul.rn.sat.f32 %f0, %f1, %r2
ok mul.rp.f32 %f2, %f1, %f0
ok mul.rp.ftz.f32 %f0, %f1, %f2
ok mul.rp.ftz.sat.f32 %r0, %f1, %f2
ok mul.rz.f32 %f0, %f1, %f2
ok mul.rz.ftz.f32 %f0, %f1, %f2
ok mul.sat.f32 %f0, %f1, %r2
ok mul.wide.s16 %u0, %ss1, %ss2
ok mul.wide.s32 %sl0, %s1, %r2
ok mul.wide.u16 %u0, %h1, %us2
ok mul.wide.u32 %rd0, %r1, %r2
ok mul24.hi.s32 %r0, %s1, %s2
ok mul24.hi.u32 %u0, %u1, %s2
ok mul24.lo.u32 %s0, %u1, %u2
ok neg.f32 %r0, %r1
ok neg.f64 %rd0, %rd1
ok neg.ftz.f32 %f0, %f1
ok neg.s16 %h0, %h1
ok neg.s32 %r0, %r1
ok neg.s64 %ul0, %ul1
ok popc.b32 %r1, %u0
ok popc.b64 %r0, %sl1
ok rem.s16 %h0, %ss1, %ss2
ok rem.u16 %us0, %us1, %us2
ok rem.u32 %s2, %u1, %u0
ok rem.u64 %ul0, %ul1, %ul2
ok sad.s16 %ss0, %ss1, %ss2, %ss3
ok sad.u16 %h3, %us2, %us1, %us0
ok sad.u64 %rd3, %ul2, %ul1, %ul0
ok sub.ftz.rp.f32 %f0, %f1, %f2
ok sub.rm.f32 %f0, %f1, %f2
ok sub.rm.sat.f32 %f0, %f1, %r2
ok sub.rn.f32 %f0, %f1, %f2
ok sub.rn.f64 %fd0, %fd1, %fd2
ok sub.rp.f32 %f0, %f1, %f2
ok sub.rp.f64 %fd0, %fd1, %fd2
ok sub.rp.ftz.sat.f32 %r0, %f1, %f2
ok sub.rp.sat.f32 %f0, %f1, %r2
ok sub.rz.f32 %f0, %f1, %f2
ok sub.rz.f64 %rd0, %fd1, %fd2
ok sub.rz.ftz.f32 %f0, %f1, %f2
ok sub.rz.sat.f32 %f0, %f1, %r2
ok sub.s16 %ss2, %ss1, %ss0
ok sub.s32 %s0, %r1, %s2
ok sub.s64 %sl0, %sl1, %sl2
ok sub.sat.f32 %f0, %f1, %r2
ok sub.sat.s32 %s0, %s1, %s2
ok sub.u16 %us0, %us1, %us2
ok sub.u64 %rd0, %ul1, %ul2
ok subc.cc.u32 %u0, %s1, %u2
ok subc.s32 %s0, %r1, %s2
ok subc.s32.cc %s0, %r1, %s2
ok subc.s64 %ul0, %ul1, %ul2
ok subc.u32 %u0, 5, %u2
ok subc.u64 %ul0, %rd1, %ul2
version 3.0
target sm_20
ok madc.hi.s64 %sl0, %sl1, %rd2, %sl3
ok madc.hi.u32 %u0, %u1, %s2, %u3
ok madc.lo.cc.u32 %u0, %s1, %s2, %u3
ok madc.lo.s32 %s3, %s2, %s1, %u0
ok madc.lo.s64 %sl0, %sl1, %rd2, %sl3
ok madc.lo.u64 %rd0, %ul1, %ul2, %ul3
version 4.2
target sm_53
ok add.f16 %h0, %h1, %h2
ok add.f16x2 %r0, %r1, %r2
ok add.ftz.f16 %h0, %hf1, %h2
ok add.ftz.f16x2 %r0, %hh1, %r2
ok add.ftz.sat.f16x2 %r0, %r1, %hh2
ok add.rn.ftz.f16x2 %r0, %hh1, %r2
ok add.rn.ftz.sat.f16 %h0, %h1, %hf2
ok add.rn.sat.f16 %h0, %h1, %h2
ok add.rn.sat.f16x2 %r0, %r1, %r2
ok addc.cc.s32 %s0, %s1, %hh2
ok brev.b32 %r0, %hh1
ok div.s32 %hh0, %s1, %s2
ok min.u32 %hh0, %hh1, %hh2
ok mul.f16 %h0, %h1, %h2
ok mul.ftz.sat.f16 %h0, %h1, %h2
ok mul.rn.ftz.f16 %h0, %hf1, %h2
ok mul.rn.ftz.f16x2 %r0, %r1, %r2
ok mul.rn.sat.f16 %hf0, %h1, %h2
ok mul.sat.f16 %hf0, %h1, %h2
ok rem.s32 %s0, %hh1, %s2
ok sad.u32 %hh0, %u1, %u2, %r3
ok sub.f16 %h0, %h1, %h2
ok sub.f16x2 %r0, %r1, %hh2
ok sub.ftz.sat.f16 %h0, %h1, %hf2
ok sub.ftz.sat.f16x2 %r0, %r1, %r2
ok sub.rn.ftz.sat.f16 %h0, %h1, %hf2
ok sub.rn.sat.f16x2 %r0, %r1, %r2
ok sub.sat.f16x2 %r0, %r1, %r2
version 4.3
target sm_20
ok addc.cc.s64 %rd0, %rd1, %sl2
ok addc.cc.u64 %rd2, %ul1, %ul0
ok addc.u64.cc %ul0, %ul1, %rd2
ok madc.hi.cc.s64 %sl3, %sl2, %sl1, %sl0
ok madc.hi.s64.cc %sl0, %sl1, %sl2, %sl3
ok madc.lo.cc.u64 %ul0, %ul1, %ul2, %sl3
ok madc.lo.u64.cc %ul0, %ul1, %ul2, %ul3
ok subc.cc.s64 %sl0, %rd1, %sl2
version 5.0
target sm_61
ok dp2a.hi.s32.s32 %u0, %s1, %s2, %s3
ok dp2a.hi.s32.u32 %s0, %s1, %hh2, %s3
ok dp2a.hi.u32.s32 %r3, %s2, %u1, %s0
ok dp2a.lo.s32.u32 %s0, %s1, %s2, %s3
ok dp2a.lo.u32.s32 %s0, %u1, %s2, %r3
ok dp2a.lo.u32.u32 %u0, %u1, %u2, %s3
ok dp4a.s32.s32 %s3, %s2, %s1, %u0
ok dp4a.s32.u32 %s0, %s1, %r2, %s3
ok dp4a.u32.s32 %r0, %u1, %s2, %r3
ok dp4a.u32.u32 %u0, 5, %u2, %u3
version 5.1
target sm_30
ok fns.b32 %r0, %r1, %r2, %u3
version 5.1
target sm_53
ok neg.f16 %h0, %h1
ok neg.f16.ftz %h0, %hf1
ok neg.f16x2 %hh0, %hh1
ok neg.ftz.f16 %h0, %hf1
version 6.5
target sm_53
ok abs.f16 %h0, %h1
ok abs.f16x2 %r0, %hh1
ok abs.ftz.f16 %h0, %h1
ok abs.ftz.f16x2 %r0, %hh1
version 7.0
target sm_80
ok abs.bf16x2 %r0, %r1
ok max.NaN.bf16 %h0, %h1, %h2
ok max.NaN.bf16x2 %r0, %r1, %r2
ok max.NaN.f16 %h0, %hf1, %h2
ok max.NaN.f16x2 %r0, %r1, %r2
ok max.f16x2 %r0, %r1, %r2
ok max.ftz.NaN.f16 %h0, %hf1, %h2
ok max.ftz.NaN.f32 %f0, %f1, %f2
ok max.ftz.f16x2 %r0, %r1, %r2
ok min.NaN.bf16 %h0, %h1, %h2
ok min.NaN.f16 %h0, %hf1, %h2
ok min.bf16 %h0, %h1, %h2
ok min.bf16x2 %r0, %r1, %r2
ok min.f16 %hf0, %hf1, %hf2
ok min.ftz.f16x2 %r0, %r1, %r2
ok neg.bf16x2 %r0, %r1
version 7.2
target sm_86
ok max.NaN.xorsign.abs.f32 %r0, %f1, %f2
ok max.ftz.NaN.xorsign.abs.f16 %h0, %h1, %h2
ok max.ftz.NaN.xorsign.abs.f16x2 %r0, %r1, %hh2
ok max.ftz.xorsign.abs.f16 %hf0, %h1, %h2
ok max.xorsign.abs.bf16 %h0, %h1, %h2
ok max.xorsign.abs.bf16x2 %r0, %r1, %r2
ok min.NaN.xorsign.abs.bf16 %h0, %h1, %h2
ok min.NaN.xorsign.abs.bf16x2 %r0, %r1, %r2
ok min.NaN.xorsign.abs.f16 %h0, %h1, %h2
ok min.NaN.xorsign.abs.f32 %f0, %f1, %f2
ok min.ftz.NaN.xorsign.abs.f16 %h0, %h1, %h2
ok min.ftz.xorsign.abs.f16x2 %hh0, %r1, %r2
ok min.xorsign.abs.bf16 %h0, %h1, %h2
ok min.xorsign.abs.f16 %hf0, %h1, %h2
ok min.xorsign.abs.f32 %f0, %f1, %r2
version 7.6
target sm_70
ok bmsk.b32.wrap %r0, %s1, %r2
ok bmsk.clamp.b32 %s0, %r1, %r2
ok bmsk.wrap.b32 %r0, %s1, %r2
ok szext.clamp.s32 %r2, %s1, %s0
ok szext.clamp.u32 %u0, %r1, %u2
ok szext.u32.clamp %u0, %u1, %u2
version 7.8
target sm_90
ok add.bf16 %h0, %h1, %h2
ok add.bf16x2 %r0, %r1, %r2
ok mul.bf16 %h0, %h1, %h2
ok mul.bf16x2 %r2, %r1, %r0
ok mul.rn.bf16 %h0, %h1, %h2
ok sub.bf16 %h0, %h1, %h2
ok sub.rn.bf16 %h0, %h1, %h2
ok sub.rn.bf16x2 %r0, %r1, %r2
version 8.0
target sm_90
ok add.s16x2 %r0, %r1, %r2
ok max.relu.s32 %s0, %u1, %s2
ok max.s16x2 %r0, %r1, %r2
ok max.u16x2 %r0, %r1, %r2
ok min.s16x2 %r0, %r1, %r2
ok min.u16x2 %r0, %r1, %r2
version 8.6
target sm_100
ok add.f32.bf16 %f0, %h1, %f3
ok add.f32.f16 %f0, %h1, %f3
ok add.f32x2 %rd0, %rd1, %rd2
ok add.ftz.f32x2 %rd0, %rd1, %rd2
ok add.rm.sat.f32.bf16 %f0, %h1, %r3
ok add.rm.sat.f32.f16 %f0, %hf1, %f3
ok add.rn.f32.f16 %f0, %h1, %f3
ok add.rn.f32x2 %rd0, %rd1, %rd2
ok add.rn.sat.f32.f16 %f0, %h1, %f3
ok add.rp.f32x2 %rd0, %rd1, %rd2
ok add.rp.ftz.f32x2 %rd0, %rd1, %rd2
ok add.rp.sat.f32.bf16 %f0, %h1, %f3
ok add.rp.sat.f32.f16 %f0, %h1, %f3
ok add.rz.ftz.f32x2 %rd0, %rd1, %rd2
ok add.rz.sat.f32.bf16 %f0, %h1, %r3
ok mul.rm.f32x2 %rd0, %rd1, %rd2
ok mul.rm.f32x2.ftz %rd0, %rd1, %rd2
ok mul.rm.ftz.f32x2 %rd0, %rd1, %rd2
ok mul.rn.f32x2 %rd0, %rd1, %rd2
ok mul.rn.ftz.f32x2 %rd0, %rd1, %rd2
ok mul.rp.f32x2 %rd0, %rd1, %rd2
ok mul.rp.ftz.f32x2 %rd0, %rd1, %rd2
ok sub.f32.bf16 %f0, %h1, %f3
ok sub.f32.f16 %f0, %h1, %f3
ok sub.f32x2 %rd0, %rd1, %rd2
ok sub.ftz.f32x2 %rd0, %rd1, %rd2
ok sub.rm.f32.bf16 %f0, %h1, %f3
ok sub.rm.sat.f32.f16 %f0, %h1, %r3
ok sub.rn.f32.f16 %f0, %h1, %r3
ok sub.rn.f32x2 %rd0, %rd1, %rd2
ok sub.rn.sat.f32.bf16 %f0, %h1, %f3
ok sub.rn.sat.f32.f16 %f0, %hf1, %f3
ok sub.rp.sat.f32.bf16 %f0, %h1, %f3
ok sub.rp.sat.f32.f16 %f0, %h1, %f3
ok sub.rz.ftz.f32x2 %rd0, %rd1, %rd2
ok sub.rz.sat.f32.f16 %f0, %h1, %r3
version 8.8
target sm_100
ok max.NaN.abs.f32 %f0, %r1, %f2, %f3
ok max.NaN.f32 %f0, %r1, %f2, %f3
ok max.f32 %f0, %r1, %f2, %f3
ok max.ftz.NaN.abs.f32 %f0, %f1, %f2, %f3
ok max.ftz.f32 %f0, %f1, %f2, %f3
ok min.NaN.abs.f32 %f0, %r1, %f2, %f3
ok min.abs.f32 %f0, %r1, %f2, %f3
ok min.ftz.NaN.f32 %f0, %r1, %f2, %f3
ok min.ftz.abs.f32 %f0, %f1, %f2, %f3
ok min.ftz.f32 %f0, %r1, %f2, %f3
