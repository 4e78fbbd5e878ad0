/* adaptive_hand.c: many small systems of equations, each with steps as long as its error allows. */
#include "bench.h"

#include <math.h>

enum { N = 1000 };
typedef struct Point { float x, y, z; } Point;
static Point *state;
static float *rho, end = 1.0f, tolerance = 1e-3f;
static int *steps, n = N;

static void make(void)
{
    rho = bench_in(N, 4);
    steps = bench_in(N, 4);
    state = bench_out(3 * N, KIND_F32, 1e-2, 0.01);
    bench_fill(rho, N, 1, 20);
}

static Point f(Point u, float r) { return (Point){ 10 * (u.y - u.x), u.x * (r - u.z) - u.y, u.x * u.y - 8.0f / 3 * u.z }; }
static Point step(Point u, float h, Point k) { return (Point){ u.x + h * k.x, u.y + h * k.y, u.z + h * k.z }; }

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (int i = 0; i < N; i++) {
        Point u = { 1, 0.5f, 0.25f }, k1 = f(u, rho[i]);
        float t = 0, h = 0.01f;
        int taken = 0;
        while (t < end && taken < 10000) {
            taken++;
            if (t + h > end)
                h = end - t;
            const Point k2 = f(step(u, 0.5f * h, k1), rho[i]), k3 = f(step(u, 0.75f * h, k2), rho[i]);
            const Point next = step(step(step(u, h * (2.0f / 9), k1), h * (1.0f / 3), k2), h * (4.0f / 9), k3), k4 = f(next, rho[i]);
            const float a = -5.0f / 72, b = 1.0f / 12, c = 1.0f / 9, d = -1.0f / 8;
            const float x = h * (a * k1.x + b * k2.x + c * k3.x + d * k4.x), y = h * (a * k1.y + b * k2.y + c * k3.y + d * k4.y),
                        z = h * (a * k1.z + b * k2.z + c * k3.z + d * k4.z), error = sqrtf(x * x + y * y + z * z) / tolerance;
            if (error <= 1) {
                t += h;
                u = next;
                k1 = k4;
            }
            const float g = 0.9f / cbrtf(error + 1e-10f);
            h *= g < 0.2f ? 0.2f : g > 4 ? 4 : g;
        }
        steps[i] = taken;
        state[i] = u;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "adaptive", DIM((N + 127) / 128, 1), DIM(128, 1), BUFFER(state), BUFFER(rho), BUFFER(steps), VALUE(n), VALUE(end),
           VALUE(tolerance));
}

const Bench bench = { "adaptive", make, hand, launch };
