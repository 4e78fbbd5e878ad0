/* libm.c: runs the kernels of libm.cu, translated, over edge values and random ones, and compares each result with
 * MPFR: no error may be larger than the bound in functions.h.  Prints the worst error of each function beside its
 * bound.
 *
 *   libm_test [-v] [-n COUNT] [NAME...]
 *
 * Built with -DSINGLE for the floats' rows, with -DFAST for a module made with -use_fast_math: subnormal arguments and
 * results are not looked at there, since some of its instructions flush them and others do not. */
#include "ref.h"

#include "ptx2c.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const ptx2c_module math;

#ifdef FAST
enum { fast = 1 };
#else
enum { fast = 0 };
#endif
#ifdef SINGLE
typedef float Real;
typedef uint32_t Bits;
#define get_real mpfr_get_flt
enum { MANTISSA = 23, BIAS = 127, PREC = 96, EXACT = 700 };
#else
typedef double Real;
typedef uint64_t Bits;
#define get_real mpfr_get_d
enum { MANTISSA = 52, BIAS = 1023, PREC = 160, EXACT = 4400 };
#endif
enum { SIGN = MANTISSA + (sizeof(Real) == 4 ? 8 : 11), ARGS = 4 };

#define ABS(e) (-(e)) /* an absolute error, told from places by its sign */

/* What the arguments of a function are:
 *   A1 … A4  any values; that many matter      AI   any value and an integer that may be an exponent
 *   NA       an order from 0 to 128, any value  FIN  finite and not zero
 *   INT      in the range of the integer       RQ   as A2, finite, the second not zero */
typedef enum Domain { A1, A2, A3, A4, AI, NA, FIN, INT, RQ } Domain;

typedef struct Function {
    const char *name;
    Domain domain;
    bool integer, exact;
    void (*reference)(mpfr_t r, mpfr_t a, mpfr_t b, mpfr_t c, mpfr_t d);
    double (*bound)(double x, double y, double want);
} Function;

static mpfr_rnd_t rnd;

#define ROW(NAME, REFERENCE, BOUND)                                                                                    \
    static void ref_##NAME(mpfr_t r, mpfr_t a, mpfr_t b, mpfr_t c, mpfr_t d)                                           \
    {                                                                                                                  \
        (void)a, (void)b, (void)c, (void)d;                                                                            \
        REFERENCE;                                                                                                     \
    }                                                                                                                  \
    static double bound_##NAME(double x, double y, double want)                                                        \
    {                                                                                                                  \
        (void)x, (void)y, (void)want;                                                                                  \
        return BOUND;                                                                                                  \
    }
#define NOTHING(...)
#ifdef SINGLE
#define F(NAME, DOMAIN, EXPRESSION, REFERENCE, BOUND) ROW(NAME, REFERENCE, BOUND)
#define FI(NAME, DOMAIN, EXPRESSION, REFERENCE) ROW(NAME, REFERENCE, 0)
#define D NOTHING
#define DI NOTHING
#else
#define F NOTHING
#define FI NOTHING
#define D(NAME, DOMAIN, EXPRESSION, REFERENCE, BOUND) ROW(NAME, REFERENCE, BOUND)
#define DI(NAME, DOMAIN, EXPRESSION, REFERENCE) ROW(NAME, REFERENCE, 0)
#endif
#include "functions.h"

#define EXACT_IF(BOUND) (#BOUND[0] == '0')

static const Function functions[] = {
#ifdef SINGLE
#define F(NAME, DOMAIN, EXPRESSION, REFERENCE, BOUND) {#NAME, DOMAIN, false, EXACT_IF(BOUND), ref_##NAME, bound_##NAME},
#define FI(NAME, DOMAIN, EXPRESSION, REFERENCE) {#NAME, DOMAIN, true, true, ref_##NAME, bound_##NAME},
#define D NOTHING
#define DI NOTHING
#else
#define F NOTHING
#define FI NOTHING
#define D(NAME, DOMAIN, EXPRESSION, REFERENCE, BOUND) {#NAME, DOMAIN, false, EXACT_IF(BOUND), ref_##NAME, bound_##NAME},
#define DI(NAME, DOMAIN, EXPRESSION, REFERENCE) {#NAME, DOMAIN, true, true, ref_##NAME, bound_##NAME},
#endif
#include "functions.h"
};

/* ---- arguments ---- */

static uint64_t random_state;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545f4914f6cdd1d;
}

static Real of_bits(Bits b)
{
    Real r;
    memcpy(&r, &b, sizeof r);
    return r;
}

static Bits bits_of(Real r)
{
    Bits b;
    memcpy(&b, &r, sizeof b);
    return b;
}

static const double special[] = {
    0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 8.0, 10.0, 12.0, 16.0, 23.0, 35.0, 38.5, 64.0, 88.72, 89.0,
    104.0, 126.0, 127.0, 128.0, 149.0, 150.0, 171.6, 255.0, 308.0, 709.78, 710.0, 745.0, 1023.0, 1024.0, 1074.0, 1075.0,
    3.14159265358979, 1.5707963267949, 6.28318530717959, 0.785398163397448, 314.159, 22.0 / 7, 1e5, 105615.0, 1e9,
    2147483647.0, 4294967295.0, 8388607.5, 4503599627370495.5, 9007199254740991.0, 0x1p62, 0x1p63, 1e22, 1e30, 0.1,
    1e-3, 1e-5, 1e-10, 1e-20, 1e-37, 0x1p-126, 0x1p-127, 0x1p-149, 0x1p-1022, 0x1p-1023, 0x1p-1074, 1e300, 1e308,
    1.79e308, 0x1.fffffep127, 0x1p127, 0.99999994, 0.9999, 1.0001};
enum { SPECIAL = sizeof special / sizeof *special, EDGES = 6 * SPECIAL + 4 };

/* Each special value and its two neighbours with both signs; inf and NaN. */
static Real edge(unsigned i)
{
    i %= EDGES;
    if (i >= 6 * SPECIAL)
        return of_bits((Bits)(i & 1) << SIGN | ((Bits)2 * BIAS + 1) << MANTISSA | (Bits)(i >> 1 & 1) << (MANTISSA - 1));
    Bits b = bits_of((Real)special[i / 6]);
    if (i % 3 == 1 && (b & ~((Bits)1 << SIGN)) != 0)
        b--;
    else if (i % 3 == 2 && b < ((Bits)2 * BIAS + 1) << MANTISSA)
        b++;
    return of_bits(b ^ (Bits)(i / 3 % 2) << SIGN);
}

/* Of all sizes; of middle sizes; nearly whole numbers. */
static Real random_real(void)
{
    uint64_t r = random_bits();
    Bits b = (Bits)random_bits(), mantissa = ((Bits)1 << MANTISSA) - 1, sign = (Bits)1 << SIGN;
    switch (r & 7) {
    case 0: case 1: return of_bits(b);
    case 2: return (Real)((int64_t)random_bits() >> (30 + (r >> 8) % 30)) / 16;
    case 3: return (Real)((double)(int64_t)random_bits() * 0x1p-63 * ((r & 8) ? 1 : 40));
    default: return of_bits((b & (mantissa | sign)) | (Bits)(BIAS - 12 + (int)((r >> 8) % 20)) << MANTISSA);
    }
}

static void choose(const Function *f, unsigned i, Real x[ARGS])
{
    for (unsigned k = 0; k < ARGS; k++)
        x[k] = random_real();
    if (f->domain == A2 || f->domain == RQ) { /* edges crossed, sparsely: primes keep all pairs apart */
        if (i % 2 == 0)
            x[0] = edge((unsigned)random_bits()), x[1] = edge((unsigned)random_bits());
        else if (i % 16 == 1)
            x[1] = (Real)(x[0] * (1 + (double)((int)(random_bits() % 9) - 4) *
                           (sizeof(Real) == 4 ? 0x1p-23 : 0x1p-52)));
    } else if (f->domain == A3 || f->domain == A4) {
        for (unsigned k = 0; k < ARGS; k++)
            if (i % 2 == 0)
                x[k] = edge((unsigned)random_bits());
        if (i % 16 == 1)
            x[2] = -(x[0] * x[1]);
    } else if (i < EDGES) {
        x[f->domain == NA] = edge(i);
    }
    if (f->domain == AI)
        x[1] = (Real)((int)(random_bits() % (i % 2 ? 64 : 5000)) - (i % 2 ? 32 : 2500));
    if (f->domain == NA)
        x[0] = (Real)(i % 3 ? random_bits() % 12 : random_bits() % 129);
    bool bad = false;
    double limit = 0x1p62;
    if (strncmp(f->name, "ll", 2) != 0 && sizeof(Real) == 4)
        limit = 0x1p31 - 256;
    if (f->domain == INT)
        bad = !(fabs((double)x[0]) <= limit);
    if (f->domain == FIN)
        bad = !isfinite(x[0]) || x[0] == 0;
    if (f->domain == RQ)
        bad = !isfinite(x[0]) || !isfinite(x[1]) || x[1] == 0;
    if (bad)
        x[0] = (Real)(1 + i * 0.37), x[1] = (Real)0.7;
}

/* ---- comparison ---- */

static int64_t place(Real r)
{
    Bits b = bits_of(r), m = b & ~((Bits)1 << SIGN);
    return b >> SIGN ? -(int64_t)m : (int64_t)m;
}

static bool subnormal(Real r)
{
    Bits m = bits_of(r) & ~((Bits)1 << SIGN);
    return m > 0 && m < (Bits)1 << MANTISSA;
}

/* The error in units of the bound; kept: what it is in places, or absolute. */
static double error_over_bound(const Function *f, const Real x[ARGS], Real got, Real want, mpfr_t exact, double *error)
{
    double bound = f->bound((double)x[0], (double)x[1], mpfr_get_d(exact, RN));
    *error = 0;
    if (isinf(bound)) /* nothing is promised */
        return 0;
    if (isnan(got) || isnan(want))
        return isnan(got) && isnan(want) ? 0 : INFINITY;
    if (f->exact && bound == 0)
        return bits_of(got) == bits_of(want) ? 0 : INFINITY;
    *error = fabs((double)(place(got) - place(want)));
    if (bound >= 0)
        return *error == 0 ? 0 : *error / bound;
    if (*error <= 1) /* within the rounding of the result itself */
        return 0;
    if (isinf(got) || isinf(want))
        return INFINITY;
    *error = fabs((double)got - mpfr_get_d(exact, RN));
    return *error / -bound;
}

typedef struct Worst { double ratio, error; Real x[ARGS], got, want; unsigned failed; } Worst;

static Worst run(const Function *f, unsigned n)
{
    Real *x[ARGS];
    void *got = calloc(n, 8);
    for (int k = 0; k < ARGS; k++)
        x[k] = calloc(n, sizeof(Real));
    random_state = 0x9e3779b97f4a7c15;
    for (unsigned i = 0; i < n; i++) {
        Real v[ARGS];
        choose(f, i, v);
        for (int k = 0; k < ARGS; k++)
            x[k][i] = v[k];
    }
    char name[64];
    snprintf(name, sizeof name, "k_%s", f->name);
    const ptx2c_kernel *kernel = ptx2c_find_kernel(&math, name);
    int status = !kernel ? -1
                         : ptx2c_launch(kernel, (ptx2c_dim3){(n + 127) / 128, 1, 1}, (ptx2c_dim3){128, 1, 1}, 0,
                                        (void *[]){&got, &x[0], &x[1], &x[2], &x[3], &n});
    if (status != 0) {
        printf("FAIL %s: %s\n", f->name, kernel ? ptx2c_strerror(status) : "no kernel");
        exit(1);
    }
    mpfr_t a[ARGS], r;
    for (int k = 0; k < ARGS; k++)
        mpfr_init2(a[k], MANTISSA + 1);
    mpfr_init2(r, f->exact ? EXACT : PREC);
    Worst w = {-1, 0, {0}, 0, 0, 0};
    for (unsigned i = 0; i < n; i++) {
        Real v[ARGS];
        bool skip = false;
        for (int k = 0; k < ARGS; k++) {
            v[k] = x[k][i];
            mpfr_set_d(a[k], (double)v[k], RN);
            skip |= fast && subnormal(v[k]);
        }
        rnd = MPFR_RNDN;
        f->reference(r, a[0], a[1], a[2], a[3]);
        double ratio, error = 0;
        Real g, want;
        if (f->integer) {
            int64_t number = ((int64_t *)got)[i], right = mpfr_get_sj(r, RN);
            g = (Real)number;
            want = (Real)right;
            ratio = number == right ? 0 : INFINITY;
        } else {
            g = ((Real *)got)[i];
            want = get_real(r, rnd);
            ratio = error_over_bound(f, v, g, want, r, &error);
            skip |= fast && (subnormal(want) || fabs((double)want) == 0x1p-126);
        }
        if (skip)
            continue;
        w.failed += ratio > 1;
        if (ratio > w.ratio)
            w = (Worst){ratio, error, {v[0], v[1], v[2], v[3]}, g, want, w.failed};
    }
    for (int k = 0; k < ARGS; k++) {
        free(x[k]);
        mpfr_clear(a[k]);
    }
    mpfr_clear(r);
    free(got);
    return w;
}

int main(int argc, char **argv)
{
    mpfr_set_emax(mpfr_get_emax_max());
    mpfr_set_emin(mpfr_get_emin_min());
    unsigned n = 1500, passed = 0, failed = 0;
    bool verbose = false;
    for (; argc > 1 && argv[1][0] == '-'; argc--, argv++) {
        if (argv[1][1] == 'v') {
            verbose = true;
        } else if (argv[1][1] == 'n' && argc > 2) {
            n = (unsigned)strtoul(argv[2], NULL, 0);
            argc--, argv++;
        }
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const Function *f = &functions[i];
        bool chosen = argc == 1;
        for (int k = 1; k < argc; k++)
            chosen |= strcmp(argv[k], f->name) == 0;
        if (!chosen)
            continue;
        Worst w = run(f, n);
        double bound = f->bound((double)w.x[0], (double)w.x[1], (double)w.want);
        printf("%s %-18s worst %-9.3g of %-9.3g %s", w.failed ? "FAIL" : "ok", f->name, w.error, fabs(bound),
               bound < 0 ? "absolute" : "ulp");
        if (w.failed || verbose)
            printf("  (%a, %a, %a, %a) = %a, expected %a", (double)w.x[0], (double)w.x[1], (double)w.x[2],
                   (double)w.x[3], (double)w.got, (double)w.want);
        if (w.failed)
            printf(" and %u more", w.failed - 1);
        putchar('\n');
        fflush(stdout);
        failed += w.failed != 0;
        passed += w.failed == 0;
    }
    mpfr_free_cache();
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0;
}
