/* Powers by whole numbers and halves, of numbers of all kinds, against products and the library of the host. */
#include "host.h"
#include <math.h>

extern const ptx2c_module library_power, library_square, library_root;

enum { N = 400 };
static double x[N], out[7 * N];
static int told;

static bool same(double is, double want) { return is == want || (isnan(is) && isnan(want)); }

static void check(const char *what, double of, double is, double want, double most)
{
    if (!same(is, want) && !(fabs(is - want) <= most * fabs(want)) && told++ < 10)
        printf("%s of %a is %a, not %a\n", what, of, is, want);
}

static void launch(const ptx2c_module *m, const char *kernel)
{
    int n = N;
    void *a = x, *b = out, *args[] = {&a, &b, &n};
    const int status = ptx2c_launch(ptx2c_find_kernel(m, kernel), (ptx2c_dim3){(N + 63) / 64, 1, 1}, (ptx2c_dim3){64, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

int main(void)
{
    static const double special[] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-600, -0x1p600, 0x1p-1074, 0x1.fffffffffffffp1023, 19, -53};
    for (int i = 0; i < N; i++)
        x[i] = i < (int)(sizeof special / sizeof *special) ? special[i] : (i - 200) * 0.37;
    launch(&library_power, "powers");
    const double most = 0x1p-51; /* 2 units in the last place, as the library promises; products are nearer */
    for (int i = 0; i < N; i++) {
        const double y = x[i] - 1, a = fabs(x[i]), b = fabs(y);
        check("square", x[i], out[i], x[i] * x[i], most);
        check("cube", x[i], out[N + i], copysign(a * a * a, x[i]), most);
        check("fourth power", y, out[2 * N + i], (b * b) * (b * b), most);
        check("power", x[i], out[3 * N + i], pow(x[i], 2.5), most);
        check("chosen", x[i], out[4 * N + i], x[i] < 0 ? x[i] * x[i] : a * a * a, most);
    }
    launch(&library_square, "squares");
    for (int i = 0; i < N; i++)
        check("sum", x[i], out[i], x[i] * x[i] + (double)(i - 100) * (i - 100), most);
    static const double exponent[] = {0.5, 1.5, -0.5, -1.5, -1, -2, 0.3};
    for (int i = 0; i < N; i++)
        x[i] = i < (int)(sizeof special / sizeof *special) ? special[i] : ldexp((i - 200) * 0.37, i % 5 ? 0 : (i - 200) * 5);
    launch(&library_root, "roots");
    for (int k = 0; k < 7; k++)
        for (int i = 0; i < N; i++) {
            const double want = pow(x[i], exponent[k]);
            if (fabs(want) >= 0x1p-1022 || want == 0 || isnan(want)) /* nearer to 0 they have fewer bits */
                check("root", x[i], out[k * N + i], want, most);
        }
    puts("done");
    return 0;
}
