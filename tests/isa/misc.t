# nanosleep, pmevent, setmaxnreg, stack
ok nanosleep.u32 100
ok nanosleep.u32 %u0
bad nanosleep.u64 %ul0 => nearest is 'nanosleep.u32'
ok pmevent 3
bad pmevent 16 => 'pmevent' wants operand 'a' to be 0 to 15
bad pmevent %r0 => must be an integer constant
ok alloca.u64 %ul0, 64
ok alloca.u64 %ul0, %ul1, 16
bad alloca.u64 %ul0, 64, 5 => 'alloca' wants operand 'align' to be a power of two
ok stacksave.u64 %ul0
ok stackrestore.u64 %ul0
bad setmaxnreg.inc.sync.aligned.u32 64 => needs .target sm_90a; this module says sm_90
target sm_90a
ok setmaxnreg.inc.sync.aligned.u32 64
bad setmaxnreg.inc.sync.aligned.u32 65 => 'setmaxnreg' wants operand 'n' to be 24 to 256 and operand 'n' to be a multiple of 8
target sm_100
version 8.8
bad setmaxnreg.inc.sync.aligned.u32 64 => needs .target
target sm_103a
ok setmaxnreg.inc.sync.aligned.u32 64
version 7.2
target sm_80
bad alloca.u64 %ul0, 64 => needs .version 7.3 or later; this module says 7.2
version 8.8
target sm_90
ok brkpt
ok istypep.texref %p0, %ul0
ok mapa.u64 %ul0, %ul1, %r0
ok mapa.shared::cluster.u32 %u0, sv, 1
ok getctarank.shared::cluster.u32 %u0, %u1
bad getctarank.u64 %u0, %u1 => '%u1' is .u32
ok cvt.pack.sat.s8.s32.b32 %r0, %s0, %s1, %r1
