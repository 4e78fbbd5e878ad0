/* Minima, maxima and sums rounded down with constants, against the manual's words for each case. */
#include "host.h"

#include <math.h>
#include <string.h>

extern const ptx2c_module numbers;

enum { N = 96, EACH = 16 };
static float in[N], out[N * EACH];
static double doubles[N * EACH / 2];
static int wrong;

/* -0 is below +0, a NaN loses against a number. */
static double choose(double a, double b, bool least)
{
    if (a != a)
        return b;
    if (b != b)
        return a;
    if (a == b)
        return (signbit(a) != 0) == least ? a : b;
    return (a < b) == least ? a : b;
}

static void check(int i, const char *what, double is, double should)
{
    if ((is != is) != (should != should) || (is == is && (is != should || signbit(is) != signbit(should))))
        if (wrong++ < 10)
            printf("%s of %a: %a, not %a\n", what, (double)in[i], is, should);
}

static double whole_below(double a, double by, double to) { return to + floor(a * by); }

int main(void)
{
    static const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, 1.5f, -1.5f, 0x1p-149f, -0x1p-149f, 0x1.fffffep-127f, 0x1p127f, -0x1p127f,
                                    0x1.fffffep-1f, 0x1p-8f, 0x1.020408p-8f, 0x1.02040ap-8f, 0x1.020406p-8f, 0.5f, 0x1.000002p-1f};
    enum { SPECIAL = sizeof special / sizeof *special };
    float *a = in, *b = out;
    double *c = doubles;
    memcpy(in, special, sizeof special);
    in[SPECIAL] = INFINITY, in[SPECIAL + 1] = -INFINITY, in[SPECIAL + 2] = NAN, in[SPECIAL + 3] = -NAN;
    for (int i = SPECIAL + 4; i < N; i++)
        in[i] = (float)(i * 7919 % 1009) / 1009.0f + (i % 5 ? 0 : 0x1p-20f);
    run(&numbers, "choices", 1, N, (void *[]){&a, &b, &c});
    for (int i = 0; i < N; i++) {
        const double x = in[i], sat = x > 1 ? 1 : x > 0 ? x : 0, rest = x * (double)0.1f + 0.5;
        const float other = rest > 1 ? 1 : rest > 0 ? (float)rest : 0;
        const float *o = out + i * EACH;
        const double *d = doubles + i * EACH / 2;
        check(i, "min +0", o[0], choose(x, 0.0, true));
        check(i, "max +0", o[1], choose(x, 0.0, false));
        check(i, "min -0", o[2], choose(x, -0.0, true));
        check(i, "max -0", o[3], choose(x, -0.0, false));
        check(i, "min 1.5", o[4], choose(x, 1.5, true));
        check(i, "max -inf", o[5], choose(x, -INFINITY, false));
        check(i, "max NaN", o[6], x);
        check(i, "min -1.5", o[7], choose(x, -1.5, true));
        check(i, "sat, rm", o[8], whole_below(sat, 252, 12582913));
        check(i, "sat, rm.ftz", o[9], whole_below(sat, 252, 12582913));
        if (x == x)
            check(i, "fma.sat, rm", o[10], whole_below(other, 252, -12582913));
        if (fabs(x) <= 2000)
            check(i, "rm", o[11], whole_below(x, 252, 12582913));
        check(i, "min.f64 +0", d[0], choose(x, 0.0, true));
        check(i, "max.f64 +0", d[1], choose(x, 0.0, false));
        check(i, "min.f64 -0", d[2], choose(x, -0.0, true));
        check(i, "max.f64 -0", d[3], choose(x, -0.0, false));
        check(i, "min.f64 1.5", d[4], choose(x, 1.5, true));
        check(i, "max.f64 -inf", d[5], choose(x, -INFINITY, false));
    }
    printf("%d wrong\n", wrong);
    return 0;
}
