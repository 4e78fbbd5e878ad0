/* Sums around places with borders, and signs, against the same on the host. */
#include "host.h"

extern const ptx2c_module long_borders;

enum { W = 70, H = 20, N = 500 };
static float in[W * H], weight[49], out[W * H];
static int64_t numbers[N];
static int found[N], wrong;

static void launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&long_borders, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int which, int i, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s(%d): %d is %g, not %g\n", kernel, which, i, is, should);
}

static void test_around(uint64_t w, uint64_t h, uint64_t r, uint32_t x, uint32_t y)
{
    void *a = in, *b = weight, *c = out, *args[] = {&a, &b, &c, &w, &h, &r};
    launch("around", (ptx2c_dim3){((uint32_t)w + x - 1) / x, ((uint32_t)h + y - 1) / y, 1}, (ptx2c_dim3){x, y, 1}, args);
    for (int i = 0; i < (int)(w * h); i++) {
        float sum = 0;
        for (int dy = -(int)r; dy <= (int)r; dy++)
            for (int dx = -(int)r; dx <= (int)r; dx++) {
                const int yy = i / (int)w + dy, xx = i % (int)w + dx;
                if (yy >= 0 && yy < (int)h && xx >= 0 && xx < (int)w)
                    sum += in[yy * (int)w + xx] * weight[(dy + (int)r) * (2 * (int)r + 1) + dx + (int)r];
            }
        check("around", (int)r, i, out[i], sum); /* exact: small whole numbers */
    }
}

static void test_signs(int64_t from, int64_t other)
{
    int n = N;
    void *a = numbers, *b = found, *args[] = {&a, &b, &from, &other, &n};
    launch("signs", (ptx2c_dim3){(N + 127) / 128, 1, 1}, (ptx2c_dim3){128, 1, 1}, args);
    for (int t = 0; t < N; t++) {
        const int64_t i = (int64_t)((uint64_t)from + (uint64_t)t);
        check("signs", (int)from, t, found[t],
              (i >= 0 && other >= 0 ? 1 : 0) + (i < 0 || numbers[t] < 0 ? 2 : 0) + (i >= 0 && other >= 0 && numbers[t] >= 0 ? 4 : 0));
    }
}

int main(void)
{
    static const int64_t starts[] = {0, -1, -250, 5, INT64_MIN, INT64_MAX - 100, -(INT64_C(1) << 40), (INT64_C(1) << 32) - 200};
    for (int i = 0; i < W * H; i++)
        in[i] = (float)(i * 7919 % 9 - 4);
    for (int i = 0; i < 49; i++)
        weight[i] = (float)(i % 7 - 3);
    for (int i = 0; i < N; i++)
        numbers[i] = i % 3 ? i : -i;
    for (uint64_t r = 0; r <= 3; r++) {
        test_around(W, H, r, 32, 4);
        test_around(33, 7, r, 64, 1);
        test_around(5, 3, r, 16, 16);
    }
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++)
            test_signs(starts[i], starts[k]);
    puts(wrong ? "wrong" : "as on the host");
    return 0;
}
