// cyclic.cu: tridiagonal systems by cyclic reduction all at once: a system a block, an equation a thread, arrays in shared memory,
// neighbours at doubling distance clamped to the ends.
#define N 128

extern "C" __global__ void cyclic(const float *lower, const float *middle, const float *upper, const float *right, float *x)
{
    __shared__ float a[N], b[N], c[N], d[N];
    const int t = threadIdx.x, at = blockIdx.x * N + t;
    a[t] = lower[at];
    b[t] = middle[at];
    c[t] = upper[at];
    d[t] = right[at];
    __syncthreads();
    for (int s = 1; s < N; s *= 2) {
        const int i = t - s < 0 ? 0 : t - s, j = t + s >= N ? N - 1 : t + s;
        float f = a[t] / b[i], g = c[t] / b[j];
        if (t - s < 0)
            f = 0;
        if (t + s >= N)
            g = 0;
        const float na = -a[i] * f, nb = b[t] - c[i] * f - a[j] * g, nc = -c[j] * g, nd = d[t] - d[i] * f - d[j] * g;
        __syncthreads();
        a[t] = na;
        b[t] = nb;
        c[t] = nc;
        d[t] = nd;
        __syncthreads();
    }
    x[at] = d[t] / b[t];
}
