// A warp a row, whose length it loads: nvcc unrolls the loop, and writes lane | 32 for where the next round begins.
extern "C" __global__ void row_lengths(const float *a, const int *length, float *sum, int rows, int pitch)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows)
        return;
    float s = 0;
    for (int j = lane; j < length[row]; j += 32)
        s += a[row * pitch + j];
    for (int d = 16; d; d >>= 1)
        s += __shfl_down_sync(~0u, s, d);
    if (!lane)
        sum[row] = s;
}
