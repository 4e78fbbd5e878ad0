/* All numbers of scatters are exact: its sums don't depend on the threads' order.  Those of total do, which is known for a warp alone;
 * there subnormals are zero. */
#include "host.h"

extern const ptx2c_module scatters;

enum { MOST = 1024, PLACES = 64 };

static void check(uint32_t grid, uint32_t block)
{
    static float sums[PLACES], want[PLACES], from[MOST];
    static uint32_t came[MOST + 1], words[MOST];
    float *s = sums, *f = from;
    uint32_t *c = came, last[MOST];
    const uint32_t n = grid * block;
    memset(sums, 0, sizeof sums);
    memset(want, 0, sizeof want);
    memset(came, 0, sizeof came);
    for (uint32_t i = 0; i < n; i++) {
        const float x = from[i] = (float)(i * 7 % 31) * 0.25f, at = x * 3 + 5, whole = (float)(int)at;
        float number = 0;
        want[(int)at & 63] += x;
        for (int k = 0; k < 4; k++) {
            const float by[] = {2, 3, 4, 6}, y = x * by[k] + (at - whole);
            number = (float)(int)(y * y * 0.5f + whole);
            want[((int)number + k * 5 + 1) & 63] += number;
        }
        last[i] = (int)(number * 0.25f) > 40;
    }
    run(&scatters, "scatters", grid, block, (void *[]){&s, &f, &c});
    memcpy(words, from, sizeof words);
    for (int i = 0; i < PLACES; i++)
        if (sums[i] != want[i])
            printf("%u x %u: sum %d is %g, not %g\n", (unsigned)grid, (unsigned)block, i, (double)sums[i], (double)want[i]);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t number = (words[i] - 1 - last[i]) / 3;
        if (came[0] != n || came[i + 1] != i * 3 || number >= n || words[i] != number * 3 + 1 + last[i])
            printf("%u x %u: thread %u came as number %u\n", (unsigned)grid, (unsigned)block, (unsigned)i, (unsigned)number);
    }
}

static void check_total(uint32_t grid, uint32_t block)
{
    static float sums[MOST + 1], from[MOST];
    float *to = sums, *f = from, want = 0.1f;
    uint32_t numbers = 0, *c = &numbers;
    memset(sums, 0, sizeof sums);
    sums[0] = want;
    for (uint32_t i = 0; i < block; i++)
        from[i] = i % 9 == 4 ? 1e-39f : (float)(i * 37 % 101) * (i % 2 ? 0.3f : -4e5f);
    for (uint32_t i = 0; i < grid * block; i++)
        want += i % block % 9 == 4 ? 0 : from[i % block] * 0.75f;
    run(&scatters, "total", grid, block, (void *[]){&to, &f, &c});
    /* Two sums in two orders: each addition rounds by at most 256, half of the last place below 2^33. */
    const float most = (float)(grid * block) * 512;
    if (grid == 1 && block < 32 ? memcmp(&sums[0], &want, sizeof want) != 0 : !(sums[0] - want <= most && want - sums[0] <= most))
        printf("%u x %u: total is %.9g, not %.9g\n", (unsigned)grid, (unsigned)block, (double)sums[0], (double)want);
    if (numbers != grid * (block * (block - 1) / 2))
        printf("%u x %u: numbers are %u\n", (unsigned)grid, (unsigned)block, (unsigned)numbers);
    for (uint32_t i = 0; i < block; i++) {
        float each = 0;
        for (uint32_t k = 0; k < grid; k++)
            each += i % 9 == 4 ? 0 : from[i] * 0.75f;
        if (sums[i + 1] != each)
            printf("%u x %u: sum %u is %.9g, not %.9g\n", (unsigned)grid, (unsigned)block, (unsigned)i, (double)sums[i + 1], (double)each);
    }
}

int main(void)
{
    for (uint32_t block = 1; block <= MOST / 4; block = block * 2 + block % 2) {
        check(1, block);
        check(4, block);
        check_total(1, block);
        check_total(4, block);
    }
    puts("done");
    return 0;
}
