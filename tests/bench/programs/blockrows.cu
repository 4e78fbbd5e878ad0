// blockrows.cu: a sparse matrix of dense blocks of 4 x 4 by rows of blocks (BSR) times a vector: 16 threads a row of blocks, four of them a row,
// which are summed by shuffles.
template <int N> static __device__ float sum_group(float v)
{
#pragma unroll
    for (int d = N / 2; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

extern "C" __global__ void __launch_bounds__(128) blockrows(const int *row_begin, const int *columns, const float *values,
                                                            const float *x, float *y, int rows, float alpha, float beta)
{
    int lane = threadIdx.x & 15;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 4;
    int r = lane >> 2, c = lane & 3;
    bool in = row < rows;
    float sum = 0;
    int begin = in ? row_begin[row] : 0, end = in ? row_begin[row + 1] : 0;
    for (int b = begin; b < end; b++)
        sum += values[b * 16 + lane] * x[columns[b] * 4 + c];
    sum = sum_group<4>(sum);
    if (in && c == 0)
        y[row * 4 + r] = alpha * sum + beta * y[row * 4 + r];
}
