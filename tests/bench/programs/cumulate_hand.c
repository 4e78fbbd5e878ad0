/* cumulate_hand.c: sums over windows of images. */
#include "bench.h"

static int rows = 41, cols = 53, count = 30;
static float *in, *sums;

static void make(void)
{
    in = bench_in((size_t)(count * rows * cols), 4);
    bench_fill(in, (size_t)(count * rows * cols), -1, 1);
    sums = bench_out((size_t)(count * rows * cols), KIND_F32, 1e-3, 1e-3);
}

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < count; b++) {
        float s[64 * 64];
        const float *from = in + b * rows * cols;
        float *to = sums + b * rows * cols;
        for (int c = 0; c < cols; c++) {
            float sum = 0;
            for (int r = 0; r < rows; r++) {
                sum += from[c * rows + r] * from[c * rows + r];
                s[c * rows + r] = sum;
            }
        }
        for (int c = 1; c < cols; c++)
            for (int r = 0; r < rows; r++)
                s[c * rows + r] += s[(c - 1) * rows + r];
        for (int c = 0; c < cols; c++)
            for (int r = 0; r < rows; r++)
                to[c * rows + r] = r >= 3 && c >= 3 ? s[c * rows + r] - s[c * rows + r - 3] - s[(c - 3) * rows + r] + s[(c - 3) * rows + r - 3] : s[c * rows + r];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "cumulate", DIM((uint32_t)count, 1), DIM(128, 1), BUFFER(in), BUFFER(sums), VALUE(rows), VALUE(cols));
}

const Bench bench = {"cumulate", make, hand, launch};
