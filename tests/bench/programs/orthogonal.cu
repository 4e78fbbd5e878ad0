// orthogonal.cu: columns made orthogonal one after the other: a norm by one thread, a column, then what it takes off
// the others.

extern "C" __global__ void column_norm(const float *a, float *r, int k, int ni, int nj)
{
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < ni; i++)
            sum += a[i * nj + k] * a[i * nj + k];
        r[k * nj + k] = sqrtf(sum);
    }
}

extern "C" __global__ void column_scale(const float *a, const float *r, float *q, int k, int ni, int nj)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < ni)
        q[i * nj + k] = a[i * nj + k] / r[k * nj + k];
}

extern "C" __global__ void take(float *a, float *r, const float *q, int k, int ni, int nj)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j > k && j < nj) {
        r[k * nj + j] = 0;
        for (int i = 0; i < ni; i++)
            r[k * nj + j] += q[i * nj + k] * a[i * nj + j];
        for (int i = 0; i < ni; i++)
            a[i * nj + j] -= q[i * nj + k] * r[k * nj + j];
    }
}
