/* Integer, logic and shift functions against the manual's own pseudocode, bit by bit, and 128-bit products. */
#define PTX2C_DIV_BY_DOUBLE 1
#include "arith_test.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

/* Values with few or many leading bits, and those at the ends. */
static uint64_t value(void)
{
    uint64_t r = random_bits(), v = random_bits() >> (r & 63);
    switch (r >> 6 & 7) {
    case 0: return 0 - v;
    case 1: return (uint64_t)1 << (r >> 9 & 63);
    case 2: return ((uint64_t)1 << (r >> 9 & 63)) - 1;
    case 3: return ~v;
    case 4: return (r >> 9 & 1) ? 0x8000000080008000 : 0x7fffffff7fff7fff;
    default: return v;
    }
}

static uint32_t amount(void)
{
    uint64_t r = random_bits();
    return r & 1 ? (uint32_t)(r >> 8 & 127) : r & 6 ? (uint32_t)(r >> 8 & 1023) : (uint32_t)(r >> 32);
}

static void test_wide(void)
{
    begin("mulhi, carry, sat, mul24");
    for (int i = 0; i < 200000; i++) {
        uint64_t a = value(), b = value(), c = value();
        same(ptx2c_mulhi_u64(a, b), (uint64_t)((u128)a * b >> 64), a, b, 0);
        same((uint64_t)ptx2c_mulhi_s64((int64_t)a, (int64_t)b),
             (uint64_t)((i128)(int64_t)a * (int64_t)b >> 64), a, b, 1);
        same(ptx2c_mulhi_u32((uint32_t)a, (uint32_t)b), (uint64_t)(uint32_t)a * (uint32_t)b >> 32, a, b, 2);
        same((uint32_t)ptx2c_mulhi_s32((int32_t)a, (int32_t)b),
             (uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32), a, b, 3);
        same((uint16_t)ptx2c_mulhi_s16((int16_t)a, (int16_t)b), (uint16_t)((int16_t)a * (int16_t)b >> 16), a, b, 4);
        same(ptx2c_mulhi_u16((uint16_t)a, (uint16_t)b), (uint32_t)(uint16_t)a * (uint16_t)b >> 16, a, b, 5);
        for (int k = 0; k < 2; k++) {
            same(ptx2c_carry_u64(a, b, k), (uint64_t)(((u128)a + b + (u128)k) >> 64), a, b, 6);
            same(ptx2c_carry_u32((uint32_t)a, (uint32_t)b, k),
                 ((uint64_t)(uint32_t)a + (uint32_t)b + (uint64_t)k) >> 32, a, b, 7);
        }
        int64_t s = (int64_t)(int32_t)a + (int32_t)b, d = (int64_t)(int32_t)a - (int32_t)b;
        same((uint32_t)ptx2c_add_sat_s32((int32_t)a, (int32_t)b),
             (uint32_t)(s > INT32_MAX ? INT32_MAX : s < INT32_MIN ? INT32_MIN : s), a, b, 8);
        same((uint32_t)ptx2c_sub_sat_s32((int32_t)a, (int32_t)b),
             (uint32_t)(d > INT32_MAX ? INT32_MAX : d < INT32_MIN ? INT32_MIN : d), a, b, 9);
        int64_t x = (int64_t)(a << 40) >> 40, y = (int64_t)(b << 40) >> 40;
        same((uint32_t)ptx2c_mul24_hi_s32((int32_t)a, (int32_t)b), (uint32_t)(x * y >> 16), a, b, 10);
        same((uint32_t)ptx2c_mul24_lo_s32((int32_t)a, (int32_t)b), (uint32_t)(x * y), a, b, 11);
        same(ptx2c_mul24_hi_u32((uint32_t)a, (uint32_t)b), (uint32_t)((a & 0xffffff) * (b & 0xffffff) >> 16), a, b, 12);
        (void)c;
    }
    end();
}

#define DIVISION(T, C, MIN)                                                                                            \
    for (int i = 0; i < 100000; i++) {                                                                                 \
        C a = (C)value(), b = (C)value(), c = (C)value();                                                              \
        b = i % 17 ? b : i % 2 ? 0 : (C)-1;                                                                            \
        a = i % 13 ? a : MIN;                                                                                          \
        i128 x = a, y = b, q = y ? x / y : -1, r = y ? x % y : -1, s = x < y ? y - x : x - y;                          \
        same((uint64_t)ptx2c_div_##T(a, b), (uint64_t)(C)q, (uint64_t)a, (uint64_t)b, 0);                              \
        same((uint64_t)ptx2c_rem_##T(a, b), (uint64_t)(C)r, (uint64_t)a, (uint64_t)b, 1);                              \
        same((uint64_t)ptx2c_min_##T(a, b), (uint64_t)(x < y ? a : b), (uint64_t)a, (uint64_t)b, 2);                   \
        same((uint64_t)ptx2c_max_##T(a, b), (uint64_t)(x > y ? a : b), (uint64_t)a, (uint64_t)b, 3);                   \
        same((uint64_t)ptx2c_sad_##T(a, b, c), (uint64_t)(C)(c + s), (uint64_t)a, (uint64_t)b, (uint64_t)c);           \
    }

static void test_division(void)
{
    begin("div, rem, min, max, sad");
    DIVISION(u16, uint16_t, 0)
    DIVISION(s16, int16_t, INT16_MIN)
    DIVISION(u32, uint32_t, 0)
    DIVISION(s32, int32_t, INT32_MIN)
    DIVISION(u64, uint64_t, 0)
    DIVISION(s64, int64_t, INT64_MIN)
    same((uint64_t)ptx2c_abs_s32(INT32_MIN), (uint64_t)(int64_t)INT32_MIN, 0, 0, 5);
    same((uint64_t)ptx2c_abs_s64(-5), 5, 0, 0, 6);
    same((uint64_t)ptx2c_abs_s16(INT16_MIN), (uint64_t)(int64_t)INT16_MIN, 0, 0, 7);
    end();
}

/* Division by products with the reciprocal: any numbers, and those beside multiples of the divisor, where the quotient changes. */
static void test_division_by_product(void)
{
    begin("div and rem by what lanes have alike");
    for (int i = 0; i < 500000; i++) {
        const uint32_t b = i % 8 ? (uint32_t)value() : (uint32_t)i / 8 % 5 - 2, q = (uint32_t)value();
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t a = k == 3 ? (uint32_t)value() : i % 3 == 0 ? 0x80000000u + k - 1 : q * b + k - 1;
            same(ptx2c_div_by_u32(a, b), ptx2c_div_u32(a, b), a, b, 0);
            same(ptx2c_rem_by_u32(a, b), ptx2c_rem_u32(a, b), a, b, 1);
            same((uint32_t)ptx2c_div_by_s32((int32_t)a, (int32_t)b), (uint32_t)ptx2c_div_s32((int32_t)a, (int32_t)b), a, b, 2);
            same((uint32_t)ptx2c_rem_by_s32((int32_t)a, (int32_t)b), (uint32_t)ptx2c_rem_s32((int32_t)a, (int32_t)b), a, b, 3);
        }
    }
    end();
}

static uint64_t bfe(uint64_t a, uint32_t b, uint32_t c, int msb, bool is_signed)
{
    uint32_t pos = b & 255, len = c & 255;
    uint32_t at = pos + len - 1 > (uint32_t)msb ? (uint32_t)msb : pos + len - 1;
    uint64_t d = 0, sbit = !is_signed || len == 0 ? 0 : a >> at & 1;
    for (uint32_t i = 0; i <= (uint32_t)msb; i++)
        d |= (i < len && pos + i <= (uint32_t)msb ? a >> (pos + i) & 1 : sbit) << i;
    return d;
}

static uint64_t bfi(uint64_t a, uint64_t b, uint32_t c, uint32_t e, int msb)
{
    uint32_t pos = c & 255, len = e & 255;
    for (uint32_t i = 0; i < len && pos + i <= (uint32_t)msb; i++)
        b = (b & ~((uint64_t)1 << (pos + i))) | (a >> i & 1) << (pos + i);
    return b;
}

static uint32_t bfind(uint64_t a, int msb, bool is_signed, bool shiftamt)
{
    a = is_signed && a >> msb & 1 ? ~a : a;
    for (int i = msb; i >= 0; i--)
        if (a >> i & 1)
            return (uint32_t)(shiftamt ? msb - i : i);
    return UINT32_MAX;
}

static uint32_t fns(uint32_t mask, uint32_t base, int32_t offset)
{
    if (offset == 0)
        return mask >> base & 1 ? base : UINT32_MAX;
    int64_t pos = base, count = (offset < 0 ? -(int64_t)offset : offset) - 1;
    for (; pos >= 0 && pos < 32; pos += offset > 0 ? 1 : -1)
        if (mask >> pos & 1 && count-- == 0)
            return (uint32_t)pos;
    return UINT32_MAX;
}

static void test_fields(void)
{
    begin("bfe, bfi, bfind, popc, clz, brev, fns");
    for (int i = 0; i < 100000; i++) {
        uint64_t a = value(), b = value(), rev = 0;
        uint32_t p = amount(), n = amount(), w = (uint32_t)a, count = 0, lead = 64;
        same(ptx2c_bfe_u32(w, p, n), bfe(w, p, n, 31, false), a, p, n);
        same(ptx2c_bfe_u64(a, p, n), bfe(a, p, n, 63, false), a, p, n);
        same((uint32_t)ptx2c_bfe_s32((int32_t)w, p, n), bfe(w, p, n, 31, true), a, p, n);
        same((uint64_t)ptx2c_bfe_s64((int64_t)a, p, n), bfe(a, p, n, 63, true), a, p, n);
        same(ptx2c_bfi_b32(w, (uint32_t)b, p, n), bfi(w, (uint32_t)b, p, n, 31), a, p, n);
        same(ptx2c_bfi_b64(a, b, p, n), bfi(a, b, p, n, 63), a, p, n);
        same(ptx2c_bfind_u32(w), bfind(w, 31, false, false), a, 0, 0);
        same(ptx2c_bfind_s32((int32_t)w), bfind(w, 31, true, false), a, 0, 1);
        same(ptx2c_bfind_u64(a), bfind(a, 63, false, false), a, 0, 2);
        same(ptx2c_bfind_s64((int64_t)a), bfind(a, 63, true, false), a, 0, 3);
        same(ptx2c_bfind_shiftamt_s32((int32_t)w), bfind(w, 31, true, true), a, 0, 4);
        same(ptx2c_bfind_shiftamt_u64(a), bfind(a, 63, false, true), a, 0, 5);
        for (int k = 0; k < 64; k++) {
            count += a >> k & 1;
            rev |= (a >> k & 1) << (63 - k);
            lead = a >> k & 1 ? (uint32_t)(63 - k) : lead;
        }
        same(ptx2c_popc_b64(a), count, a, 0, 6);
        same(ptx2c_clz_b64(a), lead, a, 0, 7);
        same(ptx2c_brev_b64(a), rev, a, 0, 8);
        same(ptx2c_fns_b32(w, p & 31, (int32_t)(n & 63) - 32), fns(w, p & 31, (int32_t)(n & 63) - 32), w, p, n);
        same(ptx2c_fns_b32(w, p & 31, (int32_t)b), fns(w, p & 31, (int32_t)b), w, p, b);
    }
    end();
}

static uint32_t bmsk(uint32_t a, uint32_t b, bool wrap)
{
    uint32_t d = 0;
    a = wrap ? a & 31 : a;
    b = wrap ? b & 31 : b;
    for (uint64_t i = a; i < (uint64_t)a + b && i < 32; i++)
        d |= 1u << i;
    return d;
}

static uint32_t szext(uint32_t a, uint32_t n, bool wrap, bool is_signed)
{
    n = wrap ? n & 31 : n > 32 ? 32 : n;
    uint32_t d = 0;
    for (uint32_t i = 0; i < 32; i++)
        d |= (i < n ? a >> i & 1 : is_signed && n ? a >> (n - 1) & 1 : 0) << i;
    return d;
}

static void test_shifts(void)
{
    begin("shl, shr, shf, bmsk, szext");
    for (int i = 0; i < 100000; i++) {
        uint64_t a = value(), b = value();
        uint32_t n = amount(), w = (uint32_t)a, h = (uint32_t)b, m = n > 32 ? 32 : n, k = n & 31;
        uint64_t both = (uint64_t)h << 32 | w;
        same(ptx2c_shl_b32(w, n), n > 31 ? 0 : w << k, a, n, 0);
        same(ptx2c_shl_b64(a, n), n > 63 ? 0 : a << n % 64, a, n, 1);
        same(ptx2c_shl_b16((uint16_t)a, n), n > 15 ? 0 : (uint16_t)(a << n % 16), a, n, 2);
        same(ptx2c_shr_u64(a, n), n > 63 ? 0 : a >> n % 64, a, n, 3);
        same((uint32_t)ptx2c_shr_s32((int32_t)w, n), (uint32_t)((int64_t)(int32_t)w >> (n > 40 ? 40 : n)), a, n, 4);
        same((uint16_t)ptx2c_shr_s16((int16_t)w, n), (uint16_t)((int64_t)(int16_t)w >> (n > 40 ? 40 : n)), a, n, 5);
        same((uint64_t)ptx2c_shr_s64((int64_t)a, n), (uint64_t)((i128)(int64_t)a >> (n > 100 ? 100 : n)), a, n, 6);
        same(ptx2c_shf_l_clamp_b32(w, h, n), (uint32_t)((u128)both << m >> 32), a, n, 7);
        same(ptx2c_shf_r_clamp_b32(w, h, n), (uint32_t)((u128)both >> m), a, n, 8);
        same(ptx2c_shf_l_wrap_b32(w, h, n), (uint32_t)((u128)both << k >> 32), a, n, 9);
        same(ptx2c_shf_r_wrap_b32(w, h, n), (uint32_t)((u128)both >> k), a, n, 10);
        uint32_t p = amount();
        same(ptx2c_bmsk_clamp_b32(p, n), bmsk(p, n, false), p, n, 12);
        same(ptx2c_bmsk_wrap_b32(p, n), bmsk(p, n, true), p, n, 13);
        same(ptx2c_szext_clamp_u32(w, n), szext(w, n, false, false), w, n, 14);
        same(ptx2c_szext_wrap_u32(w, n), szext(w, n, true, false), w, n, 15);
        same((uint32_t)ptx2c_szext_clamp_s32((int32_t)w, n), szext(w, n, false, true), w, n, 16);
        same((uint32_t)ptx2c_szext_wrap_s32((int32_t)w, n), szext(w, n, true, true), w, n, 17);
    }
    end();
}

/* The tables of prmt's modes as the manual prints them: source bytes of d.b3 to d.b0 for each c & 3. */
static const uint8_t modes[6][4][4] = {
    {{3, 2, 1, 0}, {4, 3, 2, 1}, {5, 4, 3, 2}, {6, 5, 4, 3}},
    {{5, 6, 7, 0}, {6, 7, 0, 1}, {7, 0, 1, 2}, {0, 1, 2, 3}},
    {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}},
    {{3, 2, 1, 0}, {3, 2, 1, 1}, {3, 2, 2, 2}, {3, 3, 3, 3}},
    {{0, 0, 0, 0}, {1, 1, 1, 0}, {2, 2, 1, 0}, {3, 2, 1, 0}},
    {{1, 0, 1, 0}, {3, 2, 3, 2}, {1, 0, 1, 0}, {3, 2, 3, 2}}};

static void test_bytes(void)
{
    static uint32_t (*const f[6])(uint32_t, uint32_t, uint32_t) = {
        ptx2c_prmt_b32_f4e, ptx2c_prmt_b32_b4e, ptx2c_prmt_b32_rc8, ptx2c_prmt_b32_ecl, ptx2c_prmt_b32_ecr,
        ptx2c_prmt_b32_rc16};
    begin("prmt, lop3, dp4a, dp2a, packed");
    for (int i = 0; i < 100000; i++) {
        uint32_t a = (uint32_t)random_bits(), b = (uint32_t)random_bits(), c = (uint32_t)random_bits(), d = 0;
        uint8_t byte[8];
        for (int k = 0; k < 8; k++)
            byte[k] = (uint8_t)((k < 4 ? a : b) >> 8 * (k & 3));
        for (int k = 0; k < 4; k++) {
            uint32_t sel = c >> 4 * k & 15, v = byte[sel & 7];
            d |= (sel & 8 ? v >> 7 ? 0xffu : 0 : v) << 8 * k;
        }
        same(ptx2c_prmt_b32(a, b, c), d, a, b, c);
        for (int m = 0; m < 6; m++) {
            d = 0;
            for (int k = 0; k < 4; k++)
                d = d << 8 | byte[modes[m][c & 3][k]];
            same(f[m](a, b, c), d, a, b, c);
        }
        uint32_t table = (uint32_t)i & 255, lop = 0;
        for (int k = 0; k < 32; k++)
            lop |= (table >> ((a >> k & 1) << 2 | (b >> k & 1) << 1 | (c >> k & 1)) & 1) << k;
        same(ptx2c_lop3_b32(a, b, c, table), lop, a, b, table);
        uint32_t uu = c, us = c, su = c, ss = c, lo = c, hi = c;
        for (int k = 0; k < 4; k++) {
            uu += (uint32_t)(byte[k] * byte[4 + k]);
            us += (uint32_t)(byte[k] * (int8_t)byte[4 + k]);
            su += (uint32_t)((int8_t)byte[k] * byte[4 + k]);
            ss += (uint32_t)((int8_t)byte[k] * (int8_t)byte[4 + k]);
        }
        for (int k = 0; k < 2; k++) {
            int32_t h = (int16_t)(a >> 16 * k);
            lo += (uint32_t)(h * byte[4 + k]);
            hi += (uint32_t)(h * (int8_t)byte[6 + k]);
        }
        same(ptx2c_dp4a_u32_u32(a, b, c), uu, a, b, c);
        same(ptx2c_dp4a_u32_s32(a, b, c), us, a, b, c);
        same(ptx2c_dp4a_s32_u32(a, b, c), su, a, b, c);
        same(ptx2c_dp4a_s32_s32(a, b, c), ss, a, b, c);
        same(ptx2c_dp2a_lo_s32_u32(a, b, c), lo, a, b, c);
        same(ptx2c_dp2a_hi_s32_s32(a, b, c), hi, a, b, c);
        uint16_t al = (uint16_t)a, ah = (uint16_t)(a >> 16), bl = (uint16_t)b, bh = (uint16_t)(b >> 16);
        same(ptx2c_add_u16x2(a, b), (uint32_t)(uint16_t)(ah + bh) << 16 | (uint16_t)(al + bl), a, b, 0);
        same(ptx2c_min_u16x2(a, b), (uint32_t)(ah < bh ? ah : bh) << 16 | (al < bl ? al : bl), a, b, 1);
        int16_t x = (int16_t)((int16_t)ah > (int16_t)bh ? ah : bh), y = (int16_t)((int16_t)al > (int16_t)bl ? al : bl);
        same(ptx2c_max_s16x2(a, b), (uint32_t)(uint16_t)x << 16 | (uint16_t)y, a, b, 2);
        same(ptx2c_relu_s16x2(a), (uint32_t)(ah >> 15 ? 0 : ah) << 16 | (al >> 15 ? 0 : al), a, b, 3);
    }
    end();
}

int main(void)
{
    test_wide();
    test_division();
    test_division_by_product();
    test_fields();
    test_shifts();
    test_bytes();
    return failures != 0;
}
