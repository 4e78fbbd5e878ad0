// float_powers.cu: powf with exponents that are known, of numbers of all kinds: the exponents that become products and roots, and one that does not;
// of what a loop changes, and two powers of one number.
extern "C" __global__ void powers(const float *x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = powf(x[i], 2.0f);
    out[n + i] = powf(x[i], 3.0f);
    out[2 * n + i] = powf(x[i] - 1, 4.0f);
    out[3 * n + i] = powf(x[i], 0.5f);
    out[4 * n + i] = powf(x[i], 1.5f);
    out[5 * n + i] = powf(x[i], 2.5f);
    out[6 * n + i] = powf(x[i], -1.0f);
    out[7 * n + i] = powf(x[i], -2.0f);
    out[8 * n + i] = powf(x[i], -0.5f);
    out[9 * n + i] = powf(x[i], -1.5f);
    out[10 * n + i] = powf(x[i], 2.2f);
}

extern "C" __global__ void lens(float *radius, const float *by, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float r = radius[i];
    for (int k = 0; k < rounds; k++)
        r = powf(r * by[k], 1.5f) / (1 + powf(r, 2.0f));
    radius[i] = r;
}
