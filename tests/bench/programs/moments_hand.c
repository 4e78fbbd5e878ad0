/* moments_hand.c: sums and sums of squares of blocks. */
#include "bench.h"

enum { N = 250000, THREADS = 256, BLOCKS = (N + THREADS - 1) / THREADS };
static int n = N;
static float *in, *sums, *squares;

static void make(void)
{
    in = bench_in(N, 4);
    sums = bench_out(BLOCKS, KIND_F32, 1e-4, 0);
    squares = bench_out(BLOCKS, KIND_F32, 1e-4, 0);
    bench_fill(in, N, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < BLOCKS; b++) {
        float sum = 0, square = 0;
        const int end = (b + 1) * THREADS < n ? (b + 1) * THREADS : n;
#pragma omp simd reduction(+ : sum, square)
        for (int i = b * THREADS; i < end; i++) {
            sum += in[i];
            square += in[i] * in[i];
        }
        sums[b] = sum;
        squares[b] = square;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "moments", DIM(BLOCKS, 1), DIM(THREADS, 1), BUFFER(in), BUFFER(sums), BUFFER(squares), VALUE(n));
}

const Bench bench = {"moments", make, hand, launch};
