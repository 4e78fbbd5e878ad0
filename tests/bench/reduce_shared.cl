// reduce_shared.cl: one sum per group, by a tree in local memory.

#define THREADS 256

__kernel void reduce_shared(__global const float *in, __global float *out, int n)
{
    __local float part[THREADS];
    int tid = get_local_id(0);
    float sum = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    part[tid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = THREADS / 2; half_size > 0; half_size /= 2) {
        if (tid < half_size)
            part[tid] += part[tid + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tid == 0)
        out[get_group_id(0)] = part[0];
}
