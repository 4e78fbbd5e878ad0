/* Counters and places of lanes' own, and such that they read of each other, against the same on the host. */
#include "host.h"

extern const ptx2c_module own_columns;

enum { MOST = 700 };
static unsigned numbers[MOST], out[32 * 64];
static int small[32], passed[32];
static int wrong;

static void launch(const char *kernel, uint32_t threads, void *a, void *b, int n)
{
    void *args[] = {&a, &b, &n};
    const int status = ptx2c_launch(ptx2c_find_kernel(&own_columns, kernel), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int n, int at, unsigned is, unsigned should)
{
    if (is != should && wrong++ < 10)
        printf("%s, %d: %d is %u, not %u\n", kernel, n, at, is, should);
}

static void test_counters(int n)
{
    unsigned want[16 * 64] = {0}, bytes[32 * 64] = {0};
    for (int i = 0; i < n; i++) {
        want[(numbers[i] >> 3 & 15) * 64 + (unsigned)i % 64]++;
        bytes[(numbers[i] & 0x7c0) + (unsigned)i % 64]++;
    }
    launch("counters", 64, numbers, out, n);
    for (int i = 0; i < 16 * 64; i++)
        check("counters", n, i, out[i], want[i]);
    launch("bytes", 64, numbers, out, n);
    for (int i = 0; i < 32 * 64; i++)
        check("bytes", n, i, out[i], bytes[i]);
    launch("turned_columns", 64, numbers, out, n);
    for (int i = 0; i < 32 * 64; i++)
        check("turned_columns", n, i, out[i], bytes[i]);
}

static unsigned turned(unsigned t) { return (t & 15) << 2 | (t & 48) >> 4; }

static void test_turned_pairs(void)
{
    unsigned a[128], v[64];
    for (unsigned i = 0; i < 128; i++)
        a[i] = i < 64 ? i * 3 : (i - 64) * 5;
    for (unsigned t = 0; t < 64; t++)
        v[t] = a[(numbers[t] & 64) + turned(t)];
    for (unsigned t = 0; t < 64; t++)
        a[(numbers[t] & 64) + turned(t ^ 16)] = v[t] + 1;
    launch("turned_pairs", 64, numbers, out, 0);
    for (int i = 0; i < 128; i++)
        check("turned_pairs", 0, i, out[i], a[i]);
}

static void test_passed_on(void)
{
    unsigned a[48], v[32];
    for (unsigned i = 0; i < 48; i++)
        a[i] = i < 32 ? i * 3 : 7;
    launch("passed_on", 32, numbers, out, 0);
    for (unsigned t = 0; t < 32; t++)
        v[t] = a[(numbers[t] & 16) + t];
    for (int t = 0; t < 32; t++)
        check("passed_on", 0, t, out[t], v[t] * 1000 + v[t] + 1);
}

static void test_ways(void)
{
    int a[32], b[32], v[32];
    for (int t = 0; t < 32; t++) {
        a[t] = small[t];
        b[t] = small[t] * 5 + 1;
    }
    for (int t = 0; t < 32; t++)
        v[t] = t == 0 ? b[31] : t == 13 && small[t] > 3 ? b[small[t] & 31] : t > 20 ? (small[t] & 1 ? a[31 - t] : b[t - 20]) : a[t - 1];
    for (int k = 0; k < 2; k++) {
        launch(k ? "ways_back" : "ways", 32, small, passed, 0);
        for (int t = 0; t < 32; t++)
            check(k ? "ways_back" : "ways", small[13], t, (unsigned)passed[t], (unsigned)(v[31 - t] * 2 + v[t]));
    }
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        numbers[i] = (unsigned)i * 2654435761u >> 7;
    for (int n = 0; n <= MOST; n += n < 130 ? 13 : 95)
        test_counters(n);
    test_passed_on();
    test_turned_pairs();
    for (int k = 0; k < 8; k++) {
        for (int t = 0; t < 32; t++)
            small[t] = (t * 7 + k * 5) % 23;
        test_ways();
    }
    puts(wrong ? "wrong" : "as on the host");
    return 0;
}
