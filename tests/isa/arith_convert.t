# Conversions: what the assembler takes, at the lowest version and target at which it does (from 2.0 and sm_20).
version 2.0
target sm_20
ok cvt.f16.f16 %h0, %h1
ok cvt.f16.rz.u32 %h0, %s1
ok cvt.f32.f16 %f0, %r1
ok cvt.f32.f32 %f0, %r1
ok cvt.f64.f32 %rd0, %f1
ok cvt.f64.f64 %fd0, %fd1
ok cvt.ftz.f32.f32 %f0, %r1
ok cvt.ftz.sat.f32.f32 %f0, %r1
ok cvt.rm.f16.f64 %h0, %fd1
ok cvt.rm.f16.s32 %h0, %s1
ok cvt.rm.f16.s8 %h0, %sl1
ok cvt.rm.f16.u32 %h0, %u1
ok cvt.rm.f32.s32 %f0, %rd1
ok cvt.rm.f32.s64 %f0, %sl1
ok cvt.rm.f32.u16 %f0, %us1
ok cvt.rm.f32.u32 %f0, %u1
ok cvt.rm.f32.u8 %f0, %us1
ok cvt.rm.f64.s16 %fd0, %ss1
ok cvt.rm.f64.s64 %rd0, %sl1
ok cvt.rm.f64.s8 %fd0, %ss1
ok cvt.rm.f64.u32 %fd0, %u1
ok cvt.rmi.f32.f32 %f0, %f1
ok cvt.rmi.f64.f64 %fd0, %rd1
ok cvt.rmi.ftz.s32.f32 %s0, %f1
ok cvt.rmi.ftz.s64.f32 %rd0, %f1
ok cvt.rmi.ftz.sat.s16.f32 %ss0, %f1
ok cvt.rmi.ftz.sat.u8.f32 %us0, %f1
ok cvt.rmi.ftz.u64.f32 %ul0, %f1
ok cvt.rmi.s16.f32 %s0, %f1
ok cvt.rmi.s32.f64 %s0, %rd1
ok cvt.rmi.s64.f16 %sl0, %h1
ok cvt.rmi.s64.f64 %sl0, %fd1
ok cvt.rmi.sat.f16.f16 %h0, %h1
ok cvt.rmi.sat.f32.f32 %f0, %f1
ok cvt.rmi.sat.s16.f16 %ss0, %h1
ok cvt.rmi.sat.s32.f16 %s0, %h1
ok cvt.rmi.sat.s64.f32 %sl0, %f1
ok cvt.rmi.sat.s8.f16 %ss0, %h1
ok cvt.rmi.sat.s8.f32 %ss0, %f1
ok cvt.rmi.sat.u32.f16 %s0, %h1
ok cvt.rmi.sat.u64.f64 %ul0, %fd1
ok cvt.rmi.u16.f32 %h0, %f1
ok cvt.rmi.u16.f64 %us0, %fd1
ok cvt.rmi.u32.f16 %r0, %h1
ok cvt.rmi.u32.f64 %u0, %rd1
ok cvt.rmi.u64.f16 %ul0, %h1
ok cvt.rmi.u64.f32 %rd0, %f1
ok cvt.rmi.u8.f64 %us0, %fd1
ok cvt.rn.f16.f32 %h0, %r1
ok cvt.rn.f16.s32 %h0, %u1
ok cvt.rn.f16.s64 %h0, %rd1
ok cvt.rn.f16.u32 %h0, %u1
ok cvt.rn.f16.u64 %h0, %ul1
ok cvt.rn.f16.u8 %h0, %ul1
ok cvt.rn.f32.s64 %f0, %sl1
ok cvt.rn.f32.u32 %f0, 5
ok cvt.rn.f32.u8 %r0, %us1
ok cvt.rn.f64.s16 %fd0, %ss1
ok cvt.rn.f64.s32 %fd0, %s1
ok cvt.rn.f64.s64 %fd0, %sl1
ok cvt.rn.f64.u16 %rd0, %us1
ok cvt.rn.f64.u32 %fd0, %u1
ok cvt.rn.f64.u8 %fd0, %us1
ok cvt.rn.ftz.f32.s32 %f0, %s1
ok cvt.rn.ftz.sat.f32.s8 %f0, %ss1
ok cvt.rn.sat.f16.s32 %h0, %s1
ok cvt.rn.sat.f32.u16 %f0, %us1
ok cvt.rn.sat.f32.u64 %f0, %ul1
ok cvt.rn.sat.f64.u64 %fd0, %rd1
ok cvt.rni.f32.f32 %f0, %f1
ok cvt.rni.s16.f16 %ss0, %h1
ok cvt.rni.s16.f64 %ss0, %fd1
ok cvt.rni.s64.f16 %rd0, %h1
ok cvt.rni.s64.f32 %sl0, %f1
ok cvt.rni.u16.f64 %us0, %fd1
ok cvt.rni.u32.f16 %u0, %h1
ok cvt.rni.u32.f32 %u0, %f1
ok cvt.rni.u32.f64 %r0, %fd1
ok cvt.rni.u64.f16 %ul0, %h1
ok cvt.rni.u8.f16 %us0, %h1
ok cvt.rni.u8.f32 %us0, %r1
ok cvt.rni.u8.f64 %us0, %fd1
ok cvt.rp.f16.f64 %h0, %rd1
ok cvt.rp.f16.s16 %h0, %h1
ok cvt.rp.f16.s64 %h0, %sl1
ok cvt.rp.f16.s8 %h0, %ss1
ok cvt.rp.f16.u8 %h0, %us1
ok cvt.rp.f32.f64 %f0, %fd1
ok cvt.rp.f32.s8 %f0, %ss1
ok cvt.rp.f32.u32 %f0, %u1
ok cvt.rp.f64.s32 %rd0, %s1
ok cvt.rp.f64.u32 %fd0, %s1
ok cvt.rp.f64.u64 %fd0, %ul1
ok cvt.rpi.f32.f32 %f0, %f1
ok cvt.rpi.f64.f64 %fd0, %fd1
ok cvt.rpi.s16.f32 %ss0, %f1
ok cvt.rpi.s16.f64 %h0, %rd1
ok cvt.rpi.s32.f16 %s0, %h1
ok cvt.rpi.s32.f64 %u0, %fd1
ok cvt.rpi.s64.f32 %sl0, %f1
ok cvt.rpi.s64.f64 %sl0, %fd1
ok cvt.rpi.u16.f16 %h0, %h1
ok cvt.rpi.u16.f64 %us0, %rd1
ok cvt.rpi.u32.f64 %u0, %fd1
ok cvt.rpi.u64.f64 %ul0, %fd1
ok cvt.rpi.u8.f16 %u0, %h1
ok cvt.rpi.u8.f64 %us0, %fd1
ok cvt.rz.f16.f32 %h0, %f1
ok cvt.rz.f16.s32 %h0, %s1
ok cvt.rz.f16.u16 %h0, %us1
ok cvt.rz.f16.u64 %h0, %ul1
ok cvt.rz.f32.s16 %r0, %ss1
ok cvt.rz.f32.s32 %f0, %s1
ok cvt.rz.f32.s64 %f0, %sl1
ok cvt.rz.f32.u32 %f0, %u1
ok cvt.rz.f32.u64 %f0, %ul1
ok cvt.rz.f64.s32 %fd0, %s1
ok cvt.rz.f64.u16 %fd0, %us1
ok cvt.rz.f64.u32 %fd0, %u1
ok cvt.rz.f64.u8 %rd0, %us1
ok cvt.rz.ftz.f16.f32 %h0, %f1
ok cvt.rz.ftz.f32.s16 %f0, %ss1
ok cvt.rz.ftz.f32.u8 %r0, %us1
ok cvt.rz.ftz.sat.f32.s32 %r0, %s1
ok cvt.rz.ftz.sat.f32.s64 %f0, %sl1
ok cvt.rz.ftz.sat.f32.u32 %r0, %s1
ok cvt.rz.ftz.sat.f32.u8 %f0, %us1
ok cvt.rz.sat.f16.u16 %h0, %us1
ok cvt.rz.sat.f16.u32 %h0, %s1
ok cvt.rz.sat.f32.s16 %r0, %ss1
ok cvt.rz.sat.f32.s8 %f0, %sl1
ok cvt.rz.sat.f64.s32 %fd0, %s1
ok cvt.rz.sat.f64.s8 %fd0, %ss1
ok cvt.rz.sat.f64.u8 %rd0, %us1
ok cvt.rzi.f16.f16 %h0, %h1
ok cvt.rzi.f32.f32 %f0, %r1
ok cvt.rzi.f64.f64 %fd0, %fd1
ok cvt.rzi.ftz.sat.f32.f32 %f0, %r1
ok cvt.rzi.ftz.sat.s32.f32 %s0, %f1
ok cvt.rzi.ftz.sat.s8.f32 %ss0, %f1
ok cvt.rzi.ftz.sat.u16.f32 %us0, %f1
ok cvt.rzi.ftz.sat.u64.f32 %ul0, %r1
ok cvt.rzi.ftz.u16.f32 %us0, %f1
ok cvt.rzi.s16.f64 %h0, %fd1
ok cvt.rzi.s32.f16 %u0, %h1
ok cvt.rzi.s32.f64 %s0, %fd1
ok cvt.rzi.s8.f16 %s0, %h1
ok cvt.rzi.sat.s32.f32 %s0, %r1
ok cvt.rzi.sat.s32.f64 %s0, %rd1
ok cvt.rzi.sat.s64.f64 %rd0, %fd1
ok cvt.rzi.sat.s8.f64 %ss0, %fd1
ok cvt.rzi.sat.u16.f16 %us0, %h1
ok cvt.rzi.sat.u32.f32 %u0, %r1
ok cvt.rzi.u16.f32 %us0, %f1
ok cvt.rzi.u16.f64 %h0, %fd1
ok cvt.rzi.u32.f64 %u0, %fd1
ok cvt.rzi.u64.f16 %ul0, %h1
ok cvt.rzi.u8.f16 %us0, %h1
ok cvt.rzi.u8.f32 %r0, %f1
ok cvt.rzi.u8.f64 %u0, %fd1
ok cvt.s16.s32 %h0, %s1
ok cvt.s32.s8 %r0, %ss1
ok cvt.s32.u16 %s0, %us1
ok cvt.s32.u32 %s0, %u1
ok cvt.s64.s16 %sl0, %ss1
ok cvt.s64.s32 %sl0, %s1
ok cvt.s64.s8 %sl0, %ss1
ok cvt.s64.u32 %sl0, %r1
ok cvt.s64.u64 %rd0, %ul1
ok cvt.s64.u8 %sl0, %us1
ok cvt.s8.s16 %ss0, %ss1
ok cvt.s8.u16 %ss0, %us1
ok cvt.s8.u32 %ss0, %u1
ok cvt.sat.f32.f32 %f0, %f1
ok cvt.sat.s16.s32 %h0, %r1
ok cvt.sat.s16.u16 %ss0, %us1
ok cvt.sat.s16.u32 %ss0, %u1
ok cvt.sat.s32.u32 %s0, %r1
ok cvt.sat.s32.u64 %u0, %ul1
ok cvt.sat.s64.u64 %sl0, %ul1
ok cvt.sat.s8.s32 %sl0, %s1
ok cvt.sat.s8.u8 %ss0, %us1
ok cvt.sat.u16.s64 %us0, %sl1
ok cvt.sat.u16.s8 %h0, %ss1
ok cvt.sat.u16.u32 %us0, %u1
ok cvt.sat.u16.u64 %us0, %ul1
ok cvt.sat.u8.s16 %us0, %h1
ok cvt.sat.u8.s32 %us0, %s1
ok cvt.sat.u8.u32 %us0, %u1
ok cvt.sat.u8.u64 %us0, %rd1
ok cvt.u16.s16 %h0, %h1
ok cvt.u16.s64 %us0, %sl1
ok cvt.u16.u32 %r0, %u1
ok cvt.u16.u64 %us0, %rd1
ok cvt.u32.s16 %u0, %ss1
ok cvt.u32.u32 %u0, %u1
ok cvt.u32.u8 %u0, %s1
ok cvt.u64.s8 %ul0, %ss1
ok cvt.u64.u32 %ul0, %tid.x
ok cvt.u64.u8 %ul0, %us1
ok cvt.u8.s32 %us0, %s1
ok cvt.u8.s8 %us0, %sl1
ok cvt.u8.u8 %rd0, %us1
version 4.2
target sm_53
ok cvt.f64.f16 %fd0, %hf1
ok cvt.rm.f16.f32 %hf0, %f1
ok cvt.rmi.s8.f16 %ss0, %hf1
ok cvt.rn.f16.u16 %hf0, %us1
ok cvt.rp.f16.u32 %hf0, %u1
ok cvt.rpi.f16.f16 %h0, %hf1
ok cvt.rz.f16.f64 %hf0, %fd1
ok cvt.rz.f16.s8 %hf0, %ss1
ok cvt.rz.f16.u8 %hf0, %us1
ok cvt.rz.sat.f16.s8 %hf0, %ss1
ok cvt.rzi.s16.f16 %ss0, %hf1
ok cvt.s8.s8 %hh0, %ss1
ok cvt.sat.f32.f16 %f0, %hf1
version 7.0
target sm_80
ok cvt.rn.bf16.f32 %h0, %f1
ok cvt.rn.relu.f16x2.f32 %r0, %f1, %r2
ok cvt.rna.tf32.f32 %r0, %f1
ok cvt.rz.bf16x2.f32 %r0, %f1, %r2
ok cvt.rz.f16x2.f32 %r0, %f1, %f2
ok cvt.rz.ftz.bf16.f32 %h0, %f1
ok cvt.rz.relu.bf16.f32 %h0, %f1
version 7.1
target sm_80
ok cvt.rp.f32.bf16 %f0, %h1
ok cvt.rz.f32.bf16 %f0, %h1
version 7.8
target sm_90
ok cvt.bf16.bf16 %h0, %h1
ok cvt.bf16.f16 %h0, %h1
ok cvt.ftz.f32.bf16 %f0, %h1
ok cvt.rm.bf16.s16 %h0, %ss1
ok cvt.rm.bf16.s64 %h0, %sl1
ok cvt.rm.bf16.u16 %h0, %us1
ok cvt.rmi.bf16.bf16 %h0, %h1
ok cvt.rmi.s16.bf16 %ss0, %h1
ok cvt.rmi.s64.bf16 %sl0, %h1
ok cvt.rn.bf16.f16 %h0, %h1
ok cvt.rn.bf16.s16 %h0, %ss1
ok cvt.rn.bf16.s32 %h0, %s1
ok cvt.rn.bf16.s64 %h0, %sl1
ok cvt.rn.bf16.u16 %h0, %us1
ok cvt.rn.bf16.u64 %h0, %rd1
ok cvt.rn.relu.tf32.f32 %r0, %f1
ok cvt.rn.tf32.f32 %r0, %f1
ok cvt.rni.bf16.bf16 %h0, %h1
ok cvt.rni.s32.bf16 %s0, %h1
ok cvt.rni.s64.bf16 %sl0, %h1
ok cvt.rni.u16.bf16 %h0, %h1
ok cvt.rni.u64.bf16 %ul0, %h1
ok cvt.rp.bf16.f16 %h0, %h1
ok cvt.rp.bf16.f64 %h0, %fd1
ok cvt.rp.bf16.s16 %h0, %ss1
ok cvt.rp.bf16.s32 %h0, %s1
ok cvt.rp.bf16.u16 %h0, %us1
ok cvt.rp.bf16.u64 %h0, %ul1
ok cvt.rpi.bf16.bf16 %h0, %h1
ok cvt.rpi.s16.bf16 %ss0, %h1
ok cvt.rpi.s32.bf16 %s0, %h1
ok cvt.rpi.s64.bf16 %sl0, %h1
ok cvt.rpi.u32.bf16 %r0, %h1
ok cvt.rz.bf16.s16 %h0, %ss1
ok cvt.rz.bf16.u16 %h0, %us1
ok cvt.rz.f64.bf16 %rd0, %h1
ok cvt.rzi.bf16.bf16 %h0, %h1
ok cvt.rzi.s16.bf16 %ss0, %h1
ok cvt.rzi.u16.bf16 %us0, %h1
ok cvt.rzi.u64.bf16 %ul0, %h1
version 8.1
target sm_70
ok cvt.rz.satfinite.f16.f32 %hf0, %f1
version 8.1
target sm_80
ok cvt.rn.relu.satfinite.bf16.f32 %h0, %f1
ok cvt.rn.relu.satfinite.bf16x2.f32 %r0, %f1, %f2
ok cvt.rn.relu.satfinite.f16.f32 %h0, %f1
ok cvt.rn.relu.satfinite.f16x2.f32 %rd0, %f1, %f2
ok cvt.rn.satfinite.bf16.f32 %h0, %r1
ok cvt.rn.satfinite.bf16x2.f32 %r0, %f1, %f2
ok cvt.rn.satfinite.f16x2.f32 %r0, %f1, %f2
ok cvt.rz.relu.satfinite.bf16.f32 %h0, %f1
ok cvt.rz.satfinite.bf16.f32 %h0, %r1
ok cvt.rz.satfinite.bf16x2.f32 %r0, %f1, %f2
version 8.1
target sm_89
ok cvt.rn.f16x2.e4m3x2 %r0, %h1
ok cvt.rn.satfinite.e4m3x2.f16x2 %h0, %r1
ok cvt.rn.satfinite.e4m3x2.f32 %h0, %f1, %f2
ok cvt.rn.satfinite.relu.e4m3x2.f32 %h0, %f1, %f2
version 8.6
target sm_100
ok cvt.rn.satfinite.tf32.f32 %r0, %f1
ok cvt.rz.satfinite.tf32.f32 %r0, %f1
version 8.7
target sm_100a
ok cvt.rs.bf16x2.f32 %r0, %f1, %r2, %r5
ok cvt.rs.f16x2.f32 %r0, %f1, %r2, %r5
ok cvt.rs.relu.bf16x2.f32 %r0, %f1, %r2, %r5
ok cvt.rs.relu.f16x2.f32 %r0, %f1, %f2, %r5
ok cvt.rs.relu.satfinite.bf16x2.f32 %r0, %f1, %f2, %r5
ok cvt.rs.satfinite.bf16x2.f32 %r0, %f1, %f2, %r5
version 8.8
target sm_100f
ok cvt.rn.relu.f16x2.e2m3x2 %r0, %h1
ok cvt.rn.relu.f16x2.e3m2x2 %r0, %h1
ok cvt.rn.satfinite.relu.e2m1x2.f32 %b0, %f1, %r2
ok cvt.rn.satfinite.relu.e3m2x2.f32 %h0, %f1, %r2
ok cvt.rp.ue8m0x2.f32 %h0, %f1, %f2
ok cvt.rz.satfinite.ue8m0x2.bf16x2 %h0, %r1
ok cvt.rz.ue8m0x2.f32 %h0, %f1, %f2
