// bond.cu: options on an average of prices by a series: error functions and powers under nested conditions in one long loop,
// the style of codes that were ported function by function.
static __device__ float tail(float x) { return 0.5f * erfcf(x * 0.70710678f); }

static __device__ float rate(float t, float a, float b, int kind)
{
    if (kind == 0)
        return a;
    if (kind == 1) {
        if (t < 1)
            return a + (b - a) * t;
        return b;
    }
    return a + (b - a) * (1 - expf(-t));
}

extern "C" __global__ void bond(int n, int terms, const float *strike, const float *years, const int *kind, float *value)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float k = strike[i], t = years[i];
    const int how = kind[i];
    float sum = 0;
    for (int j = 1; j <= terms; j++) {
        const float at = t * j / terms, r = rate(at, 0.02f, 0.05f, how), d = expf(-r * at);
        const float s = 0.3f * sqrtf(at), x = (logf(1 / k) + r * at) / s;
        float v;
        if (x > 4) {
            v = 1 - k * d;
        } else if (x < -4) {
            v = 0;
        } else {
            v = tail(-x - 0.5f * s) - k * d * tail(-x + 0.5f * s);
            if (how == 2 && v < 0.01f)
                v = v * erff(100 * v);
        }
        if (how != 1 || j % 2 == 0)
            sum += v * d;
    }
    value[i] = sum;
}
