// asian.cu: the price of an Asian option by Monte Carlo: each thread draws paths with xorshift numbers made normal by Box and
// Muller's way, and a block adds up its payoffs in warps.
// nvcc: -use_fast_math
struct Rng { unsigned x, y, z, w; };

static __device__ unsigned next(Rng &s)
{
    unsigned t = s.x ^ (s.x << 11);
    s.x = s.y;
    s.y = s.z;
    s.z = s.w;
    return s.w = s.w ^ (s.w >> 19) ^ t ^ (t >> 8);
}

static __device__ float2 normals(Rng &s)
{
    float u = ((next(s) >> 8) + 1) * (1.0f / 16777216.0f), v = (next(s) >> 8) * (1.0f / 16777216.0f);
    float r = sqrtf(-2.0f * logf(u)), a = 6.2831853f * v;
    return make_float2(r * cosf(a), r * sinf(a));
}

extern "C" __global__ void asian(float *sums, int paths, int steps, float start, float strike, float drift, float vol)
{
    __shared__ float warps[8];
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    Rng s = {123456789u + tid * 7919u, 362436069u ^ tid, 521288629u + tid, 88675123u};
    for (int i = 0; i < 8; i++)
        next(s);
    float sum = 0.0f;
    for (int p = 0; p < paths; p++) {
        float price = start, average = 0.0f;
        for (int i = 0; i < steps; i += 2) {
            float2 g = normals(s);
            price *= expf(drift + vol * g.x);
            average += price;
            price *= expf(drift + vol * g.y);
            average += price;
        }
        sum += fmaxf(average / steps - strike, 0.0f);
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0.0f;
        for (int i = 0; i < blockDim.x / 32; i++)
            all += warps[i];
        sums[blockIdx.x] = all;
    }
}
