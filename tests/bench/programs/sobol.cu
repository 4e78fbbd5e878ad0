// sobol.cu: quasi-random points: a block's row a dimension, its direction numbers in shared memory, lowest zero bits from round to round.
extern "C" __global__ void sobol(const unsigned *directions, float *out, int n)
{
    __shared__ unsigned v[32];
    const unsigned *from = directions + 32 * blockIdx.y;
    out += n * blockIdx.y;
    if (threadIdx.x < 32)
        v[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    int i0 = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    unsigned g = i0 ^ (i0 >> 1), x = 0, mask;
    for (unsigned k = 0; k < __ffs(stride) - 1; k++) {
        x ^= (g & 1) * v[k];
        g >>= 1;
    }
    if (i0 < n)
        out[i0] = (int)x * 2.3283064365386963e-10f;
    unsigned shift = __ffs(stride) - 2;
    for (int i = i0 + stride; i < n; i += stride) {
        mask = v[shift] ^ v[__ffs(~((i - stride) | (stride - 1))) - 1];
        x ^= mask;
        out[i] = (int)x * 2.3283064365386963e-10f;
    }
}
