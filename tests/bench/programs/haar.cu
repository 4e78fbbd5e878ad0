// haar.cu: all steps of a wavelet in one block: sums and differences of pairs, details to global memory, sums stay in shared memory with
// a word more after each row of banks.
extern "C" __global__ void haar(const float *in, float *out, float *approximation, int steps, int length, int block)
{
    __shared__ float shared[544];
    const int b = blockIdx.x, t = threadIdx.x, g = b * block + t;
    shared[t] = in[b * (block << 1) + t];
    shared[t + block] = in[b * (block << 1) + t + block];
    __syncthreads();
    float a = shared[2 * t], c = shared[2 * t + 1];
    __syncthreads();
    int at = t + (t >> 4);
    out[g + length] = (a - c) * 0.70710678f;
    shared[at] = (a + c) * 0.70710678f;
    __syncthreads();
    if (steps > 1) {
        unsigned width = length >> 1, rest = block >> 1;
        int left = 2 * t, right = 2 * t + 1;
        left += left >> 4;
        right += right >> 4;
        int offset = 2;
        for (unsigned i = 1; i < steps; ++i) {
            if (t < rest) {
                int l = left, r = right;
                float x = shared[l], y = shared[r];
                out[width + b * rest + t] = (x - y) * 0.70710678f;
                shared[l] = (x + y) * 0.70710678f;
                left = 2 * t * offset;
                right = left + offset;
                left += left >> 4;
                right += right >> 4;
                width >>= 1;
                rest >>= 1;
                offset <<= 1;
            }
            __syncthreads();
        }
        if (t == 0)
            approximation[b] = shared[0];
    }
}
