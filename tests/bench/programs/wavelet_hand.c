/* wavelet_hand.c: a step of the 5/3 wavelet, rows then columns. */
#include "bench.h"

enum { WIDTH = 512, HEIGHT = 256 };
static int width = WIDTH, height = HEIGHT;
static int *in, *between, *out;

static void make(void)
{
    in = bench_in(WIDTH * HEIGHT, sizeof *in);
    between = bench_out(WIDTH * HEIGHT, KIND_U32, 0, 0);
    out = bench_out(WIDTH * HEIGHT, KIND_U32, 0, 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        in[i] = (int)(bench_random() & 255);
}

static int mirror(int y) { return y < 0 ? -y : y >= HEIGHT ? 2 * (HEIGHT - 1) - y : y; }

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < HEIGHT; y++) {
        const int *row = in + y * WIDTH;
        int *low = between + y * WIDTH, *high = low + WIDTH / 2;
        for (int x = 0; x < WIDTH / 2; x++) {
            const int right = 2 * x + 2 >= WIDTH ? WIDTH - 2 : 2 * x + 2;
            high[x] = row[2 * x + 1] - ((row[2 * x] + row[right]) >> 1);
        }
        for (int x = 0; x < WIDTH / 2; x++)
            low[x] = row[2 * x] + ((high[x > 0 ? x - 1 : 0] + high[x] + 2) >> 2);
    }
#pragma omp parallel for
    for (int y = 0; y < HEIGHT; y += 2) {
        const int *p2 = between + mirror(y - 2) * WIDTH, *p1 = between + mirror(y - 1) * WIDTH, *c = between + y * WIDTH;
        const int *n1 = between + mirror(y + 1) * WIDTH, *n2 = between + mirror(y + 2) * WIDTH;
        for (int x = 0; x < WIDTH; x++) {
            const int before = p1[x] - ((p2[x] + c[x]) >> 1), after = n1[x] - ((c[x] + n2[x]) >> 1);
            out[y / 2 * WIDTH + x] = c[x] + ((before + after + 2) >> 2);
            out[(y + HEIGHT) / 2 * WIDTH + x] = after;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "horizontal", DIM(WIDTH / 256, HEIGHT), DIM(256, 1), BUFFER(in), BUFFER(between), VALUE(width));
    LAUNCH(r, "vertical", DIM(WIDTH / 64, HEIGHT / 8), DIM(64, 4), BUFFER(between), BUFFER(out), VALUE(width), VALUE(height));
}

const Bench bench = { "wavelet", make, hand, launch };
