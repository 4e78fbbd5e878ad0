/* Shares in strides of a constant, of all lengths and by blocks of other widths than the stride, against the same on the host. */
#include "host.h"

extern const ptx2c_module strides;

enum { MOST = 1100, BLOCKS = 3, THREADS = 256, ROWS = 7 };
static float x[BLOCKS * MOST], y[BLOCKS * MOST], sums[BLOCKS * THREADS];
static double d[BLOCKS * MOST], dsums[BLOCKS * THREADS];
static int ix[ROWS * MOST];
static short iy[MOST];
static unsigned ux[3 * MOST], ends[BLOCKS + 1], usums[BLOCKS * THREADS];
static long long out[BLOCKS * MOST], rowed[8 * MOST], want[8 * MOST];
static int wrong;

static void launch(const char *kernel, uint32_t threads, void *a, void *b, void *c, int n)
{
    void *args[] = {&a, &b, &c, &n};
    const int status = ptx2c_launch(ptx2c_find_kernel(&strides, kernel), (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int n, uint32_t threads, int at, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s, %d by %u threads: %d is %g, not %g\n", kernel, n, (unsigned)threads, at, is, should);
}

static void test_sums(int n, uint32_t threads)
{
    launch("products", threads, x, y, sums, n);
    launch("apart", threads, x, d, dsums, n);
    for (int k = 0; k < BLOCKS; k++)
        for (int t = 0; t < (int)threads; t++) {
            double sum = 0, dsum = 0; /* exact: numbers of few bits */
            for (int i = t; i < n; i += 128)
                sum += (double)x[k * n + i] * y[k * n + i];
            for (int i = t; i < n; i += 256)
                dsum += x[3 * i + k] * d[i + 2 * k];
            check("products", n, threads, k * (int)threads + t, sums[k * (int)threads + t], sum);
            check("apart", n, threads, k * (int)threads + t, dsums[k * (int)threads + t], dsum);
        }
}

static void test_copies(int n, uint32_t threads)
{
    for (int i = 0; i < BLOCKS * MOST; i++)
        out[i] = -7;
    launch("copies", threads, ix, iy, out, n);
    for (int i = 0; i < BLOCKS * MOST; i++) {
        const int at = n ? i % n : 0; /* the threads that there are come by */
        const bool done = i < BLOCKS * n && at % 64 < (int)threads;
        check("copies", n, threads, i, (double)out[i], done ? (double)((long long)ix[i] * iy[at] + 1) : -7);
    }
}

static void test_between(int n, uint32_t threads)
{
    for (int k = 0; k <= BLOCKS; k++)
        ends[k] = (unsigned)(n * k / BLOCKS);
    launch("between", threads, ux, ends, usums, n);
    for (int k = 0; k < BLOCKS; k++)
        for (unsigned t = 0; t < threads; t++) {
            unsigned sum = 0;
            for (unsigned i = ends[k] + t; i < ends[k + 1]; i += 32)
                sum = sum * 31 + ux[i] + ux[i + (unsigned)n];
            check("between", n, threads, k, usums[(unsigned)k * threads + t], sum);
        }
}

static void test_rows(int n, uint32_t threads)
{
    static int most[THREADS], iy32[MOST];
    for (int i = 0; i < n; i++)
        iy32[i] = i * 331 % 1000 - 300;
    for (int i = 0; i < 8 * n + 7; i++)
        rowed[i] = want[i] = -7;
    for (int r = 0; r < ROWS; r++) {
        const int *row = ix + r * n;
        int last = 0;
        for (int t = 0; t < (int)threads; t++) {
            most[t] = -2000000000;
            for (int i = t; i < n; i += 128)
                most[t] = row[i] > most[t] ? row[i] : most[t];
        }
        for (int t = 0; t < (int)threads; t++) {
            unsigned sum = 0;
            const int m = most[t ^ (threads % 2 ? 0 : 1)];
            for (int i = t; i < n; i += 128)
                sum = sum * 3 + (unsigned)(row[i] ^ m);
            for (int i = t; i < n; i += 128)
                want[r * n + i] = row[i] + (long long)(int)sum * iy32[i];
            for (int i = t; i < n; i += 64)
                sum -= (unsigned)(row[i] * iy32[i] + i);
            last = (int)sum;
        }
        want[ROWS * n + r] = last;
    }
    launch("rows", threads, ix, iy32, rowed, n);
    for (int i = 0; i < 8 * n + 7; i++)
        if (rowed[i] != want[i] && wrong++ < 10)
            printf("rows, %d by %u threads: %d is %lld, not %lld\n", n, (unsigned)threads, i, rowed[i], want[i]);
}

int main(void)
{
    static const uint32_t threads[] = {256, 128, 64, 40, 1};
    for (int i = 0; i < BLOCKS * MOST; i++) {
        x[i] = (float)(i * 37 % 101 - 50) / 16;
        y[i] = (float)(i * 53 % 97 - 48) / 8;
        d[i] = i * 29 % 89 - 44;
        ux[i] = (unsigned)i * 2654435761u;
    }
    for (int i = 0; i < ROWS * MOST; i++)
        ix[i] = i * 7919 % 200003 - 100000;
    for (int i = 0; i < MOST; i++)
        iy[i] = (short)(i * 331 - 3000);
    for (int k = 0; k < 5; k++)
        for (int n = 0; n <= 1024; n += n < 140 ? 7 : 103) {
            test_sums(n, threads[k]);
            test_copies(n, threads[k]);
            test_between(n, threads[k]);
            if (threads[k] <= 128) /* else two threads write to some places */
                test_rows(n, threads[k]);
        }
    puts(wrong ? "wrong" : "as on the host");
    return 0;
}
