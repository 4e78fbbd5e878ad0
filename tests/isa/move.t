# mov, cvta, isspacep
ok mov.u32 %u0, %u1;
ok mov.b32 %r0, %f1;
ok mov.f32 %f0, %r1;
ok mov.f32 %f0, 0f3F800000;
ok mov.f32 %f0, 1.5;
ok mov.f64 %fd0, 0d3FF0000000000000;
ok mov.b32 %r0, 0f3F800000;
ok mov.pred %p0, %p1;
ok mov.pred %p0, -1;
ok mov.pred %p0, !%p1;
ok mov.u32 %u0, %tid.x;
ok mov.u32 %u0, %laneid;
ok mov.u64 %ul0, %globaltimer;
ok mov.u16 %us0, %ctaid.y;
ok mov.u32 %u0, WARP_SZ;
ok mov.u64 %ul0, gv;
ok mov.u64 %ul0, gv+8;
ok st.u64 [gv], gv+8
ok st.global.u64 [gv], gv + 8 + 4
ok add.u64 %ul0, %ul1, gv+8
ok st.u32 [gv], sv+4
bad st.u64 [gv], gv => must be a register or a constant, not an address
bad st.f32 [gv], sv+4 => must be a register or a constant, not an address
ok mov.u32 %u0, sv;
ok mov.u64 %ul0, kp;
ok mov.b64 %rd0, {%r1, %r2};
ok mov.b64 {%r1, %r2}, %rd0;
ok mov.b64 {%r1, _}, %rd0;
ok mov.b32 %r0, {%h1, %h2};
ok mov.b64 %rd0, {%h0, %h1, %h2, %h3};
ok mov.b128 %q0, {%rd0, %rd1};
ok mov.b128 {%rd0, %rd1}, %q0;
ok mov.b64 %rd0, {%f1, %f2};
bad mov.u32 %u0, %f1 => '%f1' is .f32; operand 'a' of 'mov' wants .u32 or .b32
bad mov.f32 %f0, 1 => write the constant as a float
bad mov.u32 %u0, %rd1 => '%rd1' is .b64
bad mov.u32 5, %u1 => must go to a register
bad mov.u32 %u0, %tid => has components: .x, .y, .z
bad mov.f32 %f0, %tid.x => '%tid' is .u32
bad mov.b64 %rd0, %tid.x => does not fit .b64
bad mov.b64 %rd0, {%h0, %h1} => 2 elements of .b16 are not .b64
bad mov.b64 %rd0, {%r0, %r1, %r2} => 2 or 4 elements
bad mov.b64 %rd0, {%r0, _} => must be a register
bad mov.u32 %u0, -%u1 => does not negate
bad mov.u32 %u0 => lacks operand 'a'
bad mov.u32 %u0, %u1, %u2 => has no operand 3
bad mov.u3 %u0, %u1 => unknown modifier '.u3'
bad mov %u0, %u1 => 'mov' lacks a type; nearest is 'mov.u32'
bad movv.u32 %u0, %u1 => did you mean 'mov'?
ok cvta.global.u64 %ul0, gv;
ok cvta.to.global.u64 %ul0, %ul1;
ok cvta.shared.u64 %ul0, %ul1;
ok cvta.param.u64 %ul0, kp;
bad cvta.u64 %ul0, %ul1 => 'cvta' lacks .const, .global, .local, .shared, .shared::cta, .shared::cluster, .param or .param::entry; nearest is 'cvta.const.u64'
bad cvta.global.u64 %u0, %ul1 => '%u0' is .u32
ok isspacep.shared %p0, %ul1;
ok isspacep.global %p0, %ul1;
ok isspacep.const %p0, %ul1;
ok isspacep.local %p0, %ul1;
ok isspacep.param %p0, %ul1;
ok isspacep.param::entry %p0, %ul1;
bad isspacep.param::func %p0, %ul1 => param::func
bad isspacep.shared %u0, %ul1 => operand 'p' of
version 2.0
target sm_20
ok cvta.global.u64 %ul0, gv;
bad cvta.const.u64 %ul0, %ul1 => needs .version 3.1 or later; this module says 2.0
version 6.4
target sm_75
bad mov.u32 %u0, %clusterid.x => '%clusterid' needs .version 7.8 or later
version 7.8
bad mov.u32 %u0, %clusterid.x => '%clusterid' needs .target sm_90 or later; this module says sm_75
body .reg .v2 .f32 %v0, %v1; .reg .v4 .b32 %w0, %w1;
ok mov.v2.f32 %v0, %v1
ok mov.v4.b32 %w0, %w1
ok mov.b32 %r0, %w0.y
bad mov.v2.f32 %v0, %w1 => %w1
bad mov.v2.f32 %f0, %f1 => '%f0' is no vector of 2 elements
# Elements of arrays: a register, too, and a constant added to it.
plain
module .global .u32 ga[8];
module .global .f32 gm[2][4];
ok ld.global.u32 %r0, ga[%r1]
ok ld.global.u32 %r0, ga[%rd1+4]
ok ld.global.u32 %r0, ga[%us1+-1]
ok st.global.f32 gm[%s1+2*2], %f0
ok mov.u64 %rd0, ga[%r1]
ok mov.u64 %rd0, ga[3]
ok cvta.global.u64 %rd0, ga[%r1]
ok cvta.global.u64 %rd0, ga[1]
bad ld.global.u32 %r0, ga[%f1] => no integer register
bad ld.global.u32 %r0, ga[%p1] => no integer register
bad ld.global.u32 %r0, ga[%r1-1] => expected ']'
bad ld.global.u32 %r0, ga[%r1+%r2] => expected a constant
bad ld.global.u32 %r0, ga[%nothing] => undeclared
bad add.u64 %rd0, ga[%r1], 3 => must be a register
