// moves.cu: products of a matrix with a vector and of its transpose with another, sums kept in memory.
extern "C" __global__ void moves_down(const float *a, const float *r, float *s, int m, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n) {
        s[j] = 0;
        for (int i = 0; i < m; i++)
            s[j] += r[i] * a[i * n + j];
    }
}
extern "C" __global__ void moves_along(const float *a, const float *p, float *q, int m, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) {
        q[i] = 0;
        for (int j = 0; j < n; j++)
            q[i] += a[i * n + j] * p[j];
    }
}
