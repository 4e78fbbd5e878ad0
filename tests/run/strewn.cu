// strewn.cu: what few or many lanes of a warp take of what they read, put at places of their own: words, and bytes; and what
// they look up for that.
extern "C" __global__ void filtered(const unsigned *in, unsigned *out, int *count, unsigned below, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    const unsigned v = i < n ? in[i] : ~0u;
    const bool taken = v < below;
    const unsigned those = __ballot_sync(~0u, taken);
    int first = 0;
    if (lane == 0)
        first = atomicAdd(count, __popc(those));
    first = __shfl_sync(~0u, first, 0);
    if (taken)
        out[first + __popc(those & ((1u << lane) - 1))] = v;
}

extern "C" __global__ void moved(const float *in, float *out, unsigned times, unsigned below)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = in[i];
    const bool taken = (unsigned)v < below;
    const float other = __shfl_xor_sync(~0u, v, 1);
    if (taken)
        out[i * times % 256] = other;
}

extern "C" __global__ void bytes(const unsigned *in, unsigned char *out, unsigned below)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned v = in[i];
    const bool taken = v < below;
    const unsigned other = __shfl_xor_sync(~0u, v, 2);
    if (taken)
        out[i * 5 % 256] = other;
}

extern "C" __global__ void sought(const unsigned *in, const unsigned *table, unsigned *out, unsigned below)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned v = in[i];
    const bool taken = v < below;
    const unsigned other = __shfl_xor_sync(~0u, v, 4);
    if (taken)
        out[i * 7 % 256] = table[other];
}
