/* collide_hand.c: a gas on a lattice of 9 directions. */
#include "bench.h"

enum { WIDTH = 128, HEIGHT = 96 };
static float *from, *to, omega = 1.2f;
static unsigned char *wall;
static int width = WIDTH, height = HEIGHT;

static void make(void)
{
    from = bench_in(WIDTH * HEIGHT * 9, 4);
    bench_fill(from, WIDTH * HEIGHT * 9, 0.05f, 0.15f);
    to = bench_out(WIDTH * HEIGHT * 9, KIND_F32, 1e-4, 0);
    wall = bench_in(WIDTH * HEIGHT, 1);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        wall[i] = bench_random() % 10 == 0;
}

static void hand(void)
{
    static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1}, back[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
    static const float w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
#pragma omp parallel for
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float f[9], rho = 0, ux = 0, uy = 0, *out = to + (y * WIDTH + x) * 9;
            for (int k = 0; k < 9; k++) {
                const int sx = x - cx[k] < 0 ? WIDTH - 1 : x - cx[k] == WIDTH ? 0 : x - cx[k];
                const int sy = y - cy[k] < 0 ? HEIGHT - 1 : y - cy[k] == HEIGHT ? 0 : y - cy[k];
                f[k] = from[(sy * WIDTH + sx) * 9 + k];
                rho += f[k];
                ux += (float)cx[k] * f[k];
                uy += (float)cy[k] * f[k];
            }
            if (wall[y * WIDTH + x]) {
                for (int k = 0; k < 9; k++)
                    out[k] = f[back[k]];
                continue;
            }
            ux /= rho;
            uy /= rho;
            const float square = 1 - 1.5f * (ux * ux + uy * uy);
            for (int k = 0; k < 9; k++) {
                const float cu = 3 * ((float)cx[k] * ux + (float)cy[k] * uy);
                out[k] = f[k] + omega * (w[k] * rho * (square + cu + 0.5f * cu * cu) - f[k]);
            }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "collide", DIM(WIDTH / 32, HEIGHT / 8), DIM(32, 8), BUFFER(from), BUFFER(to), BUFFER(wall), VALUE(width), VALUE(height), VALUE(omega));
}

const Bench bench = {"collide", make, hand, launch};
