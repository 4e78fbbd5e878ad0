/* Loops of one of two ways, behind a test that threads answer by their place and before one that all answer alike. */
#include "host.h"

extern const ptx2c_module one_way;

enum { MOST = 700, DIMS = 6 };

static void check(int n, int dims, int each)
{
    static float data[DIMS * MOST], out[MOST + 1];
    for (int i = 0; i < DIMS * MOST; i++)
        data[i] = (float)(i % 23);
    for (int i = 0; i <= MOST; i++)
        out[i] = -1;
    const float *from = data;
    float *to = out;
    run(&one_way, "one_way", 3, 64, (void *[]){(void *)&from, &to, &dims, &n, &each});
    for (int i = 0, wrong = 0; i <= MOST && wrong < 5; i++) {
        float want = i < n ? 0.5f : -1;
        for (int d = 0; d < dims && i < n; d++)
            want += (float)(d + 1) * data[d * n + i];
        if (out[i] != want && ++wrong)
            printf("%d of %d, dimensions %d, by %d: %g, not %g\n", i, n, dims, each, (double)out[i], (double)want);
    }
}

int main(void)
{
    const int n[] = {3, 63, 64, 65, 191, 192, 193, 449, MOST};
    for (size_t k = 0; k < sizeof n / sizeof *n; k++)
        for (int dims = 0; dims <= DIMS; dims++)
            check(n[k], dims, n[k] / 3);
    puts("done");
    return 0;
}
