// parted_ifs.cu: bytes that some lanes load, each elsewhere, amid arithmetic under one condition: along diagonals by shuffles, in
// chunks, with a store between, under conditions in conditions, and where the condition itself changes on the way.
#include <cuda_fp16.h>

#define LETTERS 32

// Local alignment of a word of up to 32 letters with a text, a lane a letter, gaps that open and go on.
extern "C" __global__ void scores(const char *words, const int *lengths, const char *text, int n, int *best, int open, int on, int count)
{
    const int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (w >= count)
        return;
    const int length = lengths[w];
    const char mine = lane < length ? words[w * LETTERS + lane] : 0;
    int h = 0, e = 0, f = 0, corner = 0, most = 0;
    for (int d = 0; d < n + length - 1; d++) {
        const int up = __shfl_up_sync(~0u, h, 1), gap = __shfl_up_sync(~0u, f, 1), j = d - lane;
        const int above = lane ? up : 0, along = lane ? gap : 0;
        if (j >= 0 && j < n && lane < length) {
            e = max(h - open, e - on);
            f = max(above - open, along - on);
            const char c = text[j];
            const int s = c == mine ? 5 : c == 'N' ? 1 : -3;
            h = max(max(corner + s, 0), max(e, f));
            most = max(most, h);
        }
        corner = above;
    }
    for (int k = 16; k; k >>= 1)
        most = max(most, __shfl_xor_sync(~0u, most, k));
    if (lane == 0)
        best[w] = most;
}

// Shades by a table of bytes at places that arithmetic finds, of those that are seen.
template <bool keep> __device__ float shade(const unsigned char *__restrict__ table, float x, float y, float *left)
{
    float r = x * 0.5f + y;
    if (r > 0.0f) {
        const float a = sqrtf(r * r + x * x + 1.0f), b = 1.0f / (a + y * y), c = a * b + r;
        const float t = table[(int)(c * 37.0f) & 255];
        r = (t * a + b) * (c + 1.0f) - t * t * 0.125f + sqrtf(t + a) / (b + 2.0f);
        if (keep)
            *left += t * a;
    }
    return r;
}

extern "C" __global__ void shades(const unsigned char *table, const float *x, const float *y, float *out, float *rest, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float left = x[i];
        out[i] = shade<true>(table, x[i], y[i], &left) + shade<false>(table, y[i], x[i], &left);
        rest[i] = left;
    }
}

// Halves, with a store to where another index says, then a condition that changes and stands in another one.
extern "C" __global__ void changes(const __half *values, unsigned char *marks, const int *at, float *out, int n, float limit)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = out[i], w = v * v + 1.0f;
    for (int round = 0; round < 3; round++) {
        const int k = at[i + round * n];
        if (v < limit) {
            w = sqrtf(w * w + v) + 1.0f / (w + 3.0f);
            const float h = __half2float(values[k]);
            marks[k] = marks[k] + (h > 0.0f) + 1;
            v = h * w + v * 0.5f + sqrtf(w + 2.0f);
            if (h < 0.25f) {
                const float m = marks[(k + 1) & 1023 | 1024];
                v = v + m * w * 0.001f + sqrtf(m + w) * (w - 0.5f);
                w = w * 0.5f + m / (w + 1.0f);
            }
        } else {
            v -= limit;
            w += v;
        }
    }
    out[i] = v + w;
}
