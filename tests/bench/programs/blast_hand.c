/* blast_hand.c: a blast wave through hexahedra that move with the matter. */
#include "bench.h"
#include <math.h>

enum { EDGE = 18, SIDE = EDGE + 1, COUNT = EDGE * EDGE * EDGE, NODES = SIDE * SIDE * SIDE, STEPS = 3 };
typedef struct Elements {
    const int *node;
    const double *mass;
    double *volume, *relative, *divergence, *length, *pressure, *viscosity, *energy, *sound;
} Elements;
static int *node, *first, *corner;
static double *mass, *volume, *relative, *divergence, *length, *pressure, *viscosity, *energy, *sound, *limit;
static double *x, *y, *z, *u, *v, *w, *fx, *fy, *fz, *heavy;
static unsigned char *plane;
static const double hourglass = 3, step = 2e-4;

static void make(void)
{
    node = bench_in(COUNT * 8, sizeof *node);
    first = bench_in(NODES + 1, sizeof *first);
    corner = bench_in(COUNT * 8, sizeof *corner);
    plane = bench_in(NODES, 1);
    mass = bench_in(COUNT, sizeof *mass);
    volume = bench_in(COUNT, sizeof *volume);
    heavy = bench_in(NODES, sizeof *heavy);
    double **const fields[] = { &relative, &divergence, &length, &pressure, &viscosity, &energy, &sound, &limit };
    for (int k = 0; k < 8; k++)
        *fields[k] = bench_out(COUNT, KIND_F64, 1e-9, 0);
    double **const nodal[] = { &x, &y, &z, &u, &v, &w };
    for (int k = 0; k < 6; k++)
        *nodal[k] = bench_out(NODES, KIND_F64, 1e-9, 0);
    fx = bench_out(COUNT * 8, KIND_F64, 1e-9, 0);
    fy = bench_out(COUNT * 8, KIND_F64, 1e-9, 0);
    fz = bench_out(COUNT * 8, KIND_F64, 1e-9, 0);
    const double h = 1.0 / EDGE;
    for (int k = 0; k < SIDE; k++)
        for (int j = 0; j < SIDE; j++)
            for (int i = 0; i < SIDE; i++) {
                const int at = (k * SIDE + j) * SIDE + i;
                x[at] = i * h + (i > 0 && i < EDGE ? (double)bench_uniform(-0.1f, 0.1f) * h : 0);
                y[at] = j * h + (j > 0 && j < EDGE ? (double)bench_uniform(-0.1f, 0.1f) * h : 0);
                z[at] = k * h + (k > 0 && k < EDGE ? (double)bench_uniform(-0.1f, 0.1f) * h : 0);
                plane[at] = (unsigned char)((i == 0) | (j == 0) << 1 | (k == 0) << 2);
            }
    for (int k = 0, e = 0; k < EDGE; k++)
        for (int j = 0; j < EDGE; j++)
            for (int i = 0; i < EDGE; i++, e++) {
                const int at = (k * SIDE + j) * SIDE + i, up = SIDE * SIDE;
                const int of[8] = { at, at + 1, at + SIDE + 1, at + SIDE, at + up, at + up + 1, at + up + SIDE + 1, at + up + SIDE };
                for (int c = 0; c < 8; c++) {
                    node[8 * e + c] = of[c];
                    first[of[c] + 1]++;
                    heavy[of[c]] += h * h * h / 8;
                }
                volume[e] = mass[e] = h * h * h;
                energy[e] = e == 0 ? 300 : (double)bench_uniform(0.1f, 1);
                pressure[e] = 2.0 / 3 * energy[e];
                sound[e] = sqrt(5.0 / 3 * pressure[e]);
            }
    for (int i = 0; i < NODES; i++)
        first[i + 1] += first[i];
    static int used[NODES];
    for (int c = 0; c < COUNT * 8; c++)
        corner[first[node[c]] + used[node[c]]++] = c;
}

static const double modes[4][8] = { { 1, 1, -1, -1, -1, -1, 1, 1 }, { 1, -1, -1, 1, -1, 1, 1, -1 },
                                    { 1, -1, 1, -1, 1, -1, 1, -1 }, { -1, 1, -1, 1, 1, -1, 1, -1 } };

static inline void derivatives(const double x[8], const double y[8], const double z[8], double b[3][8], double *vol)
{
    const double t1x = (x[6] - x[0]) + (x[5] - x[3]), t2x = (x[7] - x[1]) + (x[4] - x[2]);
    const double t1y = (y[6] - y[0]) + (y[5] - y[3]), t2y = (y[7] - y[1]) + (y[4] - y[2]);
    const double t1z = (z[6] - z[0]) + (z[5] - z[3]), t2z = (z[7] - z[1]) + (z[4] - z[2]);
    const double t3x = (x[6] - x[0]) - (x[5] - x[3]), t4x = (x[7] - x[1]) - (x[4] - x[2]);
    const double t3y = (y[6] - y[0]) - (y[5] - y[3]), t4y = (y[7] - y[1]) - (y[4] - y[2]);
    const double t3z = (z[6] - z[0]) - (z[5] - z[3]), t4z = (z[7] - z[1]) - (z[4] - z[2]);
    const double a[3] = { 0.125 * (t1x - t2x), 0.125 * (t1y - t2y), 0.125 * (t1z - t2z) };
    const double e[3] = { 0.125 * (t3x + t4x), 0.125 * (t3y + t4y), 0.125 * (t3z + t4z) };
    const double c[3] = { 0.125 * (t1x + t2x), 0.125 * (t1y + t2y), 0.125 * (t1z + t2z) };
    double p[3], q[3], r[3];
    for (int d = 0; d < 3; d++) {
        const int f = (d + 1) % 3, g = (d + 2) % 3;
        p[d] = e[f] * c[g] - e[g] * c[f];
        q[d] = c[f] * a[g] - c[g] * a[f];
        r[d] = a[f] * e[g] - a[g] * e[f];
    }
    for (int d = 0; d < 3; d++) {
        b[d][0] = -p[d] - q[d] - r[d];
        b[d][1] = p[d] - q[d] - r[d];
        b[d][2] = p[d] + q[d] - r[d];
        b[d][3] = -p[d] + q[d] - r[d];
        b[d][4] = -b[d][2];
        b[d][5] = -b[d][3];
        b[d][6] = -b[d][0];
        b[d][7] = -b[d][1];
    }
    *vol = 8 * (a[0] * p[0] + a[1] * p[1] + a[2] * p[2]);
}

static inline double triple(double ax, double ay, double az, double bx, double by, double bz, double cx, double cy, double cz)
{
    return ax * (by * cz - bz * cy) + bx * (az * cy - ay * cz) + cx * (ay * bz - az * by);
}

static inline double enclosed(const double *x, const double *y, const double *z)
{
#define EDGE_OF(a, b) x[a] - x[b], y[a] - y[b], z[a] - z[b]
    return (triple(x[3] - x[1] + x[7] - x[2], y[3] - y[1] + y[7] - y[2], z[3] - z[1] + z[7] - z[2], EDGE_OF(6, 3), EDGE_OF(2, 0)) +
            triple(x[4] - x[3] + x[5] - x[7], y[4] - y[3] + y[5] - y[7], z[4] - z[3] + z[5] - z[7], EDGE_OF(6, 4), EDGE_OF(7, 0)) +
            triple(x[1] - x[4] + x[2] - x[5], y[1] - y[4] + y[2] - y[5], z[1] - z[4] + z[2] - z[5], EDGE_OF(6, 1), EDGE_OF(5, 0))) / 12;
}

static inline void face(double n[3][8], int a, int b, int c, int d, const double *x, const double *y, const double *z)
{
    const double b0x = 0.5 * (x[d] + x[c] - x[b] - x[a]), b0y = 0.5 * (y[d] + y[c] - y[b] - y[a]), b0z = 0.5 * (z[d] + z[c] - z[b] - z[a]);
    const double b1x = 0.5 * (x[c] + x[b] - x[d] - x[a]), b1y = 0.5 * (y[c] + y[b] - y[d] - y[a]), b1z = 0.5 * (z[c] + z[b] - z[d] - z[a]);
    const double area[3] = { 0.25 * (b0y * b1z - b0z * b1y), 0.25 * (b0z * b1x - b0x * b1z), 0.25 * (b0x * b1y - b0y * b1x) };
    for (int k = 0; k < 3; k++) {
        n[k][a] += area[k];
        n[k][b] += area[k];
        n[k][c] += area[k];
        n[k][d] += area[k];
    }
}

static inline double area(const double *x, const double *y, const double *z, int a, int b, int c, int d)
{
    const double gx = (x[c] - x[a]) - (x[d] - x[b]), gy = (y[c] - y[a]) - (y[d] - y[b]), gz = (z[c] - z[a]) - (z[d] - z[b]);
    const double hx = (x[c] - x[a]) + (x[d] - x[b]), hy = (y[c] - y[a]) + (y[d] - y[b]), hz = (z[c] - z[a]) + (z[d] - z[b]);
    const double gh = gx * hx + gy * hy + gz * hz;
    return (gx * gx + gy * gy + gz * gz) * (hx * hx + hy * hy + hz * hz) - gh * gh;
}

static inline void gather(int e, double px[8], double py[8], double pz[8], double vx[8], double vy[8], double vz[8])
{
    for (int k = 0; k < 8; k++) {
        const int at = node[8 * e + k];
        px[k] = x[at], py[k] = y[at], pz[k] = z[at];
        vx[k] = u[at], vy[k] = v[at], vz[k] = w[at];
    }
}

static void forces_of(int e)
{
    double px[8], py[8], pz[8], vx[8], vy[8], vz[8], b[3][8], n[3][8] = { { 0 } }, vol, gx[8], gy[8], gz[8];
    gather(e, px, py, pz, vx, vy, vz);
    derivatives(px, py, pz, b, &vol);
    face(n, 0, 1, 2, 3, px, py, pz);
    face(n, 0, 4, 5, 1, px, py, pz);
    face(n, 1, 5, 6, 2, px, py, pz);
    face(n, 2, 6, 7, 3, px, py, pz);
    face(n, 3, 7, 4, 0, px, py, pz);
    face(n, 4, 7, 6, 5, px, py, pz);
    const double stress = pressure[e] + viscosity[e];
    for (int k = 0; k < 8; k++)
        gx[k] = -stress * n[0][k], gy[k] = -stress * n[1][k], gz[k] = -stress * n[2][k];
    const double inverse = 1 / vol, factor = -hourglass * 0.01 * sound[e] * mass[e] / cbrt(vol);
    for (int m = 0; m < 4; m++) {
        double hx = 0, hy = 0, hz = 0, sx = 0, sy = 0, sz = 0, gamma[8];
        for (int k = 0; k < 8; k++)
            hx += px[k] * modes[m][k], hy += py[k] * modes[m][k], hz += pz[k] * modes[m][k];
        for (int k = 0; k < 8; k++) {
            gamma[k] = modes[m][k] - inverse * (b[0][k] * hx + b[1][k] * hy + b[2][k] * hz);
            sx += gamma[k] * vx[k], sy += gamma[k] * vy[k], sz += gamma[k] * vz[k];
        }
        for (int k = 0; k < 8; k++)
            gx[k] += factor * sx * gamma[k], gy[k] += factor * sy * gamma[k], gz[k] += factor * sz * gamma[k];
    }
    for (int k = 0; k < 8; k++)
        fx[8 * e + k] = gx[k], fy[8 * e + k] = gy[k], fz[8 * e + k] = gz[k];
}

static void strain_of(int e)
{
    double px[8], py[8], pz[8], vx[8], vy[8], vz[8], b[3][8], middle;
    gather(e, px, py, pz, vx, vy, vz);
    const double vol = enclosed(px, py, pz);
    double most = area(px, py, pz, 0, 1, 2, 3);
    most = fmax(most, area(px, py, pz, 4, 5, 6, 7));
    most = fmax(most, area(px, py, pz, 0, 1, 5, 4));
    most = fmax(most, area(px, py, pz, 1, 2, 6, 5));
    most = fmax(most, area(px, py, pz, 2, 3, 7, 6));
    most = fmax(most, area(px, py, pz, 3, 0, 4, 7));
    length[e] = 4 * vol / sqrt(most);
    for (int k = 0; k < 8; k++)
        px[k] -= 0.5 * step * vx[k], py[k] -= 0.5 * step * vy[k], pz[k] -= 0.5 * step * vz[k];
    derivatives(px, py, pz, b, &middle);
    double d = 0;
    for (int k = 0; k < 8; k++)
        d += b[0][k] * vx[k] + b[1][k] * vy[k] + b[2][k] * vz[k];
    divergence[e] = d / middle;
    relative[e] = vol / volume[e];
}

static void hand(void)
{
    for (int s = 0; s < STEPS; s++) {
#pragma omp parallel for
        for (int e = 0; e < COUNT; e++)
            forces_of(e);
#pragma omp parallel for
        for (int i = 0; i < NODES; i++) {
            double ax = 0, ay = 0, az = 0;
            for (int k = first[i]; k < first[i + 1]; k++)
                ax += fx[corner[k]], ay += fy[corner[k]], az += fz[corner[k]];
            ax = plane[i] & 1 ? 0 : ax / heavy[i];
            ay = plane[i] & 2 ? 0 : ay / heavy[i];
            az = plane[i] & 4 ? 0 : az / heavy[i];
            u[i] += ax * step, v[i] += ay * step, w[i] += az * step;
            u[i] = fabs(u[i]) < 1e-7 ? 0 : u[i];
            v[i] = fabs(v[i]) < 1e-7 ? 0 : v[i];
            w[i] = fabs(w[i]) < 1e-7 ? 0 : w[i];
            x[i] += u[i] * step, y[i] += v[i] * step, z[i] += w[i] * step;
        }
#pragma omp parallel for
        for (int e = 0; e < COUNT; e++)
            strain_of(e);
#pragma omp parallel for simd
        for (int e = 0; e < COUNT; e++) {
            const double rho = mass[e] / volume[e] / relative[e], d = divergence[e], l = length[e], jump = -d * l;
            const double q = d < 0 ? rho * jump * (2 * jump + 0.25 * sound[e]) : 0;
            double en = energy[e] - d * step * (pressure[e] + 0.5 * (q + viscosity[e])) / rho;
            en = en < 1e-9 ? 1e-9 : en;
            double p = 2.0 / 3 * rho * en;
            p = p < 1e-12 ? 1e-12 : p;
            double c = 5.0 / 3 * p / rho;
            c = c <= 1e-20 ? 1e-10 : sqrt(c);
            energy[e] = en, pressure[e] = p, viscosity[e] = q, sound[e] = c;
            double time = l / sqrt(c * c + (d < 0 ? 64 * l * l * d * d : 0));
            limit[e] = d != 0 ? fmin(time, 0.1 / (fabs(d) + 1e-20)) : time;
        }
    }
}

static void launch(Run *r)
{
    const int count = COUNT, nodes = NODES;
    const Elements e = { node, mass, volume, relative, divergence, length, pressure, viscosity, energy, sound };
    const Dim elements = DIM((COUNT + 127) / 128, 1);
    for (int s = 0; s < STEPS; s++) {
        LAUNCH(r, "forces", elements, DIM(128, 1), VALUE(e), BUFFER(x), BUFFER(y), BUFFER(z), BUFFER(u), BUFFER(v), BUFFER(w), BUFFER(fx),
               BUFFER(fy), BUFFER(fz), VALUE(count), VALUE(hourglass));
        LAUNCH(r, "motion", DIM((NODES + 127) / 128, 1), DIM(128, 1), BUFFER(first), BUFFER(corner), BUFFER(fx), BUFFER(fy), BUFFER(fz),
               BUFFER(heavy), BUFFER(plane), BUFFER(x), BUFFER(y), BUFFER(z), BUFFER(u), BUFFER(v), BUFFER(w), VALUE(nodes), VALUE(step));
        LAUNCH(r, "strain", elements, DIM(128, 1), VALUE(e), BUFFER(x), BUFFER(y), BUFFER(z), BUFFER(u), BUFFER(v), BUFFER(w), VALUE(count),
               VALUE(step));
        LAUNCH(r, "state", elements, DIM(128, 1), VALUE(e), BUFFER(limit), VALUE(count), VALUE(step));
    }
}

const Bench bench = { "blast", make, hand, launch };
