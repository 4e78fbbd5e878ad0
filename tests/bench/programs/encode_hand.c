/* encode_hand.c: symbols are written as words of different lengths. */
#include "bench.h"

enum { BLOCKS = 64, N = 256 };
static uint32_t *data, *words, *lengths, *out, *bits;

static void make(void)
{
    data = bench_in(BLOCKS * N, 4);
    words = bench_in(256, 4);
    lengths = bench_in(256, 4);
    out = bench_out(BLOCKS * N, KIND_U32, 0, 0);
    bits = bench_out(BLOCKS, KIND_U32, 0, 0);
    for (int i = 0; i < BLOCKS * N; i++)
        data[i] = bench_random();
    for (int i = 0; i < 256; i++) {
        lengths[i] = 3 + (uint32_t)i % 6;
        words[i] = bench_random() & ((1u << lengths[i]) - 1);
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int block = 0; block < BLOCKS; block++) {
        uint32_t *to = out + block * N, at = 0;
        for (int i = 0; i < N; i++)
            to[i] = 0;
        for (int i = 0; i < N; i++)
            for (int k = 3; k >= 0; k--) {
                uint32_t symbol = data[block * N + i] >> (8 * k) & 255, len = lengths[symbol], word = words[symbol];
                uint32_t left = 32 - at % 32;
                if (len <= left) {
                    to[at / 32] |= word << (left - len);
                } else {
                    to[at / 32] |= word >> (len - left);
                    to[at / 32 + 1] |= word << (32 - (len - left));
                }
                at += len;
            }
        bits[block] = at;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "encode", DIM(BLOCKS, 1), DIM(N, 1), BUFFER(data), BUFFER(words), BUFFER(lengths), BUFFER(out),
           BUFFER(bits));
}

const Bench bench = {"encode", make, hand, launch};
