// histogram.cl: how often each byte value occurs; a table per group in local memory.
__kernel void histogram(__global const uchar *data, int n, __global uint *bins)
{
    __local uint count[256];
    int tid = get_local_id(0);
    count[tid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&count[data[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[tid], count[tid]);
}
