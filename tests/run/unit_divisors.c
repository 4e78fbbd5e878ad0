/* What divides by arguments that are mostly 1, and windows that borders cut, against the same on the host. */
#include "host.h"

#include <limits.h>
#include <string.h>

extern const ptx2c_module unit_divisors;

enum { MOST = 20000 };
static int in[MOST], out[MOST], want[MOST], out2[MOST], want2[MOST];

static void launch(const char *kernel, uint32_t blocks, uint32_t threads, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&unit_divisors, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void compare(const char *what, int a, int b)
{
    if (memcmp(out, want, sizeof out) || memcmp(out2, want2, sizeof out2))
        printf("%s: %d, %d\n", what, a, b);
    memset(out, 0, sizeof out);
    memset(out2, 0, sizeof out2);
    memset(want, 0, sizeof want);
    memset(want2, 0, sizeof want2);
}

static int quotient(int a, int b) { return b ? a / b : -1; } /* as PTX divides */

static void test_spread(int width, int stride, int kernel, int pad)
{
    const int *a = in;
    int *b = out, n = 9 * width + 5, pooled = (width + 2 * pad) / (stride > 0 ? stride : 3) + 2;
    for (int i = 0; i < n; i++) {
        const int x = i % width + pad, end = quotient(x, stride) + 1;
        for (int p = x < kernel ? 0 : quotient(x - kernel, stride) + 1; p < (end < pooled ? end : pooled); p++)
            want[i] += in[i / width * pooled + p] * (p * stride - x + 100);
    }
    launch("spread", (uint32_t)(n + 127) / 128, 128, (void *[]){&a, &b, &n, &width, &pooled, &kernel, &stride, &pad});
    compare("spread", width, stride);
}

static void test_fold(int width, int hop, int kernel, int pad)
{
    static float numbers[MOST], sums[MOST];
    const float *a = numbers;
    float *b = sums;
    int n = 3 * width + 1, frames = (width + 2 * pad) / hop + 1;
    for (int i = 0; i < MOST; i++)
        numbers[i] = (float)in[i];
    for (int i = 0; i < n; i++) {
        const int t = i % width + pad, last = t / hop < frames - 1 ? t / hop : frames - 1;
        for (int f = t < kernel ? 0 : (t - kernel) / hop + 1; f <= last; f++)
            want[i] += in[(i / width * kernel + t - f * hop) * frames + f];
    }
    launch("fold", (uint32_t)(n + 127) / 128, 128, (void *[]){&a, &b, &n, &width, &frames, &kernel, &hop, &pad});
    for (int i = 0; i < n; i++)
        out[i] = (int)sums[i];
    compare("fold", width, hop);
}

static void test_enlarge(uint32_t width, uint32_t scale, uint32_t left)
{
    const int *a = in;
    int *b = out;
    uint32_t height = 11, n = 3 * width * height - 1, pitch = width + 9, top = 3;
    for (uint32_t i = 0; i < n; i++)
        want[i] = (int)((uint32_t)in[(i / width % height + top) / scale * pitch + (i % width + left) / scale] + (i % width + left) % scale);
    launch("enlarge", 7, 160, (void *[]){&a, &b, &n, &width, &height, &pitch, &left, &top, &scale});
    compare("enlarge", (int)width, (int)scale);
}

static int wrap(int64_t x) { return (int)(uint32_t)(uint64_t)x; }

static void test_window(int reach, int edge)
{
    const int *a = in;
    int *b = out, *c = out2, n = 700;
    for (int x = 0; x < n; x++) {
        const int first = x < reach ? 0 : wrap((int64_t)x - reach);
        for (int i = first; i <= x; i++)
            want[x] += in[i];
        want2[x] = x > edge ? wrap((int64_t)edge - x + 7) : 7;
    }
    launch("window", 6, 128, (void *[]){&a, &b, &c, &n, &reach, &edge});
    compare("window", reach, edge);
}

static void test_below(uint32_t lowest, int least)
{
    int *b = out, n = 900;
    for (int x = 0; x < n; x++)
        want[x] = wrap((int64_t)((uint32_t)x <= lowest ? 0 : (uint32_t)x - lowest) * 3 + (x < least ? wrap((int64_t)least - x) : 0));
    launch("below", 8, 128, (void *[]){&b, &n, &lowest, &least});
    compare("below", (int)lowest, least);
}

int main(void)
{
    static const int widths[] = {1, 3, 17, 60, 333}, edges[] = {INT_MIN, INT_MIN + 9, -1, 0, 1, 40, 255, 256, 500, 699, INT_MAX - 3, INT_MAX};
    for (int i = 0; i < MOST; i++)
        in[i] = i * 37 % 1013;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        for (int stride = -1; stride < 5; stride++)
            for (int kernel = 1; kernel < 5; kernel++)
                test_spread(widths[i], stride, kernel, kernel / 2);
        for (int hop = 1; hop < 4; hop++)
            test_fold(widths[i], hop, hop + 2, hop);
        for (uint32_t scale = 1; scale < 4; scale++)
            test_enlarge((uint32_t)widths[i], scale, scale * 2);
    }
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        for (int reach = 0; reach < 700; reach += 233)
            test_window(reach, edges[i]);
        for (size_t k = 0; k < sizeof edges / sizeof *edges; k++)
            test_below((uint32_t)edges[k], edges[i]);
    }
    puts("done");
}
