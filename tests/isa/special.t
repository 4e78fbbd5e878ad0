# special registers: who may read them, and when they exist
ok mov.u32 %u0, %tid.x
ok mov.u32 %u0, %ntid.y
ok mov.u32 %u0, %ctaid.z
ok mov.u32 %u0, %nctaid.x
ok mov.u32 %u0, %laneid
ok mov.u32 %u0, %warpid
ok mov.u32 %u0, %nwarpid
ok mov.u32 %u0, %smid
ok mov.u32 %u0, %nsmid
ok mov.u64 %ul0, %gridid
ok mov.u32 %u0, %gridid
ok mov.u32 %u0, %lanemask_eq
ok mov.u32 %u0, %lanemask_le
ok mov.u32 %u0, %lanemask_lt
ok mov.u32 %u0, %lanemask_ge
ok mov.u32 %u0, %lanemask_gt
ok mov.u32 %u0, %clock
ok mov.u32 %u0, %clock_hi
ok mov.u64 %ul0, %clock64
ok mov.u64 %ul0, %globaltimer
ok mov.u32 %u0, %globaltimer_lo
ok mov.u32 %u0, %globaltimer_hi
ok mov.u32 %u0, %pm0
ok mov.u64 %ul0, %pm7_64
ok mov.b32 %r0, %envreg31
ok mov.u32 %u0, %dynamic_smem_size
ok mov.u32 %u0, %total_smem_size
ok mov.u32 %u0, %aggr_smem_size
ok mov.b32 %r0, %reserved_smem_offset_begin
ok mov.b32 %r0, %reserved_smem_offset_1
ok mov.u64 %ul0, %current_graph_exec
ok mov.pred %p0, %is_explicit_cluster
ok mov.u32 %u0, %clusterid.x
ok mov.u32 %u0, %cluster_ctaid.x
ok mov.u32 %u0, %cluster_ctarank
ok mov.u32 %u0, %cluster_nctarank
ok cvt.u64.u32 %ul0, %tid.x
bad add.u32 %u0, %u1, %tid.x => cannot read a special register; use mov first
bad mov.u32 %tid.x, %u0 => can only be read
bad mov.u64 %ul0, %laneid => '%laneid' is .u32; it does not fit .u64
bad mov.u32 %u0, %tidx => '%tid'
bad mov.u32 %u0, %envreg32 => undeclared
version 1.3
target sm_13
ok mov.u16 %us0, %tid.x
ok mov.u32 %u0, %warpid
bad mov.u32 %u0, %nsmid => '%nsmid' needs .version 2.0 or later; this module says 1.3
