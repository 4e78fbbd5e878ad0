/* bags_hand.c: means of rows of an embedding table by bags. */
#include "bench.h"

enum { WORDS = 4096, WIDTH = 96, BAGS = 512 };
static int64_t width = WIDTH, count = BAGS, all;
static int64_t *index_, *offset;
static float *weight, *out;

static void make(void)
{
    index_ = bench_in(BAGS * 32, 8);
    offset = bench_in(BAGS, 8);
    weight = bench_in(WORDS * WIDTH, 4);
    out = bench_out(BAGS * WIDTH, KIND_F32, 1e-5, 0);
    bench_fill(weight, WORDS * WIDTH, -1, 1);
    all = 0;
    for (int i = 0; i < BAGS; i++) {
        offset[i] = all;
        all += (bench_random() >> 8) % 32;
    }
    for (int i = 0; i < all; i++)
        index_[i] = (bench_random() >> 8) % WORDS;
}

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < BAGS; b++) {
        const int64_t begin = offset[b], end = b + 1 < BAGS ? offset[b + 1] : all;
        float sum[WIDTH] = { 0 };
        for (int64_t i = begin; i < end; i++)
#pragma omp simd
            for (int c = 0; c < WIDTH; c++)
                sum[c] += weight[index_[i] * WIDTH + c];
        for (int c = 0; c < WIDTH; c++)
            out[b * WIDTH + c] = end > begin ? sum[c] / (float)(end - begin) : 0;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "bags", DIM(64, 1), DIM(32, 8), BUFFER(index_), BUFFER(offset), BUFFER(weight), BUFFER(out), VALUE(width),
           VALUE(count), VALUE(all));
}

const Bench bench = { "bags", make, hand, launch };
