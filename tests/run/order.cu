// A thread reads what it has just written, between writes to neighbouring places; and writes between such reads.
// nvcc -arch=sm_80 -ptx

extern "C" __global__ void shared_stores(unsigned *out, const unsigned *in)
{
    __shared__ unsigned s[512];
    const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t, v = in[i];
    s[2 * t] = v;
    const unsigned w = s[2 * t + (v >> 31)];
    s[2 * t + 1] = v * 3;
    out[i] = w;
}

extern "C" __global__ void stores(unsigned *out, unsigned *g, const unsigned *in)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    g[2 * i] = v;
    const unsigned w = g[2 * i + (v >> 31)];
    g[2 * i + 1] = v * 3;
    out[i] = w;
}

// twice is g + 1, in other words
extern "C" __global__ void loads(unsigned *out, unsigned *g, unsigned *twice)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned a = g[2 * i];
    twice[2 * i] = a + 7;
    const unsigned b = g[2 * i + 1];
    out[i] = a * 1000 + b;
}

extern "C" __global__ void overwrites(unsigned *g, unsigned *same, const unsigned *in)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    g[2 * i] = v;
    same[2 * i] = v + 1;
    g[2 * i + 1] = v + 2;
}

extern "C" __global__ void branches(unsigned *out, unsigned char *g, const unsigned *in)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    unsigned w = 5;
    if (v & 1) {
        g[4 * i] = (unsigned char)v;
        g[4 * i + 3] = (unsigned char)(v >> 8);
        w = g[4 * i + (v >> 30) * 3];
        g[4 * i + 1] = (unsigned char)(v >> 16);
    }
    out[i] = w;
}

extern "C" __global__ void warps(unsigned *out, unsigned *g, const unsigned *in)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    const unsigned odd = __ballot_sync(~0u, v & 1);
    g[2 * i + 1] = v ^ odd;
    const unsigned w = g[2 * i + 1 - (v >> 31)];
    g[2 * i] = v;
    out[i] = w + __popc(__ballot_sync(~0u, w & 1));
}
