/* pipeline: asynchronous copies in groups and with barriers, against plain C. */
#include "sample.h"

extern const ptx2c_module pipeline;

enum { PART = 64 };

static bool smooth(const Setup *s, uint32_t n, const float *in)
{
    float *out = sample_alloc(n, sizeof *out), *want = sample_alloc(n, sizeof *want);
    ptx2c_dim3 block = sample_dim(sample_volume(s->block), 1, 1);
    ptx2c_dim3 grid = s->grid.x ? s->grid : sample_dim(sample_ceil_div(sample_ceil_div(n, block.x), 4), 1, 1);
    size_t shared = 2 * ((size_t)block.x + 2) * sizeof(float);
    for (uint32_t i = 0; i < n; i++)
        want[i] = 0.25f * (i ? in[i - 1] : 0) + 0.5f * in[i] + 0.25f * (i + 1 < n ? in[i + 1] : 0);
    bool ok = sample_launch(&pipeline, "smooth", grid, block, shared, (void *[]){ &out, &in, &n }) &&
              sample_same_f32("out", out, want, n);
    free(out);
    free(want);
    return ok;
}

static bool produce(const Setup *s, uint32_t n, const float *in)
{
    int32_t parts = (int32_t)(n / PART);
    uint32_t blocks = s->grid.x && s->grid.x < 50 ? s->grid.x : 7;
    double *sums = sample_alloc(blocks * PART, sizeof *sums), *want = sample_alloc(blocks * PART, sizeof *want);
    for (uint32_t b = 0; b < blocks; b++)
        for (uint32_t i = b; i < (uint32_t)parts; i += blocks)
            for (uint32_t t = 0; t < PART; t++)
                want[b * PART + t] += (double)in[i * PART + (t + 1) % PART];
    bool ok = sample_launch(&pipeline, "produce_consume", sample_dim(blocks, 1, 1), sample_dim(2 * PART, 1, 1), 0,
                            (void *[]){ &sums, &in, &parts });
    for (uint32_t i = 0; i < blocks * PART && ok; i++)
        if (!(sums[i] == want[i]))
            ok = sample_fail("sums[%lu] = %.17g, not %.17g", (unsigned long)i, sums[i], want[i]);
    free(sums);
    free(want);
    return ok;
}

static bool run(const Setup *s)
{
    uint32_t n = s->n.x, seed = n;
    float *in = sample_alloc(n, sizeof *in);
    for (uint32_t i = 0; i < n; i++) /* multiples of 1/64: exact whether fused or not */
        in[i] = (float)(sample_random(&seed) % 4096) / 64;
    bool ok = smooth(s, n, in) && produce(s, n, in);
    sample_say("%lu numbers", (unsigned long)n);
    free(in);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_LINES };
    static const Sample sample = { "pipeline", "numbers", run, SAMPLE_LINE(1000000, 256, 0), shapes, SAMPLE_COUNT(shapes) };
    return sample_main(&sample, argc, argv);
}
