/* gen.c: writes random kernels twice: as PTX, and as C that runs all threads of a CTA in step (ref.h).
 *
 *   gen SEED K.ptx K.h        the same seed gives the same program
 *
 * The programs are legal and free of races: a thread writes only its own slots, reads others' shared slots behind
 * barriers; collectives name exactly the lanes that execute them; loops end.  What a kernel may contain depends on its
 * kind, so that each way of translation gets its share. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *ptx, *ref;
static uint64_t state;

static uint32_t rnd(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = state ^ state >> 33;
    return (uint32_t)(x * 0x9e3779b97f4a7c15u >> 32);
}

static uint32_t below(uint32_t n) { return (uint32_t)((uint64_t)rnd() * n >> 32); }
static bool chance(uint32_t percent) { return below(100) < percent; }
#define ONE_OF(a) ((a)[below(sizeof(a) / sizeof *(a))])

static void p(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("    ", ptx);
    vfprintf(ptx, fmt, ap);
    fputc('\n', ptx);
    va_end(ap);
}

static void c(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("    ", ref);
    vfprintf(ref, fmt, ap);
    fputc('\n', ref);
    va_end(ap);
}

/* ---- values ------------------------------------------------------------------------------------------------------------- */

enum { R, D, P, TYPES }; /* 32 bits, 64 bits, predicate */

typedef struct Val {
    int id;
    bool uni;     /* the same for all threads of the CTA */
    bool mut;     /* may be assigned again */
} Val;

typedef struct Scope { int n[TYPES]; } Scope;

static Val vals[TYPES][4000];
static int nvals[TYPES], nregs[TYPES];
static const char letter[] = "rdp";
static const char ref_letter[] = "RDP";
static int labels, loops, masks;
static int budget;

static Val new_val(int type, bool uni, bool mut)
{
    return (Val){nregs[type]++, uni, mut};
}

static void show(int type, Val v) { vals[type][nvals[type]++] = v; }

static Scope mark(void)
{
    Scope s;
    memcpy(s.n, nvals, sizeof s.n);
    return s;
}

static void back_to(Scope s) { memcpy(nvals, s.n, sizeof s.n); }

static Val pick(int type)
{
    int n = nvals[type];
    return vals[type][n > 8 && chance(50) ? n - 1 - (int)below(8) : (int)below((uint32_t)n)];
}

static bool pick_uni(int type, Val *v)
{
    int found = 0;
    for (int i = 0; i < nvals[type]; i++)
        if (vals[type][i].uni && below((uint32_t)++found) == 0)
            *v = vals[type][i];
    return found > 0;
}

/* An operand in both languages. */
typedef struct Op { char p[24], c[24]; bool uni; } Op;

static Op of(int type, Val v)
{
    Op o = {.uni = v.uni};
    snprintf(o.p, sizeof o.p, "%%%c%d", letter[type], v.id);
    snprintf(o.c, sizeof o.c, "%c(%d)", ref_letter[type], v.id);
    return o;
}

static Op number(int type, uint64_t n)
{
    Op o = {.uni = true};
    if (type == R) {
        snprintf(o.p, sizeof o.p, "0x%x", (unsigned)(uint32_t)n);
        snprintf(o.c, sizeof o.c, "0x%xu", (unsigned)(uint32_t)n);
    } else {
        snprintf(o.p, sizeof o.p, "0x%llx", (unsigned long long)n);
        snprintf(o.c, sizeof o.c, "0x%llxull", (unsigned long long)n);
    }
    return o;
}

static Op some_number(int type)
{
    static const uint32_t usual[] = {0, 1, 2, 3, 4, 5, 7, 8, 12, 16, 30, 31, 32, 33, 63, 127, 255, 1023, 0x7fffffff,
                                     0x80000000, 0xffffffff, 0xffffffe0, 0xfffffffe, 0xffff};
    uint64_t n = chance(85) ? ONE_OF(usual) : rnd();
    if (type == D && chance(30))
        n = chance(50) ? (uint64_t)(int64_t)(int32_t)n : n << 32 | rnd();
    return number(type, n);
}

static Op operand(int type)
{
    return chance(70) ? of(type, pick(type)) : some_number(type);
}

/* ---- assignments -------------------------------------------------------------------------------------------------------- */

typedef struct Ctx {
    int m;         /* number of the C mask of the threads that are here */
    int depth;     /* nesting */
    bool uni;      /* all threads of the CTA that still live are here */
    int mask;      /* register with the lanes of the warp that are here, or -1 */
    bool direct;   /* directly in the innermost loop's body */
    int cur;       /* innermost loop, or -1 */
} Ctx;

typedef struct Loop { int id, up, mask; bool uni; } Loop;
static Loop loop[4000];

static bool in_func, has_bar, has_warp, has_sched;

/* The place of a result: a new register, or one that is assigned again; guard: the predicate text or "". */
typedef struct Dest { int type; Val v; bool fresh; char guard[24], cond[32]; } Dest;

static Dest dest(int type)
{
    Dest d = {.type = type, .fresh = true};
    if (chance(45)) {
        Val v = pick(type);
        if (v.mut) {
            d.v = v;
            d.fresh = false;
            if (chance(30)) {
                Val g = pick(P);
                bool neg = chance(40);
                snprintf(d.guard, sizeof d.guard, "@%s%%p%d ", neg ? "!" : "", g.id);
                snprintf(d.cond, sizeof d.cond, "if (%sP(%d)) ", neg ? "!" : "", g.id);
            }
            return d;
        }
    }
    d.v = new_val(type, false, false);
    return d;
}

static void done(Dest *d, bool uni)
{
    if (!d->fresh)
        return;
    d->v.uni = uni;
    show(d->type, d->v);
}

/* d = EXPR; the PTX has its destination's name where %D stands. */
static void assign(const Ctx *x, Dest *d, bool uni, const char *expr, const char *fmt, ...)
{
    char op[300], name[24];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(op, sizeof op, fmt, ap);
    va_end(ap);
    snprintf(name, sizeof name, "%%%c%d", letter[d->type], d->v.id);
    char *at = strchr(op, '~');
    *at = 0;
    p("%s%s%s%s;", d->guard, op, name, at + 1);
    c("EACH(m%d) %s%c(%d) = %s;", x->m, d->cond, ref_letter[d->type], d->v.id, expr);
    done(d, uni);
}

static const char *text(const char *fmt, ...)
{
    static char ring[8][400];
    static int at;
    va_list ap;
    va_start(ap, fmt);
    char *s = ring[at++ % 8];
    vsnprintf(s, sizeof ring[0], fmt, ap);
    va_end(ap);
    return s;
}

/* Instructions with two operands: type of result, of operands, PTX, C with a and b. */
typedef struct Form { int d, a; const char *ptx, *c; } Form;

static const Form forms[] = {
    {R, R, "add.u32", "a + b"},          {R, R, "add.s32", "a + b"},        {R, R, "sub.u32", "a - b"},
    {R, R, "add.u32", "a + b"},          {R, R, "mul.lo.u32", "a * b"},     {R, R, "mul.lo.s32", "a * b"},
    {R, R, "mul.hi.u32", "(uint32_t)((uint64_t)a * b >> 32)"},
    {R, R, "mul.hi.s32", "(uint32_t)((uint64_t)((int64_t)(int32_t)a * (int32_t)b) >> 32)"},
    {R, R, "and.b32", "a & b"},          {R, R, "or.b32", "a | b"},         {R, R, "xor.b32", "a ^ b"},
    {R, R, "and.b32", "a & b"},
    {R, R, "shl.b32", "b > 31 ? 0 : a << b"},       {R, R, "shr.u32", "b > 31 ? 0 : a >> b"},
    {R, R, "shr.s32", "ref_sar32(a, b)"},
    {R, R, "min.u32", "a < b ? a : b"},  {R, R, "max.s32", "(int32_t)a > (int32_t)b ? a : b"},
    {R, R, "min.s32", "(int32_t)a < (int32_t)b ? a : b"},                   {R, R, "max.u32", "a > b ? a : b"},
    {R, R, "set.lt.u32.u32", "a < b ? ~0u : 0u"},   {R, R, "set.ge.u32.s32", "(int32_t)a >= (int32_t)b ? ~0u : 0u"},
    {D, D, "add.u64", "a + b"},          {D, D, "sub.s64", "a - b"},        {D, D, "mul.lo.u64", "a * b"},
    {D, D, "and.b64", "a & b"},          {D, D, "xor.b64", "a ^ b"},        {D, D, "or.b64", "a | b"},
    {D, D, "min.s64", "(int64_t)a < (int64_t)b ? a : b"},                   {D, D, "max.u64", "a > b ? a : b"},
    {D, D, "add.s64", "a + b"},
    {D, R, "mul.wide.u32", "(uint64_t)a * b"},
    {D, R, "mul.wide.s32", "(uint64_t)((int64_t)(int32_t)a * (int32_t)b)"},
};

static const Form unary[] = {
    {R, R, "not.b32", "~a"},             {R, R, "neg.s32", "0u - a"},       {R, R, "mov.u32", "a"},
    {R, R, "mov.b32", "a"},              {R, R, "popc.b32", "ref_popc(a)"}, {R, R, "clz.b32", "ref_clz(a)"},
    {R, R, "abs.s32", "(int32_t)a < 0 ? 0u - a : a"},                       {R, R, "cvt.u32.u8", "(uint8_t)a"},
    {R, R, "cvt.s32.s8", "(uint32_t)(int8_t)a"},    {R, R, "cvt.s32.s16", "(uint32_t)(int16_t)a"},
    {R, R, "cvt.u32.u16", "(uint16_t)a"},           {R, R, "cnot.b32", "a == 0"},
    {R, D, "cvt.u32.u64", "(uint32_t)a"},           {R, D, "cvt.s32.s64", "(uint32_t)a"},
    {D, R, "cvt.u64.u32", "(uint64_t)a"},           {D, R, "cvt.s64.s32", "(uint64_t)(int64_t)(int32_t)a"},
    {D, R, "cvt.s64.s32", "(uint64_t)(int64_t)(int32_t)a"}, {D, R, "cvt.u64.u32", "(uint64_t)a"},
    {D, R, "cvt.u64.s32", "(uint64_t)(int64_t)(int32_t)a"}, {D, R, "cvt.s64.u32", "(uint64_t)a"},
    {D, D, "not.b64", "~a"},             {D, D, "mov.u64", "a"},            {D, D, "neg.s64", "0ull - a"},
};

/* The C text of a form: a and b standing alone are the operands. */
static const char *fill(const char *s, const Op *a, const Op *b, const Op *k)
{
    char out[400];
    size_t n = 0;
    for (const char *q = s; *q; q++) {
        bool word = (q > s && (q[-1] == '_' || (q[-1] >= 'a' && q[-1] <= 'z') || (q[-1] >= '0' && q[-1] <= '9'))) ||
                    q[1] == '_' || (q[1] >= 'a' && q[1] <= 'z') || (q[1] >= '0' && q[1] <= '9');
        const Op *o = word ? NULL : *q == 'a' ? a : *q == 'b' ? b : *q == 'k' ? k : NULL;
        if (o)
            n += (size_t)snprintf(out + n, sizeof out - n, "%s", o->c);
        else
            out[n++] = *q;
    }
    out[n] = 0;
    return text("%s", out);
}

static const struct { const char *name, *c; } compares[] = {
    {"lt", "<"}, {"le", "<="}, {"gt", ">"}, {"ge", ">="}, {"eq", "=="}, {"ne", "!="},
};

static void gen_setp(const Ctx *x)
{
    int type = chance(75) ? R : D, k = (int)below(6);
    bool s = chance(50);
    Op a = of(type, pick(type)), b = operand(type);
    const char *cast = s ? (type == R ? "(int32_t)" : "(int64_t)") : "";
    Dest d = dest(P);
    const char *cmp = text("%s%s %s %s%s", cast, a.c, compares[k].c, cast, b.c);
    const char *t = text("%c%s", s ? 's' : 'u', type == R ? "32" : "64");
    if (chance(70)) {
        assign(x, &d, a.uni && b.uni, cmp, "setp.%s.%s ~, %s, %s", compares[k].name, t, a.p, b.p);
        return;
    }
    static const char *const joins[][2] = {{"and", "&&"}, {"or", "||"}, {"xor", "!="}};
    int j = (int)below(3);
    bool neg = chance(30);
    Op q = of(P, pick(P));
    assign(x, &d, a.uni && b.uni && q.uni, text("(%s) %s %s%s", cmp, joins[j][1], neg ? "!" : "", q.c),
           "setp.%s.%s.%s ~, %s, %s, %s%s", compares[k].name, joins[j][0], t, a.p, b.p, neg ? "!" : "", q.p);
}

static void gen_pred(const Ctx *x)
{
    static const char *const ops[][2] = {{"and", "&&"}, {"or", "||"}, {"xor", "!="}};
    Op a = of(P, pick(P)), b = of(P, pick(P));
    Dest d = dest(P);
    int k = (int)below(4);
    if (k == 3)
        assign(x, &d, a.uni, text("!%s", a.c), "not.pred ~, %s", a.p);
    else
        assign(x, &d, a.uni && b.uni, text("%s %s %s", a.c, ops[k][1], b.c), "%s.pred ~, %s, %s", ops[k][0], a.p, b.p);
}

static void gen_arith(const Ctx *x)
{
    Op a, b, k;
    Dest d;
    switch (below(22)) {
    case 0: case 1: case 2: case 3: case 4: case 5: case 6: case 7: {
        const Form *f = &ONE_OF(forms);
        a = of(f->a, pick(f->a));
        b = operand(f->a);
        d = dest(f->d);
        assign(x, &d, a.uni && b.uni, fill(f->c, &a, &b, NULL), "%s ~, %s, %s", f->ptx, a.p, b.p);
        return;
    }
    case 8: case 9: case 10: case 11: {
        const Form *f = &ONE_OF(unary);
        a = of(f->a, pick(f->a));
        d = dest(f->d);
        assign(x, &d, a.uni, fill(f->c, &a, NULL, NULL), "%s ~, %s", f->ptx, a.p);
        return;
    }
    case 12: { /* shifts of 64 bits */
        static const Form shifts[] = {{D, D, "shl.b64", "b > 63 ? 0 : a << b"}, {D, D, "shr.u64", "b > 63 ? 0 : a >> b"},
                                      {D, D, "shr.s64", "ref_sar64(a, b)"}};
        const Form *f = &ONE_OF(shifts);
        a = of(D, pick(D));
        b = operand(R);
        d = dest(D);
        assign(x, &d, a.uni && b.uni, fill(f->c, &a, &b, NULL), "%s ~, %s, %s", f->ptx, a.p, b.p);
        return;
    }
    case 13: case 14:
        a = of(R, pick(R)), b = operand(R), k = operand(R);
        d = dest(R);
        assign(x, &d, a.uni && b.uni && k.uni, text("%s * %s + %s", a.c, b.c, k.c), "mad.lo.%s ~, %s, %s, %s",
               chance(50) ? "s32" : "u32", a.p, b.p, k.p);
        return;
    case 15: {
        bool s = chance(50);
        a = of(R, pick(R)), b = operand(R), k = of(D, pick(D));
        d = dest(D);
        assign(x, &d, a.uni && b.uni && k.uni,
               s ? text("(uint64_t)((int64_t)(int32_t)%s * (int32_t)%s) + %s", a.c, b.c, k.c)
                 : text("(uint64_t)%s * %s + %s", a.c, b.c, k.c),
               "mad.wide.%s ~, %s, %s, %s", s ? "s32" : "u32", a.p, b.p, k.p);
        return;
    }
    case 16: {
        int type = chance(70) ? R : D;
        a = operand(type), b = operand(type), k = of(P, pick(P));
        d = dest(type);
        assign(x, &d, a.uni && b.uni && k.uni, text("%s ? %s : %s", k.c, a.c, b.c), "selp.b%s ~, %s, %s, %s",
               type == R ? "32" : "64", a.p, b.p, k.p);
        return;
    }
    case 17: { /* division by what is not zero */
        Dest one = {.type = R, .fresh = true, .v = new_val(R, false, false)};
        b = of(R, pick(R));
        assign(x, &one, b.uni, text("%s | 1", b.c), "or.b32 ~, %s, 1", b.p);
        a = of(R, pick(R)), b = of(R, one.v);
        bool rem = chance(50);
        d = dest(R);
        assign(x, &d, a.uni && b.uni, text("%s %c %s", a.c, rem ? '%' : '/', b.c), "%s.u32 ~, %s, %s",
               rem ? "rem" : "div", a.p, b.p);
        return;
    }
    case 18: { /* a carry */
        Val lo = new_val(R, false, false), hi = new_val(R, false, false);
        a = of(R, pick(R)), b = operand(R), k = of(R, pick(R));
        p("add.cc.u32 %%r%d, %s, %s;", lo.id, a.p, b.p);
        p("addc.u32 %%r%d, %s, 0;", hi.id, k.p);
        c("EACH(m%d) { uint64_t s = (uint64_t)%s + %s; uint32_t h = %s; R(%d) = (uint32_t)s; R(%d) = h + (uint32_t)(s >> 32); }",
          x->m, a.c, b.c, k.c, lo.id, hi.id);
        show(R, lo);
        show(R, hi);
        return;
    }
    case 19: { /* halves */
        Val lo = new_val(R, false, false), hi = new_val(R, false, false);
        a = of(D, pick(D));
        lo.uni = hi.uni = a.uni;
        if (chance(50)) {
            p("mov.b64 {%%r%d, %%r%d}, %s;", lo.id, hi.id, a.p);
            c("EACH(m%d) { R(%d) = (uint32_t)%s; R(%d) = (uint32_t)(%s >> 32); }", x->m, lo.id, a.c, hi.id, a.c);
            show(R, lo);
            show(R, hi);
        } else {
            a = of(R, pick(R)), b = of(R, pick(R));
            d = dest(D);
            assign(x, &d, a.uni && b.uni, text("%s | (uint64_t)%s << 32", a.c, b.c), "mov.b64 ~, {%s, %s}", a.p, b.p);
        }
        return;
    }
    case 20: {
        a = of(R, pick(R)), b = operand(R), k = operand(R);
        d = dest(R);
        assign(x, &d, a.uni && b.uni && k.uni, text("(%s & %s) ^ (~%s & %s)", a.c, b.c, a.c, k.c),
               "lop3.b32 ~, %s, %s, %s, 0xCA", a.p, b.p, k.p);
        return;
    }
    default:
        a = of(R, pick(R)), b = number(R, below(32)), k = number(R, below(32));
        d = dest(R);
        assign(x, &d, a.uni, text("ref_bfe(%s, %s, %s)", a.c, b.c, k.c), "bfe.u32 ~, %s, %s, %s", a.p, b.p, k.p);
    }
}

/* ---- memory ------------------------------------------------------------------------------------------------------------- */

static Val fixed(int type, const char *expr, bool uni, const Ctx *x, const char *fmt, ...)
{
    char op[300];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(op, sizeof op, fmt, ap);
    va_end(ap);
    Dest d = {.type = type, .fresh = true, .v = new_val(type, uni, false)};
    assign(x, &d, uni, expr, "%s", op);
    d.v.uni = uni;
    return d.v;
}

/* An address: not to be computed with, it differs from run to run. */
static Val hide(Val v)
{
    nvals[D]--;
    return v;
}

/* The registers every kernel sets at its beginning. */
static struct { Val in, out, soa, acc, far, base, n, lin, gid, lane, threads, total, gx, smem, mask0; } K;

static void gen_load(const Ctx *x)
{
    static const struct { const char *t; int type, size; const char *c; } kinds[] = {
        {"u32", R, 4, "ref_u32(%s)"}, {"s8", R, 1, "(uint32_t)(int8_t)*(%s)"}, {"u8", R, 1, "*(%s)"},
        {"s16", R, 2, "(uint32_t)(int16_t)ref_u16(%s)"}, {"u64", D, 8, "ref_u64(%s)"}, {"u32", R, 4, "ref_u32(%s)"},
        {"b32", R, 4, "ref_u32(%s)"},
    };
    int k = (int)below(7);
    Op i = of(R, pick(R));
    Val masked = fixed(R, text("%s & 511", i.c), i.uni, x, "and.b32 ~, %s, 511", i.p);
    Val at = chance(50)
        ? fixed(D, text("D(%d) + (uint64_t)R(%d) * %d", K.in.id, masked.id, kinds[k].size), i.uni, x,
                "mad.wide.u32 ~, %%r%d, %d, %%d%d", masked.id, kinds[k].size, K.in.id)
        : fixed(D, text("D(%d) + (uint64_t)R(%d) * %d", K.in.id, masked.id, kinds[k].size), i.uni, x,
                "mad.wide.s32 ~, %%r%d, %d, %%d%d", masked.id, kinds[k].size, K.in.id);
    hide(at);
    char src[64], expr[128];
    int offset = chance(30) ? 8 * (int)below(6) : 0;
    snprintf(src, sizeof src, "(const unsigned char *)(uintptr_t)(D(%d) + %d)", at.id, offset);
    snprintf(expr, sizeof expr, kinds[k].c, src);
    Dest d = dest(kinds[k].type);
    assign(x, &d, i.uni, expr, "ld.global%s.%s ~, [%%d%d+%d]", chance(20) ? ".nc" : "", kinds[k].t, at.id, offset);
}

/* A load whose index may wrap between neighbouring threads. */
static void gen_far(const Ctx *x)
{
    bool s = chance(50), twice = chance(20);
    uint32_t plus = chance(60) ? 0 : chance(50) ? below(40) : 0u - below(40);
    Val i = fixed(R, text("R(%d) * %d + R(%d)", K.gx.id, twice + 1, K.base.id), false, x, "mad.lo.u32 ~, %%r%d, %d, %%r%d",
                  K.gx.id, twice + 1, K.base.id);
    if (plus)
        i = fixed(R, text("R(%d) + %uu", i.id, (unsigned)plus), false, x, "add.s32 ~, %%r%d, %d", i.id, (int)(int32_t)plus);
    const char *wide = s ? text("(uint64_t)((int64_t)(int32_t)R(%d) * 4)", i.id) : text("(uint64_t)R(%d) * 4", i.id);
    Val at;
    if (chance(50)) {
        Val w = fixed(D, wide, false, x, "mul.wide.%s ~, %%r%d, 4", s ? "s32" : "u32", i.id);
        at = fixed(D, text("D(%d) + D(%d)", K.far.id, w.id), false, x, "add.s64 ~, %%d%d, %%d%d", K.far.id, w.id);
        hide(at);
    } else {
        Val w = fixed(D, s ? text("(uint64_t)(int64_t)(int32_t)R(%d)", i.id) : text("(uint64_t)R(%d)", i.id), false, x,
                      "cvt.%s ~, %%r%d", s ? "s64.s32" : "u64.u32", i.id);
        Val v = fixed(D, text("D(%d) << 2", w.id), false, x, "shl.b64 ~, %%d%d, 2", w.id);
        at = fixed(D, text("D(%d) + D(%d)", K.far.id, v.id), false, x, "add.s64 ~, %%d%d, %%d%d", K.far.id, v.id);
        hide(at);
    }
    Dest d = dest(R);
    assign(x, &d, false, text("ref_u32((const unsigned char *)(uintptr_t)D(%d))", at.id), "ld.global.u32 ~, [%%d%d]", at.id);
}

static void guard(char *g, char *cond)
{
    *g = *cond = 0;
    if (chance(25)) {
        Val q = pick(P);
        bool neg = chance(40);
        sprintf(g, "@%s%%p%d ", neg ? "!" : "", q.id);
        sprintf(cond, "if (%sP(%d)) ", neg ? "!" : "", q.id);
    }
}

/* A thread's own place in global memory: 16 words of its own, or word k of all threads in a row. */
static void gen_own(const Ctx *x)
{
    char g[24], cond[32];
    guard(g, cond);
    if (chance(50)) { /* out[k][gid] */
        int k = (int)below(4);
        Val i = fixed(R, text("R(%d) * %d + R(%d)", K.total.id, k, K.gid.id), false, x, "mad.lo.u32 ~, %%r%d, %d, %%r%d",
                      K.total.id, k, K.gid.id);
        Val at = fixed(D, text("D(%d) + (uint64_t)R(%d) * 4", K.soa.id, i.id), false, x, "mad.wide.%s ~, %%r%d, 4, %%d%d",
                       chance(50) ? "u32" : "s32", i.id, K.soa.id);
        hide(at);
        if (chance(65)) {
            Op v = operand(R);
            p("%sst.global.u32 [%%d%d], %s;", g, at.id, v.p);
            c("EACH(m%d) %sref_put32(D(%d), %s);", x->m, cond, at.id, v.c);
        } else {
            Dest d = dest(R);
            assign(x, &d, false, text("ref_u32((const unsigned char *)(uintptr_t)D(%d))", at.id), "ld.global.u32 ~, [%%d%d]",
                   at.id);
        }
        return;
    }
    Val at = fixed(D, text("D(%d) + (uint64_t)R(%d) * 64", K.out.id, K.gid.id), false, x, "mad.wide.u32 ~, %%r%d, 64, %%d%d",
                   K.gid.id, K.out.id);
    hide(at);
    int k = (int)below(16);
    Op v = of(R, pick(R)), w = of(D, pick(D));
    switch (below(7)) {
    case 0: case 1:
        p("%sst.global.u32 [%%d%d+%d], %s;", g, at.id, 4 * k, v.p);
        c("EACH(m%d) %sref_put32(D(%d) + %d, %s);", x->m, cond, at.id, 4 * k, v.c);
        return;
    case 2:
        p("%sst.global.u64 [%%d%d+%d], %s;", g, at.id, 4 * (k & 14), w.p);
        c("EACH(m%d) %sref_put64(D(%d) + %d, %s);", x->m, cond, at.id, 4 * (k & 14), w.c);
        return;
    case 3:
        p("%sst.global.u%d [%%d%d+%d], %s;", g, 8 << (k & 1), at.id, 4 * k, v.p);
        c("EACH(m%d) %s%s;", x->m, cond, k & 1 ? text("ref_put16(D(%d) + %d, %s)", at.id, 4 * k, v.c)
                                            : text("ref_put8(D(%d) + %d, %s)", at.id, 4 * k, v.c));
        return;
    case 4: {
        Op u = of(R, pick(R));
        p("%sst.global.v2.u32 [%%d%d+%d], {%s, %s};", g, at.id, 4 * (k & 14), v.p, u.p);
        c("EACH(m%d) %s{ ref_put32(D(%d) + %d, %s); ref_put32(D(%d) + %d, %s); }", x->m, cond, at.id, 4 * (k & 14), v.c,
          at.id, 4 * (k & 14) + 4, u.c);
        return;
    }
    case 5: {
        Val a = new_val(R, false, false), b = new_val(R, false, false);
        p("ld.global.v2.u32 {%%r%d, %%r%d}, [%%d%d+%d];", a.id, b.id, at.id, 4 * (k & 14));
        c("EACH(m%d) { R(%d) = ref_u32((const unsigned char *)(uintptr_t)D(%d) + %d); "
          "R(%d) = ref_u32((const unsigned char *)(uintptr_t)D(%d) + %d); }",
          x->m, a.id, at.id, 4 * (k & 14), b.id, at.id, 4 * (k & 14) + 4);
        show(R, a);
        show(R, b);
        return;
    }
    default: {
        Dest d = dest(R);
        assign(x, &d, false, text("ref_u32((const unsigned char *)(uintptr_t)D(%d) + %d)", at.id, 4 * k),
               "ld.global.u32 ~, [%%d%d+%d]", at.id, 4 * k);
    }
    }
}

static void gen_local(const Ctx *x)
{
    Op i = of(R, pick(R)), v = of(R, pick(R));
    Val a = fixed(R, text("%s & 3", i.c), false, x, "and.b32 ~, %s, 3", i.p);
    Val b = fixed(R, text("R(%d) * 4", a.id), false, x, "shl.b32 ~, %%r%d, 2", a.id);
    Val base = new_val(R, false, false);
    p("mov.u32 %%r%d, loc;", base.id);
    p("add.u32 %%r%d, %%r%d, %%r%d;", base.id, base.id, b.id);
    if (chance(50)) {
        char g[24], cond[32];
        guard(g, cond);
        p("%sst.local.u32 [%%r%d], %s;", g, base.id, v.p);
        c("EACH(m%d) %sloc[t][R(%d)] = %s;", x->m, cond, a.id, v.c);
    } else {
        Dest d = dest(R);
        assign(x, &d, false, text("loc[t][R(%d)]", a.id), "ld.local.u32 ~, [%%r%d]", base.id);
    }
}

static void gen_const(const Ctx *x)
{
    Op i = of(R, pick(R));
    Val a = fixed(R, text("%s & 15", i.c), i.uni, x, "and.b32 ~, %s, 15", i.p);
    Val w = fixed(D, text("(uint64_t)R(%d) * 4", a.id), i.uni, x, "mul.wide.u32 ~, %%r%d, 4", a.id);
    Val base = new_val(D, i.uni, false);
    p("mov.u64 %%d%d, table;", base.id);
    p("add.u64 %%d%d, %%d%d, %%d%d;", base.id, base.id, w.id);
    Dest d = dest(R);
    assign(x, &d, i.uni, text("ref_table[R(%d)]", a.id), "ld.const.u32 ~, [%%d%d]", base.id);
}

static void gen_red(const Ctx *x)
{
    static const char *const ops[][2] = {{"add", "+= v"}, {"xor", "^= v"}, {"max", "= *q > v ? *q : v"}};
    int k = (int)below(3);
    char g[24], cond[32];
    guard(g, cond);
    Op i = of(R, pick(R)), v = operand(R);
    Val a = fixed(R, text("%s & 15", i.c), false, x, "and.b32 ~, %s, 15", i.p);
    Val at = fixed(D, text("D(%d) + (uint64_t)R(%d) * 4", K.acc.id, a.id), false, x, "mad.wide.u32 ~, %%r%d, 4, %%d%d", a.id,
                   K.acc.id);
    hide(at);
    p("%sred.global.%s.%s [%%d%d+%d], %s;", g, ops[k][0], k == 1 ? "b32" : "u32", at.id, 64 * k, v.p);
    c("EACH(m%d) %s{ uint32_t *q = (uint32_t *)(uintptr_t)(D(%d) + %d), v = %s; *q %s; }", x->m, cond, at.id, 64 * k, v.c,
      ops[k][1]);
}

static void gen_call(const Ctx *x)
{
    int f = (int)below(2);
    Op a = of(R, pick(R)), b = of(R, pick(R));
    Val r = new_val(R, false, false);
    if (f == 0) {
        p("call (%%r%d), f0, (%s, %s);", r.id, a.p, b.p);
    } else {
        p("{ .param .b32 pa; .param .b32 pb; .param .b32 pr;");
        p("st.param.b32 [pa], %s; st.param.b32 [pb], %s;", a.p, b.p);
        p("call.uni (pr), f1, (pa, pb);");
        p("ld.param.b32 %%r%d, [pr]; }", r.id);
    }
    c("EACH(m%d) R(%d) = ref_f%d(%s, %s);", x->m, r.id, f, a.c, b.c);
    show(R, r);
}

/* ---- barriers and collectives --------------------------------------------------------------------------------------------- */

static void gen_block(Ctx *x, int n);

static int buffer;
static bool exchanging; /* a buffer is in use */

static void gen_exchange(Ctx *x)
{
    Op v = of(R, pick(R));
    int at = 1024 * buffer;
    exchanging = true;
    Val own = chance(50) ? K.smem
                         : fixed(R, text("R(%d) * 4", K.lin.id), false, x, "mul.lo.u32 ~, %%r%d, 4", K.lin.id);
    if (own.id != K.smem.id) {
        Val o = new_val(R, false, false);
        p("mov.u32 %%r%d, tile;", o.id);
        p("add.u32 %%r%d, %%r%d, %%r%d;", o.id, o.id, own.id);
        own = o;
    }
    p("st.shared.u32 [%%r%d+%d], %s;", own.id, at, v.p);
    c("EACH(m%d) shm[%d][R(%d)] = %s;", x->m, buffer, K.lin.id, v.c);
    if (chance(40))
        gen_block(x, 2);
    p("bar.sync 0;");
    if (chance(40))
        gen_block(x, 2);
    Val i;
    bool uni = false;
    Op k;
    switch (below(4)) {
    case 0:
        i = fixed(R, text("R(%d) - 1 - R(%d)", K.threads.id, K.lin.id), false, x, "sub.u32 ~, %%r%d, %%r%d", K.threads.id,
                  K.lin.id);
        p("sub.u32 %%r%d, %%r%d, 1;", i.id, i.id);
        break;
    case 1:
        k = operand(R);
        i = fixed(R, text("R(%d) + %s", K.lin.id, k.c), false, x, "add.u32 ~, %%r%d, %s", K.lin.id, k.p);
        i = fixed(R, text("R(%d) %% R(%d)", i.id, K.threads.id), false, x, "rem.u32 ~, %%r%d, %%r%d", i.id, K.threads.id);
        break;
    case 2: {
        k = operand(R);
        Val q = new_val(P, false, false);
        i = fixed(R, text("R(%d) ^ (%s & 255)", K.lin.id, k.c), false, x, "and.b32 ~, 255, %s", k.p);
        p("xor.b32 %%r%d, %%r%d, %%r%d;", i.id, i.id, K.lin.id);
        p("setp.lt.u32 %%p%d, %%r%d, %%r%d;", q.id, i.id, K.threads.id);
        p("selp.b32 %%r%d, %%r%d, %%r%d, %%p%d;", i.id, i.id, K.lin.id, q.id);
        c("EACH(m%d) R(%d) = R(%d) < R(%d) ? R(%d) : R(%d);", x->m, i.id, i.id, K.threads.id, i.id, K.lin.id);
        break;
    }
    default: {
        Val u;
        k = pick_uni(R, &u) ? of(R, u) : number(R, 0);
        uni = true;
        i = fixed(R, text("%s %% R(%d)", k.c, K.threads.id), true, x, "rem.u32 ~, %s, %%r%d", k.p, K.threads.id);
    }
    }
    Val a = new_val(R, uni, false), base = new_val(R, uni, false);
    p("shl.b32 %%r%d, %%r%d, 2;", a.id, i.id);
    p("mov.u32 %%r%d, tile;", base.id);
    p("add.u32 %%r%d, %%r%d, %%r%d;", a.id, base.id, a.id);
    Dest d = dest(R);
    assign(x, &d, uni, text("shm[%d][R(%d)]", buffer, i.id), "ld.shared.u32 ~, [%%r%d+%d]", a.id, at);
    exchanging = false;
    if (x->depth || chance(60))
        p("bar.sync 0;");
    else
        buffer ^= 1; /* the next one meets nobody who still reads */
}

static void gen_barrier(Ctx *x)
{
    Op q = of(P, pick(P));
    switch (below(4)) {
    case 0: {
        Dest d = {.type = R, .fresh = true, .v = new_val(R, true, false)};
        c("{ uint32_t n = 0; EACH(m%d) n += %s; EACH(m%d) R(%d) = n; }", x->m, q.c, x->m, d.v.id);
        p("bar.red.popc.u32 %%r%d, 0, %s;", d.v.id, q.p);
        done(&d, true);
        return;
    }
    case 1: case 2: {
        bool and = chance(50);
        Dest d = {.type = P, .fresh = true, .v = new_val(P, true, false)};
        c("{ bool n = %d; EACH(m%d) n %s= %s; EACH(m%d) P(%d) = n; }", and, x->m, and ? "&" : "|", q.c, x->m, d.v.id);
        p("bar.red.%s.pred %%p%d, 0, %s;", and ? "and" : "or", d.v.id, q.p);
        done(&d, true);
        return;
    }
    default:
        p("bar.sync 0;");
    }
}

static int ballot(const Ctx *x, const char *pred_p, const char *pred_c)
{
    Val r = new_val(R, false, false);
    p("vote.sync.ballot.b32 %%r%d, %s, %%r%d;", r.id, pred_p, x->mask);
    c("BALLOT(m%d, %s); EACH(m%d) R(%d) = vote[t / 32];", x->m, pred_c, x->m, r.id);
    return r.id;
}

static void gen_collective(Ctx *x)
{
    Op q = of(P, pick(P)), v = of(R, pick(R)), b = operand(R);
    switch (below(9)) {
    case 0: {
        int r = ballot(x, q.p, q.c);
        show(R, (Val){r, false, false});
        return;
    }
    case 1: case 2: {
        static const char *const modes[][2] = {{"all", "(vote[t / 32] == R(%d))"}, {"any", "(vote[t / 32] != 0)"}};
        int k = (int)below(2);
        Dest d = {.type = P, .fresh = true, .v = new_val(P, false, false)};
        p("vote.sync.%s.pred %%p%d, %s, %%r%d;", modes[k][0], d.v.id, q.p, x->mask);
        c(text("BALLOT(m%d, %s); EACH(m%d) P(%d) = %s;", x->m, q.c, x->m, d.v.id, modes[k][1]), x->mask);
        done(&d, false);
        return;
    }
    case 3: {
        static const char *const ops[][2] = {{"add.u32", "n + v"}, {"xor.b32", "n ^ v"}, {"min.u32", "n < v ? n : v"},
                                             {"max.s32", "(int32_t)n > (int32_t)v ? n : v"}, {"and.b32", "n & v"}};
        int k = (int)below(5);
        Dest d = {.type = R, .fresh = true, .v = new_val(R, false, false)};
        p("redux.sync.%s %%r%d, %s, %%r%d;", ops[k][0], d.v.id, v.p, x->mask);
        c("{ bool any[8] = {0}; uint32_t res[8]; EACH(m%d) { uint32_t v = %s, n = any[t / 32] ? res[t / 32] : v; "
          "res[t / 32] = any[t / 32] ? %s : v; any[t / 32] = true; } EACH(m%d) R(%d) = res[t / 32]; }",
          x->m, v.c, ops[k][1], x->m, d.v.id);
        done(&d, false);
        return;
    }
    case 4: {
        Dest d = {.type = R, .fresh = true, .v = new_val(R, false, false)};
        p("match.any.sync.b32 %%r%d, %s, %%r%d;", d.v.id, v.p, x->mask);
        c("{ uint32_t x[256], y[256]; EACH(m%d) x[t] = %s; EACH(m%d) { y[t] = 0; for (int i = t & ~31; i < (t | 31) + 1 && "
          "i < T; i++) if (m%d[i] && !gone[i] && x[i] == x[t]) y[t] |= 1u << i %% 32; } EACH(m%d) R(%d) = y[t]; }",
          x->m, v.c, x->m, x->m, x->m, d.v.id);
        done(&d, false);
        return;
    }
    case 5:
        p("bar.warp.sync %%r%d;", x->mask);
        return;
    default: {
        int mode = (int)below(4);
        static const char *const names[] = {"idx", "up", "down", "bfly"};
        Val k = fixed(R, text("%s & 31", b.c), false, x, "and.b32 ~, 31, %s", b.p);
        Val src = new_val(R, false, false), in = new_val(P, false, false), tmp = new_val(R, false, false);
        Val got = new_val(R, false, false), out = new_val(R, false, false), ok = new_val(P, false, false);
        bool both = chance(50);
        p("shfl.sync.%s.b32 %%r%d%s, %s, %%r%d, %s, %%r%d;", names[mode], got.id, both ? text("|%%p%d", ok.id) : "", v.p,
          k.id, mode == 1 ? "0" : "31", x->mask);
        switch (mode) {
        case 0: p("mov.u32 %%r%d, %%r%d;", src.id, k.id); break;
        case 1: p("sub.s32 %%r%d, %%r%d, %%r%d;", src.id, K.lane.id, k.id); break;
        case 2: p("add.s32 %%r%d, %%r%d, %%r%d;", src.id, K.lane.id, k.id); break;
        default: p("xor.b32 %%r%d, %%r%d, %%r%d;", src.id, K.lane.id, k.id); break;
        }
        p("setp.le.u32 %%p%d, %%r%d, 31;", in.id, src.id);
        p("selp.b32 %%r%d, %%r%d, %%r%d, %%p%d;", src.id, src.id, K.lane.id, in.id);
        p("shr.u32 %%r%d, %%r%d, %%r%d;", tmp.id, x->mask, src.id);
        p("and.b32 %%r%d, %%r%d, 1;", tmp.id, tmp.id);
        p("setp.ne.u32 %%p%d, %%r%d, 0;", in.id, tmp.id);
        p("selp.b32 %%r%d, %%r%d, %s, %%p%d;", out.id, got.id, v.p, in.id);
        if (both)
            p("selp.b32 %%r%d, 1, 2, %%p%d;", tmp.id, ok.id);
        c("{ uint32_t x[256]; EACH(m%d) x[t] = %s; EACH(m%d) { uint32_t l = t %% 32, k = R(%d), s = %s; bool ok = s < 32; "
          "if (!ok) s = l; uint32_t y = R(%d) >> s & 1 ? x[(t & ~31) + s] : x[t]; R(%d) = y; R(%d) = ok ? 1 : 2; } }",
          x->m, v.c, x->m, k.id, mode == 0 ? "k" : mode == 1 ? "l - k" : mode == 2 ? "l + k" : "l ^ k", x->mask, out.id,
          tmp.id);
        if (both)
            show(R, tmp);
        show(R, out);
    }
    }
}

/* ---- control ---------------------------------------------------------------------------------------------------------------- */

static Val condition(Ctx *x, bool uni)
{
    Val v;
    if (uni) {
        if (chance(70)) {
            Val a;
            if (pick_uni(R, &a)) {
                int k = (int)below(6);
                Op b = some_number(R);
                return fixed(P, text("R(%d) %s %s", a.id, compares[k].c, b.c), true, x, "setp.%s.u32 ~, %%r%d, %s",
                             compares[k].name, a.id, b.p);
            }
        }
        if (pick_uni(P, &v))
            return v;
        return fixed(P, "true", true, x, "setp.eq.u32 ~, 0, 0");
    }
    if (chance(60)) {
        gen_setp(x);
    } else if (chance(40) && !in_func) { /* the edge of a grid */
        int k = (int)below(4);
        bool s = chance(50);
        Val i = fixed(R, text("R(%d) + R(%d)", K.gx.id, K.base.id), false, x, "add.u32 ~, %%r%d, %%r%d", K.gx.id, K.base.id);
        return fixed(P, text(s ? "(int32_t)R(%d) %s (int32_t)R(%d)" : "R(%d) %s R(%d)", i.id, compares[k].c, K.n.id), false,
                     x, "setp.%s.%s ~, %%r%d, %%r%d", compares[k].name, s ? "s32" : "u32", i.id, K.n.id);
    }
    return pick(P);
}

static int new_mask(void) { return ++masks; }

static void gen_if(Ctx *x)
{
    bool uni = x->uni && chance(35), bars = x->uni && !uni && has_sched && chance(30);
    Val q = condition(x, uni);
    bool other = chance(55) || bars, flip = chance(40);
    int l = ++labels, m[2] = {new_mask(), new_mask()}, lanes[2] = {-1, -1};
    if (x->mask >= 0 && chance(60)) {
        lanes[0] = ballot(x, text("%%p%d", q.id), text("P(%d)", q.id));
        Val o = new_val(R, false, false);
        p("not.b32 %%r%d, %%r%d;", o.id, lanes[0]);
        p("and.b32 %%r%d, %%r%d, %%r%d;", o.id, o.id, x->mask);
        c("EACH(m%d) R(%d) = ~R(%d) & R(%d);", x->m, o.id, lanes[0], x->mask);
        lanes[1] = o.id;
    }
    c("{ uint8_t m%d[256], m%d[256];", m[0], m[1]);
    c("ALL { m%d[t] = m%d[t] && !gone[t] && P(%d); m%d[t] = m%d[t] && !gone[t] && !P(%d); }", m[0], x->m, q.id, m[1], x->m,
      q.id);
    int first = other && flip ? 1 : 0; /* the side that stands first */
    p("@%s%%p%d bra L%d_%s;", first ? "" : "!", q.id, l, other ? "other" : "end");
    for (int k = 0; k < (other ? 2 : 1); k++) {
        int side = k ^ first;
        Ctx y = *x;
        y.m = m[side];
        y.depth++;
        y.uni = uni;
        y.mask = uni && lanes[0] < 0 ? x->mask : lanes[side];
        y.direct = false;
        Scope s = mark();
        if (k)
            fprintf(ptx, "L%d_other:\n", l);
        gen_block(&y, 1 + (int)below(5));
        if (bars) {
            p("barrier.sync 0;");
            gen_block(&y, (int)below(3));
        }
        back_to(s);
        if (other && !k)
            p("bra L%d_end;", l);
    }
    fprintf(ptx, "L%d_end:\n", l);
    c("}");
}

static void gen_switch(Ctx *x)
{
    int l = ++labels, n = 2 + (int)below(3);
    Val u;
    bool uni = x->uni && chance(40) && pick_uni(R, &u);
    Op v = uni ? of(R, u) : of(R, pick(R));
    Val sel = fixed(R, text("%s %% %d", v.c, n), uni, x, "rem.u32 ~, %s, %d", v.p, n);
    fprintf(ptx, "T%d: .branchtargets", l);
    for (int i = 0; i < n; i++)
        fprintf(ptx, "%s L%d_%d", i ? "," : "", l, i);
    fprintf(ptx, ";\n");
    p("brx.idx %%r%d, T%d;", sel.id, l);
    int first = masks + 1;
    masks += n;
    c("{");
    for (int i = 0; i < n; i++)
        c("uint8_t m%d[256]; ALL m%d[t] = m%d[t] && !gone[t] && R(%d) == %d;", first + i, first + i, x->m, sel.id, i);
    for (int i = 0; i < n; i++) {
        Ctx y = *x;
        y.m = first + i;
        y.depth++;
        y.uni = uni;
        y.mask = uni ? x->mask : -1;
        y.direct = false;
        Scope s = mark();
        fprintf(ptx, "L%d_%d:\n", l, i);
        gen_block(&y, 1 + (int)below(3));
        back_to(s);
        if (i + 1 < n)
            p("bra L%d_end;", l);
    }
    fprintf(ptx, "L%d_end:\n", l);
    c("}");
}

static void leave_round(const Ctx *x, int m, Val q, int ml, const char *to)
{
    if (ml >= 0) {
        p("vote.sync.ballot.b32 %%r%d, %%p%d, %%r%d;", ml, q.id, ml);
        c("BALLOT(m%d, P(%d)); EACH(m%d) R(%d) = vote[t / 32];", m, q.id, m, ml);
    }
    (void)x;
    p("%s", to);
    c("ALL if (m%d[t] && !gone[t] && !P(%d)) m%d[t] = 0;", m, q.id, m);
    c("if (!ref_any(m%d, gone, T)) break;", m);
}

static void gen_loop(Ctx *x)
{
    bool uni = x->uni && chance(55), top = chance(50), stride = chance(30) && !in_func && x->depth < 2;
    int l = ++loops, m = new_mask(), max = x->depth < 2 ? 5 : 3;
    Val count = new_val(R, false, false), i = {0}, bound = {0}, q = new_val(P, false, false), u;
    if (stride) { /* from the thread's index on, in steps of a grid */
        i = new_val(R, false, false);
        bool shifted = chance(50);
        if (shifted) {
            p("add.u32 %%r%d, %%r%d, %%r%d;", i.id, K.gx.id, K.base.id);
            c("EACH(m%d) R(%d) = R(%d) + R(%d);", x->m, i.id, K.gx.id, K.base.id);
        } else {
            p("mov.u32 %%r%d, %%r%d;", i.id, K.gx.id);
            c("EACH(m%d) R(%d) = R(%d);", x->m, i.id, K.gx.id);
        }
        bound = K.n;
        uni = false;
    }
    Op start = uni ? (chance(50) && pick_uni(R, &u) ? of(R, u) : number(R, below(5))) : operand(R);
    p("%s.%s32 %%r%d, %s, %d;", "and", "b", count.id, start.p, max == 5 ? 5 : 3);
    c("EACH(m%d) R(%d) = %s & %d;", x->m, count.id, start.c, max == 5 ? 5 : 3);
    count.uni = uni;
    int ml = -1;
    if (x->mask >= 0 && chance(70)) {
        ml = new_val(R, false, false).id;
        p("mov.u32 %%r%d, %%r%d;", ml, x->mask);
        c("EACH(m%d) R(%d) = R(%d);", x->m, ml, x->mask);
    }
    loop[l] = (Loop){l, x->cur, ml, uni};
    Ctx y = *x;
    y.m = m;
    y.depth++;
    y.uni = uni;
    y.mask = ml;
    y.direct = true;
    y.cur = l;
    Scope s = mark();
    show(R, count);
    if (stride)
        show(R, i);
    c("{ uint8_t m%d[256]; ALL m%d[t] = m%d[t] && !gone[t];", m, m, x->m);
    c("for (;;) {");
    fprintf(ptx, "W%d_top:\n", l);
    const char *test = stride ? "less" : "count";
    bool is_signed = chance(50);
    for (int at = 0; at < 2; at++) {
        if (at == 1) {
            c("if (!ref_any(m%d, gone, T)) break;", m);
            Scope inner = mark();
            gen_block(&y, 1 + (int)below(5));
            back_to(inner);
            fprintf(ptx, "W%d_next:\n", l);
            c("ALL if (gone[t] == %d) gone[t] = 0;", 2 * l);
            if (ml >= 0 && y.mask != ml) {
                p("mov.u32 %%r%d, %%r%d;", ml, y.mask);
                c("EACH(m%d) R(%d) = R(%d);", m, ml, y.mask);
            }
            p("add.s32 %%r%d, %%r%d, -1;", count.id, count.id);
            c("EACH(m%d) R(%d) -= 1;", m, count.id);
            if (stride) {
                p("add.u32 %%r%d, %%r%d, %%r%d;", i.id, i.id, K.total.id);
                c("EACH(m%d) R(%d) += R(%d);", m, i.id, K.total.id);
            }
        }
        if ((at == 0) != top) {
            continue;
        }
        if (*test == 'c') {
            p("setp.gt.s32 %%p%d, %%r%d, 0;", q.id, count.id);
            c("EACH(m%d) P(%d) = (int32_t)R(%d) > 0;", m, q.id, count.id);
        } else {
            p("setp.gt.s32 %%p%d, %%r%d, 0;", q.id, count.id);
            p("setp.lt.and.%s %%p%d, %%r%d, %%r%d, %%p%d;", is_signed ? "s32" : "u32", q.id, i.id, bound.id, q.id);
            c(is_signed ? "EACH(m%d) P(%d) = (int32_t)R(%d) > 0 && (int32_t)R(%d) < (int32_t)R(%d);"
                        : "EACH(m%d) P(%d) = (int32_t)R(%d) > 0 && R(%d) < R(%d);", m, q.id, count.id, i.id, bound.id);
        }
        leave_round(&y, m, q, ml, top ? text("@!%%p%d bra W%d_end;", q.id, l) : text("@%%p%d bra W%d_top;", q.id, l));
    }
    if (top)
        p("bra W%d_top;", l);
    fprintf(ptx, "W%d_end:\n", l);
    c("}");
    c("ALL if (gone[t] == %d) gone[t] = 0; }", 2 * l + 1);
    back_to(s);
}

/* @q bra out of a loop, or on to its next round. */
static void gen_break(Ctx *x)
{
    if (x->cur < 0)
        return;
    int l = x->cur;
    if (loop[l].mask < 0)
        while (loop[l].up >= 0 && loop[loop[l].up].mask < 0 && chance(30))
            l = loop[l].up;
    else if (!x->direct)
        return;
    bool uni = loop[l].uni;
    for (int i = x->cur; i != l; i = loop[i].up)
        uni |= loop[i].uni;
    if (uni && !x->uni)
        return;
    Val q = condition(x, uni);
    bool again = loop[l].mask < 0 && chance(40);
    if (loop[l].mask >= 0) {
        Val nq = fixed(P, text("!P(%d)", q.id), false, x, "not.pred ~, %%p%d", q.id);
        x->mask = ballot(x, text("%%p%d", nq.id), text("P(%d)", nq.id));
    }
    if (chance(50) || loop[l].mask >= 0) {
        p("@%%p%d bra W%d_%s;", q.id, l, again ? "next" : "end");
    } else { /* with something on the way */
        int k = ++labels, m = new_mask();
        p("@!%%p%d bra L%d_end;", q.id, k);
        c("{ uint8_t m%d[256]; ALL m%d[t] = m%d[t] && !gone[t] && P(%d);", m, m, x->m, q.id);
        Ctx y = *x;
        y.m = m;
        y.mask = -1;
        y.uni = uni;
        y.direct = false;
        y.depth++;
        Scope s = mark();
        gen_block(&y, 1 + (int)below(2));
        back_to(s);
        p("bra W%d_%s;", l, again ? "next" : "end");
        fprintf(ptx, "L%d_end:\n", k);
        c("}");
    }
    c("EACH(m%d) if (P(%d)) gone[t] = %d;", x->m, q.id, again ? 2 * l : 2 * l + 1);
}

static void gen_exit(Ctx *x)
{
    if (has_warp && (x->depth || x->mask < 0))
        return;
    Val q = condition(x, false);
    if (x->mask >= 0) {
        Val nq = fixed(P, text("!P(%d)", q.id), false, x, "not.pred ~, %%p%d", q.id);
        x->mask = ballot(x, text("%%p%d", nq.id), text("P(%d)", nq.id));
    }
    if (chance(60)) {
        p("@%%p%d %s;", q.id, chance(50) ? "exit" : "ret");
    } else {
        int k = ++labels, m = new_mask();
        p("@!%%p%d bra L%d_end;", q.id, k);
        c("{ uint8_t m%d[256]; ALL m%d[t] = m%d[t] && !gone[t] && P(%d);", m, m, x->m, q.id);
        Ctx y = *x;
        y.m = m;
        y.mask = -1;
        y.uni = y.direct = false;
        y.depth++;
        Scope s = mark();
        gen_own(&y);
        back_to(s);
        p("%s;", chance(50) ? "exit" : "ret");
        fprintf(ptx, "L%d_end:\n", k);
        c("}");
    }
    c("EACH(m%d) if (P(%d)) gone[t] = 65535;", x->m, q.id);
}

static void gen_stmt(Ctx *x)
{
    uint32_t k = below(100);
    budget--;
    if (x->depth < 4 && budget > 0) {
        if (k < 9) {
            gen_if(x);
            return;
        }
        if (k < 14) {
            gen_loop(x);
            return;
        }
        if (k < 16) {
            gen_switch(x);
            return;
        }
    }
    if (k < 21) {
        gen_break(x);
        return;
    }
    if (k < 31) {
        gen_setp(x);
    } else if (k < 34) {
        gen_pred(x);
    } else if (in_func) {
        gen_arith(x);
    } else if (k < 37) {
        gen_load(x);
    } else if (k < 39) {
        gen_far(x);
    } else if (k < 47) {
        gen_own(x);
    } else if (k < 49) {
        gen_local(x);
    } else if (k < 51) {
        gen_const(x);
    } else if (k < 53) {
        gen_red(x);
    } else if (k < 55) {
        gen_call(x);
    } else if (k < 56 && !(x->depth && chance(70))) {
        gen_exit(x);
    } else if (k < 64 && x->uni && has_bar && !exchanging) {
        gen_exchange(x);
    } else if (k < 67 && x->uni && has_bar) {
        gen_barrier(x);
    } else if (k < 77 && x->mask >= 0) {
        gen_collective(x);
    } else {
        gen_arith(x);
    }
}

static void gen_block(Ctx *x, int n)
{
    for (int i = 0; i < n; i++)
        gen_stmt(x);
}

/* ---- the module -------------------------------------------------------------------------------------------------------------- */

static void begin(void)
{
    for (int t = 0; t < TYPES; t++)
        nvals[t] = nregs[t] = 0;
    labels = loops = masks = 0;
}

/* Writes what was collected, with the declarations in front. */
static void end(FILE *f, FILE *to, bool is_ptx)
{
    if (is_ptx)
        fprintf(to, "    .reg .b32 %%r<%d>;\n    .reg .b64 %%d<%d>;\n    .reg .pred %%p<%d>;\n", nregs[R] + 1, nregs[D] + 1,
                nregs[P] + 1);
    else
        fprintf(to, "    static uint32_t r[%d][256];\n    static uint64_t d[%d][256];\n    static bool p[%d][256];\n"
                    "    (void)r, (void)d, (void)p;\n", nregs[R] + 1, nregs[D] + 1, nregs[P] + 1);
    rewind(f);
    for (int ch; (ch = getc(f)) != EOF;)
        putc(ch, to);
    fclose(f);
}

static void variables(const Ctx *x, int n)
{
    for (int i = 0; i < n; i++) {
        Val v = new_val(R, false, true), w = new_val(D, false, true), q = new_val(P, false, true);
        Op a = of(R, pick(R));
        p("mov.u32 %%r%d, %s;", v.id, a.p);
        p("cvt.u64.u32 %%d%d, %s;", w.id, a.p);
        p("setp.lt.s32 %%p%d, %s, 12;", q.id, a.p);
        c("EACH(m%d) { R(%d) = %s; D(%d) = %s; P(%d) = (int32_t)%s < 12; }", x->m, v.id, a.c, w.id, a.c, q.id, a.c);
        show(R, v);
        show(D, w);
        show(P, q);
    }
}

static void gen_func(int k)
{
    FILE *to_ptx = ptx, *to_ref = ref;
    fprintf(ptx, k ? ".func (.param .b32 out) f1(.param .b32 a, .param .b32 b)\n{\n"
                   : ".func (.reg .b32 out) f0(.reg .b32 a, .reg .b32 b)\n{\n");
    fprintf(ref, "static uint32_t ref_f%d(uint32_t a, uint32_t b)\n{\n", k);
    ptx = tmpfile();
    ref = tmpfile();
    begin();
    in_func = true;
    Ctx x = {.mask = -1, .cur = -1};
    Val a = new_val(R, false, false), b = new_val(R, false, false);
    c("enum { T = 1 };");
    c("uint16_t gone[1] = {0}; uint8_t m0[1] = {1}; R0(%d) = a; R0(%d) = b;", a.id, b.id);
    p(k ? "ld.param.b32 %%r%d, [a]; ld.param.b32 %%r%d, [b];" : "mov.b32 %%r%d, a; mov.b32 %%r%d, b;", a.id, b.id);
    show(R, a);
    show(R, b);
    Val q = new_val(P, false, false);
    Val w = new_val(D, false, false);
    p("setp.lt.u32 %%p%d, %%r%d, %%r%d;", q.id, a.id, b.id);
    p("mul.wide.u32 %%d%d, %%r%d, %%r%d;", w.id, a.id, b.id);
    c("EACH(m0) { P(%d) = a < b; D(%d) = (uint64_t)a * b; }", q.id, w.id);
    show(P, q);
    show(D, w);
    variables(&x, 2);
    budget = 15;
    gen_block(&x, 8);
    Val r = vals[R][3];
    for (int i = 0; i < nvals[R]; i++)
        if (vals[R][i].mut)
            r = vals[R][i];
    Op s = of(R, pick(R));
    p("xor.b32 %%r%d, %%r%d, %s;", r.id, r.id, s.p);
    c("EACH(m0) R(%d) ^= %s;", r.id, s.c);
    p(k ? "st.param.b32 [out], %%r%d;" : "mov.b32 out, %%r%d;", r.id);
    p("ret;");
    c("return R0(%d);", r.id);
    in_func = false;
    end(ptx, to_ptx, true);
    end(ref, to_ref, false);
    ptx = to_ptx;
    ref = to_ref;
    fprintf(ptx, "}\n");
    fprintf(ref, "}\n\n");
}

static Val param(const Ctx *x, int type, const char *name)
{
    return fixed(type, text("a->%s", name), true, x, "ld.param.u%s ~, [%s]", type == R ? "32" : "64", name);
}

static void prologue(Ctx *x)
{
    K.base = param(x, R, "base");
    K.n = param(x, R, "n");
    param(x, R, "x");
    K.in = param(x, D, "in");
    K.out = param(x, D, "out");
    K.soa = param(x, D, "soa");
    K.acc = param(x, D, "acc");
    K.far = param(x, D, "far");
    nvals[D] = 0; /* addresses differ from run to run */
    param(x, D, "y");
    static const char *const dims[] = {"x", "y", "z"};
    Val tid[3], nt[3], ct[3], nc[3];
    for (int i = 0; i < 3; i++) {
        tid[i] = fixed(R, text("ref_tid(a, t).%s", dims[i]), false, x, "mov.u32 ~, %%tid.%s", dims[i]);
        nt[i] = fixed(R, text("a->block.%s", dims[i]), true, x, "mov.u32 ~, %%ntid.%s", dims[i]);
        ct[i] = fixed(R, text("a->cta.%s", dims[i]), true, x, "mov.u32 ~, %%ctaid.%s", dims[i]);
        nc[i] = fixed(R, text("a->grid.%s", dims[i]), true, x, "mov.u32 ~, %%nctaid.%s", dims[i]);
    }
    K.gx = fixed(R, text("R(%d) * R(%d) + R(%d)", ct[0].id, nt[0].id, tid[0].id), false, x,
                 "mad.lo.s32 ~, %%r%d, %%r%d, %%r%d", ct[0].id, nt[0].id, tid[0].id);
    Val a = fixed(R, text("R(%d) * R(%d) + R(%d)", tid[2].id, nt[1].id, tid[1].id), false, x,
                  "mad.lo.u32 ~, %%r%d, %%r%d, %%r%d", tid[2].id, nt[1].id, tid[1].id);
    K.lin = fixed(R, text("R(%d) * R(%d) + R(%d)", a.id, nt[0].id, tid[0].id), false, x, "mad.lo.u32 ~, %%r%d, %%r%d, %%r%d",
                  a.id, nt[0].id, tid[0].id);
    a = fixed(R, text("R(%d) * R(%d)", nt[0].id, nt[1].id), true, x, "mul.lo.u32 ~, %%r%d, %%r%d", nt[0].id, nt[1].id);
    K.threads = fixed(R, text("R(%d) * R(%d)", a.id, nt[2].id), true, x, "mul.lo.u32 ~, %%r%d, %%r%d", a.id, nt[2].id);
    a = fixed(R, text("R(%d) * R(%d) + R(%d)", ct[2].id, nc[1].id, ct[1].id), true, x, "mad.lo.u32 ~, %%r%d, %%r%d, %%r%d",
              ct[2].id, nc[1].id, ct[1].id);
    a = fixed(R, text("R(%d) * R(%d) + R(%d)", a.id, nc[0].id, ct[0].id), true, x, "mad.lo.u32 ~, %%r%d, %%r%d, %%r%d", a.id,
              nc[0].id, ct[0].id);
    K.gid = fixed(R, text("R(%d) * R(%d) + R(%d)", a.id, K.threads.id, K.lin.id), false, x,
                  "mad.lo.u32 ~, %%r%d, %%r%d, %%r%d", a.id, K.threads.id, K.lin.id);
    a = fixed(R, text("R(%d) * R(%d)", nc[0].id, nc[1].id), true, x, "mul.lo.u32 ~, %%r%d, %%r%d", nc[0].id, nc[1].id);
    a = fixed(R, text("R(%d) * R(%d)", a.id, nc[2].id), true, x, "mul.lo.u32 ~, %%r%d, %%r%d", a.id, nc[2].id);
    K.total = fixed(R, text("R(%d) * R(%d)", a.id, K.threads.id), true, x, "mul.lo.u32 ~, %%r%d, %%r%d", a.id, K.threads.id);
    fixed(P, text("R(%d) < R(%d)", K.gx.id, K.n.id), false, x, "setp.lt.u32 ~, %%r%d, %%r%d", K.gx.id, K.n.id);
    fixed(D, text("(uint64_t)R(%d)", K.gid.id), false, x, "cvt.u64.u32 ~, %%r%d", K.gid.id);
}

/* What the memory of a CTA and of a thread holds at first; and the lanes of each warp. */
static void setup(Ctx *x)
{
    for (int i = 0; i < 4; i++) {
        p("st.local.u32 [loc+%d], %%r%d;", 4 * i, K.gid.id);
        c("EACH(m0) loc[t][%d] = R(%d);", i, K.gid.id);
    }
    if (has_bar) {
        Val a = fixed(R, text("R(%d) * 4", K.lin.id), false, x, "shl.b32 ~, %%r%d, 2", K.lin.id);
        K.smem = new_val(R, false, false);
        p("mov.u32 %%r%d, tile;", K.smem.id);
        p("add.u32 %%r%d, %%r%d, %%r%d;", K.smem.id, K.smem.id, a.id);
        p("st.shared.u32 [%%r%d], %%r%d;", K.smem.id, K.gx.id);
        p("st.shared.u32 [%%r%d+1024], %%r%d;", K.smem.id, K.n.id);
        c("EACH(m0) { shm[0][t] = R(%d); shm[1][t] = R(%d); }", K.gx.id, K.n.id);
    }
    if (!has_warp)
        return;
    K.lane = chance(50) ? fixed(R, "t % 32", false, x, "mov.u32 ~, %%laneid")
                        : fixed(R, "t % 32", false, x, "and.b32 ~, 31, %%r%d", K.lin.id);
    Val first = fixed(R, text("R(%d) & ~31u", K.lin.id), false, x, "and.b32 ~, %%r%d, -32", K.lin.id);
    Val n = fixed(R, text("R(%d) - R(%d)", K.threads.id, first.id), false, x, "sub.u32 ~, %%r%d, %%r%d", K.threads.id, first.id);
    Val m = fixed(R, text("ref_lanes(R(%d))", n.id), false, x, "shl.b32 ~, 1, %%r%d", n.id); /* 0 when 32 or more */
    p("sub.u32 %%r%d, %%r%d, 1;", m.id, m.id);
    x->mask = m.id;
}

static void gen_kernel(int k)
{
    FILE *to_ptx = ptx, *to_ref = ref;
    static const struct { bool bar, warp, sched; } kinds[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 1, 1}, {1, 0, 1}};
    has_bar = kinds[k % 6].bar;
    has_warp = kinds[k % 6].warp;
    has_sched = kinds[k % 6].sched;
    fprintf(ptx, ".visible .entry k%d(.param .u64 in, .param .u64 out, .param .u64 soa, .param .u64 acc, .param .u64 far,\n"
                 "    .param .u64 y, .param .u32 base, .param .u32 n, .param .u32 x)\n{\n"
                 "    .shared .align 8 .b8 tile[2048];\n    .local .align 8 .b8 loc[16];\n", k);
    fprintf(ref, "static void ref_k%d(const Args *a)\n{\n", k);
    ptx = tmpfile();
    ref = tmpfile();
    begin();
    buffer = 0;
    Ctx x = {.mask = -1, .cur = -1, .uni = true};
    c("const int T = (int)(a->block.x * a->block.y * a->block.z);");
    c("static uint32_t loc[256][4], shm[2][256], vote[8]; uint16_t gone[256] = {0}; uint8_t m0[256];");
    c("(void)loc, (void)shm, (void)vote; memset(m0, 1, sizeof m0);");
    prologue(&x);
    setup(&x);
    if (chance(40)) { /* the usual guard */
        Ctx y = x;
        gen_exit(&y);
        x.mask = y.mask;
    }
    variables(&x, 3 + (int)below(3));
    budget = 60;
    gen_block(&x, 10 + (int)below(20));
    /* all variables to memory */
    Val at = fixed(D, text("D(%d) + (uint64_t)R(%d) * 64", K.out.id, K.gid.id), false, &x, "mad.wide.u32 ~, %%r%d, 64, %%d%d",
                   K.gid.id, K.out.id);
    hide(at);
    for (int i = 0, n = 0; i < nvals[R] && n < 6; i++)
        if (vals[R][i].mut) {
            p("st.global.u32 [%%d%d+%d], %%r%d;", at.id, 4 * n, vals[R][i].id);
            c("EACH(m0) ref_put32(D(%d) + %d, R(%d));", at.id, 4 * n, vals[R][i].id);
            n++;
        }
    for (int i = 0, n = 3; i < nvals[D] && n < 8; i++)
        if (vals[D][i].mut) {
            p("st.global.u64 [%%d%d+%d], %%d%d;", at.id, 8 * n, vals[D][i].id);
            c("EACH(m0) ref_put64(D(%d) + %d, D(%d));", at.id, 8 * n, vals[D][i].id);
            n++;
        }
    p("ret;");
    end(ptx, to_ptx, true);
    end(ref, to_ref, false);
    ptx = to_ptx;
    ref = to_ref;
    fprintf(ptx, "}\n\n");
    fprintf(ref, "}\n\n");
}

int main(int argc, char **argv)
{
    enum { KERNELS = 6 };
    if (argc != 4)
        return 2;
    state = (uint64_t)strtoull(argv[1], NULL, 0) * 0x9e3779b97f4a7c15u + 12345;
    for (int i = 0; i < 8; i++)
        rnd();
    ptx = fopen(argv[2], "w");
    ref = fopen(argv[3], "w");
    if (!ptx || !ref)
        return 1;
    fprintf(ptx, "// seed %s\n.version 7.8\n.target sm_80\n.address_size 64\n\n.const .align 4 .u32 table[16] = {", argv[1]);
    fprintf(ref, "/* seed %s */\nstatic const uint32_t ref_table[16] = {", argv[1]);
    for (int i = 0; i < 16; i++) {
        uint32_t v = rnd();
        v >>= below(30);
        fprintf(ptx, "%s%u", i ? ", " : "", (unsigned)v);
        fprintf(ref, "%s%uu", i ? ", " : "", (unsigned)v);
    }
    fprintf(ptx, "};\n\n");
    fprintf(ref, "};\n\n");
    gen_func(0);
    gen_func(1);
    for (int k = 0; k < KERNELS; k++)
        gen_kernel(k);
    fprintf(ref, "static void (*const ref_kernels[])(const Args *) = {");
    for (int k = 0; k < KERNELS; k++)
        fprintf(ref, "%sref_k%d", k ? ", " : "", k);
    fprintf(ref, "};\n");
    return fclose(ptx) | fclose(ref);
}
