/* bayer_hand.c: a raw picture's colours: rows with a border of their own, the two kinds of pixels in a row one after the other. */
#include <string.h>

#include "bench.h"

enum { W = 638, H = 466 };
static int w = W, h = H;
static unsigned char *raw, *out;

static void make(void)
{
    raw = bench_in(W * H, 1);
    out = bench_out(W * H * 4, KIND_U8, 0, 0);
    for (int i = 0; i < W * H; i++)
        raw[i] = (unsigned char)bench_random();
}

static void copy_row(unsigned char *to, int y)
{
    y = y < 0 ? -y : y >= H ? 2 * H - 2 - y : y;
    memcpy(to + 1, raw + y * W, W);
    to[0] = raw[y * W + 1];
    to[W + 1] = raw[y * W + W - 2];
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < H; y++) {
        unsigned char up[W + 2], row[W + 2], down[W + 2];
        copy_row(up, y - 1);
        copy_row(row, y);
        copy_row(down, y + 1);
#pragma omp simd
        for (int x = 0; x < W; x++) {
            const int here = row[x + 1], sides = (row[x] + row[x + 2] + 1) / 2, above = (up[x + 1] + down[x + 1] + 1) / 2;
            const int cross = (row[x] + row[x + 2] + up[x + 1] + down[x + 1] + 2) / 4;
            const int corners = (up[x] + up[x + 2] + down[x] + down[x + 2] + 2) / 4;
            const int odd = x & 1;
            int red, green, blue;
            if (y & 1) {
                red = odd ? corners : above;
                green = odd ? cross : here;
                blue = odd ? here : sides;
            } else {
                red = odd ? sides : here;
                green = odd ? here : cross;
                blue = odd ? above : corners;
            }
            unsigned char *to = out + 4 * (y * W + x);
            to[0] = (unsigned char)red;
            to[1] = (unsigned char)green;
            to[2] = (unsigned char)blue;
            to[3] = 255;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "bayer", DIM((W + 31) / 32, (H + 7) / 8), DIM(32, 8), BUFFER(raw), BUFFER(out), VALUE(w), VALUE(h));
}

const Bench bench = {"bayer", make, hand, launch};
