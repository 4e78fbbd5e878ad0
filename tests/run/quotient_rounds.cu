// quotient_rounds.cu: threads of a block share out places of a table, whose rows and columns are quotients and remainders of their numbers.
extern "C" __global__ void tile(const int *in, int *out, int w, int h, int pitch)
{
    __shared__ int part[2048];
    for (int i = threadIdx.x; i < w * h; i += blockDim.x)
        part[i] = in[(i / w) * pitch + i % w + blockIdx.x];
    __syncthreads();
    for (unsigned i = threadIdx.x; i < (unsigned)(w * h); i += blockDim.x)
        out[blockIdx.x * w * h + i] = part[i % (unsigned)w * (unsigned)h + i / (unsigned)w] + (int)(i % (unsigned)w);
}
// Rows begin before 0.
extern "C" __global__ void around(const int *in, int *out, int w, int n, int before)
{
    __shared__ int sum[256];
    int s = 0;
    for (int i = threadIdx.x - before; i < n; i += blockDim.x)
        s += in[1000 + (i / w) * 7 + i % w] * (i / w + 3);
    sum[threadIdx.x] = s;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s + sum[(threadIdx.x + 1) % blockDim.x];
}
extern "C" __global__ void planes(const int *in, int *out, int batch, int channels, int pixels)
{
    int s = 0, c = blockIdx.x;
    for (int i = threadIdx.x; i < batch * pixels; i += blockDim.x) {
        int b = i / pixels, p = i % pixels;
        s += in[(b * channels + c) * pixels + p] * (p + 1);
    }
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0)
        out[c * blockDim.x / 32 + threadIdx.x / 32] = s;
}
