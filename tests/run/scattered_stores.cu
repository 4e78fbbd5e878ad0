// scattered_stores.cu: what lanes compute and store each at a place of its own, which processors without vectors of such stores do behind
// what vectors compute: one after another, two of a lane at one place, with a load of that place behind, under conditions with another side
// and within each other, of bytes, doubles and pairs, and with volatile stores before and behind.

// A permutation.
extern "C" __global__ void permuted(float *out, const int *to, const float *a, const float *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float x = a[i], y = b[i], u = x * y + 1.5f, v = u * u - x;
    out[to[i]] = v * y + u;
}

// The second of two stores counts where both are at one place.
extern "C" __global__ void twice(float *out, const int *to, const float *a, const float *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float x = a[i], y = b[i], u = x * y + 0.5f, v = u * x - y;
    out[to[i]] = v + u * u;
    out[to[i] + (i & 1) * n] = v - u * u;
}

// A load behind it reads what was stored.
extern "C" __global__ void again(float *out, const int *to, const int *from, float *read, const float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float x = a[i], u = x * x + 0.25f, v = u * x - 3.0f;
    out[to[i]] = v * u;
    read[i] = out[from[i]] * 2.0f + u;
}

// One side stores here and there, the other in a row.
extern "C" __global__ void sides(float *out, float *row, const int *to, const float *a, const float *b, int n, float limit)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float x = a[i], y = b[i], u = x * y + 2.0f;
    if (x < limit) {
        row[i] = u * u + y;
    } else {
        out[to[i]] = u * x - y;
        if (y < limit)
            out[n + to[i]] = u * y + x;
        row[i] = u;
    }
}

// Bytes, doubles and pairs.
extern "C" __global__ void kinds(unsigned char *bytes, double *doubles, float2 *pairs, const int *to, const float *a, const float *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float x = a[i], y = b[i], u = x * y + 2.0f, v = u * u - y;
    bytes[to[i]] = (unsigned char)(int)(v * 4.0f);
    doubles[to[i]] = (double)v * x + u;
    pairs[to[i]] = make_float2(u - v, u * v);
}

// Others may look at what is volatile: it stays in order.
extern "C" __global__ void ordered(volatile float *flag, float *out, const int *to, const float *a, const float *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float x = a[i], y = b[i], u = x * y + 2.0f, v = u * u - y;
    flag[i] = u;
    out[to[i]] = v * x + u;
    flag[i] = v;
    flag[n + to[i]] = v - u;
}

// In shared memory, between barriers: a butterfly whose halves go to places that are no even step.
extern "C" __global__ void butterfly(float *out, const float *a, const float *w)
{
    __shared__ float s[2 * 128];
    const int t = threadIdx.x, first = blockIdx.x * 256;
    s[t] = a[first + t];
    s[t + 128] = a[first + t + 128];
    for (int h = 1; h < 256; h *= 2) {
        __syncthreads();
        const float x = s[t], y = s[t + 128] * w[h + (t & (h - 1))];
        __syncthreads();
        const int at = 2 * t - (t & (h - 1));
        s[at] = x + y;
        s[at + h] = x - y;
    }
    __syncthreads();
    out[first + t] = s[t];
    out[first + t + 128] = s[t + 128];
}
