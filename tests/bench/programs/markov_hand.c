/* markov_hand.c: how likely chains with hidden states make what was seen. */
#include "bench.h"
#include <math.h>

enum { S = 64, SYMBOLS = 12, LENGTH = 60, N = 40 };
static float *from, *emit, *start, *likelihood;
static int *seen, length = LENGTH, symbols = SYMBOLS;

static void make(void)
{
    from = bench_in(S * S, 4);
    emit = bench_in(S * SYMBOLS, 4);
    start = bench_in(S, 4);
    seen = bench_in(N * LENGTH, 4);
    likelihood = bench_out(N, KIND_F32, 1e-4, 0);
    bench_fill(from, S * S, 0, 2.0f / S);
    bench_fill(emit, S * SYMBOLS, 0, 2.0f / SYMBOLS);
    bench_fill(start, S, 0, 2.0f / S);
    for (int i = 0; i < N * LENGTH; i++)
        seen[i] = (int)(bench_random() % SYMBOLS);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        const int *o = seen + i * LENGTH;
        float a[S], alpha[S], logs = 0;
        for (int t = 0; t < S; t++)
            a[t] = start[t] * emit[t * SYMBOLS + o[0]];
        for (int k = 1; k <= LENGTH; k++) {
            float sum = 0;
#pragma omp simd reduction(+ : sum)
            for (int t = 0; t < S; t++)
                sum += a[t];
            for (int t = 0; t < S; t++) {
                alpha[t] = a[t] / sum;
                a[t] = 0;
            }
            logs += logf(sum);
            if (k == LENGTH)
                break;
            for (int j = 0; j < S; j++)
                for (int t = 0; t < S; t++)
                    a[t] += alpha[j] * from[j * S + t];
            for (int t = 0; t < S; t++)
                a[t] *= emit[t * SYMBOLS + o[k]];
        }
        likelihood[i] = logs;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "markov", DIM(N, 1), DIM(S, 1), BUFFER(from), BUFFER(emit), BUFFER(start), BUFFER(seen), BUFFER(likelihood), VALUE(length),
           VALUE(symbols));
}

const Bench bench = {"markov", make, hand, launch};
