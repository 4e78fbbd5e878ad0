# What the assembler takes and we refuse: each is explained at its row in templates/isa, and stands in tests/oracle/differ.
target sm_100a
module .visible .func fn() { ret; } .global .surfref sf;
bad and.pred %p0, %hh1, %p1 => '%hh1' is .f16x2; operand 'a' of 'and' wants .pred
bad not.pred %p0, %hh1 => wants .pred
bad mov.pred %p0, %hh1 => wants .pred
bad mov.pred %hh0, %p1 => wants .pred
bad mul.bf16x2 %r0, %r1, {%r2, %r3} => operand 'b' of 'mul' is no vector
bad movmatrix.sync.aligned.m8n8.trans.b16 %p1, %r1 => wants .b32
bad red.add.s32 [sf], %r1 => 'sf' is a .surfref
bad suld.b.2d.b64.clamp {%r0, %r1}, [%rd1, {%s0, %s1}] => has 1 elements, not 2
bad tex.2d.v4.s32.f32 {%s0, %s1, %s2, %s3}, [%rd1, {%f1, %f2}], 5 => has no operand 3 here
bad tld4.g.2d.v4.s32.f32 {%s0, %s1, %s2, %s3}, [%rd1, {%f1, %f2}], 5 => has no operand 3 here
bad tcgen05.mma.cta_group::1.kind::tf32 [%r0], %rd1, %rd2, %r5, %p1, 3, 5 => has no operand 7 here
target sm_90a
bad wgmma.mma_async.sp.sync.aligned.m64n8k64.f16.e5m2.e4m3 {%r0, %r1}, %rd1, %rd2, %p1, 0, %p0, 1, 1 => operand 'meta' of 'wgmma.mma_async' wants .b32
# What it takes and the manual does not have, and we take, too: a function's address as a number or a predicate, which it is not 0 for.
plain
target sm_100a
module .visible .func fn() { ret; }
ok and.pred %p0, %p1, fn
ok mov.pred %p0, fn
ok mov.f32 %f0, fn
ok add.f32 %f0, fn, %f1
ok add.f16 %hf0, fn, %hf1
ok st.global.b64 [gv], fn
bad bar.red.popc.u32 %u0, fn, %p1 => not an address
bad st.global.v2.b64 [gv], {%rd0, fn} => not an address
bad add.rn.e4m3x4.e5m2x4 %r0, fn, %r1 => not an address
# A vector with an untyped element takes any type of its size, and of 32 bits a predicate, too, which is 1 or 0 (not 0 is true); one
# without takes one type, or integers.
ok ldmatrix.sync.aligned.m8n8.x2.b16 {%p1, %r1}, [%rd1]
ok st.global.v2.b32 [gv], {%p1, %r1}
ok atom.global.add.noftz.v2.bf16 {%h0, %us0}, [gv], {%h1, %us1}
ok ld.global.v2.f64 {%fd0, %rd0}, [gv]
ok st.global.v2.u32 [gv], {%u0, %s0}
bad st.global.v2.b32 [gv], {%u0, %f0} => different types
bad st.global.v2.f32 [gv], {%p1, %f1} => wants .f32
bad tcgen05.ld.sync.aligned.32x32b.x2.b32 {%p1, %r1}, [%r2] => wants .b32
bad selp.u32 %r0, 1, 2, fn => not an address
ok fence.proxy.tensormap::generic.acquire.sys [-8], 128
bad prefetch.L2 [-8] => only .local memory has addresses that are known constants
warn st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f32 [%rd1], {%f0, %f1, %f2, %f3}, [%rd2] => the manual has .v4
warn st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u64 [%rd1], {%rd3, %rd4}, [%rd2] => the manual has .v2
bad st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f32 [%rd1], {%f0, %f1, %f2}, [%rd2] => elements
warn cp.reduce.async.bulk.tensor.1d.global.shared::cta.min.tile.bulk_group.cluster [%rd0, {%s0}], [sv] => the manual has no scope
ok membar.proxy.async
target sm_100a, texmode_independent
module .global .texref tx; .global .samplerref sm;
ok tex.1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, sm, %f4]
ok tex.grad.1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [tx, sm, %f4], {%f5}, {%f6}
