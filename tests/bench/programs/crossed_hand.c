/* crossed_hand.c: how two markers of a genome go together with an illness. */
#include "bench.h"

#include <math.h>

enum { MARKERS = 160, WORDS = 12 };
static int markers = MARKERS, words = WORDS;
static unsigned *ill, *well;
static float *score;

static void make(void)
{
    ill = bench_in(MARKERS * WORDS * 2, sizeof *ill);
    well = bench_in(MARKERS * WORDS * 2, sizeof *well);
    score = bench_out(MARKERS * MARKERS, KIND_F32, 1e-4, 0);
    for (int w = 0; w < WORDS; w++)
        for (int i = 0; i < MARKERS; i++) {
            unsigned a = bench_random(), b = bench_random();
            ill[w * 2 * MARKERS + i] = a & b;
            ill[(w * 2 + 1) * MARKERS + i] = a & ~b;
            a = bench_random(), b = bench_random();
            well[w * 2 * MARKERS + i] = a & b;
            well[(w * 2 + 1) * MARKERS + i] = a & ~b;
        }
}

static inline unsigned bits(unsigned x) { return (unsigned)__builtin_popcount(x); }

static void hand(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int j = 0; j < MARKERS; j++)
        for (int i = 0; i < MARKERS; i++) {
            float sum = 0;
            if (j > i) {
                unsigned t[2][9] = {{0}};
                for (int c = 0; c < 2; c++) {
                    const unsigned *const of = c ? well : ill;
                    for (int w = 0; w < WORDS; w++) {
                        const unsigned *const r0 = of + w * 2 * MARKERS, *const r1 = r0 + MARKERS;
                        const unsigned a0 = r0[i], a1 = r1[i], a2 = ~(a0 | a1), b0 = r0[j], b1 = r1[j], b2 = ~(b0 | b1);
                        t[c][0] += bits(a0 & b0), t[c][1] += bits(a0 & b1), t[c][2] += bits(a0 & b2);
                        t[c][3] += bits(a1 & b0), t[c][4] += bits(a1 & b1), t[c][5] += bits(a1 & b2);
                        t[c][6] += bits(a2 & b0), t[c][7] += bits(a2 & b1), t[c][8] += bits(a2 & b2);
                    }
                }
                for (int k = 0; k < 9; k++) {
                    const float p = (float)t[0][k] + 1, q = (float)t[1][k] + 1;
                    sum += p * logf(p / (p + q)) + q * logf(q / (p + q));
                }
            }
            score[j * MARKERS + i] = sum;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "crossed", DIM(MARKERS / 16, MARKERS / 16), DIM(16, 16), BUFFER(ill), BUFFER(well), BUFFER(score),
           VALUE(markers), VALUE(words));
}

const Bench bench = { "crossed", make, hand, launch };
