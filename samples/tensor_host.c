/* tensor_host.c: multiplies matrices of halves with the kernels of tensor.cu. */
#include "sample.h"

extern const ptx2c_module tensor;

/* Random halves in (-1, 1), 2^-10 apart, and the same as floats. */
static void fill(uint16_t *half, float *value, size_t n, uint32_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        int v = (int)sample_uniform(seed, -1023, 1024);
        uint16_t sign = v < 0 ? 0x8000 : 0;
        uint32_t exp = 25, mag = (uint32_t)(v < 0 ? -v : v); /* mag * 2^-10 */
        value[i] = (float)v / 1024;
        while (mag && mag < 1024) {
            mag <<= 1;
            exp--;
        }
        half[i] = mag ? (uint16_t)(sign | ((exp - 10) << 10) | (mag & 1023)) : sign;
    }
}

static bool run(const Setup *s)
{
    uint32_t m = s->n.x, n = s->n.y, k = s->n.z, seed = 5;
    uint16_t *a = sample_alloc((size_t)m * k, sizeof *a), *b = sample_alloc((size_t)k * n, sizeof *b);
    float *fa = sample_alloc((size_t)m * k, sizeof *fa), *fb = sample_alloc((size_t)k * n, sizeof *fb);
    float *c = sample_alloc((size_t)m * n, sizeof *c), *want = sample_alloc((size_t)m * n, sizeof *want);
    fill(a, fa, (size_t)m * k, &seed);
    fill(b, fb, (size_t)k * n, &seed);
    /* products of halves are exact in float */
    sample_multiply(fa, fb, want, m, n, k);

    ptx2c_dim3 grid = s->grid.x ? s->grid : (ptx2c_dim3){(n + 31) / 32, (m + 31) / 32, 1};
    void *args[] = {&a, &b, &c, &m, &n, &k};
    sample_say("%lux%lux%lu", (unsigned long)m, (unsigned long)n, (unsigned long)k);
    bool ok = sample_launch(&tensor, "tensor_wmma", grid, s->block, 0, args) &&
              sample_same_f32("tensor_wmma c", c, want, (size_t)m * n);
    if (ok) {
        memset(c, 0, (size_t)m * n * sizeof *c);
        ok = sample_launch(&tensor, "tensor_mma", grid, s->block, 0, args) &&
             sample_same_f32("tensor_mma c", c, want, (size_t)m * n);
    }
    free(a);
    free(b);
    free(fa);
    free(fb);
    free(c);
    free(want);
    return ok;
}

#define SHAPE(rows, columns, inner, gx, gy)                                                                            \
    { .n = { rows, columns, inner }, .block = { 128, 1, 1 }, .grid = { gx, gy, 1 } }

int main(int argc, char **argv)
{
    static const Setup shapes[] = {
        SHAPE(1, 1, 1, 0, 0), SHAPE(64, 32, 32, 0, 0), SHAPE(65, 63, 33, 0, 0), SHAPE(60, 100, 50, 1, 1),
        SHAPE(20, 70, 47, 3, 2),
    };
    static const Sample sample = {
        .name = "tensor", .sizes = "M,N,K: rows and columns of the product, length of the sums", .run = run,
        .normal = { .n = { 256, 256, 256 }, .block = { 128, 1, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
