/* Video instructions against the manual's pseudocode, written with plain long arithmetic. */
#include "arith_test.h"

__extension__ typedef __int128 i128;

static int64_t part(uint32_t v, int is_signed, int sel) /* -1 none, 0..3 bytes, 4 5 halves */
{
    if (sel < 0)
        return is_signed ? (int64_t)(int32_t)v : (int64_t)v;
    if (sel < 4)
        return is_signed ? (int8_t)(v >> 8 * sel) : (uint8_t)(v >> 8 * sel);
    return is_signed ? (int16_t)(v >> 16 * (sel - 4)) : (uint16_t)(v >> 16 * (sel - 4));
}

static uint32_t code(int sel) { return (uint32_t)(sel + 1); }

static int64_t clamp(int64_t t, int is_signed, int bits)
{
    int64_t low = is_signed ? -((int64_t)1 << (bits - 1)) : 0;
    int64_t top = is_signed ? ((int64_t)1 << (bits - 1)) - 1 : ((int64_t)1 << bits) - 1;
    return t < low ? low : t > top ? top : t;
}

static uint32_t merge(int64_t t, uint32_t c, int dsel)
{
    int bits = dsel < 0 ? 32 : dsel < 4 ? 8 : 16, at = dsel < 0 ? 0 : dsel < 4 ? 8 * dsel : 16 * (dsel - 4);
    for (int i = 0; i < bits; i++)
        c = (c & ~(1u << (at + i))) | (uint32_t)(t >> i & 1) << (at + i);
    return c;
}

#define CHECK(OP, EXPR)                                                                                                \
    do {                                                                                                               \
        int64_t want = EXPR, got = as ? bs ? ptx2c_##OP##_s32_s32(a, code(asel), b, code(bsel))                        \
                                           : ptx2c_##OP##_s32_u32(a, code(asel), b, code(bsel))                        \
                                      : bs ? ptx2c_##OP##_u32_s32(a, code(asel), b, code(bsel))                        \
                                           : ptx2c_##OP##_u32_u32(a, code(asel), b, code(bsel));                       \
        same((uint64_t)got, (uint64_t)want, a, b, (uint64_t)__LINE__);                                                 \
    } while (0)

static void test_scalar(void)
{
    begin("scalar video");
    for (int i = 0; i < 100000; i++) {
        uint32_t a = (uint32_t)random_bits(), b = (uint32_t)random_bits(), c = (uint32_t)random_bits();
        int asel = (int)(random_bits() % 7) - 1, bsel = (int)(random_bits() % 7) - 1;
        int dsel = (int)(random_bits() % 7) - 1;
        int as = i & 1, bs = i >> 1 & 1, ds = i >> 2 & 1;
        int64_t x = part(a, as, asel), y = part(b, bs, bsel), v = part(c, ds, -1);
        CHECK(vadd, x + y);
        CHECK(vsub, x - y);
        CHECK(vabsdiff, x > y ? x - y : y - x);
        CHECK(vmin, x < y ? x : y);
        CHECK(vmax, x > y ? x : y);
        CHECK(vset_le, x <= y);
        CHECK(vset_ne, x != y);
        int64_t t = x - y, sat = clamp(t, ds, dsel < 0 ? 32 : dsel < 4 ? 8 : 16);
        same((uint64_t)(ds ? ptx2c_vsat_s32(t, code(dsel)) : ptx2c_vsat_u32(t, code(dsel))), (uint64_t)sat, a, b, 1);
        same(ptx2c_vmerge(t, c, code(dsel)), merge(t, c, dsel), a, b, 2);
        same(ds ? ptx2c_vop2_min_s32(t, c) : ptx2c_vop2_min_u32(t, c), (uint32_t)(t < v ? t : v), a, b, 3);
        same(ds ? ptx2c_vop2_max_s32(t, c) : ptx2c_vop2_max_u32(t, c), (uint32_t)(t > v ? t : v), a, b, 4);
        b = i & 8 ? b : b & 63;
        uint32_t n = (uint32_t)part(b, 0, bsel), m = n > 32 ? 32 : n;
        same((uint64_t)ptx2c_vshl_clamp_s32_u32(a, 0, b, code(bsel)),
             (uint64_t)((i128)(int32_t)a * ((i128)1 << m)), a, b, 5);
        same((uint64_t)ptx2c_vshr_clamp_s32_u32(a, 0, b, code(bsel)), (uint64_t)((int64_t)(int32_t)a >> m), a, b, 6);
        same((uint64_t)ptx2c_vshr_wrap_u32_u32(a, 0, b, code(bsel)), (uint64_t)a >> (n & 31), a, b, 7);
    }
    end();
}

static void test_vmad(void)
{
    begin("vmad");
    for (int i = 0; i < 200000; i++) {
        uint32_t a = (uint32_t)random_bits(), b = (uint32_t)random_bits(), c = (uint32_t)random_bits();
        a = i % 5 ? a : a | 0x80000000;
        int as = i & 1, bs = i >> 1 & 1, po = i >> 2 & 1, sat = i >> 3 & 1;
        int asel = (int)(random_bits() % 7) - 1, bsel = (int)(random_bits() % 7) - 1;
        static const int scales[] = {0, 7, 15}, negations[] = {0, 1, 2, 4, 3};
        int scale = scales[random_bits() % 3], neg = po ? 0 : negations[random_bits() % 5];
        bool is_signed = as || bs || ((neg & 1) != (neg >> 1 & 1)) || neg & 4;
        i128 p = (i128)part(a, as, asel) * part(b, bs, bsel), v = is_signed ? (i128)(int32_t)c : (i128)c;
        p = (neg & 1) != (neg >> 1 & 1) ? -p : p;
        i128 t = (p + (neg & 4 ? -v : v) + po) >> scale;
        i128 low = is_signed ? -((i128)1 << 31) : 0, top = is_signed ? ((i128)1 << 31) - 1 : ((i128)1 << 32) - 1;
        if (sat)
            t = t < low ? low : t > top ? top : t;
        uint32_t got = ptx2c_vmad(neg & 1 ? 0 - a : a, code(asel), as, neg & 2 ? 0 - b : b, code(bsel), bs,
                                  neg & 4 ? 0 - c : c, (uint32_t)neg, po, (uint32_t)scale, sat);
        same(got, (uint32_t)t, a, b, c);
    }
    end();
}

static void test_simd(void)
{
    begin("SIMD video");
    for (int i = 0; i < 200000; i++) {
        uint32_t a = (uint32_t)random_bits(), b = (uint32_t)random_bits(), c = (uint32_t)random_bits();
        int n = i & 1 ? 2 : 4, bits = 32 / n, as = i >> 1 & 1, bs = i >> 2 & 1, ds = i >> 3 & 1, sat = i >> 4 & 1;
        int add = !sat && i >> 5 & 1, op = (int)(random_bits() % 8);
        uint32_t digits = n == 2 ? 0x33 : 0x7777;
        uint32_t sa = (uint32_t)random_bits() & digits, sb = (uint32_t)random_bits() & digits;
        bool plain = i % 7 == 0;
        uint32_t mask = n == 2 ? 2 : 10, d = c; /* .h1, .b31 */
        for (int k = 0; k < n; k++) {
            int ka = plain ? k : (int)(sa >> 4 * k & 15), kb = plain ? n + k : (int)(sb >> 4 * k & 15);
            uint32_t va = (ka < n ? a : b) >> ka % n * bits, vb = (kb < n ? a : b) >> kb % n * bits;
            int sel = bits == 16 ? 4 : 0;
            int64_t x = part(va, as, sel), y = part(vb, bs, sel), t = 0;
            switch (op) {
            case 0: t = x + y; break;
            case 1: t = x - y; break;
            case 2: t = x + y >= 0 ? (x + y + 1) >> 1 : (x + y) >> 1; break;
            case 3: t = x > y ? x - y : y - x; break;
            case 4: t = x < y ? x : y; break;
            case 5: t = x > y ? x : y; break;
            case 6: t = x == y; break;
            default: t = x != y; break;
            }
            t = sat ? clamp(t, ds, bits) : t;
            if (!plain && !(mask >> k & 1))
                continue;
            d = add ? d + (uint32_t)t : merge(t, d, bits == 16 ? 4 + k : k);
        }
        uint32_t dsel = plain ? 0 : n == 2 ? 6 : 0x210031, one = 0x10000;
        uint32_t got = ptx2c_vsimd((ptx2c_vop)op, n, ds, as, bs, sat, add, a, plain ? 0 : one | sa, b,
                                   plain ? 0 : one | sb, c, dsel);
        same(got, d, a, b, c);
    }
    end();
}

int main(void)
{
    test_scalar();
    test_vmad();
    test_simd();
    return failures != 0;
}
