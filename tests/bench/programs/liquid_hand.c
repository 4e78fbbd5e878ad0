/* liquid_hand.c: forces between the atoms of a liquid. */
#include "bench.h"

enum { ATOMS = 4096, MOST = 64 };
static int atoms = ATOMS, most = MOST;
static double *force, *position; /* four numbers an atom */
static int *neighbour;

static void make(void)
{
    force = bench_out(4 * ATOMS, KIND_F64, 1e-6, 0);
    position = bench_in(4 * ATOMS, 8);
    neighbour = bench_in(ATOMS * MOST, 4);
    for (int i = 0; i < ATOMS; i++) { /* 16 x 16 x 16, shaken */
        position[4 * i] = 1.5 * (i % 16) + bench_uniform(-0.3f, 0.3f);
        position[4 * i + 1] = 1.5 * (i / 16 % 16) + bench_uniform(-0.3f, 0.3f);
        position[4 * i + 2] = 1.5 * (i / 256) + bench_uniform(-0.3f, 0.3f);
        for (int j = 0; j < MOST; j++) {
            const int dx = (int)(bench_random() >> 8) % 7 - 3, dy = (int)(bench_random() >> 8) % 7 - 3,
                      dz = (int)(bench_random() >> 8) % 7 - 3;
            const int x = i % 16 + dx, y = i / 16 % 16 + dy, z = i / 256 + dz;
            const int other = (z & 15) * 256 + (y & 15) * 16 + (x & 15);
            neighbour[j * ATOMS + i] = other == i ? i ^ 1 : other;
        }
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < ATOMS; i++) {
        const double x = position[4 * i], y = position[4 * i + 1], z = position[4 * i + 2];
        double fx = 0, fy = 0, fz = 0;
        for (int j = 0; j < MOST; j++) {
            const double *p = position + 4 * neighbour[j * ATOMS + i];
            const double dx = x - p[0], dy = y - p[1], dz = z - p[2], r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < 16) {
                const double inverse = 1 / r2, r6 = inverse * inverse * inverse;
                const double strength = inverse * r6 * (1.5 * r6 - 2);
                fx += dx * strength;
                fy += dy * strength;
                fz += dz * strength;
            }
        }
        force[4 * i] = fx;
        force[4 * i + 1] = fy;
        force[4 * i + 2] = fz;
        force[4 * i + 3] = 0;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "liquid", DIM(ATOMS / 256, 1), DIM(256, 1), BUFFER(force), BUFFER(position), VALUE(most), BUFFER(neighbour),
           VALUE(atoms));
}

const Bench bench = { "liquid", make, hand, launch };
