#include "host.h"

#include <fenv.h>
#include <math.h>

extern const ptx2c_module packed;

enum { N = 512, OPS = 50 };
static const char *const names[OPS] = {
    "add.u8x4", "add.sat.u8x4", "sub.u8x4", "sub.sat.u8x4", "min.u8x4", "max.u8x4", "add.s8x4", "add.sat.s8x4",
    "sub.s8x4", "sub.sat.s8x4", "min.s8x4", "max.s8x4", "add.sat.u16x2", "add.sat.s16x2", "add.sat.u32",
    "min.relu.s8x4", "max.relu.s8x4", "neg.s8x4", "set.eq.u8x4", "set.eq.s8x4", "set.eq.u16x2", "set.eq.s16x2",
    "set.ne.u8x4", "set.ne.s8x4", "set.ne.u16x2", "set.ne.s16x2", "set.lt.u8x4", "set.lt.s8x4", "set.lt.u16x2",
    "set.lt.s16x2", "set.le.u8x4", "set.le.s8x4", "set.le.u16x2", "set.le.s16x2", "set.gt.u8x4", "set.gt.s8x4",
    "set.gt.u16x2", "set.gt.s16x2", "set.ge.u8x4", "set.ge.s8x4", "set.ge.u16x2", "set.ge.s16x2", "set.lo.u8x4",
    "set.lo.u16x2", "set.ls.u8x4", "set.ls.u16x2", "set.hi.u8x4", "set.hi.u16x2", "set.hs.u8x4", "set.hs.u16x2",
};

/* One element, from the name of the operation. */
static long long element(const char *name, long long x, long long y, int bits, bool is_signed)
{
    long long least = is_signed ? -(1ll << (bits - 1)) : 0, most = is_signed ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
    long long r = 0;
    if (strncmp(name, "add", 3) == 0)
        r = x + y;
    else if (strncmp(name, "sub", 3) == 0)
        r = x - y;
    else if (strncmp(name, "neg", 3) == 0)
        r = -x;
    else if (strncmp(name, "min", 3) == 0)
        r = x < y ? x : y;
    else if (strncmp(name, "max", 3) == 0)
        r = x > y ? x : y;
    else {
        const char *c = name + 4;
        bool is = strncmp(c, "eq", 2) == 0 ? x == y : strncmp(c, "ne", 2) == 0 ? x != y :
                  strncmp(c, "lt", 2) == 0 || strncmp(c, "lo", 2) == 0 ? x < y :
                  strncmp(c, "le", 2) == 0 || strncmp(c, "ls", 2) == 0 ? x <= y :
                  strncmp(c, "gt", 2) == 0 || strncmp(c, "hi", 2) == 0 ? x > y : x >= y;
        return is ? -1 : 0;
    }
    if (strstr(name, ".sat."))
        r = r < least ? least : r > most ? most : r;
    if (strstr(name, ".relu.") && r < 0)
        r = 0;
    return r;
}

static uint32_t expected(const char *name, uint32_t a, uint32_t b)
{
    const char *type = strrchr(name, '.') + 1;
    int bits = atoi(type + 1);
    bool is_signed = *type == 's';
    uint32_t r = 0;
    for (int i = 0; i < 32; i += bits) {
        unsigned long long mask = (1ull << bits) - 1;
        long long x = (long long)(a >> i & mask), y = (long long)(b >> i & mask);
        if (is_signed && x >> (bits - 1))
            x -= 1ll << bits;
        if (is_signed && y >> (bits - 1))
            y -= 1ll << bits;
        r |= (uint32_t)((unsigned long long)element(name, x, y, bits, is_signed) & mask) << i;
    }
    return r;
}

static uint64_t next(void)
{
    static uint64_t s = 88172645463325252u;
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    return s;
}

static float float_of(uint32_t b) { float f; memcpy(&f, &b, 4); return f; }
static uint32_t bits_of(float f) { uint32_t b; memcpy(&b, &f, 4); return b; }
static float half_of(uint32_t h)
{
    int e = h >> 10 & 31;
    float m = (float)(h & 1023);
    return (h >> 15 & 1 ? -1.0f : 1.0f) * (e ? ldexpf(m + 1024, e - 25) : ldexpf(m, -24));
}

/* The larger of few bits that is not further from zero. */
static uint32_t half_cut(double v)
{
    uint32_t best = 0;
    for (uint32_t h = 1024; h < 0x7c00; h++)
        if (half_of(h) <= fabs(v))
            best = h;
    return best | (signbit(v) ? 0x8000 : 0);
}

#define ROUNDED(mode, expression)                                                                                      \
    (fesetround(mode), result = (expression), fesetround(FE_TONEAREST), bits_of(result))

static int mixed(void)
{
    static uint64_t a[N], b[N], out[4 * N], *pa = a, *pb = b, *po = out;
    volatile float result;
    int bad = 0;
    for (int i = 0; i < N; i++) {
        uint64_t r = next();
        a[i] = (r & 0x83ff83ff) | 0x38003800 | (r >> 32 & 0x0c000c00) >> 1;
        for (int k = 0; k < 2; k++)
            b[i] |= (uint64_t)((uint32_t)(next() & 0x80ffffff) | (uint32_t)(118 + next() % 12) << 23) << 32 * k;
    }
    if (run(&packed, "mixed", 1, N, (void *[]){&pa, &pb, &po}))
        return -1;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 2; k++) {
            uint32_t h = (uint32_t)a[i] >> 16 * k & 0xffff;
            volatile float f16 = half_of(h), bf16 = float_of(h << 16), f32 = float_of((uint32_t)(b[i] >> 32 * k));
            uint32_t sum = ROUNDED(FE_TONEAREST, f16 + f32);
            volatile float s = float_of(sum);
            bad += sum != (uint32_t)(out[4 * i] >> 32 * k);
            bad += ROUNDED(FE_UPWARD, bf16 - f32) != (uint32_t)(out[4 * i + 1] >> 32 * k);
            bad += ROUNDED(FE_DOWNWARD, fmaf(f16, f32, s)) != (uint32_t)(out[4 * i + 2] >> 32 * k);
            bad += ROUNDED(FE_TOWARDZERO, f32 * s) >> 16 != (uint16_t)(out[4 * i + 3] >> 16 * k);
            bad += i < 64 && half_cut((double)f32 + s) != (uint16_t)(out[4 * i + 3] >> (32 + 16 * k));
        }
    return bad;
}

int main(void)
{
    static uint32_t a[N], b[N], out[N][OPS], *pa = a, *pb = b, *po = out[0];
    int bad = 0;
    for (int i = 0; i < N; i++) {
        a[i] = (uint32_t)next();
        b[i] = i % 4 ? (uint32_t)next() : a[i] ^ (uint32_t)(1u << i % 32);
    }
    int status = run(&packed, "packed", 1, N, (void *[]){&pa, &pb, &po});
    for (int i = 0; i < N; i++)
        for (int k = 0; k < OPS; k++)
            if (out[i][k] != expected(names[k], a[i], b[i]) && bad++ < 10)
                printf("%s %08x %08x: %08x, not %08x\n", names[k], (unsigned)a[i], (unsigned)b[i], (unsigned)out[i][k],
                       (unsigned)expected(names[k], a[i], b[i]));
    printf("packed %d %d\n", status, bad);

    static uint64_t x[64], y[64], z[128], *px = x, *py = y, *pz = z;
    bad = 0;
    for (int i = 0; i < 64; i++)
        x[i] = next(), y[i] = next();
    status = run(&packed, "product", 1, 64, (void *[]){&px, &py, &pz});
    for (int i = 0; i < 64; i++) {
        uint64_t bit[2] = {0};
        for (int p = 0; p < 64; p++)
            for (int q = 0; q < 64; q++)
                if (x[i] >> p & y[i] >> q & 1)
                    bit[(p + q) / 64] ^= (uint64_t)1 << (p + q) % 64;
        bad += z[2 * i] != (bit[0] ^ 1) || z[2 * i + 1] != (bit[1] ^ 2);
    }
    printf("product %d %d\n", status, bad);
    printf("mixed %d\n", mixed());
    return 0;
}
