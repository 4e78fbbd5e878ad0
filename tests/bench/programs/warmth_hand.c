/* warmth_hand.c: several steps of heat on a chip. */
#include "bench.h"

static int cols = 256, rows = 256, launches = 3, steps = 2, border = 2;
static float cap = 0.5f, rx = 1.1f, ry = 1.2f, rz = 80.0f, step = 0.01f, elapsed;
static float *power, *first, *one, *two;

static void make(void)
{
    size_t n = (size_t)(cols * rows);
    power = bench_in(n, 4);
    bench_fill(power, n, 0, 1);
    first = bench_in(n, 4);
    bench_fill(first, n, 310, 340);
    one = bench_out(n, KIND_F32, 1e-4, 0);
    two = bench_out(n, KIND_F32, 1e-4, 0);
}

static void one_step(float *to, const float *from)
{
    float divided = step / cap, rx1 = 1 / rx, ry1 = 1 / ry, rz1 = 1 / rz;
#pragma omp parallel for
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            int at = r * cols + c;
            float here = from[at];
            float n = r > 0 ? from[at - cols] : here, s = r < rows - 1 ? from[at + cols] : here;
            float w = c > 0 ? from[at - 1] : here, e = c < cols - 1 ? from[at + 1] : here;
            to[at] = here + divided * (power[at] + (s + n - 2.0f * here) * ry1 + (e + w - 2.0f * here) * rx1 + (80.0f - here) * rz1);
        }
}

static void hand(void)
{
    static float between[256 * 256];
    float *from = first, *to = one;
    for (int l = 0; l < launches; l++) {
        one_step(between, from);
        one_step(to, between);
        from = to;
        to = to == one ? two : one;
    }
}

static void launch(Run *run)
{
    int small = 16 - steps * 2;
    uint32_t gx = (uint32_t)((cols + small - 1) / small), gy = (uint32_t)((rows + small - 1) / small);
    float *from = first, *to = one;
    for (int l = 0; l < launches; l++) {
        LAUNCH(run, "_Z6warmthiPfS_S_iiiiffffff", DIM(gx, gy), DIM(16, 16), VALUE(steps), BUFFER(power), BUFFER(from), BUFFER(to), VALUE(cols),
               VALUE(rows), VALUE(border), VALUE(border), VALUE(cap), VALUE(rx), VALUE(ry), VALUE(rz), VALUE(step), VALUE(elapsed));
        from = to;
        to = to == one ? two : one;
    }
}

const Bench bench = {"warmth", make, hand, launch};
