/* redblack_hand.c: half a step of relaxation in place. */
#include "bench.h"

static int w = 400, h = 300, colour = 1;
static float *u, *f, omega = 1.2f;

static void make(void)
{
    u = bench_out((size_t)(w * h), KIND_F32, 1e-4, 1e-4);
    bench_fill(u, (size_t)(w * h), -1, 1);
    f = bench_in((size_t)(w * h), 4);
    bench_fill(f, (size_t)(w * h), -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 1; y < h - 1; y++)
        for (int x = 1 + (1 + y + colour) % 2; x < w - 1; x += 2) {
            const int i = y * w + x;
            const float r = 0.25f * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - f[i]) - u[i];
            u[i] += omega * r;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "redblack", DIM((uint32_t)(w + 31) / 32, (uint32_t)(h + 7) / 8), DIM(32, 8), BUFFER(u), BUFFER(f), VALUE(w), VALUE(h), VALUE(colour),
           VALUE(omega));
}

const Bench bench = {"redblack", make, hand, launch};
