/* minhash_hand.c: sketches of sequences by the least of some hashes of their words. */
#include "bench.h"

enum { SEQUENCES = 40, LENGTH = 3000, K = 15, SKETCH = 8 };
static char *text;
static int *begins;
static uint32_t *sketches;

static void make(void)
{
    text = bench_in(SEQUENCES * LENGTH, 1);
    begins = bench_in(SEQUENCES + 1, 4);
    sketches = bench_out(SEQUENCES * SKETCH, KIND_U32, 0, 0);
    for (int i = 0; i < SEQUENCES; i++)
        begins[i + 1] = begins[i] + 1500 + (int)(bench_random() % (LENGTH - 1500));
    for (int i = 0; i < begins[SEQUENCES]; i++)
        text[i] = "ACGT"[bench_random() >> 30];
}

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

static void hand(void)
{
    static uint8_t codes[256];
    for (int c = 0; c < 256; c++)
        codes[c] = c == 'A' ? 0 : c == 'C' ? 1 : c == 'G' ? 2 : 3;
#pragma omp parallel for
    for (int q = 0; q < SEQUENCES; q++) {
        const uint8_t *s = (const uint8_t *)text + begins[q];
        const int n = begins[q + 1] - begins[q];
        const uint32_t mask = (1u << 2 * K) - 1;
        uint32_t best[SKETCH], forward = 0, reverse = 0;
        for (int h = 0; h < SKETCH; h++)
            best[h] = UINT32_MAX;
        for (int i = 0; i < n; i++) {
            const uint32_t code = codes[s[i]];
            forward = (forward << 2 | code) & mask;
            reverse = reverse >> 2 | (3 - code) << 2 * (K - 1);
            if (i < K - 1)
                continue;
            const uint64_t hash = mix(forward < reverse ? forward : reverse);
            const uint32_t a = (uint32_t)hash, b = (uint32_t)(hash >> 32);
            for (uint32_t h = 0; h < SKETCH; h++) {
                const uint32_t v = a + h * b;
                best[h] = v < best[h] ? v : best[h];
            }
        }
        for (int h = 0; h < SKETCH; h++)
            sketches[q * SKETCH + h] = best[h];
    }
}

static void launch(Run *r) { LAUNCH(r, "minhash", DIM(SEQUENCES, 1), DIM(128, 1), BUFFER(text), BUFFER(begins), BUFFER(sketches)); }

const Bench bench = { "minhash", make, hand, launch };
