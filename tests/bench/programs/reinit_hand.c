/* reinit_hand.c: a level set becomes a distance again. */
#include "bench.h"
#include <math.h>

enum { W = 250, H = 200, STEPS = 4 };
static float *phi, *next, *first;
static uint32_t *changed;
static const float dx = 0.1f, dt = 0.04f;

static void make(void)
{
    phi = bench_out(W * H, KIND_F32, 1e-4, 0.0005);
    next = bench_out(W * H, KIND_F32, 1e-4, 0.0005);
    first = bench_in(W * H, 4);
    changed = bench_out(1, KIND_U32, 1e-2, 0);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const float u = (float)x * dx - 12, v = (float)y * dx - 10;
            first[y * W + x] = phi[y * W + x] = (sqrtf(u * u * 0.6f + v * v) - 6 + sinf(u * 2)) * (1 + 0.5f * cosf(v));
        }
}

static inline float minmod(float a, float b)
{
    const float less = fabsf(a) < fabsf(b) ? a : b;
    return a * b <= 0 ? 0 : less;
}
static inline float positive(float a) { return a > 0 ? a : 0; }
static inline float negative(float a) { return a < 0 ? a : 0; }
static inline int clamp(int v, int n) { return v < 0 ? 0 : v >= n ? n - 1 : v; }
static inline float larger(float a, float b) { return a > b ? a : b; }

static inline int one(const float *p, const float *q, float *to, int x, int y, int xm, int xmm, int xp, int xpp)
{
    const int row = y * W, ym = clamp(y - 1, H) * W, ymm = clamp(y - 2, H) * W, yp = clamp(y + 1, H) * W, ypp = clamp(y + 2, H) * W;
    const float c = p[row + x], c0 = q[row + x], l = p[row + xm], r = p[row + xp], d = p[ym + x], u = p[yp + x];
    const float ql = q[row + xm], qr = q[row + xp], qd = q[ym + x], qu = q[yp + x];
    const float fx = 0.5f * (qr - ql), fy = 0.5f * (qu - qd);
    const float far = c0 * dx / larger(sqrtf(fx * fx + fy * fy), 1e-4f), sign = c0 > 0 ? 1 : -1;
    const float near = -dt / dx * (sign * fabsf(c) - far);
    const float cxx = r - 2 * c + l, cyy = u - 2 * c + d;
    const float a = (c - l + 0.5f * minmod(cxx, c - 2 * l + p[row + xmm])) / dx, b = (r - c - 0.5f * minmod(cxx, p[row + xpp] - 2 * r + c)) / dx;
    const float e = (c - d + 0.5f * minmod(cyy, c - 2 * d + p[ymm + x])) / dx, f = (u - c - 0.5f * minmod(cyy, p[ypp + x] - 2 * u + c)) / dx;
    const float ga = larger(positive(a) * positive(a), negative(b) * negative(b)) + larger(positive(e) * positive(e), negative(f) * negative(f));
    const float gb = larger(negative(a) * negative(a), positive(b) * positive(b)) + larger(negative(e) * negative(e), positive(f) * positive(f));
    const float g = c0 > 0 ? ga : gb, rest = -dt * c0 / sqrtf(c0 * c0 + dx * dx) * (sqrtf(g) - 1);
    const bool at = (c0 * ql < 0) | (c0 * qr < 0) | (c0 * qd < 0) | (c0 * qu < 0);
    const float change = at ? near : rest;
    to[row + x] = c + change;
    return fabsf(change) > 0.05f * dx;
}

static void hand(void)
{
    float *from = phi, *to = next;
    for (int s = 0; s < STEPS; s++) {
        int count = 0;
#pragma omp parallel for reduction(+ : count)
        for (int y = 0; y < H; y++) {
            for (int x = 0; x < W; x += x == 1 ? W - 3 : 1)
                count += one(from, first, to, x, y, clamp(x - 1, W), clamp(x - 2, W), clamp(x + 1, W), clamp(x + 2, W));
#pragma omp simd reduction(+ : count)
            for (int x = 2; x < W - 2; x++)
                count += one(from, first, to, x, y, x - 1, x - 2, x + 1, x + 2);
        }
        *changed += (uint32_t)count;
        float *other = from;
        from = to;
        to = other;
    }
}

static void launch(Run *r)
{
    const int w = W, h = H;
    float *from = phi, *to = next;
    for (int s = 0; s < STEPS; s++) {
        LAUNCH(r, "reinit", DIM((W + 31) / 32, (H + 3) / 4), DIM(32, 4), BUFFER(from), BUFFER(first), BUFFER(to), BUFFER(changed), VALUE(w), VALUE(h),
               VALUE(dx), VALUE(dt));
        float *other = from;
        from = to;
        to = other;
    }
}

const Bench bench = { "reinit", make, hand, launch };
