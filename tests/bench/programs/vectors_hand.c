/* vectors_hand.c: sums of vectors of four. */
#include "bench.h"

typedef struct { float x, y, z, w; } float4;
static int n = 20000;
static float4 *x, *y, *out;
static float *norm, a = 0.7f;

static void make(void)
{
    x = bench_in((size_t)n, sizeof *x);
    y = bench_in((size_t)n, sizeof *y);
    out = bench_out((size_t)n * 4, KIND_F32, 1e-5, 0);
    norm = bench_out((size_t)n, KIND_F32, 1e-5, 0);
    bench_fill(&x->x, (size_t)n * 4, -1, 1);
    bench_fill(&y->x, (size_t)n * 4, -1, 1);
}

static float least(float v) { return v < 1 ? v : 1; }

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const float4 r = {least(a * x[i].x + y[i].x), least(a * x[i].y + y[i].y), least(a * x[i].z + y[i].z), least(a * x[i].w + y[i].w)};
        out[i] = r;
        norm[i] = r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "vectors", DIM((uint32_t)(n + 127) / 128, 1), DIM(128, 1), BUFFER(x), BUFFER(y), BUFFER(out), BUFFER(norm), VALUE(a), VALUE(n));
}

const Bench bench = {"vectors", make, hand, launch};
