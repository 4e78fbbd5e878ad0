/* stencil_host.c: spreads heat with the kernels of stencil.cu. */
#include "sample.h"

extern const ptx2c_module stencil;

enum { STEPS = 4 };

/* The kernels' operations in their order: the bits agree. */
static void spread(const float *from, float *to, int32_t width, int32_t height, float rate)
{
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            size_t i = (size_t)y * (size_t)width + (size_t)x, w = (size_t)width;
            if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
                to[i] = from[i];
            } else {
                float around = (from[i - 1] + from[i + 1]) + (from[i - w] + from[i + w]);
                to[i] = fmaf(rate, fmaf(-4.0f, from[i], around), from[i]);
            }
        }
}

static void swap(float **a, float **b)
{
    float *t = *a;
    *a = *b;
    *b = t;
}

static bool steps(const Setup *s, const char *kernel, size_t shared, const float *start, const float *want)
{
    int32_t width = (int32_t)s->n.x, height = (int32_t)s->n.y;
    size_t cells = (size_t)s->n.x * s->n.y;
    float rate = 0.2f, *from = sample_alloc(cells, sizeof *from), *to = sample_alloc(cells, sizeof *to);
    memcpy(from, start, cells * sizeof *from);
    bool ok = true;
    for (int i = 0; ok && i < STEPS; i++) {
        void *args[] = { &from, &to, &width, &height, &rate };
        ok = sample_launch(&stencil, kernel, sample_grid(s, s->n.x, s->n.y), s->block, shared, args);
        swap(&from, &to);
    }
    ok = ok && sample_same_f32(kernel, from, want, cells);
    free(from);
    free(to);
    return ok;
}

static bool run(const Setup *s)
{
    size_t cells = (size_t)s->n.x * s->n.y;
    float *start = sample_alloc(cells, sizeof *start);
    float *want = sample_alloc(cells, sizeof *want), *next = sample_alloc(cells, sizeof *next);
    uint32_t seed = 8;
    for (size_t i = 0; i < cells; i++)
        want[i] = start[i] = sample_uniform(&seed, 0, 100);
    for (int i = 0; i < STEPS; i++) {
        spread(want, next, (int32_t)s->n.x, (int32_t)s->n.y, 0.2f);
        swap(&want, &next);
    }
    sample_say("%lux%lu cells, %d steps", (unsigned long)s->n.x, (unsigned long)s->n.y, STEPS);
    bool ok = steps(s, "stencil_simple", 0, start, want) &&
              steps(s, "stencil_tiled", (s->block.x + 2) * (s->block.y + 2) * sizeof(float), start, want);
    free(start);
    free(want);
    free(next);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_PLANES };
    static const Sample sample = {
        .name = "stencil", .sizes = "WIDTH,HEIGHT", .run = run,
        .normal = { .n = { 1024, 1024, 1 }, .block = { 32, 8, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
