/* warps_hand.c: how far series are from a query when time may be stretched, 16 series at a time. */
#include "bench.h"

#include <math.h>

enum { COUNT = 2048, L = 64, BAND = 6, LANES = 16 };
static int count = COUNT;
static float *query, *series, *distance;

static void make(void)
{
    query = bench_in(L, sizeof *query);
    series = bench_in(COUNT * L, sizeof *series);
    distance = bench_out(COUNT, KIND_F32, 1e-4, 0);
    bench_fill(query, L, -1, 1);
    bench_fill(series, COUNT * L, -1, 1);
}

static inline float least(float a, float b) { return a < b ? a : b; }

static void hand(void)
{
#pragma omp parallel for
    for (int t = 0; t < COUNT; t += LANES) {
        float row[2][L + 1][LANES]; /* a column of walls in front */
        for (int k = 0; k < 2; k++)
            for (int j = 0; j <= L; j++)
                for (int l = 0; l < LANES; l++)
                    row[k][j][l] = 1e30f;
        for (int l = 0; l < LANES; l++)
            row[1][0][l] = 0;
        for (int i = 0; i < L; i++) {
            const int from = i - BAND > 0 ? i - BAND : 0, to = i + BAND < L - 1 ? i + BAND : L - 1;
            float (*now)[LANES] = row[i & 1], (*was)[LANES] = row[1 - (i & 1)];
            for (int l = 0; l < LANES; l++)
                now[from][l] = 1e30f;
            for (int j = from; j <= to; j++)
                for (int l = 0; l < LANES; l++) {
                    const float d = query[i] - series[j * COUNT + t + l], up = j - i < BAND ? was[j + 1][l] : 1e30f;
                    now[j + 1][l] = least(least(up, now[j][l]), was[j][l]) + d * d;
                }
        }
        for (int l = 0; l < LANES; l++)
            distance[t + l] = sqrtf(row[(L - 1) & 1][L][l]);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "warps", DIM(COUNT / 128, 1), DIM(128, 1), BUFFER(query), BUFFER(series), BUFFER(distance), VALUE(count));
}

const Bench bench = { "warps", make, hand, launch };
