// strided_rows.cu: warps and blocks of a constant size that go along a row each, which compilers unroll: sums, what is stored in place, more arrays.
// nvcc -arch=sm_80 -ptx
#define T 64
extern "C" __global__ void normal(const float *x, float *y, const float *g, const float *b, int c)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float *r = x + row * c;
    float s = 0, q = 0;
    for (int i = lane; i < c; i += 32) {
        s += r[i];
        q += r[i] * r[i];
    }
    for (int o = 16; o; o /= 2) {
        s += __shfl_xor_sync(~0u, s, o);
        q += __shfl_xor_sync(~0u, q, o);
    }
    for (int i = lane; i < c; i += 32)
        y[row * c + i] = (r[i] - s) * q * g[i] + b[i];
}
extern "C" __global__ void twice(const float *x, float *y, int rows, int n)
{
    int w = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (w >= rows)
        return;
    x += (size_t)w * n;
    y += (size_t)w * n;
    float m = -1e30f, s = 0;
    for (int i = lane; i < n; i += 32)
        m = fmaxf(m, x[i]);
    for (int o = 16; o; o >>= 1)
        m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    for (int i = lane; i < n; i += 32) {
        y[i] = x[i] - m;
        s += y[i];
    }
    for (int o = 16; o; o >>= 1)
        s += __shfl_xor_sync(~0u, s, o);
    for (int i = lane; i < n; i += 32)
        y[i] += s;
}
extern "C" __global__ void sums(const float *x, float *o, int n)
{
    __shared__ float s[T];
    int t = threadIdx.x;
    float a = 0;
    for (int i = t; i < n; i += T)
        a += x[blockIdx.x * n + i];
    s[t] = a;
    __syncthreads();
    for (int k = T / 2; k; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        o[blockIdx.x] = s[0];
}
extern "C" __global__ void scale(float *x, const float *w, int n)
{
    __shared__ float s[T];
    int t = threadIdx.x;
    s[t] = w[t];
    __syncthreads();
    for (int i = t; i < n; i += T)
        x[blockIdx.x * n + i] = x[blockIdx.x * n + i] * s[T - 1 - t] + w[i];
}
// What a round stores the next one reads: the lanes' own way through memory is kept.
extern "C" __global__ void chase(float *x, int n, int ahead)
{
    __shared__ float s[T];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * n + t];
    __syncthreads();
    for (int i = t; i < n; i += T) {
        x[blockIdx.x * n + i + ahead] = x[blockIdx.x * n + i] + s[t];
        x[blockIdx.x * n + i] = s[T - 1 - t];
    }
}
// Vectors of numbers: sums of products, and what goes on into memory.
extern "C" __global__ void fours(const float4 *a, const float4 *x, float4 *y, int n)
{
    int w = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    float s = 0;
    for (int i = lane; i < n; i += 32) {
        float4 u = a[w * n + i], v = x[i];
        s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    for (int o = 16; o; o >>= 1)
        s += __shfl_xor_sync(~0u, s, o);
    for (int i = lane; i < n; i += 32) {
        float4 u = a[w * n + i];
        y[w * n + i] = make_float4(u.y, s, u.x + u.z, u.w);
    }
}
// Blocks that go on by what all of them do at once, as many as they are; rows of a block.
extern "C" __global__ void all_blocks(const double *x, double *y, double a, int n)
{
    for (int i = threadIdx.x + blockIdx.x * T; i < n; i += T * 4)
        y[i] = a * x[i] + y[i];
}
extern "C" __global__ void squares(const float *x, float *y, int rows, int n)
{
    int r = blockIdx.x * 4 + threadIdx.y;
    if (r >= rows)
        return;
    for (int i = threadIdx.x; i < n; i += 32)
        y[r * n + i] = x[r * n + i] * x[r * n + i];
}
