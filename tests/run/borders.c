/* Places of an image whose rows have neighbours or none, against the same on the host. */
#include "host.h"

extern const ptx2c_module borders;

enum { MOST = 100 * 9 };
static float u[MOST], out[MOST];
static unsigned char bytes[MOST];
static int add[100], numbers[2 * MOST], wrong;

static void launch(const char *kernel, int w, int h, uint32_t threads, void *args[])
{
    const ptx2c_dim3 grid = {((uint32_t)w + threads - 1) / threads, (uint32_t)h, 1}, block = {threads, 1, 1};
    const int status = ptx2c_launch(ptx2c_find_kernel(&borders, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int w, int h, int i, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s, %d x %d: %d is %g, not %g\n", kernel, w, h, i, is, should);
}

static void test(int w, int h, uint32_t threads, int mode)
{
    float *a = u, *b = out;
    unsigned char *c = bytes;
    int *d = add, *e = numbers;
    launch("rows", w, h, threads, (void *[]){&a, &b, &w, &h});
    launch("bytes", w, h, threads, (void *[]){&c, &d, &e, &w, &h, &mode});
    for (int i = 0; i < w * h; i++) {
        const int x = i % w, y = i / w, s = bytes[i] + (mode & 1 ? add[x] : 0);
        check("rows", w, h, i, out[i], (y > 0 ? u[i - w] : 0) * 2 - (y < h - 1 ? u[i + w] : 0) * 3 + u[i]);
        check("bytes", w, h, i, numbers[i], s);
        check("bytes (second)", w, h, i, numbers[h * w + i], mode & 2 ? add[w - 1 - x] - s : y > 1 ? bytes[i - 2 * w] : 7);
    }
}

int main(void)
{
    for (int i = 0; i < MOST; i++) {
        u[i] = (float)(i * 7919 % 101 - 50);
        bytes[i] = (unsigned char)(i * 7919 % 251);
    }
    for (int i = 0; i < 100; i++)
        add[i] = i * 31 % 17 - 8;
    for (int w = 1; w <= 100; w += 11)
        for (int h = 1; h < 10; h += 2)
            for (int mode = 0; mode < 4; mode++) {
                test(w, h, 32, mode);
                test(w, h, 64, mode);
                test(w, h, 13, mode);
            }
    printf("%d wrong\n", wrong);
    return 0;
}
