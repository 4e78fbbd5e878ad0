// amounts.cu: least and greatest numbers in loops whose rounds each thread has for itself: zeros of both signs, numbers that are none.
// nvcc -O3 -arch=sm_80 -ptx

// Boxes along chains: from where to where each thread is in all of them; and the nearest that it comes to.
template <typename T> __device__ void walk(const T *low, const T *high, const T *from, const T *by, const int *next, T *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    T t0 = 0, t1 = by[i], best = 100;
    for (int k = i; k >= 0; k = next[k]) {
        const T a = (low[k] - from[i]) * by[i], b = (high[k] - from[i]) * by[i];
        const T first = a < b ? a : b;
        t0 = fmax(t0, fmin(a, b));
        t1 = fmin(t1, fmax(a, b));
        if (first > 0 && first < best)
            best = first;
        t1 = fmin(t1, best);
    }
    out[3 * i] = t0;
    out[3 * i + 1] = t1;
    out[3 * i + 2] = best;
}
extern "C" __global__ void floats(const float *low, const float *high, const float *from, const float *by, const int *next, float *out, int n)
{
    walk(low, high, from, by, next, out, n);
}
extern "C" __global__ void doubles(const double *low, const double *high, const double *from, const double *by, const int *next, double *out,
                                   int n)
{
    walk(low, high, from, by, next, out, n);
}

// The same numbers for all threads side by side: what begins as +0 or more, and what does not.
extern "C" __global__ void together(const float *in, float *out, int n, int each)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float most = 0, below = -0.0f, least = 5;
    for (int k = 0; k < each; k++) {
        const float v = in[k * n + i];
        most = fmaxf(v, most);
        below = fmaxf(fminf(v, 0), below);
        least = fminf(least, fmaxf(most, v));
    }
    out[3 * i] = most;
    out[3 * i + 1] = below;
    out[3 * i + 2] = least;
}

// Least numbers of what has no sign: squares, their sums, roots and magnitudes; and of what may have one: what is added to a square, a root of a
// zero, the greater of a number and what may be none.
extern "C" __global__ void squares(const float *in, float *out, int n, int each)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = 5, b = 5, c = 5, d = 5, e = 5;
    for (int k = 0; k + 1 < each; k++) {
        const float v = in[k * n + i], w = in[(k + 1) * n + i];
        a = fminf(v * v, a);
        b = fminf(b, fmaf(v, v, w * w));
        c = fminf(sqrtf(fabsf(v)) + fabsf(w) / fmaf(w, w, 1.0f), c);
        d = fminf(fmaf(v, v, w), d);
        e = fminf(e, sqrtf(v * w) + fmaxf(v * v, w));
    }
    out[5 * i] = a;
    out[5 * i + 1] = b;
    out[5 * i + 2] = c;
    out[5 * i + 3] = d;
    out[5 * i + 4] = e;
}
