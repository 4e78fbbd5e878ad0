/* matmul_host.c: multiplies matrices with the kernels of matmul.cu. */
#include "sample.h"

extern const ptx2c_module matmul;

static bool run(const Setup *s)
{
    uint32_t m = s->n.x, n = s->n.y, k = s->n.z;
    float *a = sample_alloc((size_t)m * k, sizeof *a), *b = sample_alloc((size_t)k * n, sizeof *b);
    float *c = sample_alloc((size_t)m * n, sizeof *c), *want = sample_alloc((size_t)m * n, sizeof *want);
    uint32_t seed = 2;
    for (uint32_t i = 0; i < m * k; i++)
        a[i] = sample_uniform(&seed, -1, 1);
    for (uint32_t i = 0; i < k * n; i++)
        b[i] = sample_uniform(&seed, -1, 1);
    sample_multiply(a, b, want, m, n, k);

    ptx2c_dim3 grid = sample_grid(s, n, m), block = s->block;
    void *args[] = { &a, &b, &c, &m, &n, &k };
    bool ok = true;
    sample_say("%lux%lux%lu", (unsigned long)m, (unsigned long)n, (unsigned long)k);
    if (block.x == 16 && block.y == 16)
        ok = sample_launch(&matmul, "matmul_tiled", grid, block, 0, args) &&
             sample_same_f32("matmul_tiled c", c, want, (size_t)m * n);
    if (ok && block.x == block.y) {
        memset(c, 0, (size_t)m * n * sizeof *c);
        ok = sample_launch(&matmul, "matmul_any", grid, block, 2 * sizeof(float) * block.x * block.x, args) &&
             sample_same_f32("matmul_any c", c, want, (size_t)m * n);
    }
    if (ok) {
        memset(c, 0, (size_t)m * n * sizeof *c);
        ok = sample_launch(&matmul, "matmul_simple", grid, block, 0, args) &&
             sample_same_f32("matmul_simple c", c, want, (size_t)m * n);
    }
    free(a);
    free(b);
    free(c);
    free(want);
    return ok;
}

#define SHAPE(rows, columns, inner, bx, by, gx, gy)                                                                    \
    { .n = { rows, columns, inner }, .block = { bx, by, 1 }, .grid = { gx, gy, 1 } }

int main(int argc, char **argv)
{
    static const Setup shapes[] = {
        SHAPE(1, 1, 1, 16, 16, 0, 0),   SHAPE(16, 16, 16, 16, 16, 0, 0), SHAPE(33, 17, 20, 16, 16, 0, 0),
        SHAPE(33, 50, 20, 16, 16, 1, 1), SHAPE(33, 50, 20, 16, 16, 2, 1), SHAPE(5, 7, 40, 16, 16, 9, 9),
        SHAPE(9, 8, 7, 1, 1, 0, 0),     SHAPE(20, 20, 20, 7, 7, 0, 0),   SHAPE(20, 20, 20, 10, 10, 1, 1),
        SHAPE(33, 34, 35, 32, 32, 0, 0), SHAPE(20, 40, 9, 33, 3, 0, 0),  SHAPE(20, 40, 9, 100, 1, 0, 0),
        SHAPE(20, 40, 9, 1, 256, 0, 0), SHAPE(20, 40, 9, 32, 8, 1, 1),   SHAPE(40, 40, 3, 1, 1, 60, 60),
    };
    static const Sample sample = {
        .name = "matmul", .sizes = "M,N,K: rows and columns of the product, length of the sums", .run = run,
        .normal = { .n = { 256, 256, 256 }, .block = { 16, 16, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
