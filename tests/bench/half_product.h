/* half_product.h: a product of matrices of halves by hand: they become floats first; four lines at once.  For the programs that make it
 * by matrix instructions. */
#ifndef BENCH_HALF_PRODUCT_H
#define BENCH_HALF_PRODUCT_H

#include "bench.h"
#include "half.h"

enum { N = 256 };
static half *a, *b;
static float *c, *wide_a, *wide_b;
static int n = N;

static void make(void)
{
    a = bench_in(N * N, sizeof *a);
    b = bench_in(N * N, sizeof *b);
    c = bench_out(N * N, KIND_F32, 1e-3, 1e-3);
    wide_a = bench_in(N * N, sizeof *wide_a);
    wide_b = bench_in(N * N, sizeof *wide_b);
    for (int i = 0; i < N * N; i++) {
        a[i] = to_half(bench_uniform(-1, 1));
        b[i] = to_half(bench_uniform(-1, 1));
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N * N; i++) {
        wide_a[i] = of_half(a[i]);
        wide_b[i] = of_half(b[i]);
    }
#pragma omp parallel for
    for (int i = 0; i < N; i += 4)
        for (int j = 0; j < N; j += 64) {
            float sum[4][64] = {{0}};
            for (int k = 0; k < N; k++) {
                const float *row = wide_b + k * N + j, *x = wide_a + i * N + k;
#pragma omp simd
                for (int l = 0; l < 64; l++) {
                    sum[0][l] += x[0] * row[l];
                    sum[1][l] += x[N] * row[l];
                    sum[2][l] += x[2 * N] * row[l];
                    sum[3][l] += x[3 * N] * row[l];
                }
            }
            for (int r = 0; r < 4; r++)
                for (int l = 0; l < 64; l++)
                    c[(i + r) * N + j + l] = sum[r][l];
        }
}

#endif
