/* sponge_hand.c: hashes of blocks of 64 bytes by a sponge of 25 words, block after block. */
#include "bench.h"

enum { N = 1000 };
static int n = N;
static uint64_t *in, *out;

static const uint64_t rounds[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
    0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
    0x000000000000800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
static const int turn[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44};
static const int place[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};

static void make(void)
{
    in = bench_in(N * 8, sizeof *in);
    out = bench_out(N * 4 * 2, KIND_U32, 0, 0);
    for (int i = 0; i < N * 8; i++)
        in[i] = (uint64_t)bench_random() << 32 | bench_random();
}

static inline uint64_t left(uint64_t x, int by) { return x << by | x >> (64 - by); }

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        uint64_t s[25] = {0}, b[5];
        for (int k = 0; k < 8; k++)
            s[k] = in[i * 8 + k];
        s[8] = 0x8000000000000006;
        for (int round = 0; round < 24; round++) {
            for (int k = 0; k < 5; k++)
                b[k] = s[k] ^ s[k + 5] ^ s[k + 10] ^ s[k + 15] ^ s[k + 20];
            for (int k = 0; k < 5; k++) {
                const uint64_t t = b[(k + 4) % 5] ^ left(b[(k + 1) % 5], 1);
                for (int j = 0; j < 25; j += 5)
                    s[j + k] ^= t;
            }
            uint64_t t = s[1];
#pragma GCC unroll 24
            for (int k = 0; k < 24; k++) {
                const uint64_t u = s[place[k]];
                s[place[k]] = left(t, turn[k]);
                t = u;
            }
            for (int j = 0; j < 25; j += 5) {
                for (int k = 0; k < 5; k++)
                    b[k] = s[j + k];
                for (int k = 0; k < 5; k++)
                    s[j + k] = b[k] ^ (~b[(k + 1) % 5] & b[(k + 2) % 5]);
            }
            s[0] ^= rounds[round];
        }
        for (int k = 0; k < 4; k++)
            out[i * 4 + k] = s[k];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "sponge", DIM((N + 127) / 128, 1), DIM(128, 1), BUFFER(in), BUFFER(out), VALUE(n));
}

const Bench bench = {"sponge", make, hand, launch};
