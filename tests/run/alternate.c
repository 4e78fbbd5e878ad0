#include "host.h"

#include <math.h>

extern const ptx2c_module alternate;

enum { N = 128, OPS = 56 };
static const char *const names[OPS] = {
    "add.e4m3x4.e4m3x4", "sub.e4m3x4.e4m3x4", "mul.e4m3x4.e4m3x4.e5m2x4", "fma.e4m3x4.e5m2x4.e4m3x4",
    "add.satfinite.e4m3x4.e5m2x4", "sub.satfinite.e4m3x4.e5m2x4", "mul.satfinite.e4m3x4.e5m2x4.e2m1x4",
    "fma.satfinite.e4m3x4.e2m1x4.e5m2x4", "add.e4m3x4.e3m2x4", "sub.e4m3x4.e3m2x4", "mul.e4m3x4.e3m2x4.e4m3x4",
    "fma.e4m3x4.e4m3x4.e3m2x4", "add.satfinite.e4m3x4.e2m3x4", "sub.satfinite.e4m3x4.e2m3x4",
    "mul.satfinite.e4m3x4.e2m3x4.e2m3x4", "fma.satfinite.e4m3x4.e2m3x4.e2m3x4", "add.e4m3x4.e2m1x4",
    "sub.e4m3x4.e2m1x4", "mul.e4m3x4.e2m1x4.ue8m0x4", "fma.e4m3x4.ue8m0x4.e2m1x4",
    "add.satfinite.e4m3x4.e2m1p4x4", "sub.satfinite.e4m3x4.e2m1p4x4", "mul.satfinite.e4m3x4.e2m1p4x4.e3m2x4",
    "fma.satfinite.e4m3x4.e3m2x4.e2m1p4x4", "add.e4m3x4.ue8m0x4", "sub.e4m3x4.ue8m0x4",
    "mul.e4m3x4.ue8m0x4.e2m1p4x4", "fma.e4m3x4.e2m1p4x4.ue8m0x4", "add.e5m2x4.e4m3x4", "sub.e5m2x4.e4m3x4",
    "mul.e5m2x4.e4m3x4.e5m2x4", "fma.e5m2x4.e5m2x4.e4m3x4", "add.satfinite.e5m2x4.e5m2x4",
    "sub.satfinite.e5m2x4.e5m2x4", "mul.satfinite.e5m2x4.e5m2x4.e2m1x4", "fma.satfinite.e5m2x4.e2m1x4.e5m2x4",
    "add.e5m2x4.e3m2x4", "sub.e5m2x4.e3m2x4", "mul.e5m2x4.e3m2x4.e4m3x4", "fma.e5m2x4.e4m3x4.e3m2x4",
    "add.satfinite.e5m2x4.e2m3x4", "sub.satfinite.e5m2x4.e2m3x4", "mul.satfinite.e5m2x4.e2m3x4.e2m3x4",
    "fma.satfinite.e5m2x4.e2m3x4.e2m3x4", "add.e5m2x4.e2m1x4", "sub.e5m2x4.e2m1x4", "mul.e5m2x4.e2m1x4.ue8m0x4",
    "fma.e5m2x4.ue8m0x4.e2m1x4", "add.satfinite.e5m2x4.e2m1p4x4", "sub.satfinite.e5m2x4.e2m1p4x4",
    "mul.satfinite.e5m2x4.e2m1p4x4.e3m2x4", "fma.satfinite.e5m2x4.e3m2x4.e2m1p4x4", "add.e5m2x4.ue8m0x4",
    "sub.e5m2x4.ue8m0x4", "mul.e5m2x4.ue8m0x4.e2m1p4x4", "fma.e5m2x4.e2m1p4x4.ue8m0x4",
};

static bool is(const char *at, const char *format) { return strncmp(at, format, strlen(format)) == 0; }

/* A value, from its definition: sign, exponent, mantissa. */
static double value(const char *format, uint32_t code)
{
    int exponent = format[1] - '0', mantissa = format[3] - '0', bias = (1 << (exponent - 1)) - 1;
    if (is(format, "ue8m0"))
        return code == 255 ? NAN : ldexp(1, (int)code - 127);
    double sign = code >> (exponent + mantissa) & 1 ? -1 : 1;
    int e = (int)(code >> mantissa) & ((1 << exponent) - 1), m = (int)code & ((1 << mantissa) - 1);
    if (is(format, "e4m3") && e == 15 && m == 7)
        return NAN;
    if (is(format, "e5m2") && e == 31)
        return m ? NAN : sign * INFINITY;
    return sign * (e ? ldexp((1 << mantissa) + m, e - bias - mantissa) : ldexp(m, 1 - bias - mantissa));
}

static double element(const char *format, uint32_t reg, int i)
{
    return is(format, "e2m1x4") ? value(format, reg >> 4 * i & 15) : value(format, reg >> 8 * i & 255);
}

/* Whether the code is v rounded: no other is nearer, ties go to even codes. */
static bool rounded(const char *format, uint32_t code, long double v, bool finite)
{
    double largest = is(format, "e4m3") ? 448 : 57344, next = is(format, "e4m3") ? 480 : 65536;
    if (v != v)
        return (code & 127) == 127;
    long double limit = (largest + (long double)next) / 2;
    if (fabsl(v) > limit || (fabsl(v) == limit && !is(format, "e4m3"))) { /* halfway to the even one */
        uint32_t sign = signbit(v) ? 128 : 0, most = is(format, "e4m3") ? 126 : 123;
        if (finite)
            return code == (most | sign);
        return is(format, "e4m3") ? (code & 127) == 127 : code == (124 | sign);
    }
    long double d = fabsl(value(format, code) - v);
    for (uint32_t k = 0; k < 256; k++) {
        long double other = fabsl(value(format, k) - v);
        if (other < d || (other == d && code % 2 && k % 2 == 0))
            return false;
    }
    return d == d && (v != 0 ? signbit(v) != 0 : code >> 7) == (code >> 7);
}

static const char *field(const char *name, int n)
{
    while (n--)
        name = strchr(name, '.') + 1;
    return name;
}

int main(void)
{
    static uint32_t in[N][3], out[N][OPS], *pi = in[0], *po = out[0];
    uint32_t s = 1;
    int bad = 0;
    for (int i = 0; i < N * 3; i++)
        in[i / 3][i % 3] = s = s * 1664525 + 1013904223 + (s >> 16);
    int status = run(&alternate, "alternate", 1, N, (void *[]){&pi, &po});
    for (int i = 0; i < N; i++)
        for (int k = 0; k < OPS; k++)
            for (int e = 0; e < 4; e++) {
                bool finite = strstr(names[k], ".satfinite.") != NULL;
                const char *c = field(names[k], finite ? 2 : 1), *a = field(c, 1), *b = strchr(a, '.') ? field(a, 1) : c;
                long double x = element(a, in[i][0], e), y = element(b, in[i][1], e), z = element(c, in[i][2], e);
                long double want = names[k][0] == 'a' ? x + y : names[k][0] == 's' ? x - y :
                                   names[k][0] == 'm' ? x * y : x * y + z;
                uint32_t code = out[i][k] >> 8 * e & 255;
                if (!rounded(c, code, want, finite) && bad++ < 10)
                    printf("%s %Lg %Lg %Lg: %x\n", names[k], x, y, z, (unsigned)code);
            }
    printf("%d %d\n", status, bad);
    return 0;
}
