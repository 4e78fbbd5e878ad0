/* torsion_hand.c: forces that turn bonds of four atoms to their angles. */
#include "bench.h"
#include <math.h>

enum { ATOMS = 8192, COUNT = 24000, BLOCKS = (COUNT + 127) / 128 };
typedef struct Torsion { int a, b, c, d; float strength, phase; int times; } Torsion;
typedef struct Vec { float x, y, z; } Vec;
static Torsion *list;
static float *place, *force, *energy;

static void make(void)
{
    list = bench_in(COUNT, sizeof *list);
    place = bench_in(ATOMS * 4, 4);
    force = bench_out(ATOMS * 3, KIND_F32, 1e-2, 0.001);
    energy = bench_out(BLOCKS, KIND_F32, 1e-3, 0);
    for (int i = 0; i < ATOMS; i++) {
        place[i * 4] = (float)(i % 20) + bench_uniform(-0.3f, 0.3f);
        place[i * 4 + 1] = (float)(i / 20 % 20) + bench_uniform(-0.3f, 0.3f);
        place[i * 4 + 2] = (float)(i / 400) + bench_uniform(-0.3f, 0.3f);
    }
    for (int i = 0; i < COUNT; i++) {
        int a = (int)(bench_random() % (ATOMS - 500));
        list[i] = (Torsion){ a, a + 1 + (int)(bench_random() % 3), a + 20 + (int)(bench_random() % 8), a + 400 + (int)(bench_random() % 50),
                             bench_uniform(-1, 3), bench_uniform(0, 3), 1 + (int)(bench_random() % 3) };
    }
}

static inline Vec minus(const float *a, const float *b) { return (Vec){ a[0] - b[0], a[1] - b[1], a[2] - b[2] }; }
static inline Vec cross(Vec a, Vec b) { return (Vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x }; }
static inline float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline void give(int atom, Vec f, float sign)
{
    float *to = force + 3 * atom;
#pragma omp atomic
    to[0] += sign * f.x;
#pragma omp atomic
    to[1] += sign * f.y;
#pragma omp atomic
    to[2] += sign * f.z;
}

static void hand(void)
{
#pragma omp parallel for
    for (int block = 0; block < BLOCKS; block++) {
        float sum = 0;
        for (int i = block * 128; i < COUNT && i < block * 128 + 128; i++) {
            const Torsion t = list[i];
            const float *pc = place + 4 * t.c, *pb = place + 4 * t.b;
            const Vec f = minus(place + 4 * t.a, pb), g = minus(pb, pc), h = minus(place + 4 * t.d, pc);
            const Vec m = cross(f, g), n = cross(h, g);
            const float mm = dot(m, m), nn = dot(n, n), gg = sqrtf(dot(g, g));
            if (!(mm > 1e-12f && nn > 1e-12f))
                continue;
            const float length = 1.0f / sqrtf(mm * nn);
            const float phi = (float)t.times * atan2f(dot(n, f) * gg * length, dot(m, n) * length) - t.phase;
            if (t.strength > 0.0f)
                sum += t.strength * (1.0f + cosf(phi));
            const float slope = -t.strength * (float)t.times * sinf(phi);
            const float fg = dot(f, g), hg = dot(h, g);
            const float ka = -slope * gg / mm, kd = slope * gg / nn, p = slope * fg / (mm * gg), q = slope * hg / (nn * gg);
            const Vec fa = { ka * m.x, ka * m.y, ka * m.z }, fd = { kd * n.x, kd * n.y, kd * n.z };
            const Vec s = { p * m.x - q * n.x, p * m.y - q * n.y, p * m.z - q * n.z };
            give(t.a, fa, 1);
            give(t.d, fd, 1);
            give(t.b, (Vec){ s.x - fa.x, s.y - fa.y, s.z - fa.z }, 1);
            give(t.c, (Vec){ s.x + fd.x, s.y + fd.y, s.z + fd.z }, -1);
        }
        energy[block] = sum;
    }
}

static void launch(Run *r)
{
    const int count = COUNT;
    LAUNCH(r, "torsions", DIM(BLOCKS, 1), DIM(128, 1), BUFFER(list), BUFFER(place), BUFFER(force), BUFFER(energy), VALUE(count));
}

const Bench bench = { "torsion", make, hand, launch };
