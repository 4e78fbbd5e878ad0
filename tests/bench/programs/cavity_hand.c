/* cavity_hand.c: half a sweep of red-black relaxation and its residual. */
#include "bench.h"
enum { SIDE = 512, ROW = SIDE / 2 + 2, CELLS = ROW * (SIDE + 2), BLOCKS = SIDE * SIDE / 2 / 256 };
static double *f, *black, *red, *norms, dx = 16, dy = 15, omega = 1.7;

static void make(void)
{
    f = bench_in(CELLS, 8), black = bench_in(CELLS, 8);
    red = bench_out(CELLS, KIND_F64, 1e-9, 0), norms = bench_out(BLOCKS, KIND_F64, 1e-9, 0);
    for (int i = 0; i < CELLS; i++)
        f[i] = (double)bench_uniform(0, 1), black[i] = (double)bench_uniform(0, 1), red[i] = (double)bench_uniform(0, 1);
}

static void hand(void)
{
    const double scale = omega / (2 * dx + 2 * dy);
#pragma omp parallel for
    for (int col = 1; col <= SIDE; col++)
        {
            double sum = 0;
            const int odd = col & 1;
            const double *w = black + (col - 1) * ROW, *e = black + (col + 1) * ROW, *s = black + col * ROW - odd, *n = black + col * ROW + 1 - odd;
            double *const p = red + col * ROW;
#pragma omp simd reduction(+ : sum)
            for (int row = 1; row <= SIDE / 2; row++) {
                const double r = f[col * ROW + row] - (e[row] - 2 * p[row] + w[row]) * dx - (n[row] - 2 * p[row] + s[row]) * dy;
                p[row] -= scale * r;
                sum += r * r;
            }
            norms[col - 1] = sum;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "red", DIM(1, SIDE), DIM(256, 1), VALUE(dx), VALUE(dy), VALUE(omega), BUFFER(f), BUFFER(black), BUFFER(red), BUFFER(norms));
}

const Bench bench = { "cavity", make, hand, launch };
