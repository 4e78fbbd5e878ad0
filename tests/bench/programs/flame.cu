// flame.cu: chemistry of hydrogen in air: eight species and nitrogen in every cell, twenty-one reactions with rates of Arrhenius, reverse rates
// from the species' Gibbs energies, third bodies and fall-off; short steps within the flow's own, as many as the fastest reaction needs.
#define SPECIES 9
enum { H2, O2, O, OH, H2O, H, HO2, H2O2, N2 };

struct Fit { float a[7]; };

__device__ static float gibbs(const Fit *fits, int s, float t, float l)
{
    const float *a = fits[s].a;
    return a[0] * (1.0f - l) - t * (0.5f * a[1] + t * (a[2] / 6.0f + t * (a[3] / 12.0f + t * a[4] * 0.05f))) + a[5] / t - a[6];
}
__device__ static float enthalpy(const Fit *fits, int s, float t)
{
    const float *a = fits[s].a;
    return a[0] + t * (0.5f * a[1] + t * (a[2] / 3.0f + t * (0.25f * a[3] + t * 0.2f * a[4]))) + a[5] / t;
}
__device__ static float heat(const Fit *fits, int s, float t)
{
    const float *a = fits[s].a;
    return a[0] + t * (a[1] + t * (a[2] + t * (a[3] + t * a[4])));
}
__device__ static float arrhenius(float a, float b, float e, float t, float l) { return a * expf(b * l - e / t); }

__device__ static void react(float forward, float change, float more, const float *c, float *w, int a, int b, int x, int y, float t)
{
    // a + b <-> x + y, where y may be none: then concentrations differ by one.
    const float k = expf(change) * (more != 0.0f ? 12.187f / t * 1e-6f : 1.0f);
    const float backward = forward / fmaxf(k, 1e-30f);
    const float rate = forward * c[a] * c[b] - backward * c[x] * (more != 0.0f ? 1.0f : c[y]);
    w[a] -= rate;
    w[b] -= rate;
    w[x] += rate;
    if (more == 0.0f)
        w[y] += rate;
}

extern "C" __global__ void flame(const Fit *__restrict__ fits, const float *__restrict__ weights, float *temperature, float *share,
        const float *density, int *taken, int cells, float step, int most)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells)
        return;
    float y[SPECIES], t = temperature[i];
    const float rho = density[i];
    for (int s = 0; s < SPECIES; s++)
        y[s] = share[s * cells + i];
    float left = step;
    int n = 0;
    for (; n < most && left > 0.0f; n++) {
        float c[SPECIES], w[SPECIES], g[SPECIES];
        const float l = logf(t);
        float third = 0.0f;
        for (int s = 0; s < SPECIES; s++) {
            c[s] = fmaxf(rho * y[s] / weights[s], 0.0f) * 1e-3f;
            w[s] = 0.0f;
            g[s] = gibbs(fits, s, t, l);
            third += c[s];
        }
        third += 1.5f * c[H2] + 11.0f * c[H2O];
        react(arrhenius(3.547e9f, -0.406f, 8352.8f, t, l), g[H] + g[O2] - g[O] - g[OH], 0.0f, c, w, H, O2, O, OH, t);
        react(arrhenius(0.0508f, 2.67f, 3165.2f, t, l), g[O] + g[H2] - g[H] - g[OH], 0.0f, c, w, O, H2, H, OH, t);
        react(arrhenius(216.0f, 1.51f, 1726.0f, t, l), g[H2] + g[OH] - g[H2O] - g[H], 0.0f, c, w, H2, OH, H2O, H, t);
        react(arrhenius(2.97f, 2.02f, 6743.1f, t, l), g[O] + g[H2O] - g[OH] - g[OH], 0.0f, c, w, O, H2O, OH, OH, t);
        react(arrhenius(4.577e13f, -1.4f, 52525.8f, t, l) * 1e-6f, g[H2] - 2.0f * g[H], 0.0f, c, w, H2, N2, H, N2, t);
        react(arrhenius(4.714e6f, -1.0f, 0.0f, t, l) * third, g[H] + g[O] - g[OH], 1.0f, c, w, H, O, OH, OH, t);
        react(arrhenius(3.8e10f, -2.0f, 0.0f, t, l) * third, g[H] + g[OH] - g[H2O], 1.0f, c, w, H, OH, H2O, H2O, t);
        {
            const float k0 = arrhenius(6.366e8f, -1.72f, 264.1f, t, l) * third, kinf = arrhenius(1.475e6f, 0.6f, 0.0f, t, l);
            const float reduced = k0 / kinf, lg = log10f(fmaxf(reduced, 1e-20f)), center = -0.09691f;
            const float cc = -0.4f - 0.67f * center, nn = 0.75f - 1.27f * center, f1 = (lg + cc) / (nn - 0.14f * (lg + cc));
            const float f = powf(10.0f, center / (1.0f + f1 * f1));
            react(kinf * reduced / (1.0f + reduced) * f, g[H] + g[O2] - g[HO2], 1.0f, c, w, H, O2, HO2, HO2, t);
        }
        react(arrhenius(1.66e7f, 0.0f, 414.1f, t, l), g[HO2] + g[H] - g[H2] - g[O2], 0.0f, c, w, HO2, H, H2, O2, t);
        react(arrhenius(7.079e7f, 0.0f, 148.4f, t, l), g[HO2] + g[H] - g[OH] - g[OH], 0.0f, c, w, HO2, H, OH, OH, t);
        react(arrhenius(3.25e7f, 0.0f, 0.0f, t, l), g[HO2] + g[O] - g[O2] - g[OH], 0.0f, c, w, HO2, O, O2, OH, t);
        react(arrhenius(2.89e7f, 0.0f, -250.1f, t, l), g[HO2] + g[OH] - g[H2O] - g[O2], 0.0f, c, w, HO2, OH, H2O, O2, t);
        react(arrhenius(4.2e8f, 0.0f, 6029.5f, t, l) + arrhenius(1.3e5f, 0.0f, -819.9f, t, l), g[HO2] + g[HO2] - g[H2O2] - g[O2], 0.0f, c, w,
                HO2, HO2, H2O2, O2, t);
        {
            const float k0 = arrhenius(1.202e11f, 0.0f, 22896.3f, t, l) * third, kinf = arrhenius(2.951e14f, 0.0f, 24370.8f, t, l);
            const float reduced = k0 / kinf, forward = kinf * reduced / (1.0f + reduced) * 0.5f;
            const float k = expf(g[H2O2] - 2.0f * g[OH]) * t / 12.187f * 1e6f, rate = forward * c[H2O2] - forward / fmaxf(k, 1e-30f) * c[OH] * c[OH];
            w[H2O2] -= rate;
            w[OH] += 2.0f * rate;
        }
        react(arrhenius(2.41e7f, 0.0f, 1997.8f, t, l), g[H2O2] + g[H] - g[H2O] - g[OH], 0.0f, c, w, H2O2, H, H2O, OH, t);
        react(arrhenius(4.82e7f, 0.0f, 4000.6f, t, l), g[H2O2] + g[H] - g[HO2] - g[H2], 0.0f, c, w, H2O2, H, HO2, H2, t);
        react(arrhenius(9.55f, 2.0f, 1997.8f, t, l), g[H2O2] + g[O] - g[OH] - g[HO2], 0.0f, c, w, H2O2, O, OH, HO2, t);
        react(arrhenius(1.0e6f, 0.0f, 0.0f, t, l) + arrhenius(5.8e8f, 0.0f, 4809.3f, t, l), g[H2O2] + g[OH] - g[HO2] - g[H2O], 0.0f, c, w, H2O2,
                OH, HO2, H2O, t);
        float fastest = 0.0f, warm = 0.0f, cp = 0.0f;
        for (int s = 0; s < SPECIES; s++) {
            const float change = w[s] * weights[s] * 1e3f / rho;
            fastest = fmaxf(fastest, fabsf(change) / fmaxf(y[s], 1e-4f));
            warm -= change / weights[s] * enthalpy(fits, s, t) * t;
            cp += y[s] / weights[s] * heat(fits, s, t);
            w[s] = change;
        }
        fastest = fmaxf(fastest, fabsf(warm / cp) / (0.1f * t));
        const float part = fminf(left, 0.1f / fmaxf(fastest, 1e-12f));
        float sum = 0.0f;
        for (int s = 0; s < SPECIES; s++) {
            y[s] = fmaxf(y[s] + part * w[s], 0.0f);
            sum += y[s];
        }
        for (int s = 0; s < SPECIES; s++)
            y[s] /= sum;
        t = fminf(fmaxf(t + part * warm / cp, 250.0f), 3500.0f);
        left -= part;
    }
    temperature[i] = t;
    taken[i] = n;
    for (int s = 0; s < SPECIES; s++)
        share[s * cells + i] = y[s];
}
