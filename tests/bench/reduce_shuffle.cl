// reduce_shuffle.cl: one sum per group of up to 1024 threads, by exchange in warps and local memory between them.  As OpenCL 1.2
// has no shuffles, each is a store, a barrier and a load.

float warp_sum(float sum, __local float *lanes)
{
    int tid = get_local_id(0);
    for (int offset = 16; offset > 0; offset /= 2) {
        lanes[tid] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += lanes[tid % 32 + offset < 32 ? tid + offset : tid];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sum;
}

__kernel void reduce_shuffle(__global const float *in, __global float *out, int n)
{
    __local float part[32], lanes[1024];
    int tid = get_local_id(0), lane = tid % 32, warp = tid / 32;
    float sum = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    sum = warp_sum(sum, lanes);
    if (lane == 0)
        part[warp] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = lane < get_local_size(0) / 32 ? part[lane] : 0;
    sum = warp_sum(sum, lanes);
    if (tid == 0)
        out[get_group_id(0)] = sum;
}
