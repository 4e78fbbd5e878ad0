/* Multiples of numbers with and without signs, of none by 0 as divisions by 0 here are, against the same on the host. */
#include "host.h"

extern const ptx2c_module multiples;

static int out[256], wrong;

static void check(const char *kernel, long long by, int i, int want)
{
    if (out[i] != want && wrong++ < 10)
        printf("%s by %lld: %d is %d, not %d\n", kernel, by, i, out[i], want);
}

static void test_signed(uint32_t threads, int by)
{
    int first = 0;
    void *p = out, *args[] = {&p, &first, &by};
    run(&multiples, "of_signed", 1, threads, args);
    for (int i = 0; i < (int)threads; i++)
        check("of_signed", by, i, i + (by && (long long)i % by == 0 ? 1000 : 0));
}

static void test_unsigned(uint32_t threads, uint32_t by)
{
    int s[256], n = (int)threads;
    void *p = out, *args[] = {&p, &by};
    run(&multiples, "of_unsigned", 1, threads, args);
    for (int i = 0; i < n; i++)
        s[i] = i + (by && (uint32_t)i % by == 0 ? 1000 : 0);
    for (uint32_t k = 1; k < by && k < 256 && threads == 256; k *= 2)
        for (uint32_t i = 0; i < threads; i += 2 * k)
            s[i] += s[(i + k) % 256] & 7;
    for (int i = 0; i < n && (threads == 256 || by < 2); i++)
        check("of_unsigned", by, i, s[i]);
}

int main(void)
{
    static const int signed_by[] = {0, 1, 2, 3, 7, 32, 100, 255, 1000, -1, -2, -5, -64, 2147483647, -2147483647 - 1};
    static const uint32_t unsigned_by[] = {0, 1, 2, 3, 5, 16, 33, 128, 256};
    static const uint32_t threads[] = {256, 64, 16, 45, 1};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        for (size_t i = 0; i < sizeof signed_by / sizeof *signed_by; i++)
            test_signed(threads[t], signed_by[i]);
        for (size_t i = 0; i < sizeof unsigned_by / sizeof *unsigned_by; i++)
            test_unsigned(threads[t], unsigned_by[i]);
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
