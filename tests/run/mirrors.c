/* Mirrored rows, against the same on the host, for rows that end anywhere in a block, with chunks of which no lane is in the row. */
#include "host.h"

extern const ptx2c_module mirrors;

enum { MOST = 8192, FAR = 64 }; /* FAR: what lanes that are not wanted may read in front */
static int in[MOST + 2 * FAR], out[MOST], *pin = in + FAR, *pout = out, wrong;
static float line[MOST + 2 * FAR], sums[MOST], *pline = line + FAR, *psums = sums;

static void check(const char *kernel, int n, int i, double got, double want)
{
    if (got != want && wrong++ < 10)
        printf("%s %d: %d has %g, not %g\n", kernel, n, i, got, want);
}

static int mirror(int i, int n) { return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i; }

static int at(int x, int y, int width, int height) { return pin[mirror(y, height) * width + mirror(x, width)]; }

static void test_tile(int width, int height, uint32_t x, uint32_t y)
{
    void *args[] = {&pin, &pout, &width, &height};
    const ptx2c_dim3 grid = {((uint32_t)width + 31) / 32, ((uint32_t)height + 15) / 16, 1}, block = {x, y, 1};
    wrong += ptx2c_launch(ptx2c_find_kernel(&mirrors, "tile"), grid, block, 0, args) != 0;
    for (int i = 0; i < width * height; i++) {
        const int px = i % width, py = i / width;
        check("tile", width, i, out[i], at(px - 8, py - 8, width, height) + 3 * at(px + 8, py + 8, width, height) + 5 * at(px, py, width, height));
    }
}

static void test_window(int n, int reach, uint32_t block)
{
    run(&mirrors, "window", ((uint32_t)n + block - 1) / block, block, (void *[]){&pline, &psums, &n, &reach});
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = i - reach; j <= i + reach; j++)
            sum = sum * 0.5f + pline[j < 0 ? -1 - j : j >= n ? 2 * n - 1 - j : j];
        check("window", n, i, sums[i], sum);
    }
}

static void test_capped(int n, int cap)
{
    run(&mirrors, "capped", ((uint32_t)n + 127) / 128, 128, (void *[]){&pline, &psums, &n, &cap});
    for (int i = 0; i < n; i++) {
        const int d = abs((int)pline[i] - 7);
        check("capped", n, i, sums[i], (float)(d < cap ? d : cap));
    }
}

static void test_behind(int n)
{
    run(&mirrors, "behind", 4, 256, (void *[]){&pin, &pout, &n});
    for (int b = 0; b < 4; b++) {
        int with[2] = {0};
        for (int i = 256 * b; i < 256 * b + 256; i++)
            with[0] += i < n ? pin[i] : 0, with[1] += pin[i < n ? i : 0];
        check("behind", n, b, out[2 * b], with[0]);
        check("behind", n, b, out[2 * b + 1], with[1]);
    }
}

int main(void)
{
    for (int i = 0; i < MOST + 2 * FAR; i++)
        in[i] = i * i % 1021, line[i] = (float)(i * i % 251);
    for (int n = 1; n < 1024; n += 37)
        test_behind(n);
    for (int width = 33; width < 100; width += 13) {
        test_tile(width, 40, 32, 8);
        test_tile(width, 23, 16, 4);
    }
    for (int n = 256; n < 1000; n += 97)
        for (int reach = 1; reach < 6; reach += 2) {
            test_window(n, reach, 128);
            test_window(n, reach, 96);
        }
    test_capped(300, 5);
    printf("%d wrong\n", wrong);
    return 0;
}
