// rolled.cu: loops that lanes go round different numbers of times, which nvcc unrolls.
extern "C" __global__ void rows(const int *start, const int *column, const float *value, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = start[row]; i < start[row + 1]; i++)
        sum += value[i] * x[column[i]];
    y[row] = sum;
}

extern "C" __global__ void unsigned_rows(const unsigned *start, const unsigned *a, unsigned *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = row, most = 0;
    for (unsigned i = start[row]; i < start[row + 1]; i++) {
        sum = sum * 31 + a[i];
        most = max(most, a[i]);
    }
    y[2 * row] = sum;
    y[2 * row + 1] = most;
}

extern "C" __global__ void from_zero(const int *count, const int *a, int *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int i = 0; i < count[row]; i++)
        sum = sum * 31 + a[i + row];
    y[row] = sum;
}

extern "C" __global__ void nested(const int *start, const int *a, int *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 0; k < 3; k++) {
        for (int i = start[row] + k; i < start[row + 1]; i++)
            sum = sum * 31 + (a[i] ^ k);
        sum += start[row];
    }
    y[row] = sum;
}

extern "C" __global__ void chars(const int *start, const unsigned char *a, int *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, i = start[row], n = start[row + 1];
    for (; i < n; i++)
        sum = sum * 31 + a[i];
    y[row] = sum + i;
}
