/* Sums of what some threads add, against the same on the host; of tickets each is drawn once. */
#include "host.h"

extern const ptx2c_module some_sums;

enum { MOST = 3000 };
static float x[MOST], y[MOST];
static int what[16], from[MOST];
static uint32_t mine[MOST];

static void launch(const char *kernel, int n, uint32_t blocks, uint32_t threads, void *args[])
{
    (void)n;
    const int status = ptx2c_launch(ptx2c_find_kernel(&some_sums, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what_of, int n, float t, long is, long should)
{
    if (is != should)
        printf("%s of %d above %g: %ld, not %ld\n", what_of, n, (double)t, is, should);
}

static void test(int n, float t, uint32_t threads)
{
    const float *a = x;
    float *b = y, floats = 0, *f = &floats, far = 1e9f;
    const int *c = from, *d = what;
    uint32_t count = 5, *p = &count, tickets = 0, *q = &tickets, *r = mine, bins[4] = {0}, *s = bins, *none = NULL;
    uint64_t wide[2] = {3, 4}, want[2] = {3, 4}, *g = wide, *h = wide + 1;
    int sum = 7, *u = &sum, other = 9, *v = &other;
    const uint32_t blocks = ((uint32_t)n + threads - 1) / threads;
    long above = 0, above_t = 0, sums = 0, places = 0, chosen = 0, all = 0, below = 0, each[4] = {0};
    for (int i = 0; i < n; i++) {
        x[i] = (float)(i * 37 % 101);
        from[i] = x[i] > t ? i % 16 : -1000000000; /* not to be read there */
        above += x[i] * 0.5f + 1 > t;
        above_t += x[i] > t;
        sums += x[i] > t ? (long)x[i] : 0;
        places += x[i] * x[i] + 1 > t ? i : 0;
        chosen += x[i] > t ? what[i % 16] : 0;
        all += x[i] > t ? (long)x[i] : 0;
        want[0] += UINT64_C(1) << i % 40;
        want[1] += x[i] > t ? (uint64_t)i << 20 : 0;
        below += x[i] < t;
        each[i & 3] += x[i] < t || x[i] > t;
    }
    launch("counted", n, blocks, threads, (void *[]){&a, &b, &p, &t, &n});
    check("count", n, t, (long)count, above + 5);
    launch("strided", n, 2, threads, (void *[]){&a, &u, &t, &n});
    check("sum", n, t, sum, 7 - sums);
    count = 0;
    launch("nowhere", n, blocks, threads, (void *[]){&a, &p, &t, &n});
    check("places", n, t, (long)count, places);
    launch("nowhere", n, blocks, threads, (void *[]){&a, &none, &far, &n});
    launch("chosen", n, blocks, threads, (void *[]){&a, &c, &d, &v, &t, &n});
    check("what is chosen", n, t, other, chosen + 9);
    launch("wide", n, blocks, threads, (void *[]){&a, &g, &h, &t, &n});
    if (wide[0] != want[0] || wide[1] != want[1])
        printf("wide sums of %d above %g: %llx and %llx\n", n, (double)t, (unsigned long long)wide[0], (unsigned long long)wide[1]);
    memset(mine, 0, sizeof mine);
    memset(ptx2c_find_variable(&some_sums, "found", NULL), 0, 8);
    launch("named", n, blocks, threads, (void *[]){&a, &t, &n});
    check("found", n, t, (long)((const uint32_t *)ptx2c_find_variable(&some_sums, "found", NULL))[1], above_t);
    memset(ptx2c_find_variable(&some_sums, "tally", NULL), 0, 4);
    launch("plain", n, blocks, threads, (void *[]){&a, &t, &n});
    check("tally", n, t, (long)*(const uint32_t *)ptx2c_find_variable(&some_sums, "tally", NULL), above_t);
    uint32_t odd = 0, *o = &odd;
    long twice = 0;
    launch("shared_one", n, blocks, threads, (void *[]){&a, &r, &o, &t, &n});
    for (uint32_t k = 0; k < blocks; k++) {
        long in = 0, threads_in = 0;
        for (long i = (long)(k * threads); i < n && i < (long)((k + 1) * threads); i++, threads_in++)
            in += x[i] < t ? 2 : 0;
        check("block", n, t, (long)mine[k], in);
        twice += in * threads_in;
    }
    check("each block's", n, t, (long)odd, twice);
    uint32_t hits = 0, misses = 0, *hp = &hits, *mp = &misses;
    int total = 0, *tp = &total, total_of = 0;
    float half = 0, *fp = &half, halves = 0;
    long missed = 0;
    for (int i = 0; i < n; i++) {
        total_of += x[i] > t && i % 2 ? 100 - i : 0;
        missed += x[i] > t ? 0 : i;
        halves += x[i] * 0.5f;
    }
    launch("both", n, blocks, threads, (void *[]){&a, &hp, &mp, &tp, &fp, &t, &n});
    check("hits", n, t, (long)hits, above_t);
    check("misses", n, t, (long)misses, missed);
    check("total", n, t, total, total_of);
    check("halves", n, t, (long)(2 * half), (long)(2 * halves));
    uint32_t own = 0, *ow = &own;
    for (int i = 0; i < n; i++)
        mine[i] = 4;
    launch("own", n, blocks, threads, (void *[]){&r, &ow, &n});
    check("its own", n, t, (long)own, 7L * n);
    launch("near", n, blocks, threads, (void *[]){&a, &f, &q, &r, &s, &t, &n});
    check("floats", n, t, (long)floats, all);
    check("tickets", n, t, (long)tickets, below);
    static bool drawn[MOST];
    memset(drawn, 0, sizeof drawn);
    for (int i = 0; i < n; i++)
        if (x[i] < t && (mine[i] >= tickets || drawn[mine[i]]))
            printf("ticket %u of %u is drawn twice\n", (unsigned)mine[i], (unsigned)tickets);
        else if (x[i] < t)
            drawn[mine[i]] = true;
    for (int k = 0; k < 4; k++)
        check("bins", n, t, (long)bins[k], each[k]);
}

int main(void)
{
    const int sizes[] = {1, 31, 32, 100, 257, 1024, MOST};
    const float limits[] = {-1, 3, 50, 99, 100};
    for (int i = 0; i < 16; i++)
        what[i] = i * i - 50;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
            for (uint32_t threads = 32; threads <= 288; threads += 128)
                test(sizes[i], limits[k], threads);
    printf("sums of some\n");
}
