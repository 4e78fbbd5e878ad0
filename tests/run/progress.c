#include "host.h"

extern const ptx2c_module progress;

enum { BLOCKS = 40 };

static void later(const char *kernel, uint32_t threads)
{
    static uint32_t flags[BLOCKS + 1][2];
    uint32_t *p = flags[0];
    memset(flags, 0, sizeof flags);
    flags[BLOCKS][0] = 7;
    run(&progress, kernel, BLOCKS, threads, (void *[]){&p});
    for (uint32_t i = 0; i < BLOCKS; i++)
        if (flags[i][0] != 7 + BLOCKS - i) {
            printf("%s: block %u has %u\n", kernel, (unsigned)i, (unsigned)flags[i][0]);
            break;
        }
}

/* Each round, each block takes the numbers of the next block and adds 1. */
static void grid_sync(uint32_t blocks, uint32_t threads, uint32_t rounds)
{
    const uint32_t n = blocks * threads;
    uint32_t *a = calloc(n + 2, sizeof *a), *p = a + 2;
    for (uint32_t i = 0; i < n; i++)
        p[i] = i;
    *(uint32_t *)ptx2c_find_variable(&progress, "arrived", NULL) = 0;
    run(&progress, "grid_sync", blocks, threads, (void *[]){&p, &rounds});
    for (uint32_t i = 0; i < n; i++)
        if (p[i] != (i + rounds * threads) % n + rounds) {
            printf("%u x %u: %u is %u\n", (unsigned)blocks, (unsigned)threads, (unsigned)i, (unsigned)p[i]);
            break;
        }
    free(a);
}

int main(void)
{
    static const char *const kernels[] = {
        "later_volatile", "later_relaxed", "later_acquire", "later_cv", "later_mmio", "later_add",
        "later_or", "later_cas", "later_max", "later_fenced", "later_vector", "later_sleeps",
        "later_indirect"};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        if (getenv("CLEAN") && strcmp(kernels[i], "later_fenced") == 0) /* a race by the letter of PTX */
            continue;
        later(kernels[i], 1);
        later(kernels[i], 33);
    }
    grid_sync(1, 64, 3);
    grid_sync(7, 33, 4);
    grid_sync(300, 64, 2);
    grid_sync(12, 256, 5);
    puts("done");
    return 0;
}
