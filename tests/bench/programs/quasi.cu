// quasi.cu: quasi-random numbers: each thread finds its first by the bits of its number, then goes on in long steps.

extern "C" __global__ void quasi(unsigned count, const unsigned *directions, float *out)
{
    __shared__ unsigned v[32];
    directions += 32 * blockIdx.y;
    out += count * blockIdx.y;
    if (threadIdx.x < 32)
        v[threadIdx.x] = directions[threadIdx.x];
    __syncthreads();
    int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    unsigned g = first ^ (first >> 1), x = 0, mask;
    for (unsigned k = 0; k < __ffs(stride) - 1; k++) {
        mask = -(g & 1);
        x ^= mask & v[k];
        g = g >> 1;
    }
    if (first < count)
        out[first] = (float)x * 2.3283064e-10f;
    unsigned v_log2stride = v[__ffs(stride) - 2];
    unsigned v_stridemask = stride - 1;
    for (unsigned i = first + stride; i < count; i += stride) {
        x ^= v_log2stride ^ v[__ffs(~((i - stride) | v_stridemask)) - 1];
        out[i] = (float)x * 2.3283064e-10f;
    }
}
