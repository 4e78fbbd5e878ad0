/* threefold_hand.c: each row of a block of numbers is multiplied by a matrix, in place. */
#include "bench.h"

enum { NR = 8, NQ = 60, NP = 100 };
static int nr = NR, nq = NQ, np = NP;
static double *a, *c, *sum;

static void make(void)
{
    a = bench_out(NR * NQ * NP, KIND_F64, 1e-9, 0);
    c = bench_in(NP * NP, sizeof *c);
    sum = bench_in(NR * NQ * NP, sizeof *sum);
    for (int i = 0; i < NR * NQ * NP; i++)
        a[i] = bench_uniform(0, 1);
    for (int i = 0; i < NP * NP; i++)
        c[i] = bench_uniform(0, 0.02f);
}

static void hand(void)
{
#pragma omp parallel for
    for (int row = 0; row < NR * NQ; row++) {
        double out[NP] = {0};
        for (int s = 0; s < NP; s++)
            for (int p = 0; p < NP; p++)
                out[p] += a[row * NP + s] * c[s * NP + p];
        for (int p = 0; p < NP; p++)
            a[row * NP + p] = out[p];
    }
}

static void launch(Run *r)
{
    for (int i = 0; i < NR; i++) {
        LAUNCH(r, "multiply", DIM((NP + 31) / 32, (NQ + 7) / 8), DIM(32, 8), BUFFER(sum), BUFFER(a), BUFFER(c),
               VALUE(nr), VALUE(nq), VALUE(np), VALUE(i));
        LAUNCH(r, "put", DIM((NP + 31) / 32, (NQ + 7) / 8), DIM(32, 8), BUFFER(sum), BUFFER(a), VALUE(nr), VALUE(nq), VALUE(np),
               VALUE(i));
    }
}

const Bench bench = { "threefold", make, hand, launch };
