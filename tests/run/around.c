/* Remainders against C's; of 0 all bits are set. */
#include "host.h"

extern const ptx2c_module around;

enum { THREADS = 32, BLOCKS = 13 * 13 * 13, MOST = 50 * 7 * 6 };
static int a[BLOCKS], b[BLOCKS], n[BLOCKS], out[8 * THREADS * BLOCKS], in[MOST], sums[MOST], told;

static int remainder_of(int x, int m) { return m == 0 ? -1 : (int)((int64_t)x % m); }
static int unsigned_of(int x, int m) { return m == 0 ? -1 : (int)((unsigned)x % (unsigned)m); }

static void check(int block, int k, int want)
{
    for (int t = 0; t < THREADS; t++) {
        const int is = out[(8 * block + k) * THREADS + t];
        if (is != want && told++ < 10)
            printf("number %d of %d, %d, %d: %d, not %d\n", k, a[block], b[block], n[block], is, want);
    }
}

static void test_numbers(void)
{
    static const int some[13] = {0, 1, 2, 7, 16, 31, -1, -5, -16, INT32_MAX, INT32_MIN, 0x40000001, -0x40000001};
    for (int i = 0; i < BLOCKS; i++)
        a[i] = some[i % 13], b[i] = some[i / 13 % 13], n[i] = some[i / 169];
    int *pa = a, *pb = b, *pn = n, *pout = out;
    run(&around, "around", BLOCKS, THREADS, (void *[]){&pa, &pb, &pn, &pout});
    for (int i = 0; i < BLOCKS; i++) {
        const int x = a[i], y = b[i], m = n[i], sum = (int)((unsigned)x + (unsigned)y), less = (int)((unsigned)x - (unsigned)y);
        check(i, 0, remainder_of(sum, m));
        check(i, 1, unsigned_of(sum, m));
        check(i, 2, remainder_of(less, m));
        check(i, 3, unsigned_of(less, m));
        if (y != 0 && !(y == -1 && x == INT32_MIN))
            check(i, 4, remainder_of(x / y, m));
        if (y != 0)
            check(i, 5, unsigned_of((int)((unsigned)x / (unsigned)y), m));
        const int r = remainder_of(x, m);
        check(i, 6, remainder_of((int)((unsigned)r + (unsigned)m - 1), m));
        check(i, 7, remainder_of((int)((unsigned)r + 1), m));
    }
}

static void test_torus(int w, int h, int d)
{
    int *pin = in, *pout = sums;
    for (int i = 0; i < MOST; i++)
        in[i] = i * i % 1009;
    run(&around, "torus", (uint32_t)(w * h * d + 63) / 64, 64, (void *[]){&pin, &pout, &w, &h, &d});
    for (int i = 0; i < w * h * d; i++) {
        const int x = i % w, y = i / w % h, z = i / w / h;
        const int want = in[(z * h + y) * w + (x + 1) % w] + 2 * in[(z * h + y) * w + (x + w - 1) % w] + 4 * in[(z * h + (y + 1) % h) * w + x] +
                         8 * in[((z + d - 1) % d * h + y) * w + x];
        if (sums[i] != want && told++ < 10)
            printf("%d x %d x %d: %d is %d, not %d\n", w, h, d, i, sums[i], want);
    }
}

int main(void)
{
    test_numbers();
    test_torus(50, 7, 6);
    test_torus(17, 1, 2);
    test_torus(3, 5, 4);
    test_torus(1, 1, 1);
    puts(told ? "wrong" : "right");
    return 0;
}
