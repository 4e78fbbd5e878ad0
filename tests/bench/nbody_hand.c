/* nbody_hand.c: forces between n bodies. */
#include "bench.h"

#include <math.h>

typedef struct Body {
    float x, y, z, mass;
} Body;

static int n = 2048;
static Body *body, *force;

static void make(void)
{
    body = bench_in((size_t)n, sizeof *body);
    force = bench_out((size_t)n * 4, KIND_F32, 1e-3, 0);
    for (int i = 0; i < n; i++)
        body[i] = (Body){ bench_uniform(-1, 1), bench_uniform(-1, 1), bench_uniform(-1, 1), bench_uniform(0.1f, 1) };
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        Body me = body[i];
        float ax = 0, ay = 0, az = 0;
        for (int j = 0; j < n; j++) {
            float dx = body[j].x - me.x, dy = body[j].y - me.y, dz = body[j].z - me.z;
            float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float pull = body[j].mass * inverse * inverse * inverse;
            ax += dx * pull;
            ay += dy * pull;
            az += dz * pull;
        }
        force[i] = (Body){ ax, ay, az, 0 };
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "nbody", DIM((uint32_t)n / 256, 1), DIM(256, 1), VALUE(n), BUFFER(body), BUFFER(force));
}

const Bench bench = { "nbody", make, hand, launch };
