/* sad_hand.c: sums of absolute differences at all displacements of a search window. */
#include "bench.h"

#include <stdlib.h>

enum { W = 128, H = 96, RANGE = 8, SIDE = 2 * RANGE + 1 };
static int width = W, height = H;
static uint8_t *frame, *reference;
static uint16_t *sums;

static void make(void)
{
    sums = bench_out(W / 4 * (H / 4) * SIDE * SIDE / 2, KIND_U32, 0, 0);
    frame = bench_in(W * H, 1);
    reference = bench_in(W * H, 1);
    for (int i = 0; i < W * H; i++) {
        frame[i] = (uint8_t)(bench_random() >> 8);
        reference[i] = (uint8_t)(bench_random() >> 8);
    }
}

static int clamp(int x, int most)
{
    return x < 0 ? 0 : x > most ? most : x;
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int my = 0; my < H / 16; my++)
        for (int mx = 0; mx < W / 16; mx++)
            for (int b = 0; b < 16; b++) {
                uint16_t *to = sums + ((my * (W / 16) + mx) * 16 + b) * SIDE * SIDE;
                const int x0 = mx * 16 + b % 4 * 4, y0 = my * 16 + b / 4 * 4;
                for (int dy = -RANGE; dy <= RANGE; dy++)
                    for (int dx = -RANGE; dx <= RANGE; dx++) {
                        int sum = 0;
                        if (x0 + dx >= 0 && y0 + dy >= 0 && x0 + dx + 4 <= W && y0 + dy + 4 <= H) {
                            for (int y = 0; y < 4; y++)
                                for (int x = 0; x < 4; x++)
                                    sum += abs(frame[(y0 + y) * W + x0 + x] - reference[(y0 + y + dy) * W + x0 + x + dx]);
                        } else {
                            for (int y = 0; y < 4; y++)
                                for (int x = 0; x < 4; x++)
                                    sum += abs(frame[(y0 + y) * W + x0 + x] -
                                               reference[clamp(y0 + y + dy, H - 1) * W + clamp(x0 + x + dx, W - 1)]);
                        }
                        *to++ = (uint16_t)sum;
                    }
            }
}

static void launch(Run *r)
{
    LAUNCH(r, "sad", DIM(W / 16, H / 16), DIM(64, 1), BUFFER(sums), BUFFER(frame), BUFFER(reference), VALUE(width),
           VALUE(height));
}

const Bench bench = { "sad", make, hand, launch };
