/* A tree of sums whose strides the fast functions give, and branches for one row of one block, against the same on the host. */
#include "host.h"

extern const ptx2c_module tree_powers;

enum { SIDE = 16, BLOCKS = 3, MOST = 4096 };
static float in[MOST], weight[MOST], partial[MOST], out[MOST];
static int counts[MOST], wrong;

static void launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&tree_powers, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what, int i, double is, double want)
{
    if (is != want && wrong++ < 10)
        printf("%s: %d is %g, not %g\n", what, i, is, want);
}

static void test_weigh(void)
{
    int hidden = SIDE + 1;
    static float sums[BLOCKS * SIDE][SIDE];
    for (int i = 0; i < BLOCKS * SIDE; i++) {
        in[i] = (float)(i % 7);
        for (int x = 0; x < SIDE; x++) {
            weight[i * hidden + x] = (float)((i * 5 + x * 3) % 11);
            sums[i][x] = in[i] * weight[i * hidden + x];
        }
    }
    for (int power = 2; power <= SIDE; power *= 2)
        for (int i = 0; i < BLOCKS * SIDE; i += power)
            for (int x = 0; x < SIDE; x++)
                sums[i][x] += sums[i + power / 2][x];
    void *a = in, *b = weight, *c = partial, *args[] = {&a, &b, &c, &hidden};
    launch("weigh", (ptx2c_dim3){1, BLOCKS, 1}, (ptx2c_dim3){SIDE, SIDE, 1}, args);
    for (int i = 0; i < BLOCKS * SIDE; i++) {
        check("partial", i, partial[i], sums[i / SIDE * SIDE][i % SIDE]);
        for (int x = 0; x < SIDE; x++)
            check("weight", i * SIDE + x, weight[i * hidden + x], sums[i][x]);
    }
}

static void test_rows(uint32_t width, uint32_t height)
{
    int n = (int)width + 3, mask = 1;
    void *a = out, *args[] = {&a, &n}, *b = counts, *more[] = {&b, &mask};
    launch("first_row", (ptx2c_dim3){1, 2, 1}, (ptx2c_dim3){width, height, 1}, args);
    for (int y = 0; y < 2 * (int)height; y++)
        for (int x = 0; x < (int)width; x++) {
            const int is = x + 100 * (y % (int)height);
            check("row", y * n + x, out[y * n + x], y ? is : 2 * is + n);
        }
    launch("some_rows", (ptx2c_dim3){1, 2, 1}, (ptx2c_dim3){width, 2, 1}, more);
    for (int i = 0; i < 2 * (int)width; i++)
        check("some", i, counts[i], i % (int)width + (i < (int)width));
}

int main(void)
{
    test_weigh();
    test_rows(16, 8);
    test_rows(8, 4);
    test_rows(32, 2);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
