// lane_pairs.cu: threads two of which read the same: halves of their numbers, as shifts and as quotients, of the next number, too, and even
// numbers, with and without signs, from below 0 on and past what a sign leaves.
extern "C" __global__ void shifted(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i >> 1] * 3 + in[(i + 1) >> 1] - in[(i + 3) / 2];
}

extern "C" __global__ void divided(const unsigned char *in, int *out, int n, int from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i + from;
    if (i < n)
        out[i] = in[x / 2 + 600] * 2 + in[x / 2 * 2 + 1200] + in[x - x / 2 + 600];
}

extern "C" __global__ void past(const int *in, int *out, unsigned n, unsigned from)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i + from;
    if (i < n)
        out[i] = in[(x >> 1) - (from >> 1)] + in[(x + 1) / 2 - from / 2];
}

extern "C" __global__ void signs(const int *in, int *out, int n, int from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i + from;
    if (i < n)
        out[i] = in[(x >> 1) - (from >> 1)] + in[x / 2 - from / 2] * 7;
}

// Sums of 32 bits, up and down, that wrap somewhere between the pairs, made wider.
extern "C" __global__ void wrapping(const int *in, long long *out, int n, unsigned from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const unsigned half = i >> 1;
        out[i] = (long long)(unsigned long long)(half * 3 + from) + (long long)(int)(from - half) * 5 + in[half];
    }
}
