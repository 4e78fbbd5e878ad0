/* Stores that follow each other to one place, against the same on the host, for counts that end anywhere in a block. */
#include "host.h"

#include <math.h>

extern const ptx2c_module settled;

enum { MOST = 600 };
static float in[MOST], out[MOST];
static double din[512], dout[512];
static int iin[MOST], iout[2 * MOST], parted[2 * MOST], a[MOST];
static float each[MOST];
static int wrong;

static void launch(const char *kernel, uint32_t blocks, ptx2c_dim3 block, void *x, void *y, int n)
{
    void *args[] = {&x, &y, &n};
    const int status = ptx2c_launch(ptx2c_find_kernel(&settled, kernel), (ptx2c_dim3){blocks, 1, 1}, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int n, int i, double is, double want)
{
    if (is != want && wrong++ < 10)
        printf("%s %d: %d is %g, not %g\n", kernel, n, i, is, want);
}

static void test_rows(int n)
{
    for (int i = 0; i < MOST; i++) {
        in[i] = (float)(i * 37 % 101) / 101;
        iin[i] = i * 7919 % 1000;
        out[i] = -7;
        each[i] = -7;
        iout[i] = iout[MOST + i] = parted[i] = parted[MOST + i] = -7;
        a[i] = i * 31 % 17;
    }
    launch("clamp", 5, (ptx2c_dim3){120, 1, 1}, in, out, n);
    launch("beside", 5, (ptx2c_dim3){120, 1, 1}, iin, iout, n);
    launch("looked_at", 5, (ptx2c_dim3){120, 1, 1}, a, a, n);
    launch("each", 5, (ptx2c_dim3){120, 1, 1}, in, each, n);
    launch("not_each", 5, (ptx2c_dim3){120, 1, 1}, iin, parted, n);
    for (int i = 0; i < MOST; i++) {
        const float x = in[i] * 3 - 1;
        const int v = i * 31 % 17;
        check("clamp", n, i, out[i], i >= n ? -7 : x < 0 ? 0 : x > 1 ? 1 : fmaf(in[i], 3, -1));
        check("beside", n, i, iout[i], i >= n ? (i < 2 * n && (iin[i - n] & 1) ? iin[i - n] + 1 : -7) : iin[i]);
        check("each", n, i, each[i], out[i]);
        const int here = iin[i] % 5 == 0 ? iin[i] + 3 : iin[i] % 5 == 1 ? iin[i] + 4 : iin[i] % 3 == 0 ? iin[i] + 1 : -7;
        check("not_each", n, i, parted[i], i < n ? here : i < 2 * n && iin[i - n] % 3 == 1 ? iin[i - n] + 2 : -7);
        check("looked_at", n, i, a[i], i >= n ? v : v + 1 > 7 ? 2 * (v + 1) : v + 1);
    }
}

int main(void)
{
    static const int counts[] = {0, 1, 31, 32, 100, 333, 479, 600};
    for (int i = 0; i < 8; i++)
        test_rows(counts[i]);
    for (int i = 0; i < 512; i++)
        din[i] = (i * 53 % 97) - 40.5;
    launch("shared_clamp", 2, (ptx2c_dim3){16, 16, 1}, din, dout, 0);
    for (int i = 0; i < 512; i++) {
        const int x = i % 16, y = i / 16 % 16, block = i / 256 * 256;
        check("shared_clamp", 512, i, dout[i], fabs(din[block + y * 16 + (x + 1) % 16]) + fabs(din[block + (y + 3) % 16 * 16 + x]));
    }
    puts(wrong ? "wrong" : "as on the host");
    return 0;
}
