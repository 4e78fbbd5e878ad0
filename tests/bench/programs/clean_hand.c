/* clean_hand.c: the brightest place of an image is looked for, and the pattern of a point taken off around it. */
#include "bench.h"

#include <math.h>

enum { SIDE = 300, HALF = 40, BLOCKS = 16, ROUNDS = 4 };
static int side = SIDE, half = HALF, count = SIDE * SIDE, bests = BLOCKS;
static float *image, *pattern, gain = 0.2f;
static struct { float value; int place; } *best;

static void make(void)
{
    image = bench_out(SIDE * SIDE, KIND_F32, 1e-5, 0);
    pattern = bench_in((2 * HALF + 1) * (2 * HALF + 1), sizeof *pattern);
    best = bench_in(BLOCKS, sizeof *best);
    bench_fill(image, SIDE * SIDE, -1, 1);
    for (int y = -HALF; y <= HALF; y++)
        for (int x = -HALF; x <= HALF; x++)
            pattern[(y + HALF) * (2 * HALF + 1) + x + HALF] = expf(-0.05f * (float)(x * x + y * y));
}

static void hand(void)
{
    for (int k = 0; k < ROUNDS; k++) {
        float top = 0;
        int where = 0;
#pragma omp parallel
        {
            float own = 0;
            int at = 0;
#pragma omp for
            for (int i = 0; i < SIDE * SIDE; i++)
                if (fabsf(image[i]) > fabsf(own)) {
                    own = image[i];
                    at = i;
                }
#pragma omp critical
            if (fabsf(own) > fabsf(top)) {
                top = own;
                where = at;
            }
        }
        const int px = where % SIDE, py = where / SIDE;
#pragma omp parallel for
        for (int y = py - HALF; y <= py + HALF; y++)
            if (y >= 0 && y < SIDE)
                for (int x = px - HALF > 0 ? px - HALF : 0; x <= px + HALF && x < SIDE; x++)
                    image[y * SIDE + x] -= gain * top * pattern[(y - py + HALF) * (2 * HALF + 1) + x - px + HALF];
    }
}

static void launch(Run *r)
{
    for (int k = 0; k < ROUNDS; k++) {
        LAUNCH(r, "peaks", DIM(BLOCKS, 1), DIM(256, 1), BUFFER(image), VALUE(count), BUFFER(best));
        LAUNCH(r, "take", DIM((2 * HALF + 16) / 16, (2 * HALF + 16) / 16), DIM(16, 16), BUFFER(image), VALUE(side), BUFFER(pattern),
               VALUE(half), BUFFER(best), VALUE(bests), VALUE(gain));
    }
}

const Bench bench = { "clean", make, hand, launch };
