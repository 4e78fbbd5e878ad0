/* moc_hand.c: neutrons along pieces of tracks through a reactor. */
#include "bench.h"

#include <math.h>

enum { G = 100, FINE = 5, REGIONS = 60, SEGMENTS = 400 };
typedef struct Table { float values[706][2], dx, most; int n; } Table;
static float *source, *flux, *sigma, *state;
static Table *table;
static int *region, *axial, segments = SEGMENTS;

static void make(void)
{
    source = bench_in(REGIONS * FINE * G, 4);
    bench_fill(source, REGIONS * FINE * G, 0, 1);
    flux = bench_out(REGIONS * FINE * G, KIND_F32, 1e-2, 1e-2);
    sigma = bench_in(REGIONS * G, 4);
    bench_fill(sigma, REGIONS * G, 0.5f, 3);
    state = bench_out((64 + SEGMENTS) * G, KIND_F32, 1e-2, 1e-2);
    bench_fill(state, 64 * G, 0, 1);
    table = bench_in(1, sizeof *table);
    table->dx = 10.0f / 706;
    table->most = 10 - table->dx;
    for (int i = 0; i < 706; i++) {
        const double e = exp(-(double)table->dx * (i + 0.5));
        table->values[i][0] = (float)e;
        table->values[i][1] = (float)(1 - e * (1 + (double)table->dx * (i + 0.5)));
    }
    region = bench_in(SEGMENTS, 4);
    axial = bench_in(SEGMENTS, 4);
    for (int i = 0; i < SEGMENTS; i++) {
        region[i] = (int)(bench_random() >> 8) % REGIONS;
        axial[i] = (int)(bench_random() >> 8) % FINE;
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int s = 0; s < SEGMENTS; s++) {
        const float dz = 0.1f, z = 0.3f, mu = 0.9f, mu2 = 0.3f;
        const int a = axial[s];
        const float *y = source + (region[s] * FINE + a) * G, *sig = sigma + region[s] * G, *psi = state + s % 64 * G;
        float *to = flux + (region[s] * FINE + a) * G, *out = state + (64 + s) * G, q[3][G], e[G], tally[G];
        if (a == 0 || a == FINE - 1)
            for (int g = 0; g < G; g++) {
                const float c = (a == 0 ? y[g + G] - y[g] : y[g] - y[g - G]) / dz;
                q[0][g] = y[g] + c * z;
                q[1][g] = c;
                q[2][g] = 0;
            }
        else
            for (int g = 0; g < G; g++) {
                const float c1 = (y[g - G] - y[g + G]) / (2 * dz), c2 = (y[g - G] - 2 * y[g] + y[g + G]) / (2 * dz * dz);
                q[0][g] = y[g] + c1 * z + c2 * z * z;
                q[1][g] = c1 + 2 * c2 * z;
                q[2][g] = c2;
            }
        for (int g = 0; g < G; g++) {
            const float tau = sig[g] * 0.7f;
            int at = (int)(tau / table->dx + 0.5f * table->dx);
            at = at < 705 ? at : 705;
            e[g] = tau > table->most ? 1 : table->values[at][0] * tau + table->values[at][1];
        }
#pragma omp simd
        for (int g = 0; g < G; g++) {
            const float tau = sig[g] * 0.7f, sig2 = sig[g] * sig[g], reuse = tau * (tau - 2) + 2 * e[g] / (sig[g] * sig2);
            tally[g] = 0.5f * ((q[0][g] * tau + (sig[g] * psi[g] - q[0][g]) * e[g]) / sig2 + q[1][g] * mu * reuse +
                               q[2][g] * mu2 * (tau * (tau * (tau - 3) + 6) - 6 * e[g]) / (3 * sig2 * sig2));
            out[g] = q[0][g] * e[g] / sig[g] + q[1][g] * mu * (tau - e[g]) / sig2 + q[2][g] * mu2 * reuse + psi[g] * (1 - e[g]);
        }
        for (int g = 0; g < G; g++)
#pragma omp atomic
            to[g] += tally[g];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "run_kernel", DIM(20, SEGMENTS / 20), DIM(128, 1), BUFFER(source), BUFFER(flux), BUFFER(sigma), BUFFER(table), BUFFER(region),
           BUFFER(axial), BUFFER(state), VALUE(segments));
}

const Bench bench = { "moc", make, hand, launch };
