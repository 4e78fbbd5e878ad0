// biquads.cu: signals through filters of second order one behind the other: a signal a block, a filter a thread, which hands each sample
// to the next by shared memory, as in a pipeline.
#define SECTIONS 32

extern "C" __global__ void biquads(const float *in, float *out, const float *filters, float *state, int n)
{
    __shared__ float pipe[SECTIONS];
    const int t = threadIdx.x, s = blockIdx.x;
    const float *x = in + s * n;
    float *y = out + s * n;
    const float b0 = filters[t * 5], b1 = filters[t * 5 + 1], b2 = filters[t * 5 + 2], a1 = filters[t * 5 + 3], a2 = filters[t * 5 + 4];
    float z0 = state[(s * SECTIONS + t) * 2], z1 = state[(s * SECTIONS + t) * 2 + 1];
    pipe[t] = 0;
    __syncthreads();
    for (int k = 0; k < n + SECTIONS - 1; k++) {
        const float v = t == 0 ? (k < n ? x[k] : 0) : pipe[t - 1];
        __syncthreads();
        if (k >= t && k - t < n) {
            const float r = b0 * v + z0;
            z0 = b1 * v - a1 * r + z1;
            z1 = b2 * v - a2 * r;
            if (t < SECTIONS - 1)
                pipe[t] = r;
            else
                y[k - t] = r;
        }
        __syncthreads();
    }
    state[(s * SECTIONS + t) * 2] = z0;
    state[(s * SECTIONS + t) * 2 + 1] = z1;
}
