// swarm.cu: a step of a swarm that looks for a minimum: velocities drawn to the best places known, a particle a thread, dimensions by turns.
#define D 8
__device__ __forceinline__ float draw(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return (s >> 8) * (1.0f / 16777216);
}

extern "C" __global__ void swarm(float *x, float *v, float *best, float *best_value, const float *all_best, unsigned *seed, int count, int steps)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count)
        return;
    unsigned s = seed[t];
    float least = best_value[t];
    for (int k = 0; k < steps; k++) {
        float value = 0;
        for (int d = 0; d < D; d++) {
            const float p = x[d * count + t];
            float w = 0.7f * v[d * count + t] + 1.4f * draw(s) * (best[d * count + t] - p) + 1.4f * draw(s) * (all_best[d] - p);
            w = fminf(fmaxf(w, -2.0f), 2.0f);
            const float q = fminf(fmaxf(p + w, -5.0f), 5.0f);
            v[d * count + t] = w;
            x[d * count + t] = q;
            value += q * q - 10 * cosf(6.2831853f * q) + 10;
        }
        if (value < least) {
            least = value;
            for (int d = 0; d < D; d++)
                best[d * count + t] = x[d * count + t];
        }
    }
    best_value[t] = least;
    seed[t] = s;
}
