/* Loops of a number of rounds that is smaller at a border, against the same in C; sizes at which a chunk is cut there, and numbers that wrap. */
#include "host.h"

extern const ptx2c_module few_rounds;

enum { N = 700 };
static int in[N + 200], out[N + 200], told;

static void check(const char *what, int n, int most, int block, int i, int want)
{
    if (out[i] != want && told++ < 10)
        printf("%s of %d, at most %d, by %d: %d is %d, not %d\n", what, n, most, block, i, out[i], want);
}

static int less(int a, int b) { return a < b ? a : b; }

static int back(int x, int rounds)
{
    unsigned sum = 0;
    for (int d = 0; d < rounds; d++)
        sum = sum * 3 + (unsigned)in[x - d];
    return (int)sum;
}

static void test(int n, int most, int block)
{
    int *pin = in, *pout = out;
    const uint32_t grid = (uint32_t)((n + block - 1) / block);
    memset(out, 0xff, sizeof out);
    run(&few_rounds, "back", grid, (uint32_t)block, (void *[]){&pin, &pout, &n, &most});
    for (int x = 0; x < n; x++) {
        int best = -1, at = 0;
        for (int d = 0; d < most && d <= x; d++)
            if (in[x - d] > best)
                best = in[x - d], at = d;
        check("back", n, most, block, x, (int)((unsigned)back(x, less(most, x + 1)) + (unsigned)at));
    }
    const unsigned all = grid * (uint32_t)block, firsts[] = {0, 7, 0xffffff00u};
    for (int k = 0; k < 3 && most >= 0 && most <= 40; k++) { /* threads behind the end wrap */
        run(&few_rounds, "ahead", grid, (uint32_t)block, (void *[]){&pin, &pout, &n, &most, (void *)&firsts[k]});
        for (unsigned x = 0; x < all; x++) {
            unsigned sum = 1, rounds = (unsigned)n - 1 - x < (unsigned)most ? (unsigned)n - 1 - x : (unsigned)most;
            for (unsigned d = 0; d < rounds; d++)
                sum = sum * 5 + (unsigned)in[(x + d + firsts[k]) % (unsigned)n];
            check("ahead", n, most, block, (int)x, (int)sum);
        }
    }
    if (most > 0) {
        run(&few_rounds, "places", grid, (uint32_t)block, (void *[]){&pin, &pout, &n, &most});
        for (int x = 0; x < n; x++) {
            unsigned sum = (unsigned)in[less(most, x + 1) - 1];
            for (int d = 0; d < less(most, x + 1); d++)
                sum = sum * 3 + (unsigned)in[x - d];
            for (int k = x < 2 ? 0 : x - 2; k < less(x + 3, n); k++)
                sum += (unsigned)in[k] * (unsigned)(k - x);
            check("places", n, most, block, x, (int)sum);
        }
    }
    run(&few_rounds, "shared", grid, (uint32_t)block, (void *[]){&pin, &pout, &n, &most});
    for (int x = 0; x < n; x++) {
        const int t = x % block ^ 1, y = x / block * block + t;
        unsigned sum = 0;
        for (int d = 0; d < less(most, t + 1); d++)
            sum = sum * 3 + (unsigned)(y - d < n ? in[y - d] : 0);
        if (t < block)
            check("shared", n, most, block, x, (int)sum);
    }
}

int main(void)
{
    for (int i = 0; i < N + 200; i++)
        in[i] = i * 7919 % 1009;
    static const int sizes[] = {1, 31, 64, 333, N}, mosts[] = {-3, 0, 1, 5, 24, 40, INT32_MAX}, blocks[] = {32, 50, 64, 128};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 7; k++)
            for (int b = 0; b < 4; b++)
                test(sizes[i], mosts[k], blocks[b]);
    puts(told ? "wrong" : "right");
    return 0;
}
