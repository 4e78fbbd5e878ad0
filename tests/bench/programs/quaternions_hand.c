/* quaternions_hand.c: points turned by a quaternion of each body. */
#include "bench.h"
#include <math.h>

enum { BODIES = 3000, EACH = 8 };
static float *q, *spin, *in, *out, dt = 0.01f;
static int bodies = BODIES, each = EACH;

static void make(void)
{
    q = bench_out(BODIES * 4, KIND_F32, 1e-4, 0);
    spin = bench_in(BODIES * 3, 4), in = bench_in(EACH * 3, 4);
    out = bench_out(BODIES * EACH * 3, KIND_F32, 1e-4, 0);
    bench_fill(q, BODIES * 4, 0.1f, 1), bench_fill(spin, BODIES * 3, -1, 1), bench_fill(in, EACH * 3, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < BODIES; i++) {
        float *a = q + 4 * i;
        const float *w = spin + 3 * i;
        const float dx = 0.5f * (w[0] * a[3] + w[1] * a[2] - w[2] * a[1]), dy = 0.5f * (w[1] * a[3] + w[2] * a[0] - w[0] * a[2]);
        const float dz = 0.5f * (w[2] * a[3] + w[0] * a[1] - w[1] * a[0]), dw = -0.5f * (w[0] * a[0] + w[1] * a[1] + w[2] * a[2]);
        float x = a[0] + dt * dx, y = a[1] + dt * dy, z = a[2] + dt * dz, v = a[3] + dt * dw;
        const float s = 1 / sqrtf(x * x + y * y + z * z + v * v);
        a[0] = x *= s, a[1] = y *= s, a[2] = z *= s, a[3] = v *= s;
        for (int k = 0; k < EACH; k++) {
            const float *p = in + 3 * k;
            float *r = out + (i * EACH + k) * 3;
            const float tx = 2 * (y * p[2] - z * p[1]), ty = 2 * (z * p[0] - x * p[2]), tz = 2 * (x * p[1] - y * p[0]);
            r[0] = p[0] + v * tx + y * tz - z * ty;
            r[1] = p[1] + v * ty + z * tx - x * tz;
            r[2] = p[2] + v * tz + x * ty - y * tx;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "quaternions", DIM((BODIES + 255) / 256, 1), DIM(256, 1), BUFFER(q), BUFFER(spin), BUFFER(in), BUFFER(out), VALUE(bodies), VALUE(each), VALUE(dt));
}

const Bench bench = {"quaternions", make, hand, launch};
