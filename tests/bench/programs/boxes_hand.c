/* boxes_hand.c: which boxes overlap a better one too much. */
#include "bench.h"

enum { N = 700, WORDS = (N + 63) / 64 };
static float *box, most = 0.3f;
static unsigned long long *mask;
static int n = N;

static void make(void)
{
    box = bench_in(N * 4, 4);
    mask = bench_out(N * WORDS * 2, KIND_U32, 0, 1e-3);
    for (int i = 0; i < N; i++) {
        box[4 * i] = bench_uniform(0, 10);
        box[4 * i + 1] = bench_uniform(0, 10);
        box[4 * i + 2] = box[4 * i] + bench_uniform(1, 4);
        box[4 * i + 3] = box[4 * i + 1] + bench_uniform(1, 4);
    }
}

static float larger(float x, float y) { return x > y ? x : y; }
static float smaller(float x, float y) { return x < y ? x : y; }

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        for (int w = 0; w < WORDS; w++) {
            const float *a = box + 4 * i;
            unsigned long long bits = 0;
            for (int j = w == i / 64 ? i % 64 + 1 : 0; j < 64 && w * 64 + j < N; j++) {
                const float *b = box + 4 * (w * 64 + j);
                const float x = larger(smaller(a[2], b[2]) - larger(a[0], b[0]), 0), y = larger(smaller(a[3], b[3]) - larger(a[1], b[1]), 0);
                const float both = x * y, all = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both;
                bits |= (unsigned long long)(both > most * all) << j;
            }
            mask[i * WORDS + w] = bits;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "boxes", DIM(WORDS, WORDS), DIM(64, 1), BUFFER(box), BUFFER(mask), VALUE(n), VALUE(most));
}

const Bench bench = {"boxes", make, hand, launch};
