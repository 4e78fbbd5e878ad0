# Video instructions: what the assembler takes, at the lowest version and target at which it does (from 2.0 and sm_20).
version 2.0
target sm_20
ok vabsdiff.s32.s32.s32 %r0, %s1, %r2
ok vabsdiff.s32.s32.s32.add %s0, %s1.h1, %r2.b2, %s3
ok vabsdiff.s32.s32.s32.max %r0, %s1.b2, %s2.b1, %r3
ok vabsdiff.s32.s32.s32.sat %r0.b2, %s1.b3, %s2.b1, %r3
ok vabsdiff.s32.s32.s32.sat.max %r0, %s1.b1, %s2.h0, %r3
ok vabsdiff.s32.s32.s32.sat.min %s0, %r1.h0, %s2.h0, %s3
ok vadd.s32.s32.s32 %r0.h1, %s1, %s2.h1, %r3
ok vadd.s32.s32.s32.sat %r0.h1, %s1.h1, %s2.b1, %r3
ok vadd.s32.s32.s32.sat.max %r0, %s1.b3, %s2.b1, %r3
ok vadd.s32.s32.u32 %r0.h1, %s1, %u2.b0, %r3
ok vadd.s32.s32.u32.sat %r0.b2, %s1.b2, %u2.b0, %r3
ok vadd.s32.u32.s32.max %r0, %u1.b2, %s2.b3, %r3
ok vmad.s32.s32.s32 %s0, %s1, %r2, %s3
ok vmad.s32.s32.s32.po %s0, %s1, %r2, %s3
ok vmad.s32.s32.s32.po.sat %r0, %s1.b3, %s2, %r3
ok vmad.s32.s32.s32.po.sat.shr7 %r0, %s1, %s2, %r3
ok vmad.s32.s32.s32 %s0, -%s1, -%s2, -%s3
ok vmad.s32.s32.s32.po %s0, -%s1, -%s2, %s3
ok vmad.s32.s32.s32 %s0, %s1, %s2, -%s3
bad vmad.s32.s32.s32 %s0, -%s1, %s2, -%s3 => needs a negated operand
bad vmad.s32.s32.s32 %s0, %s1, -%s2, -%s3 => needs a negated operand
bad vmad.s32.s32.s32.po %s0, %s1, %s2, -%s3 => excludes a negated operand
bad vmad.s32.s32.s32.po %s0, -%s1, %s2, %s3 => needs a negated operand
ok vmad.s32.s32.s32.po.shr15 %s0, %s1.b0, %r2.b2, %s3
ok vmad.s32.s32.s32.po.shr7 %r0, %s1, %s2, %r3
ok vmax.s32.s32.s32 %r0.h1, %s1.b0, %s2.b1, %r3
ok vmax.s32.s32.s32.max %r0, %s1.b3, %s2.b2, %r3
ok vmax.s32.s32.s32.min %s0, %r1.b2, %s2.h1, %s3
ok vmax.s32.s32.s32.sat %s0, %s1, %r2.b3
ok vmax.s32.s32.sat.u32 %s0, %s1.b0, %r2.b1
ok vmax.s32.s32.u32 %r0.b2, %s1, %u2.b1, %r3
ok vmin.s32.s32.s32 %r0.h1, %s1.b2, %s2.b1, %r3
ok vmin.s32.s32.s32.add %s0, %s1.b1, %r2, %s3
ok vmin.s32.s32.s32.sat %r0.h1, %s1.b0, %s2.h0, %r3
ok vmin.s32.s32.s32.sat.max %r0, %s1.h0, %s2.b0, %r3
ok vmin.s32.s32.u32 %r0.b2, %s1, %u2, %r3
ok vmin.s32.s32.u32.add %s0, %s1, %r2.h1, %s3
ok vset.s32.s32.ge %u0, %s1.b0, %r2.h0
ok vset.s32.s32.ge.add %u0, %s1.b0, %r2.b1, %u3
ok vset.s32.s32.gt %u0, %r1.h1, %s2.b2
ok vset.s32.s32.le %r0, %s1.b1, %s2.b0
ok vset.s32.s32.lt %u0, %s1.b3, %r2.h0
ok vset.s32.s32.lt.min %u0, %r1, %r2, %u3
ok vshl.s32.s32.u32.clamp.add %s0, %s1.b1, %r2.h0, %u3
ok vshl.s32.s32.u32.clamp.max %r0, %s1.b0, %u2.h0, %r3
ok vshl.s32.s32.u32.sat.clamp %r0, %s1.h0, %u2.b2
ok vshl.s32.s32.u32.sat.clamp.add %r0, %s1.b0, %u2, %r3
ok vshl.s32.s32.u32.sat.clamp.min %s0, %s1.h0, %r2.h0, %u3
ok vshl.s32.s32.u32.sat.wrap %s0, %s1.b1, %r2.b3
ok vshr.s32.s32.u32.clamp %s0, %r1.h1, %u2.b1
ok vshr.s32.s32.u32.clamp.add %s0, %r1.b2, %u2.b1, %u3
ok vshr.s32.s32.u32.clamp.max %s0, %s1.h1, %r2.h0, %u3
ok vshr.s32.s32.u32.sat.clamp %s0, %s1.h0, %r2
ok vshr.s32.s32.u32.sat.clamp.max %r0, %s1.b0, %u2.h1, %r3
ok vshr.s32.s32.u32.sat.wrap %s0, %r1.h0, %u2.h1
ok vsub.s32.s32.s32 %r0.h1, %s1.h0, %s2.b1, %r3
ok vsub.s32.s32.s32.sat %r0.b2, %s1.b0, %s2.h0, %r3
ok vsub.s32.s32.s32.sat.add %s0, %s1.b0, %r2.b2, %s3
ok vsub.s32.s32.s32.sat.max %r0, %s1.b0, %s2.h1, %r3
ok vsub.s32.s32.s32.sat.min %s0, %r1.b2, %s2.b0, %s3
ok vsub.s32.s32.u32 %r0.b2, %s1.b1, %u2.b1, %r3
version 3.0
target sm_30
ok vabsdiff2.s32.s32.add.u32 %r0.h10, %s1.h03, %u2.h32, %r3
ok vabsdiff2.s32.s32.s32 %r0.h10, %s1.h03, %r6, %r3
ok vabsdiff2.s32.s32.s32.sat %s0.h1, %s1.h12, %r2.h10, %u3
ok vabsdiff2.s32.s32.u32 %r0.h10, %s1.h03, %u2.h32, %r3
ok vabsdiff2.s32.u32.s32.sat %s0.h10, %u1.h00, %r2.h10, %u3
ok vabsdiff2.s32.u32.u32 %r0, %u1.h01, %u2.h02, %r3
ok vabsdiff4.s32.s32.s32 %r0.b3, %s1.b3210, %s2, %r3
ok vabsdiff4.s32.s32.s32.sat %s0.b2, %s1.b1156, %r2, %u3
ok vabsdiff4.s32.s32.u32.add %s0.b321, %r1.b7654, %u2.b3210, %u3
ok vabsdiff4.s32.u32.s32.sat %s0.b10, %u1.b7327, %r2, %u3
ok vabsdiff4.s32.u32.u32 %r0.b310, %u1.b7654, %u2.b6200, %r3
ok vabsdiff4.u32.s32.s32 %r0.b32, %s1, %s2.b7654, %r3
ok vadd2.s32.s32.s32 %r0.h0, %s1.h33, %s2.h30, %r3
ok vadd2.s32.s32.s32.add %s0.h0, %r1.h33, %s2.h33, %u3
ok vadd2.s32.s32.s32.sat %s0.h1, %s1.h22, %r2.h02, %u3
ok vadd2.s32.s32.u32 %r0.h1, %s1.h13, %u2.h02, %r3
ok vadd2.s32.u32.s32.sat %s0, %u1.h21, %r2.h01, %u3
ok vadd2.s32.u32.u32 %r0, %u1.h01, %u2.h02, %r3
ok vadd4.s32.s32.s32 %s0, %s1, %s2, %s3
ok vadd4.s32.s32.s32.sat %s0.b310, %s1, %r2, %u3
ok vadd4.s32.s32.u32.add %s0.b21, %r1.b7654, %u2.b0406, %u3
ok vadd4.s32.u32.s32 %r0.b3, %u1.b3210, %s2.b3210, %r3
ok vadd4.s32.u32.u32 %r0, %u1.b1425, %u2.b7306, %r3
ok vadd4.s32.u32.u32.add %s0.b210, %r1.b6613, %u2, %u3
ok vavrg2.s32.s32.s32.sat %s0.h1, %s1.h32, %r2.h21, %u3
ok vavrg2.s32.s32.u32.add %s0.h1, %r1.h02, %u2.h03, %s3
ok vavrg2.s32.s32.u32.sat %s0.h0, %s1.h23, %r2.h30, %u3
ok vavrg2.s32.u32.s32 %r0.h0, %u1, %s2.h20, %r3
ok vavrg2.s32.u32.u32 %r0.h0, %u1.h20, %u2.h11, %r3
ok vavrg2.s32.u32.u32.add %u0, %r1.h03, %u2.h31, %u3
ok vavrg4.s32.s32.s32 %r0.b320, %s1.b7654, %s2.b3210, %r3
ok vavrg4.s32.s32.s32.add %s0.b321, %r1.b7014, %s2, %u3
ok vavrg4.s32.s32.s32.sat %s0.b32, %s1, %r2, %u3
ok vavrg4.s32.u32.s32 %r0.b321, %r1, %s2.b3210, %r3
ok vavrg4.s32.u32.s32.add %s0.b1, %r1, %s2.b7654, %u3
ok vavrg4.u32.s32.u32.sat %u0.b321, %s1.b3210, %r2.b2423, %u3
ok vmax2.s32.s32.s32 %r0.h1, %s1.h20, %s2.h02, %r3
ok vmax2.s32.s32.s32.add %s0.h1, %r1.h10, %s2.h13, %u3
ok vmax2.s32.s32.s32.sat %s0.h10, %s1.h21, %r2.h23, %u3
ok vmax2.s32.s32.u32 %r0.h0, %s1.h10, %u2.h11, %r3
ok vmax2.s32.u32.s32.sat %s0, %u1.h22, %r2.h10, %s3
ok vmax2.s32.u32.u32.add %s0.h0, %r1.h02, %u2.h30, %u3
ok vmax4.s32.s32.s32 %r0.b31, %s1, %s2.b2470, %r3
ok vmax4.s32.s32.s32.sat %s0.b320, %s1, %r2, %u3
ok vmax4.s32.s32.u32.add %s0.b310, %r1, %u2.b3210, %u3
ok vmax4.s32.u32.s32 %r0.b3, %u1.b7654, %s2.b7654, %r3
ok vmax4.s32.u32.s32.sat %s0.b210, %u1.b7654, %r2, %u3
ok vmax4.s32.u32.u32 %r0.b2, %u1.b4110, %u2.b7654, %r3
ok vmin2.s32.s32.s32 %r0.h10, %s1.h03, %s2.h23, %r3
ok vmin2.s32.s32.s32.add %s0.h1, %r6, %s2.h30, %u3
ok vmin2.s32.s32.s32.sat %s0.h1, %s1.h32, %r2.h32, %u3
ok vmin2.s32.s32.u32 %r0.h1, %s1.h30, %u2.h32, %r3
ok vmin2.s32.s32.u32.sat %s0.h10, %s1.h00, %r2.h03, %u3
ok vmin2.s32.u32.u32 %r0.h0, %u1.h33, %u2.h01, %r3
ok vmin4.s32.s32.s32 %r0.b3, %s1.b7571, %s2.b2724, %r3
ok vmin4.s32.s32.s32.add %s0.b321, %r1, %s2.b3046, %u3
ok vmin4.s32.s32.u32 %r0.b320, %s1.b4072, %u2, %r3
ok vmin4.s32.u32.s32.sat %s0.b21, %u1.b3210, %r2.b3210, %u3
ok vmin4.s32.u32.u32 %r0.b3, %u1.b3210, %u2.b7654, %s3
ok vmin4.sat.u32.u32.u32.sat %u0.b1, %u1, %r2.b5351, %u3
ok vset2.s32.ne.u32 %u0.h10, %r1, %u2.h30, %u3
ok vset2.s32.s32.ge %u0.h0, %s1.h02, %r2.h33, %u3
ok vset2.s32.s32.gt %u0.h10, %r1.h10, %s2.h00, %u3
ok vset2.s32.s32.le %r0.h10, %s1.h20, %s2.h21, %r3
ok vset2.s32.s32.lt %u0.h0, %s1.h00, %r2.h21, %u3
ok vset2.s32.s32.lt.add %u0, %r1.h02, %s2.h31, %u3
ok vset4.s32.lt.s32 %s0.b10, %s1, %s2, %s3
ok vset4.s32.s32.eq %r0.b210, %s1, %s2, %r3
ok vset4.s32.s32.le.add %u0.b0, %s1.b3210, %r2.b7654, %u3
ok vset4.s32.s32.lt.add %u0.b3210, %r1.b7654, %s2.b3210, %u3
ok vset4.s32.s32.ne.add %r0.b20, %s1.b3210, %s2.b3210, %r3
ok vset4.s32.u32.add.ge %u0, %r1, %u2.b3165, %u3
ok vsub2.s32.s32.s32.add %s0.h1, %r1.h02, %s2.h22, %r3
ok vsub2.s32.s32.s32.sat %s0.h10, %s1.h21, %r2.h12, %u3
ok vsub2.s32.s32.u32.add %s0, %r1.h10, %u2.h13, %u3
ok vsub2.s32.u32.s32 %r0, %u1, %s2.h02, %u3
ok vsub2.s32.u32.s32.sat %u0.h10, %s1.h31, %r2.h23, %u3
ok vsub2.s32.u32.u32 %r0.h10, %s1.h13, %u2.h13, %r3
ok vsub4.s32.s32.s32.add %s0.b20, %r1.b7654, %s2.b7654, %u3
ok vsub4.s32.s32.u32 %r0.b310, %s1.b3004, %r6, %r3
ok vsub4.s32.s32.u32.add %s0.b3, %r1.b7654, %u2.b7654, %u3
ok vsub4.s32.s32.u32.sat %s0.b310, %s1.b7654, %r2.b3210, %u3
ok vsub4.s32.u32.u32 %r0.b210, %u1.b3210, %u2.b3210, %r3
ok vsub4.s32.u32.u32.add %s0.b210, %r1.b4551, %u2.b7654, %u3
version 4.2
target sm_53
ok vadd4.s32.s32.u32.sat %s0, %s1.b7514, %r2.b7654, %hh3
