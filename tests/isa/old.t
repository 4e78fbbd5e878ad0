# What PTX had once and has no more: floating point without rounding or .approx until 1.3 (mad.f32 until 3.1), shfl and
# vote without .sync until 6.3 for sm_70 and later, wmma without .aligned until 6.2, .satfinite of its floats until 6.4.
version 1.3
target sm_13
ok div.f32 %f0, %f1, %f2
ok div.f64 %fd0, %fd1, %fd2
ok rcp.f32 %f0, %f1
ok rcp.f64 %fd0, %fd1
ok sqrt.f32 %f0, %f1
ok sqrt.f64 %fd0, %fd1
ok rsqrt.f32 %f0, %f1
ok rsqrt.f64 %fd0, %fd1
ok sin.f32 %f0, %f1
ok cos.f32 %f0, %f1
ok lg2.f32 %f0, %f1
ok ex2.f32 %f0, %f1
ok mad.f64 %fd0, %fd1, %fd2, %fd3
version 1.4
target sm_13
bad div.f32 %f0, %f1, %f2 => ended with .version 1.4; this module says 1.4: write div.approx.f32, div.full.f32 or div.rn.f32
bad div.f64 %fd0, %fd1, %fd2 => ended with .version 1.4; this module says 1.4: write div.rn.f64
bad rcp.f32 %f0, %f1 => ended with .version 1.4; this module says 1.4: write rcp.approx.f32 or rcp.rn.f32
bad rcp.f64 %fd0, %fd1 => ended with .version 1.4; this module says 1.4: write rcp.rn.f64
bad sqrt.f32 %f0, %f1 => ended with .version 1.4; this module says 1.4: write sqrt.approx.f32
bad sqrt.f64 %fd0, %fd1 => ended with .version 1.4; this module says 1.4: write sqrt.rn.f64
bad rsqrt.f32 %f0, %f1 => ended with .version 1.4; this module says 1.4: write rsqrt.approx.f32
bad rsqrt.f64 %fd0, %fd1 => ended with .version 1.4; this module says 1.4: write rsqrt.approx.f64
bad sin.f32 %f0, %f1 => ended with .version 1.4; this module says 1.4: write sin.approx.f32
bad cos.f32 %f0, %f1 => ended with .version 1.4; this module says 1.4: write cos.approx.f32
bad lg2.f32 %f0, %f1 => ended with .version 1.4; this module says 1.4: write lg2.approx.f32
bad ex2.f32 %f0, %f1 => ended with .version 1.4; this module says 1.4: write ex2.approx.f32
bad mad.f64 %fd0, %fd1, %fd2, %fd3 => ended with .version 1.4; this module says 1.4: write mad.rn.f64
version 8.8
target sm_90
bad div.f32 %f0, %f1, %f2 => ended with .version 1.4; this module says 8.8: write div.approx.f32, div.full.f32 or div.rn.f32
bad div.f64 %fd0, %fd1, %fd2 => ended with .version 1.4; this module says 8.8: write div.rn.f64
bad rcp.f32 %f0, %f1 => ended with .version 1.4; this module says 8.8: write rcp.approx.f32 or rcp.rn.f32
bad rcp.f64 %fd0, %fd1 => ended with .version 1.4; this module says 8.8: write rcp.rn.f64
bad sqrt.f32 %f0, %f1 => ended with .version 1.4; this module says 8.8: write sqrt.approx.f32
bad sqrt.f64 %fd0, %fd1 => ended with .version 1.4; this module says 8.8: write sqrt.rn.f64
bad rsqrt.f32 %f0, %f1 => ended with .version 1.4; this module says 8.8: write rsqrt.approx.f32
bad rsqrt.f64 %fd0, %fd1 => ended with .version 1.4; this module says 8.8: write rsqrt.approx.f64
bad sin.f32 %f0, %f1 => ended with .version 1.4; this module says 8.8: write sin.approx.f32
bad cos.f32 %f0, %f1 => ended with .version 1.4; this module says 8.8: write cos.approx.f32
bad lg2.f32 %f0, %f1 => ended with .version 1.4; this module says 8.8: write lg2.approx.f32
bad ex2.f32 %f0, %f1 => ended with .version 1.4; this module says 8.8: write ex2.approx.f32
bad mad.f64 %fd0, %fd1, %fd2, %fd3 => ended with .version 1.4; this module says 8.8: write mad.rn.f64
ok add.f32 %f0, %f1, %f2
version 5.0
target sm_13
ok mad.f32 %f0, %f1, %f2, %f3
version 3.1
target sm_20
ok mad.f32 %f0, %f1, %f2, %f3
ok mad.sat.f32 %f0, %f1, %f2, %f3
version 3.2
target sm_20
bad mad.f32 %f0, %f1, %f2, %f3 => ended with .version 3.2 for sm_20 and later
bad mad.sat.f32 %f0, %f1, %f2, %f3 => write mad.rn.f32
version 6.3
target sm_70
ok vote.all.pred %p0, %p1
ok vote.ballot.b32 %r0, %p1
ok shfl.up.b32 %r0, %r1, %r2, %r3
version 8.8
target sm_60
ok vote.all.pred %p0, %p1
ok vote.ballot.b32 %r0, %p1
ok shfl.up.b32 %r0, %r1, %r2, %r3
version 6.4
target sm_70
bad vote.all.pred %p0, %p1 => ended with .version 6.4 for sm_70 and later; this module says 6.4: write vote.sync
bad vote.ballot.b32 %r0, %p1 => ended with .version 6.4 for sm_70 and later; this module says 6.4: write vote.sync
bad shfl.up.b32 %r0, %r1, %r2, %r3 => ended with .version 6.4 for sm_70 and later; this module says 6.4: write shfl.sync
version 6.2
target sm_70
ok wmma.load.a.sync.row.m16n16k16.f16 {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, [%rd1]
ok wmma.load.b.sync.row.m16n16k16.f16 {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, [%rd1]
ok wmma.load.c.sync.row.m16n16k16.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, [%rd1]
ok wmma.mma.sync.row.row.m16n16k16.f16.f16 {%hh0, %hh1, %hh2, %hh3}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%hh0, %hh1, %hh2, %hh3}
ok wmma.store.d.sync.row.m16n16k16.f32 [%rd1], {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}
version 6.3
target sm_70
bad wmma.load.a.sync.row.m16n16k16.f16 {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, [%rd1] => ended with .version 6.3; this module says 6.3: write .sync.aligned
bad wmma.load.b.sync.row.m16n16k16.f16 {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, [%rd1] => ended with .version 6.3; this module says 6.3: write .sync.aligned
bad wmma.load.c.sync.row.m16n16k16.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, [%rd1] => ended with .version 6.3; this module says 6.3: write .sync.aligned
bad wmma.mma.sync.row.row.m16n16k16.f16.f16 {%hh0, %hh1, %hh2, %hh3}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%hh0, %hh1, %hh2, %hh3} => ended with .version 6.3; this module says 6.3: write .sync.aligned
bad wmma.store.d.sync.row.m16n16k16.f32 [%rd1], {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7} => ended with .version 6.3; this module says 6.3: write .sync.aligned
ok wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32.satfinite {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}
version 6.5
target sm_75
bad wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32.satfinite {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%hh0, %hh1, %hh2, %hh3, %hh4, %hh5, %hh6, %hh7}, {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7} => ended with .version 6.5; this module says 6.5: write it without .satfinite
ok wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32.satfinite {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r8, %r9}, {%r10, %r11}, {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}
