/* poisson_hand.c: sweeps of Jacobi's method for Poisson's equation. */
#include "bench.h"

enum { N = 512, SWEEPS = 4 };
static int n = N;
static float h2 = 0.01f;
static float *u, *v, *f, *residual;

static void make(void)
{
    u = bench_out(N * N, KIND_F32, 1e-5, 0);
    v = bench_out(N * N, KIND_F32, 1e-5, 0);
    f = bench_in(N * N, 4);
    residual = bench_out(SWEEPS, KIND_F32, 1e-3, 0);
    bench_fill(u, N * N, -1, 1);
    bench_fill(f, N * N, -1, 1);
}

static void hand(void)
{
    float *from = u, *to = v;
    for (int s = 0; s < SWEEPS; s++) {
        float sum = 0;
#pragma omp parallel for reduction(+ : sum)
        for (int y = 1; y < N - 1; y++)
#pragma omp simd reduction(+ : sum)
            for (int x = 1; x < N - 1; x++) {
                const int i = y * N + x;
                const float new = 0.25f * (from[i - 1] + from[i + 1] + from[i - N] + from[i + N] - h2 * f[i]);
                const float change = new - from[i];
                to[i] = new;
                sum += change * change;
            }
        residual[s] += sum;
        float *other = from;
        from = to;
        to = other;
    }
}

static void launch(Run *r)
{
    float *from = u, *to = v;
    for (int s = 0; s < SWEEPS; s++) {
        float *sum = residual + s;
        LAUNCH(r, "poisson", DIM(N / 16, N / 16), DIM(16, 16), BUFFER(from), BUFFER(f), BUFFER(to), BUFFER(sum), VALUE(n),
               VALUE(h2));
        float *other = from;
        from = to;
        to = other;
    }
}

const Bench bench = { "poisson", make, hand, launch };
