# bra, brx.idx, call, ret, exit, trap
module .func f0 { ret; }
module .func (.param .b32 r) f1(.param .b32 a, .param .b64 b) { ret; }
module .func f2(.param .align 16 .b8 a[16]) { ret; }
body .param .b32 pa; .param .b64 pb; .param .b32 pr; .param .align 4 .b8 p4[16]; .param .align 16 .b8 p16[16];
body ts: .branchtargets L, M;
body pr1: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _);
body M:
ok bra L
ok bra.uni L
ok @%p0 bra L
ok @!%p1 bra M
bad bra sv => 'sv' is no label
bad bra L, M => has no operand 2
ok brx.idx %u0, ts
ok @%p0 brx.idx %u0, ts
bad brx.idx %u0, L => 'L' is no branch target list
bad brx.idx %f0, ts => '%f0' is .f32
ok call f0
ok call.uni f0
ok call (pr), f1, (pa, pb)
ok call (_), f1, (pa, pb)
ok call (%r0), f1, (%r1, %rd1)
ok call (pr), %rd0, (pa, pb), pr1
bad call (pr), f1, (pa) => 'f1' has 2 parameters; the call passes 1
bad call (pr), f1, (pb, pa) => has 8 bytes; 'a' wants 4
bad call f1, (pa, pb) => 'f1' returns 1 value; the call takes 0
bad call %rd0, (pa, pb) => needs a .callprototype or .calltargets
bad call (pr), %h0, (pa, pb), pr1 => no address of a function
bad call (pr), !%rd0, (pa, pb), pr1 => does not negate its operands
bad call (%r0), f1, (-%r1, %rd1) => does not negate its operands
bad brx.idx -%u0, ts => does not negate
bad call k => is a kernel: it cannot be called
bad call f2, (p4) => is aligned to 4 bytes; 'a' wants 16
ok call f2, (p16)
ok ret
ok ret.uni
ok @%p0 ret
ok exit
ok trap
bad ret %r0 => 'ret' has no operand 1
bad exit.uni => nearest is 'exit'
