/* neighbours_hand.c: forces between atoms from lists of their neighbours. */
#include "bench.h"

enum { ATOMS = 4096, MOST = 64 };
typedef struct Vec {
    float x, y, z, w;
} Vec;
static Vec *position, *force;
static int *list, most = MOST, count = ATOMS;
static float cut2 = 0.09f, lj1 = 1e-9f, lj2 = 2e-5f;

static void make(void)
{
    position = bench_in(ATOMS, sizeof *position);
    force = bench_out(ATOMS * 4, KIND_F32, 1e-3, 0.01);
    list = bench_in(ATOMS * MOST, 4);
    bench_fill((float *)position, ATOMS * 4, 0, 1);
    for (int j = 0; j < MOST; j++)
        for (int i = 0; i < ATOMS; i++)
            list[j * ATOMS + i] = (int)((unsigned)i + 1 + bench_random() % (ATOMS - 1)) % ATOMS;
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < count; i++) {
        Vec p = position[i], f = {0};
        for (int j = 0; j < most; j++) {
            Vec q = position[list[j * count + i]];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
            float r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < cut2) {
                float r2inv = 1.0f / r2, r6inv = r2inv * r2inv * r2inv;
                float strength = r2inv * r6inv * (lj1 * r6inv - lj2);
                f.x += dx * strength;
                f.y += dy * strength;
                f.z += dz * strength;
            }
        }
        force[i] = f;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "neighbours", DIM(ATOMS / 256, 1), DIM(256, 1), BUFFER(position), BUFFER(force), VALUE(most),
           BUFFER(list), VALUE(cut2), VALUE(lj1), VALUE(lj2), VALUE(count));
}

const Bench bench = {"neighbours", make, hand, launch};
