/* twofold_hand.c: a symmetric update of a matrix by two others and their transposes. */
#include "bench.h"

enum { NI = 200, NJ = 180 };
static float *a, *b, *c, alpha = 1.5f, beta = 0.5f;
static int ni = NI, nj = NJ;

static void make(void)
{
    a = bench_in(NI * NJ, 4);
    b = bench_in(NI * NJ, 4);
    c = bench_out(NI * NI, KIND_F32, 1e-3, 0);
    bench_fill(a, NI * NJ, -1, 1);
    bench_fill(b, NI * NJ, -1, 1);
    bench_fill(c, NI * NI, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NI; j++) {
            float s = 0;
#pragma omp simd reduction(+ : s)
            for (int k = 0; k < NJ; k++)
                s += a[i * NJ + k] * b[j * NJ + k] + b[i * NJ + k] * a[j * NJ + k];
            c[i * NI + j] = beta * c[i * NI + j] + alpha * s;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "twofold", DIM((NI + 31) / 32, (NI + 7) / 8), DIM(32, 8), VALUE(ni), VALUE(nj), VALUE(alpha), VALUE(beta), BUFFER(a), BUFFER(b),
           BUFFER(c));
}

const Bench bench = { "twofold", make, hand, launch };
