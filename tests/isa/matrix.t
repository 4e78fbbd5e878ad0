# wmma, mma, ldmatrix, stmatrix, movmatrix
ok wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%rd0]
ok wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%r8], %r9
ok wmma.load.b.sync.aligned.col.m32n8k16.global.s8 {%r0}, [gv+16], 32
ok wmma.load.c.sync.aligned.row.m16n16k16.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, [%rd0], %u0
ok wmma.store.d.sync.aligned.row.m16n16k16.f32 [%rd0], {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}
ok wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11}, {%r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19}, {%r0, %r1, %r2, %r3}
ok mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3}
ok mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r0, %r1}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r6, %r7}
ok mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3}
ok mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%s0, %s1, %s2, %s3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%s0, %s1, %s2, %s3}
ok mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%fd0, %fd1}, {%fd2}, {%fd3}, {%fd0, %fd1}
ok mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f0, %f1, %f2, %f3}, %r8, 0
bad mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r6, %r7} => nearest is 'mma.
bad mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r4, %r5}, {%f0, %f1, %f2, %f3} => operand 'a' of 'mma' has 4 elements, not 2
bad mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%f4, %f5, %f6, %rd0}, {%r4, %r5}, {%f0, %f1, %f2, %f3} => '%rd0' is .b64
ok ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%r4]
ok ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r0, %r1}, [sv+32]
bad ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0, %r1, %r2, %r3}, [%r4] => has 2 elements, not 4
bad ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0, %r1}, [gv] => 'gv' is in the .global space, not in .shared
bad ldmatrix.sync.m8n8.x2.shared.b16 {%r0, %r1}, [%r4] => 'ldmatrix' lacks .aligned; nearest is 'ldmatrix.sync.aligned.m8n8.x2.shared.b16'
ok stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r4], {%r0, %r1}
ok movmatrix.sync.aligned.m8n8.trans.b16 %r0, %r1
bad mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3} => needs .target sm_100f; this module says sm_90
target sm_120a
ok mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3}
version 6.5
target sm_75
bad mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3} => needs .version 7.0 or later; this module says 6.5
version 7.0
bad mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3} => needs .target sm_80 or later; this module says sm_75
target sm_90a
version 8.8
ok wgmma.fence.sync.aligned
ok wgmma.commit_group.sync.aligned
ok wgmma.wait_group.sync.aligned 0
ok wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %p0, 1, -1, 0, 1
ok wgmma.mma_async.sync.aligned.m64n16k32.s32.s8.s8 {%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7}, {%r0, %r1, %r2, %r3}, %rd1, %p0
bad wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %p0, 2, -1, 0, 1 => 'wgmma.mma_async' wants operand 'na' to be 1 or -1
bad wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %p0, 1, 1, 0, 1 => has 8 elements, not 4
target sm_80
bad wgmma.fence.sync.aligned => needs .target sm_90a; this module says sm_80
target sm_90a
ok wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %r0, 0, %p0, 1, 1, 0, 0
# .sp is a modifier like others: anywhere after the name
ok wgmma.mma_async.sync.aligned.m64n8k64.f16.e5m2.e4m3.sp {%r0, %r1}, %rd0, %rd1, %r2, 0, %p0, 1, 1
bad wgmma.mma_async.aligned.m64n8k32.s32.s8.s8 {%s0, %s1, %s2, %s3}, %rd0, %rd1, %p0 => lacks .sync
bad wgmma.mma_async.sync.aligned.m64n8k64.f16.e5m2.e4m3 {%r0, %r1}, %rd0, %rd1, %p0, 1, 1 => nearest is 'wgmma.mma_async.sync.aligned.m64n8k32
ok mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f0, %f1, %f2, %f3}, {%r8}, 0
bad mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f0, %f1, %f2, %f3}, {8}, 0 => is no vector
bad movmatrix.sync.aligned.m8n8.trans.b16 %r0, {%r1} => is no vector
