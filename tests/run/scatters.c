/* All numbers are exact: sums don't depend on the threads' order. */
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

int main(void)
{
    for (uint32_t block = 1; block <= MOST / 4; block = block * 2 + block % 2) {
        check(1, block);
        check(4, block);
    }
    puts("done");
    return 0;
}
