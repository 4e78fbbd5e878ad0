/* spmv_host.c: multiplies a sparse matrix with the kernels of spmv.cu. */
#include "sample.h"

extern const ptx2c_module spmv;

typedef struct Matrix {
    uint32_t rows, *start, *column;
    float *value;
} Matrix;

/* Most rows are short, some empty, every 50th is long: neighbouring threads do unequal work. */
static Matrix make_matrix(uint32_t rows)
{
    Matrix m = { .rows = rows, .start = sample_alloc((size_t)rows + 1, sizeof *m.start) };
    uint32_t seed = 10;
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t length = row % 50 == 49 ? 100 + sample_random(&seed) % 100 : sample_random(&seed) % 20;
        m.start[row + 1] = m.start[row] + (length < rows ? length : rows);
    }
    m.column = sample_alloc(m.start[rows], sizeof *m.column);
    m.value = sample_alloc(m.start[rows], sizeof *m.value);
    for (uint32_t i = 0; i < m.start[rows]; i++) {
        m.column[i] = sample_random(&seed) % rows;
        m.value[i] = (float)(sample_random(&seed) % 33) / 4 - 4;
    }
    return m;
}

/* Multiples of 1/16 that stay below 2^19: sums are exact in any order. */
static void multiply(const Matrix *m, const float *x, float *y)
{
    for (uint32_t row = 0; row < m->rows; row++) {
        y[row] = 0;
        for (uint32_t i = m->start[row]; i < m->start[row + 1]; i++)
            y[row] += m->value[i] * x[m->column[i]];
    }
}

static bool run(const Setup *s)
{
    Matrix m = make_matrix(s->n.x);
    float *x = sample_alloc(m.rows, sizeof *x), *y = sample_alloc(m.rows, sizeof *y);
    float *want = sample_alloc(m.rows, sizeof *want);
    for (uint32_t i = 0; i < m.rows; i++)
        x[i] = (float)(i % 41) / 4 - 5;
    multiply(&m, x, want);

    void *args[] = { &m.rows, &m.start, &m.column, &m.value, &x, &y };
    sample_say("%lu rows, %lu values", (unsigned long)m.rows, (unsigned long)m.start[m.rows]);
    bool ok = s->block.x == 32 || sample_volume(s->block) == s->block.x ||
              sample_fail("blocks of %lux%lu: give X, or 32,Y", (unsigned long)s->block.x, (unsigned long)s->block.y);
    if (ok && s->block.y == 1)
        ok = sample_launch(&spmv, "spmv_rows", sample_grid(s, m.rows, 1), s->block, 0, args) &&
             sample_same_f32("spmv_rows y", y, want, m.rows);
    if (ok && s->block.x == 32) {
        ptx2c_dim3 grid = s->grid.x ? s->grid : sample_dim(sample_ceil_div(m.rows, s->block.y), 1, 1);
        memset(y, 0, m.rows * sizeof *y);
        ok = sample_launch(&spmv, "spmv_warps", grid, s->block, 0, args) &&
             sample_same_f32("spmv_warps y", y, want, m.rows);
    }
    free(m.start);
    free(m.column);
    free(m.value);
    free(x);
    free(y);
    free(want);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = {
        SAMPLE_LINES,
        SAMPLE_PLANE(1, 1, 32, 3, 0, 1),   SAMPLE_PLANE(100, 1, 32, 3, 0, 1),   SAMPLE_PLANE(1000, 1, 32, 8, 0, 1),
        SAMPLE_PLANE(100, 1, 32, 7, 1, 1), SAMPLE_PLANE(1000, 1, 32, 32, 0, 1), SAMPLE_PLANE(100, 1, 32, 1, 2000, 1),
    };
    static const Sample sample = {
        .name = "spmv", .sizes = "rows; --block 32,Y gives each row a warp, X a thread", .run = run,
        .normal = { .n = { 200000, 1, 1 }, .block = { 128, 1, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
