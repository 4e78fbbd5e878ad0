// nibbles.cu: a matrix of numbers of four bits, 32 to a block with a scale, times a vector: a warp a row, summed by shuffles.
struct Quant {
    float scale;
    unsigned char q[16];
};
static __device__ __forceinline__ float block_dot(const Quant *b, const float *y)
{
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const int lo = b->q[i] & 15, hi = b->q[i] >> 4;
        sum += (lo - 8) * y[i] + (hi - 8) * y[i + 16];
    }
    return sum * b->scale;
}
extern "C" __global__ void nibbles(const Quant *m, const float *y, float *out, const int blocks, const int rows)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    float sum = 0;
    for (int b = threadIdx.x; b < blocks; b += 32)
        sum += block_dot(&m[row * blocks + b], y + 32 * b);
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1)
        sum += __shfl_xor_sync(0xffffffff, sum, mask, 32);
    if (threadIdx.x == 0)
        out[row] = sum;
}
