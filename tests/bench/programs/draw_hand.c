/* draw_hand.c: particles are drawn anew by their weights. */
#include "bench.h"

enum { N = 2000 };
static int n = N;
static double *x, *y, *sums, *at, *xnew, *ynew;

static void make(void)
{
    x = bench_in(N, 8);
    y = bench_in(N, 8);
    sums = bench_in(N, 8);
    at = bench_in(N, 8);
    xnew = bench_out(N, KIND_F64, 0, 0);
    ynew = bench_out(N, KIND_F64, 0, 0);
    double sum = 0;
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 2 * i;
        sum += bench_uniform(0, 1);
        sums[i] = sum;
    }
    for (int i = 0; i < N; i++) {
        sums[i] /= sum;
        at[i] = (i + 0.5) / N;
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int index = n - 1;
        for (int k = 0; k < n; k++)
            if (sums[k] >= at[i]) {
                index = k;
                break;
            }
        xnew[i] = x[index];
        ynew[i] = y[index];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "draw", DIM((N + 511) / 512, 1), DIM(512, 1), BUFFER(x), BUFFER(y), BUFFER(sums), BUFFER(at),
           BUFFER(xnew), BUFFER(ynew), VALUE(n));
}

const Bench bench = {"draw", make, hand, launch};
