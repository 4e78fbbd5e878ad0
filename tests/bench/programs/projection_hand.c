/* projection_hand.c: rows and columns of a matrix folded with weights. */
#include "bench.h"

static int rows = 512, cols = 768;
static float *m, *by_row, *by_col, *sums, *squares, *across;

static void make(void)
{
    m = bench_in((size_t)rows * (size_t)cols, sizeof *m);
    by_row = bench_in((size_t)rows, sizeof *by_row);
    by_col = bench_in((size_t)cols, sizeof *by_col);
    sums = bench_out((size_t)cols, KIND_F32, 1e-4, 0);
    squares = bench_out((size_t)cols, KIND_F32, 1e-4, 0);
    across = bench_out((size_t)rows, KIND_F32, 1e-4, 0);
    bench_fill(m, (size_t)rows * (size_t)cols, -1, 1);
    bench_fill(by_row, (size_t)rows, 0, 1);
    bench_fill(by_col, (size_t)cols, 0, 1);
}

static void hand(void)
{
#pragma omp parallel
    {
        const Share s = bench_share(cols);
        for (int c = s.first; c < s.end; c++)
            sums[c] = squares[c] = 0;
        for (int r = 0; r < rows; r++)
            for (int c = s.first; c < s.end; c++) {
                float v = m[r * cols + c] * by_row[r];
                sums[c] += v;
                squares[c] += v * v;
            }
        for (int c = s.first; c < s.end; c++)
            sums[c] /= (float)rows;
#pragma omp for
        for (int r = 0; r < rows; r++) {
            float sum = across[r];
            for (int c = 0; c < cols; c++)
                sum += m[r * cols + c] * by_col[c];
            across[r] = sum;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "project_columns", DIM((uint32_t)(cols + 127) / 128, 1), DIM(128, 1), BUFFER(m), BUFFER(by_row), BUFFER(sums),
           BUFFER(squares), VALUE(rows), VALUE(cols));
    LAUNCH(r, "project_rows", DIM((uint32_t)(rows + 127) / 128, 1), DIM(128, 1), BUFFER(m), BUFFER(by_col), BUFFER(across),
           VALUE(rows), VALUE(cols));
}

const Bench bench = { "projection", make, hand, launch };
