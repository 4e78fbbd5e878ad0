#include "host.h"
#include <time.h>

extern const ptx2c_module named;

static void places(void)
{
    uint32_t out[40], *p = out, wrong = 0;
    run(&named, "places", 3, 40, (void *[]){&p});
    for (uint32_t i = 0; i < 40; i++)
        wrong += out[i] != 39 - i;
    printf("places: %u wrong\n", (unsigned)wrong);
}

static void counts(uint32_t limit)
{
    uint32_t a[5] = {3, 0, 17, 6, 5}, out[128], *p = a, *q = out, wrong = 0;
    memset(out, 0, sizeof out);
    run(&named, "counts", 1, 128, (void *[]){&p, &q, &limit});
    for (uint32_t i = 0; i < 128; i++) {
        const uint32_t first = i / 32 * 32, pair = i / 64 * 64, last = limit < pair + 64 ? limit : pair + 64;
        uint32_t odd = 0, below = 1, above = 0;
        for (uint32_t j = first; j < first + 32 && j < limit; j++)
            odd += j & 1;
        for (uint32_t j = pair; j < last; j++) {
            below &= j < 96;
            above |= j >= 96;
        }
        const uint32_t want = i >= limit ? 0 : a[i / 32] * odd + a[4] * (below * 1000 + above * 100000);
        wrong += out[i] != want;
    }
    printf("counts to %u: %u wrong\n", (unsigned)limit, (unsigned)wrong);
}

static void loaded(uint32_t flag)
{
    uint32_t out[128], *p = &flag, *q = out, wrong = 0;
    run(&named, "loaded", 1, 128, (void *[]){&p, &q});
    for (uint32_t i = 0; i < 128; i++)
        wrong += out[i] != (flag ? i ^ 127 : i);
    printf("loaded %u: %u wrong\n", (unsigned)flag, (unsigned)wrong);
}

static void sides(uint32_t block)
{
    uint32_t out[32][4], (*p)[4] = out, wrong = 0, sum = 0;
    run(&named, "sides", 1, block, (void *[]){&p});
    for (uint32_t i = 0; i < block; i++)
        sum += i < 11 ? i * 5 : i;
    for (uint32_t i = 0; i < block; i++) {
        const uint32_t j = 31 - i, other = j < 11 ? j * 5 : j * 3;
        wrong += (j < block && out[i][0] != other) || out[i][1] != sum || out[i][2] != (block > 20);
    }
    printf("sides of %u: %u wrong\n", (unsigned)block, (unsigned)wrong);
}

static void behind(void)
{
    uint32_t out[32][2] = {{0}}, (*p)[2] = out, wrong = 0;
    run(&named, "behind", 1, 32, (void *[]){&p});
    for (uint32_t i = 0; i < 32; i++)
        wrong += out[i][0] != (i < 28 ? 1u << i : 0) || out[i][1] != (i < 28 ? 1u << 4 : 0);
    printf("behind: %u wrong\n", (unsigned)wrong);
}

static void stuck(const char *kernel, uint32_t grid, uint32_t block)
{
    const clock_t before = clock();
    uint64_t none = 0;
    const ptx2c_kernel *k = ptx2c_find_kernel(&named, kernel);
    int status = ptx2c_launch(k, (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, (void *[]){&none});
    printf("%s\n", status == PTX2C_DEADLOCK ? ptx2c_message(k) : ptx2c_strerror(status));
    if (clock() - before > CLOCKS_PER_SEC)
        printf("%s: took too long\n", kernel);
}

int main(void)
{
    places();
    counts(128);
    counts(100);
    counts(64);
    counts(33);
    loaded(0);
    loaded(1);
    sides(32);
    sides(25);
    behind();
    stuck("apart", 1, 64);
    stuck("missing", 1, 40);
    stuck("never", 5, 64);
    return 0;
}
