// hgemm.cl: C = A * B, matrices of half precision, sums of single precision; tiles of 16 x 16 in shared memory.

#define TILE 16

__kernel void hgemm(__global const half *a, __global const half *b, __global float *c, int n)
{
    __local float ta[TILE][TILE], tb[TILE][TILE];
    int tx = get_local_id(0), ty = get_local_id(1), row = get_group_id(1) * TILE + ty, col = get_group_id(0) * TILE + tx;
    float sum = 0;
    for (int t = 0; t < n; t += TILE) {
        ta[ty][tx] = vload_half(row * n + t + tx, a);
        tb[ty][tx] = vload_half((t + ty) * n + col, b);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            sum += ta[ty][k] * tb[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = sum;
}
