// spmv.cu: sparse matrix (compressed rows) times vector.

// A thread per row.
extern "C" __global__ void spmv_rows(unsigned rows, const unsigned *__restrict__ start,
                                     const unsigned *__restrict__ column, const float *__restrict__ value,
                                     const float *__restrict__ x, float *__restrict__ y)
{
    for (unsigned row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        float sum = 0;
        for (unsigned i = start[row]; i < start[row + 1]; i++)
            sum += value[i] * x[column[i]];
        y[row] = sum;
    }
}

// A warp per row: blocks of 32 x anything.
extern "C" __global__ void spmv_warps(unsigned rows, const unsigned *__restrict__ start,
                                      const unsigned *__restrict__ column, const float *__restrict__ value,
                                      const float *__restrict__ x, float *__restrict__ y)
{
    for (unsigned row = blockIdx.x * blockDim.y + threadIdx.y; row < rows; row += gridDim.x * blockDim.y) {
        float sum = 0;
        for (unsigned i = start[row] + threadIdx.x; i < start[row + 1]; i += 32)
            sum += value[i] * x[column[i]];
        for (unsigned other = 16; other > 0; other /= 2)
            sum += __shfl_xor_sync(0xFFFFFFFFu, sum, other);
        if (threadIdx.x == 0)
            y[row] = sum;
    }
}
