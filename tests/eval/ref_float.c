/* ref_float.c: references for floating-point arithmetic (float.isa, half.isa), correctly rounded by MPFR.  The
 * approximate instructions are in ref_approx.c. */
#include "ref_num.h"

/* Enough for every product and for a sum's sticky digit. */
enum { PREC = 140 };

typedef enum Op {
    ADD, SUB, MUL, FMA, MAD, DIV, RCP, SQRT, /* rounded */
    ABS, NEG, MIN, MAX, COPYSIGN        /* by bits */
} Op;

static mpfr_rnd_t rounding(const Case *c)
{
    static const struct { const char *word; mpfr_rnd_t rnd; } words[] = {
        {"rn", MPFR_RNDN}, {"rz", MPFR_RNDZ}, {"rm", MPFR_RNDD}, {"rp", MPFR_RNDU}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (ref_has(c, words[i].word))
            return words[i].rnd;
    return MPFR_RNDN;
}

/* The type of operand i; pairs of floats are .b64 in the table. */
static const char *type_of(const Case *c, const CaseOpnd *o)
{
    return strcmp(o->type, "b64") == 0 && ref_has(c, "f32x2") ? "f32x2" : o->type;
}

/* ---- one element ------------------------------------------------------------------------------------------------- */

/* In [0, 1]; NaN and -0 are +0.  Manual: "clamps the result to [0.0, 1.0]. NaN results are flushed to +0.0f". */
static uint64_t saturate(const Format *f, uint64_t v)
{
    if (format_is_nan(f, v) || v & format_sign(f))
        return 0;
    return v > format_one(f) ? format_one(f) : v;
}

static uint64_t relu(const Format *f, uint64_t v)
{
    return format_is_nan(f, v) ? format_nan(f) : v & format_sign(f) ? 0 : v;
}

/* The result's modifiers. */
static uint64_t modified(const Ref *r, const Format *f, uint64_t v)
{
    if (r->ftz && f->bits != 64)
        v = format_flush(f, v);
    if (r->relu)
        v = relu(f, v);
    return r->sat ? saturate(f, v) : v;
}

/* mad.f32 before sm_20 (manual 9.7.3.7): the product is cut off to the format's digits; but where zero is added it is
 * what mul gives. */
static int mad_cut(mpfr_t v, const Format *to, mpfr_t x[3])
{
    mpfr_t p;
    mpfr_init2(p, mpfr_zero_p(x[2]) ? 2 * to->digits : to->digits);
    mpfr_mul(p, x[0], x[1], MPFR_RNDZ);
    if (mpfr_zero_p(x[2]))
        format_get(to, p, format_flush(to, format_round(to, p, MPFR_RNDN)));
    int t = mpfr_add(v, p, x[2], MPFR_RNDN);
    mpfr_clear(p);
    return t;
}

static uint64_t arithmetic(const Ref *r, const Format *to, const Format *const from[], const uint64_t in[])
{
    mpfr_t x[3], v;
    mpfr_rnd_t rnd = (mpfr_rnd_t)r->rnd;
    int n = r->of->nin, t = 0;
    for (int i = 0; i < n; i++) {
        mpfr_init2(x[i], 53);
        format_get(from[i], x[i], r->ftz ? format_flush(from[i], in[i]) : in[i]);
    }
    mpfr_init2(v, PREC);
    switch (r->op) {
    case ADD: t = mpfr_add(v, x[0], x[1], rnd); break;
    case SUB: t = mpfr_sub(v, x[0], x[1], rnd); break;
    case MUL: t = mpfr_mul(v, x[0], x[1], rnd); break;
    case FMA: t = mpfr_fma(v, x[0], x[1], x[2], rnd); break;
    case MAD: t = mad_cut(v, to, x); break;
    case DIV: t = mpfr_div(v, x[0], x[1], rnd); break;
    case RCP: t = mpfr_ui_div(v, 1, x[0], rnd); break;
    case SQRT: t = mpfr_sqrt(v, x[0], rnd); break;
    default: break;
    }
    keep_exact(v, t);
    uint64_t out = modified(r, to, format_round(to, v, rnd));
    for (int i = 0; i < n; i++)
        mpfr_clear(x[i]);
    mpfr_clear(v);
    return out;
}

/* The less of two, or the larger: manual 9.7.3.11.  -0 is below +0. */
static uint64_t min_max(const Format *f, bool max, bool nan, uint64_t a, uint64_t b)
{
    bool na = format_is_nan(f, a), nb = format_is_nan(f, b);
    if ((na && nb) || (nan && (na || nb)))
        return format_nan(f);
    if (na || nb)
        return na ? b : a;
    int64_t p = (int64_t)format_magnitude(f, a), q = (int64_t)format_magnitude(f, b);
    p = a & format_sign(f) ? -p - 1 : p;
    q = b & format_sign(f) ? -q - 1 : q;
    return (p < q) != max ? a : b;
}

static uint64_t by_bits(const Ref *r, const Format *f, const uint64_t in[])
{
    const Case *c = r->of;
    uint64_t x[3] = {0}, sign = format_sign(f), v;
    for (int i = 0; i < c->nin; i++)
        x[i] = r->ftz ? format_flush(f, in[i]) : in[i];
    switch (r->op) {
    case ABS: return x[0] & ~sign;
    case NEG: return x[0] ^ sign;
    case COPYSIGN: return (x[0] & sign) | (x[1] & ~sign);
    default: break;
    }
    bool abs = ref_has(c, "abs"), nan = ref_has(c, "NaN");
    uint64_t both = (x[0] ^ x[1]) & sign;
    for (int i = 0; abs && i < c->nin; i++)
        x[i] &= ~sign;
    v = min_max(f, r->op == MAX, nan, x[0], x[1]);
    if (c->nin == 3)
        v = min_max(f, r->op == MAX, nan, v, x[2]);
    if (ref_has(c, "xorsign") && !format_is_nan(f, v))
        v |= both;
    return v;
}

/* All elements of pairs, or the one. */
static void elements(const Ref *r, const Value in[], Value out[])
{
    const Case *c = r->of;
    const Format *to = format_named(type_of(c, &c->out[0])), *from[3];
    for (int i = 0; i < c->nin; i++)
        from[i] = format_named(type_of(c, &c->in[i]));
    int n = c->out[0].bits / to->bits;
    for (int k = 0; k < n; k++) {
        uint64_t x[3];
        for (int i = 0; i < c->nin; i++)
            x[i] = in[i].lo >> k * to->bits & (UINT64_MAX >> (64 - from[i]->bits));
        uint64_t v = r->op < ABS ? arithmetic(r, to, from, x) : by_bits(r, to, x);
        if (ref_has(c, "oob") && (x[0] == 0xffff || x[1] == 0xffff)) /* the runtime's choice of the out-of-bounds NaN */
            v = 0;
        out[0].lo |= v << k * to->bits;
    }
}

static void testp(const Ref *r, const Value in[], Value out[])
{
    const Format *f = format_named(r->of->in[0].type);
    uint64_t v = in[0].lo, m = format_magnitude(f, v);
    bool nan = format_is_nan(f, v), inf = m == format_inf(f), sub = format_is_subnormal(f, v), is = false;
    static const char *const words[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
    const bool answer[] = {!nan && !inf, inf, !nan, nan, !nan && !inf && !sub, sub};
    for (int i = 0; i < 6; i++)
        if (ref_has(r->of, words[i]))
            is = answer[i];
    out[0].lo = is;
}

/* ---- finding ----------------------------------------------------------------------------------------------------- */

bool ref_approx(const Case *c, Ref *r);

bool ref_float(const Case *c, Ref *r)
{
    static const struct { const char *name; Op op; } ops[] = {
        {"add", ADD}, {"sub", SUB}, {"mul", MUL}, {"fma", FMA}, {"mad", FMA}, {"div", DIV}, {"rcp", RCP},
        {"sqrt", SQRT}, {"abs", ABS}, {"neg", NEG}, {"min", MIN}, {"max", MAX}, {"copysign", COPYSIGN}};
    bool f32 = ref_has(c, "f32") || ref_has(c, "f32x2");
    r->rnd = (int)rounding(c);
    r->ftz = ref_has(c, "ftz") || (c->target < 20 && f32); /* the manual: sm_1x flushes all f32 */
    r->sat = ref_has(c, "sat");
    r->relu = ref_has(c, "relu");
    if (ref_approx(c, r))
        return true;
    if (ref_named(c, "testp")) {
        r->bits = testp;
        return true;
    }
    if (!c->nout || !format_named(type_of(c, &c->out[0])))
        return false;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ref_named(c, ops[i].name)) {
            r->op = ops[i].op;
            if (ref_named(c, "mad") && f32 && c->target < 20)
                r->op = MAD;
            r->bits = elements;
            r->any_nan = !r->relu && !ref_has(c, "NaN") && r->op != COPYSIGN;
            return true;
        }
    return false;
}
