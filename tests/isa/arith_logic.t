# Logic, shifts, byte permutation: what the assembler takes, at the lowest version and target at which it does (from 2.0 and sm_20).
version 2.0
target sm_20
ok and.b16 %h2, %h1, %h0
ok and.b32 %r0, %r1, %u2
ok and.b64 %rd2, %rd1, %rd0
ok cnot.b16 %h1, %us0
ok cnot.b32 %r1, %s0
ok cnot.b64 %rd1, %rd0
ok not.b16 %h1, %us0
ok not.b32 %r0, %r1
ok not.b64 %rd0, %rd1
ok or.b16 %h0, %h1, %ss2
ok or.b64 %rd0, %rd1, %sl2
ok or.pred %p0, %p1, !%p6
ok prmt.b32 %r0, %r1, %r2, 0x3210
ok prmt.b32.ecr %s0, %r1, %r2, 0x5410
ok prmt.b32.rc16 %r0, %s1, %r2, %r3
ok prmt.b32.rc8 %r0, %r1, %r2, 0x5410
ok prmt.f4e.b32 %r0, %r1, %r2, %r3
ok prmt.rc16.b32 %r0, %s1, %r2, %r3
ok shl.b32 %r0, %r1, %u2
ok shl.b64 %rd0, %rd1, %r2
ok shr.b16 %h0, %h1, 3
ok shr.b32 %r0, %r1, %r2
ok shr.b64 %rd0, %rd1, 3
ok shr.s16 %ss0, %ss1, %r2
ok shr.s64 %rd0, %rd1, 3
ok shr.u16 %h0, %h1, 3
ok shr.u32 %r0, %r1, 3
ok shr.u64 %rd0, %rd1, 3
ok xor.b16 %h0, %ss1, %h2
ok xor.b32 %s0, %r1, %r2
ok xor.b64 %rd0, %rd1, %rd2
version 4.0
target sm_32
ok shf.l.clamp.b32 %r0, %r1, %r2, 5
ok shf.r.wrap.b32 %r0, %s1, %r2, %u3
version 4.2
target sm_53
ok or.b32 %r0, %hh1, %s2
ok shl.b16 %h0, %hf1, %u2
ok shr.s32 %hh0, %hh1, 3
version 4.3
target sm_50
ok lop3.b32 %r0, %r1, %r2, %r3, 32
version 8.2
target sm_70
ok lop3.and.b32 %r0|%p0, %r1, %r2, %r3, 0x3f, %p1
ok lop3.or.b32 %r0|%p0, %r1, %r2, %r3, 0x80, %p1
ok lop3.and.b32 _|%p0, %r1, %r2, %r3, 0x3f, %p1
bad lop3.and.b32 %r0|_, %r1, %r2, %r3, 0x3f, %p1 => wants a register as operand 'p'
