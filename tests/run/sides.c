/* Each thread's result against the same function called for it alone. */
#include "host.h"
#include "sides.h"

extern const ptx2c_module sides;

enum { MOST = 1 << 12 };
static unsigned words[2 * MOST];
static unsigned long long longs[MOST];
static float reals[MOST];

static void test_numbers(unsigned seed, uint32_t grid, uint32_t block)
{
    unsigned *out = words;
    unsigned long long *wide = longs;
    run(&sides, "numbers", grid, block, (void *[]){&out, &wide, &seed});
    for (uint32_t i = 0; i < grid * block; i++) {
        const unsigned x = i * 7 + seed, y = i ^ (seed << 3);
        const unsigned long long w = halves((unsigned long long)x << 30 ^ y, i);
        if (words[2 * i] != nested_sides(x, y) || words[2 * i + 1] != shared_values(x, y) || longs[i] != w)
            printf("numbers %u, %u x %u: %u is %u, %u, %llx, not %u, %u, %llx\n", seed, (unsigned)grid, (unsigned)block, (unsigned)i,
                   words[2 * i], words[2 * i + 1], longs[i], nested_sides(x, y), shared_values(x, y), w);
    }
}

static void test_floats(float step, unsigned most, uint32_t grid, uint32_t block)
{
    float *out = reals;
    run(&sides, "floats", grid, block, (void *[]){&out, &step, &most});
    for (uint32_t i = 0; i < grid * block; i++) {
        const float want = rounds(step * (float)(i % 61), i * 5 % most);
        if (memcmp(&reals[i], &want, sizeof want) != 0)
            printf("floats %g %u, %u x %u: %u is %.9g, not %.9g\n", (double)step, most, (unsigned)grid, (unsigned)block, (unsigned)i,
                   (double)reals[i], (double)want);
    }
}

static void test_stores(unsigned n, uint32_t grid, uint32_t block)
{
    unsigned *out = words;
    memset(words, 0xff, sizeof words);
    run(&sides, "stores", grid, block, (void *[]){&out, &n});
    for (uint32_t i = 0; i < grid * block; i++) {
        unsigned x = i + 3, stored = 0xffffffff;
        for (unsigned k = 0; k < i % n; k++) {
            x = x * 1664525u + 1013904223u;
            if (x >> 29 == 5) {
                unsigned h = (x >> 8) * 3 + k;
                h ^= h >> 6;
                stored = h;
                x += h;
            }
        }
        if (words[i] != stored || words[grid * block + i] != x)
            printf("stores %u, %u x %u: %u is %x, %x, not %x, %x\n", n, (unsigned)grid, (unsigned)block, (unsigned)i, words[i],
                   words[grid * block + i], stored, x);
    }
}

int main(void)
{
    for (uint32_t block = 1; block <= 512; block = block * 3 + 1)
        for (uint32_t grid = 1; grid <= 4; grid += 3) {
            test_numbers(block, grid, block);
            test_floats(0.0625f / 4, 90, grid, block);
            test_floats(0.01f, 7, grid, block);
            test_stores(17, grid, block);
        }
    printf("done\n");
    return 0;
}
