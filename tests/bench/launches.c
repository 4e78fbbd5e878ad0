/* launches.c: measures what a launch costs, and each block of a grid beside its work: the kernels of launch.cu in blocks
 * of 32 threads.  Prints a table in Markdown; its argument says what was measured. */
#define _POSIX_C_SOURCE 199309L
#include "ptx2c.h"

#include <stdio.h>
#include <time.h>

extern const ptx2c_module launch;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The least nanoseconds of a launch of so many blocks. */
static double measure(const ptx2c_kernel *k, uint32_t blocks)
{
    static int data[4096];
    int *p = data, n = 20;
    void *args[] = {&p, &n};
    const ptx2c_dim3 grid = {blocks, 1, 1}, block = {32, 1, 1};
    const int rounds = blocks > 1000 ? 40 : 400, each = blocks > 1000 ? 1 : 20;
    double least = 1e18;
    for (int i = 0; i < rounds; i++) {
        const double begin = now();
        for (int j = 0; j < each; j++)
            if (ptx2c_launch(k, grid, block, 0, args) != PTX2C_OK)
                return -1;
        const double took = (now() - begin) / each;
        least = took < least ? took : least;
    }
    return least;
}

int main(int argc, char **argv)
{
    enum { BLOCKS = 10000 };
    printf("| kernel, %s | ns a launch of one block | ns a block of %d |\n| --- | --- | --- |\n",
           argc > 1 ? argv[1] : "", BLOCKS);
    for (uint32_t i = 0; i < launch.kernel_count; i++) {
        const double one = measure(launch.kernels[i], 1), many = measure(launch.kernels[i], BLOCKS);
        if (one < 0 || many < 0)
            return 1;
        printf("| %s | %.0f%s | %.1f%s |\n", launch.kernels[i]->name, one, one > 2000 ? " ✗" : "", many / BLOCKS,
               many / BLOCKS > 10 ? " ✗" : "");
    }
    return 0;
}
