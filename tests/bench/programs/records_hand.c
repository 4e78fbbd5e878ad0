/* records_hand.c: forces between the particles of each cell. */
#include "bench.h"

static int cells = 4000;
static float *position, *out, cutoff = 0.5f;
static int *cell;

static void make(void)
{
    position = bench_in((size_t)cells * 24, sizeof *position);
    cell = bench_in((size_t)cells, sizeof *cell);
    out = bench_out((size_t)cells * 36 * 3, KIND_F32, 1e-4, 0);
    bench_fill(position, (size_t)cells * 24, 0, 1);
    for (int i = 0; i < cells; i++)
        cell[i] = (int)((unsigned)i * 1237u % (unsigned)cells);
}

static void hand(void)
{
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        const float *at = position + 24 * cell[c];
        float *o = out + 108 * c;
        for (int x = 0; x < 6; x++)
            for (int y = 0; y < 6; y++) {
                const float *p = at + 4 * x, *q = at + 4 * y;
                float dx = p[0] - q[0], dy = p[1] - q[1], dz = p[2] - q[2], r2 = dx * dx + dy * dy + dz * dz;
                float f = r2 < cutoff ? p[3] * q[3] / (r2 + 0.01f) : 0;
                float *w = o + 3 * (6 * x + y);
                w[0] = f * dx;
                w[1] = f * dy;
                w[2] = f * dz;
            }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "pairs", DIM((uint32_t)(cells * 36 + 191) / 192, 1), DIM(192, 1), BUFFER(position), BUFFER(cell), BUFFER(out),
           VALUE(cells), VALUE(cutoff));
}

const Bench bench = { "records", make, hand, launch };
