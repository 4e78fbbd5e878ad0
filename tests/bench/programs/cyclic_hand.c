/* cyclic_hand.c: tridiagonal systems, a system after the other, by cyclic reduction over two sets of arrays, ends apart. */
#include <string.h>

#include "bench.h"

enum { N = 128, SYSTEMS = 200 };
static float *lower, *middle, *upper, *right, *x;

static void make(void)
{
    lower = bench_in(N * SYSTEMS, sizeof *lower);
    middle = bench_in(N * SYSTEMS, sizeof *middle);
    upper = bench_in(N * SYSTEMS, sizeof *upper);
    right = bench_in(N * SYSTEMS, sizeof *right);
    x = bench_out(N * SYSTEMS, KIND_F32, 1e-4, 0);
    bench_fill(lower, N * SYSTEMS, -1, 1);
    bench_fill(upper, N * SYSTEMS, -1, 1);
    bench_fill(middle, N * SYSTEMS, 3, 4);
    bench_fill(right, N * SYSTEMS, -1, 1);
}

typedef struct Rows {
    float a[3 * N], b[3 * N], c[3 * N], d[3 * N]; /* with as many rows before and after that change nothing */
} Rows;

static void hand(void)
{
#pragma omp parallel for
    for (int system = 0; system < SYSTEMS; system++) {
        Rows even = {{0}}, odd;
        for (int t = 0; t < 3 * N; t++)
            even.b[t] = 1;
        memcpy(even.a + N, lower + system * N, N * sizeof(float));
        memcpy(even.b + N, middle + system * N, N * sizeof(float));
        memcpy(even.c + N, upper + system * N, N * sizeof(float));
        memcpy(even.d + N, right + system * N, N * sizeof(float));
        even.a[N] = even.c[2 * N - 1] = 0;
        odd = even;
        Rows *from = &even, *to = &odd;
        for (int s = 1; s < N; s *= 2) {
#pragma omp simd
            for (int t = N; t < 2 * N; t++) {
                const float f = from->a[t] / from->b[t - s], g = from->c[t] / from->b[t + s];
                to->a[t] = -from->a[t - s] * f;
                to->b[t] = from->b[t] - from->c[t - s] * f - from->a[t + s] * g;
                to->c[t] = -from->c[t + s] * g;
                to->d[t] = from->d[t] - from->d[t - s] * f - from->d[t + s] * g;
            }
            Rows *const swap = from;
            from = to;
            to = swap;
        }
        for (int t = 0; t < N; t++)
            x[system * N + t] = from->d[N + t] / from->b[N + t];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "cyclic", DIM(SYSTEMS, 1), DIM(N, 1), BUFFER(lower), BUFFER(middle), BUFFER(upper), BUFFER(right), BUFFER(x));
}

const Bench bench = {"cyclic", make, hand, launch};
