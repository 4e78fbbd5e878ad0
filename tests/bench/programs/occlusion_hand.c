/* occlusion_hand.c: how open to the sky three balls on a plane are; rays from one point are looked at side by side. */
#include <math.h>

#include "bench.h"

enum { W = 96, H = 96, RAYS = 32 };
static int w = W, h = H, rays = RAYS;
static unsigned char *out;
static float *directions;

static void make(void)
{
    out = bench_out(W * H, KIND_U8, 0, 5e-3);
    directions = bench_in(1024 * 2, sizeof *directions);
    for (int i = 0; i < 1024; i++) {
        const float r = sqrtf(bench_uniform(0, 1)), a = bench_uniform(0, 6.2831853f);
        directions[2 * i] = r * cosf(a);
        directions[2 * i + 1] = r * sinf(a);
    }
}

typedef struct Point {
    float x, y, z;
} Point;
static const Point centre[3] = {{-2, 0, -3.5f}, {-.5f, 0, -3}, {1, 0, -2.2f}};

static inline float product(Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Point along(Point o, Point d, float t) { return (Point){o.x + d.x * t, o.y + d.y * t, o.z + d.z * t}; }
static inline Point unit(Point a)
{
    const float l = 1 / sqrtf(product(a, a));
    return (Point){a.x * l, a.y * l, a.z * l};
}

static inline float reaches(Point o, Point d, int k)
{
    const Point r = {o.x - centre[k].x, o.y - centre[k].y, o.z - centre[k].z};
    const float b = product(r, d), q = b * b - (product(r, r) - .25f), t = -b - sqrtf(q > 0 ? q : 0);
    return q > 0 && t > 0 ? t : 1e17f;
}

static inline float reaches_plane(Point o, Point d)
{
    const float t = (-.5f - o.y) / d.y;
    return (d.y >= 1e-6f || d.y <= -1e-6f) && t > 0 ? t : 1e17f;
}

static float openness(int x, int y)
{
    const Point o = {0, 0, 0}, d = unit((Point){((float)x - W / 2.0f) / (W / 2.0f), -((float)y - H / 2.0f) / (H / 2.0f), -1});
    float least = 1e17f;
    int which = -1;
    for (int k = 0; k < 4; k++) {
        const float t = k < 3 ? reaches(o, d, k) : reaches_plane(o, d);
        if (t < least) {
            least = t;
            which = k;
        }
    }
    if (which < 0)
        return 0;
    const Point p = along(o, d, least);
    const Point n = which == 3 ? (Point){0, 1, 0} : unit((Point){p.x - centre[which].x, p.y - centre[which].y, p.z - centre[which].z});
    Point u = n.x < .6f && n.x > -.6f ? (Point){1, 0, 0} : n.y < .6f && n.y > -.6f ? (Point){0, 1, 0} : (Point){0, 0, 1};
    const Point v = unit((Point){u.y * n.z - u.z * n.y, u.z * n.x - u.x * n.z, u.x * n.y - u.y * n.x});
    u = (Point){n.y * v.z - n.z * v.y, n.z * v.x - n.x * v.z, n.x * v.y - n.y * v.x};
    const Point from = along(p, n, 1e-3f);
    int hits = 0;
#pragma omp simd reduction(+ : hits)
    for (int k = 0; k < RAYS; k++) {
        const int at = (k * 61 + x * 7 + y * 13) & 1023;
        const float rx = directions[2 * at], ry = directions[2 * at + 1], rz = sqrtf(1 - rx * rx - ry * ry);
        const Point to = {rx * v.x + ry * u.x + rz * n.x, rx * v.y + ry * u.y + rz * n.y, rx * v.z + ry * u.z + rz * n.z};
        const float t0 = reaches(from, to, 0), t1 = reaches(from, to, 1), t2 = reaches(from, to, 2), t3 = reaches_plane(from, to);
        hits += (t0 < 1e17f) | (t1 < 1e17f) | (t2 < 1e17f) | (t3 < 1e17f);
    }
    return (float)(RAYS - hits) / RAYS;
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 2)
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            out[y * W + x] = (unsigned char)(openness(x, y) * 255);
}

static void launch(Run *r)
{
    LAUNCH(r, "occlusion", DIM(W / 16, H / 8), DIM(16, 8), BUFFER(out), BUFFER(directions), VALUE(w), VALUE(h), VALUE(rays));
}

const Bench bench = {"occlusion", make, hand, launch};
