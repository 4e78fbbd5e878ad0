/* section_hand.c: cross sections of materials. */
#include "bench.h"

enum { N = 2000, POINTS = 400, NUCLIDES = 40, MATERIALS = 8, MOST = 20 };
typedef struct Point {
    double energy, value[5];
} Point;
static double *energies, *shares, *out;
static int *materials, *counts, *nuclides, points = POINTS, most = MOST, n = N;
static Point *grid;

static void make(void)
{
    energies = bench_in(N, 8);
    materials = bench_in(N, 4);
    grid = bench_in(NUCLIDES * POINTS, sizeof *grid);
    counts = bench_in(MATERIALS, 4);
    nuclides = bench_in(MATERIALS * MOST, 4);
    shares = bench_in(MATERIALS * MOST, 8);
    out = bench_out(N * 5, KIND_F64, 1e-9, 0);
    for (int i = 0; i < N; i++) {
        energies[i] = (double)bench_uniform(0.01f, 0.99f);
        materials[i] = (int)(bench_random() % MATERIALS);
    }
    for (int i = 0; i < NUCLIDES * POINTS; i++) {
        grid[i].energy = (i % POINTS + (double)bench_uniform(0, 0.9f)) / (POINTS - 1);
        for (int k = 0; k < 5; k++)
            grid[i].value[k] = (double)bench_uniform(0, 1);
    }
    for (int i = 0; i < MATERIALS; i++)
        counts[i] = 4 + 2 * i;
    for (int i = 0; i < MATERIALS * MOST; i++) {
        nuclides[i] = (int)(bench_random() % NUCLIDES);
        shares[i] = (double)bench_uniform(0, 1);
    }
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 100)
    for (int i = 0; i < n; i++) {
        double energy = energies[i], sum[5] = {0};
        int m = materials[i];
        for (int j = 0; j < counts[m]; j++) {
            const Point *p = grid + (long)nuclides[m * most + j] * points;
            long low = 0, high = points - 1;
            while (high - low > 1) {
                long middle = low + (high - low) / 2;
                if (p[middle].energy > energy)
                    high = middle;
                else
                    low = middle;
            }
            double f = (p[low + 1].energy - energy) / (p[low + 1].energy - p[low].energy);
            for (int k = 0; k < 5; k++)
                sum[k] += (p[low + 1].value[k] - f * (p[low + 1].value[k] - p[low].value[k])) * shares[m * most + j];
        }
        for (int k = 0; k < 5; k++)
            out[i * 5 + k] = sum[k];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "section", DIM((N + 127) / 128, 1), DIM(128, 1), BUFFER(energies), BUFFER(materials), BUFFER(grid),
           VALUE(points), BUFFER(counts), BUFFER(nuclides), BUFFER(shares), VALUE(most), VALUE(n), BUFFER(out));
}

const Bench bench = {"section", make, hand, launch};
