#include "host.h"

extern const ptx2c_module row_rounds;

enum { N = 64, ALL = N * N + 2 };
static float x[ALL], want[ALL], a[ALL], b[ALL], b_want[ALL];

static void fill(void)
{
    for (int i = 0; i < ALL; i++) {
        x[i] = want[i] = (float)(i * 7 % 5);
        a[i] = (float)(i * 3 % 4);
        b[i] = b_want[i] = (float)(1 << i % 3);
    }
}

static void check(const char *name)
{
    for (int i = 0; i < ALL; i++)
        if (x[i] != want[i] || b[i] != b_want[i])
            printf("%s: [%d][%d] is %g and %g, not %g and %g\n", name, i / N, i % N, (double)x[i], (double)b[i], (double)want[i],
                   (double)b_want[i]);
}

static void launch(const char *name, uint32_t threads)
{
    float *px = x, *pa = a, *pb = b;
    run(&row_rounds, name, (N + threads - 1) / threads, threads, (void *[]){&px, &pa, &pb});
    check(name);
}

static void forth(int last, int warp)
{
    for (int from = 0; from < N; from += warp)
        for (int i = 1; i <= last; i++) {
            float sum[N];
            for (int t = from; t < from + warp; t++)
                sum[t] = want[t * N + i] + want[t * N + i - 1] * 2;
            for (int t = from; t < from + warp; t++)
                want[t * N + i] = sum[t];
        }
}

int main(void)
{
    for (uint32_t threads = 32; threads <= 64; threads += 32) {
        fill();
        forth(N - 1, 32);
        launch("forth", threads);
        fill();
        for (int t = 0; t < N; t++)
            for (int i = N - 2; i >= 0; i--)
                want[t * N + i] -= want[t * N + i + 1] * 2;
        launch("back", threads);
        fill();
        for (int t = 0; t < N; t++)
            for (int i = 1; i < N; i++) {
                want[t * N + i] -= want[t * N + i - 1] * a[t * N + i] / b_want[t * N + i - 1];
                b_want[t * N + i] -= a[t * N + i] / b_want[t * N + i - 1];
            }
        launch("both", threads);
    }
    fill(); /* a warp alone: others are not in step with it */
    for (int i = 1; i < N + 2; i++) {
        float sum[32];
        for (int t = 0; t < 32; t++)
            sum[t] = want[t * N + i] + want[t * N + i - 1] * 2;
        for (int t = 0; t < 32; t++)
            want[t * N + i] = sum[t];
    }
    float *px = x;
    run(&row_rounds, "beyond", 1, 32, (void *[]){&px});
    check("beyond");
    puts("done");
    return 0;
}
