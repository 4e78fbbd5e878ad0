/* Powers of numbers of all kinds within other arithmetic, against the library of the host. */
#include "host.h"
#include <math.h>

extern const ptx2c_module power_cases;

enum { KINDS = 16, N = KINDS * KINDS };
static double x[2 * N], y[N], out[N];
static int told;

static void check(const char *what, double is, double want)
{
    if (!(is == want && signbit(is) == signbit(want)) && !(isnan(is) && isnan(want)) && !(fabs(is - want) <= 0x1p-49 * fabs(want)) && told++ < 10)
        printf("%s: %a, not %a\n", what, is, want);
}

static void launch(const char *kernel, uint32_t block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&power_cases, kernel), (ptx2c_dim3){(N + block - 1) / block, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

int main(void)
{
    static const double kinds[KINDS] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-200, -0x1p200, 3, -4, 0.5, 1.5, -1e-9, 12345, -0.75};
    int n = N, few = 100;
    void *a = x, *b = y, *c = out;
    for (int i = 0; i < N; i++) {
        x[2 * i] = kinds[i % KINDS];
        x[2 * i + 1] = kinds[i / KINDS];
    }
    launch("lengths", 32, (void *[]){&a, &c, &n});
    for (int i = 0; i < N; i++)
        check("length", out[i], pow(pow(x[2 * i], 2) + pow(x[2 * i + 1], 2), 0.5));
    for (int i = 0; i < N; i++) {
        x[i] = kinds[i % KINDS];
        y[i] = kinds[i / KINDS];
    }
    launch("deviations", 64, (void *[]){&a, &b, &c, &n});
    for (int i = 0; i < N; i++)
        check("deviation", out[i], pow(y[i] - pow(x[i], 2), 0.5));
    for (int i = 0; i < few; i++)
        x[i] = i == 77 ? INFINITY : (i * 37 % few) * 0.25;
    launch("forces", 64, (void *[]){&a, &c, &few});
    for (int i = 0; i < few; i++) {
        double sum = 0;
        for (int k = 0; k < few; k++) {
            const double apart = x[i] - x[k], r2 = apart * apart + 1;
            sum += apart * pow(r2, -1.5) + pow(apart, 3);
        }
        check("force", out[i], sum);
    }
    puts("done");
    return 0;
}
