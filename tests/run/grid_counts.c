/* Loops over a grid of which each thread goes round not at all, once or often, against the same on the host. */
#include "host.h"

extern const ptx2c_module grid_counts;

enum { MOST = 5000, GUARD = 64 };
static float x[MOST + GUARD], y[MOST + GUARD], want_y[MOST + GUARD];
static double to[MOST + GUARD], from[MOST + GUARD], want_to[MOST + GUARD];
static int numbers[MOST], sums[MOST], wrong;

static void check(const char *kernel, int n, int i, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s(%d): %d is %g, not %g\n", kernel, n, i, is, should);
}

static void test(uint32_t blocks, uint32_t threads, int n)
{
    const int all = (int)(blocks * threads), most = n < 0 ? 0 : n;
    float *px = x, *py = y, a = 2;
    double *pt = to, *pf = from, part = 0.25;
    int *pn = numbers, *ps = sums;
    long long long_n = n;
    unsigned count = (unsigned)most;
    for (int i = 0; i < MOST + GUARD; i++) {
        x[i] = (float)(i % 89);
        y[i] = (float)(i % 31);
        want_y[i] = y[i] + (i < most ? 2 * x[i] : 0);
        to[i] = i % 64;
        from[i] = i % 48;
        want_to[i] = i < most ? to[i] * 0.25 + from[i] * 0.75 : to[i];
    }
    run(&grid_counts, "axpy", blocks, threads, (void *[]){&py, &px, &a, &n});
    run(&grid_counts, "mix", blocks, threads, (void *[]){&pt, &pf, &long_n, &part});
    for (int i = 0; i < MOST + GUARD; i++) {
        check("axpy", n, i, y[i], want_y[i]);
        check("mix", n, i, to[i], want_to[i]);
    }
    run(&grid_counts, "sum", blocks, threads, (void *[]){&pn, &count, &ps});
    for (int k = 0; k < all; k++) {
        unsigned s = 0;
        for (int i = k; i < most; i += all)
            s = s * 3 + (unsigned)numbers[i];
        check("sum", n, k, sums[k], (int)s);
    }
}

int main(void)
{
    static const int ends[] = {-5, 0, 1, 31, 100, 255, 256, 257, 1000, 4095, MOST};
    for (int i = 0; i < MOST; i++)
        numbers[i] = i * 31 % 101;
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        test(1, 32, ends[k]);
        test(3, 64, ends[k]);
        test(2, 100, ends[k]);
        test(8, 256, ends[k]);
        test(1, 7, ends[k]);
    }
    puts(wrong ? "wrong" : "right");
    return 0;
}
