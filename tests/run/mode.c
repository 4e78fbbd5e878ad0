#include "ptx2c.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>

extern const ptx2c_module mode;

enum { N = 2048 };
static float in[N], f32[2][N], tiny[2][N], met[2][N];
static double f64[2][N];

static void launch(const char *name, unsigned grid, unsigned block, void *const args[])
{
    int status = ptx2c_launch(ptx2c_find_kernel(&mode, name), (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", name, ptx2c_strerror(status));
}

static void run(int i)
{
    void *a = f32[i], *b = f64[i], *c = tiny[i], *d = in, *e = met[i];
    launch("sums", N / 64, 64, (void *[]){&a, &b, &c, &d});
    launch("meet", 1, 1024, (void *[]){&e, &d});
}

/* Subnormals off, where the processor has that. */
static void set_flush(void)
{
#if defined __SSE__
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#endif
}

int main(void)
{
    for (int i = 0; i < N; i++)
        in[i] = 1 + (float)i / 8388608;
    run(0);
    fesetround(FE_UPWARD);
    set_flush();
    run(1);
    printf("rounding mode kept: %s\n", fegetround() == FE_UPWARD ? "yes" : "no");
    fesetenv(FE_DFL_ENV);
    int differ = 0, fused = 0, flushed = 0;
    for (int i = 0; i < N; i++) {
        differ += f32[0][i] != f32[1][i] || f64[0][i] != f64[1][i] || tiny[0][i] != tiny[1][i] || met[0][i] != met[1][i];
        volatile float p = in[i] * in[i], q = in[i] * -1.0f, s = p + q;
        volatile double x = (double)in[i] / 3, y = x * x, w = y - x;
        fused += s != f32[0][i] || w != f64[0][i] || (i < 1024 && s != met[0][i]);
        flushed += tiny[0][i] == 0;
    }
    printf("%d differ, %d fused, %d flushed\n", differ, fused, flushed);
    return 0;
}
