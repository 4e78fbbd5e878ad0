/* Tests of the greater and lesser of two places against the same on the host. */
#include "host.h"

extern const ptx2c_module extremes;

enum { MOST = 96 };
static float a[MOST * MOST], out[MOST * MOST];
static int in[MOST * MOST], numbers[MOST * MOST], wrong;

static void check(const char *kernel, int n, int i, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s(%d): %d is %g, not %g\n", kernel, n, i, is, should);
}

static void launch(const char *kernel, uint32_t blocks, void *const args[])
{
    check(kernel, 0, 0, ptx2c_launch(ptx2c_find_kernel(&extremes, kernel), (ptx2c_dim3){blocks, 8 * blocks, 1}, (ptx2c_dim3){32, 4, 1}, 0, args), 0);
}

static void test_upper(int n)
{
    float *p = a, *o = out;
    for (int i = 0; i < MOST * MOST; i++)
        out[i] = -1;
    launch("upper", 3, (void *[]){&p, &o, &n});
    for (int i = 0; i < MOST * MOST; i++) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += n && i < n * n ? a[k * n + i % n] * a[k * n + i / n] : 0;
        check("upper", n, i, out[i], n && i < n * n ? sum : -1);
    }
}

static void test_around(int from, int to)
{
    int *p = in, *o = numbers, n = MOST;
    launch("around", 3, (void *[]){&p, &o, &n, &from, &to});
    for (int i = 0; i < n * n; i++) {
        const int x = i % n, y = i / n, most = x > y ? x : y, least = x > y ? y : x;
        int v = (least >= from ? in[i] : 0) + (least < to ? 3 : 0) + (most <= to ? in[x] * 5 : 0) + (from < most ? in[y] * 7 : 0);
        v ^= (unsigned)most > (unsigned)from ? 1024 : 0;
        v |= (most < to) << 20 | (least > from) << 21;
        check("around", from, i, numbers[i], v);
    }
}

int main(void)
{
    static const int ends[] = {-7, 0, 1, 31, 32, 50, 95, 200};
    for (int i = 0; i < MOST * MOST; i++) {
        in[i] = i % 43;
        a[i] = (float)(i % 7);
    }
    for (int n = 0; n <= MOST; n += 19)
        test_upper(n);
    test_upper(32);
    test_upper(MOST);
    for (int i = 0; i < 64; i++)
        test_around(ends[i % 8], ends[i / 8]);
    puts(wrong ? "wrong" : "right");
    return 0;
}
