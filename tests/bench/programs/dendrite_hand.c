/* dendrite_hand.c: a crystal grows from a melt (Allen and Cahn). */
#include "bench.h"

#include <math.h>

enum { D = 34, D2 = D * D, ALL = D * D * D };
static double *phi, *next, *u, *unext, *fx, *fy, *fz, dx = 0.4, dt = 0.01, w0 = 1, tau0 = 1, epsilon = 0.05, lambda = 6, diff = 0.6;

static void make(void)
{
    phi = bench_in(ALL, 8);
    u = bench_in(ALL, 8);
    next = bench_out(ALL, KIND_F64, 1e-9, 0);
    unext = bench_out(ALL, KIND_F64, 1e-9, 0);
    fx = bench_out(ALL, KIND_F64, 1e-9, 0);
    fy = bench_out(ALL, KIND_F64, 1e-9, 0);
    fz = bench_out(ALL, KIND_F64, 1e-9, 0);
    for (int i = 0; i < ALL; i++)
        phi[i] = (double)bench_uniform(-1, 1), u[i] = (double)bench_uniform(-0.8f, 0);
}

static inline double shape(double x, double y, double z, double w)
{
    const double s = x * x + y * y + z * z, fourths = x * x * x * x + y * y * y * y + z * z * z * z;
    return s == 0 ? w : w * (1 - 3 * epsilon) * (1 + 4 * epsilon / (1 - 3 * epsilon) * (fourths / (s * s)));
}

static inline double slope(double l, double m, double n)
{
    const double s = l * l + m * m + n * n;
    return s != 0 ? (l * l * l * (m * m + n * n) - l * (m * m * m * m + n * n * n * n)) / (s * s) : 0;
}

static void hand(void)
{
    const double h = 1 / (2 * dx), r = 1 / (dx * dx);
#pragma omp parallel
    {
#pragma omp for
        for (int x = 1; x < D - 1; x++)
            for (int y = 1; y < D - 1; y++)
#pragma omp simd
                for (int z = 1; z < D - 1; z++) {
                    const int at = (x * D + y) * D + z;
                    const double a = (phi[at + D2] - phi[at - D2]) * h, b = (phi[at + D] - phi[at - D]) * h, c = (phi[at + 1] - phi[at - 1]) * h;
                    const double sq = a * a + b * b + c * c, w = shape(a, b, c, w0), more = sq * w * 16 * w0 * epsilon;
                    fx[at] = w * w * a + more * slope(a, b, c);
                    fy[at] = w * w * b + more * slope(b, c, a);
                    fz[at] = w * w * c + more * slope(c, a, b);
                }
#pragma omp for
        for (int x = 1; x < D - 1; x++)
            for (int y = 1; y < D - 1; y++)
#pragma omp simd
                for (int z = 1; z < D - 1; z++) {
                    const int at = (x * D + y) * D + z;
                    const double a = (phi[at + D2] - phi[at - D2]) * h, b = (phi[at + D] - phi[at - D]) * h, c = (phi[at + 1] - phi[at - 1]) * h;
                    const double an = shape(a, b, c, 1), p = phi[at], q = 1 - p * p;
                    const double div = (fx[at + D2] - fx[at - D2] + fy[at + D] - fy[at - D] + fz[at + 1] - fz[at - 1]) * h;
                    next[at] = p + dt / (tau0 * an * an) * (div - (-p * q + lambda * u[at] * q * q));
                    const double lap = (u[at + D2] + u[at - D2] + u[at + D] + u[at - D] + u[at + 1] + u[at - 1] - 6 * u[at]) * r;
                    unext[at] = u[at] + 0.5 * (next[at] - p) + dt * diff * lap;
                }
    }
}

static void launch(Run *r)
{
    const Dim grid = { (D + 31) / 32, (D + 3) / 4, (D + 1) / 2 }, block = { 32, 4, 2 };
    LAUNCH(r, "force", grid, block, BUFFER(phi), BUFFER(fx), BUFFER(fy), BUFFER(fz), VALUE(dx), VALUE(w0), VALUE(epsilon));
    LAUNCH(r, "phase", grid, block, BUFFER(next), BUFFER(phi), BUFFER(u), BUFFER(fx), BUFFER(fy), BUFFER(fz), VALUE(epsilon), VALUE(w0), VALUE(tau0),
           VALUE(lambda), VALUE(dt), VALUE(dx));
    LAUNCH(r, "warmth", grid, block, BUFFER(unext), BUFFER(u), BUFFER(next), BUFFER(phi), VALUE(diff), VALUE(dt), VALUE(dx));
}

const Bench bench = { "dendrite", make, hand, launch };
