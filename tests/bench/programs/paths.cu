// paths.cu: the mean of prices on random paths: generators of each thread's own, normal numbers by logarithm and cosine.

__device__ inline unsigned next(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

extern "C" __global__ void paths(unsigned *seeds, float *out, int steps, float drift, float vol, float strike, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned s = seeds[i];
    float price = 1, sum = 0;
    for (int k = 0; k < steps; k++) {
        float u = (next(s) + 1.0f) * 2.3283064e-10f, v = next(s) * 2.3283064e-10f;
        float normal = sqrtf(-2 * logf(u)) * cosf(6.2831853f * v);
        price *= expf(drift + vol * normal);
        sum += price;
    }
    seeds[i] = s;
    out[i] = fmaxf(sum / steps - strike, 0);
}
