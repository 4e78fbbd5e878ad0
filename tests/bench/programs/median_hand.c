/* median_hand.c: the median of 3 x 3 pixels. */
#include "bench.h"
#include <string.h>

enum { W = 256, H = 200 };
static uint8_t *in, *out;
static int w = W, h = H;

static void make(void)
{
    in = bench_in(W * H, 1);
    out = bench_out(W * H, KIND_U8, 0, 0);
    for (int i = 0; i < W * H; i++)
        in[i] = (uint8_t)bench_random();
}

#define ORDER(a, b) (low = v[a] < v[b] ? v[a] : v[b], v[b] = v[a] < v[b] ? v[b] : v[a], v[a] = low)

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < h; y++) {
        uint8_t rows[3][W + 2] = {0};
        for (int r = 0; r < 3; r++)
            if (y + r - 1 >= 0 && y + r - 1 < h)
                memcpy(rows[r] + 1, in + (y + r - 1) * w, W);
        for (int x = 0; x < W; x++) {
            uint8_t v[9], low;
            for (int i = 0; i < 9; i++)
                v[i] = rows[i / 3][x + i % 3];
            ORDER(1, 2), ORDER(4, 5), ORDER(7, 8);
            ORDER(0, 1), ORDER(3, 4), ORDER(6, 7);
            ORDER(1, 2), ORDER(4, 5), ORDER(7, 8);
            ORDER(0, 3), ORDER(5, 8), ORDER(4, 7);
            ORDER(3, 6), ORDER(1, 4), ORDER(2, 5);
            ORDER(4, 7), ORDER(4, 2), ORDER(6, 4);
            ORDER(4, 2);
            out[y * w + x] = v[4];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "median", DIM((W + 15) / 16, (H + 15) / 16), DIM(16, 16), BUFFER(in), BUFFER(out), VALUE(w), VALUE(h));
}

const Bench bench = {"median", make, hand, launch};
