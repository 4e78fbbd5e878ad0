/* online_hand.c: attention, row by row. */
#include "bench.h"
#include <math.h>
#include <ptx2c.h>

enum { HEADS = 3, LENGTH = 200, HEAD = 32, TILE = 32, BLOCK = 64 };
static float *q, *k, *v, *out, scale = 0.17677669f;
static int length = LENGTH, causal = 1;

static void make(void)
{
    const int n = HEADS * LENGTH * HEAD;
    q = bench_in(n, 4), k = bench_in(n, 4), v = bench_in(n, 4);
    out = bench_out(n, KIND_F32, 1e-4, 0);
    bench_fill(q, n, -2, 2), bench_fill(k, n, -2, 2), bench_fill(v, n, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for collapse(2) schedule(dynamic, 8)
    for (int h = 0; h < HEADS; h++)
        for (int r = 0; r < LENGTH; r++) {
            const float *mine = q + (h * LENGTH + r) * HEAD, *keys = k + h * LENGTH * HEAD, *values = v + h * LENGTH * HEAD;
            float s[LENGTH], top = -1e30f, all = 0, sum[HEAD] = {0};
            for (int j = 0; j <= r; j++) {
                float d = 0;
#pragma omp simd reduction(+ : d)
                for (int i = 0; i < HEAD; i++)
                    d += mine[i] * keys[j * HEAD + i];
                s[j] = d * scale;
                top = s[j] > top ? s[j] : top;
            }
#pragma omp simd reduction(+ : all)
            for (int j = 0; j <= r; j++) {
                s[j] = expf(s[j] - top);
                all += s[j];
            }
            for (int j = 0; j <= r; j++)
                for (int i = 0; i < HEAD; i++)
                    sum[i] += s[j] * values[j * HEAD + i];
            for (int i = 0; i < HEAD; i++)
                out[(h * LENGTH + r) * HEAD + i] = sum[i] / all;
        }
}

static void launch(Run *r)
{
    void *args[] = { &q, &k, &v, &out, &length, &scale, &causal };
    const int status = ptx2c_launch(ptx2c_find_kernel(bench_module(r), "online"), (ptx2c_dim3){ (LENGTH + BLOCK - 1) / BLOCK, HEADS, 1 },
                                    (ptx2c_dim3){ BLOCK, 1, 1 }, 2 * TILE * HEAD * sizeof(float), args);
    if (status)
        bench_failed(r, "online", status);
}

const Bench bench = { "online", make, hand, launch };
