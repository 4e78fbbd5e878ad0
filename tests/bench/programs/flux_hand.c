/* flux_hand.c: what flows into the cells of an unstructured mesh. */
#include "bench.h"

#include <math.h>

typedef struct Flow { float density, x, y, z, energy; } Flow;

static int n = 128 * 160;
static int *neighbour;
static float *normal, *state, *out;

static void make(void)
{
    neighbour = bench_in(4 * (size_t)n, sizeof *neighbour);
    normal = bench_in(12 * (size_t)n, sizeof *normal);
    state = bench_in(5 * (size_t)n, sizeof *state);
    out = bench_out(5 * (size_t)n, KIND_F32, 1e-4, 0);
    for (int i = 0; i < 4 * n; i++) {
        const uint32_t r = bench_random();
        const int near = i % n + (int)(r >> 8) % 400 - 200;
        neighbour[i] = r % 64 == 0 ? -1 : r % 64 == 1 ? -2 : near < 0 || near >= n ? -1 : near;
    }
    bench_fill(normal, 12 * (size_t)n, -1, 1);
    bench_fill(state, 4 * (size_t)n, 0.5f, 1.5f);
    bench_fill(state + 4 * (size_t)n, (size_t)n, 8, 9);
}

static inline float pressure(Flow f)
{
    float v2 = (f.x * f.x + f.y * f.y + f.z * f.z) / (f.density * f.density);
    return 0.4f * (f.energy - 0.5f * f.density * v2);
}

static inline Flow load(int i)
{
    return (Flow){ state[i], state[n + i], state[2 * n + i], state[3 * n + i], state[4 * n + i] };
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const Flow own = load(i);
        const float p = pressure(own), speed = sqrtf(1.4f * p / own.density);
        const float vx = own.x / own.density, vy = own.y / own.density, vz = own.z / own.density;
        Flow sum = { 0, 0, 0, 0, 0 };
        for (int j = 0; j < 4; j++) {
            const int to = neighbour[j * n + i];
            const float nx = normal[3 * j * n + i], ny = normal[(3 * j + 1) * n + i], nz = normal[(3 * j + 2) * n + i];
            const float length = sqrtf(nx * nx + ny * ny + nz * nz);
            if (to >= 0) {
                const Flow f = load(to);
                const float q = pressure(f), c = sqrtf(1.4f * q / f.density);
                const float wx = f.x / f.density, wy = f.y / f.density, wz = f.z / f.density;
                const float k = -0.5f * length * 0.2f *
                                (speed + c + sqrtf(vx * vx + vy * vy + vz * vz) + sqrtf(wx * wx + wy * wy + wz * wz));
                const float a = 0.5f * nx, b = 0.5f * ny, d = 0.5f * nz;
                sum.density += k * (own.density - f.density) + a * (own.x + f.x) + b * (own.y + f.y) + d * (own.z + f.z);
                sum.x += k * (own.x - f.x) + a * (own.x * vx + p + f.x * wx + q) + b * (own.x * vy + f.x * wy) +
                         d * (own.x * vz + f.x * wz);
                sum.y += k * (own.y - f.y) + a * (own.y * vx + f.y * wx) + b * (own.y * vy + p + f.y * wy + q) +
                         d * (own.y * vz + f.y * wz);
                sum.z += k * (own.z - f.z) + a * (own.z * vx + f.z * wx) + b * (own.z * vy + f.z * wy) +
                         d * (own.z * vz + p + f.z * wz + q);
                sum.energy += k * (own.energy - f.energy) + (a * vx + b * vy + d * vz) * (own.energy + p) +
                              (a * wx + b * wy + d * wz) * (f.energy + q);
            } else if (to == -1) {
                sum.x += nx * p;
                sum.y += ny * p;
                sum.z += nz * p;
            } else if (to == -2) {
                sum.density += nx * 1.2f;
                sum.x += 0.5f * nx * (1.5f + own.x * vx + p);
                sum.energy += 0.5f * (nx * vx + ny * vy + nz * vz) * (own.energy + p);
            }
        }
        out[i] = sum.density;
        out[n + i] = sum.x;
        out[2 * n + i] = sum.y;
        out[3 * n + i] = sum.z;
        out[4 * n + i] = sum.energy;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "flux", DIM((uint32_t)n / 128, 1), DIM(128, 1), VALUE(n), BUFFER(neighbour), BUFFER(normal), BUFFER(state),
           BUFFER(out));
}

const Bench bench = { "flux", make, hand, launch };
