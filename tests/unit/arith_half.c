/* f16, bf16, fp8, fp6, fp4: conversions against lists of all values of the format, made from its definition; fma
 * against exact integers. */
#include "arith_test.h"

#include <fenv.h>
#include <math.h>

typedef struct Format {
    int mant, bias;
    uint32_t max;     /* code of the largest finite value */
    bool has_inf;
    double value[0x8000]; /* of each code from 0 to max */
} Format;

static Format f16 = {10, 15, 0x7bff, true, {0}}, bf16 = {7, 127, 0x7f7f, true, {0}};
static Format e4m3 = {3, 7, 0x7e, false, {0}}, e5m2 = {2, 15, 0x7b, false, {0}}, e2m3 = {3, 1, 0x1f, false, {0}};
static Format e3m2 = {2, 3, 0x1f, false, {0}}, e2m1 = {1, 1, 7, false, {0}};

static void list(Format *f)
{
    for (uint32_t c = 0; c <= f->max; c++) {
        int e = (int)(c >> f->mant), m = (int)(c & ((1u << f->mant) - 1));
        f->value[c] = ldexp(e ? m + (1 << f->mant) : m, (e ? e : 1) - f->bias - f->mant);
    }
}

/* The code next to a >= 0 (finite): mode 0 nearest even, 1 towards zero, 2 away.  max + 1 where that is too large. */
static uint32_t nearest(const Format *f, double a, int mode)
{
    uint32_t lo = 0, hi = f->max + 1; /* value[lo] <= a < value[hi] */
    while (hi - lo > 1) {
        uint32_t mid = (lo + hi) / 2;
        if (f->value[mid] <= a)
            lo = mid;
        else
            hi = mid;
    }
    if (f->value[lo] == a || mode == 1)
        return lo;
    if (mode == 2)
        return hi;
    double next = hi <= f->max ? f->value[hi] : 2 * f->value[f->max] - f->value[f->max - 1];
    double mid = f->value[lo] / 2 + next / 2;
    return a > mid || (a == mid && (lo & 1)) ? hi : lo;
}

static uint32_t want_code(const Format *f, double a, int host_mode)
{
    uint32_t sign = signbit(a) ? 1 : 0;
    int mode = host_mode == 0 ? 0 : host_mode == 1 ? 1 : (host_mode == 2) == (sign == 1) ? 2 : 1;
    if (a != a)
        return 0x7fff;
    uint32_t r = isinf(a) ? f->max + 1 : nearest(f, fabs(a), mode);
    return r | sign << 15;
}

static void test_format(const char *name, const Format *f, uint16_t (*const from32[4])(float),
                        uint16_t (*const from64[4])(double), float (*to)(uint16_t))
{
    begin(name);
    for (int i = 0; i < 300000; i++) {
        double a = i & 1 ? ptx2c_f64_of(interesting_f64()) : ptx2c_f32_of(interesting_f32());
        if (i % 3 == 0) /* beside a value or a midpoint */
            a = (f->value[random_bits() % f->max] + f->value[random_bits() % 64]) * (1 + (i % 5 - 2) * 0x1p-30);
        for (int m = 0; m < 4; m++) {
            if (i & 1)
                same(from64[m](a), want_code(f, a, m), ptx2c_bits_f64(a), (uint64_t)m, 0);
            else
                same(from32[m]((float)a), want_code(f, (float)a, m), ptx2c_bits_f32((float)a), (uint64_t)m, 1);
        }
    }
    for (uint32_t c = 0; c < 0x8000; c++) {
        double v = c <= f->max ? f->value[c] : c == f->max + 1 ? INFINITY : NAN;
        same_f32(to((uint16_t)c), (float)v, c, 0, 2);
        same_f32(to((uint16_t)(c | 0x8000)), (float)-v, c, 0, 3);
    }
    end();
}

static void test_small(const char *name, const Format *f, uint32_t nan, int sign_at, uint32_t (*from)(float),
                       uint16_t (*widen)(uint32_t))
{
    begin(name);
    for (int i = 0; i < 200000; i++) {
        float a = ptx2c_f32_of(interesting_f32());
        if (i % 3 == 0)
            a = (float)((f->value[random_bits() % f->max] + f->value[random_bits() % f->max]) / 2 *
                        (i % 2 ? 1 : 1 + 0x1p-20));
        uint32_t want = isinf(a) ? f->max : a != a ? nan : nearest(f, fabs((double)a), 0);
        want = want > f->max && a == a ? f->max : want;
        want |= (uint32_t)(a == a && signbit(a)) << sign_at;
        same(from(a), want, ptx2c_bits_f32(a), 0, 0);
    }
    for (uint32_t c = 0; c <= f->max; c++) {
        same(widen(c), nearest(&f16, f->value[c], 0), c, 0, 1);
        same(widen(c | 1u << sign_at), nearest(&f16, f->value[c], 0) | 0x8000, c, 0, 2);
    }
    end();
}

/* Multiples of 2^-48 in 128 bits hold every f16 product and sum. */
static void test_fma_f16(void)
{
    __extension__ typedef __int128 i128;
    begin("fma, add, mul f16");
    for (int i = 0; i < 200000; i++) {
        uint16_t a = (uint16_t)random_bits(), b = (uint16_t)random_bits(), c = (uint16_t)random_bits();
        if (i % 3 == 0) /* cancels nearly */
            c = (uint16_t)(ptx2c_mul_f16(a, b) ^ 0x8000) ^ (i % 2);
        if (i % 3 == 1) { /* in the middle between two, but for what is far smaller, if anything */
            a = (uint16_t)(0x4200 | (a & 0x8000));
            b = (uint16_t)(0x3c01 + (b & 0x7fff) % 0xaa * 2);
            c &= 0x803f;
        }
        if ((a & 0x7c00) == 0x7c00 || (b & 0x7c00) == 0x7c00 || (c & 0x7c00) == 0x7c00)
            continue;
        double x = f16.value[a & 0x7fff] * (a >> 15 ? -1 : 1), y = f16.value[b & 0x7fff] * (b >> 15 ? -1 : 1);
        double z = f16.value[c & 0x7fff] * (c >> 15 ? -1 : 1);
        i128 n = (i128)(int64_t)(x * 0x1p24) * (int64_t)(y * 0x1p24) + (i128)(int64_t)(z * 0x1p24) * (1 << 24);
        i128 m = n < 0 ? -n : n;
        m = m > (i128)1 << 72 ? (i128)1 << 72 : m; /* inf anyway */
        double top = (double)(int64_t)(m >> 16); /* 2^-32; the rest is sticky: f16 midpoints are multiples of 2^-25 */
        double v = ldexp(top, -32) + (m & 0xffff ? 0x1p-34 : 0);
        if (top < 0x1p40 && m < (i128)1 << 52)
            v = ldexp((double)(int64_t)m, -48);
        uint32_t want = nearest(&f16, v, 0) | (n < 0 ? 0x8000 : 0);
        if (n != 0)
            same(ptx2c_fma_f16(a, b, c), want, a, b, c);
        double s = x + z, p = x * y;
        if (s != 0)
            same(ptx2c_add_f16(a, c), nearest(&f16, fabs(s), 0) | (s < 0 ? 0x8000 : 0), a, c, 1);
        if (p != 0)
            same(ptx2c_mul_f16(a, b), nearest(&f16, fabs(p), 0) | (p < 0 ? 0x8000 : 0), a, b, 2);
    }
    end();
}

/* The exact product plus c towards zero, with the inexact flag as its last bit, has all that one rounding needs. */
static void test_fma_bf16(void)
{
    begin("fma, add, mul bf16");
    for (int i = 0; i < 200000; i++) {
        uint16_t a = (uint16_t)(interesting_f32() >> 16), b = (uint16_t)(interesting_f32() >> 16);
        uint16_t c = i % 3 ? (uint16_t)(interesting_f32() >> 16) : (uint16_t)(ptx2c_mul_bf16(a, b) ^ 0x8000) ^ (i % 2);
        if ((a & 0x7f80) == 0x7f80 || (b & 0x7f80) == 0x7f80 || (c & 0x7f80) == 0x7f80)
            continue;
        volatile double x = bf16.value[a & 0x7fff] * (a >> 15 ? -1 : 1);
        volatile double z = bf16.value[c & 0x7fff] * (c >> 15 ? -1 : 1);
        volatile double p = x * bf16.value[b & 0x7fff] * (b >> 15 ? -1 : 1), s;
        fesetround(FE_TOWARDZERO);
        feclearexcept(FE_ALL_EXCEPT);
        s = p + z;
        bool inexact = fetestexcept(FE_INEXACT) != 0;
        fesetround(FE_TONEAREST);
        if (s != 0)
            same(ptx2c_fma_bf16(a, b, c), want_code(&bf16, ptx2c_f64_of(ptx2c_bits_f64(s) | inexact), 0), a, b, c);
        double t = x + z;
        if (t != 0 && fabs(t) >= fabs(x) * 0x1p-40)
            same(ptx2c_add_bf16(a, c), want_code(&bf16, t, 0), a, c, 1);
        if (p != 0)
            same(ptx2c_mul_bf16(a, b), want_code(&bf16, p, 0), a, b, 2);
    }
    end();
}

static void test_special(void)
{
    begin("relu, satfinite, oob, pairs");
    same(ptx2c_relu_f16(0x8001), 0, 0, 0, 0);
    same(ptx2c_relu_f16(0xfe00), 0x7fff, 0, 0, 1);
    same(ptx2c_satfinite_f16(0xfc00), 0xfbff, 0, 0, 2);
    same(ptx2c_satfinite_bf16(0x7f80), 0x7f7f, 0, 0, 3);
    same(ptx2c_sat_f16(0x7e01), 0, 0, 0, 4);
    same(ptx2c_sat_f16(0x4000), 0x3c00, 0, 0, 5);
    same(ptx2c_sat_f16(0xbc00), 0, 0, 0, 6);
    same(ptx2c_add_f16x2(0x3c003c00, 0x4000bc00), 0x42000000, 0, 0, 7);
    same(ptx2c_fma_oob_f16x2(0xffff3c00, 0x40004000, 0x3c003c00), 0x00004200, 0, 0, 8);
    same(ptx2c_fma_f16(0x7c00, 0, 0x3c00), 0x7fff, 0, 0, 9);
    same(ptx2c_min_f16(0x7e00, 0x3c00), 0x3c00, 0, 0, 10);
    same(ptx2c_min_NaN_f16(0x7e00, 0x3c00), 0x7fff, 0, 0, 11);
    same(ptx2c_min_f16(0x8000, 0), 0x8000, 0, 0, 12);
    same(ptx2c_cmp_lt_ftz_f16(0x0001, 0x0002), 0, 0, 0, 13);
    same(ptx2c_set_pair_int(ptx2c_setp_gt_f16x2(0x3c004000, 0x40003c00)), 0x0000ffff, 0, 0, 14);
    same(ptx2c_cvt_rn_e4m3x2_f32(1.0f, -2.0f), 0x38c0, 0, 0, 15);
    same(ptx2c_cvt_rn_e2m1x2_f32(6.0f, -1.0f), 0x7a, 0, 0, 16);
    same(ptx2c_cvt_f16x2_e5m2x2(0xc03c), 0xc0003c00, 0, 0, 17);
    same(ptx2c_cvt_rp_ue8m0x2_f32(3.0f, 0x1p-127f), 0x8100, 0, 0, 18);
    same(ptx2c_cvt_rz_satfinite_ue8m0x2_f32(-3.0f, INFINITY), 0x80fe, 0, 0, 19);
    same(ptx2c_cvt_bf16x2_ue8m0x2(0x7f00), 0x3f800040, 0, 0, 20);
    same(ptx2c_cvt_rn_s2f6x2_f32(1.0f, -5.0f, 0x7f7f), 0x4080, 0, 0, 21);
    same(ptx2c_cvt_bf16x2_s2f6x2(0x40c0, 0x807f), 0x4000bf80, 0, 0, 22);
    same(ptx2c_cvt_rna_tf32_f32(ptx2c_f32_of(0x3f801000)), 0x3f802000, 0, 0, 23);
    same(ptx2c_cvt_rn_tf32_f32(ptx2c_f32_of(0x3f801000)), 0x3f800000, 0, 0, 24);
    same(ptx2c_cvt_rs_f16x2_f32(ptx2c_f32_of(0x3f800001), 1.0f, 0x1fff0000), 0x3c013c00, 0, 0, 25);
    same(ptx2c_cvt_rs_bf16x2_f32(ptx2c_f32_of(0x3f800001), ptx2c_f32_of(0x3f80ffff), 0xfffe0001), 0x3f803f81, 0, 0, 26);
    same(ptx2c_cvt_rs_e4m3x4_f32(1.0f, 1.0625f, -1.0625f, 448.0f, 0xffff0000), 0x3839b87e, 0, 0, 27);
    same(ptx2c_cvt_rs_relu_e2m1x4_f32(1.0f, 1.25f, -1.0f, 9.0f, 0x00008000), 0x2307, 0, 0, 28);
    end();
}

#define FROM(T)                                                                                                        \
    static uint16_t (*const T##_32[4])(float) = {ptx2c_cvt_rn_##T##_f32, ptx2c_cvt_rz_##T##_f32,                       \
                                                 ptx2c_cvt_rm_##T##_f32, ptx2c_cvt_rp_##T##_f32};                      \
    static uint16_t (*const T##_64[4])(double) = {ptx2c_cvt_rn_##T##_f64, ptx2c_cvt_rz_##T##_f64,                      \
                                                  ptx2c_cvt_rm_##T##_f64, ptx2c_cvt_rp_##T##_f64};
FROM(f16)
FROM(bf16)

int main(void)
{
    list(&f16);
    list(&bf16);
    list(&e4m3);
    list(&e5m2);
    list(&e2m3);
    list(&e3m2);
    list(&e2m1);
    test_format("f16", &f16, f16_32, f16_64, ptx2c_f32_f16);
    test_format("bf16", &bf16, bf16_32, bf16_64, ptx2c_f32_bf16);
    test_small("e4m3", &e4m3, 0x7f, 7, ptx2c_cvt_rn_e4m3_f32, ptx2c_cvt_f16_e4m3);
    test_small("e5m2", &e5m2, 0x7f, 7, ptx2c_cvt_rn_e5m2_f32, ptx2c_cvt_f16_e5m2);
    test_small("e2m3", &e2m3, 0x1f, 5, ptx2c_cvt_rn_e2m3_f32, ptx2c_cvt_f16_e2m3);
    test_small("e3m2", &e3m2, 0x1f, 5, ptx2c_cvt_rn_e3m2_f32, ptx2c_cvt_f16_e3m2);
    test_small("e2m1", &e2m1, 0x7, 3, ptx2c_cvt_rn_e2m1_f32, ptx2c_cvt_f16_e2m1);
    test_fma_f16();
    test_fma_bf16();
    test_special();
    return failures != 0;
}
