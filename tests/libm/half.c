/* half.c: runs the kernels of half.cu, translated, and compares each result with MPFR: all 2^16 values of functions of
 * one argument, for the others edge values crossed and random ones.  Prints the worst error beside the bound.
 *
 *   half [-v] [-n COUNT] [NAME...] */
#include "ref.h"

#include "ptx2c.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const ptx2c_module math;

/* A format of 16 bits: digits of the significand, the largest exponent as MPFR counts it. */
typedef struct Format { const char *prefix, *name; int digits, emax; } Format;
static const Format f16 = {"h_", "f16", 11, 16}, bf16 = {"b_", "bf16", 8, 128};
static const Format *format;
#define DIGITS (format->digits)

#define ABS(e) (-(e))
typedef uint16_t T;

static void relu(mpfr_t r, mpfr_t a, mpfr_t b, mpfr_t c)
{
    mpfr_fma(r, a, b, c, RN);
    if (!mpfr_nan_p(r) && mpfr_sgn(r) <= 0)
        mpfr_set_zero(r, 1);
}

static void any_nan(mpfr_t r, mpfr_t a, mpfr_t b)
{
    if (mpfr_nan_p(a) || mpfr_nan_p(b))
        mpfr_set_nan(r);
}

#define H(NAME, ARGUMENTS, EXPRESSION, REFERENCE, BOUND)                                                               \
    static void ref_##NAME(mpfr_t r, mpfr_t a, mpfr_t b, mpfr_t c)                                                     \
    {                                                                                                                  \
        (void)a, (void)b, (void)c;                                                                                     \
        REFERENCE;                                                                                                     \
    }                                                                                                                  \
    static double bound_##NAME(void) { return BOUND; }
#include "half.h"

static const struct Function {
    const char *name;
    int arguments;
    void (*reference)(mpfr_t r, mpfr_t a, mpfr_t b, mpfr_t c);
    double (*bound)(void);
} functions[] = {
#define H(NAME, ARGUMENTS, EXPRESSION, REFERENCE, BOUND) {#NAME, ARGUMENTS, ref_##NAME, bound_##NAME},
#include "half.h"
};

/* ---- the format ---- */

static void mpfr_of(mpfr_t r, T v)
{
    int mantissa = DIGITS - 1, exponent = (v & 0x7fff) >> mantissa, top = 0x7fff >> mantissa;
    long m = v & ((1 << mantissa) - 1);
    if (exponent == top && m)
        mpfr_set_nan(r);
    else if (exponent == top)
        mpfr_set_inf(r, 1);
    else
        mpfr_set_si_2exp(r, exponent ? m | 1 << mantissa : m,
                         (exponent ? exponent : 1) - format->emax - mantissa + 1, RN);
    if (exponent != top || !m)
        mpfr_setsign(r, r, v >> 15, RN);
}

/* Rounded to nearest even; NaN is 0x7fff. */
static T of_mpfr(mpfr_t v)
{
    int mantissa = DIGITS - 1, sign = mpfr_signbit(v) ? 0x8000 : 0, inf = 0x7fff >> mantissa << mantissa;
    if (mpfr_nan_p(v))
        return 0x7fff;
    if (mpfr_inf_p(v))
        return (T)(sign | inf);
    if (mpfr_zero_p(v))
        return (T)sign;
    mpfr_exp_t e = mpfr_get_exp(v), least = 3 - format->emax;
    if (e < least)
        e = least;
    if (e > format->emax)
        return (T)(sign | inf);
    mpfr_t m;
    mpfr_init2(m, mpfr_get_prec(v) + 1);
    mpfr_mul_2si(m, v, DIGITS - e, RN);
    mpfr_abs(m, m, RN);
    mpfr_roundeven(m, m);
    long bits = mpfr_get_si(m, RN); /* may carry into the exponent, which is right */
    mpfr_clear(m);
    return (T)(sign | (bits + ((e - least) << mantissa)));
}

static bool is_nan(T v) { return (v & 0x7fff) > 0x7fff >> (DIGITS - 1) << (DIGITS - 1); }
static int place(T v) { return v & 0x8000 ? -(v & 0x7fff) : v; }

static uint64_t random_state = 0x9e3779b97f4a7c15;

static T random_half(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    uint64_t r = random_state * 0x2545f4914f6cdd1d;
    T v = (T)(r >> 48), m = (T)((1 << (DIGITS - 1)) - 1);
    switch (r >> 8 & 3) {
    case 0: return (T)((v & ~m) + (T)((r >> 16 & 3) - 1)); /* a power of two and its neighbours, 0, inf, NaN */
    case 1: return (T)((v & (m | 0x8000)) | (((0x7fff >> DIGITS) - 4 + (int)(r >> 16 & 7)) << (DIGITS - 1)));
    default: return v;
    }
}

/* ---- running ---- */

static bool test(const struct Function *f, unsigned n, bool verbose)
{
    /* Pairs compute what single values do: of those of one argument some will do unless there is time. */
    unsigned stride = f->arguments == 1 && strncmp(f->name, "h2", 2) == 0 && n < 100000 ? 7 : 1;
    if (f->arguments == 1)
        n = 0x10000;
    T *x[3], *got = calloc(n, sizeof(T));
    for (int k = 0; k < 3; k++) {
        x[k] = calloc(n, sizeof(T));
        for (unsigned i = 0; i < n; i++)
            x[k][i] = f->arguments == 1 ? (T)i : random_half();
    }
    char name[64];
    snprintf(name, sizeof name, "%s%s", format->prefix, f->name);
    const ptx2c_kernel *kernel = ptx2c_find_kernel(&math, name);
    int status = kernel ? ptx2c_launch(kernel, (ptx2c_dim3){(n + 127) / 128, 1, 1}, (ptx2c_dim3){128, 1, 1}, 0,
                                       (void *[]){&got, &x[0], &x[1], &x[2], &n})
                        : -1;
    if (status != 0) {
        printf("FAIL %s: %s\n", name, kernel ? ptx2c_strerror(status) : "no kernel");
        exit(1);
    }
    mpfr_t a[3], r, e;
    for (int k = 0; k < 3; k++)
        mpfr_init2(a[k], DIGITS);
    mpfr_inits2(f->bound() == 0 ? 600 : 80, r, e, (mpfr_ptr)0);
    double worst = 0, bound = f->bound();
    unsigned failed = 0, at = 0;
    T wanted = 0;
    for (unsigned i = 0; i < n; i += stride) {
        for (int k = 0; k < 3; k++)
            mpfr_of(a[k], x[k][i]);
        f->reference(r, a[0], a[1], a[2]);
        T want = of_mpfr(r), g = got[i];
        double error = is_nan(g) && is_nan(want) ? 0
                       : is_nan(g) || is_nan(want) ? INFINITY : abs(place(g) - place(want));
        if (bound < 0 && error != 0) {
            mpfr_of(e, g);
            mpfr_sub(e, e, r, RN);
            error = fabs(mpfr_get_d(e, RN));
        }
        if (bound == 0 && g != want && !(is_nan(g) && is_nan(want)))
            error = INFINITY;
        failed += !(error <= fabs(bound));
        if (error > worst)
            worst = error, at = i, wanted = want;
    }
    printf("%s %s%-14s worst %-9.3g of %-9.3g %s", failed ? "FAIL" : "ok", format->prefix, f->name, worst, fabs(bound),
           bound < 0 ? "absolute" : "ulp");
    if (failed || (verbose && worst > 0))
        printf("  (%#x, %#x, %#x) = %#x, expected %#x, %u wrong", 
               x[0][at], x[1][at], x[2][at], got[at], wanted, failed);
    putchar('\n');
    for (int k = 0; k < 3; k++) {
        free(x[k]);
        mpfr_clear(a[k]);
    }
    mpfr_clears(r, e, (mpfr_ptr)0);
    free(got);
    return failed == 0;
}

int main(int argc, char **argv)
{
    unsigned n = 20000, passed = 0, failed = 0;
    bool verbose = false;
    for (; argc > 1 && argv[1][0] == '-'; argc--, argv++) {
        if (argv[1][1] == 'v') {
            verbose = true;
        } else if (argv[1][1] == 'n' && argc > 2) {
            n = 10 * (unsigned)strtoul(argv[2], NULL, 0);
            argc--, argv++;
        }
    }
    for (int k = 0; k < 2; k++) {
        format = k ? &bf16 : &f16;
        for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
            bool chosen = argc == 1;
            for (int j = 1; j < argc; j++)
                chosen |= strcmp(argv[j], functions[i].name) == 0;
            if (!chosen)
                continue;
            bool ok = test(&functions[i], n, verbose);
            passed += ok;
            failed += !ok;
        }
    }
    mpfr_free_cache();
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0;
}
