/* conjugate_hand.c: the same, with loops over rows and sums by OpenMP. */
#include "bench.h"

enum { SIDE = 192, N = SIDE * SIDE, ROUNDS = 12 };

static int n = N, rounds = ROUNDS;
static int *row, *column;
static float *value, *x, *r, *p, *q, *sums, *begin;

static void make(void)
{
    row = bench_in(N + 1, 4);
    column = bench_in(5 * N, 4);
    value = bench_in(5 * N, 4);
    x = bench_out(N, KIND_F32, 1e-3, 0);
    r = bench_out(N, KIND_F32, 1e-3, 0);
    p = bench_out(N, KIND_F32, 1e-3, 0);
    q = bench_out(N, KIND_F32, 1e-3, 0);
    sums = bench_out(2 * ROUNDS + 2, KIND_F32, 1e-3, 0);
    begin = bench_in(N, 4);
    bench_fill(begin, N, 0, 1);
    int k = 0;
    for (int i = 0; i < N; i++) {
        const int at[] = {i - SIDE, i % SIDE ? i - 1 : -1, i, i % SIDE < SIDE - 1 ? i + 1 : -1, i + SIDE};
        row[i] = k;
        for (int j = 0; j < 5; j++)
            if (at[j] >= 0 && at[j] < N) {
                column[k] = at[j];
                value[k++] = at[j] == i ? 4.5f : -1;
            }
    }
    row[N] = k;
}

static double dot(const float *a, const float *b)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        r[i] = p[i] = begin[i];
    }
    sums[0] = (float)dot(r, r);
    for (int k = 0; k < rounds; k++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            float sum = 0;
            for (int j = row[i]; j < row[i + 1]; j++)
                sum += value[j] * p[column[j]];
            q[i] = sum;
        }
        sums[2 * k + 1] = (float)dot(p, q);
        const float alpha = sums[2 * k] / sums[2 * k + 1];
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        sums[2 * k + 2] = (float)dot(r, r);
        const float beta = sums[2 * k + 2] / sums[2 * k];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            p[i] = r[i] + beta * p[i];
    }
}

static void launch(Run *run)
{
    LAUNCH(run, "begin", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(begin), BUFFER(x), BUFFER(r), BUFFER(sums), VALUE(n), VALUE(rounds));
    LAUNCH(run, "conjugate", DIM(64, 1), DIM(256, 1), BUFFER(row), BUFFER(column), BUFFER(value), BUFFER(x), BUFFER(r), BUFFER(p), BUFFER(q),
           BUFFER(sums), VALUE(n), VALUE(rounds));
}

const Bench bench = {"conjugate", make, hand, launch};
