/* Each thread's result against the same function called for it alone. */
#include "host.h"
#include "leaving.h"

extern const ptx2c_module leaving;

enum { MOST = 1 << 12 };
static unsigned words[MOST];
static float floats[MOST];

static void test(int most, uint32_t grid, uint32_t block)
{
    unsigned *out = words;
    float *sums = floats;
    run(&leaving, "leave_both", grid, block, (void *[]){&out, &most});
    for (uint32_t i = 0; i < grid * block; i++)
        if (words[i] != both(i * 37 + 1, most))
            printf("both %d, %u x %u: %u is %u\n", most, (unsigned)grid, (unsigned)block, (unsigned)i, words[i]);
    memset(words, 0, sizeof words);
    run(&leaving, "leave_either", grid, block, (void *[]){&out, &most});
    for (uint32_t i = 0; i < grid * block; i++)
        if (words[i] != (i % 3 ? either(i, most) : 0))
            printf("either %d, %u x %u: %u is %u\n", most, (unsigned)grid, (unsigned)block, (unsigned)i, words[i]);
    run(&leaving, "leave_inner", grid, block, (void *[]){&sums, &most});
    for (uint32_t i = 0; i < grid * block; i++)
        if (floats[i] != inner(i, most))
            printf("inner %d, %u x %u: %u is %g\n", most, (unsigned)grid, (unsigned)block, (unsigned)i, floats[i]);
}

int main(void)
{
    for (int most = 0; most < 40; most = most * 2 + 1) {
        test(most, 1, 1);
        test(most, 3, 37);
        test(most, 5, 128);
        test(most, 4, 1024);
    }
    puts("done");
    return 0;
}
