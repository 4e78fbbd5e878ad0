/* rowmax_hand.c: the largest element of each row, where it stands, and the sum of the squared distances from it. */
#include "bench.h"

static int rows = 1000, columns = 300;
static float *a, *most, *sums;
static int *where;

static void make(void)
{
    a = bench_in((size_t)rows * (size_t)columns, sizeof *a);
    most = bench_out((size_t)rows, KIND_F32, 0, 0);
    where = bench_out((size_t)rows, KIND_U32, 0, 0);
    sums = bench_out((size_t)rows, KIND_F32, 1e-4, 0);
    bench_fill(a, (size_t)rows * (size_t)columns, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < rows; i++) {
        const float *r = a + i * columns;
        float best = r[0], sum = 0;
        int at = 0;
        for (int j = 1; j < columns; j++)
            if (r[j] > best) {
                best = r[j];
                at = j;
            }
#pragma omp simd reduction(+ : sum)
        for (int j = 0; j < columns; j++)
            sum += (r[j] - best) * (r[j] - best);
        most[i] = best;
        where[i] = at;
        sums[i] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "rowmax", DIM((uint32_t)(rows + 127) / 128, 1), DIM(128, 1), BUFFER(a), VALUE(rows), VALUE(columns),
           BUFFER(most), BUFFER(where), BUFFER(sums));
}

const Bench bench = { "rowmax", make, hand, launch };
