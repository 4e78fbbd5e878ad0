/* dock_hand.c: energies of poses of a molecule. */
#include "bench.h"
#include <math.h>

enum { PROTEIN = 100, LIGAND = 12, POSES = 512, KINDS = 8, SIDE = 64 };
typedef struct Atom { float x, y, z; int type; } Atom;
typedef struct Kind_ { int bond; float radius, dry, charge; } Kind_;
static Atom *protein, *ligand;
static Kind_ *kinds;
static float *pose, *energy;
static int nprotein = PROTEIN, nligand = LIGAND, poses = POSES;

static void atoms(Atom *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = (Atom){bench_uniform(-3, 3), bench_uniform(-3, 3), bench_uniform(-3, 3), (int)(bench_random() % KINDS)};
}

static void make(void)
{
    protein = bench_in(PROTEIN, sizeof *protein);
    ligand = bench_in(LIGAND, sizeof *ligand);
    kinds = bench_in(KINDS, sizeof *kinds);
    pose = bench_in(5 * POSES, 4);
    energy = bench_out(POSES, KIND_F32, 1e-3, 1e-2);
    atoms(protein, PROTEIN);
    atoms(ligand, LIGAND);
    for (int i = 0; i < KINDS; i++)
        kinds[i] = (Kind_){(int)(bench_random() % 3), bench_uniform(0.5f, 2), bench_uniform(-1, 1), bench_uniform(-1, 1)};
    bench_fill(pose, 5 * POSES, -3, 3);
}

static void hand(void)
{
#pragma omp parallel for
    for (int from = 0; from < POSES; from += SIDE) {
        float total[SIDE] = {0};
        for (int l = 0; l < LIGAND; l++) {
            const Atom a = ligand[l];
            const Kind_ ka = kinds[a.type];
            float x[SIDE], y[SIDE], z[SIDE];
            for (int i = 0; i < SIDE; i++) {
                const float *p = pose + from + i;
                const float sx = sinf(p[0]), cx = cosf(p[0]), sy = sinf(p[POSES]), cy = cosf(p[POSES]);
                x[i] = cy * a.x + sy * a.z + p[2 * POSES];
                y[i] = sx * sy * a.x + cx * a.y - sx * cy * a.z + p[3 * POSES];
                z[i] = -cx * sy * a.x + sx * a.y + cx * cy * a.z + p[4 * POSES];
            }
            for (int p = 0; p < PROTEIN; p++) {
                const Atom b = protein[p];
                const Kind_ kb = kinds[b.type];
                const float r = ka.radius + kb.radius, inverse = 1 / r, reach = kb.bond == 1 ? 0.25f : 0.5f, q = ka.charge * kb.charge;
                const float bump = kb.bond == 1 && ka.bond == 1 ? 2.f : 1.f, dry = kb.dry < 0 && ka.dry > 0 ? kb.dry * ka.dry : 0;
                for (int i = 0; i < SIDE; i++) {
                    const float dx = x[i] - b.x, dy = y[i] - b.y, dz = z[i] - b.z, d = sqrtf(dx * dx + dy * dy + dz * dz), over = d - r;
                    const float near = over < 0 ? (1 - d * inverse) * bump : 0, part = over < 0 ? 1.f : 1 - over * reach;
                    const float water = over < 0 ? 1.f : 1 - over * 0.333f;
                    total[i] += near + (part > 0 ? q * part : 0) - (over < 3 ? dry * water : 0);
                }
            }
        }
        for (int i = 0; i < SIDE; i++)
            energy[from + i] = total[i] * 0.5f;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "dock", DIM(POSES / 64, 1), DIM(64, 1), BUFFER(protein), BUFFER(ligand), BUFFER(kinds), BUFFER(pose), BUFFER(energy), VALUE(nprotein),
           VALUE(nligand), VALUE(poses));
}

const Bench bench = {"dock", make, hand, launch};
