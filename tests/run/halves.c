/* Against the same rounds on the host, thread by thread. */
#include "host.h"

extern const ptx2c_module halves;

enum { MOST = 128, GRID = 2 };
static int in[GRID * MOST], levels[GRID * MOST], total[GRID], out[GRID * MOST];
static int want[GRID * MOST], want_total[GRID];
static void *const pin = in, *const plevels = levels, *const ptotal = total, *const pout = out;

static int mul(int a, int b) { return (int)((uint32_t)a * (uint32_t)b); }
static int add(int a, int b) { return (int)((uint32_t)a + (uint32_t)b); }

static bool sums(uint32_t block, uint32_t rounds)
{
    memset(levels, 0, sizeof levels);
    memset(want, 0, sizeof want);
    run(&halves, "sums", GRID, block, (void *[]){(void *)&pin, (void *)&plevels, (void *)&ptotal, &rounds});
    for (uint32_t b = 0; b < GRID; b++) {
        int s[MOST], x[MOST];
        uint32_t busy = block >> 1, at = 0;
        memcpy(s, in + b * block, block * sizeof *s);
        for (uint32_t i = 0; i < rounds; i++, at += busy, busy >>= 1) {
            for (uint32_t t = 0; t < busy; t++)
                x[t] = add(s[2 * t], s[2 * t + 1]);
            for (uint32_t t = 0; t < busy; t++)
                s[t] = want[b * block + at + t] = x[t];
        }
        want_total[b] = s[0];
    }
    return memcmp(levels, want, sizeof want) || memcmp(total, want_total, sizeof total);
}

static bool quarters(uint32_t block, int busy, int rounds)
{
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    run(&halves, "quarters", GRID, block, (void *[]){(void *)&pin, (void *)&pout, &busy, &rounds});
    for (uint32_t b = 0; b < GRID; b++) {
        int *s = want + b * block, bound[MOST], scale[MOST], was[MOST];
        memcpy(s, in + b * block, block * sizeof *s);
        for (uint32_t t = 0; t < block; t++) {
            bound[t] = busy;
            scale[t] = 3;
        }
        for (int i = 0; i < rounds; i++) {
            for (uint32_t t = 0; t < block; t++)
                if (bound[t] > (int)t) {
                    s[t] = add(mul(s[t], scale[t]), 1);
                    if (s[t] & 1)
                        s[t] = add(s[t], bound[t]);
                    scale[t] += 2;
                    bound[t] /= 4;
                }
            memcpy(was, s, block * sizeof *s);
            for (uint32_t t = 0; t < block; t++)
                s[t] = was[t] ^ (was[t ^ 1] & 1);
        }
    }
    return memcmp(out, want, sizeof want) != 0;
}

static bool kept(uint32_t block, uint32_t passes, uint32_t rounds)
{
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    run(&halves, "kept", GRID, block, (void *[]){(void *)&pin, (void *)&pout, &passes, &rounds});
    for (uint32_t t = 0; t < GRID * block; t++) {
        const uint32_t x = t % block;
        uint32_t s = (uint32_t)in[t], busy, scale = 1, told = block, low = 1, high = 1;
        for (uint32_t k = 0; k < passes; k++) {
            busy = block >> k;
            for (uint32_t i = 0; i < rounds; i++)
                if (x < busy) {
                    s = s * 5 + scale;
                    scale += busy;
                    busy >>= 1;
                }
        }
        for (uint32_t i = 0; i < rounds; i++) {
            if (x < told) {
                s += told;
                told >>= 1;
            }
            if (x >= low) {
                s ^= high;
                high = high * 3 + 1;
                low <<= 1;
            }
        }
        want[t] = (int)(s + told * 1000);
    }
    return memcmp(out, want, sizeof want) != 0;
}

int main(void)
{
    static const uint32_t blocks[] = {2, 32, 40, 96, 128};
    int wrong = 0;
    for (int i = 0; i < GRID * MOST; i++)
        in[i] = i * 7919 % 1000 - 300;
    for (uint32_t rounds = 0; rounds < 11; rounds++)
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
            wrong += sums(blocks[k], rounds);
            wrong += quarters(blocks[k], (int)blocks[k] - 3, (int)rounds);
            wrong += quarters(blocks[k], -5, (int)rounds);
            wrong += quarters(blocks[k], 1000, (int)rounds);
            wrong += kept(blocks[k], 3, rounds);
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
