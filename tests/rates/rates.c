/* rates.c: what the runtime's arithmetic costs in a vectorised loop beside plain C and libm: the functions that
 * instructions become, over arrays that fit the caches, interleaved with the loop of C, the best of many runs of each.
 *
 *   rates [PART OF A NAME...]       status 1 when a ratio is above what is asked for */
#if !defined _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <ptx2c/arith.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { N = 4096, RUNS = 2000 };

typedef union Array { float f[N]; double d[N]; int32_t i[N]; } Array;
static Array in[3];
Array rates_out; /* for all to see, so that it must be written */
static const float one_f = 1;

#if defined __GNUC__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif

/* What an instruction becomes, its result's and inputs' types (f, d: float, double; i: int32_t), the expression of its
 * row, that of plain C, and what the ratio of their times may be. */
#define PLAIN 1.15   /* no slower; the margin is for the measurement */
#define CHECKED 3.5  /* plain C without what is to be done with NaNs and values out of range */
#define DIRECTED 6.0
#define LIBM 0.25    /* four times faster */
#define RATES(X)                                                                                                       \
    X(fma_rn_f32, f, f, ptx2c_fma_rn_f32(x, y, z), fmaf(x, y, z), PLAIN)                                               \
    X(fma_rn_f64, d, d, ptx2c_fma_rn_f64(x, y, z), fma(x, y, z), PLAIN)                                                \
    X(sqrt_rn_f32, f, f, ptx2c_sqrt_rn_f32(x), sqrtf(x), PLAIN)                                                        \
    X(sqrt_rn_f64, d, d, ptx2c_sqrt_rn_f64(x), sqrt(x), PLAIN)                                                         \
    X(min_f32, f, f, ptx2c_min_f32(x, y), fminf(x, y), PLAIN)                                                          \
    X(max_f32, f, f, ptx2c_max_f32(x, y), fmaxf(x, y), PLAIN)                                                          \
    X(min_f64, d, d, ptx2c_min_f64(x, y), fmin(x, y), PLAIN)                                                           \
    X(max_f64, d, d, ptx2c_max_f64(x, y), fmax(x, y), PLAIN)                                                           \
    X(cvt_rni_f32, f, f, ptx2c_rni_f32(x), nearbyintf(x), CHECKED)                                                     \
    X(cvt_rmi_f32, f, f, ptx2c_rmi_f32(x), floorf(x), CHECKED)                                                         \
    X(cvt_rzi_s32_f32, i, f, ptx2c_cvt_rzi_s32_f32(x), (int32_t)x, CHECKED)                                            \
    X(cvt_rzi_s32_f64, i, d, ptx2c_cvt_rzi_s32_f64(x), (int32_t)x, CHECKED)                                            \
    X(add_rz_f32, f, f, ptx2c_add_rz_f32(x, y), x + y, DIRECTED)                                                       \
    X(add_rm_f32, f, f, ptx2c_add_rm_f32(x, y), x + y, DIRECTED)                                                       \
    X(add_rp_f32, f, f, ptx2c_add_rp_f32(x, y), x + y, DIRECTED)                                                       \
    X(add_rz_f64, d, d, ptx2c_add_rz_f64(x, y), x + y, DIRECTED)                                                       \
    X(add_rm_f64, d, d, ptx2c_add_rm_f64(x, y), x + y, DIRECTED)                                                       \
    X(add_rp_f64, d, d, ptx2c_add_rp_f64(x, y), x + y, DIRECTED)                                                       \
    X(sub_rz_f32, f, f, ptx2c_sub_rz_f32(x, y), x - y, DIRECTED)                                                       \
    X(sub_rm_f32, f, f, ptx2c_sub_rm_f32(x, y), x - y, DIRECTED)                                                       \
    X(sub_rp_f32, f, f, ptx2c_sub_rp_f32(x, y), x - y, DIRECTED)                                                       \
    X(sub_rz_f64, d, d, ptx2c_sub_rz_f64(x, y), x - y, DIRECTED)                                                       \
    X(sub_rm_f64, d, d, ptx2c_sub_rm_f64(x, y), x - y, DIRECTED)                                                       \
    X(sub_rp_f64, d, d, ptx2c_sub_rp_f64(x, y), x - y, DIRECTED)                                                       \
    X(mul_rz_f32, f, f, ptx2c_mul_rz_f32(x, y), x * y, DIRECTED)                                                       \
    X(mul_rm_f32, f, f, ptx2c_mul_rm_f32(x, y), x * y, DIRECTED)                                                       \
    X(mul_rp_f32, f, f, ptx2c_mul_rp_f32(x, y), x * y, DIRECTED)                                                       \
    X(mul_rz_f64, d, d, ptx2c_mul_rz_f64(x, y), x * y, DIRECTED)                                                       \
    X(mul_rm_f64, d, d, ptx2c_mul_rm_f64(x, y), x * y, DIRECTED)                                                       \
    X(mul_rp_f64, d, d, ptx2c_mul_rp_f64(x, y), x * y, DIRECTED)                                                       \
    X(div_rz_f32, f, f, ptx2c_div_rz_f32(x, y), x / y, DIRECTED)                                                       \
    X(div_rm_f32, f, f, ptx2c_div_rm_f32(x, y), x / y, DIRECTED)                                                       \
    X(div_rp_f32, f, f, ptx2c_div_rp_f32(x, y), x / y, DIRECTED)                                                       \
    X(div_rz_f64, d, d, ptx2c_div_rz_f64(x, y), x / y, DIRECTED)                                                       \
    X(div_rm_f64, d, d, ptx2c_div_rm_f64(x, y), x / y, DIRECTED)                                                       \
    X(div_rp_f64, d, d, ptx2c_div_rp_f64(x, y), x / y, DIRECTED)                                                       \
    X(fma_rz_f32, f, f, ptx2c_fma_rz_f32(x, y, z), fmaf(x, y, z), DIRECTED)                                            \
    X(fma_rm_f32, f, f, ptx2c_fma_rm_f32(x, y, z), fmaf(x, y, z), DIRECTED)                                            \
    X(fma_rp_f32, f, f, ptx2c_fma_rp_f32(x, y, z), fmaf(x, y, z), DIRECTED)                                            \
    X(fma_rz_f64, d, d, ptx2c_fma_rz_f64(x, y, z), fma(x, y, z), DIRECTED)                                             \
    X(fma_rm_f64, d, d, ptx2c_fma_rm_f64(x, y, z), fma(x, y, z), DIRECTED)                                             \
    X(fma_rp_f64, d, d, ptx2c_fma_rp_f64(x, y, z), fma(x, y, z), DIRECTED)                                             \
    X(sqrt_rz_f32, f, f, ptx2c_sqrt_rz_f32(x), sqrtf(x), DIRECTED)                                                     \
    X(sqrt_rp_f32, f, f, ptx2c_sqrt_rp_f32(x), sqrtf(x), DIRECTED)                                                     \
    X(sqrt_rz_f64, d, d, ptx2c_sqrt_rz_f64(x), sqrt(x), DIRECTED)                                                      \
    X(sqrt_rp_f64, d, d, ptx2c_sqrt_rp_f64(x), sqrt(x), DIRECTED)                                                      \
    X(cvt_rz_f32_f64, f, d, ptx2c_cvt_rz_f32_f64(x), (float)x, DIRECTED)                                               \
    X(cvt_rp_f32_f64, f, d, ptx2c_cvt_rp_f32_f64(x), (float)x, DIRECTED)                                               \
    X(cvt_rz_f32_s32, f, i, ptx2c_cvt_rz_f32_s32(x), (float)x, DIRECTED)                                               \
    X(ex2_approx_f32, f, f, ptx2c_ex2_approx_f32(x), exp2f(x), LIBM)                                                   \
    X(ex2_approx_ftz_f32, f, f, ptx2c_ex2_approx_ftz_f32(x), exp2f(x), LIBM)                                           \
    X(lg2_approx_f32, f, f, ptx2c_lg2_approx_f32(x), log2f(x), LIBM)                                                   \
    X(lg2_approx_ftz_f32, f, f, ptx2c_lg2_approx_ftz_f32(x), log2f(x), LIBM)                                           \
    X(sin_approx_f32, f, f, ptx2c_sin_approx_f32(x), sinf(x), LIBM)                                                    \
    X(sin_approx_ftz_f32, f, f, ptx2c_sin_approx_ftz_f32(x), sinf(x), LIBM)                                            \
    X(cos_approx_f32, f, f, ptx2c_cos_approx_f32(x), cosf(x), LIBM)                                                    \
    X(cos_approx_ftz_f32, f, f, ptx2c_cos_approx_ftz_f32(x), cosf(x), LIBM)                                            \
    X(tanh_approx_f32, f, f, ptx2c_tanh_approx_f32(x), tanhf(x), LIBM)                                                 \
    X(rsqrt_approx_f32, f, f, ptx2c_rsqrt_approx_f32(x), one_f / sqrtf(x), PLAIN)                                      \
    X(div_approx_f32, f, f, ptx2c_div_approx_f32(x, y), x / y, CHECKED)

#define LOOP(FUNC, D, A, EXPR)                                                                                         \
    NOINLINE static void FUNC(void)                                                                                    \
    {                                                                                                                  \
        for (int n = 0; n < N; n++) {                                                                                  \
            const __typeof__(in[0].A[0]) x = in[0].A[n], y = in[1].A[n], z = in[2].A[n];                               \
            (void)y;                                                                                                   \
            (void)z;                                                                                                   \
            rates_out.D[n] = EXPR;                                                                                        \
        }                                                                                                              \
    }
#define LOOPS(NAME, D, A, EXPR, C, LIMIT) LOOP(ptx_##NAME, D, A, EXPR) LOOP(c_##NAME, D, A, C)
RATES(LOOPS)

typedef struct Rate {
    const char *name, *c_text;
    char kind;           /* of the inputs */
    void (*ptx)(void), (*c)(void);
    double limit;        /* of the function's time by C's */
} Rate;

static const Rate rates[] = {
#define RATE(NAME, D, A, EXPR, C, LIMIT) {#NAME, #C, #A[0], ptx_##NAME, c_##NAME, LIMIT},
    RATES(RATE)
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fill(char kind)
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < N; i++) {
            double v = 0.01 + (i * 7919 + k * 104729) % 16384 / 2048.0;
            if (kind == 'f')
                in[k].f[i] = (float)v;
            else if (kind == 'd')
                in[k].d[i] = v;
            else
                in[k].i[i] = (int32_t)(v * 1000) - 4000;
        }
}

/* Seconds of both loops, the best of runs that take turns. */
static void measure(const Rate *r, double *ptx, double *c)
{
    fill(r->kind);
    *ptx = *c = 1e9;
    for (int i = 0; i < RUNS; i++) {
        double t0 = seconds();
        r->ptx();
        double t1 = seconds();
        r->c();
        double t2 = seconds();
        *ptx = t1 - t0 < *ptx ? t1 - t0 : *ptx;
        *c = t2 - t1 < *c ? t2 - t1 : *c;
    }
}

int main(int argc, char **argv)
{
    bool bad = false;
    printf("%-20s %10s  %-16s %10s %8s %8s\n", "ptx2c_…", "ns/element", "C", "ns/element", "ratio", "at most");
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        double ptx, c;
        bool wanted = argc < 2;
        for (int k = 1; k < argc; k++)
            wanted |= strstr(rates[i].name, argv[k]) != NULL;
        if (!wanted)
            continue;
        measure(&rates[i], &ptx, &c);
        bool slow = ptx / c > rates[i].limit;
        bad |= slow;
        printf("%-20s %10.3f  %-16s %10.3f %8.2f %8.2f%s\n", rates[i].name, ptx / N * 1e9, rates[i].c_text, c / N * 1e9,
               ptx / c, rates[i].limit, slow ? "  SLOW" : "");
    }
    return bad;
}
