// jordan.cu: inverses of small matrices by elimination in shared memory, a row a thread, rows longer than they are used.
extern "C" __global__ void jordan(const float *in, float *out, int n)
{
    __shared__ float a[32][65];
    int t = threadIdx.x, b = blockIdx.x;
    for (int i = t; i < n * n; i += blockDim.x) {
        a[i / n][i % n] = in[b * n * n + i];
        a[i / n][n + i % n] = i / n == i % n ? 1.0f : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < n; p++) {
        float pivot = a[p][p];
        __syncthreads();
        for (int j = t; j < 2 * n; j += blockDim.x)
            a[p][j] /= pivot;
        __syncthreads();
        if (t < n && t != p) {
            float f = a[t][p];
            for (int j = 0; j < 2 * n; j++)
                a[t][j] -= f * a[p][j];
        }
        __syncthreads();
    }
    for (int i = t; i < n * n; i += blockDim.x)
        out[b * n * n + i] = a[i / n][n + i % n];
}
