/* lookup_hand.c: cross sections of materials at energies. */
#include "bench.h"
#include <stdlib.h>

enum { POINTS = 64, NUCLIDES = 12, MOST = 12, LOOKUPS = 4000 };
typedef struct Point { double energy, xs[5]; } Point;
static double *grid, *share, *out;
static int *idx, *count, *kinds, lookups = LOOKUPS, points = POINTS, nuclides = NUCLIDES, most = MOST;
static Point *nuclide;

static int order(const void *x, const void *y) { return (*(const double *)x > *(const double *)y) - (*(const double *)x < *(const double *)y); }

static void make(void)
{
    grid = bench_in(POINTS * NUCLIDES, 8);
    share = bench_in(4 * MOST, 8);
    out = bench_out(LOOKUPS, KIND_F64, 1e-9, 1e-3);
    idx = bench_in(POINTS * NUCLIDES * NUCLIDES, 4);
    count = bench_in(4, 4);
    kinds = bench_in(4 * MOST, 4);
    nuclide = bench_in(POINTS * NUCLIDES, sizeof *nuclide);
    for (int n = 0; n < NUCLIDES; n++) {
        double at = 0;
        for (int p = 0; p < POINTS; p++) {
            at += bench_uniform(0.001f, 0.02f);
            nuclide[n * POINTS + p].energy = grid[n * POINTS + p] = at;
            for (int j = 0; j < 5; j++)
                nuclide[n * POINTS + p].xs[j] = bench_uniform(0, 1);
        }
    }
    qsort(grid, POINTS * NUCLIDES, sizeof *grid, order);
    for (int g = 0; g < POINTS * NUCLIDES; g++)
        for (int n = 0; n < NUCLIDES; n++) {
            int p = 0;
            while (p < POINTS - 1 && nuclide[n * POINTS + p + 1].energy <= grid[g])
                p++;
            idx[g * NUCLIDES + n] = p;
        }
    for (int m = 0; m < 4; m++) {
        count[m] = 3 + 3 * m;
        for (int k = 0; k < MOST; k++) {
            kinds[m * MOST + k] = (k * 5 + m) % NUCLIDES;
            share[m * MOST + k] = bench_uniform(0, 1);
        }
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < LOOKUPS; i++) {
        unsigned long long seed = (unsigned long long)i * 2806196910506780709ULL + 1;
        seed = seed * 2806196910506780709ULL + 1;
        const double e = (double)(seed >> 12) / (double)(1ULL << 52);
        seed = seed * 2806196910506780709ULL + 1;
        const int mat = (int)(seed >> 40) % 4;
        int lo = 0, hi = POINTS * NUCLIDES - 1;
        while (hi - lo > 1) {
            const int mid = (lo + hi) / 2;
            if (grid[mid] > e)
                hi = mid;
            else
                lo = mid;
        }
        double sum[5] = {0}, max = -1;
        for (int k = 0; k < count[mat]; k++) {
            const int n = kinds[mat * MOST + k], at = idx[lo * NUCLIDES + n];
            const Point *low = nuclide + n * POINTS + (at == POINTS - 1 ? at - 1 : at), *high = low + 1;
            const double f = (high->energy - e) / (high->energy - low->energy), w = share[mat * MOST + k];
            for (int j = 0; j < 5; j++)
                sum[j] += w * (high->xs[j] - f * (high->xs[j] - low->xs[j]));
        }
        int which = 0;
        for (int j = 0; j < 5; j++)
            if (sum[j] > max) {
                max = sum[j];
                which = j;
            }
        out[i] = max + which;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "lookup", DIM((LOOKUPS + 255) / 256, 1), DIM(256, 1), BUFFER(grid), BUFFER(idx), BUFFER(nuclide), BUFFER(count), BUFFER(kinds), BUFFER(share),
           BUFFER(out), VALUE(lookups), VALUE(points), VALUE(nuclides), VALUE(most));
}

const Bench bench = {"lookup", make, hand, launch};
