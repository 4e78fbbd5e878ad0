/* lineage_hand.c: how likely sequences come from a common ancestor by a tree. */
#include "bench.h"
#include <math.h>

enum { PLACES = 1000, SPEEDS = 4, TIPS = 8, NODES = 2 * TIPS - 1, SIZE = SPEEDS * PLACES * 4, BLOCKS = (PLACES + 63) / 64 };
static float *partials, *matrices, *scales, *often, *sums;
static int places = PLACES, speeds = SPEEDS, child[NODES][2], root = NODES - 1;

static void make(void)
{
    partials = bench_out(NODES * SIZE, KIND_F32, 1e-3, 0);
    matrices = bench_in(NODES * SPEEDS * 16, 4);
    scales = bench_out(PLACES, KIND_F32, 1e-3, 0);
    often = bench_in(4, 4);
    sums = bench_out(BLOCKS, KIND_F32, 1e-3, 0);
    for (int i = 0; i < 4; i++)
        often[i] = 0.19f + 0.04f * (float)i;
    for (int tip = 0; tip < TIPS; tip++)
        for (int place = 0; place < PLACES; place++) {
            const uint32_t state = bench_random() % 3 ? (uint32_t)(place * 7 % 4) : bench_random() % 4;
            for (int s = 0; s < SPEEDS; s++)
                partials[tip * SIZE + (s * PLACES + place) * 4 + (int)state] = 1;
        }
    for (int m = 0; m < NODES * SPEEDS; m++) {
        const float stay = expf(-bench_uniform(0.05f, 0.3f) * (float)(1 + m % SPEEDS));
        for (int i = 0; i < 16; i++)
            matrices[m * 16 + i] = (1 - stay) * often[i % 4] + (i % 5 ? 0 : stay);
    }
    for (int n = TIPS; n < NODES; n++) {
        child[n][0] = 2 * (n - TIPS);
        child[n][1] = 2 * (n - TIPS) + 1;
    }
}

static void hand(void)
{
    for (int n = TIPS; n < NODES; n++) {
#pragma omp parallel for collapse(2)
        for (int s = 0; s < SPEEDS; s++)
            for (int place = 0; place < PLACES; place++) {
                const float *m1 = matrices + (child[n][0] * SPEEDS + s) * 16, *m2 = matrices + (child[n][1] * SPEEDS + s) * 16;
                const int at = (s * PLACES + place) * 4;
                const float *p1 = partials + child[n][0] * SIZE + at, *p2 = partials + child[n][1] * SIZE + at;
                for (int i = 0; i < 4; i++) {
                    float sum1 = 0, sum2 = 0;
                    for (int k = 0; k < 4; k++) {
                        sum1 += m1[i * 4 + k] * p1[k];
                        sum2 += m2[i * 4 + k] * p2[k];
                    }
                    partials[n * SIZE + at + i] = sum1 * sum2;
                }
            }
#pragma omp parallel for
        for (int place = 0; place < PLACES; place++) {
            float most = 0;
            for (int s = 0; s < SPEEDS; s++)
                for (int i = 0; i < 4; i++)
                    most = fmaxf(most, partials[n * SIZE + (s * PLACES + place) * 4 + i]);
            if (most == 0)
                most = 1;
            for (int s = 0; s < SPEEDS; s++)
                for (int i = 0; i < 4; i++)
                    partials[n * SIZE + (s * PLACES + place) * 4 + i] /= most;
            scales[place] += logf(most);
        }
    }
#pragma omp parallel for
    for (int block = 0; block < BLOCKS; block++) {
        float all = 0;
        for (int place = block * 64; place < PLACES && place < block * 64 + 64; place++) {
            float sum = 0;
            for (int s = 0; s < SPEEDS; s++)
                for (int i = 0; i < 4; i++)
                    sum += often[i] * partials[root * SIZE + (s * PLACES + place) * 4 + i];
            all += logf(sum / SPEEDS) + scales[place];
        }
        sums[block] = all;
    }
}

static void launch(Run *r)
{
    for (int n = TIPS; n < NODES; n++) {
        LAUNCH(r, "join", DIM((PLACES + 15) / 16, SPEEDS), DIM(4, 16), BUFFER(partials), BUFFER(matrices), BUFFER(scales), VALUE(child[n][0]),
               VALUE(child[n][1]), VALUE(n), VALUE(places));
        LAUNCH(r, "scale", DIM((PLACES + 127) / 128, 1), DIM(128, 1), BUFFER(partials), BUFFER(scales), VALUE(n), VALUE(places), VALUE(speeds));
    }
    LAUNCH(r, "total", DIM(BLOCKS, 1), DIM(64, 1), BUFFER(partials), BUFFER(scales), BUFFER(often), BUFFER(sums), VALUE(root), VALUE(places), VALUE(speeds));
}

const Bench bench = { "lineage", make, hand, launch };
