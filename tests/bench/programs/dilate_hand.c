/* dilate_hand.c: the greatest number within a disk around each place. */
#include "bench.h"

static int rows = 97, cols = 141, size = 11;
static float *in, *out, *element;

static void make(void)
{
    in = bench_in((size_t)(rows * cols), 4);
    bench_fill(in, (size_t)(rows * cols), 0, 1);
    out = bench_out((size_t)(rows * cols), KIND_F32, 0, 0);
    element = bench_in((size_t)(size * size), 4);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            element[y * size + x] = (y - size / 2) * (y - size / 2) + (x - size / 2) * (x - size / 2) <= size * size / 4;
}

static void hand(void)
{
    const int half = size / 2;
#pragma omp parallel for
    for (int j = 0; j < cols; j++) {
        float most[128] = {0};
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++) {
                const int xx = j - half + x, dy = y - half;
                if (element[y * size + x] == 0 || xx < 0 || xx >= cols)
                    continue;
                const int from = dy < 0 ? -dy : 0, to = dy > 0 ? rows - dy : rows;
                for (int i = from; i < to; i++) {
                    const float v = in[xx * rows + i + dy];
                    most[i] = v > most[i] ? v : most[i];
                }
            }
        for (int i = 0; i < rows; i++)
            out[i * cols + j] = most[i];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "dilate", DIM((uint32_t)(rows * cols + 175) / 176, 1), DIM(176, 1), BUFFER(in), BUFFER(out), BUFFER(element), VALUE(rows), VALUE(cols),
           VALUE(size));
}

const Bench bench = {"dilate", make, hand, launch};
