/* What the largest of each pool gets back, against the same on the host; the least and largest sizes of pools, and none. */
#include "host.h"

#include <limits.h>
#include <string.h>

extern const ptx2c_module unpool;

enum { MOST = 4096 };
static float diff[MOST], out[MOST], want[MOST];
static int64_t diff2[MOST], out2[MOST], want2[MOST];
static int16_t place[MOST];

static int quotient(int a, int b) { return b ? a / b : -1; } /* as PTX divides */

static void launch(const char *kernel, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&unpool, kernel), (ptx2c_dim3){3, 1, 1}, (ptx2c_dim3){128, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static int first(int at, int kernel, int stride)
{
    return at < kernel ? 0 : (int)((uint32_t)quotient((int)((uint32_t)at - (uint32_t)kernel), stride) + 1);
}

static int end(int at, int stride, int pools)
{
    const int last = quotient(at, stride) + 1;
    return last < pools ? last : pools;
}

static void test(int width, int kernel, int stride, int pad)
{
    int height = 7, ph = 8, pw = (width + 2 * pad) / (stride > 1 ? stride : 1) + 1;
    uint32_t n = (uint32_t)(2 * height * width);
    for (int i = 0; i < MOST; i++)
        place[i] = (int16_t)(i * 29 % (height * width));
    for (int i = 0; i < (int)n; i++) {
        const int w = i % width, h = i / width % height, plane = i / width / height;
        want[i] = 0;
        for (int y = first(h + pad, kernel, stride); y < end(h + pad, stride, ph); y++)
            for (int x = first(w + pad, kernel, stride); x < end(w + pad, stride, pw); x++)
                if (place[(plane * ph + y) * pw + x] == h * width + w)
                    want[i] += diff[(plane * ph + y) * pw + x];
        want2[i] = (int64_t)want[i];
    }
    const float *a = diff;
    const int64_t *b = diff2;
    const int16_t *p = place;
    float *c = out;
    int64_t *d = out2;
    launch("floats", (void *[]){&n, &a, &p, &height, &width, &ph, &pw, &kernel, &stride, &pad, &c});
    launch("longs", (void *[]){&n, &b, &p, &height, &width, &ph, &pw, &kernel, &stride, &pad, &d});
    if (memcmp(out, want, n * sizeof *out) || memcmp(out2, want2, n * sizeof *out2))
        printf("rows of %d, pools of %d, %d, %d\n", width, kernel, stride, pad);
}

int main(void)
{
    static const int kernels[] = {0, 1, 2, 3, 5, INT_MAX};
    for (int i = 0; i < MOST; i++)
        diff2[i] = (int64_t)(diff[i] = (float)(i * 37 % 1013));
    for (int width = 1; width < 80; width += 13)
        for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
            for (int stride = 0; stride < 4; stride++)
                for (int pad = 0; pad < 3; pad++)
                    test(width, kernels[k], stride, pad);
    puts("done");
}
