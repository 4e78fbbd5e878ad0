/* convolution_hand.c: an image filtered by 3 x 3 weights; outside the image is black. */
#include "bench.h"

static int width = 640, height = 480;
static float *from, *to, *weight;

static void make(void)
{
    from = bench_in((size_t)(width * height), sizeof *from);
    to = bench_out((size_t)(width * height), KIND_F32, 1e-5, 0);
    weight = bench_in(9, sizeof *weight);
    bench_fill(from, (size_t)(width * height), 0, 1);
    bench_fill(weight, 9, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int u = x + dx, v = y + dy;
                    if (u >= 0 && u < width && v >= 0 && v < height)
                        sum += weight[(dy + 1) * 3 + dx + 1] * from[v * width + u];
                }
            to[y * width + x] = sum;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "convolution", DIM((uint32_t)(width + 15) / 16, (uint32_t)(height + 15) / 16), DIM(16, 16), BUFFER(from),
           BUFFER(to), VALUE(width), VALUE(height), BUFFER(weight));
}

const Bench bench = { "convolution", make, hand, launch };
