#include "host.h"

extern const ptx2c_module shuffles;

enum { UP, DOWN, BFLY, IDX, RESULTS = 16, MOST = 96 };

static int threads;

static float value(int t) { return 1.5f * (float)t + 0.25f; }

/* The thread whose value thread t takes (manual 9.7.9.6); -1: one that is not there. */
static int from(int mode, int t, int b, int c)
{
    const int lane = t & 31, seg = c >> 8 & 31, least = lane & seg, most = least | (c & 31 & ~seg);
    const int j = mode == UP ? lane - b : mode == DOWN ? lane + b : mode == BFLY ? lane ^ b : least | (b & ~seg);
    const int to = (mode == UP ? j >= most : j <= most) ? t - lane + j : t;
    return to < threads ? to : -1;
}

static void expect(int t, int k, float got, float want)
{
    if (got != want)
        printf("%d threads: thread %d: result %d is %g, not %g\n", threads, t, k, (double)got, (double)want);
}

static void check(int n)
{
    static const int form[10][3] = {{DOWN, 1, 31}, {UP, 3, 0}, {BFLY, 5, 31}, {IDX, 7, 31}, {DOWN, 2, 0x181f},
                                    {UP, 1, 0x1800}, {BFLY, 16, 0x101f}, {DOWN, 16, 31}, {UP, 8, 0}, {BFLY, 8, 31}};
    static float out[MOST][RESULTS];
    void *o = out;
    threads = n;
    memset(out, 0, sizeof out);
    run(&shuffles, "shuffles", 1, (uint32_t)n, (void *[]){&o});
    for (int t = 0; t < n; t++) {
        for (int k = 0; k < 10; k++) {
            const int j = from(form[k][0], t, form[k][1], form[k][2]);
            if (j >= 0)
                expect(t, k, out[t][k], value(j));
        }
        int j = from(DOWN, t, 4, 31);
        if (j >= 0)
            expect(t, 10, out[t][10], value(j) + 1);
        expect(t, 11, out[t][11], 2 * (value(t) + 1));
        if ((j = from(BFLY, t, 1, 31)) >= 0)
            expect(t, 12, out[t][12], j > 10 ? -value(j) : value(j));
        expect(t, 13, out[t][13], value(from(UP, from(UP, t, 2, 0), 2, 0)));
        if ((j = from(DOWN, t, 3, 31)) >= 0)
            expect(t, 14, out[t][14], t % 32 + 3 < 32 ? value(j) : 0);
        uint32_t i;
        memcpy(&i, &out[t][15], sizeof i);
        if ((j = from(DOWN, t, 31, 31)) >= 0 && i != (uint32_t)j)
            printf("%d threads: thread %d: %u, not %d\n", n, t, (unsigned)i, j);
    }
    printf("%d threads\n", n);
}

int main(void)
{
    check(32);
    check(MOST);
    check(40);
    check(5);
    return 0;
}
