#include "host.h"

#include <math.h>

extern const ptx2c_module scaled;

enum { N = 256, OPS = 35 };
static const char *const names[OPS] = {
    "rz.e4m3.f32", "rn.pzo.scaled.e4m3.f32", "rz.relu.scaled.e4m3.f16", "rn.pzo.e4m3.bf16", "up.scaled.e4m3",
    "rz.e5m2.f32", "rn.pzo.scaled.e5m2.f32", "rz.relu.scaled.e5m2.f16", "rn.pzo.e5m2.bf16", "up.scaled.e5m2",
    "rz.e2m3.f32", "rn.pzo.scaled.e2m3.f32", "rz.relu.scaled.e2m3.f16", "rn.pzo.e2m3.bf16", "up.scaled.e2m3",
    "rz.e3m2.f32", "rn.pzo.scaled.e3m2.f32", "rz.relu.scaled.e3m2.f16", "rn.pzo.e3m2.bf16", "up.scaled.e3m2",
    "rz.e2m1.f32", "rn.pzo.scaled.e2m1.f32", "rz.relu.scaled.e2m1.f16", "rn.pzo.e2m1.bf16", "up.scaled.e2m1",
    "rn.ue5m3.f32", "rz.ue5m3.f32", "rp.ue5m3.f32", "rn.scaled.ue5m3.f16", "up.ue5m3", "up.scaled.ue5m3",
    "rn.pzo.f16.f32", "rz.relu.pzo.f16.f32", "rn.pzo.bf16.f32", "rz.relu.pzo.bf16.f32",
};

static float float_of(uint32_t b) { float f; memcpy(&f, &b, 4); return f; }

/* Bits of exponent and mantissa; whether there is a sign. */
typedef struct Format { int exponent, mantissa, bits; bool sign; } Format;

static Format format_of(const char *name)
{
    static const char *const small[] = {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"};
    if (strstr(name, "ue5m3"))
        return (Format){5, 3, 8, false};
    for (int i = 0; i < 5; i++)
        if (strstr(name, small[i])) {
            int exponent = small[i][1] - '0', mantissa = small[i][3] - '0';
            return (Format){exponent, mantissa, 1 + exponent + mantissa, true};
        }
    return strstr(name, "bf16") ? (Format){8, 7, 16, true} : (Format){5, 10, 16, true};
}

/* A value, from its definition; NaN for codes that are none. */
static double value(Format f, uint32_t code)
{
    int bias = (1 << (f.exponent - 1)) - 1, e = (int)(code >> f.mantissa) & ((1 << f.exponent) - 1);
    int m = (int)code & ((1 << f.mantissa) - 1), last = (1 << f.exponent) - 1;
    double sign = f.sign && code >> (f.exponent + f.mantissa) & 1 ? -1 : 1;
    if (e == last && f.bits == 8 && f.mantissa == 3 && m == 7)
        return NAN;
    if (e == last && (f.bits == 16 || f.mantissa == 2) && f.bits >= 8)
        return m ? NAN : sign * INFINITY;
    return sign * (e ? ldexp((1 << f.mantissa) + m, e - bias - f.mantissa) : ldexp(m, 1 - bias - f.mantissa));
}

/* Whether the code is v, rounded and limited. */
static bool rounded(const char *name, Format f, uint32_t code, double v)
{
    bool pzo = strstr(name, ".pzo.") != NULL, down = name[1] == 'z', up = name[1] == 'p';
    uint32_t n = 1u << (f.bits - f.sign), best = 0;
    if (strstr(name, ".relu.") && v < 0)
        v = 0;
    if (!f.sign)
        v = fabs(v);
    for (uint32_t k = 1; k < n; k++) { /* magnitudes ascend */
        double x = value(f, k), b = value(f, best), a = fabs(v);
        if (x != x || isinf(x))
            break;
        if (down ? x <= a : up ? b < a : x - a < a - b || (x - a == a - b && k % 2 == 0))
            best = k;
    }
    if (strcmp(name, "rn.pzo.f16.f32") == 0 && fabs(v) >= 65520) /* not limited */
        best = 0x7c00;
    uint32_t sign = f.sign && signbit(v) && !(pzo && best == 0) ? n : 0;
    if (best == 0 && !pzo && v == 0 && strstr(name, ".relu."))
        return (code & (n - 1)) == 0;
    return code == (best | sign);
}

int main(void)
{
    static uint32_t in[N][4], out[N][OPS], *pi = in[0], *po = out[0];
    uint32_t s = 7;
    int bad = 0;
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            in[i][k] = s = s * 1664525 + 1013904223 + (s >> 16);
        for (int k = 0; k < 2; k++)
            in[i][k] = (in[i][k] & 0x80ffffff) | (uint32_t)(112 + (in[i][k] >> 24 & 31)) << 23;
        if (i % 8 == 0)
            in[i][0] &= 0x80000000;
        in[i][2] &= 0xbfffbfff; /* no large halves */
        in[i][3] = (in[i][3] & 0x7f7f0000) | (124 + (in[i][3] & 7)) << 8 | (124 + (in[i][3] >> 4 & 7));
    }
    int status = run(&scaled, "scaled", 1, N, (void *[]){&pi, &po});
    for (int i = 0; i < N; i++)
        for (int k = 0; k < OPS; k++)
            for (int e = 0; e < 2; e++) {
                const char *name = names[k];
                Format f = format_of(name), half = {5, 10, 16, true};
                bool is_scaled = strstr(name, ".scaled.") != NULL, ok;
                double x = float_of(in[i][1 - e]); /* the first is the upper one */
                uint32_t h = in[i][2] >> 16 * e & 0xffff, to = (out[i][k] >> (f.bits == 4 ? 4 : f.bits == 16 ? 16 : 8) * e);
                if (strncmp(name, "up", 2) == 0) {
                    uint32_t code = in[i][3] >> (16 + (f.bits == 4 ? 4 : 8) * e) & ((1u << f.bits) - 1);
                    double v = value(f, code) * (is_scaled ? ldexp(1, (int)(in[i][3] >> 8 * e & 255) - 127) : 1);
                    uint32_t got = out[i][k] >> 16 * e & 0xffff;
                    ok = isnan(v) || (is_scaled ? float_of(got << 16) == (float)v
                                                : value(half, got) == (v >= 65520 ? INFINITY : v));
                } else {
                    if (strstr(name, ".bf16") && !strstr(name, "bf16.f32"))
                        x = float_of(h << 16);
                    else if (strlen(name) > 4 && strcmp(name + strlen(name) - 4, ".f16") == 0)
                        x = is_scaled && !(h & 0x7c00) ? 0 : value(half, h);
                    if (is_scaled)
                        x = ldexp(x, 127 - (int)(in[i][3] & 255));
                    ok = rounded(name, f, to & ((1u << f.bits) - 1), x);
                }
                if (!ok && bad++ < 10)
                    printf("%s, value %d: %g (%08x %08x): %x\n", name, e, x, (unsigned)in[i][2], (unsigned)in[i][3],
                           (unsigned)out[i][k]);
            }
    printf("%d %d\n", status, bad);
    return 0;
}
