// extremes.cu: smallest and largest of numbers, zeros of both signs and NaNs among them, from a number on: what never is a NaN.
// nvcc -arch=sm_80 -ptx
extern "C" __global__ void floats(const float *x, float *out, int n, int each)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float low = __int_as_float(0x7f800000), high = -3.4e38f, zero = -0.0f, from = x[i * each];
    for (int k = 0; k < each; k++) {
        const float v = x[i * each + k];
        low = fminf(low, v);
        high = fmaxf(v, high);
        zero = fmaxf(zero, fminf(v, k & 1 ? low : high));
        from = fminf(from, v);
    }
    out[4 * i] = low;
    out[4 * i + 1] = high;
    out[4 * i + 2] = zero;
    out[4 * i + 3] = from;
}

extern "C" __global__ void doubles(const double *x, double *out, int n, int each)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double low = 1e300, high = 0, bound = i - 3.0;
    for (int k = 0; k < each; k++) {
        const double v = x[k * n + i];
        low = fmin(low, v);
        high = fmax(high, v);
        bound = fmin(fmax(v, (double)(i - k)), bound);
    }
    out[3 * i] = low;
    out[3 * i + 1] = high;
    out[3 * i + 2] = bound;
}
