// update.cu: weights of a network are updated by moments of their gradients, then pass a smooth unit with an error function.

extern "C" __global__ void update(float *w, const float *g, float *m, float *v, float *act, float rate, float b1, float b2,
                                  float c1, float c2, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float d = g[i];
        m[i] = b1 * m[i] + (1 - b1) * d;
        v[i] = b2 * v[i] + (1 - b2) * d * d;
        float x = w[i] - rate * (m[i] / c1) / (sqrtf(v[i] / c2) + 1e-8f);
        w[i] = x;
        act[i] = 0.5f * x * (1 + erff(x * 0.70710678f)) + 0.1f * tanhf(x);
    }
}
