/* despeckle_hand.c: a step of diffusion that keeps edges. */
#include "bench.h"

static int rows = 229, cols = 251, count;
static float q0 = 0.05f;
static int *up, *down, *left, *right;
static float *image, *north, *south, *west, *east, *coefficient;

static void make(void)
{
    count = rows * cols;
    image = bench_in((size_t)count, 4);
    bench_fill(image, (size_t)count, 0.5f, 2);
    up = bench_in((size_t)rows, 4);
    down = bench_in((size_t)rows, 4);
    left = bench_in((size_t)cols, 4);
    right = bench_in((size_t)cols, 4);
    for (int i = 0; i < rows; i++)
        up[i] = i > 0 ? i - 1 : 0, down[i] = i < rows - 1 ? i + 1 : i;
    for (int i = 0; i < cols; i++)
        left[i] = i > 0 ? i - 1 : 0, right[i] = i < cols - 1 ? i + 1 : i;
    north = bench_out((size_t)count, KIND_F32, 1e-5, 1e-6);
    south = bench_out((size_t)count, KIND_F32, 1e-5, 1e-6);
    west = bench_out((size_t)count, KIND_F32, 1e-5, 1e-6);
    east = bench_out((size_t)count, KIND_F32, 1e-5, 1e-6);
    coefficient = bench_out((size_t)count, KIND_F32, 1e-4, 1e-5);
}

static void hand(void)
{
#pragma omp parallel for
    for (int col = 0; col < cols; col++)
        for (int row = 0; row < rows; row++) {
            const int at = row + rows * col;
            const float now = image[at];
            const float n = image[up[row] + rows * col] - now, s = image[down[row] + rows * col] - now;
            const float w = image[row + rows * left[col]] - now, e = image[row + rows * right[col]] - now;
            const float g2 = (n * n + s * s + w * w + e * e) / (now * now), l = (n + s + w + e) / now;
            const float num = 0.5f * g2 - 1.0f / 16 * (l * l), den = 1 + 0.25f * l, q = num / (den * den);
            const float c = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
            north[at] = n;
            south[at] = s;
            west[at] = w;
            east[at] = e;
            coefficient[at] = c < 0 ? 0 : c > 1 ? 1 : c;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "despeckle", DIM((uint32_t)(count + 255) / 256, 1), DIM(256, 1), BUFFER(image), BUFFER(north), BUFFER(south), BUFFER(west), BUFFER(east),
           BUFFER(coefficient), BUFFER(up), BUFFER(down), BUFFER(left), BUFFER(right), VALUE(rows), VALUE(count), VALUE(q0));
}

const Bench bench = {"despeckle", make, hand, launch};
