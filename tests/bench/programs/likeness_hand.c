/* likeness_hand.c: a picture freed of noise by means over a window, weighted by how alike patches are. */
#include "bench.h"

#include <math.h>

enum { W = 192, H = 120, PAD = 4, PW = W + 2 * PAD };
static int w = W, h = H;
static float *in, *out, noise = 2.5f, blend = 0.2f;

static void make(void)
{
    in = bench_in(W * H, sizeof *in);
    out = bench_out(W * H, KIND_F32, 1e-3, 0.002);
    bench_fill(in, W * H, 0, 1);
}

static float padded[(H + 2 * PAD) * PW];

static void hand(void)
{
    for (int y = 0; y < H + 2 * PAD; y++)
        for (int x = 0; x < PW; x++) {
            const int sx = x < PAD ? 0 : x - PAD >= W ? W - 1 : x - PAD, sy = y < PAD ? 0 : y - PAD >= H ? H - 1 : y - PAD;
            padded[y * PW + x] = in[sy * W + sx];
        }
#pragma omp parallel for
    for (int y = 0; y < H; y++) {
        float sum[W] = {0}, weights[W] = {0};
        int many[W] = {0};
        const float *const row = padded + (y + PAD) * PW + PAD;
        for (int j = -3; j <= 3; j++)
            for (int i = -3; i <= 3; i++)
                for (int x = 0; x < W; x++) {
                    const float *const a = row + x, *const b = a + j * PW + i;
                    float apart = 0;
                    for (int v = -1; v <= 1; v++)
                        for (int u = -1; u <= 1; u++) {
                            const float d = a[v * PW + u] - b[v * PW + u];
                            apart += d * d;
                        }
                    const float weight = expf(-(apart * noise + (float)(i * i + j * j) * 0.02f));
                    sum[x] += weight * b[0];
                    weights[x] += weight;
                    many[x] += weight > 0.1f;
                }
        for (int x = 0; x < W; x++) {
            const float mean = sum[x] / weights[x], share = many[x] > 24 ? blend : 1 - blend;
            out[y * W + x] = mean + (row[x] - mean) * share;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "likeness", DIM(W / 16, (H + 15) / 16), DIM(16, 16), BUFFER(in), BUFFER(out), VALUE(w), VALUE(h), VALUE(noise),
           VALUE(blend));
}

const Bench bench = { "likeness", make, hand, launch };
