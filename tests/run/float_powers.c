/* powf with known exponents against the host's library. */
#include "host.h"
#include <math.h>

extern const ptx2c_module float_powers;

enum { N = 400, POWERS = 11 };
static float x[N], out[POWERS * N];
static int told;

static void check(const char *what, double of, float is, double want)
{
    const bool same = is == (float)want || (isnan(is) && isnan(want));
    if (!same && !(fabs(is - want) <= 0x1p-22 * fabs(want) + 0x1p-149) && told++ < 10) /* 4 units in the last place, as the library promises */
        printf("%s of %a is %a, not %a\n", what, of, is, want);
}

static void launch(const char *kernel, void **args)
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&float_powers, kernel), (ptx2c_dim3){(N + 63) / 64, 1, 1}, (ptx2c_dim3){64, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

int main(void)
{
    static const float special[] = {0.0f, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-80f, -0x1p80f, 0x1p-149f, 0x1.fffffep127f, 19, -53};
    static const double exponent[POWERS] = {2, 3, 4, 0.5, 1.5, 2.5, -1, -2, -0.5, -1.5, 2.2f};
    static float by[] = {0.9f, 1.1f, 1.7f};
    int n = N, rounds = 3;
    for (int i = 0; i < N; i++)
        x[i] = i < (int)(sizeof special / sizeof *special) ? special[i] : (float)ldexp((i - 200) * 0.37, i % 5 ? 0 : (i - 200) / 4);
    float *a = x, *b = out, *c = by;
    launch("powers", (void *[]){&a, &b, &n});
    for (int k = 0; k < POWERS; k++)
        for (int i = 0; i < N; i++)
            check("power", x[i], out[k * N + i], pow(k == 2 ? x[i] - 1 : x[i], exponent[k]));
    for (int i = 0; i < N; i++)
        out[i] = x[i] = (float)(i + 1) * 0.01f;
    launch("lens", (void *[]){&b, &c, &n, &rounds});
    for (int i = 0; i < N; i++) {
        double r = x[i];
        for (int k = 0; k < rounds; k++)
            r = pow(r * by[k], 1.5) / (1 + r * r);
        if (!(fabs(out[i] - r) <= 1e-5 * r))
            printf("lens %g: %g, not %g\n", x[i], out[i], r);
    }
    puts("done");
    return 0;
}
