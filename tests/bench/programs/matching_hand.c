/* matching_hand.c: sums of absolute differences of blocks. */
#include "bench.h"
#include <stdlib.h>

enum { W = 96, H = 64, RANGE = 8, SIDE = 2 * RANGE + 1 };
static int w = W, h = H, range = RANGE;
static unsigned char *now, *before;
static uint16_t *out;

static void make(void)
{
    now = bench_in(W * H, 1);
    before = bench_in(W * H, 1);
    out = bench_out(W * H / 16 * SIDE * SIDE * 2, KIND_U8, 0, 0);
    for (int i = 0; i < W * H; i++) {
        now[i] = (unsigned char)bench_random();
        before[i] = (unsigned char)bench_random();
    }
}

static inline int clamp(int x, int high)
{
    return x < 0 ? 0 : x > high ? high : x;
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int by = 0; by < h / 4; by++)
        for (int bx = 0; bx < w / 4; bx++)
            for (int dy = -range; dy <= range; dy++)
                for (int dx = -range; dx <= range; dx++) {
                    unsigned sum = 0;
                    for (int y = 0; y < 4; y++)
                        for (int x = 0; x < 4; x++)
                            sum += (unsigned)abs(
                                now[(by * 4 + y) * w + bx * 4 + x] -
                                before[clamp(by * 4 + y + dy, h - 1) * w + clamp(bx * 4 + x + dx, w - 1)]);
                    out[(by * (w / 4) + bx) * SIDE * SIDE + (dy + range) * SIDE + dx + range] = (uint16_t)sum;
                }
}

static void launch(Run *r)
{
    LAUNCH(r, "matching", DIM(W / 4, H / 4), DIM(64, 1), BUFFER(now), BUFFER(before), BUFFER(out), VALUE(w), VALUE(h),
           VALUE(range));
}

const Bench bench = {"matching", make, hand, launch};
