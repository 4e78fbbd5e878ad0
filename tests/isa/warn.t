# What the assembler takes though the manual does not have it: accepted, with a warning under -Wisa.
module .global .texref tx;
warn ld.u32.global %r0, [%rd0] => the manual writes 'ld.global.u32'
warn add.f32.rn %f0, %f1, %f2 => the manual writes 'add.rn.f32'
warn atom.add.global.u32 %r0, [%rd0], %r1 => the manual writes 'atom.global.add.u32'
warn setp.f32.lt %p0, %f1, %f2 => the manual writes 'setp.lt.f32'
warn add.ftz.ftz.f32 %f0, %f1, %f2 => the manual writes 'add.ftz.f32'
warn ld.global.u32 %r0, [%h0] => '%h0' has 16 bits; an address has 32 or 64
warn st.shared.u8 [%b0], %h1 => '%b0' has 8 bits
warn lop3.b32 %r0, %r1, %r2, %r3, 256 => the table has 8 bits
warn ld.v8.b16 {%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7}, [%rd0] => 'ld.v8.b16' is accepted, but the manual has .v8 for elements of 32 bits only
warn st.v8.u8 [%rd0], {%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7} => .v8
target sm_90a
warn wgmma.fence.sync => the manual has .aligned
warn wgmma.commit_group.sync => the manual has .aligned
warn wgmma.wait_group.sync 0 => the manual has .aligned
target sm_100a
warn tcgen05.ld.sync.32x32b.x1.b32 {%r0}, [%r1] => the manual has .aligned
