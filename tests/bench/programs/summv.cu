// summv.cu: two matrices times one vector, a row of both a thread, both sums in memory, then their weighted sum.
extern "C" __global__ void summv(const float *a, const float *b, const float *x, float *y, float *tmp, int n, float alpha, float beta)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        tmp[i] = 0;
        y[i] = 0;
        for (int j = 0; j < n; j++) {
            tmp[i] += a[i * n + j] * x[j];
            y[i] += b[i * n + j] * x[j];
        }
        y[i] = alpha * tmp[i] + beta * y[i];
    }
}
