/* sweep.c: the instructions of one f32 over all its values, and those of one f64 over many: rounded ones bit for bit
 * against the host's own arithmetic in each rounding mode, approximate ones against the host's library in double, which
 * is some 2^28 times as exact as what is measured.  (tests/eval.sh asks MPFR, but only of some millions of values.)
 *
 *   sweep [-s STEP] [-n COUNT] [GROUP...]     every STEP-th float (1), COUNT doubles (10^8)
 *   sweep -l                                  names of the groups
 *   sweep -p                                  the kernels, as PTX
 *
 * Prints a line for each form: the worst error, where it is, and what the manual allows. */
#include "ptx2c.h"

#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const ptx2c_module sweep;

enum { BLOCK = 1 << 15 };
static const int host_mode[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
static const char *const words[] = {"rn", "rz", "rm", "rp"};

static uint32_t bits_of(float f) { uint32_t b; memcpy(&b, &f, sizeof b); return b; }
static uint64_t bits_of_f64(double f) { uint64_t b; memcpy(&b, &f, sizeof b); return b; }
static float float_of(uint32_t b) { float f; memcpy(&f, &b, sizeof f); return f; }
static double double_of(uint64_t b) { double f; memcpy(&f, &b, sizeof f); return f; }
static float flush(float f) { return fabsf(f) < 0x1p-126f ? copysignf(0, f) : f; }

/* ---- what is swept ----------------------------------------------------------------------------------------------- */

/* How an error is stated, over which arguments: those with low < |x| <= high, or all but those. */
typedef enum Kind { ULP, RELATIVE, ABSOLUTE, BOUNDED } Kind;
typedef struct Range { Kind kind; double bound; const char *says; double low, high; } Range;

typedef void Exact(const float *x, float *want, int mode);
typedef double Library(double x);

/* A group is what shares a reference: `name` with each of the words; exact ones in the four roundings. */
typedef struct Group {
    const char *name, *form; /* "rcp.approx" of rcp.approx.f32 and rcp.approx.ftz.f32 */
    bool ftz;                /* has that form */
    Exact *exact;
    Library *library;
    Range range[3];
    float limit;             /* no result is larger, 0: any may be */
} Group;

#define ROUNDED(NAME, EXPRESSION)                                                                                      \
    static __attribute__((noinline)) void NAME(const float *x, float *want, int mode)                                  \
    {                                                                                                                  \
        fesetround(host_mode[mode]);                                                                                   \
        for (int i = 0; i < BLOCK; i++) {                                                                              \
            float a = x[i];                                                                                            \
            want[i] = EXPRESSION;                                                                                      \
        }                                                                                                              \
        fesetround(FE_TONEAREST);                                                                                      \
    }
ROUNDED(host_rcp, 1.0f / a)
ROUNDED(host_sqrt, sqrtf(a))
ROUNDED(host_rint, rintf(a))

static double rcp(double x) { return 1 / x; }
static double rsqrt(double x) { return 1 / sqrt(x); }

#define PI 3.14159265358979323846
static const Group groups[] = {
    {"rcp", "rcp.?", true, host_rcp, NULL, {{0}}, 0},
    {"sqrt", "sqrt.?", true, host_sqrt, NULL, {{0}}, 0},
    {"cvt", "cvt.?i.f32", true, host_rint, NULL, {{0}}, 0},
    {"rcp.approx", "rcp.approx", true, NULL, rcp, {{ULP, 1, "1 ulp", -1, INFINITY}}, 0},
    {"sqrt.approx", "sqrt.approx", true, NULL, sqrt, {{RELATIVE, 0x1p-23, "2^-23 relative", -1, INFINITY}}, 0},
    {"rsqrt.approx", "rsqrt.approx", true, NULL, rsqrt,
     {{RELATIVE, 0x1.125fbee250669p-23, "2^-22.9 relative", -1, INFINITY}}, 0},
    {"sin.approx", "sin.approx", true, NULL, sin,
     {{ABSOLUTE, 0x1.6a09e667f3bcdp-21, "2^-20.5 absolute", -1, 2 * PI},
      {ABSOLUTE, 0x1.3b2c47bff832cp-15, "2^-14.7 absolute", 2 * PI, 100 * PI},
      {BOUNDED, 1, "1, nothing more", 100 * PI, INFINITY}}, 1},
    {"cos.approx", "cos.approx", true, NULL, cos,
     {{ABSOLUTE, 0x1.6a09e667f3bcdp-21, "2^-20.5 absolute", -1, 2 * PI},
      {ABSOLUTE, 0x1.3b2c47bff832cp-15, "2^-14.7 absolute", 2 * PI, 100 * PI},
      {BOUNDED, 1, "1, nothing more", 100 * PI, INFINITY}}, 1},
    {"lg2.approx", "lg2.approx", true, NULL, log2,
     {{RELATIVE, 0x1p-22, "2^-22 relative", -1, 0.5},
      {ABSOLUTE, 0x1p-22, "2^-22 absolute", 0.5, 0x1.fffffep0},
      {RELATIVE, 0x1p-22, "2^-22 relative", 0x1.fffffep0, INFINITY}}, 0},
    {"ex2.approx", "ex2.approx", true, NULL, exp2, {{ULP, 2, "2 ulp", -1, INFINITY}}, 0},
    {"tanh.approx", "tanh.approx", false, NULL, tanh, {{RELATIVE, 0x1p-11, "2^-11 relative", -1, INFINITY}}, 1},
};
enum { GROUPS = sizeof groups / sizeof *groups };

/* The instruction of a group: in rounding mode, with .ftz or not. */
static const char *instruction(const Group *g, int mode, bool ftz)
{
    static char text[64];
    const char *at = strchr(g->form, '?');
    if (!at)
        snprintf(text, sizeof text, "%s%s.f32", g->form, ftz ? ".ftz" : "");
    else /* cvt.rni.ftz.f32.f32 */
        snprintf(text, sizeof text, "%.*s%s%s%s%s.f32", (int)(at - g->form), g->form, words[mode],
                 at[1] == 'i' ? "i" : "", ftz ? ".ftz" : "", at[1] == 'i' ? at + 2 : "");
    return text;
}

static const char *kernel_name(const char *instruction)
{
    static char name[64];
    snprintf(name, sizeof name, "%s", instruction);
    for (char *p = name; *p; p++)
        if (*p == '.')
            *p = '_';
    return name;
}

/* Conversions of a float to something shorter. */
typedef struct Narrow {
    const char *name, *type;
    int mantissa, least;   /* bits, and the exponent of the least normal value; mantissa 0: an integer */
    double low, high;      /* of integers, which saturate */
} Narrow;
static const Narrow narrows[] = {
    {"cvt.f16", "f16", 10, -14, 0, 0},
    {"cvt.bf16", "bf16", 7, -126, 0, 0},
    {"cvt.s32", "s32", 0, 0, -0x1p31, 0x1p31 - 1},
    {"cvt.u32", "u32", 0, 0, 0, 0x1p32 - 1},
};
enum { NARROWS = sizeof narrows / sizeof *narrows };

static const char *narrow_instruction(const Narrow *n, int mode, bool ftz)
{
    static char text[64];
    snprintf(text, sizeof text, "cvt.%s%s%s.%s.f32", words[mode], n->mantissa ? "" : "i", ftz ? ".ftz" : "", n->type);
    return text;
}

/* ---- the kernels ------------------------------------------------------------------------------------------------- */

static void print_kernel(const char *instruction, int bits)
{
    printf(".visible .entry %s(.param .u64 out, .param .u64 in)\n{\n"
           "    .reg .b32 %%i, %%n, %%t;\n    .reg .b64 %%at, %%p;\n    .reg .f%d %%d, %%a;\n"
           "    mov.u32 %%i, %%ctaid.x;\n    mov.u32 %%n, %%ntid.x;\n    mov.u32 %%t, %%tid.x;\n"
           "    mad.lo.u32 %%i, %%i, %%n, %%t;\n    ld.param.u64 %%p, [in];\n    mul.wide.u32 %%at, %%i, %d;\n"
           "    add.u64 %%p, %%p, %%at;\n    ld.global.f%d %%a, [%%p];\n    %s %%d, %%a;\n"
           "    ld.param.u64 %%p, [out];\n"
           "    add.u64 %%p, %%p, %%at;\n    st.global.f%d [%%p], %%d;\n    ret;\n}\n\n",
           kernel_name(instruction), bits, bits / 8, bits, instruction, bits);
}

static void print_narrow(const Narrow *n, const char *instruction)
{
    bool half = n->mantissa != 0;
    printf(".visible .entry %s(.param .u64 out, .param .u64 in)\n{\n"
           "    .reg .b32 %%i, %%n, %%t, %%d;\n    .reg .b64 %%at, %%p;\n    .reg .f32 %%a;\n    .reg .b16 %%h;\n"
           "    mov.u32 %%i, %%ctaid.x;\n    mov.u32 %%n, %%ntid.x;\n    mov.u32 %%t, %%tid.x;\n"
           "    mad.lo.u32 %%i, %%i, %%n, %%t;\n    ld.param.u64 %%p, [in];\n    mul.wide.u32 %%at, %%i, 4;\n"
           "    add.u64 %%p, %%p, %%at;\n    ld.global.f32 %%a, [%%p];\n    %s %s, %%a;\n%s"
           "    ld.param.u64 %%p, [out];\n"
           "    add.u64 %%p, %%p, %%at;\n    st.global.b32 [%%p], %%d;\n    ret;\n}\n\n",
           kernel_name(instruction), instruction, half ? "%h" : "%d", half ? "    cvt.u32.u16 %d, %h;\n" : "");
}

static const char *const doubles[] = {"rcp.approx.ftz.f64", "rsqrt.approx.ftz.f64", "rsqrt.approx.f64"};

static void print_kernels(void)
{
    printf(".version 7.8\n.target sm_90\n.address_size 64\n\n");
    for (int i = 0; i < GROUPS; i++)
        for (int mode = 0; mode < (groups[i].exact ? 4 : 1); mode++)
            for (int ftz = 0; ftz <= groups[i].ftz; ftz++)
                print_kernel(instruction(&groups[i], mode, ftz), 32);
    for (int i = 0; i < NARROWS; i++)
        for (int mode = 0; mode < 4; mode++)
            for (int ftz = 0; ftz < 2; ftz++)
                print_narrow(&narrows[i], narrow_instruction(&narrows[i], mode, ftz));
    for (int i = 0; i < 3; i++)
        print_kernel(doubles[i], 64);
}

static void run(const char *instruction, void *out, void *in)
{
    const ptx2c_kernel *k = ptx2c_find_kernel(&sweep, kernel_name(instruction));
    int status = -1;
    if (k)
        status = ptx2c_launch(k, (ptx2c_dim3){BLOCK / 256, 1, 1}, (ptx2c_dim3){256, 1, 1}, 0, (void *[]){&out, &in});
    if (status) {
        printf("FAIL %s: %s\n", instruction, k ? ptx2c_strerror(status) : "no kernel");
        exit(1);
    }
}

/* ---- single precision -------------------------------------------------------------------------------------------- */

typedef struct Worst { double error; float at; uint64_t failed; float failed_at, failed_got; } Worst;

static bool exactly(float got, float want)
{
    return bits_of(got) == bits_of(want) || (got != got && want != want);
}

/* The error of got, that the range's bound is compared with; an infinity where a special value is wrong. */
static double error_of(Kind kind, float limit, float got, double want, bool ftz)
{
    if (limit > 0 && fabsf(got) > limit)
        return INFINITY;
    if (want != want || got != got)
        return want != want && got != got ? 0 : INFINITY;
    if (want == 0 || isinf(want))
        return (double)got == want && !signbit(got) == !signbit(want) ? 0 : INFINITY;
    if (ftz && fabs(want) < 0x1p-126)
        return got == 0 && !signbit(got) == !signbit(want) ? 0 : fabsf(got) == 0x1p-126f ? 0.5 : INFINITY;
    double top = 0x1p128, g = isinf(got) ? copysign(top, (double)got) : (double)got;
    double w = fabs(want) > top ? copysign(top, want) : want, e = fabs(g - w);
    if (kind == ABSOLUTE)
        return e;
    if (kind == BOUNDED)
        return fabs(g);
    if (kind == RELATIVE) /* where a subnormal cannot have the digits, of the smallest normal */
        return e / fmax(fabs(w), 0x1p-126);
    double place = double_of(bits_of_f64(w) & (uint64_t)0x7ff << 52) * 0x1p-23;
    return e / fmax(place, 0x1p-149);
}

static void note(Worst *w, double error, double bound, float at, float got)
{
    if (error > w->error || !(error == error)) {
        w->error = error;
        w->at = at;
    }
    if (!(error <= bound) && !w->failed++) {
        w->failed_at = at;
        w->failed_got = got;
    }
}

static unsigned failures, passes;

static void report(const char *form, const char *where, const Worst *w, const char *says, const char *unit)
{
    failures += w->failed != 0;
    passes += w->failed == 0;
    printf("%s %-22s %-16s %10.4g%s at %-15a allowed %s", w->failed ? "FAIL" : "ok", form, where, w->error, unit,
           (double)w->at, says);
    if (w->failed)
        printf("; %" PRIu64 " wrong, first %a = %a", w->failed, (double)w->failed_at, (double)w->failed_got);
    putchar('\n');
    fflush(stdout);
}

static void fill(float *x, uint64_t *next, uint64_t step)
{
    for (int i = 0; i < BLOCK; i++, *next += step)
        x[i] = float_of((uint32_t)(*next > UINT32_MAX ? 0 : *next));
}

static void sweep_exact(const Group *g, uint64_t step)
{
    static float x[BLOCK], y[BLOCK], want[BLOCK], got[BLOCK];
    Worst worst[4][2] = {{{0}}};
    for (uint64_t next = 0; next <= UINT32_MAX;) {
        fill(x, &next, step);
        for (int ftz = 0; ftz < 2; ftz++) {
            for (int i = 0; i < BLOCK; i++)
                y[i] = ftz ? flush(x[i]) : x[i];
            for (int mode = 0; mode < 4; mode++) {
                g->exact(y, want, mode);
                run(instruction(g, mode, ftz), got, x);
                for (int i = 0; i < BLOCK; i++) {
                    float w = ftz ? flush(want[i]) : want[i];
                    if (!exactly(got[i], w))
                        note(&worst[mode][ftz], 1, 0, x[i], got[i]);
                }
            }
        }
    }
    for (int mode = 0; mode < 4; mode++)
        for (int ftz = 0; ftz < 2; ftz++)
            report(instruction(g, mode, ftz), "", &worst[mode][ftz], "none: exact", "");
}

static void sweep_approx(const Group *g, uint64_t step)
{
    static float x[BLOCK], got[2][BLOCK];
    Worst worst[2][3] = {{{0}}};
    for (uint64_t next = 0; next <= UINT32_MAX;) {
        fill(x, &next, step);
        for (int ftz = 0; ftz <= g->ftz; ftz++)
            run(instruction(g, 0, ftz), got[ftz], x);
        for (int i = 0; i < BLOCK; i++) {
            const Range *r = g->range;
            int k = 0;
            double m = fabs((double)x[i]);
            while (k < 2 && r[k + 1].bound != 0 && !(m > r[k].low && m <= r[k].high))
                k++;
            bool finite = m < INFINITY;
            double want = r[k].kind == BOUNDED && finite ? 1 : g->library((double)x[i]);
            note(&worst[0][k], error_of(r[k].kind, g->limit, got[0][i], want, false), r[k].bound, x[i], got[0][i]);
            if (g->ftz) {
                if (m < 0x1p-126)
                    want = g->library((double)flush(x[i]));
                note(&worst[1][k], error_of(r[k].kind, g->limit, got[1][i], want, true), r[k].bound, x[i], got[1][i]);
            }
        }
    }
    for (int ftz = 0; ftz <= g->ftz; ftz++)
        for (int k = 0; k < 3 && g->range[k].bound != 0; k++) {
            const Range *r = &g->range[k];
            char where[40] = "", error[40];
            if (r->low > 0 || r->high < INFINITY)
                snprintf(where, sizeof where, "%.3g..%.3g", fmax(r->low, 0), r->high);
            snprintf(error, sizeof error, " = 2^%.2f", log2(worst[ftz][k].error));
            report(instruction(g, 0, ftz), where, &worst[ftz][k], r->says,
                   r->kind == ULP ? " ulp" : r->kind == BOUNDED ? "" : error);
        }
}

/* What x becomes, rounded by the host's rint in the mode that is set. */
static __attribute__((noinline)) void host_narrow(const Narrow *n, const float *x, uint32_t *want, int mode)
{
    fesetround(host_mode[mode]);
    for (int i = 0; i < BLOCK; i++) {
        double a = (double)x[i], r;
        if (!n->mantissa) {
            r = rint(a);
            r = r < n->low ? n->low : r > n->high ? n->high : r;
            want[i] = a != a ? 0 : (uint32_t)(int64_t)r;
            continue;
        }
        uint32_t sign = bits_of(x[i]) >> 31 << 15, inf = 0x7fffu >> n->mantissa << n->mantissa;
        int e = (int)(bits_of_f64(a) >> 52 & 0x7ff) - 1023;
        e = e < n->least ? n->least : e;
        r = fabs(rint(a * double_of((uint64_t)(1023 + n->mantissa - e) << 52)));
        uint64_t bits = (uint64_t)(r < 0x1p20 ? r : 0x1p20) + ((uint64_t)(e - n->least) << n->mantissa);
        bool away = mode == 0 || mode == (sign ? 2 : 3);
        if (bits >= inf)
            bits = away || fabs(a) == INFINITY ? inf : inf - 1;
        want[i] = a != a ? 0x7fff : (uint32_t)bits | sign;
    }
    fesetround(FE_TONEAREST);
}

static void sweep_narrow(const Narrow *n, uint64_t step)
{
    static float x[BLOCK], y[BLOCK];
    static uint32_t want[BLOCK], got[BLOCK];
    Worst worst[4][2] = {{{0}}};
    for (uint64_t next = 0; next <= UINT32_MAX;) {
        fill(x, &next, step);
        for (int ftz = 0; ftz < 2; ftz++) {
            for (int i = 0; i < BLOCK; i++)
                y[i] = ftz ? flush(x[i]) : x[i];
            for (int mode = 0; mode < 4; mode++) {
                host_narrow(n, y, want, mode);
                run(narrow_instruction(n, mode, ftz), got, x);
                for (int i = 0; i < BLOCK; i++)
                    if (got[i] != want[i])
                        note(&worst[mode][ftz], 1, 0, x[i], (float)got[i]);
            }
        }
    }
    for (int mode = 0; mode < 4; mode++)
        for (int ftz = 0; ftz < 2; ftz++)
            report(narrow_instruction(n, mode, ftz), "", &worst[mode][ftz], "none: exact", "");
}

/* ---- double precision -------------------------------------------------------------------------------------------- */

/* What the host knows in long double, where that is longer than double. */
static void sweep_doubles(uint64_t count)
{
    static double x[BLOCK], got[BLOCK];
    static const struct { double bound; const char *says; } allowed[] = {
        {0x1p-20, "nothing said; ours 2^-20 relative"},
        {0x1p-20, "nothing said; ours 2^-20 relative"},
        {2, "nothing said; ours 2 ulp"}};
    Worst worst[3] = {{0}};
    uint64_t s = 0x9e3779b97f4a7c15;
    for (uint64_t done = 0; done < count; done += BLOCK) {
        for (int i = 0; i < BLOCK; i++) {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            x[i] = double_of(s * 0x2545f4914f6cdd1d);
        }
        for (int k = 0; k < 3; k++) {
            run(doubles[k], got, x);
            for (int i = 0; i < BLOCK; i++) {
                uint64_t b = bits_of_f64(x[i]), low = k < 2 ? bits_of_f64(got[i]) << 32 : 0;
                double a = k < 2 && x[i] == x[i] ? double_of(b >> 32 << 32) : x[i];
                if (k < 2 && fabs(a) < 0x1p-1022)
                    a = copysign(0, a);
                long double want = k ? 1 / sqrtl((long double)a) : 1 / (long double)a;
                double w = (double)want, error;
                if (w != w || w == 0 || isinf(w))
                    error = (w != w ? got[i] != got[i] : got[i] == w && !signbit(got[i]) == !signbit(w)) ? 0 : INFINITY;
                else if (k < 2 && fabs(w) < 0x1p-1022)
                    error = got[i] == 0 ? 0 : INFINITY;
                else if (k < 2)
                    error = (double)fabsl(((long double)got[i] - want) / want);
                else
                    error = (double)fabsl((long double)got[i] - want) * 0x1p52 /
                            double_of(bits_of_f64(w) & (uint64_t)0x7ff << 52);
                note(&worst[k], low ? INFINITY : error, allowed[k].bound, (float)x[i], (float)got[i]);
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        char error[40];
        snprintf(error, sizeof error, " = 2^%.2f", log2(worst[k].error));
        report(doubles[k], "", &worst[k], allowed[k].says, k == 2 ? " ulp" : error);
    }
}

int main(int argc, char **argv)
{
    uint64_t step = 1, count = 100000000;
    for (argv++; *argv && **argv == '-'; argv++) {
        if (strcmp(*argv, "-p") == 0) {
            print_kernels();
            return 0;
        } else if (strcmp(*argv, "-l") == 0) {
            for (int i = 0; i < GROUPS; i++)
                puts(groups[i].name);
            for (int i = 0; i < NARROWS; i++)
                puts(narrows[i].name);
            puts("f64");
            return 0;
        } else if (strcmp(*argv, "-s") == 0 && argv[1]) {
            step = strtoull(*++argv, NULL, 0);
        } else if (strcmp(*argv, "-n") == 0 && argv[1]) {
            count = strtoull(*++argv, NULL, 0);
        }
    }
    (void)argc;
    for (; *argv; argv++) {
        for (int i = 0; i < GROUPS; i++)
            if (strcmp(groups[i].name, *argv) == 0)
                (groups[i].exact ? sweep_exact : sweep_approx)(&groups[i], step ? step : 1);
        for (int i = 0; i < NARROWS; i++)
            if (strcmp(narrows[i].name, *argv) == 0)
                sweep_narrow(&narrows[i], step ? step : 1);
        if (strcmp(*argv, "f64") == 0)
            sweep_doubles(count);
    }
    printf("%u passed, %u failed, 0 skipped\n", passes, failures);
    return failures != 0 || !passes;
}
