/* neutral_step.c: a step that lanes take where something holds for all of them, and that adds what is the same for all: they take it in
 * any case, with what changes nothing where it does not hold.
 *
 * if (warp > 0) { t = total[warp - 1]; x += t; } out[i] = x: the sum then is part of the loop over lanes that stores it, instead of a loop
 * of its own that loads and stores an array.  Where nothing but that leads to what reads the sum, it is made anew in each such block, and the
 * array is left as it was.
 *
 * Requires: uniform.c's values.  Provides: nothing that others need.  Invalidates: blocks and analyses.  Cost: a look at each block
 * that ends with a branch.  Fires on scans of blocks (tests/bench/scan), and in what puts together what is kept (tests/run/block_steps). */
#include "transform/transform.h"

typedef struct Step {
    const Blk *side, *meet;
    int branch, at;         /* the instruction in front of the side; the step, the last one in it */
    int reg, by;            /* what the step changes, and by what */
    int some;               /* the new register: that, or what changes nothing */
    uint64_t none;
    int *made;              /* by Blk.id: 1 + what the result is in that block, 0: not read in it; NULL: it is kept */
} Step;

static bool is_whole(Type t) { return strchr("sub", type_info[t].kind) && type_info[t].bits >= 32 && type_info[t].bits <= 64; }

/* An operation on whole numbers, and what it may be done with as if it were not done. */
static bool has_neutral(const Ins *ins, uint64_t *none)
{
    const Type t = ins->form && !ins->pseudo ? isa_slot_type(ins, SLOT_TYPE) : T_F32;
    if (!is_whole(t) || ins->narg != 3 || ins->guard >= 0 || isa_has_word(ins, MOD_SAT) || isa_sets_carry(ins))
        return false;
    *none = ins->mnemonic == INS_AND ? ~UINT64_C(0) >> (64 - type_info[t].bits) : 0;
    return ins->mnemonic == INS_ADD || ins->mnemonic == INS_OR || ins->mnemonic == INS_XOR || ins->mnemonic == INS_AND;
}

static bool is_whole_reg(const Back *b, const Opnd *o, Type t)
{
    return opnd_is_reg(o) && b->fn->regs.at[o->reg]->vec <= 1 && type_info[b->fn->regs.at[o->reg]->type].bits == type_info[t].bits;
}

/* Whether an instruction is such a step. */
static bool is_step(const Back *b, const Ins *ins, Step *s)
{
    if (!has_neutral(ins, &s->none))
        return false;
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const Opnd *d = &ins->arg[isa_arg(ins, ARG_D)], *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)];
    if (!is_whole_reg(b, d, t) || !is_whole_reg(b, x, t) || !is_whole_reg(b, y, t))
        return false;
    s->reg = d->reg;
    s->by = x->reg == d->reg ? y->reg : x->reg;
    return (x->reg == d->reg) != (y->reg == d->reg) && b->reg[s->reg].val.kind == VAL_VAR && b->reg[s->by].val.kind == VAL_UNI;
}

/* A branch that all lanes take alike, around one block that leads where it leads. */
static bool find_side(const Back *b, const Blk *x, Step *s)
{
    const Ins *br = blk_conditional(b->fn, x);
    for (int k = 0; k < 2 && br; k++) {
        const Blk *side = x->succ[k], *meet = x->succ[1 - k];
        if (side->npred == 1 && blk_nsucc(side) == 1 && blk_succ(side, 0) == meet && meet->npred == 2 && !meet->is_header && side != x && meet != x) {
            s->side = side;
            s->meet = meet;
            s->branch = x->branch;
            return b->reg[br->guard].val.kind == VAL_UNI;
        }
    }
    return false;
}

static bool find(const Back *b, const Blk *x, Step *s)
{
    if (!find_side(b, x, s))
        return false;
    const Ins *at = b->fn->ins.at;
    s->at = s->side->end - 1;
    if (s->at >= s->side->first && isa_emit(&at[s->at]) == EMIT_BRA && at[s->at].guard < 0)
        s->at--;
    return s->at >= s->side->first && is_step(b, &at[s->at], s) && !fn_mentions(b->fn, s->reg, s->side->first, s->at);
}

/* Whether what follows where the ways meet leads nowhere else. */
static bool is_last(const Back *b, const Blk *meet)
{
    for (EACH_OF(const Blk, x, b->fn->blk, b->fn->nblk))
        for (int i = 0; cfg_dominates(meet, x) && i < blk_nsucc(x); i++)
            if (blk_succ(x, i) == meet || !cfg_dominates(meet, blk_succ(x, i)))
                return false;
    return true;
}

/* New registers for what the step makes in each block that reads it; NULL: it is kept, as it is of another step, too, or many read it. */
static int *find_readers(Back *b, const Step *s)
{
    enum { MOST = 4 };
    int *made = NEWN(b->a, int, b->fn->nblk + 1), n = 0;
    for (int i = 0; i < b->fn->ins.n && n <= MOST; i++) {
        const RegMentions m = ins_mentions(&b->fn->ins.at[i], s->reg);
        const Blk *x = b->blk_of[i];
        if (!x || i == s->at || !(m.reads + m.writes))
            continue;
        if (cfg_dominates(s->meet, x) && m.writes)
            return NULL;
        if (cfg_dominates(s->meet, x) && !made[x->id])
            made[x->id] = ++n;
    }
    if (n > MOST || !is_last(b, s->meet))
        return NULL;
    for (int k = 0; k < b->fn->nblk; k++)
        if (made[k])
            made[k] = 1 + fn_new_reg(b->m->arena, b->fn, "%made", b->fn->regs.at[s->reg]->type);
    return made;
}

/* The step with the new register, and its result's. */
static Ins moved(const Back *b, const Step *s, int to)
{
    Ins x = b->fn->ins.at[s->at];
    ins_rename(b->m->code, &x, s->by, s->some);
    for (int i = 0; to != s->reg && i < x.narg; i++)
        if (i == isa_arg(&x, ARG_D))
            x.arg[i].reg = to;
    return x;
}

/* A block's instruction, in front of the first one what it reads. */
static void add_reading(const Back *b, const Step *s, InsList *out, int i)
{
    Ins x = b->fn->ins.at[i];
    const Blk *in = b->blk_of[i];
    const int made = s->made && in && cfg_dominates(s->meet, in) ? s->made[in->id] : 0;
    if (!s->made && i == s->meet->first)
        array_add(b->m->code, out, moved(b, s, s->reg));
    if (made && i == in->first)
        array_add(b->m->code, out, moved(b, s, made - 1));
    if (made)
        ins_rename(b->m->code, &x, s->reg, made - 1);
    array_add(b->m->code, out, x);
}

static void rewrite(Back *b, const Step *s)
{
    Fn *fn = b->fn;
    Arena *a = b->m->code;
    const Type t = fn->regs.at[s->some]->type;
    const char *mov = arena_printf(b->a, "mov.%s", type_plain(t));
    for (Rewrite w = rewrite_begin(b->m, fn, NULL); rewrite_next(&w);) {
        if (w.i == s->branch)
            rewrite_add(&w, ins_new(b->m, fn, a, w.ins, mov, (Opnd[]){opnd_reg(s->some), opnd_number(s->none, t)}, 2));
        if (w.i == s->at)
            rewrite_add(&w, ins_new(b->m, fn, a, w.ins, mov, (Opnd[]){opnd_reg(s->some), opnd_reg(s->by)}, 2));
        else
            add_reading(b, s, w.out, w.i);
    }
    fn_end_code(b->m, fn, &fn->ins);
}

bool neutral_step(Back *b)
{
    for (int k = 0; !b->m->checked && k < b->fn->nblk; k++) {
        Step s = {0};
        if (!find(b, b->fn->blk[k], &s))
            continue;
        s.made = find_readers(b, &s);
        s.some = fn_new_reg(b->m->arena, b->fn, "%some", b->fn->regs.at[s.reg]->type);
        rewrite(b, &s);
        return true;
    }
    return false;
}
