/* What threads join to numbers of all, against the same on the host. */
#include "host.h"

#include <string.h>

extern const ptx2c_module joined;

enum { MOST = 3000 };
static float x[MOST], y[MOST];
static int v[MOST], w[MOST];

static void launch(const char *kernel, uint32_t blocks, uint32_t threads, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&joined, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what, int n, double is, double should)
{
    if (is != should)
        printf("%s of %d: %.17g, not %.17g\n", what, n, is, should);
}

static uint32_t bits_of(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static void test_floats(int n, float t, uint32_t threads)
{
    const float *a = x;
    float *b = y, sum = 8, *s = &sum;
    double all = 0.25, *d = &all, want_all = 0.25;
    uint32_t count = 5, *p = &count, want = 5;
    const uint32_t blocks = ((uint32_t)n + threads - 1) / threads;
    double want_sum = 8;
    for (int i = 0; i < n; i++) {
        x[i] = (float)(i * 37 % 101);
        const float h = x[i] * 0.5f + 1;
        want += h > t;
        want_all += (double)h;
        want_sum += x[i] > t ? (double)x[i] : 0;
    }
    launch("filtered", (blocks + 2) / 3, threads, (void *[]){&a, &b, &p, &d, &t, &n});
    check("filtered: how many", n, count, want);
    check("filtered: sum", n, all, want_all);
    for (int i = 0; i < n; i++)
        check("filtered: each", i, (double)y[i], (double)(x[i] * 0.5f + 1));
    launch("seldom", (blocks + 1) / 2, threads, (void *[]){&a, &b, &s, &t, &n});
    check("seldom", n, (double)sum, want_sum);
    for (int i = 0; i < n; i++)
        check("seldom: each", i, (double)y[i], (double)(x[i] + 1));

    float far = 1e9f, *nowhere = NULL;
    launch("seldom", 1, threads, (void *[]){&a, &b, &nowhere, &far, &n});
    const float tiny = 1e-40f;
    sum = tiny;
    launch("seldom", 1, threads, (void *[]){&a, &b, &s, &far, &n});
    check("seldom: nobody adds to a subnormal", n, bits_of(sum), bits_of(tiny));
    for (int i = 0; i < n; i++)
        x[i] = i == n / 2 ? -2 : -5;
    far = -3;
    launch("seldom", 1, threads, (void *[]){&a, &b, &s, &far, &n});
    check("seldom: somebody adds -0 to a subnormal", n, bits_of(sum), 0);

    float each[64];
    int most[64], *m = most;
    float *e = each;
    for (int i = 0; i < n; i++)
        x[i] = (float)(i * 37 % 101 - 50);
    launch("blocks", blocks, threads, (void *[]){&a, &b, &e, &m, &n});
    for (uint32_t k = 0; k < blocks; k++) {
        double is = 0;
        int top = -1000;
        for (int i = (int)(k * threads); i < n && i < (int)((k + 1) * threads); i++) {
            is += (double)x[i];
            top = (int)x[i] > top ? (int)x[i] : top;
            check("blocks: each", i, (double)y[i], (double)(x[i] + 3));
        }
        check("blocks: sum", (int)k, (double)each[k], is);
        check("blocks: most", (int)k, most[k], top);
    }
}

static void test_integers(int n, int t, uint32_t threads)
{
    const int *a = v;
    int *b = w, lo = 100, *l = &lo, hi = -100, *h = &hi, want_lo = 100, want_hi = -100;
    uint32_t u[2] = {UINT32_MAX, 3}, *u0 = u, *u1 = u + 1, want_u[2] = {UINT32_MAX, 3};
    int64_t wide[2] = {INT64_MAX, INT64_MIN}, *q = wide, want[2] = {INT64_MAX, INT64_MIN};
    uint32_t all[3] = {UINT32_MAX, 0, 9}, *p = all, want_all[3] = {UINT32_MAX, 0, 9};
    uint64_t long_bits[2] = {0, 1}, *r = long_bits, want_long[2] = {0, 1};
    int sums[7] = {1, 2, 3, 4, 5, 6, 7}, *s = sums, want_sums[7] = {1, 2, 3, 4, 5, 6, 7}, step = 9;
    const uint32_t blocks = ((uint32_t)n + threads - 1) / threads;
    for (int i = 0; i < n; i++) {
        const int c = v[i] = i * 7919 % 20011 - 10000;
        want_lo = c < want_lo ? c : want_lo;
        want_hi = c > want_hi ? c : want_hi;
        if (c > t) {
            want_u[0] = (uint32_t)c < want_u[0] ? (uint32_t)c : want_u[0];
            want_u[1] = (uint32_t)c * 3u > want_u[1] ? (uint32_t)c * 3u : want_u[1];
            want_all[0] &= (uint32_t)c | 0xff000000u;
        } else {
            const int64_t f = (int64_t)c * 1048576;
            want[0] = f < want[0] ? f : want[0];
            want[1] = f > want[1] ? f : want[1];
        }
        want_all[1] |= (uint32_t)c;
        want_all[2] ^= (uint32_t)c * 77u;
        want_long[0] |= UINT64_C(1) << (c & 63);
        want_long[1] ^= c < t ? (uint64_t)(int64_t)c << 9 : 0;
        int steps = 0;
        for (int k = c & 255; k > 1; k = k & 1 ? 3 * k + 1 : k / 2)
            steps++;
        for (int k = 0; k < 7; k++)
            want_sums[k] += steps > k * step ? steps - k : 0;
    }
    launch("limits", blocks, threads, (void *[]){&a, &b, &l, &h, &u0, &u1, &q, &t, &n});
    check("limits: least", n, lo, want_lo);
    check("limits: greatest", n, hi, want_hi);
    for (int i = 0; i < 2; i++) {
        check("limits: unsigned", n, u[i], want_u[i]);
        check("limits: wide", n, (double)wide[i], (double)want[i]);
    }
    for (int i = 0; i < n; i++)
        check("limits: each", i, w[i], v[i] ^ 1);
    launch("bits", (blocks + 1) / 2, threads, (void *[]){&a, &b, &p, &r, &t, &n});
    for (int i = 0; i < 3; i++)
        check("bits", i, all[i], want_all[i]);
    for (int i = 0; i < 2; i++)
        if (long_bits[i] != want_long[i])
            printf("wide bits %d of %d\n", i, n);
    launch("many", blocks, threads, (void *[]){&a, &b, &s, &step, &n});
    for (int i = 0; i < 7; i++)
        check("many", i, sums[i], want_sums[i]);
}

static void test_near(int n, uint32_t threads)
{
    static int m[2 * MOST], other[MOST + 1];
    int *a = m, *s = other, *same = w;
    const uint32_t blocks = ((uint32_t)n + threads - 1) / threads;
    for (int i = 0; i < n; i++)
        w[i] = i + 100, m[i] = i == 0;
    s = w;
    launch("looks", blocks, threads, (void *[]){&a, &s, &n});
    for (int i = 0; i < n; i++)
        check("looks", i, m[i], 10 * (i ? i + 100 : 102));
    s = m + 7;
    for (int i = 0; i < n; i++)
        m[i] = 50 + (i == 7);
    launch("overwrites", blocks, threads, (void *[]){&a, &s, &n});
    for (int i = 0; i < n; i++)
        check("overwrites", i, m[i], i);
    s = other;
    int sum = 0;
    other[0] = 0;
    for (int i = 0; i < 2 * n; i++)
        m[i] = i * 31 % 97;
    launch("pairs", blocks, threads, (void *[]){&a, &s, &n});
    for (int i = 0; i < n; i++) {
        const int c = 2 * i * 31 % 97, d = (2 * i + 1) * 31 % 97;
        sum += c;
        check("pairs: first", i, m[2 * i], d);
        check("pairs: second", i, m[2 * i + 1], c + 1);
        check("pairs: both", i, other[1 + i], c + 1 + d);
    }
    check("pairs: sum", n, other[0], sum);
    int told = 0, *told_at = &told;
    launch("announces", blocks, threads, (void *[]){&same, &told_at, &n});
    check("announces", n, told, n);
    for (int i = 0; i < n; i++)
        check("announces: each", i, w[i], i);
}

int main(void)
{
    static const int sizes[] = {1, 5, 31, 32, 33, 200, 1000, MOST};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint32_t threads = 64; threads <= 256; threads += 64) {
            test_floats(sizes[i], (float)(i * 9), threads);
            test_integers(sizes[i], (int)i * 500 - 1500, threads);
            test_near(sizes[i], threads);
        }
    puts("joined");
}
