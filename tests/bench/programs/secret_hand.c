/* secret_hand.c: a block cipher as it stands in its standard. */
#include "bench.h"
#include <string.h>

static int blocks = 64;
static unsigned char *in, *out, *sbox, *keys;

static void make(void)
{
    size_t n = (size_t)blocks * 256;
    in = bench_in(n, 1);
    for (size_t i = 0; i < n; i++)
        in[i] = (unsigned char)bench_random();
    sbox = bench_in(256, 1);
    for (int i = 0; i < 256; i++)
        sbox[i] = (unsigned char)(i * 167 + 99);
    keys = bench_in(176, 1);
    for (int i = 0; i < 176; i++)
        keys[i] = (unsigned char)bench_random();
    out = bench_out(n, KIND_U8, 0, 0);
}

static unsigned char twice(unsigned char a) { return (unsigned char)(a << 1 ^ (a & 0x80 ? 0x1b : 0)); }

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < blocks * 16; b++) {
        unsigned char s[16], t[16];
        for (int i = 0; i < 16; i++)
            s[i] = in[b * 16 + i] ^ keys[i];
        for (int round = 1; round <= 10; round++) {
            for (int i = 0; i < 16; i++)
                t[i] = sbox[s[(i * 5) & 15]];
            for (int i = 0; i < 16; i++) {
                unsigned char a = t[i], c = t[(i & 12) | ((i + 1) & 3)], d = t[(i & 12) | ((i + 2) & 3)], e = t[(i & 12) | ((i + 3) & 3)];
                s[i] = (round < 10 ? twice(a) ^ twice(c) ^ c ^ d ^ e : a) ^ keys[round * 16 + i];
            }
        }
        memcpy(out + b * 16, s, 16);
    }
}

static void launch(Run *run)
{
    LAUNCH(run, "_Z6secretPKhPhS0_S0_", DIM((uint32_t)blocks, 1), DIM(256, 1), BUFFER(in), BUFFER(out), BUFFER(sbox), BUFFER(keys));
}

const Bench bench = {"secret", make, hand, launch};
