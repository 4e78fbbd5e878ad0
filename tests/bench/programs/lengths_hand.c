/* lengths_hand.c: the length of each row of doubles and its largest element. */
#include "bench.h"

#include <math.h>

enum { ROWS = 500, N = 700 };
static int n = N;
static double *a, *length, *largest;

static void make(void)
{
    a = bench_in(ROWS * N, sizeof *a);
    length = bench_out(ROWS, KIND_F64, 1e-12, 0);
    largest = bench_out(ROWS, KIND_F64, 0, 0);
    for (int i = 0; i < ROWS * N; i++)
        a[i] = (double)bench_random() / (1 << 30) - 2;
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) {
        const double *const row = a + i * N;
        double sum = 0, most = 0;
#pragma omp simd reduction(+ : sum) reduction(max : most)
        for (int j = 0; j < N; j++) {
            const double x = fabs(row[j]);
            sum += x * x;
            most = x > most ? x : most;
        }
        length[i] = sqrt(sum);
        largest[i] = most;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "lengths", DIM(ROWS, 1), DIM(128, 1), BUFFER(a), BUFFER(length), BUFFER(largest), VALUE(n));
}

const Bench bench = { "lengths", make, hand, launch };
