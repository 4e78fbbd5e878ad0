/* words_hand.c: how often words of 16 letters occur. */
#include "bench.h"

enum { N = 20000, PLACES = 1 << 16 };
static unsigned char *text;
static uint64_t *keys;
static uint32_t *counts, mask = PLACES - 1;
static int n = N;

static void make(void)
{
    text = bench_in(N, 1);
    keys = bench_out(2 * PLACES, KIND_U32, 0, 1); /* which place is whose differs */
    counts = bench_out(PLACES, KIND_U32, 0, 1);
    for (int i = 0; i < N; i++)
        text[i] = (unsigned char)(i % 3000 < 2000 ? i * i % 7 : (int)bench_random());
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i <= n - 16; i++) {
        uint64_t key = 0;
        for (int k = 0; k < 16; k++)
            key = key << 2 | (text[i + k] & 3);
        key += 1;
        for (uint32_t at = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 40) & mask;; at = (at + 1) & mask) {
            uint64_t was = 0;
            if (__atomic_compare_exchange_n(&keys[at], &was, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) || was == key) {
                __atomic_fetch_add(&counts[at], 1, __ATOMIC_RELAXED);
                break;
            }
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "words", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(text), VALUE(n), BUFFER(keys), BUFFER(counts), VALUE(mask));
}

const Bench bench = {"words", make, hand, launch};
