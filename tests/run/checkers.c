/* What every second thread does, in place, against the same on the host. */
#include "host.h"

#include <stdlib.h>

extern const ptx2c_module checkers;

enum { W = 75, H = 40, N = 1024 };
static int u[W * H], want[W * H], data[N], sorted[N];
static int wrong;

static void launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&checkers, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void compare(const char *kernel, const int *is, const int *should, int n)
{
    for (int i = 0; i < n; i++)
        if (is[i] != should[i] && wrong++ < 10)
            printf("%s: %d is %d, not %d\n", kernel, i, is[i], should[i]);
}

static void test_relax(int colour)
{
    int w = W, h = H;
    void *a = u, *args[] = {&a, &w, &h, &colour};
    for (int i = 0; i < W * H; i++)
        want[i] = u[i] = i * 7919 % 100;
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            if ((x + y) % 2 == colour) {
                const int i = y * W + x;
                want[i] = want[i - 1] + 3 * want[i + 1] - want[i - W] + 5 * want[i + W] - want[i];
            }
    launch("relax", (ptx2c_dim3){3, 5, 1}, (ptx2c_dim3){32, 8, 1}, args);
    compare("relax", u, want, W * H);
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        sorted[i] = data[i] = i * 7919 % 1000;
}

static void test_lanes(const char *kernel, int step, int which)
{
    void *a = data, *args[] = {&a, &which};
    fill();
    for (int i = 0; i < N; i++)
        if (i % 32 >= step && i % step == which)
            sorted[i] = step == 2 ? data[i - 2] + 1 : data[i - 4] + data[i - 1];
    launch(kernel, (ptx2c_dim3){N / 32, 1, 1}, (ptx2c_dim3){32, 1, 1}, args);
    compare(kernel, data, sorted, N);
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    test_relax(0);
    test_relax(1);
    fill();
    for (int b = 0; b < N; b += 128)
        qsort(sorted + b, 128, sizeof *sorted, ascending);
    void *a = data, *args[] = {&a};
    launch("odd_even", (ptx2c_dim3){N / 128, 1, 1}, (ptx2c_dim3){128, 1, 1}, args);
    compare("odd_even", data, sorted, N);
    for (int which = 0; which < 4; which++) {
        if (which < 2)
            test_lanes("shift", 2, which);
        test_lanes("quads", 4, which);
    }
    puts(wrong ? "wrong" : "as on the host");
    return 0;
}
