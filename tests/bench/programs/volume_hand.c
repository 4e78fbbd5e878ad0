/* volume_hand.c: volumes of hexahedral elements. */
#include "bench.h"

enum { SIDE = 20, ELEMENTS = SIDE * SIDE * SIDE, NODES = (SIDE + 1) * (SIDE + 1) * (SIDE + 1) };
static int *corner, elements = ELEMENTS;
static float *x, *y, *z, *volumes, *share;

static void make(void)
{
    static const int off[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    corner = bench_in(8 * ELEMENTS, 4);
    x = bench_in(NODES, 4), y = bench_in(NODES, 4), z = bench_in(NODES, 4);
    volumes = bench_out(ELEMENTS, KIND_F32, 1e-4, 1e-3);
    share = bench_out(8 * ELEMENTS, KIND_F32, 1e-4, 1e-3);
    for (int e = 0; e < ELEMENTS; e++)
        for (int k = 0; k < 8; k++)
            corner[8 * e + k] = ((e / SIDE / SIDE + off[k][2]) * (SIDE + 1) + e / SIDE % SIDE + off[k][1]) * (SIDE + 1) + e % SIDE + off[k][0];
    for (int n = 0; n < NODES; n++) {
        x[n] = (float)(n % (SIDE + 1)) + bench_uniform(-.1f, .1f);
        y[n] = (float)(n / (SIDE + 1) % (SIDE + 1)) + bench_uniform(-.1f, .1f);
        z[n] = (float)(n / (SIDE + 1) / (SIDE + 1)) + bench_uniform(-.1f, .1f);
    }
}

typedef struct V { float x, y, z; } V;
static V sub(V a, V b) { return (V){a.x - b.x, a.y - b.y, a.z - b.z}; }
static V add(V a, V b) { return (V){a.x + b.x, a.y + b.y, a.z + b.z}; }
static float triple(V a, V b, V c) { return a.x * (b.y * c.z - b.z * c.y) + b.x * (a.z * c.y - a.y * c.z) + c.x * (a.y * b.z - a.z * b.y); }

static void hand(void)
{
#pragma omp parallel for
    for (int e = 0; e < ELEMENTS; e++) {
        V p[8];
        for (int k = 0; k < 8; k++) {
            const int n = corner[8 * e + k];
            p[k] = (V){x[n], y[n], z[n]};
        }
        const float v = (triple(add(sub(p[3], p[1]), sub(p[7], p[2])), sub(p[6], p[3]), sub(p[2], p[0])) +
                         triple(add(sub(p[4], p[3]), sub(p[5], p[7])), sub(p[6], p[4]), sub(p[7], p[0])) +
                         triple(add(sub(p[1], p[4]), sub(p[2], p[5])), sub(p[6], p[1]), sub(p[5], p[0]))) * (1.f / 12);
        volumes[e] = v;
        for (int k = 0; k < 8; k++)
            share[8 * e + k] = v * 0.125f * (p[k].x + p[k].y);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "volume", DIM(ELEMENTS / 128 + 1, 1), DIM(128, 1), BUFFER(corner), BUFFER(x), BUFFER(y), BUFFER(z), BUFFER(volumes), BUFFER(share),
           VALUE(elements));
}

const Bench bench = {"volume", make, hand, launch};
