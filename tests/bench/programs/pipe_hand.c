/* pipe_hand.c: a fluid in a pipe as populations of nineteen velocities. */
#include "bench.h"
#include <math.h>

enum { Q = 19, NX = 64, NY = 20, NZ = 20, CELLS = NX * NY * NZ, STEPS = 2 };
static const int cx[Q] = { 0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0 };
static const int cy[Q] = { 0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1 };
static const int cz[Q] = { 0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1 };
static const int back[Q] = { 0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17 };
static float *one, *two, *speed;
static unsigned char *kind;
static const float inflow = 0.05f, outflow = 1, rate = 1.8f;

static inline float weight(int q) { return q == 0 ? 1.0f / 3 : q < 7 ? 1.0f / 18 : 1.0f / 36; }
static inline float equilibrium(int q, float rho, float u, float v, float w)
{
    const float c = (float)cx[q] * u + (float)cy[q] * v + (float)cz[q] * w;
    return weight(q) * rho * (1 + 3 * c + 4.5f * c * c - 1.5f * (u * u + v * v + w * w));
}

static void make(void)
{
    one = bench_out(Q * CELLS, KIND_F32, 1e-4, 0);
    two = bench_out(Q * CELLS, KIND_F32, 1e-4, 0);
    speed = bench_out(CELLS, KIND_F32, 1e-4, 0);
    kind = bench_in(CELLS, 1);
    for (int z = 0; z < NZ; z++)
        for (int y = 0; y < NY; y++)
            for (int x = 0; x < NX; x++) {
                const int at = (z * NY + y) * NX + x, dy = 2 * y - NY + 1, dz = 2 * z - NZ + 1, bx = x - 20, by = y - 10, bz = z - 9;
                const bool wall = dy * dy + dz * dz > (NY - 2) * (NY - 2) || bx * bx + by * by + bz * bz < 16;
                kind[at] = (unsigned char)(wall ? 1 : x == 0 ? 2 : x == NX - 1 ? 3 : 0);
                for (int q = 0; q < Q; q++)
                    one[q * CELLS + at] = equilibrium(q, 1 + bench_uniform(-0.01f, 0.01f), 0.05f, 0, 0);
            }
}

static void cell(const float *from, float *to, int x, int y, int z)
{
    const int at = (z * NY + y) * NX + x;
    if (kind[at] == 1)
        return;
    float f[Q], e[Q], rho = 0, u = 0, v = 0, w = 0;
    for (int q = 0; q < Q; q++) {
        const int px = x - cx[q], py = y - cy[q], pz = z - cz[q], other = (pz * NY + py) * NX + px;
        const bool solid = px < 0 || px >= NX || py < 0 || py >= NY || pz < 0 || pz >= NZ || kind[other] == 1;
        f[q] = solid ? from[back[q] * CELLS + at] : from[q * CELLS + other];
        rho += f[q], u += (float)cx[q] * f[q], v += (float)cy[q] * f[q], w += (float)cz[q] * f[q];
    }
    if (kind[at] == 2) {
        u = inflow * rho, v = 0, w = 0;
        for (int q = 0; q < Q; q++)
            if (cx[q] > 0)
                f[q] = f[back[q]] + 6 * weight(q) * rho * inflow;
    } else if (kind[at] == 3) {
        const float scale = outflow / rho;
        rho = outflow, u *= scale, v *= scale, w *= scale;
        for (int q = 0; q < Q; q++)
            if (cx[q] < 0)
                f[q] = equilibrium(q, rho, u / rho, v / rho, w / rho);
    }
    u /= rho, v /= rho, w /= rho;
    float xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
    for (int q = 0; q < Q; q++) {
        e[q] = equilibrium(q, rho, u, v, w);
        const float d = f[q] - e[q];
        xx += (float)(cx[q] * cx[q]) * d, yy += (float)(cy[q] * cy[q]) * d, zz += (float)(cz[q] * cz[q]) * d;
        xy += (float)(cx[q] * cy[q]) * d, xz += (float)(cx[q] * cz[q]) * d, yz += (float)(cy[q] * cz[q]) * d;
    }
    const float stress = sqrtf(xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz));
    const float tau = 1 / rate, even = 2 / (tau + sqrtf(tau * tau + 18 * 0.0256f * stress / rho)), odd = 8 * (2 - even) / (8 - even);
    to[at] = f[0] - even * (f[0] - e[0]);
    for (int q = 1; q < Q; q += 2) {
        const float plus = even * 0.5f * (f[q] + f[q + 1] - e[q] - e[q + 1]), minus = odd * 0.5f * (f[q] - f[q + 1] - e[q] + e[q + 1]);
        to[q * CELLS + at] = f[q] - plus - minus;
        to[(q + 1) * CELLS + at] = f[q + 1] - plus + minus;
    }
    speed[at] = sqrtf(u * u + v * v + w * w);
}

static void hand(void)
{
    for (int s = 0; s < STEPS; s++)
#pragma omp parallel for collapse(2)
        for (int z = 0; z < NZ; z++)
            for (int y = 0; y < NY; y++)
                for (int x = 0; x < NX; x++)
                    cell(s % 2 ? two : one, s % 2 ? one : two, x, y, z);
}

static void launch(Run *r)
{
    const int nx = NX, ny = NY, nz = NZ;
    for (int s = 0; s < STEPS; s++) {
        float *const from = s % 2 ? two : one, *const to = s % 2 ? one : two;
        LAUNCH(r, "pipe", ((Dim){ 1, NY, NZ }), DIM(NX, 1), BUFFER(from), BUFFER(to), BUFFER(kind), BUFFER(speed), VALUE(nx), VALUE(ny), VALUE(nz),
               VALUE(inflow), VALUE(outflow), VALUE(rate));
    }
}

const Bench bench = { "pipe", make, hand, launch };
