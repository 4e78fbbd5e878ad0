// extremes.cu (sm_100): tests of the greater and the lesser of a thread's two places, by which compilers ask for both at once.
extern "C" __global__ void upper(const float *a, float *out, int n)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k * n + x] * a[k * n + y];
    out[y * n + x] = sum;
}

extern "C" __global__ void around(const int *in, int *out, int n, int from, int to)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int v = 0;
    if (min(x, y) >= from)
        v += in[y * n + x];
    if (min(x, y) < to)
        v += 3;
    if (max(x, y) <= to)
        v += in[x] * 5;
    if (from < max(x, y))
        v += in[y] * 7;
    if (max((unsigned)x, (unsigned)y) > (unsigned)from)
        v ^= 1024;
    v |= (max(x, y) < to) << 20;
    v |= (min(x, y) > from) << 21;
    out[y * n + x] = v;
}
