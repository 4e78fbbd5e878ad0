/* Comparisons that a condition chooses, against the same by hand, also of what is no number. */
#include <math.h>

#include "host.h"

extern const ptx2c_module chosen_truths;

enum { N = 77 };
static float side[N], x[N], y[N], out[N];
static double v[N], kept[N];
static int kind[N], wrong;

static float square(float a) { return a * a; }

static void test_upwind(int n)
{
    void *ps = side, *px = x, *py = y, *po = out;
    run(&chosen_truths, "upwind", 3, 32, (void *[]){&ps, &px, &py, &po, &n});
    for (int i = 0; i < n; i++) {
        float a = x[i], b = y[i], e = a * 0.5f - b, f = b * 0.25f + a;
        a = a / (1.0f + b * b), b = b / (1.0f + a * a), e = e / (2.0f + f * f), f = f / (2.0f + e * e);
        const float s = side[i] > 0.0f ? 1.0f : -1.0f;
        const float gx = fmaxf(square(s * a > 0 ? a : 0), square(s * b < 0 ? b : 0)), gy = fmaxf(square(s * e > 0 ? e : 0), square(s * f < 0 ? f : 0));
        wrong += !(fabsf(out[i] - sqrtf(gx + gy)) < 1e-5f);
    }
}

static void test_kinds(int n)
{
    void *pk = kind, *pv = v, *po = kept;
    run(&chosen_truths, "kinds", 3, 32, (void *[]){&pk, &pv, &po, &n});
    for (int i = 0; i < n; i++) {
        const double r = v[i] * 3.0 - 1.0;
        const bool low = kind[i] & 1 ? v[i] < -0.5 : r < -4.0, high = kind[i] & 1 ? r > 1.5 : v[i] > 2.0;
        const double want = (low ? r : 0.0) + (high ? v[i] : 1.0);
        wrong += !(isnan(want) ? isnan(kept[i]) : fabs(kept[i] - want) < 1e-12);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        side[i] = (float)(i * 29 % 7 - 3);
        x[i] = (float)(i * 37 % 41 - 20) / 8.0f;
        y[i] = (float)(i * 17 % 31 - 15) / 8.0f;
        v[i] = i % 11 ? (i * 23 % 53 - 26) / 8.0 : (double)NAN;
        kind[i] = i * 5 % 3;
    }
    test_upwind(N);
    test_upwind(40);
    test_kinds(N);
    printf("%d wrong\n", wrong);
    return 0;
}
