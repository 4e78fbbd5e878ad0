// late_indices.cu (sm_100): sums that stand in memory, of numbers at indices of 32 bits that grow by a row, forwards or back, and may wrap.
extern "C" __global__ void down(const float *a, const float *x, float *y, int rows, int columns)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= columns)
        return;
    y[j] = 0;
    for (int i = 0; i < rows; i++)
        y[j] += a[i * columns + j] * x[i];
}

extern "C" __global__ void back(const double *a, const double *b, double *c, int n)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j < n)
        for (int k = 0; k < n; k++)
            c[i * n + j] += a[i * n + k] * b[(n - 1 - k) * n + j];
}

// Beside the index, multiples of the row's length are extended in each round, too.
extern "C" __global__ void rows(int n, const double *a, const double *b, double *c)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j < n) {
        c[i * n + j] = 0;
        for (int k = 0; k < n; k++)
            c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

extern "C" __global__ void turns(const unsigned short *p, unsigned *sums, unsigned first, unsigned step, int rounds)
{
    unsigned i = first + threadIdx.x;
    for (int k = 0; k < rounds; k++) {
        sums[threadIdx.x] += p[i] * (k + 1);
        i += step;
    }
}
