/* keystream_hand.c: a stream cipher of 20 rounds (ChaCha). */
#include "bench.h"
#include <string.h>
enum { BLOCKS = 4000 };
static uint32_t *key, *nonce, *text, *out, first = 7;
static int blocks = BLOCKS;

static void make(void)
{
    key = bench_in(8, 4), nonce = bench_in(3, 4), text = bench_in(BLOCKS * 16, 4);
    out = bench_out(BLOCKS * 16, KIND_U32, 0, 0);
    for (int i = 0; i < 8; i++)
        key[i] = bench_random();
    for (int i = 0; i < 3; i++)
        nonce[i] = bench_random();
    for (int i = 0; i < BLOCKS * 16; i++)
        text[i] = bench_random();
}

static inline uint32_t turn(uint32_t v, int n) { return v << n | v >> (32 - n); }
#define QUARTER(a, b, c, d)                                                                                            \
    x[a] += x[b], x[d] = turn(x[d] ^ x[a], 16), x[c] += x[d], x[b] = turn(x[b] ^ x[c], 12), x[a] += x[b],              \
        x[d] = turn(x[d] ^ x[a], 8), x[c] += x[d], x[b] = turn(x[b] ^ x[c], 7)

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < BLOCKS; i++) {
        uint32_t s[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 }, x[16];
        memcpy(s + 4, key, 32);
        s[12] = first + (uint32_t)i;
        memcpy(s + 13, nonce, 12);
        memcpy(x, s, 64);
        for (int round = 0; round < 10; round++) {
            QUARTER(0, 4, 8, 12);
            QUARTER(1, 5, 9, 13);
            QUARTER(2, 6, 10, 14);
            QUARTER(3, 7, 11, 15);
            QUARTER(0, 5, 10, 15);
            QUARTER(1, 6, 11, 12);
            QUARTER(2, 7, 8, 13);
            QUARTER(3, 4, 9, 14);
        }
        for (int j = 0; j < 16; j++)
            out[i * 16 + j] = text[i * 16 + j] ^ (x[j] + s[j]);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "keystream", DIM((BLOCKS + 127) / 128, 1), DIM(128, 1), BUFFER(key), BUFFER(nonce), VALUE(first), BUFFER(text), BUFFER(out), VALUE(blocks));
}

const Bench bench = { "keystream", make, hand, launch };
