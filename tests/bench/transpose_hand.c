/* transpose_hand.c: out[x][y] = in[y][x], in tiles that fit the cache. */
#include "bench.h"

enum { TILE = 32 };

static int width = 1024, height = 768;
static float *in, *out;

static void make(void)
{
    in = bench_in((size_t)(width * height), sizeof *in);
    out = bench_out((size_t)(width * height), KIND_F32, 0, 0);
    bench_fill(in, (size_t)(width * height), 0, 1);
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int by = 0; by < height; by += TILE)
        for (int bx = 0; bx < width; bx += TILE)
            for (int x = bx; x < bx + TILE; x++)
                for (int y = by; y < by + TILE; y++)
                    out[x * height + y] = in[y * width + x];
}

static void launch(Run *r)
{
    LAUNCH(r, "transpose", DIM((uint32_t)width / TILE, (uint32_t)height / TILE), DIM(TILE, 8), BUFFER(in), BUFFER(out),
           VALUE(width), VALUE(height));
}

const Bench bench = { "transpose", make, hand, launch };
