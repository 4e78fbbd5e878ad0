/* transpose_host.c: transposes matrices with the kernels of transpose.cu. */
#include "sample.h"

extern const ptx2c_module transpose;

static bool floats(const Setup *s, int32_t width, int32_t height)
{
    size_t w = s->n.x, h = s->n.y, cells = w * h;
    float *in = sample_alloc(cells, sizeof *in), *out = sample_alloc(cells, sizeof *out);
    float *want = sample_alloc(cells, sizeof *want);
    for (size_t i = 0; i < cells; i++) {
        in[i] = (float)i;
        want[i % w * h + i / w] = in[i];
    }
    void *args[] = { &in, &out, &width, &height };
    bool ok = true;
    if (s->block.x == 32 && s->block.y == 8) {
        ptx2c_dim3 grid = s->grid;
        if (!grid.x)
            grid = sample_dim(sample_ceil_div(s->n.x, 32), sample_ceil_div(s->n.y, 32), 1);
        ok = sample_launch(&transpose, "transpose_tiled", grid, s->block, 0, args) &&
             sample_same_f32("transpose_tiled out", out, want, cells);
        memset(out, 0, cells * sizeof *out);
    }
    ok = ok && sample_launch(&transpose, "transpose_simple", sample_grid(s, s->n.x, s->n.y), s->block, 0, args) &&
         sample_same_f32("transpose_simple out", out, want, cells);
    free(in);
    free(out);
    free(want);
    return ok;
}

static bool bytes(const Setup *s, int32_t size)
{
    size_t n = (size_t)size;
    uint8_t *m = sample_alloc(n, n);
    for (size_t i = 0; i < n * n; i++)
        m[i] = (uint8_t)(i * 7 + i / n);
    void *args[] = { &m, &size };
    bool ok = sample_launch(&transpose, "transpose_bytes", sample_grid(s, s->n.x, s->n.x), s->block, 0, args);
    for (size_t i = 0; ok && i < n * n; i++) {
        size_t from = i % n * n + i / n;
        uint8_t want = (uint8_t)(from * 7 + from / n);
        if (m[i] != want)
            ok = sample_fail("transpose_bytes m[%zu] = %d, not %d", i, m[i], want);
    }
    free(m);
    return ok;
}

static bool run(const Setup *s)
{
    sample_say("%lux%lu", (unsigned long)s->n.x, (unsigned long)s->n.y);
    return floats(s, (int32_t)s->n.x, (int32_t)s->n.y) && bytes(s, (int32_t)s->n.x);
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_PLANES };
    static const Sample sample = {
        .name = "transpose", .sizes = "WIDTH,HEIGHT", .run = run,
        .normal = { .n = { 1024, 1024, 1 }, .block = { 32, 8, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
