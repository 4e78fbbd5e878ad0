// Loops that nvcc unrolls by four, with what is left over of their rounds behind them: as a loop, and inside of another loop written out.
// A warp a row: a sum of doubles and a count.
extern "C" __global__ void norms(const double *a, const int *length, double *norm, int *large, int rows, int pitch)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows)
        return;
    double sum = 0;
    int count = 0;
    for (int j = lane; j < length[row]; j += 32) {
        double x = a[(size_t)row * pitch + j];
        x = x * x - 2;
        x = x * x - 1;
        sum += x * x;
        count += x > 7;
    }
    for (int d = 16; d; d >>= 1) {
        sum += __shfl_down_sync(~0u, sum, d);
        count += __shfl_down_sync(~0u, count, d);
    }
    if (!lane) {
        norm[row] = sum;
        large[row] = count;
    }
}

// A thread a column, as far down as that goes: steps of a row that are known when it runs.
extern "C" __global__ void depths(const double *a, const int *length, double *sum, int rows, int pitch)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= pitch)
        return;
    double s = 0;
    int n = min(length[column], rows);
    for (int i = 0; i < n; i++) {
        double x = a[i * pitch + column];
        s += x * x * x - x;
    }
    sum[column] = s;
}

// In each round of a loop another one, as long as the thread likes.
extern "C" __global__ void products(const double *a, const int *length, double *out, int n, int times)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double s = 0;
    for (int k = 0; k < times; k++) {
        double p = 1;
        for (int j = 0; j < length[i]; j++)
            p = a[k * n + length[i] + j] - p;
        s += p;
    }
    out[i] = s;
}

// A thread a row, all as long, as often as each likes: what a round stores lies behind what the one before has stored.
extern "C" __global__ void scaled(const double *a, const int *times, double *out, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    for (int k = 1; k <= times[row]; k++)
        for (int i = 0; i < width; i++)
            out[row * width + i] = a[row * width + i] * k + 1;
}
