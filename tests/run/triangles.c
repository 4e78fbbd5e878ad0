/* Loops that begin at a thread's own number in some blocks, and rounds counted by division, against the same on the host. */
#include "host.h"

extern const ptx2c_module triangles;

enum { MOST = 3000 };
static int a[MOST], count[MOST * 4], out[MOST], wrong;
static unsigned turned[MOST];

static void launch(const char *kernel, uint32_t gx, uint32_t gy, uint32_t bx, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&triangles, kernel), (ptx2c_dim3){gx, gy, 1}, (ptx2c_dim3){bx, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int n, int i, long long is, long long should)
{
    if (is != should && wrong++ < 10)
        printf("%s of %d: %d is %lld, not %lld\n", kernel, n, i, is, should);
}

static void test_pairs(int n)
{
    int *x = a, *y = count, most = 150;
    const int blocks = (n + 31) / 32;
    launch("pairs", (uint32_t)blocks, (uint32_t)blocks, 32, (void *[]){&x, &y, &n, &most});
    for (int i = 0; i < n; i++)
        for (int c = 0; c < blocks; c++) {
            int near = 0;
            for (int j = c == i / 32 ? i % 32 + 1 : 0; j < 32 && c * 32 + j < n; j++)
                near += abs(a[i] - a[c * 32 + j]) < most ? j + 1 : 0;
            check("pairs", n, i * blocks + c, count[i * blocks + c], near);
        }
}

static void test_below(uint32_t threads, int n, int whole)
{
    int *x = a, *y = out;
    launch("below", 4, 1, threads, (void *[]){&x, &y, &n, &whole});
    for (int i = 0; i < 4 * (int)threads; i++) {
        const int end = i / (int)threads < whole ? n : i % (int)threads;
        int best = -1;
        for (int j = 0; j < end; j += 3)
            best = a[j] > best ? a[j] : best;
        check("below", n, i, out[i], best);
    }
}

static int lowest_zero(unsigned x)
{
    int at = 0;
    while (x >> at & 1)
        at++;
    return at;
}

static void test_turns(uint32_t blocks, uint32_t threads, int n)
{
    unsigned *x = (unsigned *)a, *y = turned;
    const int stride = (int)(blocks * threads);
    launch("turns", blocks, 1, threads, (void *[]){&x, &y, &n});
    for (int i0 = 0; i0 < stride && i0 < n; i0++) {
        unsigned now = (unsigned)i0 * 2654435761u;
        check("turns", n, i0, turned[i0], now);
        for (int i = i0 + stride; i < n; i += stride) {
            now ^= x[3] ^ x[lowest_zero((unsigned)(i - stride))];
            check("turns", n, i, turned[i], now);
        }
    }
}

int main(void)
{
    static const int sizes[] = {1, 31, 32, 33, 64, 77, 100};
    for (int i = 0; i < MOST; i++)
        a[i] = i * 7919 % 1009;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        test_pairs(sizes[s]);
        test_below(64, sizes[s] % 64, (int)s % 5);
        test_below(17, sizes[s] % 17, (int)s % 3);
        for (uint32_t threads = 32; threads < 100; threads += 31)
            for (int k = 0; k < 9; k++)
                test_turns(1 + (uint32_t)s % 3, threads, sizes[s] * k * 3);
    }
    printf("%d wrong\n", wrong);
    return 0;
}
