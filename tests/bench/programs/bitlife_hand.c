/* bitlife_hand.c: a generation of cells on a torus, 32 cells a word. */
#include "bench.h"

enum { WORDS = 40, HEIGHT = 1000, N = WORDS * HEIGHT };
static uint32_t *in, *out;
static int words = WORDS, height = HEIGHT;

static void make(void)
{
    in = bench_in(N, 4);
    out = bench_out(N, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++)
        in[i] = bench_random() & bench_random();
}

static inline void add(uint32_t *s, uint32_t x)
{
    const uint32_t c0 = s[0] & x, c1 = s[1] & c0;
    s[0] ^= x;
    s[1] ^= c0;
    s[2] |= c1;
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < HEIGHT; y++) {
        uint32_t line[3][WORDS + 2];
        for (int d = 0; d < 3; d++) {
            const uint32_t *row = in + (y + d - 1 + HEIGHT) % HEIGHT * WORDS;
            for (int x = 0; x < WORDS; x++)
                line[d][x + 1] = row[x];
            line[d][0] = row[WORDS - 1];
            line[d][WORDS + 1] = row[0];
        }
#pragma omp simd
        for (int x = 1; x <= WORDS; x++) {
            uint32_t s[3] = { 0 };
            for (int d = 0; d < 3; d++) {
                add(s, line[d][x] << 1 | line[d][x - 1] >> 31);
                add(s, line[d][x] >> 1 | line[d][x + 1] << 31);
                if (d != 1)
                    add(s, line[d][x]);
            }
            out[y * WORDS + x - 1] = s[1] & ~s[2] & (s[0] | line[1][x]);
        }
    }
}

static void launch(Run *r) { LAUNCH(r, "bitlife", DIM(64, 1), DIM(256, 1), BUFFER(in), BUFFER(out), VALUE(words), VALUE(height)); }

const Bench bench = { "bitlife", make, hand, launch };
