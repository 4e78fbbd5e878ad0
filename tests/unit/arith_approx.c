/* The approximate instructions against libm in double: the manual's error bounds, and its special values exactly. */
#include "arith_test.h"

#include <math.h>

#define FLT_BIG ptx2c_f32_of(0x7f7fffff)

/* Relative error, for results too small to have all digits the error in places of the smallest subnormal. */
static double relative(float got, double want)
{
    double e = fabs(got - want), unit = fabs(want) < 0x1p-126 ? 0x1p-126 : fabs(want);
    return want == got ? 0 : e / unit;
}

static double worst, worst_at;

static void note(double e, float at)
{
    if (!(e <= worst)) {
        worst = e != e ? INFINITY : e;
        worst_at = at;
    }
}

static void check(const char *name, double bound)
{
    if (worst <= bound)
        printf("ok %s: 2^%.2f, allowed 2^%.2f\n", name, log2(worst), log2(bound));
    else
        printf("FAIL %s: 2^%.2f at %a, allowed 2^%.2f\n", name, log2(worst), worst_at, log2(bound));
    failures += !(worst <= bound);
    worst = 0;
}

/* Every step-th float from lo to hi, lo and hi positive. */
#define EACH(X, LO, HI, STEP)                                                                                          \
    for (uint32_t i_ = ptx2c_bits_f32(LO), end_ = ptx2c_bits_f32(HI); i_ <= end_; i_ += STEP)                          \
        for (float X = ptx2c_f32_of(i_), *once_ = &X; once_; once_ = NULL)

static void test_errors(void)
{
    EACH(x, 1.0f, 4.0f, 1) note(relative(ptx2c_rsqrt_approx_f32(x), 1 / sqrt(x)), x);
    check("rsqrt.approx.f32 in two exponents", exp2(-23.41));
    EACH(x, 0x1p-149f, FLT_BIG, 1009) note(relative(ptx2c_rsqrt_approx_f32(x), 1 / sqrt(x)), x);
    check("rsqrt.approx.f32", exp2(-22.9));
    EACH(x, 0x1p-20f, 149.0f, 101) {
        float plus = ptx2c_ex2_approx_f32(x), minus = ptx2c_ex2_approx_f32(-x);
        if (x < 128)
            note(relative(plus, exp2(x)), x);
        note(relative(minus, exp2(-x)), -x);
    }
    check("ex2.approx.f32", 0x1p-22); /* 2 places */
    EACH(x, 0.5f, 2.0f, 11) note(fabs(ptx2c_lg2_approx_f32(x) - log2(x)), x);
    check("lg2.approx.f32 in (0.5, 2)", 0x1p-22);
    EACH(x, 0x1p-149f, 0.5f, 1009) note(relative(ptx2c_lg2_approx_f32(x), log2(x)), x);
    EACH(x, 2.0f, FLT_BIG, 1009) note(relative(ptx2c_lg2_approx_f32(x), log2(x)), x);
    check("lg2.approx.f32 elsewhere", 0x1p-22);
    EACH(x, 0x1p-30f, 6.2831855f, 331) {
        note(fabs(ptx2c_sin_approx_f32(x) - sin(x)), x);
        note(fabs(ptx2c_cos_approx_f32(x) - cos(x)), x);
        note(fabs(ptx2c_sin_approx_f32(-x) + sin(x)), -x);
        note(fabs(ptx2c_cos_approx_f32(-x) - cos(x)), -x);
    }
    check("sin, cos to 2 pi", exp2(-20.5));
    EACH(x, 6.0f, 314.16f, 31) {
        note(fabs(ptx2c_sin_approx_f32(x) - sin(x)), x);
        note(fabs(ptx2c_cos_approx_f32(-x) - cos(x)), x);
    }
    check("sin, cos to 100 pi", exp2(-14.7));
    EACH(x, 300.0f, 1e6f, 97) {
        note(fabs(ptx2c_sin_approx_f32(x) - sin(x)), x);
        note(fabs(ptx2c_cos_approx_f32(-x) - cos(x)), x);
    }
    check("sin, cos to 10^6, of which the manual says nothing", exp2(-18));
    EACH(x, 0x1p-149f, 1e30f, 997) {
        note(relative(ptx2c_tanh_approx_f32(x), tanh(x)), x);
        note(relative(ptx2c_tanh_approx_f32(-x), -tanh(x)), -x);
    }
    check("tanh.approx.f32", 0x1p-11);
    for (int i = 0; i < 200000; i++) {
        float a = ptx2c_f32_of(interesting_f32()), b = ptx2c_f32_of(interesting_f32());
        double q = (double)a / b;
        if (isfinite(a) && fabsf(b) >= 0x1p-126f && fabsf(b) <= 0x1p126f && fabs(q) < 0x1p127)
            note(relative(ptx2c_div_approx_f32(a, b), q), a);
    }
    check("div.approx.f32", 0x1p-22);
    for (int i = 0; i < 200000; i++) {
        double a = fabs(ptx2c_f64_of(interesting_f64()));
        if (a > 0x1p-1000 && a < 0x1p1000) {
            note(fabs(ptx2c_rcp_approx_ftz_f64(a) * a - 1), (float)a);
            note(fabs(ptx2c_rsqrt_approx_ftz_f64(a) * sqrt(a) - 1), (float)a);
            if (ptx2c_bits_f64(ptx2c_rcp_approx_ftz_f64(a)) << 32)
                note(INFINITY, (float)a);
        }
    }
    check("rcp, rsqrt.approx.ftz.f64", 0x1p-18);
}

static void test_half(void)
{
    for (uint32_t c = 0; c < 0x7c00; c++) {
        float x = ptx2c_f32_f16((uint16_t)c);
        note(fabs(ptx2c_f32_f16(ptx2c_tanh_approx_f16((uint16_t)c)) - tanh(x)), x);
    }
    check("tanh.approx.f16", exp2(-10.987));
    for (uint32_t c = 0; c < 0x7f80; c++) {
        float x = ptx2c_f32_bf16((uint16_t)c);
        note(fabs(ptx2c_f32_bf16(ptx2c_tanh_approx_bf16((uint16_t)c)) - tanh(x)), x);
    }
    check("tanh.approx.bf16", 0x1p-8);
    for (uint32_t c = 0; c < 0x8000; c++) {
        float x = ptx2c_f32_f16((uint16_t)(c & 1 ? c ^ 0x8000 : c));
        if (fabsf(x) < 14)
            note(fabs(ptx2c_f32_f16(ptx2c_ex2_approx_f16((uint16_t)(c & 1 ? c ^ 0x8000 : c))) / exp2(x) - 1), x);
    }
    check("ex2.approx.f16", exp2(-9.9));
    for (uint32_t c = 0; c < 0x8000; c++) {
        float x = ptx2c_f32_bf16((uint16_t)c);
        if (fabsf(x) < 126)
            note(fabs(ptx2c_f32_bf16(ptx2c_ex2_approx_ftz_bf16((uint16_t)c)) / exp2(x) - 1), x);
    }
    check("ex2.approx.ftz.bf16", 0x1p-7);
}

#define SPECIAL(F, BITS, IN, OUT) same(ptx2c_bits_##BITS(F(ptx2c_##BITS##_of(IN))), OUT, IN, 0, __LINE__)

static void test_special(void)
{
    begin("special values");
    uint32_t inf = 0x7f800000, minf = 0xff800000, nan = 0x7fffffff, m0 = 0x80000000, one = 0x3f800000;
    SPECIAL(ptx2c_rsqrt_approx_f32, f32, minf, nan);
    SPECIAL(ptx2c_rsqrt_approx_f32, f32, 0xbf800000, nan);
    SPECIAL(ptx2c_rsqrt_approx_f32, f32, m0, minf);
    SPECIAL(ptx2c_rsqrt_approx_f32, f32, 0, inf);
    SPECIAL(ptx2c_rsqrt_approx_f32, f32, inf, 0);
    SPECIAL(ptx2c_rsqrt_approx_ftz_f32, f32, 0x80000001, minf);
    SPECIAL(ptx2c_sin_approx_f32, f32, inf, nan);
    SPECIAL(ptx2c_sin_approx_f32, f32, m0, m0);
    SPECIAL(ptx2c_sin_approx_f32, f32, 0, 0);
    SPECIAL(ptx2c_sin_approx_f32, f32, 0xffc00000, nan);
    SPECIAL(ptx2c_cos_approx_f32, f32, minf, nan);
    SPECIAL(ptx2c_cos_approx_f32, f32, m0, one);
    SPECIAL(ptx2c_cos_approx_f32, f32, 0, one);
    SPECIAL(ptx2c_lg2_approx_f32, f32, minf, nan);
    SPECIAL(ptx2c_lg2_approx_f32, f32, 0x80000001, nan);
    SPECIAL(ptx2c_lg2_approx_ftz_f32, f32, 0x80000001, minf);
    SPECIAL(ptx2c_lg2_approx_f32, f32, m0, minf);
    SPECIAL(ptx2c_lg2_approx_f32, f32, 0, minf);
    SPECIAL(ptx2c_lg2_approx_f32, f32, inf, inf);
    SPECIAL(ptx2c_lg2_approx_f32, f32, one, 0);
    SPECIAL(ptx2c_lg2_approx_f32, f32, 1, 0xc3150000);
    SPECIAL(ptx2c_ex2_approx_f32, f32, minf, 0);
    SPECIAL(ptx2c_ex2_approx_f32, f32, m0, one);
    SPECIAL(ptx2c_ex2_approx_f32, f32, inf, inf);
    SPECIAL(ptx2c_ex2_approx_f32, f32, 0x43000000, inf);
    SPECIAL(ptx2c_ex2_approx_f32, f32, 0xc3150000, 1);
    SPECIAL(ptx2c_ex2_approx_f32, f32, 0xff7fffff, 0);
    SPECIAL(ptx2c_ex2_approx_f32, f32, 0x7f800001, nan);
    SPECIAL(ptx2c_ex2_approx_ftz_f32, f32, 0xc3150000, 0);
    SPECIAL(ptx2c_tanh_approx_f32, f32, minf, 0xbf800000);
    SPECIAL(ptx2c_tanh_approx_f32, f32, m0, m0);
    SPECIAL(ptx2c_tanh_approx_f32, f32, 0x80000123, 0x80000123);
    SPECIAL(ptx2c_tanh_approx_f32, f32, inf, one);
    SPECIAL(ptx2c_tanh_approx_f32, f32, 0xffc00000, nan);
    SPECIAL(ptx2c_sqrt_rn_f32, f32, 0xbf800000, nan);
    SPECIAL(ptx2c_sqrt_rn_f32, f32, m0, m0);
    same(ptx2c_bits_f32(ptx2c_div_approx_f32(2.0f, -0x1.8p126f)), m0, 0, 0, __LINE__);
    same(ptx2c_bits_f32(ptx2c_div_approx_f32(INFINITY, 0x1.8p126f)), nan, 0, 0, __LINE__);
    same(ptx2c_bits_f32(ptx2c_div_approx_f32(2.0f, INFINITY)), 0, 0, 0, __LINE__);
    same(ptx2c_bits_f32(ptx2c_div_approx_f32(0x1p126f, 0x1p126f)), one, 0, 0, __LINE__);
    uint64_t inf64 = (uint64_t)0x7ff << 52, minus = (uint64_t)1 << 63, nan64 = (uint64_t)0x7fffffff << 32;
    SPECIAL(ptx2c_rcp_approx_ftz_f64, f64, inf64 | minus, minus);
    SPECIAL(ptx2c_rcp_approx_ftz_f64, f64, minus | 5, minus | inf64);
    SPECIAL(ptx2c_rcp_approx_ftz_f64, f64, 0, inf64);
    SPECIAL(ptx2c_rcp_approx_ftz_f64, f64, inf64, 0);
    SPECIAL(ptx2c_rcp_approx_ftz_f64, f64, inf64 | 1, nan64);
    SPECIAL(ptx2c_rsqrt_approx_ftz_f64, f64, minus | inf64, nan64);
    SPECIAL(ptx2c_rsqrt_approx_ftz_f64, f64, minus | 5, minus | inf64);
    SPECIAL(ptx2c_rsqrt_approx_ftz_f64, f64, 5, inf64);
    SPECIAL(ptx2c_rsqrt_approx_ftz_f64, f64, inf64, 0);
    SPECIAL(ptx2c_rsqrt_approx_f64, f64, minus, minus | inf64);
    SPECIAL(ptx2c_rsqrt_approx_f64, f64, minus | (uint64_t)0x3ff << 52, (uint64_t)INT64_MAX);
    for (int i = 0; i < 100000; i++) { /* far away: finite and not larger than 1 */
        float x = ptx2c_f32_of(interesting_f32());
        if (isfinite(x)) {
            same(fabsf(ptx2c_sin_approx_f32(x)) <= 1 + 0x1p-20f, 1, ptx2c_bits_f32(x), 0, 1);
            same(fabsf(ptx2c_cos_approx_f32(x)) <= 1 + 0x1p-20f, 1, ptx2c_bits_f32(x), 0, 2);
        }
    }
    end();
}

int main(void)
{
    test_errors();
    test_half();
    test_special();
    return failures != 0;
}
