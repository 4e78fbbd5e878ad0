// stride_counts.cu (sm_100): how often loops with a stride go round, as compilers find it by a maximum: of any numbers, and in loops over a tile.
template <typename T, typename U> __device__ U count(T a, T n, U d)
{
    const bool more = a < n;
    return ((U)(a > n ? a : n) - ((U)a + more)) / d + more;
}

extern "C" __global__ void counts(const unsigned *a, const int *b, const unsigned long long *c, unsigned n, int m, unsigned long long k, unsigned d,
                                  unsigned long long e, unsigned *counts, unsigned long long *longer)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    counts[2 * i] = count(a[i], n, d);
    counts[2 * i + 1] = count(b[i], m, d);
    longer[i] = count(c[i], k, e);
}

// The difference is of use by itself, too.
extern "C" __global__ void beside(const unsigned *a, unsigned n, unsigned d, unsigned *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool more = a[i] < n;
    const unsigned rest = max(a[i], n) - (a[i] + more);
    out[2 * i] = rest / d + more;
    out[2 * i + 1] = rest;
}

extern "C" __global__ void tile(const float *in, float *out)
{
    __shared__ float part[600];
    for (int i = threadIdx.x; i < 600; i += blockDim.x)
        part[i] = in[blockIdx.x * 600 + i] * 2;
    __syncthreads();
    for (int i = threadIdx.x; i < 600; i += blockDim.x)
        out[blockIdx.x * 600 + i] = part[599 - i];
}

extern "C" __global__ void rows(const float *in, float *out, int n)
{
    const int at = threadIdx.y * blockDim.x + threadIdx.x, all = blockDim.x * blockDim.y;
    float sum = 0;
    for (int i = at; i < n; i += all)
        sum += in[i] * (i & 7);
    out[at] = sum;
}
