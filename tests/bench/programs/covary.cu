// covary.cu: covariances of columns: their means, what they differ from it, and half of a symmetric matrix, written twice.
extern "C" __global__ void covary_mean(const float *data, float *mean, int m, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i * m + j];
        mean[j] /= (float)n;
    }
}
extern "C" __global__ void covary_reduce(float *data, const float *mean, int m, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < m)
        data[i * m + j] -= mean[j];
}
extern "C" __global__ void covary(const float *data, float *sym, int m, int n)
{
    int j1 = blockIdx.x * blockDim.x + threadIdx.x;
    if (j1 < m)
        for (int j2 = j1; j2 < m; j2++) {
            sym[j1 * m + j2] = 0;
            for (int i = 0; i < n; i++)
                sym[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
            sym[j2 * m + j1] = sym[j1 * m + j2];
        }
}
