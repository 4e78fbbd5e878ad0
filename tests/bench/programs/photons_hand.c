/* photons_hand.c: light in layers of tissue. */
#include "bench.h"
#include <math.h>

enum { PACKETS = 1500, MOST = 400, COLUMNS = 40, LAYERS = 3 };
typedef struct Layer { float from, to, index, absorb, scatter, forward; } Layer;
typedef struct Packet { float x, y, z, ux, uy, uz, weight; int layer; } Packet;
static Layer *layers;
static uint32_t *absorbed, *out;
static const float cell = 0.05f;
static const uint32_t seed = 12345;

static void make(void)
{
    layers = bench_in(LAYERS, sizeof *layers);
    absorbed = bench_out(COLUMNS * COLUMNS, KIND_U32, 0.05, 0.05);
    out = bench_out(2, KIND_U32, 0.01, 0);
    layers[0] = (Layer){ 0, 0.3f, 1.37f, 1, 30, 0.8f };
    layers[1] = (Layer){ 0.3f, 0.8f, 1.4f, 2, 20, 0 };
    layers[2] = (Layer){ 0.8f, 2, 1.37f, 1.5f, 40, 0.9f };
}

static inline uint32_t next(uint32_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    return *s ^= *s << 5;
}
static inline float chance(uint32_t *s) { return ((float)(next(s) >> 8) + 0.5f) * 5.9604645e-8f; }

static inline float mirrored(float n1, float n2, float c1, float *c2)
{
    if (n1 == n2) {
        *c2 = c1;
        return 0;
    }
    const float s2 = n1 * sqrtf(1 - c1 * c1) / n2;
    if (s2 >= 1) {
        *c2 = 0;
        return 1;
    }
    *c2 = sqrtf(1 - s2 * s2);
    const float a = (n1 * c1 - n2 * *c2) / (n1 * c1 + n2 * *c2), b = (n1 * *c2 - n2 * c1) / (n1 * *c2 + n2 * c1);
    return 0.5f * (a * a + b * b);
}

static void give(uint32_t *to, float v)
{
    const uint32_t n = (uint32_t)(v * 1024);
#pragma omp atomic
    *to += n;
}

static void one(int id)
{
    uint32_t s = (uint32_t)(id + 1) * 2654435761u ^ seed;
    for (int i = 0; i < 8; i++)
        next(&s);
    Packet p = { 0, 0, 0, 0, 0, 1, 1, 0 };
    float rest = 0;
    for (int step = 0; step < MOST; step++) {
        const Layer *l = layers + p.layer;
        const float both = l->absorb + l->scatter;
        if (rest <= 0)
            rest = -logf(chance(&s));
        float way = rest / both;
        bool hit = false;
        if (p.uz > 0 && p.z + way * p.uz > l->to) {
            way = (l->to - p.z) / p.uz;
            hit = true;
        } else if (p.uz < 0 && p.z + way * p.uz < l->from) {
            way = (l->from - p.z) / p.uz;
            hit = true;
        }
        p.x += way * p.ux;
        p.y += way * p.uy;
        p.z += way * p.uz;
        rest -= way * both;
        float cosine;
        if (hit) {
            const int other = p.uz > 0 ? p.layer + 1 : p.layer - 1;
            const float index = other < 0 || other >= LAYERS ? 1 : layers[other].index;
            const float r = mirrored(l->index, index, fabsf(p.uz), &cosine);
            if (chance(&s) <= r)
                p.uz = -p.uz;
            else {
                if (other < 0 || other >= LAYERS) {
                    give(out + (other >= 0), p.weight);
                    return;
                }
                p.ux *= l->index / index;
                p.uy *= l->index / index;
                p.uz = p.uz > 0 ? cosine : -cosine;
                p.layer = other;
            }
            continue;
        }
        rest = 0;
        const float lost = p.weight * l->absorb / both;
        p.weight -= lost;
        int row = (int)(p.z / cell), column = (int)(sqrtf(p.x * p.x + p.y * p.y) / cell);
        row = row < COLUMNS ? row : COLUMNS - 1;
        column = column < COLUMNS ? column : COLUMNS - 1;
        give(absorbed + row * COLUMNS + column, lost);
        if (l->forward == 0)
            cosine = 2 * chance(&s) - 1;
        else {
            const float t = (1 - l->forward * l->forward) / (1 - l->forward + 2 * l->forward * chance(&s));
            cosine = (1 + l->forward * l->forward - t * t) / (2 * l->forward);
        }
        const float sine = sqrtf(fmaxf(1 - cosine * cosine, 0)), phi = 6.2831853f * chance(&s), sp = sinf(phi), cp = cosf(phi);
        if (fabsf(p.uz) > 0.99999f) {
            p.ux = sine * cp;
            p.uy = sine * sp;
            p.uz = copysignf(cosine, p.uz);
        } else {
            const float root = sqrtf(1 - p.uz * p.uz), x = p.ux, y = p.uy, z = p.uz;
            p.ux = sine * (x * z * cp - y * sp) / root + x * cosine;
            p.uy = sine * (y * z * cp + x * sp) / root + y * cosine;
            p.uz = -sine * cp * root + z * cosine;
        }
        if (p.weight < 0.01f) {
            if (chance(&s) > 0.1f)
                return;
            p.weight *= 10;
        }
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int id = 0; id < PACKETS; id++)
        one(id);
}

static void launch(Run *r)
{
    const int count = LAYERS, packets = PACKETS, most = MOST;
    LAUNCH(r, "photons", DIM((PACKETS + 127) / 128, 1), DIM(128, 1), BUFFER(layers), VALUE(count), BUFFER(absorbed), BUFFER(out), VALUE(packets),
           VALUE(most), VALUE(seed), VALUE(cell));
}

const Bench bench = { "photons", make, hand, launch };
