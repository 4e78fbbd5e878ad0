/* nodal_hand.c: Helmholtz's operator on elements of 8 x 8 x 8 nodes. */
#include <string.h>
#include "bench.h"

enum { N = 8, NODES = N * N * N, ELEMENTS = 160 };
static float *geo, *D, *u, *out, lambda = 0.3f;

static void make(void)
{
    geo = bench_in(ELEMENTS * 7 * NODES, sizeof *geo);
    D = bench_in(N * N, sizeof *D);
    u = bench_in(ELEMENTS * NODES, sizeof *u);
    out = bench_out(ELEMENTS * NODES, KIND_F32, 2e-4, 1e-3);
    bench_fill(geo, ELEMENTS * 7 * NODES, -1, 1);
    bench_fill(D, N * N, -1, 1);
    bench_fill(u, ELEMENTS * NODES, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int e = 0; e < ELEMENTS; e++) {
        float Dt[N][N], r[N][N][N], s[N][N][N], t[N][N][N], a[N][N][N];
        const float(*q)[N][N] = (const float(*)[N][N])(u + e * NODES), *g = geo + e * 7 * NODES, (*d)[N] = (const float(*)[N])D;
        for (int i = 0; i < N; i++)
            for (int m = 0; m < N; m++)
                Dt[m][i] = d[i][m];
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++) {
                float qr[N] = { 0 }, qs[N] = { 0 }, qt[N] = { 0 };
                for (int m = 0; m < N; m++)
                    for (int i = 0; i < N; i++) {
                        qr[i] += Dt[m][i] * q[k][j][m];
                        qs[i] += d[j][m] * q[k][m][i];
                        qt[i] += d[k][m] * q[m][j][i];
                    }
                const float *h = g + (k * N + j) * N;
                for (int i = 0; i < N; i++) {
                    r[k][j][i] = h[i] * qr[i] + h[NODES + i] * qs[i] + h[2 * NODES + i] * qt[i];
                    s[k][j][i] = h[NODES + i] * qr[i] + h[3 * NODES + i] * qs[i] + h[4 * NODES + i] * qt[i];
                    t[k][j][i] = h[2 * NODES + i] * qr[i] + h[4 * NODES + i] * qs[i] + h[5 * NODES + i] * qt[i];
                    a[k][j][i] = h[6 * NODES + i] * lambda * q[k][j][i];
                }
            }
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++) {
                float sum[N];
                memcpy(sum, a[k][j], sizeof sum);
                for (int m = 0; m < N; m++)
                    for (int i = 0; i < N; i++)
                        sum[i] += d[m][i] * r[k][j][m] + d[m][j] * s[k][m][i] + d[m][k] * t[m][j][i];
                memcpy(out + e * NODES + (k * N + j) * N, sum, sizeof sum);
            }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "nodal", DIM(ELEMENTS, 1), DIM(N, N), BUFFER(geo), BUFFER(D), BUFFER(u), BUFFER(out), VALUE(lambda));
}

const Bench bench = { "nodal", make, hand, launch };
