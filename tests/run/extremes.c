#include <math.h>

#include "host.h"

extern const ptx2c_module extremes;

enum { N = 500, EACH = 7 };
static float x[N * EACH], out[4 * N];
static double y[N * EACH], to[3 * N];

static uint64_t bits(double v)
{
    uint64_t b;
    memcpy(&b, &v, sizeof b);
    return b;
}

/* By the manual: a NaN loses, -0 is below +0. */
static double smaller(double a, double b) { return a != a ? b : b != b ? a : a < b || (a == b && signbit(a)) ? a : b; }
static double larger(double a, double b) { return a != a ? b : b != b ? a : a > b || (a == b && !signbit(a)) ? a : b; }

static void want(const char *name, int i, int k, double is, double value)
{
    if (is == is || value == value ? bits(is) != bits(value) : 0)
        printf("%s: %d of thread %d is %a, not %a\n", name, k, i, is, value);
}

int main(void)
{
    static const double some[] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, -NAN, 0x1p-149, -0x1p-149, 3.5, -7.25};
    uint32_t r = 11;
    for (int i = 0; i < N * EACH; i++) {
        r = r * 1664525 + 1013904223;
        x[i] = (float)some[(r >> 16) % (i < N ? 2 : i < 2 * N ? 8 : 12)];
        r = r * 1664525 + 1013904223;
        y[i] = some[(r >> 16) % (i % 3 ? 12 : 2)];
    }
    const float *px = x;
    const double *py = y;
    float *pout = out;
    double *pto = to;
    int n = N, each = EACH;
    const ptx2c_dim3 grid = {4, 1, 1}, block = {128, 1, 1};
    if (ptx2c_launch(ptx2c_find_kernel(&extremes, "floats"), grid, block, 0, (void *[]){&px, &pout, &n, &each}) ||
        ptx2c_launch(ptx2c_find_kernel(&extremes, "doubles"), grid, block, 0, (void *[]){&py, &pto, &n, &each}))
        puts("not launched");
    for (int i = 0; i < N; i++) {
        double low = INFINITY, high = (double)-3.4e38f, zero = -0.0, from = (double)x[i * EACH];
        double least = 1e300, most = 0, bound = i - 3.0;
        for (int k = 0; k < EACH; k++) {
            const double v = (double)x[i * EACH + k], w = y[k * N + i];
            low = smaller(low, v);
            high = larger(v, high);
            zero = larger(zero, smaller(v, k & 1 ? low : high));
            from = smaller(from, v);
            least = smaller(least, w);
            most = larger(most, w);
            bound = smaller(larger(w, (double)(i - k)), bound);
        }
        want("floats", i, 0, (double)out[4 * i], low);
        want("floats", i, 1, (double)out[4 * i + 1], high);
        want("floats", i, 2, (double)out[4 * i + 2], zero);
        want("floats", i, 3, (double)out[4 * i + 3], from);
        want("doubles", i, 0, to[3 * i], least);
        want("doubles", i, 1, to[3 * i + 1], most);
        want("doubles", i, 2, to[3 * i + 2], bound);
    }
    puts("done");
}
