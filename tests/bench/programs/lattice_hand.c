/* lattice_hand.c: a fluid on a grid of nine directions. */
#include "bench.h"

enum { W = 128, H = 96, SIZE = W * H };
static int h = H;
static float *in, *out, omega = 1.2f;
static unsigned char *wall;

static void make(void)
{
    in = bench_in(9 * SIZE, 4);
    out = bench_out(9 * SIZE, KIND_F32, 1e-4, 0);
    wall = bench_in(SIZE, 1);
    bench_fill(in, 9 * SIZE, 0.1f, 1);
    for (int i = 0; i < SIZE; i++)
        wall[i] = i / W == 0 || i / W == H - 1 || bench_random() % 23 == 0;
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < W; x++) {
            const int at = y * W + x, e = x == W - 1 ? 0 : x + 1, w = x == 0 ? W - 1 : x - 1,
                      n = y == h - 1 ? 0 : y + 1, s = y == 0 ? h - 1 : y - 1;
            float f[9], g[9];
            for (int k = 0; k < 9; k++)
                f[k] = in[k * SIZE + at];
            if (wall[at]) {
                g[0] = f[0];
                g[1] = f[3];
                g[3] = f[1];
                g[2] = f[4];
                g[4] = f[2];
                g[5] = f[7];
                g[7] = f[5];
                g[6] = f[8];
                g[8] = f[6];
            } else {
                const float rho = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8];
                const float ux = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) / rho,
                            uy = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) / rho;
                const float u2 = 1 - 1.5f * (ux * ux + uy * uy), a = 4 / 9.0f * rho, b = rho / 9, c = rho / 36,
                            p = ux + uy, q = uy - ux;
                g[0] = f[0] + omega * (a * u2 - f[0]);
                g[1] = f[1] + omega * (b * (u2 + 3 * ux + 4.5f * ux * ux) - f[1]);
                g[2] = f[2] + omega * (b * (u2 + 3 * uy + 4.5f * uy * uy) - f[2]);
                g[3] = f[3] + omega * (b * (u2 - 3 * ux + 4.5f * ux * ux) - f[3]);
                g[4] = f[4] + omega * (b * (u2 - 3 * uy + 4.5f * uy * uy) - f[4]);
                g[5] = f[5] + omega * (c * (u2 + 3 * p + 4.5f * p * p) - f[5]);
                g[6] = f[6] + omega * (c * (u2 + 3 * q + 4.5f * q * q) - f[6]);
                g[7] = f[7] + omega * (c * (u2 - 3 * p + 4.5f * p * p) - f[7]);
                g[8] = f[8] + omega * (c * (u2 - 3 * q + 4.5f * q * q) - f[8]);
            }
            out[at] = g[0];
            out[SIZE + y * W + e] = g[1];
            out[2 * SIZE + n * W + x] = g[2];
            out[3 * SIZE + y * W + w] = g[3];
            out[4 * SIZE + s * W + x] = g[4];
            out[5 * SIZE + n * W + e] = g[5];
            out[6 * SIZE + n * W + w] = g[6];
            out[7 * SIZE + s * W + w] = g[7];
            out[8 * SIZE + s * W + e] = g[8];
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "lattice", DIM(H, 1), DIM(W, 1), BUFFER(in), BUFFER(out), BUFFER(wall), VALUE(h), VALUE(omega));
}

const Bench bench = {"lattice", make, hand, launch};
