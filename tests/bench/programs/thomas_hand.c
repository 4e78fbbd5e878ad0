/* thomas_hand.c: many tridiagonal systems side by side, a row of all of them at a time. */
#include "bench.h"

enum { SYSTEMS = 1000, ROWS = 64 };
static int systems = SYSTEMS, rows = ROWS;
static double *lower, *diagonal, *upper, *right;

static void make(void)
{
    lower = bench_in(SYSTEMS * ROWS, sizeof *lower);
    diagonal = bench_in(SYSTEMS * ROWS, sizeof *diagonal);
    upper = bench_out(SYSTEMS * ROWS, KIND_F64, 1e-9, 0);
    right = bench_out(SYSTEMS * ROWS, KIND_F64, 1e-9, 0);
    for (int i = 0; i < SYSTEMS * ROWS; i++) {
        lower[i] = bench_uniform(-1, 0);
        upper[i] = bench_uniform(-1, 0);
        diagonal[i] = bench_uniform(3, 4);
        right[i] = bench_uniform(0, 1);
    }
}

static void hand(void)
{
#pragma omp parallel
    {
        const Share s = bench_share(SYSTEMS);
        for (int i = s.first; i < s.end; i++) {
            const double d = 1 / diagonal[i];
            upper[i] *= d;
            right[i] *= d;
        }
        for (int r = 1; r < ROWS; r++) {
#pragma omp simd
            for (int i = r * SYSTEMS + s.first; i < r * SYSTEMS + s.end; i++) {
                const double d = 1 / (diagonal[i] - upper[i - SYSTEMS] * lower[i]);
                upper[i] *= d;
                right[i] = (right[i] - right[i - SYSTEMS] * lower[i]) * d;
            }
        }
        for (int r = ROWS - 2; r >= 0; r--) {
#pragma omp simd
            for (int i = r * SYSTEMS + s.first; i < r * SYSTEMS + s.end; i++)
                right[i] -= upper[i] * right[i + SYSTEMS];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "thomas", DIM((SYSTEMS + 127) / 128, 1), DIM(128, 1), BUFFER(lower), BUFFER(diagonal), BUFFER(upper), BUFFER(right), VALUE(systems),
           VALUE(rows));
}

const Bench bench = {"thomas", make, hand, launch};
