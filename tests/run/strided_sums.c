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

enum { ROWS = 12, WIDEST = 90, ENTRIES = 60 };
static int start[ROWS + 1], column[ENTRIES];
static float value[ENTRIES], dense[ROWS * WIDEST], product[ROWS * WIDEST];

static void test_sparse(int width, uint32_t threads)
{
    void *a = start, *b = column, *c = value, *d = dense, *e = product, *args[] = {&a, &b, &c, &d, &e, &width};
    const ptx2c_kernel *const k = ptx2c_find_kernel(&strided_sums, "sparse");
    for (int i = 0; i < ROWS; i++)
        start[i + 1] = start[i] + (i == 3 ? 0 : i % 4 + i % 3 * 2);
    for (int i = 0; i < ENTRIES; i++) {
        column[i] = i * 7 % ROWS;
        value[i] = (float)(i % 5 - 2);
    }
    for (int i = 0; i < ROWS * WIDEST; i++)
        dense[i] = (float)(i * 7919 % 11);
    if (ptx2c_launch(k, (ptx2c_dim3){ROWS, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args))
        puts("sparse fails");
    for (int i = 0; i < ROWS * width; i++) {
        float sum = 0;
        for (int p = start[i / width]; p < start[i / width + 1]; p++)
            sum += value[p] * dense[column[p] * width + i % width];
        check("sparse", width, threads, product[i], sum);
    }
}

static void test_chain(int width, uint32_t threads)
{
    int count = ENTRIES / 2;
    float want[ROWS * WIDEST];
    void *a = column, *b = dense, *args[] = {&a, &b, &count, &width};
    for (int i = 0; i < ROWS * WIDEST; i++)
        want[i] = dense[i] = (float)(i % 3);
    for (int p = 0; p < count; p++)
        for (int j = 0; j < width && j < (int)threads; j++)
            want[column[2 * p] * width + j] += want[column[2 * p + 1] * width + j];
    if (ptx2c_launch(ptx2c_find_kernel(&strided_sums, "chain"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args))
        puts("chain fails");
    for (int i = 0; i < ROWS * width; i++)
        check("chain", width, threads, dense[i], want[i]);
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
    for (int width = 1; width <= WIDEST; width += 11) {
        test_sparse(width, 32);
        test_sparse(width, 128);
        test_chain(width, 96);
    }
    puts(wrong ? "wrong" : "as on the host");
    return 0;
}
