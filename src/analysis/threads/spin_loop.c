/* spin_loop.c: which loops wait for other threads: whether they go on depends on memory that others may be about to write.
 *
 * Volatile, relaxed and acquiring loads, atomics with a result and tests of mbarriers read such memory; so do weak loads
 * in a loop with a fence, and calls of functions that do any of this.  What is computed from their results, or defined where a branch on them leads, depends on them.
 * A loop that goes on only where atom.cas has failed is none of these, where that tells that another thread has done
 * something: try_loop.c.  Nor is one in whose rounds the whole CTA waits: wait_uniting.c; or meets at a barrier, if it looks at its own
 * shared memory only.  Nor is one that counts its rounds up to a number which a weak load gives: whether the thread's own writes change that
 * is its own affair.
 *
 * In: blocks and loops.  Out: an array by Blk.id, true for the headers of such loops. */
#include "analysis/analysis.h"

typedef struct Taint {
    Fn *fn;
    Blk *loop;       /* the header */
    int rounds;      /* edges back to it: when there are several, those are loops of their own */
    bool *reg;       /* depends on what was polled */
    bool *cas;       /* by instruction: a try that is repeated with its own result */
    bool memory;     /* some tainted value was stored: loads may return it */
    bool fences;     /* the loop holds a fence */
    bool calls;      /* the loop calls what polls: it gives what it found, and may store it anywhere */
    bool changed;
    const int *writer; /* only_writers */
    RegIndex writes;
    Blk **blk_of;
} Taint;

static bool is_fence(const Ins *ins) { return ins->mnemonic == INS_MEMBAR || ins->mnemonic == INS_FENCE; }

static bool reads_memory(const Taint *t, const Ins *ins)
{
    if (isa_emit(ins) != EMIT_LD || isa_has_word(ins, MOD_NC))
        return false;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const Space s = isa_opnd_space(ins, a);
    if (t->calls && s == SP_PARAM && !(a->sym && fn_has_param(t->fn, a->sym)))
        return true;
    return (t->memory && s != SP_PARAM && s != SP_CONST) || (t->fences && s != SP_LOCAL && s != SP_PARAM && s != SP_CONST);
}

static void taint_writes(Taint *t, const Ins *ins)
{
    for (Refs ref = ins_refs(ins); writes_next(&ref);)
        if (!t->reg[ref.reg])
            t->reg[ref.reg] = t->changed = true;
}

static void taint_memory(Taint *t, const Ins *ins)
{
    if ((isa_mem(ins) & MEM_W) && !t->memory)
        t->memory = t->changed = true;
}

static bool ins_tainted(const Taint *t, const Ins *ins)
{
    bool reads = false;
    for (Refs ref = ins_refs(ins); reads_next(&ref);)
        reads |= t->reg[ref.reg];
    return reads;
}

/* ---- calls ----------------------------------------------------------------------------------------------------------------- */

/* What a function does, itself or by those that it calls. */
enum { POLLS = 1, SLEEPS = 2, FENCES = 4, ASKED = 8, KNOWN = 16 };

static unsigned fn_does(Fn *fn, bool *cut);

/* What the function called does.  *cut: that was not found out, as it is being asked. */
static unsigned call_does(const Ins *ins, bool *cut)
{
    unsigned does = 0;
    for (int k = 0; isa_emit(ins) == EMIT_CALL && k < ins->nop; k++) {
        Fn *f = ins->op[k].sym && ins->op[k].sym->kind == SYM_FUNC ? ins->op[k].sym->fn : NULL;
        does |= f ? fn_does(f, cut) : 0;
    }
    return does;
}

static unsigned fn_does(Fn *fn, bool *cut)
{
    if (fn->polls) {
        *cut |= fn->polls == ASKED;
        return fn->polls & ~(unsigned)(ASKED | KNOWN);
    }
    unsigned does = 0;
    bool part = false;
    fn->polls = ASKED;
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++)
        if (ins->form)
            does |= (ins_polls(ins) ? POLLS : 0) | (is_fence(ins) ? FENCES : 0) | (ins->mnemonic == INS_NANOSLEEP ? SLEEPS : 0) | call_does(ins, &part);
    fn->polls = part ? 0 : (unsigned char)(does | KNOWN);
    *cut |= part;
    return does;
}

static unsigned calls_do(const Ins *ins)
{
    bool cut = false;
    return call_does(ins, &cut);
}

/* The function called looks at memory that others may write, or sleeps. */
static bool calls_poll(const Ins *ins) { return calls_do(ins) & (POLLS | SLEEPS); }

/* ---- repeated compare-and-swap ----------------------------------------------------------------------------------- */

static int write_in(const Taint *t, const Opnd *o)
{
    return o->kind == O_REG && o->comp < 0 ? loop_write(&t->writes, t->blk_of, t->loop, o->reg) : LOOP_OFTEN;
}

/* Whether the loop gives a register another one, and nothing else. */
static bool is_given(const Taint *t, int reg, int from)
{
    bool any = false;
    for (int i = t->writes.of[reg]; i < t->writes.of[reg + 1]; i++) {
        const int at = t->writes.ins[i];
        const Ins *ins = &t->fn->ins.at[at];
        if (!loop_holds(t->loop, t->blk_of[at]))
            continue;
        const Opnd *a = isa_emit(ins) == EMIT_MOV && ins->guard < 0 ? isa_opnd(ins, ARG_A) : NULL;
        if (!a || a->kind != O_REG || a->reg != from || a->comp >= 0)
            return false;
        any = true;
    }
    return any;
}

static bool tries_again(const Taint *t, const Ins *ins)
{
    if (ins->mnemonic != INS_ATOM || !isa_has_word(ins, MOD_CAS) || ins->guard >= 0)
        return false;
    const Opnd *d = &ins->arg[isa_arg(ins, ARG_D)], *b = &ins->arg[isa_arg(ins, ARG_B)];
    return d->kind == O_REG && b->kind == O_REG && (d->reg == b->reg || is_given(t, b->reg, d->reg));
}

/* setp.ne d, b of such a loop, which tells whether the try has failed: the try's number, or -1. */
static int tests_try(const Taint *t, const Ins *ins)
{
    if (ins->mnemonic != INS_SETP || !(isa_has_word(ins, MOD_NE) || isa_has_word(ins, MOD_EQ)))
        return -1;
    const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)];
    if (x->kind != O_REG || y->kind != O_REG)
        return -1;
    for (int j = 0; j < t->fn->ins.n; j++) {
        const Ins *c = &t->fn->ins.at[j];
        if (!t->cas[j])
            continue;
        int d = c->arg[isa_arg(c, ARG_D)].reg, b = c->arg[isa_arg(c, ARG_B)].reg;
        if ((x->reg == d && y->reg == b) || (x->reg == b && y->reg == d))
            return j;
    }
    return -1;
}

/* ---- numbers that are not 0 ------------------------------------------------------------------------------------- */

/* A number that is not 0: one that is written, the size of a block or how many there are, a product of such: threads of a grid are fewer than 2^32. */
static bool is_some(const Fn *fn, const int *writer, const Opnd *o, int depth)
{
    enum { DEPTH = 4, SMALL = 256 };
    if (o->kind == O_IMM)
        return o->imm != 0;
    if (o->kind == O_SREG)
        return opnd_is_sreg(o, SREG_NTID) || opnd_is_sreg(o, SREG_NCTAID);
    const Ins *ins = depth < DEPTH ? only_writer(fn, writer, o) : NULL;
    if (!ins || ins->guard >= 0)
        return false;
    const Opnd *x = isa_opnd(ins, ARG_A), *y = isa_opnd(ins, ARG_B);
    const bool product = ins->mnemonic == INS_MUL && isa_has_word(ins, MOD_LO) && (y->kind != O_IMM || y->imm <= SMALL); /* no multiple of 2^32 */
    return (isa_emit(ins) == EMIT_MOV || product) && is_some(fn, writer, x, depth + 1) && (!product || is_some(fn, writer, y, depth + 1));
}

/* ---- counted loops ----------------------------------------------------------------------------------------------- */

/* The register grows in each round, by what only one instruction writes. */
static bool counts_rounds(const Taint *t, const Opnd *o)
{
    const int at = write_in(t, o);
    const Opnd *by = at < 0 ? NULL : linear_step(&t->fn->ins.at[at], o->reg);
    return by && is_some(t->fn, t->writer, by, 0) && loop_comes_by(t->loop, t->blk_of[at]);
}

/* What it is compared with: nothing that is polled. */
static bool is_weak(const Taint *t, const Opnd *o)
{
    if (o->kind == O_IMM)
        return true;
    const int at = write_in(t, o);
    const Ins *ins = &t->fn->ins.at[at];
    return at == LOOP_NEVER || (at >= 0 && isa_emit(ins) == EMIT_LD && !ins_polls(ins) && !t->fences);
}

static bool ends_counting(const Taint *t, const Ins *ins)
{
    if (ins->mnemonic != INS_SETP || isa_has_word(ins, MOD_NE) || isa_has_word(ins, MOD_EQ))
        return false;
    const int with = isa_arg(ins, ARG_C);
    const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)];
    return (with < 0 || ins->arg[with].kind == O_NONE) &&
           ((counts_rounds(t, x) && is_weak(t, y)) || (counts_rounds(t, y) && is_weak(t, x)));
}

/* ---- a loop ------------------------------------------------------------------------------------------------------ */

/* Taints what the blocks define that run or not as x's branch decides.  True when the loop can be left from there, or one
 * of those that begin together. */
static bool taint_sides(Taint *t, Blk *x, Blk *from, bool *seen)
{
    for (int k = 0; k < blk_nsucc(from); k++) {
        Blk *y = blk_succ(from, k);
        if (!loop_holds(t->loop, y) || (y == t->loop && t->rounds > 1))
            return true;
        if (y == x->ipdom || y == t->loop || seen[y->id])
            continue;
        seen[y->id] = true;
        for (int j = y->first; j < y->end; j++) {
            taint_writes(t, &t->fn->ins.at[j]);
            taint_memory(t, &t->fn->ins.at[j]);
        }
        if (y->exits || taint_sides(t, x, y, seen))
            return true;
    }
    return from->exits;
}

static void taint_ins(Taint *t, const Ins *ins)
{
    const bool tainted = ins_tainted(t, ins);
    if (ins->pseudo == PSEUDO_WAIT || tests_try(t, ins) >= 0 || (tainted && ends_counting(t, ins)))
        return;
    const bool calls = t->calls && calls_poll(ins);
    if (tainted)
        taint_memory(t, ins);
    if (calls && !t->memory)
        t->memory = t->changed = true;
    if (tainted || calls || ins_polls(ins) || reads_memory(t, ins))
        taint_writes(t, ins);
}

/* One pass over the loop; true when a tainted branch decides whether it goes on. */
static bool taint_round(Taint *t, bool *seen)
{
    Fn *fn = t->fn;
    for (EACH_OF(Blk, x, fn->blk, fn->nblk)) {
        if (!loop_holds(t->loop, x))
            continue;
        for (int j = x->first; j < x->end; j++)
            taint_ins(t, &fn->ins.at[j]);
        int at = x->branch >= 0 ? x->branch : x->term;
        if (at < 0 || !ins_tainted(t, &fn->ins.at[at]))
            continue;
        memset(seen, 0, (size_t)fn->nblk * sizeof *seen);
        if (taint_sides(t, x, x, seen))
            return true;
    }
    return false;
}

/* A queue's counter: nobody waits for it, as each round changes it itself. */
static bool counts(const Taint *t, const Ins *ins)
{
    if (ins->mnemonic != INS_ATOM || !isa_has_word(ins, MOD_ADD))
        return false;
    const Opnd *by = &ins->arg[isa_arg(ins, ARG_B)];
    return is_some(t->fn, t->writer, by, 0);
}

static bool is_meeting(const Ins *ins) { return isa_is_cta(ins) && plain_barrier(ins) && ins->guard < 0; }

bool loop_meets_each_round(const Fn *fn, const Blk *header)
{
    bool each = false;
    for (int i = 0; i < fn->nblk && !each; i++)
        each = loop_holds(header, fn->blk[i]) && ins_some(fn, fn->blk[i]->first, fn->blk[i]->end, is_meeting) && loop_comes_by(header, fn->blk[i]);
    return each;
}

/* What it reads is written by threads of other CTAs, too. */
static bool polls_others(const Ins *ins)
{
    return ins_polls(ins) && !(isa_emit(ins) == EMIT_LD && !isa_uses_cluster(ins) && isa_opnd_space(ins, &ins->arg[isa_arg(ins, ARG_A)]) == SP_SHARED);
}

static int rounds_of(const Blk *header)
{
    int n = 0;
    for (int i = 0; i < header->npred; i++)
        n += loop_holds(header, header->pred[i]);
    return n;
}

/* What a loop looks at: memory, some of it that of others, and counters; waits: it says that it does. */
typedef struct Looks { int polls, others, counters; bool waits; } Looks;

static void look_at(Taint *t, const Blk *x, Looks *l)
{
    for (int j = x->first; j < x->end; j++) {
        const Ins *ins = &t->fn->ins.at[j];
        const unsigned call = calls_do(ins);
        l->waits |= ins->mnemonic == INS_NANOSLEEP || call & SLEEPS;
        t->calls |= call & POLLS;
        t->fences |= is_fence(ins) || (call & (POLLS | FENCES)) == (POLLS | FENCES);
        t->cas[j] = tries_again(t, ins);
        l->polls += ins_polls(ins) || call & POLLS;
        l->others += polls_others(ins) || call & POLLS;
        l->counters += counts(t, ins);
    }
}

static bool loop_waits(Arena *a, Fn *fn, Blk *header)
{
    Taint t = {.fn = fn, .loop = header, .writer = only_writers(a, fn), .blk_of = cfg_blocks(a, fn)};
    t.writes = fn_index(a, fn, true, (const Blk *const *)t.blk_of);
    t.reg = NEWN(a, bool, fn->regs.n + 1);
    t.cas = NEWN(a, bool, fn->ins.n + 1);
    bool *seen = NEWN(a, bool, fn->nblk);
    Looks l = {0};
    t.rounds = rounds_of(header);
    for (int i = 0; i < fn->nblk; i++)
        if (loop_holds(header, fn->blk[i]))
            look_at(&t, fn->blk[i], &l);
    if (l.waits)
        return true;
    if (((!l.polls || (l.polls == 1 && l.counters == 1)) && !t.fences) || (!t.calls && loop_tries(a, fn, header)))
        return false;
    if (!l.others && !t.fences && loop_meets_each_round(fn, header))
        return false;
    do {
        t.changed = false;
        if (taint_round(&t, seen))
            return true;
    } while (t.changed);
    return false;
}

static bool may_wait(const Ins *ins)
{
    return ins->form && (ins_polls(ins) || is_fence(ins) || ins->mnemonic == INS_NANOSLEEP || calls_poll(ins));
}

bool fn_may_spin(const Fn *fn)
{
    bool polls = false, again = false;
    for (int i = 0; i < fn->ins.n; i++) {
        const Ins *ins = &fn->ins.at[i];
        polls |= may_wait(ins); /* of all calls, before their callers: fn_does then goes no deeper than one */
        for (int k = 0; k < ins->nop; k++)
            again |= ins->op[k].kind == O_LABEL && ins->op[k].sym && ins->op[k].sym->index <= i;
    }
    return polls && again;
}

bool *spin_loops(Arena *a, Fn *fn)
{
    bool *waits = NEWN(a, bool, fn->nblk);
    Arena tmp = {0};
    const bool polls = fn_some(fn, may_wait);
    for (int i = 0; i < fn->nblk && polls; i++) {
        Blk *x = fn->blk[i];
        waits[i] |= x->is_header && !loop_some(fn, x, ins_gives_way) && loop_waits(&tmp, fn, x);
        arena_reset(&tmp);
        for (int k = 0; fn->irreducible && k < blk_nsucc(x); k++) /* loops with several entries are taken to wait */
            if (blk_succ(x, k)->id <= x->id && !cfg_dominates(blk_succ(x, k), x))
                waits[blk_succ(x, k)->id] = true;
    }
    return waits;
}
