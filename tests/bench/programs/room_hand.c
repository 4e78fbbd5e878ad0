/* room_hand.c: a step of a wave in a room whose walls reflect. */
#include "bench.h"

enum { W = 200, H = 120, D = 24 };
static const int w = W, h = H, d = D;
static const float speed = 0.2f;
static float *now, *before, *next;

static void make(void)
{
    now = bench_in(W * H * D, sizeof *now);
    before = bench_in(W * H * D, sizeof *before);
    next = bench_out(W * H * D, KIND_F32, 1e-5, 0);
    bench_fill(now, W * H * D, -1, 1);
    bench_fill(before, W * H * D, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++) {
            const float *row = now + (z * H + y) * W, *up = y > 0 ? row - W : row, *down = y < H - 1 ? row + W : row;
            const float *front = z > 0 ? row - W * H : row, *back = z < D - 1 ? row + W * H : row, *old = before + (z * H + y) * W;
            float *to = next + (z * H + y) * W;
            for (int x = 0; x < W; x++) {
                const float c = row[x], s = row[x > 0 ? x - 1 : 0] + row[x < W - 1 ? x + 1 : W - 1] + up[x] + down[x] + front[x] + back[x];
                to[x] = 2 * c - old[x] + speed * (s - 6 * c);
            }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "room", DIM((W + 31) / 32, (H + 7) / 8), DIM(32, 8), BUFFER(now), BUFFER(before), BUFFER(next), VALUE(w), VALUE(h), VALUE(d), VALUE(speed));
}

const Bench bench = { "room", make, hand, launch };
