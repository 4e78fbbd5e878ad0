/* cipher_hand.c: ten rounds of a block cipher by four tables. */
#include "bench.h"

enum { N = 20000 };
typedef struct Block {
    uint32_t x, y, z, w;
} Block;
static Block *in, *out, *keys;
static uint32_t *tables;
static int n = N;

static void make(void)
{
    in = bench_in(N, sizeof *in);
    out = bench_out(N * 4, KIND_U32, 0, 0);
    keys = bench_in(11, sizeof *keys);
    tables = bench_in(1024, 4);
    for (int i = 0; i < N * 4; i++)
        (&in->x)[i] = bench_random();
    for (int i = 0; i < 44; i++)
        (&keys->x)[i] = bench_random();
    for (int i = 0; i < 1024; i++)
        tables[i] = bench_random();
}

static void hand(void)
{
    const uint32_t *t0 = tables, *t1 = tables + 256, *t2 = tables + 512, *t3 = tables + 768;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        Block s = in[i];
        s.x ^= keys[0].x, s.y ^= keys[0].y, s.z ^= keys[0].z, s.w ^= keys[0].w;
        for (int round = 1; round <= 10; round++) {
            const Block *k = keys + round;
            Block r = {t0[s.x >> 24] ^ t1[s.y >> 16 & 255] ^ t2[s.z >> 8 & 255] ^ t3[s.w & 255] ^ k->x,
                       t0[s.y >> 24] ^ t1[s.z >> 16 & 255] ^ t2[s.w >> 8 & 255] ^ t3[s.x & 255] ^ k->y,
                       t0[s.z >> 24] ^ t1[s.w >> 16 & 255] ^ t2[s.x >> 8 & 255] ^ t3[s.y & 255] ^ k->z,
                       t0[s.w >> 24] ^ t1[s.x >> 16 & 255] ^ t2[s.y >> 8 & 255] ^ t3[s.z & 255] ^ k->w};
            s = r;
        }
        out[i] = s;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "cipher", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(in), BUFFER(out), BUFFER(tables), BUFFER(keys),
           VALUE(n));
}

const Bench bench = {"cipher", make, hand, launch};
