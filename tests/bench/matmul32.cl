// matmul32.cl: C = A * B for square matrices whose size is a multiple of 32; tiles of 32 x 32 in local memory, groups of
// 32 x 8 threads, each with four elements of a column.

#define TILE 32
#define ROWS 8

__kernel void matmul32(__global const float *a, __global const float *b, __global float *c, int n)
{
    __local float ta[TILE][TILE], tb[TILE][TILE];
    int tx = get_local_id(0), ty = get_local_id(1), row = get_group_id(1) * TILE + ty, col = get_group_id(0) * TILE + tx;
    float sum[TILE / ROWS] = { 0 };
    for (int t = 0; t < n; t += TILE) {
        for (int r = 0; r < TILE; r += ROWS) {
            ta[ty + r][tx] = a[(row + r) * n + t + tx];
            tb[ty + r][tx] = b[(t + ty + r) * n + col];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            for (int r = 0; r < TILE / ROWS; r++)
                sum[r] += ta[ty + r * ROWS][k] * tb[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int r = 0; r < TILE / ROWS; r++)
        c[(row + r * ROWS) * n + col] = sum[r];
}
