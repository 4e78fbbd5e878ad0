// gram.cu: orthogonal columns one after the other: their length, their projection on the later ones, a launch each.
extern "C" __global__ void gram_length(const float *a, float *r, float *q, int k, int m, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id == 0) {
        float sum = 0;
        for (int i = 0; i < m; i++)
            sum += a[i * n + k] * a[i * n + k];
        r[k * n + k] = sqrtf(sum);
    }
}
extern "C" __global__ void gram_scale(const float *a, const float *r, float *q, int k, int m, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        q[i * n + k] = a[i * n + k] / r[k * n + k];
}
extern "C" __global__ void gram_project(float *a, float *r, const float *q, int k, int m, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j > k && j < n) {
        r[k * n + j] = 0;
        for (int i = 0; i < m; i++)
            r[k * n + j] += q[i * n + k] * a[i * n + j];
        for (int i = 0; i < m; i++)
            a[i * n + j] -= q[i * n + k] * r[k * n + j];
    }
}
