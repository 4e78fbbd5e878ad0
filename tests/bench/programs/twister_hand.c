/* twister_hand.c: random numbers of twisted shift registers of 19 words, turned to normal numbers. */
#include "bench.h"

#include <math.h>

enum { GENERATORS = 1024, EACH = 48, WORDS = 19, HALF = 9, LANES = 16 };
static int each = EACH, generators = GENERATORS;
static float *out;
static struct { unsigned a, b, c, seed; } *twists;

static void make(void)
{
    twists = bench_in(GENERATORS, sizeof *twists);
    out = bench_out(GENERATORS * EACH, KIND_F32, 1e-4, 0.001);
    for (int i = 0; i < GENERATORS; i++) {
        twists[i].a = bench_random();
        twists[i].b = bench_random();
        twists[i].c = bench_random();
        twists[i].seed = bench_random();
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int t = 0; t < GENERATORS; t += LANES) {
        unsigned s[WORDS][LANES];
        for (int l = 0; l < LANES; l++)
            s[0][l] = twists[t + l].seed;
        for (int i = 1; i < WORDS; i++)
            for (int l = 0; l < LANES; l++)
                s[i][l] = 1812433253u * (s[i - 1][l] ^ (s[i - 1][l] >> 30)) + (unsigned)i;
        int at = 0;
        for (int o = 0; o < EACH; o++) {
            const int next = at + 1 < WORDS ? at + 1 : 0, middle = at + HALF < WORDS ? at + HALF : at + HALF - WORDS;
            for (int l = 0; l < LANES; l++) {
                unsigned x = (s[at][l] & 0xFFFFFFFEu) | (s[next][l] & 1u);
                x = s[middle][l] ^ (x >> 1) ^ ((x & 1) ? twists[t + l].a : 0);
                s[at][l] = x;
                x ^= x >> 12;
                x ^= (x << 7) & twists[t + l].b;
                x ^= (x << 15) & twists[t + l].c;
                x ^= x >> 18;
                out[t + l + o * GENERATORS] = ((float)x + 1.0f) / 4294967296.0f;
            }
            at = next;
        }
        for (int o = 0; o < EACH; o += 2)
            for (int l = 0; l < LANES; l++) {
                float *const p = out + t + l + o * GENERATORS, *const q = p + GENERATORS;
                const float r = sqrtf(-2.0f * logf(*p)), phi = 6.28318530718f * *q;
                *p = r * cosf(phi);
                *q = r * sinf(phi);
            }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "twister", DIM(GENERATORS / 128, 1), DIM(128, 1), BUFFER(out), BUFFER(twists), VALUE(each), VALUE(generators));
    LAUNCH(r, "normal", DIM(GENERATORS / 128, 1), DIM(128, 1), BUFFER(out), VALUE(each), VALUE(generators));
}

const Bench bench = { "twister", make, hand, launch };
