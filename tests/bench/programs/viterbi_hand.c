/* viterbi_hand.c: the likeliest way through a chain of states. */
#include "bench.h"

enum { STATES = 256, STEPS = 7 };
static float *chance[STEPS + 1], *go, *see;
static int *from[STEPS], states = STATES, seen[STEPS];

static void make(void)
{
    go = bench_in(STATES * STATES, 4);
    see = bench_in(STATES * 16, 4);
    bench_fill(go, STATES * STATES, -5, 0);
    bench_fill(see, STATES * 16, -5, 0);
    for (int t = 0; t <= STEPS; t++)
        chance[t] = bench_out(STATES, KIND_F32, 1e-5, 0);
    bench_fill(chance[0], STATES, -5, 0);
    for (int t = 0; t < STEPS; t++) {
        from[t] = bench_out(STATES, KIND_U32, 0, 0);
        seen[t] = (int)(bench_random() % 16);
    }
}

static void hand(void)
{
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int j0 = 0; j0 < STATES; j0 += 64) {
            float best[64];
            int at[64] = {0};
            for (int j = 0; j < 64; j++)
                best[j] = -1e30f;
            for (int i = 0; i < STATES; i++)
                for (int j = 0; j < 64; j++) {
                    const float p = chance[t][i] + go[i * STATES + j0 + j];
                    at[j] = p > best[j] ? i : at[j];
                    best[j] = p > best[j] ? p : best[j];
                }
            for (int j = 0; j < 64; j++) {
                chance[t + 1][j0 + j] = best[j] + see[(j0 + j) * 16 + seen[t]];
                from[t][j0 + j] = at[j];
            }
        }
    }
}

static void launch(Run *r)
{
    for (int t = 0; t < STEPS; t++)
        LAUNCH(r, "viterbi", DIM(2, 1), DIM(128, 1), BUFFER(chance[t]), BUFFER(chance[t + 1]), BUFFER(from[t]), BUFFER(go), BUFFER(see), VALUE(states),
               VALUE(seen[t]));
}

const Bench bench = {"viterbi", make, hand, launch};
