/* diffusion_hand.c: two substances that react and diffuse, a step there and one back. */
#include "bench.h"

static int width = 500, height = 240;
static float *u, *v, *un, *vn, du = 0.16f, dv = 0.08f, feed = 0.035f, kill = 0.06f;

static void make(void)
{
    const size_t count = (size_t)width * (size_t)height;
    u = bench_in(count, sizeof *u);
    v = bench_in(count, sizeof *v);
    un = bench_out(count, KIND_F32, 1e-5, 0);
    vn = bench_out(count, KIND_F32, 1e-5, 0);
    bench_fill(u, count, 0, 1);
    bench_fill(v, count, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++) {
            const int i = y * width + x;
            float a = u[i], b = v[i];
            float lu = u[i - 1] + u[i + 1] + u[i - width] + u[i + width] - 4 * a;
            float lv = v[i - 1] + v[i + 1] + v[i - width] + v[i + width] - 4 * b;
            float r = a * b * b;
            un[i] = a + du * lu - r + feed * (1 - a);
            vn[i] = b + dv * lv + r - (feed + kill) * b;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "diffuse", DIM((uint32_t)(width + 31) / 32, (uint32_t)(height + 7) / 8), DIM(32, 8), BUFFER(u), BUFFER(v),
           BUFFER(un), BUFFER(vn), VALUE(width), VALUE(height), VALUE(du), VALUE(dv), VALUE(feed), VALUE(kill));
}

const Bench bench = { "diffusion", make, hand, launch };
