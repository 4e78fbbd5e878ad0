/* Powers under conditions against the host's library; conditions against the same in C; and what lies behind what is read must not matter. */
#include "host.h"
#include <math.h>

extern const ptx2c_module nested_powers;

enum { N = 700 };
static double x[N], y[2 * N], out[N];
static long long z[N];
static int at[N], told;
static unsigned bits[N];

static void check(const char *what, int i, double want)
{
    const bool same = out[i] == want || (isnan(out[i]) && isnan(want)) || fabs(out[i] - want) <= 1e-13 * fabs(want);
    if (!same && told++ < 10)
        printf("%s [%d] of %a, %a is %a, not %a\n", what, i, x[i], y[i], out[i], want);
}

static unsigned condition(double a, double b)
{
    bool odd = false, large = a > 2;
    double r = b;
    if (a > -1) {
        r = a * b;
        if (b < 1) {
            odd = r > 0.5;
            if (a * a < 2) {
                large = b < a;
                r += sqrt(fabs(b));
            }
        } else {
            large = odd;
            if (r < 7)
                odd = a < b;
        }
    } else if (b > 0) {
        odd = a < -3;
        if (a < -2)
            large = !odd;
    }
    unsigned w = odd | large << 1 | (odd != large) << 2 | (odd == (a > 0)) << 3 | (odd && b > 0) << 4 | (large || a < 0) << 5;
    if (odd ^ (b < 0.5))
        w += r > 1 ? 64 : 128;
    return w + (large ? 256 : 0);
}

static void make(int n)
{
    static const double odd[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, INFINITY, -INFINITY, NAN, 1e308, -1e308, 5e-324, 1e-310, 0x1p53, -7};
    enum { ODD = sizeof odd / sizeof *odd };
    unsigned s = 1;
    for (int i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        x[i] = (int)(s >> 8) * (8.0 / 0x1p24) - 4;
        s = s * 1664525u + 1013904223u;
        y[i] = (s >> 28) % 3 ? (int)(s >> 8) * (6.0 / 0x1p24) - 3 : (double)((int)(s >> 10) % 9 - 4);
        if (n == N && i < ODD * ODD)
            x[i] = odd[i / ODD], y[i] = odd[i % ODD];
        z[i] = (long long)(s % 7) - 3;
        at[i] = (int)(s % (unsigned)n);
    }
    for (int i = n; i < 2 * n; i++)
        y[i] = y[i - n] / 2;
}

static void test(int n, uint32_t block)
{
    const double *px = x, *py = y;
    const long long *pz = z;
    const int *pat = at;
    double *pout = out;
    unsigned *pbits = bits;
    const uint32_t grid = ((uint32_t)n + block - 1) / block;
    make(n);
    run(&nested_powers, "twice", grid, block, (void *[]){&px, &py, &pout, &n});
    for (int i = 0; i < n; i++)
        check("twice", i, x[i] < 3 ? pow(1 - pow(fabs(x[i]) / 4, y[i]), x[i]) : -x[i]);
    run(&nested_powers, "within", grid, block, (void *[]){&px, &py, &pz, &pout, &n});
    for (int i = 0; i < n; i++) {
        const double r = x[i] < 0.5 ? pow(x[i], y[i]) : 0;
        check("within", i, r > 1 && x[i] < 0 ? r + (z[i] > 0 ? (double)z[i] : 0.25) : r);
    }
    run(&nested_powers, "apart", grid, block, (void *[]){&px, &py, &pat, &pout, &n});
    for (int i = 0; i < n; i++)
        check("apart", i, x[i] < 0.5 ? pow(x[i], y[2 * i]) : x[i] < 3 ? pow(x[i], y[at[i]]) : 0);
    run(&nested_powers, "conditions", grid, block, (void *[]){&px, &py, &pbits, &n});
    for (int i = 0; i < n; i++)
        if (bits[i] != condition(x[i], y[i]) && told++ < 10)
            printf("conditions [%d] of %a, %a are %x, not %x\n", i, x[i], y[i], bits[i], condition(x[i], y[i]));
}

/* Nobody reads y where no thread is to: there is none. */
static void test_nowhere(void)
{
    int n = 96;
    const double *px = x, *py = NULL;
    double *pout = out;
    for (int i = 0; i < n; i++)
        x[i] = 4 + i, out[i] = 1;
    run(&nested_powers, "within", 2, 48, (void *[]){&px, &py, &py, &pout, &n});
    run(&nested_powers, "apart", 2, 48, (void *[]){&px, &py, &py, &pout, &n});
    for (int i = 0; i < n; i++)
        if (out[i] != 0 && told++ < 10)
            printf("nowhere [%d]: %g\n", i, out[i]);
}

int main(void)
{
    test(N, 64);
    test(N, 33);
    test(1, 32);
    test(61, 50);
    test_nowhere();
    puts(told ? "wrong" : "right");
    return 0;
}
