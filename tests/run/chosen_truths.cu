// chosen_truths.cu: comparisons that a condition chooses, for sm_100, whose compiler leaves them behind a branch.
// Steps of a level set: what is upwind lies on the side that the sign says.
extern "C" __global__ void upwind(const float *side, const float *x, const float *y, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = x[i], b = y[i], e = a * 0.5f - b, f = b * 0.25f + a, gx, gy;
    a = a / (1.0f + b * b), b = b / (1.0f + a * a), e = e / (2.0f + f * f), f = f / (2.0f + e * e);
    if (side[i] > 0.0f) {
        gx = fmaxf((a > 0 ? a : 0) * (a > 0 ? a : 0), (b < 0 ? b : 0) * (b < 0 ? b : 0));
        gy = fmaxf((e > 0 ? e : 0) * (e > 0 ? e : 0), (f < 0 ? f : 0) * (f < 0 ? f : 0));
    } else {
        gx = fmaxf((a < 0 ? a : 0) * (a < 0 ? a : 0), (b > 0 ? b : 0) * (b > 0 ? b : 0));
        gy = fmaxf((e < 0 ? e : 0) * (e < 0 ? e : 0), (f > 0 ? f : 0) * (f > 0 ? f : 0));
    }
    out[i] = sqrtf(gx + gy);
}

// Doubles kept where they lie in a range that the kind of each says; NaN lies in none.
extern "C" __global__ void kinds(const int *kind, const double *x, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double v = x[i], r = v * 3.0 - 1.0;
    bool low, high;
    if (kind[i] & 1)
        low = v < -0.5, high = r > 1.5;
    else
        low = r < -4.0, high = v > 2.0;
    out[i] = (low ? r : 0.0) + (high ? v : 1.0);
}
