/* Each thread's result against the same function called for it alone. */
#include "host.h"
#include "masked.h"

extern const ptx2c_module masked;

enum { MOST = 1 << 14 };
static unsigned words[MOST], more[MOST];
static unsigned long long longs[MOST];
static float floats[MOST];

static void test_plain(unsigned first, uint32_t grid, uint32_t block)
{
    unsigned *out = words;
    run(&masked, "plain", grid, block, (void *[]){&out, &first});
    for (uint32_t i = 0; i < grid * block; i++)
        if (words[i] != collatz(first + i))
            printf("plain %u, %u x %u: %u is %u\n", first, (unsigned)grid, (unsigned)block, (unsigned)i, words[i]);
}

static void test_bordered(int n, uint32_t grid, uint32_t block)
{
    unsigned long long *out = longs;
    unsigned *also = more;
    memset(longs, 0, sizeof longs);
    memset(more, 0, sizeof more);
    run(&masked, "bordered", grid, block, (void *[]){&out, &also, &n});
    for (uint32_t i = 0; i < grid * block; i++) {
        uint32_t t = i % block;
        bool in = (int)(t * 7 % 33) < n;
        unsigned long long w = in ? ways(i, t * 3 + 1) : 0;
        unsigned a = in ? w & 1 ? (unsigned)(w >> 7) : 0 : 5;
        if (longs[i] != w || more[i] != a)
            printf("bordered %d, %u x %u: %u is %llx, %u\n", n, (unsigned)grid, (unsigned)block, (unsigned)i, longs[i],
                   more[i]);
    }
}

static void test_loops(int a, ptx2c_dim3 grid, ptx2c_dim3 block)
{
    unsigned *out = words;
    int status = ptx2c_launch(ptx2c_find_kernel(&masked, "loops"), grid, block, 0, (void *[]){&out, &a});
    for (uint32_t i = 0; i < grid.x * grid.y * block.x * block.y; i++)
        if (status || words[i] != nested((int)(i % 13) + a, i - 20))
            printf("loops %d, rows of %u: %u is %u\n", a, (unsigned)block.x, (unsigned)i, words[i]);
}

static void test_fields(float step, int most, uint32_t grid, uint32_t block)
{
    float *out = floats;
    run(&masked, "fields", grid, block, (void *[]){&out, &step, &most});
    for (uint32_t i = 0; i < grid * block; i++) {
        float want = field((float)i * step, (float)(i % block) * 0.25f, most);
        if (memcmp(&floats[i], &want, sizeof want) != 0)
            printf("fields %g %d, %u x %u: %u is %.9g\n", (double)step, most, (unsigned)grid, (unsigned)block, (unsigned)i,
                   (double)floats[i]);
    }
}

static void test_chases(unsigned n, unsigned first, uint32_t grid, uint32_t block)
{
    unsigned *out = words, *list = malloc(n * sizeof *list);
    for (unsigned i = 0; i < n; i++)
        list[i] = i * i * 2654435761u >> 3;
    run(&masked, "chases", grid, block, (void *[]){&out, &list, &n, &first});
    for (uint32_t i = 0; i < grid * block; i++)
        if (words[i] != chase(list, n, first + i * 13 % 101))
            printf("chases %u %u, %u x %u: %u is %u\n", n, first, (unsigned)grid, (unsigned)block, (unsigned)i, words[i]);
    free(list);
}

static void test_gathers(uint32_t grid, uint32_t block)
{
    static unsigned next[64];
    unsigned *out = words, *list = next;
    for (unsigned i = 0; i < 64; i++)
        next[i] = i % 7 == 3 ? 0 : i * 11 % 64;
    run(&masked, "gathers", grid, block, (void *[]){&out, &list});
    for (uint32_t i = 0; i < grid * block; i++) {
        unsigned n = 0;
        for (unsigned at = i % 64; at != 0 && n < 100; n++)
            at = next[at];
        if (words[i] != n)
            printf("gathers, %u x %u: %u is %u\n", (unsigned)grid, (unsigned)block, (unsigned)i, words[i]);
    }
}

static void test_phases(unsigned first, uint32_t grid, uint32_t block)
{
    unsigned *out = words;
    run(&masked, "phases", grid, block, (void *[]){&out, &first});
    for (uint32_t i = 0; i < grid * block; i++) {
        uint32_t t = i % block;
        unsigned x = collatz(first + block - 1 - t);
        if (words[i] != collatz(x % 97 + 1) + nested((int)(x % 5), t))
            printf("phases %u, %u x %u: %u is %u\n", first, (unsigned)grid, (unsigned)block, (unsigned)i, words[i]);
    }
}

static void test_warps(unsigned first, uint32_t grid, uint32_t block)
{
    static unsigned want[1024];
    unsigned *out = words;
    run(&masked, "warps", grid, block, (void *[]){&out, &first});
    for (uint32_t t = 0; t < block; t++) {
        want[t] = collatz(first + t) + collatz(first + (t ^ 1));
        if (t % 3 != 1)
            want[t] += collatz(want[t] % 64 + 1);
    }
    for (uint32_t i = 0; i < grid * block; i++) {
        uint32_t t = i % block;
        unsigned n = 0;
        for (uint32_t k = t & ~31u; k < (t | 31u) + 1; k++)
            n += want[k] & 1;
        if (words[i] != want[t] + n)
            printf("warps %u, %u x %u: %u is %u\n", first, (unsigned)grid, (unsigned)block, (unsigned)i, words[i]);
    }
}

int main(void)
{
    static const uint32_t blocks[] = {1, 7, 8, 16, 31, 32, 33, 100, 256};
    static const ptx2c_dim3 rows[] = {{16, 16, 1}, {8, 4, 1}, {5, 3, 1}, {33, 2, 1}, {64, 1, 1}, {1, 40, 1}};
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
        for (unsigned first = 1; first < 3000000000u && first; first = first * 29 + 5)
            test_plain(first, 3, blocks[b]);
        for (int n = -1; n < 40; n += 8)
            test_bordered(n, 4, blocks[b]);
        for (int most = 0; most < 70; most = most * 2 + 1)
            test_fields(0.0625f * (float)(most % 9 + 1), most, 3, blocks[b]);
        for (unsigned n = 1; n < 20; n = n * 2 + 1)
            test_chases(n, 20, 2, blocks[b]);
        test_gathers(2, blocks[b]);
        for (unsigned first = 1; first < 5000; first = first * 7 + 3)
            test_phases(first, 2, blocks[b]);
        for (unsigned first = 1; first < 5000 && blocks[b] % 32 == 0; first = first * 7 + 3)
            test_warps(first, 2, blocks[b]);
    }
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (int a = -8; a < 24; a += 5)
            test_loops(a, (ptx2c_dim3){3, 2, 1}, rows[r]);
    puts("done");
    return 0;
}
