/* fog_hand.c: a picture of a volume of bytes. */
#include "bench.h"
#include <math.h>

enum { SIZE = 40, W = 96, H = 72 };
typedef struct View { float m[12]; int size[3]; float step, density; } View;
typedef struct Colour { float x, y, z, w; } Colour;
static View v = { { 0.8f, 0.1f, 0.55f, 1.9f, -0.2f, 0.95f, 0.2f, 0.7f, -0.5f, -0.25f, 0.8f, 2.8f }, { SIZE, SIZE, SIZE }, 0.02f, 0.08f };
static uint8_t *picture, *volume;
static Colour *table;
static int width = W, height = H;

static void make(void)
{
    picture = bench_out(W * H * 4, KIND_U8, 0, 0.02);
    volume = bench_in(SIZE * SIZE * SIZE, 1);
    table = bench_in(64, sizeof *table);
    for (int i = 0; i < SIZE * SIZE * SIZE; i++) {
        const float x = (float)(i % SIZE - SIZE / 2), y = (float)(i / SIZE % SIZE - SIZE / 2), z = (float)(i / SIZE / SIZE - SIZE / 2);
        volume[i] = (uint8_t)(127 + 100 * sinf(x * 0.3f) * cosf(y * 0.2f + z * 0.1f) + 20 * bench_uniform(-1, 1));
    }
    for (int i = 0; i < 64; i++)
        table[i] = (Colour){ (float)i / 64, 0.5f, 1 - (float)i / 64, i < 24 ? 0 : (float)(i - 24) / 40 };
}

static inline float mix(float a, float b, float t) { return a + t * (b - a); }
static inline int within(float x) { return x < 0 ? 0 : x > SIZE - 2 ? SIZE - 2 : (int)x; }
static inline uint8_t byte(float x) { return (uint8_t)((x < 0 ? 0 : x > 1 ? 1 : x) * 255); }

static void hand(void)
{
    const float *m = v.m;
#pragma omp parallel for
    for (int py = 0; py < H; py++)
        for (int px = 0; px < W; px++) {
            const float u = 2.0f * (float)px / W - 1, w = 2.0f * (float)py / H - 1;
            float d[3], in = 0, out = INFINITY;
            for (int a = 0; a < 3; a++)
                d[a] = m[4 * a] * u + m[4 * a + 1] * w - 2 * m[4 * a + 2];
            const float length = 1 / sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            for (int a = 0; a < 3; a++) {
                d[a] *= length;
                const float p = (-1 - m[4 * a + 3]) / d[a], q = (1 - m[4 * a + 3]) / d[a];
                in = fmaxf(in, fminf(p, q));
                out = fminf(out, fmaxf(p, q));
            }
            Colour sum = {0};
            for (float t = in; t < out && sum.w <= 0.95f; t += v.step) {
                const float x = (m[3] + t * d[0] + 1) * 0.5f * (SIZE - 1), y = (m[7] + t * d[1] + 1) * 0.5f * (SIZE - 1);
                const float z = (m[11] + t * d[2] + 1) * 0.5f * (SIZE - 1);
                const int i = within(x), j = within(y), k = within(z);
                const uint8_t *c = volume + i + SIZE * (j + SIZE * k), *e = c + SIZE * SIZE;
                const float fx = x - (float)i, fy = y - (float)j, fz = z - (float)k;
                const float s = mix(mix(mix(c[0], c[1], fx), mix(c[SIZE], c[SIZE + 1], fx), fy),
                                    mix(mix(e[0], e[1], fx), mix(e[SIZE], e[SIZE + 1], fx), fy), fz);
                const Colour *colour = table + (int)(s * 0.25f);
                const float share = (1 - sum.w) * colour->w * v.density;
                sum = (Colour){ sum.x + share * colour->x, sum.y + share * colour->y, sum.z + share * colour->z, sum.w + share };
            }
            uint8_t *to = picture + 4 * (py * W + px);
            to[0] = byte(sum.x), to[1] = byte(sum.y), to[2] = byte(sum.z), to[3] = byte(sum.w);
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "render", DIM((W + 15) / 16, (H + 15) / 16), DIM(16, 16), BUFFER(picture), BUFFER(volume), BUFFER(table), VALUE(v), VALUE(width), VALUE(height));
}

const Bench bench = { "fog", make, hand, launch };
