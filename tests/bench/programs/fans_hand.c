/* fans_hand.c: Gaussian elimination. */
#include "bench.h"

static int size = 208;
static float *m, *a, *b;

static void make(void)
{
    size_t n = (size_t)(size * size);
    m = bench_out(n, KIND_F32, 1e-3, 1e-3);
    a = bench_out(n, KIND_F32, 1e-3, 1e-3);
    b = bench_out((size_t)size, KIND_F32, 1e-3, 1e-3);
    bench_fill(a, n, -1, 1);
    bench_fill(b, (size_t)size, -1, 1);
    for (int i = 0; i < size; i++)
        a[i * size + i] += 20;
}

static void hand(void)
{
    for (int t = 0; t < size - 1; t++) {
        for (int i = t + 1; i < size; i++)
            m[i * size + t] = a[i * size + t] / a[t * size + t];
#pragma omp parallel for
        for (int i = t + 1; i < size; i++) {
            for (int j = t; j < size; j++)
                a[i * size + j] -= m[i * size + t] * a[t * size + j];
            b[i] -= m[i * size + t] * b[t];
        }
    }
}

static void launch(Run *run)
{
    uint32_t g = (uint32_t)(size + 3) / 4;
    for (int t = 0; t < size - 1; t++) {
        int j1 = size - t;
        LAUNCH(run, "_Z4fan1PfS_ii", DIM((uint32_t)(size + 511) / 512, 1), DIM(512, 1), BUFFER(m), BUFFER(a), VALUE(size), VALUE(t));
        LAUNCH(run, "_Z4fan2PfS_S_iii", DIM(g, g), DIM(4, 4), BUFFER(m), BUFFER(a), BUFFER(b), VALUE(size), VALUE(j1), VALUE(t));
    }
}

const Bench bench = {"fans", make, hand, launch};
