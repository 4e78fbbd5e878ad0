# collectives of a warp
ok shfl.sync.up.b32 %r0|%p0, %r1, 1, 0, 0xffffffff
ok shfl.sync.idx.b32 %r0, 5, %r1, 31, %r2
ok shfl.sync.down.b32 %f0, %f1, %r1, %r2, -1
ok shfl.bfly.sync.b32 %r0, %r1, 1, 31, -1
bad shfl.sync.up.b32 %r0, %r1, 1, 0 => operand
bad shfl.sync.up.b64 %rd0, %rd1, 1, 0, -1 => b64
bad shfl.sync.up.b32 %p0, %r1, 1, 0, -1 => '%p0' is .pred
ok vote.sync.all.pred %p0, !%p1, -1
ok vote.sync.uni.pred %p0, %p1, %r0
ok vote.sync.ballot.b32 %r0, %p1, 0xffff
bad vote.sync.ballot.pred %p0, %p1, -1 => ballot
bad vote.sync.any.pred %p0, %r0, -1 => '%r0' is .b32
ok match.any.sync.b32 %r0, %r1, -1
ok match.any.sync.b64 %r0, %rd1, -1
ok match.all.sync.b64 %r0|%p0, %rd1, %r1
ok match.all.sync.b32 %r0, %r1, -1
bad match.any.sync.b32 %r0|%p0, %r1, -1 => no second result
ok activemask.b32 %r0
ok redux.sync.add.s32 %r0, %r1, -1
ok redux.sync.xor.b32 %r0, %r1, %r2
bad redux.sync.xor.u32 %r0, %r1, -1 => combination of modifiers
bad redux.sync.min.f32 %f0, %f1, -1 => sm_100
ok elect.sync %r0|%p0, -1
ok elect.sync _|%p0, -1
bad elect.sync %r0|_, -1 => wants a register as operand 'p'
ok elect.sync _|%p0, %r0
bad elect.sync %r0, -1 => two results
ok bar.warp.sync 0xff
ok bar.warp.sync %r0
target sm_100a
ok redux.sync.min.abs.NaN.f32 %f0, %f1, -1
target sm_60
version 6.3
ok shfl.up.b32 %r0|%p0, %r1, 1, 0
ok vote.all.pred %p0, %p1
ok vote.ballot.b32 %r0, !%p1
bad match.any.sync.b32 %r0, %r1, -1 => sm_70
bad redux.sync.add.u32 %r0, %r1, -1 => 7.0
version 5.0
bad shfl.sync.up.b32 %r0, %r1, 1, 0, -1 => 5.1
bad activemask.b32 %r0 => 6.2
