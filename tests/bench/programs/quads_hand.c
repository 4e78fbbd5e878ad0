/* quads_hand.c: a convolution with 3 x 3 weights, zeros outside. */
#include "bench.h"

enum { W = 512, H = 256 };
static int w = W, h = H;
static float *in, *weights, *out, g[3][3];

static void make(void)
{
    in = bench_in(W * H, sizeof *in);
    weights = bench_in(16, sizeof *weights);
    out = bench_out(W * H, KIND_F32, 1e-4, 0);
    bench_fill(in, W * H, -1, 1);
    bench_fill(g[0], 9, -1, 1);
    static const float G[4][3] = {{1, 0, 0}, {0.5f, 0.5f, 0.5f}, {0.5f, -0.5f, 0.5f}, {0, 0, 1}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    weights[i * 4 + j] += G[i][k] * g[k][l] * G[j][l];
}

static void hand(void)
{
    static const float zero[W];
#pragma omp parallel for
    for (int y = 0; y < H; y++) {
        const float *a = y > 0 ? in + (y - 1) * W : zero, *b = in + y * W, *c = y < H - 1 ? in + (y + 1) * W : zero;
        float *o = out + y * W;
        for (int x = 1; x < W - 1; x++)
            o[x] = g[0][0] * a[x - 1] + g[0][1] * a[x] + g[0][2] * a[x + 1] +
                   g[1][0] * b[x - 1] + g[1][1] * b[x] + g[1][2] * b[x + 1] +
                   g[2][0] * c[x - 1] + g[2][1] * c[x] + g[2][2] * c[x + 1];
        o[0] = g[0][1] * a[0] + g[0][2] * a[1] + g[1][1] * b[0] + g[1][2] * b[1] + g[2][1] * c[0] + g[2][2] * c[1];
        o[W - 1] = g[0][0] * a[W - 2] + g[0][1] * a[W - 1] +
                   g[1][0] * b[W - 2] + g[1][1] * b[W - 1] + g[2][0] * c[W - 2] + g[2][1] * c[W - 1];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "quads", DIM(W / 2 / 32, H / 2 / 8), DIM(32, 8), BUFFER(in), BUFFER(weights), BUFFER(out), VALUE(w), VALUE(h));
}

const Bench bench = { "quads", make, hand, launch };
