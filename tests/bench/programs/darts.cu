// darts.cu: how many of many points, which each thread draws by a linear congruential generator, lie in a circle: each that does is counted.
extern "C" __global__ void darts(const unsigned *seeds, unsigned *hits, int threads, int each)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads)
        return;
    unsigned s = seeds[i];
    for (int k = 0; k < each; k++) {
        s = s * 1664525u + 1013904223u;
        const float x = (s >> 8) * (1.0f / 16777216.0f);
        s = s * 1664525u + 1013904223u;
        const float y = (s >> 8) * (1.0f / 16777216.0f);
        if (x * x + y * y < 1.0f)
            atomicAdd(hits, 1u);
    }
}
