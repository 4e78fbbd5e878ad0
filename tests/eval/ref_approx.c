/* ref_approx.c: references for the approximate instructions (manual 9.7.3.8 to 9.7.3.22, 9.7.4.9, 9.7.4.10): the error
 * of each result against MPFR in units of what the manual allows, and its tables of special values. */
#include "ref_num.h"

enum { PREC = 90 };

/* How the manual states an error. */
typedef enum Kind { ULP, RELATIVE, ABSOLUTE } Kind;

typedef void Exact(mpfr_t v, mpfr_t a, mpfr_t b);

static void e_div(mpfr_t v, mpfr_t a, mpfr_t b) { mpfr_div(v, a, b, MPFR_RNDN); }
static void e_rcp(mpfr_t v, mpfr_t a, mpfr_t b) { (void)b, mpfr_ui_div(v, 1, a, MPFR_RNDN); }
static void e_sqrt(mpfr_t v, mpfr_t a, mpfr_t b) { (void)b, mpfr_sqrt(v, a, MPFR_RNDN); }
static void e_sin(mpfr_t v, mpfr_t a, mpfr_t b) { (void)b, mpfr_sin(v, a, MPFR_RNDN); }
static void e_cos(mpfr_t v, mpfr_t a, mpfr_t b) { (void)b, mpfr_cos(v, a, MPFR_RNDN); }
static void e_lg2(mpfr_t v, mpfr_t a, mpfr_t b) { (void)b, mpfr_log2(v, a, MPFR_RNDN); }
static void e_ex2(mpfr_t v, mpfr_t a, mpfr_t b) { (void)b, mpfr_exp2(v, a, MPFR_RNDN); }
static void e_tanh(mpfr_t v, mpfr_t a, mpfr_t b) { (void)b, mpfr_tanh(v, a, MPFR_RNDN); }

/* MPFR's root of -0 is -0, and so its reciprocal -inf, as the table wants. */
static void e_rsqrt(mpfr_t v, mpfr_t a, mpfr_t b)
{
    (void)b;
    mpfr_sqrt(v, a, MPFR_RNDN);
    mpfr_ui_div(v, 1, v, MPFR_RNDN);
}

typedef struct Approx {
    const char *name, *word, *type; /* the instruction, a word that it must have or "", the type of its result */
    Exact *exact;
    Kind kind;
    double bound;
    const char *unit;
} Approx;

/* Where the bound depends on the argument, errors are in units of it. */
static const Approx table[] = {
    {"div", "approx", "f32", e_div, ULP, 2, "ulp"},
    {"div", "full", "f32", e_div, ULP, 2, "ulp"},
    {"rcp", "approx", "f32", e_rcp, ULP, 1, "ulp"},
    {"sqrt", "approx", "f32", e_sqrt, RELATIVE, 0x1p-23, "relative (2^-23)"},
    {"rsqrt", "", "f32", e_rsqrt, RELATIVE, 0x1.125fbee250669p-23, "relative (2^-22.9)"},
    {"sin", "", "f32", e_sin, ABSOLUTE, 1, "of what the argument's range allows"},
    {"cos", "", "f32", e_cos, ABSOLUTE, 1, "of what the argument's range allows"},
    {"lg2", "", "f32", e_lg2, RELATIVE, 0x1p-22, "relative, in (0.5, 2) absolute (2^-22)"},
    {"ex2", "", "f32", e_ex2, ULP, 2, "ulp"},
    {"tanh", "approx", "f32", e_tanh, RELATIVE, 0x1p-11, "relative (2^-11)"},
    {"tanh", "approx", "f16", e_tanh, ABSOLUTE, 0x1.0251353756991p-11, "absolute (2^-10.987)"},
    {"tanh", "approx", "bf16", e_tanh, ABSOLUTE, 0x1p-8, "absolute (2^-8)"},
    {"ex2", "approx", "f16", e_ex2, RELATIVE, 0x1.125fbee250663p-10, "relative (2^-9.9)"},
    {"ex2", "approx", "bf16", e_ex2, RELATIVE, 0x1p-7, "relative (2^-7)"},
    /* The manual gives no bound for these; of the first two it says that only 20 bits of mantissa come out. */
    {"rcp", "ftz", "f64", e_rcp, RELATIVE, 0x1p-20, "relative (2^-20, ours)"},
    {"rsqrt", "ftz", "f64", e_rsqrt, RELATIVE, 0x1p-20, "relative (2^-20, ours)"},
    {"rsqrt", "", "f64", e_rsqrt, ULP, 2, "ulp (ours)"},
};

static bool is(const Ref *r, const char *name) { return ref_named(r->of, name); }

/* The upper words of doubles only: rcp and rsqrt.approx.ftz.f64. */
static bool is_upper(const Ref *r) { return table[r->op].type[1] == '6' && r->ftz; }

/* div.approx with a divisor above 2^126; the manual says nothing of one below 2^-126. */
static bool div_special(const Format *f, uint64_t a, uint64_t b, uint64_t got, double *error)
{
    uint64_t m = format_magnitude(f, b), sign = (a ^ b) & format_sign(f);
    if (format_is_nan(f, a) || format_is_nan(f, b))
        return false;
    if (m > 0x7e800000 && m < format_inf(f)) {
        bool right = format_magnitude(f, a) == format_inf(f) ? format_is_nan(f, got) : got == sign;
        *error = right ? 0 : INFINITY;
        return true;
    }
    if (format_is_subnormal(f, b)) {
        *error = format_is_nan(f, got) ? INFINITY : 0;
        return true;
    }
    return false;
}

/* The error of got as the manual measures it. */
static double distance(const Ref *r, const Format *f, mpfr_t exact, mpfr_t got, double argument)
{
    const Approx *t = &table[r->op];
    mpfr_t e;
    mpfr_init2(e, PREC);
    mpfr_exp_t least = 3 - f->emax, place = mpfr_get_exp(exact);
    if (mpfr_inf_p(got)) /* counts as the value that would follow the largest */
        mpfr_set_si_2exp(got, mpfr_sgn(got), f->emax, MPFR_RNDN);
    if (place > f->emax) {
        mpfr_set_si_2exp(exact, mpfr_sgn(exact), f->emax, MPFR_RNDN);
        place = f->emax;
    }
    place = place < least ? least : place;
    mpfr_sub(e, got, exact, MPFR_RNDN);
    mpfr_abs(e, e, MPFR_RNDN);
    double d;
    if (t->kind == ULP) {
        mpfr_mul_2si(e, e, f->digits - place, MPFR_RNDN);
        d = mpfr_get_d(e, MPFR_RNDN);
    } else if (is(r, "sin") || is(r, "cos")) {
        double x = fabs(argument);
        d = mpfr_get_d(e, MPFR_RNDN);
        d = x <= 0x1.921fb54442d18p+2 ? d / 0x1.6a09e667f3bcdp-21    /* to 2 pi: 2^-20.5 */
            : x <= 0x1.3a28c59d5433bp+8 ? d / 0x1.3b2c47bff832cp-15 /* to 100 pi: 2^-14.7 */
            : 0; /* beyond, only "best effort" */
        d = mpfr_cmpabs_ui(got, 1) > 0 ? INFINITY : d;
    } else if (t->kind == ABSOLUTE || (is(r, "lg2") && argument > 0.5 && argument < 2)) {
        d = mpfr_get_d(e, MPFR_RNDN);
    } else { /* relative; where subnormals cannot have all digits, to the smallest normal value */
        if (mpfr_get_exp(exact) < least)
            mpfr_set_si_2exp(exact, 1, least - 1, MPFR_RNDN);
        mpfr_div(e, e, exact, MPFR_RNDN);
        d = fabs(mpfr_get_d(e, MPFR_RNDN));
    }
    mpfr_clear(e);
    return d;
}

static double element(const Ref *r, const Format *f, uint64_t a, uint64_t b, uint64_t got)
{
    double error = 0;
    uint64_t sign = format_sign(f);
    if (is_upper(r)) {
        uint64_t nan = (uint64_t)0x7fffffff << 32;
        if (format_is_nan(f, a))
            return got == nan ? 0 : INFINITY;
        if (got << 32)
            return INFINITY;
        a = a >> 32 << 32;
    }
    if (r->ftz) {
        a = format_flush(f, a);
        b = format_flush(f, b);
        if (format_is_subnormal(f, got))
            return INFINITY;
    }
    if (is(r, "div") && !ref_has(r->of, "full") && div_special(f, a, b, got, &error))
        return error;
    mpfr_t x, y, v, g;
    mpfr_inits2(PREC, x, y, v, g, (mpfr_ptr)0);
    format_get(f, x, a);
    format_get(f, y, b);
    table[r->op].exact(v, x, y);
    format_get(f, g, got);
    double argument = mpfr_get_d(x, MPFR_RNDN);
    if (mpfr_nan_p(v) || mpfr_nan_p(g))
        error = mpfr_nan_p(v) && mpfr_nan_p(g) ? 0 : INFINITY;
    else if (mpfr_zero_p(v) || mpfr_inf_p(v)) /* exact special results, with their signs */
        error = got == format_round(f, v, MPFR_RNDN) ? 0 : INFINITY;
    else if (r->ftz && mpfr_get_exp(v) < 3 - f->emax && got == (mpfr_signbit(v) ? sign : 0))
        error = 0; /* flushed */
    else if (!mpfr_zero_p(g) && mpfr_signbit(g) != mpfr_signbit(v) && table[r->op].kind != ABSOLUTE && !is(r, "lg2"))
        error = INFINITY;
    else
        error = distance(r, f, v, g, argument);
    mpfr_clears(x, y, v, g, (mpfr_ptr)0);
    return error;
}

static double approx_error(const Ref *r, const Value in[], const Value got[])
{
    const Format *f = format_named(r->of->out[0].type);
    double worst = 0;
    for (int k = 0; k < r->of->out[0].bits / f->bits; k++) {
        uint64_t mask = UINT64_MAX >> (64 - f->bits), b = r->of->nin > 1 ? in[1].lo >> k * f->bits & mask : 0;
        double e = element(r, f, in[0].lo >> k * f->bits & mask, b, got[0].lo >> k * f->bits & mask);
        worst = e > worst ? e : worst;
    }
    return worst;
}

bool ref_approx(const Case *c, Ref *r)
{
    static const char *const exact[] = {"rn", "rz", "rm", "rp"};
    bool f32 = c->nout && strcmp(c->out[0].type, "f32") == 0, word = ref_has(c, "approx") || ref_has(c, "full");
    for (int i = 0; i < 4; i++)
        if (ref_has(c, exact[i]))
            return false;
    /* Forms of PTX 1.x: f32 without a word means .approx.ftz; f64 is rounded, but for rsqrt. */
    if (!word && !ref_named(c, "rsqrt") && !f32)
        return false;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const Approx *t = &table[i];
        const char *type = c->out[0].type;
        bool legacy = !word && strcmp(t->word, "approx") == 0;
        if (!ref_named(c, t->name) || strncmp(type, t->type, strlen(t->type)) != 0 ||
            !(legacy || !*t->word || ref_has(c, t->word)))
            continue;
        r->ftz |= !word && f32;
        r->op = (int)i;
        r->error = approx_error;
        r->bound = t->bound;
        r->unit = t->unit;
        return true;
    }
    return false;
}
