/* reroll_known.c: what is known, where a loop that was unrolled begins, of registers that were written before (reroll.c).
 *
 * The blocks on the only way there are run in symbols.  And what the loop reads that one instruction in front of it has made, wherever
 * that was, is made of what it was made of, if that is still the same.
 *
 * In: the block where it begins, as Reroll.head.  Out: a state. */
#include "transform/loops/reroll.h"

enum { BLOCKS = 3, DEPTH = 8 };

/* The blocks on the only way to the head, the last one first. */
static int ways_to(const Reroll *r, const Blk *way[BLOCKS])
{
    int n = 0;
    for (const Blk *x = r->head; n < BLOCKS && x->npred == 1 && x->pred[0] != r->head; x = x->pred[0])
        way[n++] = x->pred[0];
    return n;
}

bool reroll_is_written(const Reroll *r, int reg)
{
    const Blk *const blocks[] = {r->head, r->front, r->few, r->mid, r->front2, r->many};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
        if (fn_last_write(r->fn, reg, blocks[k]->first, blocks[k]->end) >= 0)
            return true;
    return false;
}

/* Nothing writes the register on a way from behind instruction at to the head, which comes that way alone. */
bool reroll_is_unchanged(Reroll *r, int reg, int at)
{
    const Fn *fn = r->fn;
    const Blk *from = r->b->blk_of[at];
    bool *between = NEWN(&r->tmp, bool, fn->nblk + 1);
    between[r->head->id] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int b = 0; b < fn->nblk; b++)
            for (int k = 0; k < fn->blk[b]->npred && between[b] && fn->blk[b] != from; k++) {
                bool *before = &between[fn->blk[b]->pred[k]->id];
                changed |= !*before;
                *before = true;
            }
    }
    for (int i = 0; i < fn->ins.n; i++) {
        const Blk *x = r->b->blk_of[i];
        if (x && between[x->id] && (x != from || i > at) && ins_mentions(&fn->ins.at[i], reg).writes)
            return false;
    }
    return true;
}

const Ins *reroll_since(Reroll *r, int reg)
{
    const RegInfo *g = &r->b->reg[reg];
    const bool before = g->def >= 0 && r->b->blk_of[g->def] != r->head && cfg_dominates(r->b->blk_of[g->def], r->head);
    const Ins *ins = before ? &r->fn->ins.at[g->def] : NULL;
    if (!ins || !ins_is_pure(ins))
        return NULL;
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (!ref.write && !reroll_is_unchanged(r, ref.reg, g->def))
            return NULL;
    return ins;
}

static bool makes_number(const Ins *ins)
{
    static const Mnemonic ops[] = {INS_ADD, INS_SUB, INS_MUL, INS_MAD, INS_SHL, INS_SHR, INS_AND, INS_NEG, INS_NOT, INS_MIN, INS_MAX, INS_CVT, INS_NONE};
    return (isa_emit(ins) == EMIT_CVTA || (isa_emit(ins) == EMIT_MOV && isa_opnd(ins, ARG_A)->kind == O_IMM) || ins_is_any(ins, ops)) && ins_is_pure(ins) && ins_dest(ins).n == 1;
}

static Sum known(Reroll *r, int reg, int depth)
{
    const RegInfo *g = &r->b->reg[reg];
    const Sum own = reroll_leaf(r, reg);
    State s = {0};
    if (g->def < 0 || !depth || !makes_number(&r->fn->ins.at[g->def]))
        return own;
    const Ins *ins = reroll_since(r, reg);
    if (!ins)
        return own;
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (!ref.write && r->b->reg[ref.reg].ndef == 1)
            reroll_set(r, &s, ref.reg, known(r, ref.reg, depth - 1));
    const bool was = r->ok;
    reroll_run_ins(r, &s, ins);
    const bool made = r->ok && reroll_find_reg(&s, reg);
    r->ok = was;
    return made ? reroll_find_reg(&s, reg)->v : own;
}

/* Of what the block reads. */
static void look_up(Reroll *r, State *s, const Blk *x)
{
    for (int i = x->first; i < x->end; i++)
        for (Refs ref = ins_refs(&r->fn->ins.at[i]); refs_next(&ref);) {
            const Sum v = ref.write || reroll_find_reg(s, ref.reg) || r->fn->regs.at[ref.reg]->type == T_PRED || r->fn->regs.at[ref.reg]->vec > 1
                              ? reroll_leaf(r, ref.reg) : known(r, ref.reg, DEPTH);
            const Sum own = reroll_leaf(r, ref.reg);
            if (!reroll_same_sum(v, own))
                reroll_set(r, s, ref.reg, v);
        }
}

State reroll_known_before(Reroll *r, const Blk *const *blk, int n)
{
    State s = {0};
    const Blk *way[BLOCKS];
    const Blk *head = r->head;
    for (int k = ways_to(r, way); k-- > 0;) {
        r->head = (Blk *)way[k];
        reroll_run_head(r, &s);
    }
    r->head = (Blk *)head;
    for (int k = 0; k < n; k++)
        look_up(r, &s, blk[k]);
    return s;
}

Val reroll_uniform(const Reroll *r, int base)
{
    const Term *t = &r->term.at[base];
    const Opnd special = {.kind = O_SREG, .comp = (int)t->number - 1, .reg = -1, .sym = (Sym *)(uintptr_t)t->id}, reg = opnd_reg((int)t->number);
    return t->kind == TERM_REG || t->kind == TERM_SREG ? uniform_opnd(r->b, t->kind == TERM_REG ? &reg : &special) : (Val){.kind = VAL_UNI, .max = UINT64_MAX};
}

bool reroll_differs(const Reroll *r, int base)
{
    const Term *t = &r->term.at[base];
    bool differs = reroll_uniform(r, base).kind != VAL_UNI || (t->kind == TERM_SYM && t->number);
    for (int k = 0; k < t->n; k++)
        differs |= reroll_differs(r, t->arg[k].base);
    return differs;
}

bool reroll_parts_lanes(Reroll *r, const State *begin, const Blk *x)
{
    State s = reroll_copy_state(r, begin);
    bool own = false;
    for (int i = x->first; i < x->end && i != x->term && r->ok; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        const int a = isa_is_ld_st(ins) ? isa_arg(ins, ARG_A) : -1;
        own |= a >= 0 && reroll_differs(r, reroll_operand(r, &s, &ins->arg[a], ins->argtype[a]).base);
        reroll_run_ins(r, &s, ins);
    }
    return own;
}

/* The register, which an instruction of the block, or (at < 0) one in front of the loops, has read, is at the block's end as it was then. */
static bool holds_still(const Reroll *r, const Opnd *o, const Blk *x, int at)
{
    return o->kind == O_IMM || (o->kind == O_REG && (at < 0 ? !reroll_is_written(r, o->reg) : fn_last_write(r->fn, o->reg, at + 1, x->term) < 0));
}

const Ins *reroll_test_of(Reroll *r, const Blk *x, bool *taken)
{
    const Ins *br = &r->fn->ins.at[x->term];
    const int at = fn_last_write(r->fn, br->guard, x->first, x->term);
    const bool before = at < 0 && (x == r->head || x == r->mid) && !reroll_is_written(r, br->guard);
    const Ins *ins = at >= 0 ? &r->fn->ins.at[at] : before ? reroll_since(r, br->guard) : NULL;
    *taken = !br->guard_neg;
    if (!ins || ins->guard >= 0 || ins->nword != 3 || ins->mnemonic != INS_SETP)
        return NULL;
    return at + 1 == x->term || (holds_still(r, isa_opnd(ins, ARG_A), x, at) && holds_still(r, isa_opnd(ins, ARG_B), x, at)) ? ins : NULL;
}

bool reroll_asks(Reroll *r, const State *s, const Blk *x, unsigned cmp, Type type, Sum *a, Sum *b)
{
    const Ins *br = &r->fn->ins.at[x->term];
    const Reg *made = reroll_find_reg(s, br->guard);
    const Term *t = made ? &r->term.at[made->v.base] : NULL; /* of what its operands were then */
    const bool here = t && t->kind == TERM_INS && t->ins->mnemonic == INS_SETP && t->ins->nword == 3 && t->n == 2;
    bool taken = !br->guard_neg;
    const Ins *c = here ? t->ins : reroll_test_of(r, x, &taken);
    if (!c || (isa_compare(c) ^ (taken ? 0 : CMP_ALL)) != cmp || type_info[isa_slot_type(c, SLOT_TYPE)].kind == 'f' || (type && isa_slot_type(c, SLOT_TYPE) != type))
        return false;
    const int ia = isa_arg(c, ARG_A), ib = isa_arg(c, ARG_B);
    *a = here ? t->arg[0] : reroll_operand(r, s, &c->arg[ia], c->argtype[ia]);
    *b = here ? t->arg[1] : reroll_operand(r, s, &c->arg[ib], c->argtype[ib]);
    return r->ok;
}
