/* reroll_round.c: one of several rounds that a compiler wrote one behind the other (reroll_peeled.c), as text that does for
 * each of them.
 *
 * That is the second round, in which the places of memory, and numbers, are registers that walk, where the rounds have constants behind, or
 * added to, others that hold still.  What the first round makes and all others read stands in front.  Whether that is the same as the rounds is for others to prove.
 *
 * In: the rounds, each as a block or like one, and what counts them.  Out: Rounds.walks, front, round. */
#include "transform/loops/reroll.h"

enum { ACCESSES = 8 };

static bool is_counter(const Rounds *p, int reg)
{
    for (int i = 0; i < p->counters.n; i++)
        if (p->counters.at[i].reg == reg)
            return true;
    return false;
}

void reroll_collect_writes(Reroll *r, const Blk *x, Ints *to)
{
    for (int i = x->first; i < x->end; i++)
        for (Refs ref = ins_refs(&r->fn->ins.at[i]); refs_next(&ref);)
            if (ref.write && !ints_have(to->at, to->n, ref.reg))
                array_add(&r->tmp, to, ref.reg);
}

/* The access number k of the round, or NULL. */
static const Opnd *place_of_access(const Reroll *r, const Blk *x, int k)
{
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        if (isa_is_ld_st(ins) && k-- == 0)
            return &ins->arg[isa_arg(ins, ARG_A)];
    }
    return NULL;
}

/* Access number k goes on by the same from round to round, at one register; how far.  0: it does not. */
static int64_t step_of_access(const Rounds *p, int k, int *base)
{
    const Opnd *at[REROLL_ROUNDS] = {0};
    bool even = true;
    for (int i = 0; i < p->n && even; i++) {
        at[i] = place_of_access(p->r, p->part[i], k);
        even = at[i] && at[i]->kind == O_MEM && at[i]->reg >= 0 && !at[i]->sym && at[i]->reg == at[0]->reg;
        even &= i < 2 || !even || at[i]->imm - at[i - 1]->imm == at[1]->imm - at[0]->imm;
    }
    *base = even ? at[0]->reg : -1;
    return even ? (int64_t)(at[1]->imm - at[0]->imm) : 0;
}

/* The sum that the instruction makes of a register and a constant; NULL: it makes something else. */
static const Opnd *constant_added(const Ins *ins, int *base)
{
    const bool sum = ins->mnemonic == INS_ADD && ins->guard < 0 && isa_is_modular(ins) && type_is_i32_or_64(isa_slot_type(ins, SLOT_TYPE));
    *base = sum && opnd_is_reg(isa_opnd(ins, ARG_A)) ? isa_opnd(ins, ARG_A)->reg : -1;
    return *base >= 0 && isa_opnd(ins, ARG_B)->kind == O_IMM ? isa_opnd(ins, ARG_B) : NULL;
}

static bool adds(const Reroll *r, const Blk *x, int base, int64_t by)
{
    int reg;
    for (int i = x->first; i < x->end; i++) {
        const Opnd *o = constant_added(&r->fn->ins.at[i], &reg);
        if (o && reg == base && (int64_t)reroll_cut(o->imm - (uint64_t)by, reroll_reg_bits(r, base)) == 0)
            return true;
    }
    return false;
}

/* What the second round adds to a register that holds still, and all rounds behind it so many times; 0: they do not. */
static int64_t step_of_sum(const Rounds *p, const Ins *ins, int *base)
{
    const Opnd *o = constant_added(ins, base);
    bool even = o;
    for (int i = 2; i < p->n && even; i++)
        even = adds(p->r, p->part[i], *base, i * (int64_t)o->imm);
    return even ? (int64_t)o->imm : 0;
}

/* What goes by such a step from the register on; NULL: nothing can. */
static const Walk *find_walk(Rounds *p, int base, int64_t step)
{
    Reroll *r = p->r;
    if (!step || ints_have(p->later.at, p->later.n, base) || reroll_reg_bits(r, base) < 32)
        return NULL;
    for (int i = 0; i < p->walks.n; i++)
        if (p->walks.at[i].base == base)
            return p->walks.at[i].step == step ? &p->walks.at[i] : NULL;
    array_add(&r->tmp, &p->walks, ((Walk){base, fn_copy_reg(r->b->m->code, r->fn, base), step}));
    return &p->walks.at[p->walks.n - 1];
}

/* The second round's access, by the register that walks. */
static bool add_access(Rounds *p, const Ins *ins, int k)
{
    Reroll *r = p->r;
    int base;
    const int64_t step = step_of_access(p, k, &base);
    const Walk *w = k < ACCESSES ? find_walk(p, base, step) : NULL;
    if (!w)
        return false;
    Ins n = *ins;
    const Opnd *first = place_of_access(r, p->part[0], k);
    ins_rename(r->b->m->code, &n, w->base, w->reg);
    for (int i = 0; i < n.narg; i++)
        if (n.arg[i].kind == O_MEM && n.arg[i].reg == w->reg)
            n.arg[i].imm = first->imm;
    for (int i = 0; i < n.nop; i++)
        if (n.op[i].kind == O_MEM && n.op[i].reg == w->reg)
            n.op[i].imm = first->imm;
    array_add(&r->tmp, &p->round, n);
    return true;
}

static void add_pure(Rounds *p, const Ins *ins)
{
    Reroll *r = p->r;
    int base;
    const int64_t step = step_of_sum(p, ins, &base);
    const Walk *w = find_walk(p, base, step);
    if (w)
        ins_add_copy(r->b->m, r->fn, &p->round, ins, ins_dest(ins).reg, w->reg);
    else
        array_add(&r->tmp, &p->round, *ins);
}

/* Whether the instruction counts, or asks whether there is another round: the loop does so by itself. */
static bool is_loops_own(const Rounds *p, const Blk *x, int at)
{
    const Dest d = ins_dest(&p->r->fn->ins.at[at]);
    const int guard = x->term >= 0 ? p->r->fn->ins.at[x->term].guard : -1;
    return at == x->term || (d.n == 1 && (is_counter(p, d.reg) || d.reg == guard));
}

bool reroll_make_round(Rounds *p)
{
    Reroll *r = p->r;
    const Blk *x = p->part[1];
    for (int i = x->first, k = 0; i < x->end; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        const bool access = isa_is_ld_st(ins);
        if (is_loops_own(p, x, i))
            continue;
        if (access ? !add_access(p, ins, k++) : !ins_is_pure(ins))
            return false;
        if (!access)
            add_pure(p, ins);
        for (Refs ref = ins_refs(access ? &p->round.at[p->round.n - 1] : ins); refs_next(&ref);)
            if (!ref.write && (is_counter(p, ref.reg) || ref.reg == p->rest))
                return false;
    }
    return !place_of_access(r, p->part[0], ACCESSES) && p->round.n > 0;
}

void reroll_make_front(Rounds *p)
{
    Reroll *r = p->r;
    const Blk *x = p->part[0];
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        const Dest d = ins_dest(ins);
        if (i != x->term && d.n == 1 && ins_is_pure(ins) && !ints_have(p->later.at, p->later.n, d.reg) &&
            r->fn->regs.at[d.reg]->type != T_PRED)
            array_add(&r->tmp, &p->front, *ins);
    }
}

void reroll_run_list(Reroll *r, State *s, const InsList *list)
{
    for (int i = 0; i < list->n && r->ok; i++)
        reroll_run_ins(r, s, &list->at[i]);
}

void reroll_begin_walks(Reroll *r, State *s, const Rounds *p)
{
    for (int i = 0; i < p->walks.n; i++)
        reroll_set(r, s, p->walks.at[i].reg, reroll_value_of(r, s, p->walks.at[i].base));
}

static void run_step(Reroll *r, State *s, int reg, uint64_t step)
{
    const Sum v = reroll_value_of(r, s, reg);
    reroll_set(r, s, reg, (Sum){v.base, reroll_cut(v.off + step, reroll_reg_bits(r, reg))});
}

void reroll_run_steps(Reroll *r, State *s, const Rounds *p)
{
    for (int i = 0; i < p->counters.n; i++)
        run_step(r, s, p->counters.at[i].reg, p->counters.at[i].step);
    for (int i = 0; i < p->walks.n; i++)
        run_step(r, s, p->walks.at[i].reg, (uint64_t)p->walks.at[i].step);
}

void reroll_add_walks(const Rounds *p, InsList *out, const Ins *like)
{
    for (int i = 0; i < p->walks.n; i++)
        ins_add_copy(p->r->b->m, p->r->fn, out, like, p->walks.at[i].reg, p->walks.at[i].base);
}

static void add_step(const Rounds *p, InsList *out, const Ins *like, int reg, uint64_t step)
{
    const bool wide = reroll_reg_bits(p->r, reg) == 64;
    const Opnd op[] = {opnd_reg(reg), opnd_reg(reg), opnd_number(step, wide ? T_S64 : T_S32)};
    ins_add_made(p->r->b->m, p->r->fn, out, like, wide ? "add.s64" : "add.s32", op, 3);
}

void reroll_add_steps(const Rounds *p, InsList *out, const Ins *like)
{
    for (int i = 0; i < p->counters.n; i++)
        add_step(p, out, like, p->counters.at[i].reg, p->counters.at[i].step);
    for (int i = 0; i < p->walks.n; i++)
        add_step(p, out, like, p->walks.at[i].reg, (uint64_t)p->walks.at[i].step);
    add_step(p, out, like, p->left, UINT32_MAX);
}

bool reroll_in_rows(const Rounds *p)
{
    bool rows = true, stores = false;
    for (int i = 0; i < p->round.n && rows; i++) {
        const Ins *ins = &p->round.at[i];
        if (!isa_is_ld_st(ins))
            continue;
        const Walk *w = p->walks.at;
        while (array_has(p->walks, w) && w->reg != ins->arg[isa_arg(ins, ARG_A)].reg)
            w++;
        rows = array_has(p->walks, w) && w->step == type_bytes(isa_slot_type(ins, SLOT_TYPE));
        stores |= isa_emit(ins) == EMIT_ST;
    }
    return rows && stores;
}
