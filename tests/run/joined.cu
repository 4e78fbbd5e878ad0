// joined.cu: threads join what they have found to numbers of all: sums, least and greatest, bits; and store something of their own.
extern "C" __global__ void filtered(const float *x, float *y, unsigned *count, double *sum, float t, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = x[i] * 0.5f + 1;
        y[i] = v;
        if (v > t)
            atomicAdd(count, 1u);
        atomicAdd(sum, (double)v);
    }
}
// Nothing is done to the number where nobody adds; where somebody does, even -0, what is smaller than a normal number is 0.
extern "C" __global__ void seldom(const float *x, float *y, float *sum, float t, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = x[i];
        y[i] = v + 1;
        if (v > t)
            atomicAdd(sum, v < 0 ? -0.0f : v);
    }
}
extern "C" __global__ void limits(const int *x, int *y, int *lo, int *hi, unsigned *ulo, unsigned *uhi, long long *wide, int t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = x[i];
    y[i] = v ^ 1;
    atomicMin(lo, v);
    atomicMax(hi, v);
    if (v > t) {
        atomicMin(ulo, (unsigned)v);
        atomicMax(uhi, (unsigned)v * 3u);
    } else {
        atomicMin(wide, (long long)v << 20);
        atomicMax(wide + 1, (long long)v << 20);
    }
}
extern "C" __global__ void bits(const int *x, int *y, unsigned *all, unsigned long long *wide, int t, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int v = x[i];
        y[i] = v + 2;
        if (v > t)
            atomicAnd(all, (unsigned)v | 0xff000000u);
        atomicOr(all + 1, (unsigned)v);
        atomicXor(all + 2, (unsigned)v * 77u);
        atomicOr(wide, 1ull << (v & 63));
        if (v < t)
            atomicXor(wide + 1, (unsigned long long)v << 9);
    }
}
// More of them than there are colours; loops in between.
extern "C" __global__ void many(const int *__restrict__ x, int *y, int *s, int t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int steps = 0;
    for (int v = x[i] & 255; v > 1; v = v & 1 ? 3 * v + 1 : v / 2)
        steps++;
    y[i] = steps;
    for (int k = 0; k < 7; k++)
        if (steps > k * t)
            atomicAdd(s + k, steps - k);
}
extern "C" __global__ void blocks(const float *x, float *y, float *all, int *most, int n)
{
    __shared__ float sum;
    __shared__ int top;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        sum = 0;
        top = -1000;
    }
    __syncthreads();
    if (i < n) {
        y[i] = x[i] + 3;
        atomicAdd(&sum, x[i]);
        atomicMax(&top, (int)x[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        all[blockIdx.x] = sum;
        most[blockIdx.x] = top;
    }
}
// Near misses: one thread looks at, or writes, what it has just added to; neighbours' pairs of places; what has been stored is to be seen first.
extern "C" __global__ void looks(int *x, int *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (x[i])
        atomicAdd(s, 2);
    x[i] = s[i] * 10;
}
extern "C" __global__ void overwrites(int *x, int *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (x[i] == 51)
        atomicAdd(s, 2);
    x[i] = i;
}
extern "C" __global__ void pairs(int *x, int *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int a = x[2 * i], b = x[2 * i + 1];
    x[2 * i + 1] = a + 1;
    s[1 + i] = x[2 * i + 1] + b;
    x[2 * i] = b;
    atomicAdd(s, a);
}
extern "C" __global__ void announces(volatile int *x, int *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    x[i] = i;
    __threadfence();
    atomicAdd(s, 1);
}
