// far_rows.cu: words in a row at places that grow by many bytes from thread to thread: a row of each thread's own in shared memory, forwards
// and backwards, and records of twelve numbers.
extern "C" __global__ void smoothed(const float *in, float *out)
{
    __shared__ float row[32][19];
    const int t = threadIdx.x, n = blockDim.x;
    for (int i = t; i < n * 18; i += n)
        row[i / 18][i % 18] = in[blockIdx.x * n * 18 + i];
    __syncthreads();
    float left = 0, sum = 0;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const float v = 0.25f * row[t][i] + 0.5f * row[t][i + 1] + 0.25f * row[t][i + 2];
        sum += v * left;
        left = v;
    }
    out[blockIdx.x * n + t] = sum;
}

extern "C" __global__ void reversed(const unsigned *in, unsigned *out)
{
    __shared__ unsigned row[64][11];
    const int t = threadIdx.x;
    for (int i = 0; i < 11; i++)
        row[t][i] = in[i * 64 + t];
    __syncthreads();
    unsigned mixed = 1;
#pragma unroll
    for (int i = 0; i < 8; i++)
        mixed = mixed * 31 + row[63 - t][i];
    out[t] = mixed;
}

struct Turn {
    float m[12];
};
extern "C" __global__ void turned(const Turn *turn, const float *x, float *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float a = x[i], b = x[n + i], c = x[2 * n + i];
#pragma unroll
    for (int k = 0; k < 3; k++)
        y[k * n + i] = turn[i].m[4 * k] * a + turn[i].m[4 * k + 1] * b + turn[i].m[4 * k + 2] * c + turn[i].m[4 * k + 3];
}
