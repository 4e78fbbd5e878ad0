/* hashes_hand.c: hashes of strings. */
#include "bench.h"

enum { N = 4000, MOST = 61 };
static unsigned char *text;
static int *start, n = N;
static uint32_t *out;

static void make(void)
{
    text = bench_in(N * MOST, 1);
    start = bench_in(N + 1, 4);
    out = bench_out(N, KIND_U32, 0, 0);
    for (int i = 0; i < N * MOST; i++)
        text[i] = (unsigned char)bench_random();
    for (int i = 0; i < N; i++)
        start[i + 1] = start[i] + 5 + (int)(bench_random() % (MOST - 5));
}

static uint32_t mixed(uint32_t k) { k *= 0xcc9e2d51u; k = k << 15 | k >> 17; return k * 0x1b873593u; }

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        const unsigned char *p = text + start[i];
        const int len = start[i + 1] - start[i], words = len / 4;
        uint32_t h = 42, rest = 0;
        for (int k = 0; k < words; k++) {
            h ^= mixed(p[4 * k] | (uint32_t)p[4 * k + 1] << 8 | (uint32_t)p[4 * k + 2] << 16 | (uint32_t)p[4 * k + 3] << 24);
            h = h << 13 | h >> 19;
            h = h * 5 + 0xe6546b64u;
        }
        for (int k = (len & 3) - 1; k >= 0; k--)
            rest = rest << 8 | p[4 * words + k];
        if (len & 3)
            h ^= mixed(rest);
        h ^= (uint32_t)len;
        h ^= h >> 16, h *= 0x85ebca6bu, h ^= h >> 13, h *= 0xc2b2ae35u, h ^= h >> 16;
        out[i] = h;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "hashes", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(text), BUFFER(start), BUFFER(out), VALUE(n));
}

const Bench bench = {"hashes", make, hand, launch};
