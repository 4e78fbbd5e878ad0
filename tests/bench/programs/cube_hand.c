/* cube_hand.c: a stencil of some neighbours in three dimensions. */
#include "bench.h"

enum { NI = 48, NJ = 64, NK = 64, P = NJ * NK };
static int ni = NI, nj = NJ, nk = NK;
static float *a, *b;

static void make(void)
{
    a = bench_in(NI * P, sizeof *a);
    b = bench_out(NI * P, KIND_F32, 1e-4, 0);
    bench_fill(a, NI * P, 0, 1);
}

static void hand(void)
{
    const float c11 = 2, c21 = 5, c31 = -8, c12 = -3, c22 = 6, c32 = -9, c13 = 4, c23 = 7, c33 = 10;
#pragma omp parallel for
    for (int i = 1; i < NI - 1; i++)
        for (int j = 1; j < NJ - 1; j++)
#pragma omp simd
            for (int k = 1; k < NK - 1; k++) {
                const float *const p = a + i * P + j * NK + k;
                b[i * P + j * NK + k] = (c11 + c21 + c31) * p[-P - NK - 1] + (c13 + c23 + c33) * p[P - NK - 1] + c12 * p[-NK] + c22 * p[0] +
                                        c32 * p[NK] + c11 * p[-P - NK + 1] + c13 * p[P - NK + 1] + c21 * p[-P + 1] + c23 * p[P + 1] +
                                        c31 * p[-P + NK + 1] + c33 * p[P + NK + 1];
            }
}

static void launch(Run *r)
{
    for (int i = 1; i < NI - 1; i++)
        LAUNCH(r, "cube", DIM(NK / 32, NJ / 8), DIM(32, 8), BUFFER(a), BUFFER(b), VALUE(ni), VALUE(nj), VALUE(nk), VALUE(i));
}

const Bench bench = { "cube", make, hand, launch };
