/* Shares of a block's threads, of all lengths, against the same on the host. */
#include "host.h"

extern const ptx2c_module strided_sums;

enum { MOST = 700, BLOCKS = 3 };
static float x[MOST], at[BLOCKS] = {1, -2, 3}, sums[BLOCKS];
static int numbers[MOST], scale[BLOCKS] = {1, -3, 5}, out[BLOCKS * 256];
static int wrong;

static void launch(const char *kernel, uint32_t threads, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&strided_sums, kernel), (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int n, uint32_t threads, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s, %d of %u threads: %g, not %g\n", kernel, n, (unsigned)threads, is, should);
}

static void test(int n, uint32_t threads)
{
    float h = 0.5f;
    void *a = x, *b = at, *c = sums, *density[] = {&a, &b, &c, &n, &h};
    launch("density", threads, density);
    for (int k = 0; k < BLOCKS; k++) {
        double sum = 0; /* exact: numbers of few bits */
        for (int i = 0; i < n; i++)
            sum += (double)((x[i] - at[k]) * h) * (double)((x[i] - at[k]) * h);
        check("density", n, threads, sums[k], sum);
    }
    void *p = numbers, *q = scale, *r = out, *extremes[] = {&p, &q, &r, &n};
    launch("extremes", threads, extremes);
    for (int k = 0; k < BLOCKS; k++)
        for (int t = 0; t < (int)threads; t++) {
            int least = 1000, most = -7;
            for (int i = t; i < n; i += (int)threads) {
                least = numbers[i] * scale[k] < least ? numbers[i] * scale[k] : least;
                most = numbers[i] + scale[k] > most ? numbers[i] + scale[k] : most;
            }
            check("extremes", n, threads, out[k * (int)threads + t], 3 * least + most);
        }
}

int main(void)
{
    static const int lengths[] = {0, 1, 31, 32, 33, 100, 128, 255, 256, 257, 600, MOST, -4};
    for (int i = 0; i < MOST; i++) {
        x[i] = (float)(i * 7919 % 16);
        numbers[i] = i * 7919 % 500 - 200;
    }
    for (int i = 0; i < 13; i++) {
        test(lengths[i], 256);
        test(lengths[i], 64);
        test(lengths[i], 32);
    }
    puts(wrong ? "wrong" : "as on the host");
    return 0;
}
