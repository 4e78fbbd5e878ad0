/* Quotients and remainders of the threads' numbers, against the same on the host. */
#include "host.h"

#include <limits.h>
#include <string.h>

extern const ptx2c_module quotients;

enum { MOST = 3000 };
static int in[2 * MOST], out[MOST], rest[MOST];
static unsigned uout[MOST], urest[MOST];
static int wrong;

static void launch(const char *kernel, uint32_t blocks, uint32_t threads, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&quotients, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int d, int i, long long is, long long want)
{
    if (is != want && wrong++ < 10)
        printf("%s by %d: %d is %lld, not %lld\n", kernel, d, i, is, want);
}

static void test_cross(int w, int n)
{
    void *a = in, *b = out, *args[] = {&a, &b, &w, &n};
    launch("cross", (uint32_t)(n + 191) / 192, 192, args);
    for (int i = 0; i < n; i++) {
        const int x = i % w, y = i / w, left = x > 0 ? in[i - 1] : 0, right = x < w - 1 ? in[i + 1] : 0;
        check("cross", w, i, out[i], 5 * in[i] + left - 2 * right + 3 * (y > 0 ? in[i - w] : 0) - 4 * (y < n / w - 1 ? in[i + w] : 0));
    }
}

static void test_any(int base, int d, int n)
{
    void *a = out, *b = rest, *args[] = {&a, &b, &base, &d, &n};
    launch("any", 3, 160, args);
    for (int i = 0; i < n; i++) {
        const int x = (int)((unsigned)base + (unsigned)i);
        if (x == INT_MIN && d == -1)
            continue;
        check("any: quotient", d, i, out[i], x / d);
        check("any: remainder", d, i, rest[i], x % d);
    }
}

static void test_by_threes(unsigned base, unsigned d, int n)
{
    void *a = uout, *b = urest, *args[] = {&a, &b, &base, &d, &n};
    launch("by_threes", 3, 160, args);
    for (int i = 0; i < n; i++) {
        const unsigned x = base + 3 * (unsigned)i;
        check("by_threes: quotient", (int)d, i, uout[i], x / d);
        check("by_threes: remainder", (int)d, i, urest[i], x % d);
    }
}

static void test_permute(const int extent[3], int last)
{
    int n = extent[0] * extent[1] * extent[2] * last;
    void *a = in, *b = out, *c = (void *)extent, *args[] = {&a, &b, &c, &n};
    launch("permute", (uint32_t)(n + 255) / 256, 256, args);
    for (int i = 0; i < n; i++) {
        const int x = i % extent[0], y = i / extent[0] % extent[1], z = i / extent[0] / extent[1] % extent[2];
        check("permute", extent[0], i, out[((x * extent[1] + y) * extent[2] + z) * last + i / extent[0] / extent[1] / extent[2]], in[i]);
    }
}

static void test_parts(int w, int d, int n)
{
    void *a = out, *args[] = {&a, &w, &d, &n};
    launch("parts", (uint32_t)(n + 127) / 128, 128, args);
    for (int i = 0; i < n; i++)
        check("parts", d, i, out[i], i / w % 3 == 1 ? 1000 * (i % w / d) + i % w % d : i % w - i / w);
}

static void test_known(int base, int n)
{
    void *a = out, *b = uout, *args[] = {&a, &b, &base, &n};
    launch("known", (uint32_t)(n + 255) / 256, 256, args);
    for (int i = 0; i < n; i++) {
        const int x = (int)((unsigned)base + (unsigned)i);
        const unsigned u = (unsigned)x;
        check("known", base, i, out[i], x / 36 + 10000 * (x % 36) + 7 * (x / 1000) - x % 97 + x / 641);
        check("known, unsigned", base, i, uout[i], u / 36 + 10000 * (u % 24) + 7 * (u / 1000) - u % 97 + u / 641 + u / 28);
    }
}

static void test_rounds(uint32_t blocks, int w, int n)
{
    void *a = in, *b = out, *args[] = {&a, &b, &w, &n};
    memset(out, 0, sizeof out);
    launch("rounds", blocks, 96, args);
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int x = i % w - 2; x <= i % w + 2; x++)
            sum += x >= 0 && x < w ? in[i / w * w + x] : 0;
        check("rounds", w, i, out[i], sum);
    }
}

static void test_wide(int64_t base, int64_t w, int n)
{
    void *a = in, *b = out, *args[] = {&a, &b, &base, &w, &n};
    launch("wide", (uint32_t)(n + 127) / 128, 128, args);
    for (int i = 0; i < n; i++) {
        const int64_t k = (int64_t)((uint64_t)base + (uint64_t)i), y = w == -1 ? (int64_t)(0 - (uint64_t)k) : k / w, x = w == -1 ? 0 : k % w;
        check("wide", (int)w, i, out[i], (int)((uint32_t)(1000 * (y & 0xfffff) + x) + (uint32_t)in[(x < 0 ? -x : x) % 1000]));
    }
}

static void test_sizes(uint64_t base, uint64_t w, int n)
{
    void *a = in, *b = out, *args[] = {&a, &b, &base, &w, &n};
    launch("sizes", (uint32_t)(n + 255) / 256, 256, args);
    for (int i = 0; i < n; i++) {
        const uint64_t k = base + (uint64_t)i;
        check("sizes", (int)w, i, out[i], (int)(uint32_t)(k / w * 31 + (uint64_t)in[k % w % 999]));
    }
}

static void test_strides(uint64_t base, uint64_t w, int n)
{
    const int *pin = in;
    int *pout = out;
    void *args[] = {&pin, &pout, &base, &w, &n};
    if (base + (uint64_t)n < base)
        return;
    launch("strides", 3, 50, args);
    for (int i = 0; i < n; i++) {
        const uint64_t k = base + (uint64_t)i;
        check("strides", (int)w, i, out[i], (int)((uint32_t)(k / w) * 31 + (uint32_t)in[k % w % 999]));
    }
}

static void test_divisors(uint64_t base, uint64_t first, int n)
{
    int *pout = out;
    void *args[] = {&pout, &base, &first, &n};
    if (!first || first > UINT64_MAX - 3)
        return;
    launch("divisors", 8, 96, args);
    for (int i = 0; i < n; i++) {
        const uint64_t k = base + (uint64_t)i;
        uint64_t sum = 0;
        for (uint64_t d = first; d != first + 3; d++)
            sum = sum * 5 + k / d + k % d * 7;
        check("divisors", (int)first, i, out[i], (int)(uint32_t)sum);
    }
}

static void test_half(uint64_t base, uint32_t w, int n)
{
    void *a = in, *b = out, *args[] = {&a, &b, &base, &w, &n};
    launch("half", (uint32_t)(n + 255) / 256, 256, args);
    for (int i = 0; i < n; i++) {
        const uint64_t k = base + (uint64_t)i;
        check("half", (int)w, i, out[i], (int)(uint32_t)(k / w * 17 - (uint64_t)in[k % w % 1000]));
    }
}

static void test_pairs(int bit, int bits, uint32_t blocks)
{
    static int a[4096];
    uint32_t n = 1u << (bits - 1);
    void *p = a, *args[] = {&p, &bit, &n};
    for (int i = 0; i < 1 << bits; i++)
        a[i] = i * 31 % 1009;
    launch("pairs", blocks, 64, args);
    for (int i = 0; i < 1 << bits; i++) {
        const int with = i ^ 1 << bit, x = i * 31 % 1009, y = with * 31 % 1009;
        check("pairs", bit, i, a[i], i >> bit & 1 ? y - x : x + y);
    }
}

static void test_both(int bit, int other, int bits, unsigned key)
{
    static int a[4096];
    unsigned words[6], last = key;
    uint32_t n = 1u << (bits - 1);
    void *p = a, *args[] = {&p, &bit, &other, &key, &n};
    for (int k = 0; k < 6; k++)
        words[k] = last = last * 1664525u + 1013904223u;
    for (int i = 0; i < 1 << bits; i++)
        a[i] = i;
    launch("both", (n + 127) / 128, 128, args);
    for (int i = 0; i < 1 << bits; i++)
        check("both", bit, i, a[i], i >> bit & i >> other & 1 ? (int)((unsigned)i + words[last % 6]) : i);
}

static void test_ored(unsigned base, unsigned power, int n)
{
    void *a = out, *args[] = {&a, &base, &power, &n};
    launch("ored", (uint32_t)(n + 127) / 128, 128, args);
    for (int i = 0; i < n; i++) {
        const unsigned u = (unsigned)i;
        check("ored", (int)base, i, out[i], (int)((u | base) * 3 + (u | (power - 1)) * 5 + (u & (power - 1)) * 7 + (u ^ base)));
    }
}

int main(void)
{
    static const int widths[] = {1, 2, 7, 15, 16, 17, 24, 50, 97, 250, 1000, 3000}, ds[] = {1, 3, 15, 16, 17, 97, 1000, INT_MAX, -1, -5, -100, INT_MIN};
    static const int bases[] = {0, 5, -7, -333, 1 << 20, INT_MAX - 100, INT_MIN, INT_MIN + 7, -1};
    static const int extents[][3] = {{24, 10, 5}, {3, 20, 7}, {16, 2, 40}, {100, 1, 2}};
    for (int i = 0; i < 2 * MOST; i++)
        in[i] = i * 7919 % 1000;
    for (int i = 0; i < 12; i++) {
        test_cross(widths[i], 3000 / widths[i] * widths[i]);
        test_rounds(32, widths[i], 2999);
        test_rounds(3, widths[i], 3000 - widths[i] / 2);
        for (int k = 0; k < 9; k++) {
            test_any(bases[k], ds[i], 470);
            test_by_threes((unsigned)bases[k], (unsigned)ds[i], 470);
        }
    }
    for (int i = 0; i < 4; i++)
        test_permute(extents[i], 2);
    for (int d = 1; d < 40; d += 6)
        test_parts(50, d, 2900);
    for (int k = 0; k < 9; k++)
        test_known(bases[k], 900);
    static const int64_t starts[] = {0, 100, INT32_MAX - 200, UINT32_MAX - INT64_C(300), INT64_C(1) << 40, -300, INT64_MIN, INT64_MAX - 1000};
    static const int64_t ws[] = {1, 15, 16, 77, 400, 100000, INT64_C(1) << 32, INT64_C(12345678901), -1, -77};
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 10; k++) {
            test_wide(starts[i], ws[k], 700);
            test_sizes((uint64_t)starts[i], (uint64_t)ws[k], 700);
            test_half((uint64_t)starts[i], (uint32_t)ws[k] | 1, 700);
            test_strides((uint64_t)starts[i], (uint64_t)ws[k], 700);
            test_divisors((uint64_t)starts[i], (uint64_t)ws[k], 700);
            test_divisors((uint64_t)starts[i], UINT32_MAX, 700);
        }
    for (int bit = 0; bit < 12; bit++) {
        test_pairs(bit, 12, 3);
        test_pairs(bit, 12, 32);
        for (int other = 0; other < 12; other += 1 + (other == bit))
            if (other != bit)
                test_both(bit, other, 12, (unsigned)bit * 77u + (unsigned)other);
    }
    for (unsigned base = 0; base < 400; base += 37)
        for (unsigned power = 0; power < 300; power += power < 40 ? 7 : 64)
            test_ored(base, power, 700);
    test_ored(0x80000000, 256, 700);
    test_ored(0xfffffff0, 64, 700);
    puts(wrong ? "wrong" : "as on the host");
    return 0;
}
