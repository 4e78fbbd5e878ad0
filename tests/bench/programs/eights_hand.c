/* eights_hand.c: many small matrices of 8 x 8. */
#include "bench.h"

enum { N = 1022 };
static int n = N;
static float *a, *b, *c, alpha = 1.5f, beta = 0.25f;

static void make(void)
{
    a = bench_in(N * 64, 4);
    b = bench_in(N * 64, 4);
    c = bench_out(N * 64, KIND_F32, 1e-4, 0);
    bench_fill(a, N * 64, -1, 1);
    bench_fill(b, N * 64, -1, 1);
    bench_fill(c, N * 64, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int m = 0; m < N; m++) {
        const float *p = a + m * 64, *q = b + m * 64;
        float *r = c + m * 64;
        for (int y = 0; y < 8; y++) {
            float sum[8] = {0};
            for (int k = 0; k < 8; k++)
                for (int x = 0; x < 8; x++)
                    sum[x] += p[y * 8 + k] * q[k * 8 + x];
            for (int x = 0; x < 8; x++)
                r[y * 8 + x] = alpha * sum[x] + beta * r[y * 8 + x];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "eights", DIM((N + 3) / 4, 1), ((Dim){8, 8, 4}), BUFFER(a), BUFFER(b), BUFFER(c), VALUE(alpha), VALUE(beta), VALUE(n));
}

const Bench bench = {"eights", make, hand, launch};
