/* cutoff_hand.c: forces from what is near. */
#include "bench.h"

enum { N = 4096, OTHERS = 512 };
typedef struct Vec { float x, y; } Vec;
typedef struct Particle { float x, y, z, mass; } Particle;
static int n = N, others = OTHERS;
static float radius2 = 0.04f;
static Particle *at;
static Vec *force;
static int *near;

static void make(void)
{
    at = bench_in(N, sizeof *at);
    force = bench_out(2 * N, KIND_F32, 1e-4, 1e-4);
    near = bench_out(N, KIND_U32, 0, 0.001);
    bench_fill((float *)at, 4 * N, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        Vec sum = {0, 0};
        int count = 0;
        for (int j = 0; j < others; j++) {
            const float x = at[j].x - at[i].x, y = at[j].y - at[i].y, r2 = x * x + y * y;
            if (r2 < radius2) {
                float w = 1 - r2 / radius2;
                w = w * w * (3 - 2 * w) * at[j].mass / (0.01f + r2);
                sum.x += w * x;
                sum.y += w * y;
                count++;
            }
        }
        force[i] = sum;
        near[i] = count;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "forces", DIM(N / 128, 1), DIM(128, 1), BUFFER(force), BUFFER(near), BUFFER(at), VALUE(n),
           VALUE(others), VALUE(radius2));
}

const Bench bench = { "cutoff", make, hand, launch };
