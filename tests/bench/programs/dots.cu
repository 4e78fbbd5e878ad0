// dots.cu: scalar products of many pairs of vectors: blocks take pairs in turn, threads fill 1024 shares in shared memory in strides,
// a tree puts these together.
#define SHARES 1024

extern "C" __global__ void dots(float *out, const float *a, const float *b, int pairs, int length)
{
    __shared__ float share[SHARES];
    for (int p = blockIdx.x; p < pairs; p += gridDim.x) {
        const int from = p * length, to = from + length;
        for (int i = threadIdx.x; i < SHARES; i += blockDim.x) {
            float sum = 0;
            for (int at = from + i; at < to; at += SHARES)
                sum += a[at] * b[at];
            share[i] = sum;
        }
        for (int half = SHARES / 2; half > 0; half >>= 1) {
            __syncthreads();
            for (int i = threadIdx.x; i < half; i += blockDim.x)
                share[i] += share[half + i];
        }
        __syncthreads();
        if (threadIdx.x == 0)
            out[p] = share[0];
    }
}
