/* Trees whose busy threads a product tells, against the same on the host. */
#include "host.h"

extern const ptx2c_module tree_products;

enum { T = 128, BLOCKS = 3 };
static int in[BLOCKS * T], value[BLOCKS], where[BLOCKS], out[6 * T], wrong;

static void launch(const char *kernel, uint32_t grid, uint32_t block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&tree_products, kernel), (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what, int i, int is, int want)
{
    if (is != want && wrong++ < 20)
        printf("%s: %d is %d, not %d\n", what, i, is, want);
}

static void test_largest(uint32_t block)
{
    int n = BLOCKS * (int)block - 5;
    for (int i = 0; i < n; i++)
        in[i] = (i * 37 + 11) % 101;
    void *a = in, *b = value, *c = where, *args[] = {&a, &b, &c, &n};
    launch("largest", BLOCKS, block, args);
    for (int k = 0; k < BLOCKS; k++) {
        int best = -1, at = k * (int)block;
        for (int i = at; i < (k + 1) * (int)block && i < n; i++)
            if (in[i] > best) {
                best = in[i];
                at = i;
            }
        check("largest", k, value[k], best);
        check("where", k, where[k], at);
    }
}

static int product(int a, int b) { return (int)((uint32_t)a * (uint32_t)b); }

static void test_lets(uint32_t block, int by, int bound, int other)
{
    void *a = out, *args[] = {&a, &by, &bound, &other};
    static int want[6 * T];
    for (int i = 0; i < 6 * T; i++)
        out[i] = want[i] = 0;
    for (int t = 0; t < (int)block; t++) {
        const int at = 7 * t % T, p = product(by, t);
        const bool lets[] = {p < bound, (uint32_t)p <= (uint32_t)bound, bound > product(by, 2 * t + 1),
                             ((uint32_t)by >= 32 ? 0 : (uint32_t)t << by) < (uint32_t)bound, p > bound, (t + 1) % other == 0 && p < bound};
        for (int i = 0; i < 6; i++)
            if (lets[i] && at < (int)block) /* the others are not read */
                want[i * T + at] = t + 1;
    }
    launch("lets", 1, block, args);
    for (int i = 0; i < 6 * T; i++)
        check("lets", i, out[i], want[i]);
    void *more[] = {&a, &by, &bound};
    for (int i = 0; i < T; i++)
        out[i] = want[i] = -1;
    for (int t = 0; t < (int)block; t++)
        want[7 * t % T] = t + 1;
    for (int t = 0; t < (int)block; t++)
        if ((uint32_t)product(by, t) >= (uint32_t)bound)
            want[7 * t % T] = -1;
    launch("lets_alone", 1, block, more);
    for (int i = 0; i < T; i++)
        check("alone", i, out[i], want[i]);
    if (block % 32)
        return;
    for (int i = 0; i < T; i++)
        out[i] = -1;
    launch("lets_warp", 1, block, more);
    for (int t = 0; t < (int)block; t++) {
        const int sum = t / 32 * 1024 + 496;
        check("warp", t, out[7 * t % T], product(by, t) < bound ? sum + t : product(by, 2 * t + 1) < bound ? sum - t : -1);
    }
}

int main(void)
{
    for (uint32_t block = 16; block <= T; block *= 2)
        test_largest(block);
    static const int by[] = {0, 1, 2, 3, 7, 31, 32, 64, 1 << 20, 1 << 24, 1 << 25, INT32_MAX, -1, -3, INT32_MIN},
                     bound[] = {0, 1, 2, 63, 100, 128, 4096, INT32_MAX, -1, -100, INT32_MIN};
    for (size_t i = 0; i < sizeof by / sizeof *by; i++)
        for (size_t k = 0; k < sizeof bound / sizeof *bound; k++) {
            test_lets(T, by[i], bound[k], 1 + (int)k);
            test_lets(37, by[i], bound[k], 4);
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
