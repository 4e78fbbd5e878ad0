/* separate_hand.c: a filter along rows, then along columns. */
#include "bench.h"

enum { W = 512, H = 384, R = 8 };
static int w = W, h = H, pitch = W;
static float *from, *middle, *to;
static const float weight[2 * R + 1] = {0.01f, 0.02f, 0.03f, 0.05f, 0.06f, 0.07f, 0.09f, 0.1f, 0.14f,
                                        0.1f,  0.09f, 0.07f, 0.06f, 0.05f, 0.03f, 0.02f, 0.01f};

static void make(void)
{
    from = bench_in(W * H, sizeof *from);
    middle = bench_in(W * H, sizeof *middle);
    to = bench_out(W * H, KIND_F32, 1e-4, 0);
    bench_fill(from, W * H, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < H; y++) {
        float row[W + 2 * R] = {0};
        for (int x = 0; x < W; x++)
            row[x + R] = from[y * W + x];
        for (int x = 0; x < W; x++) {
            float sum = 0;
            for (int j = 0; j <= 2 * R; j++)
                sum += weight[j] * row[x + j];
            middle[y * W + x] = sum;
        }
    }
#pragma omp parallel for
    for (int y = 0; y < H; y++) {
        float *restrict row = to + y * W;
        for (int x = 0; x < W; x++)
            row[x] = 0;
        for (int j = -R; j <= R; j++)
            if (y + j >= 0 && y + j < H)
                for (int x = 0; x < W; x++)
                    row[x] += weight[j + R] * middle[(y + j) * W + x];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "rows", DIM(W / 64, H / 4), DIM(16, 4), BUFFER(middle), BUFFER(from), VALUE(w), VALUE(h), VALUE(pitch));
    LAUNCH(r, "columns", DIM(W / 16, H / 32), DIM(16, 8), BUFFER(to), BUFFER(middle), VALUE(w), VALUE(h), VALUE(pitch));
}

const Bench bench = { "separate", make, hand, launch };
