/* leaders_hand.c: sum, least and largest of each block. */
#include "bench.h"

enum { N = 1 << 19, T = 256, M = 128 };
typedef struct { int least, most; } Between;
static int *in, *sums, n = N - 100;
static Between *between;
static float *numbers, *largest;

static void make(void)
{
    in = bench_in(N, sizeof *in);
    numbers = bench_in(N, sizeof *numbers);
    sums = bench_out(N / T, KIND_U32, 0, 0);
    between = bench_out(N / T * 2, KIND_U32, 0, 0);
    largest = bench_out(N / M, KIND_F32, 0, 0);
    for (int i = 0; i < N; i++)
        in[i] = (int)(bench_random() >> 12);
    bench_fill(numbers, N, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < N / T; b++) {
        int sum = 0, least = in[0], most = in[0];
        for (int i = b * T; i < (b + 1) * T && i < n; i++) {
            sum += in[i];
            least = in[i] < least ? in[i] : least;
            most = in[i] > most ? in[i] : most;
        }
        sums[b] = sum;
        between[b] = (Between){least, most};
    }
#pragma omp parallel for
    for (int b = 0; b < N / M; b++) {
        float most = -1e30f;
        for (int i = b * M; i < (b + 1) * M && i < n; i++)
            most = numbers[i] > most ? numbers[i] : most;
        largest[b] = most;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "leaders", DIM(N / T, 1), DIM(T, 1), BUFFER(in), BUFFER(sums), BUFFER(between), VALUE(n));
    LAUNCH(r, "largest", DIM(N / M, 1), DIM(M, 1), BUFFER(numbers), BUFFER(largest), VALUE(n));
}

const Bench bench = {"leaders", make, hand, launch};
