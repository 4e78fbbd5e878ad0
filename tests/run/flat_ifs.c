/* Ifs that hang on what the ones before found, against the same on the host. */
#include "host.h"

#include <math.h>

extern const ptx2c_module flat_ifs;

enum { MOST = 500 };

int main(void)
{
    static float x[MOST], y[MOST], weight[MOST];
    for (int i = 0; i < MOST; i++) {
        x[i] = (float)(i * 7919 % 1009) / 512 - 1;
        y[i] = (float)(i * 104729 % 997) / 512 - 1;
    }
    for (int n = 1; n < MOST; n += 83) {
        float *a = x, *b = y, *c = weight;
        int sum = 0, *s = &sum, want = 0, bad = 0;
        for (int i = 0; i < MOST; i++)
            weight[i] = -9;
        bad += run(&flat_ifs, "grade", (unsigned)(n + 95) / 96, 96, (void *[]){&a, &b, &c, &s, &n}) != 0;
        for (int i = 0; i < MOST; i++) {
            const float p = x[i], q = y[i];
            const bool low = fmaf(p, p, q * q) < 0.25f, even = !low && fabsf(p - q) < 0.125f, steep = !low && !even && q > 3 * p;
            const float w = low ? fmaf(-p, q, 1) : even ? p + q : steep ? fmaf(p, -2, q) : 4;
            want += i < n ? low ? 1 : even ? 2 : steep ? 3 : 4 : 0;
            bad += i < n ? fabsf(weight[i] - w) > 1e-6f : weight[i] != -9;
        }
        printf("%d: %d wrong\n", n, bad + (sum != want));
    }
    return 0;
}
