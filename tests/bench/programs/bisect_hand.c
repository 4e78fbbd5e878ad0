/* bisect_hand.c: eigenvalues of a tridiagonal matrix by halving. */
#include "bench.h"

enum { N = 256 };
static float *diagonal, *beside, *values, low = -5, high = 5, eps = 1e-4f;
static int n = N;

static void make(void)
{
    diagonal = bench_in(N, 4);
    beside = bench_in(N, 4);
    values = bench_out(N, KIND_F32, 1e-3, 0);
    bench_fill(diagonal, N, -2, 2);
    bench_fill(beside, N, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int k = 0; k < n; k++) {
        float left = low, right = high;
        while (right - left > eps) {
            float middle = 0.5f * (left + right), d = diagonal[0] - middle;
            int count = d < 0;
            for (int i = 1; i < n; i++) {
                d = diagonal[i] - middle - beside[i - 1] * beside[i - 1] / (d == 0 ? 1e-20f : d);
                count += d < 0;
            }
            if (count > k)
                right = middle;
            else
                left = middle;
        }
        values[k] = 0.5f * (left + right);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "bisect", DIM(N / 64, 1), DIM(64, 1), BUFFER(diagonal), BUFFER(beside), VALUE(n), VALUE(low), VALUE(high),
           VALUE(eps), BUFFER(values));
}

const Bench bench = {"bisect", make, hand, launch};
