/* mandelbrot_hand.c: how long a point stays. */
#include "bench.h"

static int width = 320, height = 240, limit = 200, *count;
static float left = -2.2f, top = 1.2f, pixel = 0.01f;

static void make(void)
{
    /* The kernel fuses multiplications and additions: chaotic points leave at other times. */
    count = bench_out((size_t)(width * height), KIND_U32, 0, 0.02);
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int py = 0; py < height; py++)
        for (int px = 0; px < width; px++) {
            float cx = left + (float)px * pixel, cy = top - (float)py * pixel, x = 0, y = 0;
            int n = 0;
            while (n < limit && x * x + y * y <= 4.0f) {
                float next = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = next;
                n++;
            }
            count[py * width + px] = n;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "mandelbrot", DIM((uint32_t)(width + 15) / 16, (uint32_t)(height + 15) / 16), DIM(16, 16), BUFFER(count),
           VALUE(width), VALUE(height), VALUE(left), VALUE(top), VALUE(pixel), VALUE(limit));
}

const Bench bench = { "mandelbrot", make, hand, launch };
