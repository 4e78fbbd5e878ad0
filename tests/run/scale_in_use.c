/* What lanes read at one place under a condition is read once, but only where some lane would. */
#include "host.h"

extern const ptx2c_module scale_in_use;

enum { MOST = 500, TABLE = 40 };

static void check(int n, float limit, int small)
{
    static float x[MOST], y[MOST + 1], table[TABLE], scales[3] = {1, 1, 0.5f};
    for (int i = 0; i < TABLE; i++)
        table[i] = (float)(3 * i);
    bool any = false;
    for (int i = 0; i < n; i++) {
        x[i] = small > 0 && i % small == small / 2 ? (float)(i % 60) : 100;
        any |= x[i] < limit;
    }
    for (int i = 0; i <= MOST; i++)
        y[i] = -1;
    const float *from = x, *scale = any ? scales : NULL, *of = any ? table : NULL;
    float *to = y;
    run(&scale_in_use, "scale_in_use", 4, 128, (void *[]){(void *)&from, &to, (void *)&scale, (void *)&of, &limit, &n});
    for (int i = 0, wrong = 0; i <= MOST && wrong < 5; i++) {
        float want = -1;
        if (i < n)
            want = x[i] * (x[i] < limit ? table[(int)(x[i] * 0.5f)] + x[i] * 0.5f : 1);
        if (y[i] != want && ++wrong)
            printf("%d of %d below %g, each %d: %g, not %g\n", i, n, (double)limit, small, (double)y[i], (double)want);
    }
}

int main(void)
{
    const int n[] = {1, 31, 64, 129, MOST};
    for (size_t k = 0; k < sizeof n / sizeof *n; k++)
        for (int small = 0; small < 100; small += small < 4 ? 1 : 29)
            for (float limit = 0; limit <= 60; limit += 20)
                check(n[k], limit, small);
    puts("done");
    return 0;
}
