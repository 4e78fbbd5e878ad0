/* attend_hand.c: attention, query by query. */
#include <math.h>

#include "bench.h"

enum { D = 64, LENGTH = 200, QUERIES = 60 };
static int length = LENGTH;
static float *queries, *keys, *values, *out;

static void make(void)
{
    queries = bench_in(QUERIES * D, sizeof *queries);
    keys = bench_in(LENGTH * D, sizeof *keys);
    values = bench_in(LENGTH * D, sizeof *values);
    out = bench_out(QUERIES * D, KIND_F32, 1e-4, 0);
    bench_fill(queries, QUERIES * D, -1, 1);
    bench_fill(keys, LENGTH * D, -1, 1);
    bench_fill(values, LENGTH * D, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int q = 0; q < QUERIES; q++) {
        float weight[LENGTH], row[D] = {0}, most = -1e30f, sum = 0;
        for (int j = 0; j < LENGTH; j++) {
            float s = 0;
#pragma omp simd reduction(+ : s)
            for (int d = 0; d < D; d++)
                s += queries[q * D + d] * keys[j * D + d];
            weight[j] = s * 0.125f;
            most = weight[j] > most ? weight[j] : most;
        }
        for (int j = 0; j < LENGTH; j++) {
            weight[j] = expf(weight[j] - most);
            sum += weight[j];
        }
        for (int j = 0; j < LENGTH; j++)
            for (int d = 0; d < D; d++)
                row[d] += weight[j] * values[j * D + d];
        for (int d = 0; d < D; d++)
            out[q * D + d] = row[d] / sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "attend", DIM(QUERIES, 1), DIM(128, 1), BUFFER(queries), BUFFER(keys), BUFFER(values), BUFFER(out), VALUE(length));
}

const Bench bench = {"attend", make, hand, launch};
