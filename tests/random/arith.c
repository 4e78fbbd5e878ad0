/* arith.c: arithmetic and comparisons, as PTX and as C. */
#include "gen.h"

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

const struct Compare compares[6] = {
    {"lt", "<"}, {"le", "<="}, {"gt", ">"}, {"ge", ">="}, {"eq", "=="}, {"ne", "!="},
};

void gen_setp(const Ctx *x)
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

void gen_pred(const Ctx *x)
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

void gen_arith(const Ctx *x)
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
