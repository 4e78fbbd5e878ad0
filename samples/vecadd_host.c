/* vecadd_host.c: adds vectors with the kernels of vecadd.cu. */
#include "sample.h"

extern const ptx2c_module vecadd;

/* Spelt out once without helpers: look up, list the arguments' addresses, launch, test the status. */
static bool add(const Setup *s, uint32_t n)
{
    int32_t *a = sample_alloc(n, sizeof *a), *b = sample_alloc(n, sizeof *b), *sum = sample_alloc(n, sizeof *sum);
    for (uint32_t i = 0; i < n; i++) {
        a[i] = (int32_t)(i * 3);
        b[i] = 7 - (int32_t)i;
    }
    bool ok = true;
    const ptx2c_kernel *kernel = ptx2c_find_kernel(&vecadd, "vec_add");
    if (!kernel) {
        ok = sample_fail("no kernel vec_add");
    } else {
        void *args[] = { &a, &b, &sum, &n };
        int status = ptx2c_launch(kernel, sample_grid(s, n, 1), s->block, 0, args);
        if (status)
            ok = sample_fail("vec_add: %s", ptx2c_strerror(status));
    }
    for (uint32_t i = 0; ok && i < n; i++)
        if (sum[i] != a[i] + b[i])
            ok = sample_fail("sum[%lu] = %ld, not %ld", (unsigned long)i, (long)sum[i], (long)(a[i] + b[i]));
    free(a);
    free(b);
    free(sum);
    return ok;
}

static bool saxpy(const Setup *s, uint32_t n)
{
    float a = 1.7f;
    float *x = sample_alloc(n, sizeof *x), *y = sample_alloc(n, sizeof *y), *want = sample_alloc(n, sizeof *want);
    uint32_t seed = 1;
    for (uint32_t i = 0; i < n; i++) {
        x[i] = sample_uniform(&seed, -1, 1);
        y[i] = sample_uniform(&seed, -1, 1);
        want[i] = fmaf(a, x[i], y[i]);
    }
    void *args[] = { &n, &a, &x, &y };
    bool ok = sample_launch(&vecadd, "saxpy", sample_grid(s, n, 1), s->block, 0, args) &&
              sample_same_f32("y", y, want, n);
    free(x);
    free(y);
    free(want);
    return ok;
}

/* One thread per element, whatever grid was asked for. */
static bool scale(const Setup *s, uint32_t count)
{
    double factor = 0.1;
    int32_t n = (int32_t)count;
    double *x = sample_alloc(count, sizeof *x);
    for (uint32_t i = 0; i < count; i++)
        x[i] = i;
    void *args[] = { &x, &factor, &n };
    bool ok = sample_launch(&vecadd, "vec_scale", sample_dim(sample_ceil_div(count, s->block.x), 1, 1), s->block, 0,
                            args);
    for (uint32_t i = 0; ok && i < count; i++)
        if (x[i] != i * 0.1)
            ok = sample_fail("x[%lu] = %.17g, not %.17g", (unsigned long)i, x[i], i * 0.1);
    free(x);
    return ok;
}

static bool run(const Setup *s)
{
    sample_say("%lu elements", (unsigned long)s->n.x);
    return add(s, s->n.x) && saxpy(s, s->n.x) && scale(s, s->n.x);
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_LINES };
    static const Sample sample = {
        .name = "vecadd", .sizes = "elements", .run = run,
        .normal = { .n = { 1048576, 1, 1 }, .block = { 256, 1, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
