/* eikonal_hand.c: travel times by blocks of 4 x 4 x 4 that are on a list. */
#include "bench.h"

#include <math.h>

enum { L = 4, X = 32, Y = 24, Z = 16, BLOCKS = X * Y * Z / (L * L * L), S = 6 };
#define INF 1e20f
static double *speed;
static uint8_t *mask;
static float *from, *to;
static uint32_t *converged, *list;
static int xdim = X, ydim = Y, zdim = Z, rounds = 6, active;

static void make(void)
{
    speed = bench_in(X * Y * Z, 8);
    mask = bench_in(X * Y * Z, 1);
    from = bench_in(X * Y * Z, 4);
    to = bench_out(X * Y * Z, KIND_F32, 1e-3, 1e-3);
    converged = bench_out(BLOCKS, KIND_U32, 0, 1e-2);
    list = bench_in(BLOCKS, 4);
    for (int z = 0, at = 0; z < Z; z++)
        for (int y = 0; y < Y; y++)
            for (int x = 0; x < X; x++, at++) {
                const float d = sqrtf((float)((x - 9) * (x - 9) + (y - 8) * (y - 8) + (z - 5) * (z - 5)));
                speed[at] = (double)bench_uniform(0.5f, 2);
                mask[at] = (x * 3 + y * 5 + z * 7) % 13 != 0;
                from[at] = d < 9 ? d * bench_uniform(0.8f, 1.4f) : INF;
            }
    for (int b = 0; b < BLOCKS; b++)
        if (b % 5 != 2)
            list[active++] = (uint32_t)b;
}

static float smaller(float a, float b) { return a < b ? a : b; }
static float larger(float a, float b) { return a > b ? a : b; }

static float arrival(float x, float y, float z, float s)
{
    const float low = smaller(x, y), high = larger(x, y), c = smaller(low, z), m = larger(low, z), b = smaller(high, m), a = larger(high, m);
    float t = c + s;
    if (c >= INF)
        return INF;
    if (t > b) {
        const float two = (b + c + sqrtf(-b * b - c * c + 2 * b * c + 2 * s * s)) * 0.5f;
        t = two > b ? two : t;
        if (t > a) {
            const float sum = a + b + c, three = (2 * sum + sqrtf(4 * (sum * sum - 3 * (a * a + b * b + c * c - s * s)))) / 6;
            t = three > a ? three : t;
        }
    }
    return t;
}

static void hand(void)
{
#pragma omp parallel for
    for (int k = 0; k < active; k++) {
        const int block = (int)list[k], bx = block % (X / L) * L, by = block / (X / L) % (Y / L) * L, bz = block / (X / L * (Y / L)) * L;
        float a[S][S][S], b[L][L][L];
        for (int z = 0; z < S; z++)
            for (int y = 0; y < S; y++)
                for (int x = 0; x < S; x++) {
                    const int gx = bx + x - 1, gy = by + y - 1, gz = bz + z - 1;
                    a[z][y][x] = gx >= 0 && gy >= 0 && gz >= 0 && gx < X && gy < Y && gz < Z ? from[(gz * Y + gy) * X + gx] : INF;
                }
        bool changed = false;
        for (int i = 0; i < rounds; i++) {
            for (int z = 0; z < L; z++)
                for (int y = 0; y < L; y++)
                    for (int x = 0; x < L; x++) {
                        const int at = ((bz + z) * Y + by + y) * X + bx + x;
                        float now = a[z + 1][y + 1][x + 1];
                        if (mask[at])
                            now = smaller(now, arrival(smaller(a[z + 1][y + 1][x], a[z + 1][y + 1][x + 2]),
                                                       smaller(a[z + 1][y][x + 1], a[z + 1][y + 2][x + 1]),
                                                       smaller(a[z][y + 1][x + 1], a[z + 2][y + 1][x + 1]), (float)(1 / speed[at])));
                        b[z][y][x] = now;
                    }
            for (int z = 0; z < L; z++)
                for (int y = 0; y < L; y++)
                    for (int x = 0; x < L; x++)
                        a[z + 1][y + 1][x + 1] = b[z][y][x];
        }
        for (int z = 0; z < L; z++)
            for (int y = 0; y < L; y++)
                for (int x = 0; x < L; x++) {
                    const int at = ((bz + z) * Y + by + y) * X + bx + x;
                    if (mask[at]) {
                        to[at] = a[z + 1][y + 1][x + 1];
                        changed |= from[at] - to[at] > 1e-6f;
                    }
                }
        converged[block] = !changed;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "run_solver", DIM((uint32_t)(active + 15) / 16, 16), ((Dim){ L, L, L }), BUFFER(speed), BUFFER(mask), BUFFER(from), BUFFER(to),
           BUFFER(converged), BUFFER(list), VALUE(xdim), VALUE(ydim), VALUE(zdim), VALUE(rounds), VALUE(active));
}

const Bench bench = { "eikonal", make, hand, launch };
