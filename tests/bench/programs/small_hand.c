/* small_hand.c: many systems of six equations. */
#include "bench.h"
#include <math.h>

enum { N = 6, COUNT = 2000 };
static double *matrices, *right, *out;
static int count = COUNT;

static void make(void)
{
    matrices = bench_in(N * N * COUNT, 8);
    right = bench_in(N * COUNT, 8);
    out = bench_out(N * COUNT, KIND_F64, 1e-6, 0);
    for (int i = 0; i < N * N * COUNT; i++)
        matrices[i] = (double)bench_uniform(-1, 1);
    for (int i = 0; i < N * COUNT; i++)
        right[i] = (double)bench_uniform(-1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int t = 0; t < count; t++) {
        double a[N][N], b[N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++)
                a[i][j] = matrices[(i * N + j) * count + t];
            b[i] = right[i * count + t];
        }
        for (int k = 0; k < N; k++) {
            int p = k;
            for (int i = k + 1; i < N; i++)
                if (fabs(a[i][k]) > fabs(a[p][k]))
                    p = i;
            if (p != k) {
                for (int j = k; j < N; j++) {
                    double x = a[k][j];
                    a[k][j] = a[p][j];
                    a[p][j] = x;
                }
                double x = b[k];
                b[k] = b[p];
                b[p] = x;
            }
            for (int i = k + 1; i < N; i++) {
                double f = a[i][k] / a[k][k];
                for (int j = k + 1; j < N; j++)
                    a[i][j] -= f * a[k][j];
                b[i] -= f * b[k];
            }
        }
        for (int i = N - 1; i >= 0; i--) {
            double x = b[i];
            for (int j = i + 1; j < N; j++)
                x -= a[i][j] * b[j];
            b[i] = x / a[i][i];
            out[i * count + t] = b[i];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "small", DIM((COUNT + 63) / 64, 1), DIM(64, 1), BUFFER(matrices), BUFFER(right), BUFFER(out), VALUE(count));
}

const Bench bench = {"small", make, hand, launch};
