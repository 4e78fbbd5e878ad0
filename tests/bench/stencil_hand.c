/* stencil_hand.c: one step of heat spreading on a plate, 5 points. */
#include "bench.h"

static int width = 1000, height = 800;
static float rate = 0.1f, *from, *to;

static void make(void)
{
    from = bench_in((size_t)(width * height), sizeof *from);
    to = bench_out((size_t)(width * height), KIND_F32, 1e-5, 0);
    bench_fill(from, (size_t)(width * height), 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 1; y < height - 1; y++)
#pragma omp simd
        for (int x = 1; x < width - 1; x++) {
            int i = y * width + x;
            to[i] = from[i] + rate * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width] - 4 * from[i]);
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "stencil", DIM((uint32_t)(width + 31) / 32, (uint32_t)(height + 7) / 8), DIM(32, 8), BUFFER(from),
           BUFFER(to), VALUE(width), VALUE(height), VALUE(rate));
}

const Bench bench = { "stencil", make, hand, launch };
