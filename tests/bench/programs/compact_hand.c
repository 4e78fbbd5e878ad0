/* compact_hand.c: what is above a limit is put together: each thread counts, then writes its part. */
#include "bench.h"

enum { N = 200000, THREADS = 256 };
static int n = N;
static float limit = .7f;
static float *in, *out;
static int *count, *sum;

static void make(void)
{
    in = bench_in(N, sizeof *in);
    out = bench_in(N, sizeof *out);
    count = bench_out(1, KIND_U32, 0, 0);
    sum = bench_out(1, KIND_U32, 0, 0);
    bench_fill(in, N, 0, 1);
}

static void hand(void)
{
    int s = 0;
    static int number[THREADS];
    *count = 0;
#pragma omp parallel reduction(+ : s)
    {
        const Share part = bench_share(N);
        int mine = 0;
        for (int i = part.first; i < part.end; i++)
            mine += in[i] > limit;
        number[part.me] = mine;
#pragma omp barrier
        int at = 0;
        for (int k = 0; k < part.me; k++)
            at += number[k];
        const int end = at + mine;
        for (int i = part.first; at < end; i++) { /* what is not taken is written over by what comes next */
            out[at] = in[i];
            at += in[i] > limit;
        }
#pragma omp atomic
        *count += mine;
#pragma omp barrier
        const Share half = bench_share(*count);
        for (int i = half.first; i < half.end; i++)
            s += (int)(out[i] * 65536.0f);
    }
    *sum += s;
}

static void launch(Run *r)
{
    LAUNCH(r, "compact", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(in), BUFFER(out), BUFFER(count), VALUE(limit), VALUE(n));
    LAUNCH(r, "total", DIM(1, 1), DIM(1024, 1), BUFFER(out), BUFFER(count), BUFFER(sum));
}

const Bench bench = {"compact", make, hand, launch};
