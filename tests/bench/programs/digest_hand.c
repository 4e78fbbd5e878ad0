/* digest_hand.c: a digest of four words of 32 bits of each key of a range. */
#include "bench.h"

enum { KEYS = 1 << 14 };
static unsigned first = 77, keys = KEYS, a0 = 1, b0 = 2, *found, *sums;

static void make(void)
{
    found = bench_out(1, KIND_U32, 0, 0);
    sums = bench_out(KEYS, KIND_U32, 0, 0);
}

static inline unsigned rol(unsigned x, int n) { return x << n | x >> (32 - n); }

static void hand(void)
{
#pragma omp parallel for simd
    for (unsigned key = 0; key < KEYS; key++) {
        const unsigned w[16] = {first + key, key * 7, 0x80, [14] = 64};
        unsigned a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
#pragma GCC unroll 64
        for (int i = 0; i < 64; i++) {
            const unsigned f = i < 16 ? (b & c) | (~b & d) : i < 32 ? (d & b) | (~d & c) : i < 48 ? b ^ c ^ d : c ^ (b | ~d);
            const int g = i < 16 ? i : i < 32 ? (5 * i + 1) % 16 : i < 48 ? (3 * i + 5) % 16 : 7 * i % 16;
            const unsigned t = d;
            d = c;
            c = b;
            b = b + rol(a + f + 0x5a827999u * (unsigned)(i + 1) + w[g], 5 + (i & 3) * 5);
            a = t;
        }
        sums[key] = a + b + c + d;
        if (a == a0 && b == b0)
            *found = key;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "digest", DIM(KEYS / 256, 1), DIM(256, 1), VALUE(first), VALUE(keys), VALUE(a0), VALUE(b0), BUFFER(found), BUFFER(sums));
}

const Bench bench = { "digest", make, hand, launch };
