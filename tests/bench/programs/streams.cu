// streams.cu: random numbers from states of 4 words that lie in memory, some of each thread, which it then keeps.
struct state { unsigned x, y, z, w; };
extern "C" __global__ void streams(state *at, float *out, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    state s = at[i];
    for (int k = 0; k < each; k++) {
        unsigned t = s.x ^ (s.x << 11);
        s.x = s.y;
        s.y = s.z;
        s.z = s.w;
        s.w = s.w ^ (s.w >> 19) ^ t ^ (t >> 8);
        out[k * threads + i] = (s.w >> 8) * (1.0f / 16777216.0f);
    }
    at[i] = s;
}
