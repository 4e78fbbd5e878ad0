/* Conversions between integers and floats against long double and the host's rounding modes. */
#include "arith_test.h"

#include <fenv.h>
#include <math.h>

static const int host_mode[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

/* rint, trunc, floor, ceil as modes 0 to 3; long double has at least the digits of both float types. */
static long double integral(long double a, int mode)
{
    return mode == 0 ? rintl(a) : mode == 1 ? truncl(a) : mode == 2 ? floorl(a) : ceill(a);
}

static uint64_t clamp(long double v, int bits, bool is_signed)
{
    long double top = ldexpl(1, is_signed ? bits - 1 : bits), low = is_signed ? -top : 0;
    uint64_t mask = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    if (v >= top)
        return is_signed ? mask >> 1 : mask;
    if (v <= low)
        return is_signed ? (mask >> 1) + 1 : 0;
    return (v < 0 ? 0 - (uint64_t)-v : (uint64_t)v) & mask;
}

#define TO(T, C, BITS, SIGNED)                                                                                         \
    static void test_##T(void)                                                                                         \
    {                                                                                                                  \
        static C (*const f32[4])(float) = {ptx2c_cvt_rni_##T##_f32, ptx2c_cvt_rzi_##T##_f32, ptx2c_cvt_rmi_##T##_f32,  \
                                           ptx2c_cvt_rpi_##T##_f32};                                                   \
        static C (*const f64[4])(double) = {ptx2c_cvt_rni_##T##_f64, ptx2c_cvt_rzi_##T##_f64,                          \
                                            ptx2c_cvt_rmi_##T##_f64, ptx2c_cvt_rpi_##T##_f64};                         \
        uint64_t mask = BITS == 64 ? UINT64_MAX : ((uint64_t)1 << BITS % 64) - 1, top = (uint64_t)1 << (BITS - 1);     \
        begin("cvt to " #T);                                                                                           \
        for (int i = 0; i < 40000; i++) {                                                                              \
            float x = i % 3 ? ptx2c_f32_of(interesting_f32()) : (float)(int64_t)random_bits() * 0x1p-40f;              \
            double y = i % 3 ? ptx2c_f64_of(interesting_f64()) : ldexp(1, i % 70) + (i % 9 - 4) * 0.25;                \
            y = i & 1 ? -y : y;                                                                                        \
            for (int m = 0; m < 4; m++) {                                                                              \
                same((uint64_t)f32[m](x) & mask,                                                                       \
                     x != x ? (BITS == 64 ? top : 0) : clamp(integral(x, m), BITS, SIGNED), ptx2c_bits_f32(x),         \
                     (uint64_t)m, 32);                                                                                 \
                same((uint64_t)f64[m](y) & mask, y != y ? top : clamp(integral(y, m), BITS, SIGNED),                   \
                     ptx2c_bits_f64(y), (uint64_t)m, 64);                                                              \
            }                                                                                                          \
        }                                                                                                              \
        end();                                                                                                         \
    }
TO(s8, int8_t, 8, true)
TO(s16, int16_t, 16, true)
TO(s32, int32_t, 32, true)
TO(s64, int64_t, 64, true)
TO(u8, uint8_t, 8, false)
TO(u16, uint16_t, 16, false)
TO(u32, uint32_t, 32, false)
TO(u64, uint64_t, 64, false)

static void test_integral(void)
{
    static float (*const f32[4])(float) = {ptx2c_rni_f32, ptx2c_rzi_f32, ptx2c_rmi_f32, ptx2c_rpi_f32};
    static double (*const f64[4])(double) = {ptx2c_rni_f64, ptx2c_rzi_f64, ptx2c_rmi_f64, ptx2c_rpi_f64};
    begin("integral values");
    for (int i = 0; i < 100000; i++) {
        float x = ptx2c_f32_of(interesting_f32());
        double y = ptx2c_f64_of(interesting_f64());
        for (int m = 0; m < 4; m++) {
            same_f32(f32[m](x), (float)integral(x, m), ptx2c_bits_f32(x), (uint64_t)m, 32);
            same_f64(f64[m](y), (double)integral(y, m), ptx2c_bits_f64(y), (uint64_t)m, 64);
        }
    }
    end();
}

static void test_from(void)
{
    begin("cvt from 64 and 32 bits");
    for (int i = 0; i < 200000; i++) {
        uint64_t a = random_bits() >> (i & 63);
        a += i % 3 ? 0 : ((uint64_t)1 << (i * 7 & 63)) - 1;
        a += a == 0; /* of which some hosts make -0 when they round down */
        for (int m = 0; m < 4; m++) {
            volatile uint64_t u = a;
            volatile int64_t s = (int64_t)a;
            volatile int32_t n = (int32_t)a;
            fesetround(host_mode[m]);
            volatile float fu = (float)u, fs = (float)s, fn = (float)n;
            volatile double du = (double)u, ds = (double)s;
            fesetround(FE_TONEAREST);
            double odd_u = ptx2c_odd_u64(a), odd_s = ptx2c_odd_s64((int64_t)a);
            float (*const to32[4])(double) = {ptx2c_cvt_rn_f32_f64, ptx2c_cvt_rz_f32_f64, ptx2c_cvt_rm_f32_f64,
                                              ptx2c_cvt_rp_f32_f64};
            same_f32(to32[m](odd_u), fu, a, (uint64_t)m, 0);
            same_f32(to32[m](odd_s), fs, a, (uint64_t)m, 1);
            same_f32(to32[m]((int32_t)a), fn, a, (uint64_t)m, 2);
            double (*const u64[4])(uint64_t) = {NULL, ptx2c_cvt_rz_f64_u64, ptx2c_cvt_rm_f64_u64, ptx2c_cvt_rp_f64_u64};
            double (*const s64[4])(int64_t) = {NULL, ptx2c_cvt_rz_f64_s64, ptx2c_cvt_rm_f64_s64, ptx2c_cvt_rp_f64_s64};
            if (m) {
                same_f64(u64[m](a), du, a, (uint64_t)m, 3);
                same_f64(s64[m]((int64_t)a), ds, a, (uint64_t)m, 4);
            }
        }
    }
    end();
}

static void test_int(void)
{
    begin("cvt.sat, cvt.pack");
    for (int i = 0; i < 100000; i++) {
        int64_t a = (int64_t)random_bits() >> (i & 63);
        uint64_t u = (uint64_t)a;
        same((uint8_t)ptx2c_sat_s8_s(a), (uint8_t)(a < -128 ? -128 : a > 127 ? 127 : a), u, 0, 0);
        same(ptx2c_sat_u8_s(a), a < 0 ? 0 : a > 255 ? 255 : u, u, 0, 1);
        same((uint16_t)ptx2c_sat_s16_u(u), u > 32767 ? 32767 : u, u, 0, 2);
        same(ptx2c_sat_u32_s(a), a < 0 ? 0 : u > UINT32_MAX ? UINT32_MAX : u, u, 0, 3);
        same((uint32_t)ptx2c_sat_s32_u(u), u > INT32_MAX ? INT32_MAX : u, u, 0, 4);
        same(ptx2c_sat_u64_s(a), a < 0 ? 0 : u, u, 0, 5);
        same((uint64_t)ptx2c_sat_s64_u(u), u > INT64_MAX ? INT64_MAX : u, u, 0, 6);
    }
    same(ptx2c_cvt_pack_s16(100000, -100000, 0), 0x7fff8000, 0, 0, 7);
    same(ptx2c_cvt_pack_u8(300, -1, 0xabcd1234), 0x1234ff00, 0, 0, 8);
    same(ptx2c_cvt_pack_s4(-9, 3, 0x01234567), 0x23456783, 0, 0, 9);
    same(ptx2c_cvt_pack_u2(1, 5, 0x0fffffff), 0xfffffff7, 0, 0, 10);
    end();
}

/* Whole numbers of 64 bits in lanes side by side: ends, and what lies at or beside the middle of two floats or doubles. */
static void test_wide_int(void)
{
    begin("u64 and s64 to the nearest, for lanes side by side");
    for (int i = 0; i < 2000000; i++) {
        uint64_t r = random_bits(), a = random_bits() >> (r & 63);
        const uint32_t cut = r >> 6 & 63;
        if (r >> 12 & 1)
            a = (a >> cut << cut) + ((uint64_t)(r >> 13 & 1) << cut >> 1) + (r >> 14 & 3) - 1;
        if (i < 8)
            a = ((uint64_t)(i & 1) << 63) - (uint64_t)(i >> 1);
        same(ptx2c_bits_f64(ptx2c_f64_u64(a)), ptx2c_bits_f64((double)a), a, 0, 0);
        same(ptx2c_bits_f64(ptx2c_f64_s64((int64_t)a)), ptx2c_bits_f64((double)(int64_t)a), a, 0, 1);
        same(ptx2c_bits_f32(ptx2c_f32_u64(a)), ptx2c_bits_f32((float)a), a, 0, 2);
        same(ptx2c_bits_f32(ptx2c_f32_s64((int64_t)a)), ptx2c_bits_f32((float)(int64_t)a), a, 0, 3);
    }
    end();
}

int main(void)
{
    test_s8();
    test_s16();
    test_s32();
    test_s64();
    test_u8();
    test_u16();
    test_u32();
    test_u64();
    test_integral();
    test_from();
    test_int();
    test_wide_int();
    return failures != 0;
}
