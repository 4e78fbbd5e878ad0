/* Steps that something for all threads decides about: with it and without, in chunks of all widths. */
#include "host.h"

extern const ptx2c_module neutral_steps;

enum { MOST = 200, WORDS = 12 };

static uint32_t table[32], from[2 * MOST], to[2 * MOST][WORDS];

static uint64_t wide(const uint32_t *p) { uint64_t x; memcpy(&x, p, sizeof x); return x; }

static int wrong(const char *what, uint32_t n, uint32_t i, uint64_t got, uint64_t want)
{
    if (got == want)
        return 0;
    printf("%s, n = %u, thread %u: %#llx, not %#llx\n", what, (unsigned)n, (unsigned)i, (unsigned long long)got, (unsigned long long)want);
    return 1;
}

static int check(uint32_t n, uint32_t tid, uint32_t i)
{
    const uint32_t *got = to[i], x = from[i];
    const uint64_t or = x | (n > 3 ? 0 : wide(&table[2 * n + 2]));
    uint32_t loop = x * 40503, both = (x ^ 991) + (n > 2 ? 0 : table[0]);
    for (uint32_t k = 0; k <= n; k++)
        loop = (loop ^ (k & 1 ? table[k] : 0)) * 2 + k;
    return wrong("add", n, i, got[0], x + (n < 2 ? 0 : table[2 * n])) + wrong("or", n, i, wide(&got[2]), or) +
           wrong("or, again", n, i, wide(&got[4]), tid % 4 == 1 ? or >> 3 : 0) +
           wrong("and", n, i, got[6], ~x & (n == 1 ? table[2 * n + 1] : UINT32_MAX)) + wrong("xor", n, i, got[7], loop) +
           wrong("before", n, i, got[8], x ^ 991) + wrong("after", n, i, got[9], tid < 7 ? both * 5 : both);
}

int main(void)
{
    static const uint32_t sizes[] = {1, 5, 32, 64, 100, MOST};
    uint32_t seed = 1;
    int bad = 0;
    void *t = table, *f = from, *o = to;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        table[i] = seed = seed * 1664525 + 1013904223;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        from[i] = seed = seed * 1664525 + 1013904223;
    for (int s = 0; s < 6; s++)
        for (uint32_t n = 0; n < 6; n++) {
            memset(to, 0, sizeof to);
            run(&neutral_steps, "steps", 2, sizes[s], (void *[]){&t, &f, &o, &n});
            for (uint32_t i = 0; i < 2 * sizes[s]; i++)
                bad += check(n, i % sizes[s], i);
        }
    printf("%d wrong\n", bad);
    return bad != 0;
}
