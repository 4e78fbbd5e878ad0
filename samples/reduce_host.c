/* reduce_host.c: reduces arrays with the kernels of reduce.cu. */
#include "sample.h"

extern const ptx2c_module reduce;

/* Multiples of 1/8 whose partial sums all fit in 24 bits: float sums are exact in whatever order they are made. */
static bool sums(const Setup *s, uint32_t n, ptx2c_dim3 grid)
{
    float *in = sample_alloc(n, sizeof *in), want = 0;
    uint32_t seed = 3;
    for (uint32_t i = 0; i < n; i++) {
        in[i] = (float)(sample_random(&seed) % 17) / 8 - 1;
        want += in[i];
    }
    float total = 0, *to = &total;
    void *args[] = { &in, &n, &to };
    bool ok = sample_launch(&reduce, "reduce_shuffle", grid, s->block, 0, args) &&
              sample_same_f32("reduce_shuffle total", &total, &want, 1);
    if (ok) {
        total = 0;
        ok = sample_launch(&reduce, "reduce_tree", grid, s->block, sample_volume(s->block) * sizeof *in, args) &&
             sample_same_f32("reduce_tree total", &total, &want, 1);
    }
    free(in);
    return ok;
}

static bool range(const Setup *s, uint32_t n, ptx2c_dim3 grid)
{
    int32_t *in = sample_alloc(n, sizeof *in), low = INT32_MAX, high = INT32_MIN;
    uint32_t seed = 4;
    for (uint32_t i = 0; i < n; i++) {
        in[i] = (int32_t)(sample_random(&seed) % 2000001) - 1000000;
        low = in[i] < low ? in[i] : low;
        high = in[i] > high ? in[i] : high;
    }
    int32_t got[2] = { INT32_MAX, INT32_MIN }, *to = got;
    uint64_t count = 0, *seen = &count;
    void *args[] = { &in, &n, &to, &seen };
    bool ok = sample_launch(&reduce, "reduce_range", grid, s->block, 0, args);
    if (ok && (got[0] != low || got[1] != high))
        ok = sample_fail("range %ld to %ld, not %ld to %ld", (long)got[0], (long)got[1], (long)low, (long)high);
    if (ok && count != n)
        ok = sample_fail("count = %llu, not %lu", (unsigned long long)count, (unsigned long)n);
    free(in);
    return ok;
}

static bool run(const Setup *s)
{
    uint32_t n = s->n.x;
    ptx2c_dim3 grid = sample_grid_linear(s, n);
    sample_say("%lu elements", (unsigned long)n);
    return sums(s, n, grid) && range(s, n, grid);
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_LINES, SAMPLE_BLOCKS };
    static const Sample sample = {
        .name = "reduce", .sizes = "elements", .run = run,
        .normal = { .n = { 1048576, 1, 1 }, .block = { 256, 1, 1 }, .grid = { 512, 1, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
