/* bitonic_hand.c: a bitonic sorting network over 2^k keys. */
#include "bench.h"

static int n = 1 << 14;
static uint32_t *key;

static void make(void)
{
    key = bench_out((size_t)n, KIND_U32, 0, 0);
    for (int i = 0; i < n; i++)
        key[i] = bench_random();
}

static void hand(void)
{
    for (int width = 2; width <= n; width *= 2)
        for (int distance = width / 2; distance > 0; distance /= 2) {
#pragma omp parallel for
            for (int i = 0; i < n; i++) {
                int other = i ^ distance;
                if (other > i) {
                    uint32_t a = key[i], b = key[other];
                    if ((a > b) == ((i & width) == 0)) {
                        key[i] = b;
                        key[other] = a;
                    }
                }
            }
        }
}

static void launch(Run *r)
{
    for (int width = 2; width <= n; width *= 2)
        for (int distance = width / 2; distance > 0; distance /= 2)
            LAUNCH(r, "bitonic", DIM((uint32_t)n / 256, 1), DIM(256, 1), BUFFER(key), VALUE(width), VALUE(distance));
}

const Bench bench = { "bitonic", make, hand, launch };
