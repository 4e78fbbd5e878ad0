/* Neighbours behind barriers, against the same on the host, for blocks that end anywhere. */
#include "host.h"

extern const ptx2c_module neighbours;

enum { MOST = 2048 };
static int in[MOST], out[MOST], a[MOST], b[MOST], *pin = in, *pout = out, wrong;

static int least_of(int x, int y) { return x < y ? x : y; }
static int most_of(int x, int y) { return x > y ? x : y; }

static void check(const char *kernel, uint32_t block, int i, int want)
{
    if (out[i] != want && wrong++ < 10)
        printf("%s, blocks of %u: thread %d has %d, not %d\n", kernel, (unsigned)block, i, out[i], want);
}

static void test_shrink(int n, int rounds, uint32_t block)
{
    const uint32_t inner = block - 2 * (uint32_t)rounds;
    for (int i = 0; i < n; i++)
        a[i] = in[i];
    for (int k = 0; k < rounds; k++) {
        for (int i = 0; i < n; i++)
            b[i] = (int)((uint32_t)a[most_of(i - 1, 0)] + 3u * (uint32_t)a[i] + 5u * (uint32_t)a[least_of(i + 1, n - 1)]);
        for (int i = 0; i < n; i++)
            a[i] = b[i];
    }
    run(&neighbours, "shrink", ((uint32_t)n + inner - 1) / inner, block, (void *[]){&pin, &pout, &n, &rounds});
    for (int i = 0; i < n; i++)
        check("shrink", block, i, a[i]);
}

static void test_bounds(uint32_t most, int least, int rounds, uint32_t block)
{
    for (int t = 0; t < (int)block; t++)
        a[t] = 0;
    for (int i = 0; i < rounds; i++) {
        for (int t = 0; t < (int)block; t++)
            b[t] = (int)((uint32_t)a[t] + 7u * (uint32_t)t + (uint32_t)i);
        for (int t = 0; t < (int)block; t++) {
            const uint32_t x = (uint32_t)t * 2 < most ? (uint32_t)t * 2 : most, y = (uint32_t)most_of(t - 9, least);
            const int odd = t - 5 > least ? 3 : -4;
            a[t] = (int)((uint32_t)a[t] + (uint32_t)b[x & 255] * 3u + (uint32_t)b[y & 255] * (uint32_t)odd +
                         (uint32_t)b[least_of(t + i, least & 255)] + (uint32_t)(t - 5 > least ? i : -i));
        }
    }
    run(&neighbours, "bounds", 2, block, (void *[]){&pout, &most, &least, &rounds});
    for (int t = 0; t < 2 * (int)block; t++)
        check("bounds", block, t, a[t % (int)block]);
}

int main(void)
{
    static const uint32_t blocks[] = {33, 64, 128, 250, 256};
    for (int i = 0; i < MOST; i++)
        in[i] = (int)((uint32_t)i * 2654435761u >> 10) % 10000;
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
        for (int n = 3; n < 1500; n = n * 3 + 2)
            for (int rounds = 1; rounds < 16; rounds += 7)
                test_shrink(n, rounds, blocks[k]);
    test_bounds(255, 0, 3, 256);
    test_bounds(100, 40, 5, 256);
    test_bounds(3, 255, 4, 256);
    test_bounds(511, 128, 2, 256);
    test_bounds(0, 17, 9, 256);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
