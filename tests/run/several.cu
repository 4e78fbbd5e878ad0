// several.cu: each thread walks through a row of its own length, some elements at a time.
extern "C" __global__ void scaled(const float *__restrict__ x, float *y, const int *length, float *sum, float by, int stride, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    float s = 0;
    int l = length[t];
    for (int i = 0; i < l; i++) {
        float v = x[t * stride + i] * by + 1;
        y[t * stride + i] = v;
        s += v;
    }
    sum[t] = s;
}
// x and y may be places apart in one row: what is read has been written a few rounds before.
extern "C" __global__ void follows(const int *x, int *y, const int *length, int stride, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int l = length[t];
    for (int i = 0; i < l; i++)
        y[t * stride + i] = x[t * stride + i] * 3 + 1;
}
extern "C" __global__ void updated(unsigned char *x, const unsigned char *mask, const int *length, int stride, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int l = length[t] & ~3;
    for (int i = 0; i < l; i++)
        x[t * stride + i] = x[t * stride + i] ^ mask[i];
}
// What a round hands on: one number, two that change places, and sums of all before, which are written.
extern "C" __global__ void handed(const int *x, int *y, const int *length, int *last, int stride, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int l = length[t], a = t, b = 1;
    for (int i = 0; i < l; i++) {
        int c = a + x[t * stride + i];
        a = b;
        b = c;
        y[t * stride + i] = c - a;
    }
    last[t] = a * 7 + b;
}
extern "C" __global__ void running(const int *x, int *y, const int *length, int stride, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int s = 0, l = length[t];
    for (int i = 0; i < l; i++)
        y[t * stride + i] = s += x[t * stride + i];
}
// Near misses: every other element; the number of the round is part of what is made; from the end to the beginning.
extern "C" __global__ void others(const int *x, int *y, const int *length, int stride, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int l = length[t];
    for (int i = 0; i < l; i++)
        y[t * stride + 2 * i] = x[t * stride + i];
    for (int i = 0; i < l; i++)
        y[t * stride + l + i] += i * i;
    for (int i = l - 1; i >= 0; i--)
        y[t * stride + i] -= x[t * stride + i];
}
