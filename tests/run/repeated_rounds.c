/* Each kernel's results against what its threads do one by one on the host. */
#include "host.h"
#include "repeated_rounds.h"

extern const ptx2c_module repeated_rounds;

enum { MOST = 6000 };
static unsigned in[5 * MOST], out[2 * MOST], want[2 * MOST];
static int last[MOST], ends[MOST];

static void begin(void)
{
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    memset(last, 0, sizeof last);
    memset(ends, 0, sizeof ends);
}

static void compare(const char *name, int n, unsigned blocks, unsigned threads)
{
    if (memcmp(out, want, sizeof out) != 0 || memcmp(last, ends, sizeof last) != 0)
        printf("%s of %d in %u blocks of %u: another result\n", name, n, blocks, threads);
}

static void test(int n, unsigned blocks, unsigned threads)
{
    const unsigned *from = in;
    unsigned *to = out;
    int *at = last, stride = (int)(blocks * threads), rounds = n % 4;
    long long many = n;
    begin();
    for (int i = 0; i < stride; i++)
        chain_one(in, want, n, i, stride);
    run(&repeated_rounds, "chain", blocks, threads, (void *[]){&from, &to, &n});
    compare("chain", n, blocks, threads);
    begin();
    for (int i = 0; i < stride; i++)
        descend_one(in, want, n, i, stride, rounds);
    run(&repeated_rounds, "descend", blocks, threads, (void *[]){&from, &to, &many, &rounds});
    compare("descend", n, blocks, threads);
    begin();
    for (int i = 0; i < stride; i++)
        behind_one(in, want, ends, n, i, stride);
    run(&repeated_rounds, "behind", blocks, threads, (void *[]){&from, &to, &at, &n});
    compare("behind", n, blocks, threads);
    begin();
    for (int i = 0; i < stride; i++)
        enter_one(in, want, n, i, stride);
    run(&repeated_rounds, "enter", blocks, threads, (void *[]){&from, &to, &n, &stride});
    compare("enter", n, blocks, threads);
    for (unsigned below = 1; below < 60; below += 29) {
        unsigned first = 0u - (unsigned)n, limit = first - below, step = (unsigned)stride;
        begin();
        for (int i = 0; i < stride; i++)
            wrap_one(in, want, first, limit, i, step);
        run(&repeated_rounds, "wrap", blocks, threads, (void *[]){&from, &to, &first, &limit, &step});
        compare("wrap", n, blocks, threads);
    }
}

int main(void)
{
    static const int sizes[] = {1, 31, 33, 64, 100, 257, 1000};
    static const unsigned threads[] = {32, 64, 33, 100, 7};
    for (int i = 0; i < 5 * MOST; i++)
        in[i] = (unsigned)i * 2246822519u ^ (unsigned)i >> 3;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
            for (unsigned blocks = 1; blocks < 5; blocks += 2)
                test(sizes[s], blocks, threads[t]);
    puts("done");
    return 0;
}
