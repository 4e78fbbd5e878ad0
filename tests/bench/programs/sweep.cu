// sweep.cu: implicit steps along rows, then along columns: a thread a line, with its coefficients in memory.
extern "C" __global__ void sweep_rows(float *x, const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        for (int j = 1; j < n; j++) {
            x[i * n + j] = x[i * n + j] - x[i * n + j - 1] * a[i * n + j] / b[i * n + j - 1];
            b[i * n + j] = b[i * n + j] - a[i * n + j] * a[i * n + j] / b[i * n + j - 1];
        }
        x[i * n + n - 1] = x[i * n + n - 1] / b[i * n + n - 1];
        for (int j = 0; j < n - 2; j++)
            x[i * n + n - j - 2] = (x[i * n + n - 2 - j] - x[i * n + n - 2 - j - 1] * a[i * n + n - j - 3]) / b[i * n + n - 3 - j];
    }
}
extern "C" __global__ void sweep_columns(float *x, const float *a, float *b, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n) {
        for (int i = 1; i < n; i++) {
            x[i * n + j] = x[i * n + j] - x[(i - 1) * n + j] * a[i * n + j] / b[(i - 1) * n + j];
            b[i * n + j] = b[i * n + j] - a[i * n + j] * a[i * n + j] / b[(i - 1) * n + j];
        }
        x[(n - 1) * n + j] = x[(n - 1) * n + j] / b[(n - 1) * n + j];
        for (int i = 0; i < n - 2; i++)
            x[(n - 2 - i) * n + j] = (x[(n - 2 - i) * n + j] - x[(n - i - 3) * n + j] * a[(n - 3 - i) * n + j]) / b[(n - 2 - i) * n + j];
    }
}
