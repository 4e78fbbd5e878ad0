/* triangles_hand.c: the nearest triangle that each ray meets. */
#include "bench.h"

#include <math.h>

enum { W = 96, H = 64, COUNT = 128 };
static int width = W, height = H, count = COUNT;
static float *list, *depth;
static int *hit;

static void make(void)
{
    list = bench_in(9 * COUNT, 4);
    hit = bench_out(W * H, KIND_U32, 0, 0.002);
    depth = bench_out(W * H, KIND_F32, 1e-3, 0.002);
    for (int i = 0; i < COUNT; i++) {
        const float x = bench_uniform(-1, 1), y = bench_uniform(-1, 1), z = bench_uniform(-0.5f, 1.5f);
        for (int k = 0; k < 3; k++) {
            list[9 * i + 3 * k] = x + bench_uniform(-0.3f, 0.3f);
            list[9 * i + 3 * k + 1] = y + bench_uniform(-0.3f, 0.3f);
            list[9 * i + 3 * k + 2] = z + bench_uniform(-0.3f, 0.3f);
        }
    }
}

static inline float meets(const float *from, const float *way, const float *tri)
{
    float e1[3], e2[3], s[3];
    for (int k = 0; k < 3; k++) {
        e1[k] = tri[3 + k] - tri[k];
        e2[k] = tri[6 + k] - tri[k];
        s[k] = from[k] - tri[k];
    }
    const float p[3] = { way[1] * e2[2] - way[2] * e2[1], way[2] * e2[0] - way[0] * e2[2], way[0] * e2[1] - way[1] * e2[0] };
    const float det = e1[0] * p[0] + e1[1] * p[1] + e1[2] * p[2];
    if (fabsf(det) < 1e-8f)
        return 1e30f;
    const float inverse = 1 / det, u = inverse * (s[0] * p[0] + s[1] * p[1] + s[2] * p[2]);
    if (u < 0 || u > 1)
        return 1e30f;
    const float q[3] = { s[1] * e1[2] - s[2] * e1[1], s[2] * e1[0] - s[0] * e1[2], s[0] * e1[1] - s[1] * e1[0] };
    const float v = inverse * (way[0] * q[0] + way[1] * q[1] + way[2] * q[2]);
    if (v < 0 || u + v > 1)
        return 1e30f;
    const float t = inverse * (e2[0] * q[0] + e2[1] * q[1] + e2[2] * q[2]);
    return t > 1e-4f ? t : 1e30f;
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const float from[3] = { 0, 0, -3 };
            float way[3] = { 2.0f * (float)x / W - 1, 2.0f * (float)y / H - 1, 2 };
            const float inverse = 1 / sqrtf(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
            for (int k = 0; k < 3; k++)
                way[k] *= inverse;
            int nearest = -1;
            float least = 1e30f;
            for (int i = 0; i < COUNT; i++) {
                const float t = meets(from, way, list + 9 * i);
                if (t < least) {
                    least = t;
                    nearest = i;
                }
            }
            hit[y * W + x] = nearest;
            depth[y * W + x] = least;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "triangles", DIM(W / 32, H / 4), DIM(32, 4), BUFFER(list), VALUE(count), BUFFER(hit), BUFFER(depth), VALUE(width),
           VALUE(height));
}

const Bench bench = { "triangles", make, hand, launch };
