/* su3_hand.c: products of complex 3 x 3 matrices. */
#include "bench.h"

typedef struct Matrix { float e[3][3][2]; } Matrix;
static Matrix *a, *b, *c;
static int sites = 6000;

static void make(void)
{
    a = bench_in((size_t)sites * 4, sizeof *a);
    b = bench_in(4, sizeof *b);
    c = bench_out((size_t)sites * 4 * 18, KIND_F32, 1e-4, 0);
    bench_fill(a[0].e[0][0], (size_t)sites * 4 * 18, -1, 1);
    bench_fill(b[0].e[0][0], 4 * 18, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int s = 0; s < sites * 4; s++)
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                float re = 0, im = 0;
                for (int m = 0; m < 3; m++) {
                    const float *x = a[s].e[k][m], *y = b[s & 3].e[m][l];
                    re += x[0] * y[0] - x[1] * y[1];
                    im += x[0] * y[1] + x[1] * y[0];
                }
                c[s].e[k][l][0] = re;
                c[s].e[k][l][1] = im;
            }
}

static void launch(Run *r)
{
    LAUNCH(r, "su3", DIM((uint32_t)(sites * 36 + 127) / 128, 1), DIM(128, 1), BUFFER(a), BUFFER(b), BUFFER(c), VALUE(sites));
}

const Bench bench = {"su3", make, hand, launch};
