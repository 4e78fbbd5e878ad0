/* Every rounding of f32 and f64 arithmetic against the host's own, which is switched with fesetround. */
#include "arith_test.h"

#include <fenv.h>
#include <math.h>

enum { PAIRS = 60000 };
static const int host_mode[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

#define HOST(NAME, T, EXPR)                                                                                            \
    static __attribute__((noinline)) T NAME(T x, T y, T z, int mode)                                                   \
    {                                                                                                                  \
        volatile T a = x, b = y, c = z, r;                                                                             \
        fesetround(host_mode[mode]);                                                                                   \
        r = (EXPR);                                                                                                    \
        fesetround(FE_TONEAREST);                                                                                      \
        (void)b;                                                                                                       \
        (void)c;                                                                                                       \
        return r;                                                                                                      \
    }
HOST(host_add_f32, float, a + b)
HOST(host_sub_f32, float, a - b)
HOST(host_mul_f32, float, a * b)
HOST(host_div_f32, float, a / b)
HOST(host_rcp_f32, float, 1 / a)
HOST(host_sqrt_f32, float, sqrtf(a))
HOST(host_fma_f32, float, fmaf(a, b, c))
HOST(host_add_f64, double, a + b)
HOST(host_sub_f64, double, a - b)
HOST(host_mul_f64, double, a * b)
HOST(host_div_f64, double, a / b)
HOST(host_rcp_f64, double, 1 / a)
HOST(host_sqrt_f64, double, sqrt(a))
HOST(host_fma_f64, double, fma(a, b, c))

static __attribute__((noinline)) float host_narrow(double x, int mode)
{
    volatile double a = x;
    fesetround(host_mode[mode]);
    volatile float r = (float)a;
    fesetround(FE_TONEAREST);
    return r;
}

/* The third operand is sometimes chosen so that the sum nearly cancels. */
static void test_f32(const char *name, float (*const f[4])(float, float, float),
                     float (*host)(float, float, float, int))
{
    begin(name);
    for (int i = 0; i < PAIRS; i++) {
        float a = ptx2c_f32_of(interesting_f32()), b = ptx2c_f32_of(interesting_f32());
        float c = i % 3 ? ptx2c_f32_of(interesting_f32()) : ptx2c_f32_of(ptx2c_bits_f32(-(a * b)) + (i % 7 == 0));
        for (int m = 0; m < 4; m++)
            same_f32(f[m](a, b, c), host(a, b, c, m), ptx2c_bits_f32(a), ptx2c_bits_f32(b), ptx2c_bits_f32(c));
    }
    end();
}

static void test_f64(const char *name, double (*const f[4])(double, double, double),
                     double (*host)(double, double, double, int))
{
    begin(name);
    for (int i = 0; i < PAIRS; i++) {
        double a = ptx2c_f64_of(interesting_f64()), b = ptx2c_f64_of(interesting_f64());
        double c = i % 3 ? ptx2c_f64_of(interesting_f64()) : ptx2c_f64_of(ptx2c_bits_f64(-(a * b)) + (i % 7 == 0));
        for (int m = 0; m < 4; m++)
            same_f64(f[m](a, b, c), host(a, b, c, m), ptx2c_bits_f64(a), ptx2c_bits_f64(b), ptx2c_bits_f64(c));
    }
    end();
}

#define CALL(NAME, OP, RND, T, C, ARGS)                                                                                \
    static C NAME##_##RND##_##T(C a, C b, C c)                                                                         \
    {                                                                                                                  \
        (void)b;                                                                                                       \
        (void)c;                                                                                                       \
        return ptx2c_##OP##_##RND##_##T ARGS;                                                                          \
    }
#define CALLS(OP, T, C, ARGS)                                                                                          \
    CALL(OP, OP, rn, T, C, ARGS)                                                                                       \
    CALL(OP, OP, rz, T, C, ARGS)                                                                                       \
    CALL(OP, OP, rm, T, C, ARGS)                                                                                       \
    CALL(OP, OP, rp, T, C, ARGS)                                                                                       \
    static C (*const OP##_##T[4])(C, C, C) = {OP##_rn_##T, OP##_rz_##T, OP##_rm_##T, OP##_rp_##T};
CALLS(add, f32, float, (a, b))
CALLS(sub, f32, float, (a, b))
CALLS(mul, f32, float, (a, b))
CALLS(div, f32, float, (a, b))
CALLS(rcp, f32, float, (a))
CALLS(sqrt, f32, float, (a))
CALLS(fma, f32, float, (a, b, c))
CALLS(add, f64, double, (a, b))
CALLS(sub, f64, double, (a, b))
CALLS(mul, f64, double, (a, b))
CALLS(div, f64, double, (a, b))
CALLS(rcp, f64, double, (a))
CALLS(sqrt, f64, double, (a))
CALLS(fma, f64, double, (a, b, c))

/* fma where the product is about to overflow or to lose bits below the smallest number, or has a common size, and c is
 * near its negative, near what rounding it loses, or hardly more than zero. */
#define FMA_EDGES(T, C, U, DIGITS, BIAS, FMA, LDEXP)                                                                   \
    static void test_fma_edges_##T(void)                                                                               \
    {                                                                                                                  \
        static const int edges[] = {BIAS, 0, 4 - BIAS, 2 * DIGITS - BIAS, 124 - BIAS, -BIAS - DIGITS,                  \
                                    -BIAS - 2 * DIGITS};                                                               \
        begin("fma_edges_" #T);                                                                                        \
        for (int i = 0; i < PAIRS; i++) {                                                                              \
            int all = edges[i % 7] + (int)(random_bits() % 8) - 4, part = (int)(random_bits() % BIAS) - BIAS / 2;      \
            int cut = 64 - DIGITS + (i & 2 ? DIGITS - 7 : 0); /* short ones have exact products */                     \
            C a = LDEXP(1 + LDEXP((C)(random_bits() >> cut), cut - 64), part);                                         \
            C b = LDEXP(1 + LDEXP((C)(random_bits() >> cut), cut - 64), all - part);                                   \
            C p = a * b, lost = FMA(a, b, -p), near[] = {-p, lost, -lost, 0, -0.0f};                                   \
            U shift = (U)(random_bits() % 7) - (U)(i / 7 % 5 < 3 ? 3 : 0);                                             \
            C c = ptx2c_##T##_of(ptx2c_bits_##T(near[i / 7 % 5]) + shift);                                             \
            a = i & 1 ? a : -a;                                                                                        \
            c = i & 1 ? c : -c;                                                                                        \
            for (int m = 0; m < 4; m++)                                                                                \
                same_##T(fma_##T[m](a, b, c), host_fma_##T(a, b, c, m), ptx2c_bits_##T(a), ptx2c_bits_##T(b),          \
                         ptx2c_bits_##T(c));                                                                           \
        }                                                                                                              \
        end();                                                                                                         \
    }
FMA_EDGES(f32, float, uint32_t, 24, 127, fmaf, ldexpf)
FMA_EDGES(f64, double, uint64_t, 53, 1023, fma, ldexp)

/* What is tried is right, or in doubt, which most is not. */
static int tried, doubted;
static void same_fma_f32(float a, float b, float c)
{
    const float want = fmaf(a, b, c);
    same_f32(ptx2c_fma_soft_f32(a, b, c), want, ptx2c_bits_f32(a), ptx2c_bits_f32(b), ptx2c_bits_f32(c));
#if PTX2C_TRIES
    ptx2c_doubts doubts = PTX2C_NO_DOUBTS;
    const float quick = ptx2c_fma_tried_f32(a, b, c, false, &doubts);
    tried++;
    doubted += ptx2c_doubtful(&doubts);
    if (!ptx2c_doubtful(&doubts))
        same_f32(quick, want, ptx2c_bits_f32(a), ptx2c_bits_f32(b), ptx2c_bits_f32(c));
    same_f32(ptx2c_fma_tried_f32(a, b, c, true, &doubts), want, ptx2c_bits_f32(a), ptx2c_bits_f32(b), ptx2c_bits_f32(c));
#endif
}

#define BY_SCALE(x)                                                                                                    \
    same_f32(ptx2c_fma_soft_f32(a, x, c), fmaf(a, x, c), ptx2c_bits_f32(a), ptx2c_bits_f32(x), ptx2c_bits_f32(c));     \
    same_f32(ptx2c_fma_soft_f32(x, a, c), fmaf(x, a, c), ptx2c_bits_f32(x), ptx2c_bits_f32(a), ptx2c_bits_f32(c));
#define WITH_SUM(x)                                                                                                    \
    same_f32(ptx2c_fma_soft_f32(a, near, x), fmaf(a, near, x), ptx2c_bits_f32(a), ptx2c_bits_f32(near), ptx2c_bits_f32(x)); \
    same_f32(ptx2c_fma_soft_f32(a, c, x), fmaf(a, c, x), ptx2c_bits_f32(a), ptx2c_bits_f32(c), ptx2c_bits_f32(x));
static void test_fma_software(void)
{
    begin("fma_soft_f32");
    for (int i = 0; i < PAIRS; i++) {
        float a = ptx2c_f32_of(interesting_f32()), b = ptx2c_f32_of(interesting_f32());
        float c = i & 1 ? ptx2c_f32_of(interesting_f32()) : -(a * b);
        same_fma_f32(a, b, c);
    }
    end();
    begin("fma_soft_f32 between two floats");
    for (int i = 0; i < 4 * PAIRS; i++) { /* a product of 25 digits, beside which c is little; or hardly more or less than half of c's last place */
        const uint64_t bits = random_bits();
        float a = (float)(bits % 2048 + 2048) + (float)(bits >> 11 & 1), b = (float)(bits >> 12 & 4095) + 4096.0f, c = ptx2c_f32_of(interesting_f32());
        if (i & 1) {
            const float part = ldexpf(1, -1 - (int)(bits % 23)), sign = bits & 64 ? 1.0f : -1.0f;
            a = 1 + part;
            b = ldexpf(1 + sign * (bits & 32 ? part : 0), (int)(bits >> 8 & 255) - 152);
            c = ldexpf(ptx2c_f32_of(0x3f800000 | (uint32_t)(bits >> 41)), (int)(bits >> 8 & 255) - 152 + 24 - (int)(bits >> 16 & 1)) * (bits & 128 ? 1.0f : -1.0f);
        } else if (i & 2)
            c = ldexpf(bits & 64 ? 1.0f : -1.0f, (int)(bits >> 24 & 255) - 149);
        same_fma_f32(a, b, c);
    }
    end();
    begin("fma_soft_f32 near the least normal number");
    for (int i = 0; i < 4 * PAIRS; i++) { /* a sum of that, or less, and about half of its last place */
        const uint64_t bits = random_bits();
        const float part = ldexpf(1, -(int)(bits % 24)), sign = bits & 64 ? 1.0f : -1.0f;
        const float a = ldexpf(1 + part, -70), b = ldexpf(1 - (bits & 32 ? part : 0), -82 + (int)(bits >> 8 & 3)) * sign;
        same_fma_f32(a, b, ptx2c_f32_of((uint32_t)(bits & 128 ? 0x00800004 : bits >> 40 & 0xfffff) - (uint32_t)(bits >> 16 & 7)));
    }
    end();
#if PTX2C_TRIES
    begin("fma_tried_f32 is seldom in doubt");
    same_f32(doubted > 0 && doubted < tried / 2, 1, (uint32_t)doubted, (uint32_t)tried, 0);
    end();
#endif
    begin("fma_soft_f32 by powers of two");
    for (int i = 0; i < PAIRS; i++) {
        float a = ptx2c_f32_of(interesting_f32()), near = ptx2c_f32_of((ptx2c_bits_f32(a) ^ 0x80000000) + (uint32_t)(random_bits() % 7) - 3);
        float c = i & 1 ? ptx2c_f32_of(interesting_f32()) : near;
        BY_SCALE(0.5f)
        BY_SCALE(-4.0f)
        BY_SCALE(0x1p-24f)
        BY_SCALE(-0x1p-25f)
        BY_SCALE(0x1p127f)
        BY_SCALE(-1.0f)
        WITH_SUM(0.0f)
        WITH_SUM(-0.0f)
        WITH_SUM(1.0f)
    }
    end();
    begin("fma_soft_f64");
    for (int i = 0; i < 4 * PAIRS; i++) { /* numbers with short or few digits: products that are halfway, sums that vanish */
        double a = ptx2c_f64_of(interesting_f64()), b = ptx2c_f64_of(interesting_f64());
        if (i & 4) {
            const uint64_t keep = UINT64_MAX << random_bits() % 53;
            a = ptx2c_f64_of((ptx2c_bits_f64(a) & keep & UINT64_C(0x800fffffffffffff)) | (1023 - 30 + random_bits() % 60) << 52);
            b = ptx2c_f64_of((random_bits() & UINT64_C(0x800fffffffffffff)) | (i & 8 ? 1023 : random_bits() % 1100) << 52);
        }
        const uint64_t p = ptx2c_bits_f64(-(a * b)), by = (random_bits() % 221 - 110) << 52;
        const uint64_t near[] = {p, p + random_bits() % 7 - 3, interesting_f64(), p + by, (p & UINT64_C(0xfff0000000000000)) + by,
                                 (p ^ (uint64_t)1 << 63) + by};
        const double c = ptx2c_f64_of(near[i / 16 % 6]);
        same_f64(ptx2c_fma_soft_f64(a, b, c), fma(a, b, c), ptx2c_bits_f64(a), ptx2c_bits_f64(b), ptx2c_bits_f64(c));
    }
    end();
    begin("fma_exact_f64");
    for (int i = 0; i < PAIRS; i++) {
        double a = ptx2c_f64_of(interesting_f64()), b = ptx2c_f64_of(interesting_f64());
        double c = i & 1 ? ptx2c_f64_of(interesting_f64()) : -(a * b);
        same_f64(ptx2c_fma_exact_f64(a, b, c, PTX2C_RN), fma(a, b, c), ptx2c_bits_f64(a), ptx2c_bits_f64(b),
                 ptx2c_bits_f64(c));
    }
    end();
}

/* All values of two exponents have all patterns of remainders; the others only scale them. */
static void test_sqrt_all(const char *name, float (*root)(float))
{
    begin(name);
    for (uint32_t b = 0x3f800000; b < 0x40800000; b++)
        same_f32(root(ptx2c_f32_of(b)), sqrtf(ptx2c_f32_of(b)), b, 0, 0);
    for (uint64_t b = 0; b <= UINT32_MAX; b += 9973)
        same_f32(root(ptx2c_f32_of((uint32_t)b)), sqrtf(ptx2c_f32_of((uint32_t)b)), b, 0, 0);
    for (uint32_t b = 0; b < 0x100000; b += 5)
        same_f32(root(ptx2c_f32_of(b)), sqrtf(ptx2c_f32_of(b)), b, 0, 0);
    end();
}

static void test_narrow(void)
{
    begin("cvt_f32_f64");
    for (int i = 0; i < 2 * PAIRS; i++) {
        double a = i & 1 ? ptx2c_f64_of(interesting_f64())
                         : ptx2c_f32_of(interesting_f32()) * (1 + (i % 5 - 2) * 0x1p-40);
        uint64_t b = ptx2c_bits_f64(a);
        same_f32(ptx2c_cvt_rn_f32_f64(a), host_narrow(a, 0), b, 0, 0);
        same_f32(ptx2c_cvt_rz_f32_f64(a), host_narrow(a, 1), b, 0, 0);
        same_f32(ptx2c_cvt_rm_f32_f64(a), host_narrow(a, 2), b, 0, 0);
        same_f32(ptx2c_cvt_rp_f32_f64(a), host_narrow(a, 3), b, 0, 0);
    }
    end();
}

/* min and max by the manual's own cases. */
static float want_minmax(float x, float y, bool max, bool nan)
{
    if ((x != x && y != y) || (nan && (x != x || y != y)))
        return PTX2C_NAN_F32;
    if (x != x || y != y)
        return x != x ? y : x;
    bool less = x < y || (x == y && signbit(x) && !signbit(y));
    return less != max ? x : y;
}

static void test_minmax(void)
{
    begin("min, max f32 f64");
    for (int i = 0; i < PAIRS; i++) {
        uint32_t a = interesting_f32(), b = i % 5 ? interesting_f32() : i % 2 ? a : a ^ 0x80000000;
        float x = ptx2c_f32_of(a), y = ptx2c_f32_of(b), r;
        same(ptx2c_bits_f32(ptx2c_min_f32(x, y)), ptx2c_bits_f32(want_minmax(x, y, false, false)), a, b, 0);
        same(ptx2c_bits_f32(ptx2c_max_f32(x, y)), ptx2c_bits_f32(want_minmax(x, y, true, false)), a, b, 1);
        same(ptx2c_bits_f32(ptx2c_min_NaN_f32(x, y)), ptx2c_bits_f32(want_minmax(x, y, false, true)), a, b, 2);
        same(ptx2c_bits_f32(ptx2c_max_NaN_f32(x, y)), ptx2c_bits_f32(want_minmax(x, y, true, true)), a, b, 3);
        r = want_minmax(fabsf(x), fabsf(y), true, false);
        r = r != r ? r : signbit(x) != signbit(y) ? -r : r;
        same(ptx2c_bits_f32(ptx2c_max_xorsign_abs_f32(x, y)), ptx2c_bits_f32(r), a, b, 4);
        double u = x, v = y;
        same_f64(ptx2c_min_f64(u, v), want_minmax(x, y, false, false), a, b, 5);
        same_f64(ptx2c_max_f64(u, v), want_minmax(x, y, true, false), a, b, 6);
    }
    end();
}

static void test_bits(void)
{
    begin("ftz, sat, relu, testp, copysign");
    for (int i = 0; i < PAIRS; i++) {
        uint32_t a = interesting_f32(), b = interesting_f32();
        float x = ptx2c_f32_of(a), y = ptx2c_f32_of(b);
        int kind = fpclassify(x);
        same_f32(ptx2c_ftz_f32(x), kind == FP_SUBNORMAL ? copysignf(0, x) : x, a, 0, 0);
        same_f32(ptx2c_sat_f32(x), x > 0 ? x < 1 ? x : 1 : 0.0f, a, 0, 1);
        same_f32(ptx2c_relu_f32(x), kind == FP_NAN ? x : x > 0 ? x : 0.0f, a, 0, 2);
        same_f32(ptx2c_copysign_f32(x, y), copysignf(y, x), a, b, 3);
        same(ptx2c_testp_finite_f32(x), isfinite(x) != 0, a, 0, 4);
        same(ptx2c_testp_infinite_f32(x), kind == FP_INFINITE, a, 0, 5);
        same(ptx2c_testp_normal_f32(x), kind == FP_NORMAL || kind == FP_ZERO, a, 0, 6);
        same(ptx2c_testp_subnormal_f32(x), kind == FP_SUBNORMAL, a, 0, 7);
        same(ptx2c_testp_notanumber_f32(x), kind == FP_NAN, a, 0, 8);
        uint64_t c = interesting_f64();
        double z = ptx2c_f64_of(c);
        kind = fpclassify(z);
        same(ptx2c_testp_finite_f64(z), isfinite(z) != 0, c, 0, 9);
        same(ptx2c_testp_normal_f64(z), kind == FP_NORMAL || kind == FP_ZERO, c, 0, 10);
        same(ptx2c_testp_subnormal_f64(z), kind == FP_SUBNORMAL, c, 0, 11);
        same_f64(ptx2c_sat_f64(z), z > 0 ? z < 1 ? z : 1 : 0.0, c, 0, 12);
        same_f64(ptx2c_copysign_f64(z, x), copysign(x, z), c, a, 13);
        same(ptx2c_bits_f32(ptx2c_mul_rn_ftz_f32(x, y)),
             ptx2c_bits_f32(ptx2c_ftz_f32(ptx2c_ftz_f32(x) * ptx2c_ftz_f32(y))), a, b, 14);
    }
    end();
}

int main(void)
{
    test_f32("add_f32", add_f32, host_add_f32);
    test_f32("sub_f32", sub_f32, host_sub_f32);
    test_f32("mul_f32", mul_f32, host_mul_f32);
    test_f32("div_f32", div_f32, host_div_f32);
    test_f32("rcp_f32", rcp_f32, host_rcp_f32);
    test_f32("sqrt_f32", sqrt_f32, host_sqrt_f32);
    test_f32("fma_f32", fma_f32, host_fma_f32);
    test_f64("add_f64", add_f64, host_add_f64);
    test_f64("sub_f64", sub_f64, host_sub_f64);
    test_f64("mul_f64", mul_f64, host_mul_f64);
    test_f64("div_f64", div_f64, host_div_f64);
    test_f64("rcp_f64", rcp_f64, host_rcp_f64);
    test_f64("sqrt_f64", sqrt_f64, host_sqrt_f64);
    test_f64("fma_f64", fma_f64, host_fma_f64);
    test_fma_edges_f32();
    test_fma_edges_f64();
    test_fma_software();
    test_sqrt_all("sqrt_soft_f32", ptx2c_sqrt_soft_f32);
    test_sqrt_all("sqrt_fused_f32", ptx2c_sqrt_fused_f32);
    test_narrow();
    test_minmax();
    test_bits();
    return failures != 0;
}
