/* halfdots_hand.c: scalar products of numbers of 16 bits. */
#include "bench.h"

enum { N = 65536, BLOCKS = 32 };
static uint16_t *a, *b, *x;
static float *results, c0 = 0.25f, c1 = -0.5f, c2 = 0.75f;
static uint64_t n = N / 2;
static int pairs = N / 2;

static void make(void)
{
    a = bench_in(N, 2);
    b = bench_in(N, 2);
    results = bench_out(BLOCKS, KIND_F32, 2e-2, 0);
    x = bench_out(N * 2, KIND_U8, 0, 0.1);
    for (int i = 0; i < N; i++) {
        ((_Float16 *)a)[i] = (_Float16)bench_uniform(-0.5f, 0.5f);
        ((_Float16 *)b)[i] = (_Float16)bench_uniform(-0.5f, 0.5f);
        ((_Float16 *)x)[i] = (_Float16)bench_uniform(-1, 1);
    }
}

static void hand(void)
{
    const _Float16 *p = (void *)a, *q = (void *)b;
    _Float16 *v = (void *)x;
    const int stride = BLOCKS * 128 * 2;
#pragma omp parallel for
    for (int k = 0; k < BLOCKS; k++) {
        float sum = 0;
        for (int i = k * 256; i < N; i += stride)
            for (int j = i; j < i + 256; j++)
                sum += (float)p[j] * (float)q[j];
        results[k] = sum;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        const float y = (c2 * (float)v[i] + c1) * (float)v[i] + c0;
        v[i] = (_Float16)(y > 0 ? y : 0);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "dots", DIM(BLOCKS, 1), DIM(128, 1), BUFFER(a), BUFFER(b), BUFFER(results), VALUE(n));
    LAUNCH(r, "polynomial", DIM(N / 512, 1), DIM(256, 1), BUFFER(x), VALUE(pairs), VALUE(c0), VALUE(c1), VALUE(c2));
}

const Bench bench = { "halfdots", make, hand, launch };
