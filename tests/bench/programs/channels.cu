// channels.cu: batch normalisation of images: mean and variance of each channel over the batch by a block, and then all pixels.
static __device__ float2 sum_of_block(float2 v)
{
    __shared__ float2 warps[32];
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) {
        v.x += __shfl_xor_sync(0xffffffff, v.x, mask, 32);
        v.y += __shfl_xor_sync(0xffffffff, v.y, mask, 32);
    }
    if (lane == 0)
        warps[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? warps[lane] : make_float2(0, 0);
    if (warp == 0)
#pragma unroll
        for (int mask = 16; mask > 0; mask >>= 1) {
            v.x += __shfl_xor_sync(0xffffffff, v.x, mask, 32);
            v.y += __shfl_xor_sync(0xffffffff, v.y, mask, 32);
        }
    return v;
}

extern "C" __global__ void channels_stats(const float *x, int batch, int channels, int pixels, float *mean, float *variance)
{
    const int c = blockIdx.x;
    float2 s = {0, 0};
    for (int i = threadIdx.x; i < batch * pixels; i += blockDim.x) {
        const int b = i / pixels, p = i % pixels;
        const float v = x[(b * channels + c) * pixels + p];
        s.x += v;
        s.y += v * v;
    }
    s = sum_of_block(s);
    if (threadIdx.x == 0) {
        const float m = s.x / (batch * pixels);
        mean[c] = m;
        variance[c] = s.y / (batch * pixels) - m * m;
    }
}

extern "C" __global__ void channels_apply(const float *x, float *y, const float *mean, const float *variance, const float *scale,
                                          const float *bias, int channels, int pixels, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const int c = (i / pixels) % channels;
        const float v = scale[c] * (x[i] - mean[c]) / sqrtf(variance[c] + 0.00001f) + bias[c];
        y[i] = v > 0 ? v : 0.1f * v;
    }
}
