/* reactor_hand.c: neutrons in a lattice of fuel pins. */
#include "bench.h"
#include <math.h>

enum { NUCLIDES = 12, POINTS = 600, POLES = 8, NEUTRONS = 600, MOST = 60, PINS = 5, GROUPS = 12 };
typedef struct Point { double energy; float total, scatter, absorb, fission; } Point;
typedef struct Pole { double centre, width, height; } Pole;
typedef struct Nuclide { int first, points, pole, poles; double mass; } Nuclide;
static Nuclide *nuclides;
static Point *points;
static Pole *poles;
static int *start, *which;
static double *amount, *flux;
static uint32_t *counts; /* four of 64 bits: collisions, absorbed, fissions, leaked */
static const double pitch = 1.26, radius = 0.41;

static void make(void)
{
    nuclides = bench_in(NUCLIDES, sizeof *nuclides);
    points = bench_in(NUCLIDES * POINTS, sizeof *points);
    poles = bench_in(NUCLIDES * POLES, sizeof *poles);
    start = bench_in(4, sizeof *start);
    which = bench_in(20, sizeof *which);
    amount = bench_in(20, sizeof *amount);
    flux = bench_out(3 * GROUPS, KIND_F64, 1e-2, 0.05);
    counts = bench_out(8, KIND_U32, 5e-3, 0);
    for (int n = 0; n < NUCLIDES; n++) {
        nuclides[n] = (Nuclide){ n * POINTS, POINTS, n * POLES, n % 3 ? POLES : 3, n < 6 ? 230 + n : n < 9 ? 90 : n < 11 ? 16 : 1.01 };
        for (int k = 0; k < POINTS; k++) {
            const double energy = pow(10, -9 + 10.5 * (k + (double)bench_uniform(0, 0.5f)) / POINTS);
            const float scatter = bench_uniform(2, 12), absorb = bench_uniform(0.01f, 0.5f), fission = n < 2 ? bench_uniform(0, 1) : 0;
            points[n * POINTS + k] = (Point){ energy, scatter + absorb + fission, scatter, absorb, fission };
        }
        for (int k = 0; k < POLES; k++)
            poles[n * POLES + k] = (Pole){ pow(10, (double)bench_uniform(-6, -2)), (double)bench_uniform(1e-7f, 1e-5f),
                                           (double)bench_uniform(1, 50) };
    }
    const int first[4] = { 0, 8, 11, 13 }, of[13] = { 0, 1, 2, 3, 4, 5, 9, 10, 6, 7, 8, 10, 11 };
    for (int k = 0; k < 4; k++)
        start[k] = first[k];
    for (int k = 0; k < 13; k++)
        which[k] = of[k], amount[k] = (double)bench_uniform(0.01f, 0.06f);
}

static inline double next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * (1.0 / 9007199254740992.0);
}

static void look_up(int nuclide, double energy, double out[4])
{
    const Nuclide *n = nuclides + nuclide;
    const Point *p = points + n->first;
    int low = 0, high = n->points - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (p[middle].energy > energy)
            high = middle;
        else
            low = middle;
    }
    const Point *a = p + low, *b = a + 1;
    const double f = fmin(fmax((energy - a->energy) / (b->energy - a->energy), 0), 1);
    out[0] = (double)a->total + f * (double)(b->total - a->total);
    out[1] = (double)a->scatter + f * (double)(b->scatter - a->scatter);
    out[2] = (double)a->absorb + f * (double)(b->absorb - a->absorb);
    out[3] = (double)a->fission + f * (double)(b->fission - a->fission);
    if (energy > 1e-6 && energy < 1e-2) {
        double peak = 0;
        for (const Pole *q = poles + n->pole; q < poles + n->pole + n->poles; q++) {
            const double d = (energy - q->centre) / q->width;
            if (fabs(d) < 100)
                peak += q->height / (1 + d * d);
        }
        out[0] += peak;
        out[2] += peak;
    }
}

enum { COLLISIONS, ABSORBED, FISSIONS, LEAKED };
static void count(int what)
{
    uint64_t *c = (uint64_t *)counts + what;
#pragma omp atomic
    ++*c;
}

static void neutron(int i)
{
    uint64_t seed = (uint64_t)i * 0x9E3779B97F4A7C15u + 12345;
    next(&seed);
    const double size = pitch * PINS;
    double x = size * next(&seed), y = size * next(&seed), energy = 2 * next(&seed) + 0.1, weight = 1;
    double angle = 6.283185307179586 * next(&seed), dx = cos(angle), dy = sin(angle);
    for (int n = 0; n < MOST; n++) {
        const double px = fmod(x, pitch) - 0.5 * pitch, py = fmod(y, pitch) - 0.5 * pitch, r2 = px * px + py * py;
        const int region = r2 < radius * radius ? 0 : r2 < 1.2 * radius * radius ? 1 : 2;
        double total = 0, sigma[8][4];
        const int first = start[region], nuclides_here = start[region + 1] - first;
        for (int k = 0; k < nuclides_here; k++) {
            look_up(which[first + k], energy, sigma[k]);
            total += amount[first + k] * sigma[k][0];
        }
        const double way = -log(next(&seed) + 1e-300) / total;
        double edge = 1e30;
        const double b = px * dx + py * dy;
        for (int c = 0; c < 2; c++) {
            const double rr = (c ? 1.2 : 1) * radius * radius, disc = b * b - (r2 - rr);
            if (disc > 0) {
                const double root = sqrt(disc);
                if (-b - root > 1e-9)
                    edge = fmin(edge, -b - root);
                else if (-b + root > 1e-9)
                    edge = fmin(edge, -b + root);
            }
        }
        const double tx = dx > 0 ? (0.5 * pitch - px) / dx : dx < 0 ? (-0.5 * pitch - px) / dx : 1e30;
        const double ty = dy > 0 ? (0.5 * pitch - py) / dy : dy < 0 ? (-0.5 * pitch - py) / dy : 1e30;
        edge = fmin(edge, fmin(tx, ty)) + 1e-9;
        const double far = fmin(way, edge);
        x += far * dx, y += far * dy;
        int group = (int)(log10(energy + 1e-12) + 9);
        group = group < 0 ? 0 : group >= GROUPS ? GROUPS - 1 : group;
#pragma omp atomic
        flux[region * GROUPS + group] += weight * far;
        if (x <= 0 || x >= size || y <= 0 || y >= size) {
            count(LEAKED);
            return;
        }
        if (edge < way)
            continue;
        count(COLLISIONS);
        double dice = total * next(&seed);
        int k = 0;
        for (;; k++) {
            dice -= amount[first + k] * sigma[k][0];
            if (dice <= 0 || k + 1 == nuclides_here)
                break;
        }
        const double roll = sigma[k][0] * next(&seed);
        if (roll < sigma[k][3]) {
            count(FISSIONS);
            return;
        }
        if (roll < sigma[k][3] + sigma[k][2]) {
            weight *= 0.5;
            if (weight < 0.1) {
                count(ABSORBED);
                return;
            }
            continue;
        }
        const double a = nuclides[which[first + k]].mass, cosine = 2 * next(&seed) - 1;
        energy = fmax(energy * (a * a + 2 * a * cosine + 1) / ((a + 1) * (a + 1)), 1e-9);
        angle += acos((1 + a * cosine) / sqrt(a * a + 2 * a * cosine + 1 + 1e-12)) * (next(&seed) < 0.5 ? 1 : -1);
        dx = cos(angle), dy = sin(angle);
    }
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (int i = 0; i < NEUTRONS; i++)
        neutron(i);
}

static void launch(Run *r)
{
    const int neutrons = NEUTRONS, most = MOST, pins = PINS, groups = GROUPS;
    LAUNCH(r, "reactor", DIM((NEUTRONS + 127) / 128, 1), DIM(128, 1), BUFFER(nuclides), BUFFER(points), BUFFER(poles), BUFFER(start), BUFFER(which),
           BUFFER(amount), BUFFER(flux), BUFFER(counts), VALUE(neutrons), VALUE(most), VALUE(pitch), VALUE(radius), VALUE(pins), VALUE(groups));
}

const Bench bench = { "reactor", make, hand, launch };
