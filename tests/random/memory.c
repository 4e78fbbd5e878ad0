/* memory.c: loads, stores, reductions and calls. */
#include "gen.h"

/* An address: not to be computed with, it differs from run to run. */
Val hide(Val v)
{
    nvals[D]--;
    return v;
}

void gen_load(const Ctx *x)
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
void gen_far(const Ctx *x)
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
void gen_own(const Ctx *x)
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

/* A thread's own words, whole and in parts; sometimes by a generic address. */
void gen_local(const Ctx *x)
{
    Op i = of(R, pick(R)), v = of(R, pick(R));
    Val a = fixed(R, text("%s & 3", i.c), i.uni, x, "and.b32 ~, %s, 3", i.p);
    Val b = fixed(R, text("R(%d) * 4", a.id), i.uni, x, "shl.b32 ~, %%r%d, 2", a.id);
    Val base = new_val(R, i.uni, false);
    p("mov.u32 %%r%d, loc;", base.id);
    p("add.u32 %%r%d, %%r%d, %%r%d;", base.id, base.id, b.id);
    const uint32_t kind = below(8);
    if (kind < 4) {
        char g[24], cond[32];
        guard(g, cond);
        if (kind == 0) {
            p("%sst.local.u8 [%%r%d+1], %s;", g, base.id, v.p);
            c("EACH(m%d) %s{ uint32_t *q = &loc[t][R(%d)]; *q = (*q & ~0xff00u) | (%s & 255) << 8; }", x->m, cond, a.id, v.c);
            return;
        }
        if (kind == 1 && by_generic) {
            Val d = new_val(D, false, false);
            p("cvt.u64.u32 %%d%d, %%r%d;", d.id, base.id);
            p("cvta.local.u64 %%d%d, %%d%d;", d.id, d.id);
            p("%sst.u32 [%%d%d], %s;", g, d.id, v.p);
        } else {
            p("%sst.local.u32 [%%r%d], %s;", g, base.id, v.p);
        }
        c("EACH(m%d) %sloc[t][R(%d)] = %s;", x->m, cond, a.id, v.c);
        return;
    }
    Dest d = dest(R);
    if (kind == 4)
        assign(x, &d, false, text("loc[t][R(%d)] >> 16", a.id), "ld.local.u16 ~, [%%r%d+2]", base.id);
    else
        assign(x, &d, false, text("loc[t][R(%d)]", a.id), "ld.local.u32 ~, [%%r%d]", base.id);
}

void gen_const(const Ctx *x)
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

void gen_red(const Ctx *x)
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

void gen_call(const Ctx *x)
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
