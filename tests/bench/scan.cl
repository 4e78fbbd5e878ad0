// scan.cl: inclusive prefix sums.  Groups of 512 scan their elements in local memory; the groups' sums are scanned by one
// group and added.

#define THREADS 512

// Scans each group by itself; total[group] is its sum.
__kernel void scan_blocks(__global const uint *in, __global uint *out, __global uint *total)
{
    __local uint part[THREADS];
    int tid = get_local_id(0), i = get_global_id(0);
    uint sum = in[i];
    part[tid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int offset = 1; offset < THREADS; offset *= 2) {
        if (tid >= offset)
            sum += part[tid - offset];
        barrier(CLK_LOCAL_MEM_FENCE);
        part[tid] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = sum;
    if (tid == THREADS - 1)
        total[get_group_id(0)] = sum;
}

// Adds to each group the sum of those before it; total is scanned by now.
__kernel void scan_add(__global uint *out, __global const uint *total)
{
    if (get_group_id(0) > 0)
        out[get_global_id(0)] += total[get_group_id(0) - 1];
}
