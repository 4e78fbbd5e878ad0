/* bicubic_hand.c: planes made larger by cubic convolution. */
#include "bench.h"

#include <math.h>

enum { PLANES = 6, W = 80, H = 60, OW = 200, OH = 150 };
static float *in, *out, sx = (float)W / OW, sy = (float)H / OH;
static int planes = PLANES, w = W, h = H, ow = OW, oh = OH;

static void make(void)
{
    in = bench_in(PLANES * W * H, 4);
    out = bench_out(PLANES * OW * OH, KIND_F32, 1e-4, 0);
    bench_fill(in, PLANES * W * H, 0, 1);
}

static void weights(float c[4], float t)
{
    const float a = -0.75f, u = 1 - t, t1 = t + 1, u1 = u + 1;
    c[0] = ((a * t1 - 5 * a) * t1 + 8 * a) * t1 - 4 * a;
    c[1] = ((a + 2) * t - (a + 3)) * t * t + 1;
    c[2] = ((a + 2) * u - (a + 3)) * u * u + 1;
    c[3] = ((a * u1 - 5 * a) * u1 + 8 * a) * u1 - 4 * a;
}

static int within(int x, int n) { return x < 0 ? 0 : x >= n ? n - 1 : x; }

static void hand(void)
{
    int xs[OW][4];
    float xw[OW][4];
    for (int x = 0; x < OW; x++) {
        const float r = sx * ((float)x + 0.5f) - 0.5f, f = floorf(r);
        weights(xw[x], r - f);
        for (int k = 0; k < 4; k++)
            xs[x][k] = within((int)f - 1 + k, W);
    }
#pragma omp parallel for collapse(2)
    for (int p = 0; p < PLANES; p++)
        for (int y = 0; y < OH; y++) {
            const float r = sy * ((float)y + 0.5f) - 0.5f, f = floorf(r);
            float c[4], line[W];
            weights(c, r - f);
            const float *row[4];
            for (int k = 0; k < 4; k++)
                row[k] = in + (p * H + within((int)f - 1 + k, H)) * W;
            for (int x = 0; x < W; x++)
                line[x] = row[0][x] * c[0] + row[1][x] * c[1] + row[2][x] * c[2] + row[3][x] * c[3];
            for (int x = 0; x < OW; x++)
                out[(p * OH + y) * OW + x] = line[xs[x][0]] * xw[x][0] + line[xs[x][1]] * xw[x][1] + line[xs[x][2]] * xw[x][2] +
                                             line[xs[x][3]] * xw[x][3];
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "bicubic", DIM((OW * OH + 255) / 256, 1), DIM(256, 1), BUFFER(in), BUFFER(out), VALUE(planes), VALUE(w), VALUE(h), VALUE(ow),
           VALUE(oh), VALUE(sx), VALUE(sy));
}

const Bench bench = { "bicubic", make, hand, launch };
