#include "host.h"
#include <math.h>

extern const ptx2c_module compress;

enum { N = 256 };
static uint32_t in[N][8];

static double s8(uint32_t v) { return abs((int8_t)v); }

static double f16(uint32_t v)
{
    const double size = (v >> 10 & 31) ? ldexp(1024 + (v & 1023), (int)(v >> 10 & 31) - 25) : ldexp(v & 1023, -24);
    return v & 0x8000 ? size : -size; /* the least is chosen */
}

static double f32(uint32_t v)
{
    float f;
    memcpy(&f, &v, 4);
    return f;
}
static double f32_size(uint32_t v) { return fabs(f32(v)); }
static double f32_least(uint32_t v) { return -f32(v); }

/* Two of four elements of so many bits by their rank, and their places; the first where they are alike. */
static void two(const uint32_t *element, double (*rank)(uint32_t), uint32_t *kept, uint32_t *place)
{
    bool taken[4] = {false};
    for (int k = 0; k < 2; k++) {
        int best = -1;
        for (int i = 0; i < 4; i++)
            if (!taken[i] && (best < 0 || rank(element[i]) > rank(element[best])))
                best = i;
        taken[best] = true;
    }
    for (uint32_t i = 0, k = 0; i < 4; i++)
        if (taken[i])
            kept[k] = element[i], place[k++] = i;
}

static uint32_t field(const uint32_t *w, uint32_t i, uint32_t bits)
{
    return w[i * bits / 32] >> i * bits % 32 & (0xffffffff >> (32 - bits));
}

static void put(uint32_t *w, uint32_t i, uint32_t bits, uint32_t v) { w[i * bits / 32] |= v << i * bits % 32; }

static void groups(const uint32_t *w, uint32_t bits, uint32_t idx, double (*rank)(uint32_t), uint32_t *kept, uint32_t *places)
{
    for (uint32_t g = 0; g < 8 * 32 / bits / 4; g++) {
        uint32_t e[4], k[2], p[2];
        for (uint32_t i = 0; i < 4; i++)
            e[i] = field(w, 4 * g + i, bits);
        two(e, rank, k, p);
        for (uint32_t i = 0; i < 2; i++)
            put(kept, 2 * g + i, bits, k[i]), put(places, 2 * g + i, idx, p[i]);
    }
}

int main(void)
{
    static uint32_t out[N][32], got[32][12];
    int bad[4] = {0};
    uint32_t seed = 1;
    for (int i = 0; i < N * 8; i++) {
        seed = seed * 1664525 + 1013904223;
        in[i / 8][i % 8] = seed & 0xf7fff7ff; /* no NaN of 16 bits, nor of 32 */
    }
    void *a = in, *b = out;
    run(&compress, "registers", 1, N, (void *[]){&a, &b});
    for (int t = 0; t < N; t++) {
        uint32_t want[32] = {0};
        groups(in[t], 8, 2, s8, want, want + 4);
        for (uint32_t q = 0; q < 16; q++)
            put(want + 8, q / 2 * 4 + field(want + 4, q, 2), 8, field(want, q, 8));
        groups(in[t], 16, 4, f16, want + 16, want + 20);
        for (uint32_t g = 0; g < 2; g++)
            if (field(in[t], g, 4) < 8)
                put(want + 24, 8 * g + field(in[t], g, 4), 16, field(in[t] + 1, g, 16));
        bad[0] += memcmp(want, out[t], 20) != 0;
        bad[1] += memcmp(want + 8, out[t] + 8, 32) != 0;
        bad[2] += memcmp(want + 16, out[t] + 16, 20) != 0;
        bad[3] += memcmp(want + 24, out[t] + 24, 32) != 0;
    }
    printf("registers %d %d %d %d\n", bad[0], bad[1], bad[2], bad[3]);
    b = got;
    run(&compress, "columns", 1, 32, (void *[]){&a, &b});
    bad[0] = bad[1] = 0;
    for (int t = 0; t < 32; t++) {
        uint32_t want[12] = {0};
        groups(in[t], 32, 2, f32_size, want, want + 4);
        groups(in[t], 32, 2, f32_least, want + 8, want + 6);
        want[7] = in[t][0];
        for (int i = 1; i < 8; i++)
            want[7] = f32(in[t][i]) < f32(want[7]) ? in[t][i] : want[7];
        bad[0] += memcmp(want, got[t], 20) != 0;
        bad[1] += memcmp(want + 6, got[t] + 6, 24) != 0;
    }
    printf("columns %d %d\n", bad[0], bad[1]);
    return 0;
}
