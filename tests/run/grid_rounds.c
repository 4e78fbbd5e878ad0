/* Loops over all the grid's work in one round or several, against the same on the host. */
#include "host.h"

extern const ptx2c_module grid_rounds;

enum { MOST = 6000 };
static float table[MOST], add[MOST], out[MOST];
static int ids[MOST], numbers[MOST], wrong;

static void check(const char *kernel, int d, int i, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s(%d): %d is %g, not %g\n", kernel, d, i, is, should);
}

static void test(uint32_t blocks, uint32_t threads, int n, int d)
{
    const int rows = n / d, all = (int)(blocks * threads);
    int *id = ids, *o = numbers;
    float *t = table, *a = add, *f = out;
    static int in[MOST];
    int *p = in, what = 77;
    for (int i = 0; i < MOST; i++) {
        in[i] = i * 31 % 101;
        out[i] = -1;
    }
    run(&grid_rounds, "rows", blocks, threads, (void *[]){&id, &t, &a, &f, (void *)&rows, &d});
    for (int i = 0; i < MOST; i++)
        check("rows", d, i, out[i], i < rows * d ? table[ids[i / d] * d + i % d] + add[i] : -1);
    run(&grid_rounds, "turned", blocks, threads, (void *[]){&t, &f, (void *)&rows, &d});
    for (int i = 0; i < rows * d; i++)
        check("turned", d, i, out[i % d * rows + i / d], table[i] * 2);
    for (int i = 0; i < MOST; i++)
        numbers[i] = -1;
    n = rows * d;
    run(&grid_rounds, "first", blocks, threads, (void *[]){&p, &o, &n, &d, &what});
    for (int k = 0; k < all; k++)
        for (int i = k, found = 0; i < n; i += all) {
            const int v = in[i / d * d + (d - 1 - i % d)];
            check("first", d, i, numbers[i], found ? -1 : v);
            found |= v == what;
        }
    run(&grid_rounds, "sums", blocks, threads, (void *[]){&p, &o, &n, &d});
    for (int k = 0; k < all; k++) {
        int sum = 0;
        for (int i = k; i < n; i += all)
            sum += in[i / d] * (i % d);
        check("sums", d, k, numbers[k], sum);
    }
    run(&grid_rounds, "who", blocks, threads, (void *[]){&o, &n, &d});
    for (int i = 0; i < n; i++)
        check("who", d, i, numbers[i], i / d * 1000 + i % d + i % all / (int)threads * 1000000);
}

int main(void)
{
    static const uint32_t threads[] = {32, 96, 256};
    static const int counts[] = {1, 500, 2000, 5999};
    for (int i = 0; i < MOST; i++) {
        table[i] = (float)(i % 613);
        add[i] = (float)(i % 11);
        ids[i] = i % 7;
    }
    for (int b = 1; b < 9; b += 3)
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 4; c++) {
                test((uint32_t)b, threads[k], counts[c], 1);
                test((uint32_t)b, threads[k], counts[c], 20);
                test((uint32_t)b, threads[k], counts[c], 100);
            }
    printf("%d wrong\n", wrong);
    return 0;
}
