// direct.cu: a convolutional layer, 3x3, with bias and no padding: a thread makes a pixel of four output channels, whose weights
// the block holds.
#define OUTS 4
#define MOST 32

template <int K>
static __device__ void body(const float *in, const float *weight, const float *bias, float *out, int channels, int height,
                            int width)
{
    __shared__ float w[OUTS][MOST][K * K];
    const int first = blockIdx.z * OUTS, t = threadIdx.y * blockDim.x + threadIdx.x, all = OUTS * channels * K * K;
    for (int i = t; i < all; i += blockDim.x * blockDim.y) {
        const int o = i / (channels * K * K), rest = i % (channels * K * K);
        w[o][rest / (K * K)][rest % (K * K)] = weight[(first + o) * channels * K * K + rest];
    }
    __syncthreads();
    const int ow = width - K + 1, oh = height - K + 1;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh)
        return;
    float sum[OUTS];
#pragma unroll
    for (int o = 0; o < OUTS; o++)
        sum[o] = bias[first + o];
    for (int c = 0; c < channels; c++)
#pragma unroll
        for (int dy = 0; dy < K; dy++)
#pragma unroll
            for (int dx = 0; dx < K; dx++) {
                const float v = in[(c * height + y + dy) * width + x + dx];
#pragma unroll
                for (int o = 0; o < OUTS; o++)
                    sum[o] += v * w[o][c][dy * K + dx];
            }
#pragma unroll
    for (int o = 0; o < OUTS; o++)
        out[((first + o) * oh + y) * ow + x] = fmaxf(sum[o], 0.0f);
}

extern "C" __global__ void direct3(const float *in, const float *weight, const float *bias, float *out, int channels, int height,
                                   int width)
{
    body<3>(in, weight, bias, out, channels, height, width);
}
