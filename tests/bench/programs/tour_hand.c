/* tour_hand.c: the best exchange of two roads of a round trip. */
#include "bench.h"
#include <math.h>
enum { N = 400, BLOCKS = 8, THREADS = 128 };
static int n = N, *which;
static float *city, *gain;

static void make(void)
{
    city = bench_in(N * 2, 4);
    gain = bench_out(BLOCKS, KIND_F32, 1e-4, 0);
    which = bench_in(BLOCKS, 4);
    bench_fill(city, N * 2, 0, 100);
}

static float apart(int a, int b)
{
    return sqrtf((city[2 * a] - city[2 * b]) * (city[2 * a] - city[2 * b]) + (city[2 * a + 1] - city[2 * b + 1]) * (city[2 * a + 1] - city[2 * b + 1]));
}

static void hand(void)
{
    for (int b = 0; b < BLOCKS; b++)
        gain[b] = 0;
#pragma omp parallel for
    for (int b = 0; b < BLOCKS; b++) /* pairs as the kernel's blocks have them, for equal results */
        for (long first = (long)b * THREADS; first < (long)(N - 1) * (N - 2) / 2; first += BLOCKS * THREADS) {
            int i = (int)((3 + sqrtf(8.0f * (float)first + 1.0f)) / 2);
            int j = (int)(first - (long)(i - 2) * (i - 1) / 2) + 1;
            for (int t = 0; t < THREADS && first + t < (long)(N - 1) * (N - 2) / 2; t++, j++) {
                if (j > i - 1)
                    i++, j = 1;
                const int d = i + 1 == N ? 0 : i + 1;
                const float saved = apart(j - 1, j) + apart(i, d) - apart(j - 1, i) - apart(j, d);
                gain[b] = saved > gain[b] ? saved : gain[b];
            }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "improve", DIM(BLOCKS, 1), DIM(THREADS, 1), BUFFER(city), VALUE(n), BUFFER(gain), BUFFER(which));
}

const Bench bench = { "tour", make, hand, launch };
