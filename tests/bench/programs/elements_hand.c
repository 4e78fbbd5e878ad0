/* elements_hand.c: Laplace's operator on elements of 8 x 8 x 8 points. */
#include "bench.h"

enum { N = 8, POINTS = N * N * N, COUNT = 60 };
static double *w, *u, *g, *d;

static void make(void)
{
    w = bench_out(COUNT * POINTS, KIND_F64, 1e-11, 0);
    u = bench_in(COUNT * POINTS, 8);
    g = bench_in(COUNT * 6 * POINTS, 8);
    d = bench_in(N * N, 8);
    for (int i = 0; i < COUNT * POINTS; i++)
        u[i] = bench_uniform(-1, 1);
    for (int i = 0; i < COUNT * 6 * POINTS; i++)
        g[i] = bench_uniform(0, 1);
    for (int i = 0; i < N * N; i++)
        d[i] = bench_uniform(-1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int e = 0; e < COUNT; e++) {
        double r[N][N][N], s[N][N][N], t[N][N][N], dt[N][N];
        const double(*D)[N] = (const double(*)[N])d, (*U)[N][N] = (const double(*)[N][N])(u + e * POINTS);
        double(*W)[N][N] = (double(*)[N][N])(w + e * POINTS);
        for (int a = 0; a < N; a++)
            for (int b = 0; b < N; b++)
                dt[b][a] = D[a][b];
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++) {
                double x[N] = {0}, y[N] = {0}, z[N] = {0};
                for (int m = 0; m < N; m++)
                    for (int i = 0; i < N; i++) {
                        x[i] += dt[m][i] * U[k][j][m];
                        y[i] += D[j][m] * U[k][m][i];
                        z[i] += D[k][m] * U[m][j][i];
                    }
                const double *p = g + 6 * e * POINTS + (k * N + j) * N;
                for (int i = 0; i < N; i++, p++) {
                    r[k][j][i] = p[0] * x[i] + p[POINTS] * y[i] + p[2 * POINTS] * z[i];
                    s[k][j][i] = p[POINTS] * x[i] + p[3 * POINTS] * y[i] + p[4 * POINTS] * z[i];
                    t[k][j][i] = p[2 * POINTS] * x[i] + p[4 * POINTS] * y[i] + p[5 * POINTS] * z[i];
                }
            }
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++) {
                double sum[N] = {0};
                for (int m = 0; m < N; m++)
                    for (int i = 0; i < N; i++)
                        sum[i] += D[m][i] * r[k][j][m] + D[m][j] * s[k][m][i] + D[m][k] * t[m][j][i];
                for (int i = 0; i < N; i++)
                    W[k][j][i] = sum[i];
            }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "laplace", DIM(COUNT, 1), DIM(N, N), BUFFER(w), BUFFER(u), BUFFER(g), BUFFER(d));
}

const Bench bench = { "elements", make, hand, launch };
