/* cloth_hand.c: a step of a cloth of masses and springs. */
#include "bench.h"
#include <math.h>

enum { W = 100, H = 90, STEPS = 3 };
typedef struct Vec { float x, y, z, w; } Vec;
static Vec *place[3], *normal;
static const float rest = 0.1f, stiff = 40, damp = 0.1f, dt = 0.01f;
static const Vec ball = { 5, -0.3f, 4.5f, 1.5f };

static void make(void)
{
    for (int k = 0; k < 3; k++)
        place[k] = bench_out(W * H * 4, KIND_F32, 1e-4, 0.0005);
    normal = bench_out(W * H * 4, KIND_F32, 1e-3, 0.001);
    for (int i = 0; i < W * H; i++) {
        const float m = i < W ? 0 : 0.05f;
        place[0][i] = (Vec){ (float)(i % W) * rest + bench_uniform(-0.02f, 0.02f), bench_uniform(-0.1f, 0.1f), (float)(i / W) * rest, m };
        place[1][i] = place[0][i];
        place[1][i].y += 0.003f;
    }
}

static inline Vec plus(Vec a, Vec b) { return (Vec){ a.x + b.x, a.y + b.y, a.z + b.z, 0 }; }
static inline Vec minus(Vec a, Vec b) { return (Vec){ a.x - b.x, a.y - b.y, a.z - b.z, 0 }; }
static inline Vec times(float a, Vec b) { return (Vec){ a * b.x, a * b.y, a * b.z, 0 }; }
static inline float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline int clamp(int v, int n) { return v < 0 ? 0 : v >= n ? n - 1 : v; }

static void step(const Vec *now, const Vec *before, Vec *next)
{
    static const int around[12][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 }, { 2, 0 }, { -2, 0 }, { 0, 2 }, { 0, -2 } };
#pragma omp parallel for
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const int i = y * W + x;
            const Vec p = now[i];
            if (p.w == 0) {
                next[i] = p;
                continue;
            }
            const Vec moved = minus(p, before[i]);
            Vec f = minus((Vec){ 0, -9.81f * p.w, 0, 0 }, times(damp / dt, moved));
            for (int k = 0; k < 12; k++) {
                const int nx = x + around[k][0], ny = y + around[k][1];
                if (nx < 0 || nx >= W || ny < 0 || ny >= H)
                    continue;
                const float far = k < 4 ? 1 : k < 8 ? 1.41421356f : 2;
                const Vec d = minus(now[ny * W + nx], p);
                const float length = sqrtf(dot(d, d));
                if (length > 1e-6f)
                    f = plus(f, times(stiff * (length - far * rest) / length, d));
            }
            Vec q = plus(plus(p, times(0.99f, moved)), times(dt * dt / p.w, f));
            const Vec from = minus(q, ball);
            const float away = dot(from, from);
            if (away < ball.w * ball.w)
                q = plus(ball, times(ball.w / sqrtf(away), from));
            q.w = p.w;
            next[i] = q;
        }
}

static void hand(void)
{
    for (int s = 0; s < STEPS; s++)
        step(place[s % 3], place[(s + 1) % 3], place[(s + 2) % 3]);
    const Vec *at = place[(STEPS + 1) % 3];
#pragma omp parallel for
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const Vec a = minus(at[y * W + clamp(x + 1, W)], at[y * W + clamp(x - 1, W)]);
            const Vec b = minus(at[clamp(y + 1, H) * W + x], at[clamp(y - 1, H) * W + x]);
            const Vec n = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0 };
            normal[y * W + x] = times(dot(n, n) > 0 ? 1 / sqrtf(dot(n, n)) : 0, n);
        }
}

static void launch(Run *r)
{
    const int w = W, h = H;
    for (int s = 0; s < STEPS; s++) {
        Vec *now = place[s % 3], *before = place[(s + 1) % 3], *next = place[(s + 2) % 3];
        LAUNCH(r, "cloth", DIM((W + 15) / 16, (H + 15) / 16), DIM(16, 16), BUFFER(now), BUFFER(before), BUFFER(next), VALUE(w), VALUE(h), VALUE(rest),
               VALUE(stiff), VALUE(damp), VALUE(dt), VALUE(ball));
    }
    Vec *at = place[(STEPS + 1) % 3];
    LAUNCH(r, "normals", DIM((W + 15) / 16, (H + 15) / 16), DIM(16, 16), BUFFER(at), BUFFER(normal), VALUE(w), VALUE(h));
}

const Bench bench = { "cloth", make, hand, launch };
