/* kalman_hand.c: likelihoods of many series by a Kalman filter of three numbers of state. */
#include "bench.h"

#include <math.h>

enum { SERIES = 500, N = 40, R = 3 };
static int series = SERIES, n = N;
static double *ys, *T, *Q, *P, *alpha, *loglike, *innovations;

static void make(void)
{
    ys = bench_in(SERIES * N, sizeof *ys);
    T = bench_in(SERIES * R * R, sizeof *T);
    Q = bench_in(SERIES * R * R, sizeof *T);
    P = bench_in(SERIES * R * R, sizeof *T);
    alpha = bench_in(SERIES * R, sizeof *alpha);
    loglike = bench_out(SERIES, KIND_F64, 1e-9, 0);
    innovations = bench_out(SERIES * N, KIND_F64, 1e-9, 0);
    for (int i = 0; i < SERIES * N; i++)
        ys[i] = bench_uniform(-1, 1);
    for (int s = 0; s < SERIES; s++)
        for (int i = 0; i < R; i++)
            for (int j = 0; j < R; j++) {
                T[(s * R + j) * R + i] = j == 0 ? bench_uniform(-0.3f, 0.3f) : j == i + 1;
                Q[(s * R + j) * R + i] = i == j ? 1.0 : 0.2;
                P[(s * R + j) * R + i] = i == j ? 1.5 : 0.1;
            }
}

static void hand(void)
{
#pragma omp parallel for
    for (int s = 0; s < SERIES; s++) {
        const double *const t = T + s * R * R, *const q = Q + s * R * R;
        double p[R][R], a[R], logs = 0, squares = 0;
        for (int i = 0; i < R; i++) {
            a[i] = alpha[s * R + i];
            for (int j = 0; j < R; j++)
                p[j][i] = P[(s * R + j) * R + i];
        }
        for (int k = 0; k < N; k++) {
            const double v = ys[s * N + k] - a[0], f = p[0][0];
            innovations[s * N + k] = v;
            logs += log(f);
            squares += v * v / f;
            double tp[R][R], gain[R], next[R];
            for (int j = 0; j < R; j++)
                for (int i = 0; i < R; i++)
                    tp[j][i] = t[i] * p[j][0] + t[R + i] * p[j][1] + t[2 * R + i] * p[j][2];
            for (int i = 0; i < R; i++) {
                gain[i] = tp[0][i] / f;
                next[i] = t[i] * a[0] + t[R + i] * a[1] + t[2 * R + i] * a[2] + gain[i] * v;
            }
            for (int i = 0; i < R; i++)
                a[i] = next[i];
            for (int j = 0; j < R; j++)
                for (int i = 0; i < R; i++)
                    p[j][i] = tp[0][i] * (t[j] - gain[j]) + tp[1][i] * t[R + j] + tp[2][i] * t[2 * R + j] + q[j * R + i];
        }
        loglike[s] = -0.5 * (logs + N * log(squares / N));
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "kalman", DIM((SERIES + 127) / 128, 1), DIM(128, 1), BUFFER(ys), VALUE(n), BUFFER(T), BUFFER(Q), BUFFER(P),
           BUFFER(alpha), BUFFER(loglike), BUFFER(innovations), VALUE(series));
}

const Bench bench = { "kalman", make, hand, launch };
