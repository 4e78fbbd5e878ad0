// matmul32.cu: C = A * B for square matrices whose size is a multiple of 32; tiles of 32 x 32 in shared memory, blocks of
// 32 x 8 threads, each with four elements of a column.

constexpr int TILE = 32, ROWS = 8;

extern "C" __global__ void matmul32(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum[TILE / ROWS] = {};
    for (int t = 0; t < n; t += TILE) {
        for (int r = 0; r < TILE; r += ROWS) {
            ta[ty + r][tx] = a[(row + r) * n + t + tx];
            tb[ty + r][tx] = b[(t + ty + r) * n + col];
        }
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            for (int r = 0; r < TILE / ROWS; r++)
                sum[r] += ta[ty + r * ROWS][k] * tb[k][tx];
        __syncthreads();
    }
    for (int r = 0; r < TILE / ROWS; r++)
        c[(row + r * ROWS) * n + col] = sum[r];
}
