#include "host.h"

extern const ptx2c_module often;

enum { THREADS = 64, DEPTH = 12 };

/* Both for all threads at once; a holds arguments, then results. */
static void f(int i, uint32_t *a, uint32_t s0, uint32_t s1)
{
    uint32_t x[THREADS], y[THREADS];
    for (int t = 0; t < THREADS; t++)
        x[t] = i ? a[t] : (a[t ^ 1] + s0) * 3 + s1 + a[t];
    if (i) {
        f(i - 1, x, (uint32_t)i, s0);
        for (int t = 0; t < THREADS; t++)
            y[t] = x[t] + (uint32_t)i;
        f(i - 1, y, (uint32_t)i, s0);
        for (int t = 0; t < THREADS; t++)
            x[t] = (x[t] ^ y[t]) + a[t];
    }
    memcpy(a, x, sizeof x);
}

/* For a pair of lanes. */
static void g(int i, uint32_t *a, const bool *q, int lane)
{
    uint32_t x[2], y[2];
    const bool p = lane & 2 << i % 4;
    for (int t = 0; t < 2; t++)
        x[t] = i ? a[t] : a[t ^ 1] * 3 + (q[t] ? 12 : 7);
    if (i) {
        g(i - 1, x, q, lane);
        for (int t = 0; t < 2; t++)
            y[t] = x[t] + (uint32_t)i;
        if (p)
            g(i - 1, y, (const bool[]){true, true}, lane);
        for (int t = 0; t < 2; t++)
            x[t] -= p ? y[t] : a[t];
    }
    memcpy(a, x, sizeof x);
}

static void compare(const char *what, const uint32_t *got, const uint32_t *want)
{
    int bad = 0;
    for (int t = 0; t < THREADS; t++)
        if (got[t] != want[t] && bad++ < 4)
            printf("%s: thread %d has %u, not %u\n", what, t, (unsigned)got[t], (unsigned)want[t]);
    printf("%s: %s\n", what, bad ? "wrong" : "done");
}

int main(void)
{
    uint32_t out[THREADS], want[THREADS], *o = out;
    for (uint32_t t = 0; t < THREADS; t++)
        want[t] = t;
    f(DEPTH, want, 1, 2);
    run(&often, "barriers", 1, THREADS, (void *[]){&o});
    compare("barriers", out, want);
    for (uint32_t t = 0; t < THREADS; t++)
        want[t] = t;
    for (int t = 0; t < THREADS; t += 2)
        g(DEPTH, want + t, (const bool[]){t > 40, t + 1 > 40}, t % 32);
    run(&often, "shuffles", 1, THREADS, (void *[]){&o});
    compare("shuffles", out, want);
    return 0;
}
