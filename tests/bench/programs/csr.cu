// csr.cu: a sparse matrix, stored row behind row without its zeros, times a vector: a warp for each row in turn.

extern "C" __global__ void multiply(int rows, const int *from, const int *column, const float *value, const float *x, float *y)
{
    const int lane = threadIdx.x & 31, warps = gridDim.x * blockDim.x / 32;
    for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < rows; row += warps) {
        float sum = 0;
        for (int j = from[row] + lane; j < from[row + 1]; j += 32)
            sum += value[j] * x[column[j]];
        for (int o = 16; o > 0; o /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, o);
        if (lane == 0)
            y[row] = sum;
    }
}
