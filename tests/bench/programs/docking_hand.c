/* docking_hand.c: how well a small molecule fits into a large one in each of many poses. */
#include "bench.h"
#include <math.h>

enum { POSES = 500, LARGE = 60, LITTLE = 16, KINDS = 10, AT_ONCE = 64 };
typedef struct Atom { float x, y, z; int32_t kind; } Atom;
typedef struct Sort { int32_t bond; float radius, depth, charge; } Sort;
static Atom *large, *little;
static Sort *kinds;
static float *poses, *energies;
static int nlarge = LARGE, nlittle = LITTLE, nkinds = KINDS, nposes = POSES;

static void make(void)
{
    large = bench_in(LARGE, sizeof *large), little = bench_in(LITTLE, sizeof *little), kinds = bench_in(KINDS, sizeof *kinds);
    poses = bench_in(6 * POSES, 4);
    energies = bench_out(POSES, KIND_F32, 1e-3, 0.01);
    for (int i = 0; i < LARGE + LITTLE; i++) {
        const float s = i < LARGE ? 6 : 2;
        const Atom a = { bench_uniform(-s, s), bench_uniform(-s, s), bench_uniform(-s, s), (int32_t)(bench_random() % KINDS) };
        *(i < LARGE ? large + i : little + i - LARGE) = a;
    }
    for (int i = 0; i < KINDS; i++)
        kinds[i] = (Sort){ i % 3, bench_uniform(0.8f, 1.6f), bench_uniform(-1, 1), bench_uniform(-1, 1) };
    bench_fill(poses, 3 * POSES, -3, 3);
    bench_fill(poses + 3 * POSES, 3 * POSES, -2, 2);
}

static void hand(void)
{
#pragma omp parallel for
    for (int from = 0; from < POSES; from += AT_ONCE) {
        const int n = POSES - from < AT_ONCE ? POSES - from : AT_ONCE;
        float m[12][AT_ONCE], sum[AT_ONCE] = {0}, x[AT_ONCE], y[AT_ONCE], z[AT_ONCE];
        for (int p = 0; p < n; p++) {
            const float *q = poses + from + p, sx = sinf(q[0]), cx = cosf(q[0]), sy = sinf(q[POSES]), cy = cosf(q[POSES]);
            const float sz = sinf(q[2 * POSES]), cz = cosf(q[2 * POSES]);
            m[0][p] = cy * cz, m[1][p] = sx * sy * cz - cx * sz, m[2][p] = cx * sy * cz + sx * sz, m[3][p] = q[3 * POSES];
            m[4][p] = cy * sz, m[5][p] = sx * sy * sz + cx * cz, m[6][p] = cx * sy * sz - sx * cz, m[7][p] = q[4 * POSES];
            m[8][p] = -sy, m[9][p] = sx * cy, m[10][p] = cx * cy, m[11][p] = q[5 * POSES];
        }
        for (int l = 0; l < LITTLE; l++) {
            const Atom a = little[l];
            const Sort ka = kinds[a.kind];
            for (int p = 0; p < n; p++) {
                x[p] = m[3][p] + a.x * m[0][p] + a.y * m[1][p] + a.z * m[2][p];
                y[p] = m[7][p] + a.x * m[4][p] + a.y * m[5][p] + a.z * m[6][p];
                z[p] = m[11][p] + a.x * m[8][p] + a.y * m[9][p] + a.z * m[10][p];
            }
            for (int g = 0; g < LARGE; g++) {
                const Atom b = large[g];
                const Sort kb = kinds[b.kind];
                const float radii = ka.radius + kb.radius, inverse = 1 / radii, far = ka.bond == 1 && kb.bond == 1 ? 4 : 2, charge = ka.charge * kb.charge;
                const float greasy = ka.depth < 0 && kb.depth < 0 ? ka.depth + kb.depth : 0, by = 1 / far;
#pragma omp simd
                for (int p = 0; p < n; p++) {
                    const float dx = x[p] - b.x, dy = y[p] - b.y, dz = z[p] - b.z, d = sqrtf(dx * dx + dy * dy + dz * dz), over = d - radii;
                    const float steric = over < 0 ? 38 * (1 - d * inverse) : 0;
                    float e = charge * (over < 0 ? 1 : 1 - over * by);
                    e = over < far ? e : 0;
                    e = ka.bond == 2 ? -fabsf(e) : e;
                    const float s = over < 0 ? greasy : greasy * (1 - over * 0.25f);
                    sum[p] += steric + e + (over < 4 ? s : 0);
                }
            }
        }
        for (int p = 0; p < n; p++)
            energies[from + p] = sum[p] * 0.5f;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "docking", DIM((POSES + 255) / 256, 1), DIM(64, 1), BUFFER(large), BUFFER(little), BUFFER(kinds), BUFFER(poses), BUFFER(energies), VALUE(nlarge),
           VALUE(nlittle), VALUE(nkinds), VALUE(nposes));
}

const Bench bench = { "docking", make, hand, launch };
