/* thread_table.c: tests that come from the thread's number alone, as a comparison with it.
 *
 *   for (i = t; i < 34; i += 32) …     rounds = (max(t, 2) + 31 - t >> 5) + 1;  if (rounds & 3) { …; if ((rounds & 3) != 1) … }
 *
 * A tile's border is fetched by the tile's threads, whose number is a constant.  Compilers unroll that loop by a number of rounds that
 * differs between lanes, in a way of which nothing is known but that it differs.  But a block has no more than 1024 threads, and so
 * what such a test finds can be tried out for each: `t < 2`, say, for a range of lanes, or always the same.  Loops that are not written out are
 * one again before (reroll.c).
 *
 * Requires: a function as uniform.c has analysed it; one value for a register.  Provides: nothing that others need.  Invalidates: blocks
 * and analyses.  Cost: a thousand times the instructions that depend on nothing but the thread's number, and differ.  Fires on filters with
 * borders (tests/bench/programs/bayer, median), searches in tiles (tests/bench/programs/match) and tests/run/fills. */
#include "transform/transform.h"

enum { THREADS = 1024, TABLES_MOST = 200, DEPTH_MOST = 24 };

typedef struct Tables {
    Back *b;
    Fn *fn;
    uint32_t **of;   /* by register: what it is for each thread, or NULL */
    bool *tried;
    int *number;     /* by register with a table: the one that holds the thread's number, of which it is made; or -1 */
    int threads, n;
    bool *out_of;    /* threads that do not come to the branch at hand */
    InsList out;
} Tables;

/* What a table holds: low for threads below at, high for the others; or for all but at. */
typedef struct Step { uint32_t low, high; int at; bool only; } Step;

/* ---- tables ------------------------------------------------------------------------------------------------------------ */

/* An operand as a number for each thread. */
typedef struct Column { const uint32_t *of; uint32_t same; } Column;

static uint32_t cell(const Column *c, int x) { return c->of ? c->of[x] : c->same; }

static uint32_t *find_table(Tables *t, int reg, int depth);

static bool find_column(Tables *t, const Opnd *o, int depth, Column *c, int *number)
{
    *c = (Column){.same = (uint32_t)o->imm};
    if (o->kind == O_NONE)
        return true;
    if (o->kind == O_IMM)
        return !o->neg;
    if (!opnd_is_reg(o))
        return false;
    const Val v = t->b->reg[o->reg].val;
    c->same = (uint32_t)v.c;
    if (v.cst)
        return true;
    c->of = find_table(t, o->reg, depth - 1);
    if (c->of && *number < 0)
        *number = t->number[o->reg];
    return c->of != NULL;
}

static bool is_thread(const Opnd *o) { return o->kind == O_SREG && opnd_is_sreg(o, SREG_TID) && o->comp == 0; }

/* What the register is for each thread; NULL: that depends on more than its number. */
static uint32_t *find_table(Tables *t, int reg, int depth)
{
    Back *b = t->b;
    if (t->tried[reg] || depth <= 0 || t->n >= TABLES_MOST || !back_one_value(b, reg))
        return t->of[reg];
    t->tried[reg] = true;
    const Ins *ins = &t->fn->ins.at[b->reg[reg].def];
    static const ArgName inputs[] = {ARG_A, ARG_B, ARG_C};
    if (!number_is_simple(b, ins))
        return NULL;
    Column x[3] = {{0}};
    const bool thread = isa_emit(ins) == EMIT_MOV && is_thread(isa_opnd(ins, ARG_A));
    int number = thread ? reg : -1;
    for (int i = 0; i < 3 && !thread; i++) {
        const Opnd *o = isa_opnd(ins, inputs[i]);
        if (o && !find_column(t, o, depth, &x[i], &number))
            return NULL;
    }
    t->number[reg] = number;
    if (number < 0)
        return NULL;
    t->n++;
    uint32_t *table = t->of[reg] = NEWN(b->a, uint32_t, THREADS);
    for (int i = 0; i < t->threads; i++)
        table[i] = thread ? (uint32_t)i : number_of(ins, cell(&x[0], i), cell(&x[1], i), cell(&x[2], i));
    return table;
}

/* ---- what they say ------------------------------------------------------------------------------------------------------ */

/* out: threads of which nothing matters; or NULL. */
static bool is_step(const Tables *t, const uint32_t *table, const bool *out, Step *s)
{
    int changes = 0, at[2] = {t->threads, t->threads}, last = -1;
    for (int i = 0; i < t->threads; i++) {
        if (out && out[i])
            continue;
        if (last >= 0 && table[i] != table[last]) {
            if (changes == 2)
                return false;
            at[changes++] = i;
        }
        *(last < 0 ? &s->low : &s->high) = table[i];
        last = i;
    }
    if (changes == 0)
        s->high = s->low;
    s->at = at[0];
    s->only = changes == 2 && s->low == s->high && at[1] == at[0] + 1;
    if (s->only)
        s->low = table[at[0]];
    return last >= 0 && (changes < 2 || s->only);
}

/* It is more than a comparison that is known as it is. */
static bool gains(const Tables *t, const Ins *ins)
{
    return ins->mnemonic != INS_SETP || uniform_arg(t->b, ins, ARG_A).kind == VAL_VAR || uniform_arg(t->b, ins, ARG_B).kind == VAL_VAR;
}

/* Whether the test that instruction at makes is known better by its table. */
static bool fits(Tables *t, int at, Step *s)
{
    const Ins *ins = &t->fn->ins.at[at];
    const Dest d = ins_dest(ins);
    if (!t->b->blk_of[at] || d.n != 1 || t->fn->regs.at[d.reg]->type != T_PRED || t->b->reg[d.reg].val.kind != VAL_VAR || !number_is_simple(t->b, ins))
        return false;
    const uint32_t *table = find_table(t, d.reg, DEPTH_MOST);
    return table && is_step(t, table, NULL, s) && gains(t, ins);
}

/* ---- writing ------------------------------------------------------------------------------------------------------------ */

static void add(Tables *t, const Ins *like, const char *words, const Opnd *op, int n) { ins_add_made(t->b->m, t->fn, &t->out, like, words, op, n); }

static bool is_same(const Tables *t, const Step *s) { return !s->only && s->at >= t->threads; }

/* The words of a comparison with s->at that holds for those with s->low; or, else, for the others. */
static const char *comparison(const Step *s)
{
    return s->only ? s->low ? "setp.eq.u32" : "setp.ne.u32" : s->low ? "setp.lt.u32" : "setp.ge.u32";
}

/* Makes the test, of the number that register of has a table for. */
static void rewrite(Tables *t, const Ins *ins, int test, int of, const Step *s)
{
    const bool same = is_same(t, s);
    const Opnd zero = opnd_number(0, T_U32);
    add(t, ins, same ? s->low ? "setp.eq.u32" : "setp.ne.u32" : comparison(s),
        (Opnd[]){opnd_reg(test), same ? zero : opnd_reg(t->number[of]), same ? zero : opnd_number((uint64_t)s->at, T_U32)}, 3);
}

/* Leaves out threads that do not come to the block, as branches say on its way. */
static void leave_out(Tables *t, const Blk *x, bool *out)
{
    for (const Blk *y = x; y->idom; y = y->idom) {
        const Blk *from = y->idom;
        const Ins *br = y->npred == 1 && y->pred[0] == from ? blk_conditional(t->fn, from) : NULL;
        const uint32_t *table = br ? find_table(t, br->guard, DEPTH_MOST) : NULL;
        for (int i = 0; table && i < t->threads; i++)
            out[i] |= (table[i] != br->guard_neg) != (y == from->succ[1]);
    }
}

/* Whether the branch at instruction at is one by a table, of threads that come to it, that says more than its predicate does. */
static bool branches(Tables *t, int at, Step *s)
{
    const Ins *ins = &t->fn->ins.at[at];
    const Blk *x = t->b->blk_of[at];
    if (isa_emit(ins) != EMIT_BRA || ins->guard < 0 || !x || at != x->term)
        return false;
    const uint32_t *table = find_table(t, ins->guard, DEPTH_MOST);
    if (!table || !gains(t, &t->fn->ins.at[t->b->reg[ins->guard].def]))
        return false;
    memset(t->out_of, 0, THREADS * sizeof *t->out_of);
    leave_out(t, x, t->out_of);
    return is_step(t, table, t->out_of, s);
}

/* A branch that is taken, or by a comparison. */
static void rewrite_branch(Tables *t, int at, const Step *s)
{
    Ins br = t->fn->ins.at[at];
    if (is_same(t, s) && (s->low != 0) == br.guard_neg)
        return;
    const int reg = is_same(t, s) ? -1 : fn_new_reg(t->b->m->code, t->fn, "lower", T_PRED);
    if (reg >= 0)
        rewrite(t, &br, reg, br.guard, s);
    br.guard = reg;
    array_add(t->b->m->code, &t->out, br);
}

bool thread_tables(Back *b)
{
    Fn *fn = b->fn;
    Tables t = {.b = b, .fn = fn, .threads = fn->reqntid[0] && fn->reqntid[0] < THREADS ? (int)fn->reqntid[0] : THREADS};
    Step s;
    bool any = false;
    if (b->mode != MODE_CTA || !info(b->tree)->has_cta)
        return false;
    t.of = NEWN(b->a, uint32_t *, b->nreg + 1);
    t.tried = NEWN(b->a, bool, b->nreg + 1);
    t.number = NEWN(b->a, int, b->nreg + 1);
    t.out_of = NEWN(b->a, bool, THREADS);
    for (int i = 0; i < fn->ins.n && !any; i++)
        any = branches(&t, i, &s) || fits(&t, i, &s);
    if (!any)
        return false;
    for (Rewrite w = rewrite_begin(b->m, fn, &t.out); rewrite_next(&w);)
        if (branches(&t, w.i, &s))
            rewrite_branch(&t, w.i, &s);
        else if (fits(&t, w.i, &s))
            rewrite(&t, w.ins, ins_dest(w.ins).reg, ins_dest(w.ins).reg, &s);
        else
            rewrite_keep(&w);
    return true;
}
