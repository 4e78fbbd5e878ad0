#include "host.h"

extern const ptx2c_module found_by_one;

enum { NODES = 9, KEYS = 80, BLOCKS = 50 };
static int32_t keys[NODES * KEYS + 1], next[NODES * KEYS], wanted[BLOCKS];

static uint32_t random_number(void)
{
    static uint32_t seed = 7;
    return seed = seed * 1664525 + 1013904223, seed >> 8;
}

static uint32_t between(uint32_t threads, int32_t rounds)
{
    int64_t at[BLOCKS], want[BLOCKS], count = NODES;
    int32_t *pk = keys, *pn = next, *pw = wanted;
    int64_t *pa = at;
    for (int n = 0; n < NODES; n++)
        for (int i = 0, key = 0; i < KEYS; i++, key += 1 + (int)(random_number() % 5)) {
            keys[n * KEYS + i] = key;
            next[n * KEYS + i] = (int32_t)(random_number() % (NODES + 2)); /* some lead nowhere */
        }
    for (int b = 0; b < BLOCKS; b++) {
        wanted[b] = (int32_t)(random_number() % 260) - 5;
        at[b] = want[b] = (int64_t)(random_number() % NODES);
        for (int32_t i = 0; i < rounds; i++)
            for (uint32_t t = 0; t < threads; t++) {
                const int32_t *k = keys + want[b] * KEYS + t;
                const int32_t to = next[want[b] * KEYS + t];
                if (k[0] <= wanted[b] && k[1] > wanted[b]) {
                    want[b] = to < count ? to : want[b];
                    break;
                }
            }
    }
    const int status = run(&found_by_one, "between", BLOCKS, threads, (void *[]){&pk, &pn, &pw, &count, &pa, &rounds});
    return status || memcmp(at, want, sizeof at);
}

static uint32_t either(uint32_t threads, int32_t looked)
{
    int32_t found = -1, missed = -1, want_found = -1, want_missed = -1, *pk = keys, *pf = &found, *pm = &missed;
    for (uint32_t i = 0; i < threads + 2; i++)
        keys[i] = (int32_t)(random_number() % 12);
    for (uint32_t t = 0; t < threads; t++)
        if (keys[t] >= looked) {
            if (keys[t + 1] >= looked + 3)
                want_missed = looked;
            else if (keys[t + 2] != looked)
                want_found = looked;
        }
    return run(&found_by_one, "either", 1, threads, (void *[]){&pk, &looked, &pf, &pm}) || found != want_found || missed != want_missed;
}

int main(void)
{
    static const uint32_t widths[] = {1, 7, 8, 31, 32, 33, 64, 65, 79};
    uint32_t bad = 0;
    for (uint32_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        for (int32_t rounds = 0; rounds < 6; rounds++)
            bad += between(widths[i], rounds);
        for (int32_t looked = -1; looked < 13; looked++)
            bad += either(widths[i], looked);
    }
    puts(bad ? "not as on the host" : "as on the host");
    return bad != 0;
}
