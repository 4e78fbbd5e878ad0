// correlate.cu: correlation of the columns of a table: means, deviations, columns reduced, products of columns.

extern "C" __global__ void mean(const float *data, float *mean, int m, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i * m + j];
        mean[j] /= n;
    }
}

extern "C" __global__ void deviation(const float *data, const float *mean, float *dev, int m, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        dev[j] = 0;
        for (int i = 0; i < n; i++)
            dev[j] += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]);
        dev[j] /= n;
        dev[j] = sqrtf(dev[j]);
        if (dev[j] <= 0.005f)
            dev[j] = 1;
    }
}

extern "C" __global__ void reduce(const float *data, const float *mean, const float *dev, float *out, int m, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < m) {
        float x = data[i * m + j] - mean[j];
        out[i * m + j] = x / (sqrtf((float)n) * dev[j]);
    }
}

extern "C" __global__ void products(const float *data, float *corr, int m, int n)
{
    int a = blockIdx.x * blockDim.x + threadIdx.x;
    if (a < m - 1) {
        corr[a * m + a] = 1;
        for (int b = a + 1; b < m; b++) {
            corr[a * m + b] = 0;
            for (int i = 0; i < n; i++)
                corr[a * m + b] += data[i * m + a] * data[i * m + b];
            corr[b * m + a] = corr[a * m + b];
        }
    }
}
