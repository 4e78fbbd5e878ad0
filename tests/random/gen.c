/* gen.c: writes random kernels twice: as PTX, and as C that runs all threads of a CTA in step (ref.h).
 *
 *   gen SEED K.ptx K.h        the same seed gives the same program
 *
 * The programs are legal and free of races: a thread writes only its own slots, reads others' shared slots behind
 * barriers; collectives name exactly the lanes that execute them; loops end.  What a kernel may contain depends on its
 * kind, so that each way of translation gets its share. */
#include "gen.h"

#include <string.h>

typedef struct Loop { int id, up, mask; bool uni; } Loop;
static Loop loop[4000];
static int budget;

/* ---- control -------------------------------------------------------------------------------------------------------------- */

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

static void leave_round(int m, Val q, int ml, const char *to)
{
    if (ml >= 0) {
        p("vote.sync.ballot.b32 %%r%d, %%p%d, %%r%d;", ml, q.id, ml);
        c("BALLOT(m%d, P(%d)); EACH(m%d) R(%d) = vote[t / 32];", m, q.id, m, ml);
    }
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
    p("and.b32 %%r%d, %s, %d;", count.id, start.p, max);
    c("EACH(m%d) R(%d) = %s & %d;", x->m, count.id, start.c, max);
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
        if ((at == 0) != top)
            continue;
        p("setp.gt.s32 %%p%d, %%r%d, 0;", q.id, count.id);
        if (!stride) {
            c("EACH(m%d) P(%d) = (int32_t)R(%d) > 0;", m, q.id, count.id);
        } else {
            p("setp.lt.and.%s %%p%d, %%r%d, %%r%d, %%p%d;", is_signed ? "s32" : "u32", q.id, i.id, bound.id, q.id);
            c(is_signed ? "EACH(m%d) P(%d) = (int32_t)R(%d) > 0 && (int32_t)R(%d) < (int32_t)R(%d);"
                        : "EACH(m%d) P(%d) = (int32_t)R(%d) > 0 && R(%d) < R(%d);", m, q.id, count.id, i.id, bound.id);
        }
        leave_round(m, q, ml, top ? text("@!%%p%d bra W%d_end;", q.id, l) : text("@%%p%d bra W%d_top;", q.id, l));
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
    if (x->depth < 4 && budget > 0 && k < 16) {
        if (k < 9)
            gen_if(x);
        else if (k < 14)
            gen_loop(x);
        else
            gen_switch(x);
    } else if (k < 21) {
        gen_break(x);
    } else if (k < 31) {
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

void gen_block(Ctx *x, int n)
{
    for (int i = 0; i < n; i++)
        gen_stmt(x);
}

/* ---- the module ----------------------------------------------------------------------------------------------------------- */

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
    by_generic = chance(30);
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
    draw_from(argv[1]);
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
