/* links_hand.c: products of complex 3 x 3 matrices. */
#include "bench.h"

typedef struct { float re, im; } complex;
typedef struct { complex e[3][3]; } matrix;
static int sites = 1500;
static matrix *a, *b, *c;

static void make(void)
{
    a = bench_in((size_t)sites * 4, sizeof *a);
    b = bench_in(4, sizeof *b);
    c = bench_out((size_t)sites * 72, KIND_F32, 1e-4, 0);
    bench_fill(&a->e[0][0].re, (size_t)sites * 72, -1, 1);
    bench_fill(&b->e[0][0].re, 72, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int s = 0; s < sites; s++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) {
                    complex cc = {0, 0};
                    for (int m = 0; m < 3; m++) {
                        const complex x = a[s * 4 + j].e[k][m], y = b[j].e[m][l];
                        cc.re += x.re * y.re - x.im * y.im;
                        cc.im += x.re * y.im + x.im * y.re;
                    }
                    c[s * 4 + j].e[k][l] = cc;
                }
}

static void launch(Run *r)
{
    LAUNCH(r, "links", DIM((uint32_t)(sites * 36 + 127) / 128, 1), DIM(128, 1), BUFFER(a), BUFFER(b), BUFFER(c), VALUE(sites));
}

const Bench bench = {"links", make, hand, launch};
