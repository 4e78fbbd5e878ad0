/* jordan_hand.c: inverses of small matrices. */
#include "bench.h"

static int n = 24, count = 100;
static float *in, *out;

static void make(void)
{
    in = bench_in((size_t)(count * n * n), 4);
    bench_fill(in, (size_t)(count * n * n), -1, 1);
    for (int i = 0; i < count * n; i++)
        in[i / n * n * n + i % n * (n + 1)] += 8;
    out = bench_out((size_t)(count * n * n), KIND_F32, 1e-3, 1e-4);
}
static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < count; b++) {
        float a[32][64];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] = in[(b * n + i) * n + j], a[i][n + j] = i == j;
        for (int p = 0; p < n; p++) {
            const float pivot = a[p][p];
            for (int j = 0; j < 2 * n; j++)
                a[p][j] /= pivot;
            for (int i = 0; i < n; i++) {
                const float f = a[i][p];
                if (i != p)
                    for (int j = 0; j < 2 * n; j++)
                        a[i][j] -= f * a[p][j];
            }
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                out[(b * n + i) * n + j] = a[i][n + j];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "jordan", DIM((uint32_t)count, 1), DIM(64, 1), BUFFER(in), BUFFER(out), VALUE(n));
}

const Bench bench = {"jordan", make, hand, launch};
