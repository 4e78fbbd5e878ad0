/* pyramid_hand.c: a plate that warms and cools: two steps, each cell from its neighbours, the border's cells their own. */
#include "bench.h"

static int cols = 512, rows = 384, steps = 2, margin = 2;
static float *power, *from, *middle, *to, sx = 0.3f, sy = 0.2f, sz = 0.01f, rate = 0.4f;

static void make(void)
{
    const size_t count = (size_t)cols * (size_t)rows;
    power = bench_in(count, sizeof *power);
    from = bench_in(count, sizeof *from);
    middle = bench_in(count, sizeof *middle);
    to = bench_out(count, KIND_F32, 1e-5, 0);
    bench_fill(power, count, 0, 1);
    bench_fill(from, count, 60, 90);
}

static inline float cell(float c, float p, float n, float s, float w, float e)
{
    return c + rate * (p + (s + n - 2 * c) * sy + (e + w - 2 * c) * sx + (80 - c) * sz);
}

static void step(const float *restrict in, float *restrict out)
{
#pragma omp parallel for
    for (int y = 0; y < rows; y++) {
        const float *r = in + y * cols, *n = y > 0 ? r - cols : r, *s = y < rows - 1 ? r + cols : r, *p = power + y * cols;
        float *o = out + y * cols;
        o[0] = cell(r[0], p[0], n[0], s[0], r[0], r[1]);
        for (int x = 1; x < cols - 1; x++)
            o[x] = cell(r[x], p[x], n[x], s[x], r[x - 1], r[x + 1]);
        o[cols - 1] = cell(r[cols - 1], p[cols - 1], n[cols - 1], s[cols - 1], r[cols - 2], r[cols - 1]);
    }
}

static void hand(void)
{
    step(from, middle);
    step(middle, to);
}

static void launch(Run *r)
{
    const int inner = 16 - 2 * margin;
    LAUNCH(r, "plate", DIM((uint32_t)((cols + inner - 1) / inner), (uint32_t)((rows + inner - 1) / inner)), DIM(16, 16),
           VALUE(steps), BUFFER(power), BUFFER(from), BUFFER(to), VALUE(cols), VALUE(rows), VALUE(margin), VALUE(sx),
           VALUE(sy), VALUE(sz), VALUE(rate));
}

const Bench bench = { "pyramid", make, hand, launch };
