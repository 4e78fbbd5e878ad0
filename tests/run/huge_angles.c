/* Sines and cosines of numbers that are large in no lane, in some and in all. */
#include "host.h"
#include <math.h>

extern const ptx2c_module huge_angles;

enum { N = 512 };
static float in[N], out[N];
static double ind[N], outd[N];

static void launch(const char *kernel, uint32_t grid, uint32_t block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&huge_angles, kernel), (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what, int kind, int i, double is, double want, double most)
{
    static int told;
    if (!(fabs(is - want) <= most) && told++ < 10)
        printf("%s of kind %d: %d is %.9g, not %.9g\n", what, kind, i, is, want);
}

/* Of every: each so many-th number is huge; 0: none. */
static void test(int kind, int every)
{
    for (int i = 0; i < N; i++) {
        const double x = 0.37 * i - 40;
        ind[i] = every && i % every == every - 1 ? ldexp(x, 40 + i % 60) : x;
        in[i] = (float)ind[i];
    }
    int n = N - 7, first = 5, end = 101;
    void *a = in, *b = out, *c = ind, *d = outd, *floats[] = {&a, &b, &n}, *doubles[] = {&c, &d, &n}, *ranges[] = {&c, &d, &n, &first, &end};
    launch("alone", N / 64, 64, floats);
    for (int i = 0; i < n; i++) {
        const double s = sin(in[i]);
        check("alone", kind, i, out[i], s * cos(in[i] * 1.5f) + s, 1e-6);
    }
    launch("doubles", 2, 96, doubles);
    for (int i = 0; i < n; i++)
        if (fabs(cos(ind[i] * 0.25)) > 1e-3)
            check("doubles", kind, i, outd[i], sin(ind[i]) + 2 * cos(ind[i]) + tan(ind[i] * 0.25), 1e-8);
    n = 120;
    launch("between", 1, 128, ranges);
    double s[128];
    for (int i = 0; i < 128; i++) {
        const double own = i < n ? ind[i] : 0, other = 127 - i < n ? ind[127 - i] : 0;
        s[i] = (i >= first && i < end ? cos(other) : own) + sin(own);
    }
    for (int i = 0; i < n; i++)
        check("between", kind, i, outd[i], s[i ^ 1] + s[i], 1e-9 * fmax(1, fabs(s[i ^ 1] + s[i])));
    n = 50;
    launch("warps", 1, 64, floats);
    for (int i = 0; i < 64; i++) {
        const float x = i < n ? in[i] : 0, y = (i ^ 1) < n ? in[i ^ 1] : 0;
        s[i] = cos(x) + sin(y) * 0.5;
    }
    for (int i = 0; i < 64; i++) {
        const double want = s[i] + s[i % 32 < 30 ? i + 2 : i];
        check("warps", kind, i, out[i], want, 1e-6 * fmax(1, fabs(want)));
    }
}

int main(void)
{
    test(0, 0);
    test(1, 1);
    test(2, 5);
    test(3, 37);
    test(4, 64);
    test(5, 200);
    puts("done");
    return 0;
}
