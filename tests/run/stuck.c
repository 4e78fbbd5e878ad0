/* A grid that can never end is ended, and its message tells who waits where; one that only takes long is not. */
#define _POSIX_C_SOURCE 200809L
#include "host.h"
#include <time.h>

extern const ptx2c_module stuck;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void end(const char *kernel, uint32_t grid, uint32_t block)
{
    uint32_t word[4] = {0}, *p = word;
    void *args[] = {&p};
    const ptx2c_kernel *k = ptx2c_find_kernel(&stuck, kernel);
    double began = now();
    int status = ptx2c_launch(k, (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    double took = now() - began;
    const char *text = ptx2c_message(k), *where = strstr(text, "deadlock");
    const char *all = grid == 1 ? text : where ? where : "", *others = strstr(all, ", warp 0 lanes 0xffffff7f at a collective of 0xffffffff");
    printf("%s: status %d, %.*s%s\n", kernel, status == PTX2C_DEADLOCK, others ? (int)(others - all) : (int)strlen(all), all,
           others ? strchr(others + 2, ',') : ""); /* those who wait; the others are told of where each has a place of its own */
    if (took > 30) /* less than one where nothing else runs */
        printf("%s: %f s\n", kernel, took);
}

static void finish(const char *kernel, uint32_t grid, uint32_t block, uint32_t n)
{
    uint32_t word[4] = {0}, *p = word;
    run(&stuck, kernel, grid, block, (void *[]){&p, &n});
    printf("%s: %u of %u\n", kernel, (unsigned)word[1], (unsigned)(grid * block));
}

int main(void)
{
    end("object", 1, 40);
    end("grid", 2, 33);
    end("lock", 1, 32);
    end("backs_off", 1, 32);
    finish("patient", 1, 32, 1000000);
    finish("timed", 3, 32, 700000000);
    finish("rings", 1, 32, 400000000);
    finish("asks", 1, 32, 400000000);
    finish("patient", 5, 1, 100000);
    finish("works", 2, 32, 8000000);
    return 0;
}
