/* Neighbours at the borders, against the same on the host, for rows that end anywhere in a block. */
#include "host.h"

extern const ptx2c_module clamps;

enum { MOST = 4096 };
static int in[MOST], out[MOST], *pin = in, *pout = out, wrong;

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

static void check(const char *kernel, uint32_t block, int n, int i, int want)
{
    if (out[i] != want && wrong++ < 10)
        printf("%s %d, blocks of %u: thread %d has %d, not %d\n", kernel, n, (unsigned)block, i, out[i], want);
}

static void test_rows(int n, uint32_t block)
{
    const int threads = (int)(6 * block) < 600 ? (int)(6 * block) : 600;
    const uint32_t grid = (uint32_t)threads / block;
    run(&clamps, "near", grid, block, (void *[]){&pin, &pout, &n});
    for (int i = 0; i < (int)(grid * block); i++)
        check("near", block, n, i, in[most(i - 2, 0)] * 3 + in[least(i + 3, n - 1)] + in[most(least(i, n - 1), 1)]);
    run(&clamps, "around", grid, block, (void *[]){&pin, &pout, &n});
    for (int i = 0; i < (int)(grid * block); i++)
        check("around", block, n, i, in[i == 0 ? n - 1 : i - 1] * 5 + in[i == n - 1 ? 0 : i + 1] * 3 + in[i != 5 ? i : 7]);
}

static void test_strip(int n, uint32_t block)
{
    static const char *const kernels[] = {"strip", "strip_least"};
    const uint32_t grid = ((uint32_t)n + 6 + block) / block;
    for (int k = 0; k < 2; k++) {
        run(&clamps, kernels[k], grid, block, (void *[]){&pin, &pout, &n});
        for (int i = 0; i < (int)(grid * block); i++) {
            int sum = 0;
            for (int j = i - 5; j <= i - 1; j++)
                sum = sum * 3 + in[most(least(j, n - 1), 0)];
            check(kernels[k], block, n, i, sum);
        }
    }
}

static void test_far(int start, int low, uint32_t high, uint32_t block)
{
    run(&clamps, "far", 3, block, (void *[]){&pout, &start, &low, &high});
    for (uint32_t i = 0; i < 3 * block; i++) {
        const uint32_t s = (uint32_t)start;
        const int a = most((int)(s + i), low), b = least(low, (int)(s - 3 * i));
        const uint32_t c = s + i < high ? s + i : high, d = high > s - i ? high : s - i;
        check("far", block, start, (int)i,
              (int)((uint32_t)a + (uint32_t)b * 3 + c * 5 + d * 7 + (s + 2 * i == (uint32_t)low ? 1000 : i)));
    }
}

static void test_picture(int width, int height, uint32_t x, uint32_t y)
{
    void *args[] = {&pin, &pout, &width, &height};
    const ptx2c_dim3 grid = {((uint32_t)width + x - 1) / x, ((uint32_t)height + y - 1) / y, 1}, block = {x, y, 1};
    if (ptx2c_launch(ptx2c_find_kernel(&clamps, "picture"), grid, block, 0, args))
        printf("picture: not launched\n");
    for (int i = 0; i < width * height; i++) {
        const int c = i % width, r = i / width * width, e = least(c + 1, width - 1);
        const int n = most(i / width - 1, 0) * width, s = least(i / width + 1, height - 1) * width;
        check("picture", x, width, i, in[r + most(c - 1, 0)] + in[r + e] * 3 + in[n + c] * 5 + in[s + e] * 7 +
                                          in[r + (c == 0 ? width - 1 : c - 1)]);
    }
}

int main(void)
{
    static const uint32_t blocks[] = {1, 7, 32, 33, 128, 256};
    for (int i = 0; i < MOST; i++)
        in[i] = (int)((uint32_t)i * 2654435761u >> 10) % 10000;
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        for (int n = 2; n < 700; n = n * 2 + 3)
            test_rows(n, blocks[k]);
        for (int n = 1; n < 1500; n = n * 3 + 2)
            test_strip(n, blocks[k]);
        test_far(INT32_MAX - 50, INT32_MIN + 20, 40, blocks[k]);
        test_far(INT32_MAX - 50, INT32_MAX - 10, UINT32_MAX - 7, blocks[k]);
        test_far(INT32_MIN + 70, INT32_MAX, 0x80000010u, blocks[k]);
        test_far(-40, 20, 30, blocks[k]);
        test_far(100, 100, UINT32_MAX - 40, blocks[k]);
        test_far(-9, 10, 0, blocks[k]);
    }
    test_picture(50, 20, 32, 4);
    test_picture(33, 9, 16, 16);
    test_picture(1, 5, 8, 8);
    test_picture(100, 3, 100, 1);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
