/* overlap_hand.c: which boxes overlap. */
#include "bench.h"

static int n = 500;
static float *boxes, share = 0.3f;
static uint64_t *bits;

static void make(void)
{
    boxes = bench_in((size_t)n * 5, sizeof *boxes);
    bits = bench_out((size_t)n * 16, KIND_U32, 0, 0.001);
    for (int i = 0; i < n; i++) {
        boxes[5 * i] = bench_uniform(0, 100), boxes[5 * i + 1] = bench_uniform(0, 100);
        boxes[5 * i + 2] = boxes[5 * i] + bench_uniform(5, 40), boxes[5 * i + 3] = boxes[5 * i + 1] + bench_uniform(5, 40);
    }
}

static float greater(float x, float y) { return x > y ? x : y; }
static float less(float x, float y) { return x < y ? x : y; }

static void hand(void)
{
    const int words = (n + 63) / 64;
#pragma omp parallel for
    for (int r = 0; r < n; r++)
        for (int w = 0; w < words; w++) {
            const float *a = boxes + 5 * r;
            uint64_t t = 0;
            const int cols = n - w * 64 < 64 ? n - w * 64 : 64;
            for (int i = r / 64 == w ? r % 64 + 1 : 0; i < cols; i++) {
                const float *b = boxes + 5 * (64 * w + i);
                const float left = greater(a[0], b[0]), right = less(a[2], b[2]), top = greater(a[1], b[1]), bottom = less(a[3], b[3]);
                const float inter = greater(right - left + 1, 0) * greater(bottom - top + 1, 0);
                const float sa = (a[2] - a[0] + 1) * (a[3] - a[1] + 1), sb = (b[2] - b[0] + 1) * (b[3] - b[1] + 1);
                if (inter / (sa + sb - inter) > share)
                    t |= UINT64_C(1) << i;
            }
            bits[r * words + w] = t;
        }
}

static void launch(Run *r)
{
    const uint32_t words = (uint32_t)(n + 63) / 64;
    LAUNCH(r, "overlap", DIM(words, words), DIM(64, 1), VALUE(n), VALUE(share), BUFFER(boxes), BUFFER(bits));
}

const Bench bench = {"overlap", make, hand, launch};
