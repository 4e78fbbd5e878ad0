/* sinking.c: a value that one way behind a branch replaces is made on the other way alone.
 *
 * x = 0; if (here) x = load: compilers write a load with a border of zeros so.  Where all lanes of a chunk take the same way, x is an
 * array, which would be filled twice; and C compilers make of the first time a call of memset, or worse.
 *
 * Requires: a function as uniform.c has analysed it.  Provides: what a move set before a branch is set where the branch is
 * taken.  Invalidates: blocks and analyses.  Cost: a look at the instructions around each branch.  Fires on products of matrices of any
 * size (tests/bench/programs/guarded) and on tiles of images with a border (tests/run/fills). */
#include "transform/transform.h"

enum { NEAR = 16 }; /* instructions in front of a branch that are looked at */

/* Branches, by block: what is set where they are taken, and the label of that place; NULL: nothing. */
typedef struct Sinks {
    Back *b;
    Fn *fn;
    bool *goes;   /* by instruction */
    Sym **label;  /* by block */
    bool any;
} Sinks;

/* The block on the other way behind the branch that ends a block, where the branch is taken alike by all lanes and both ways meet
 * where it leads; NULL: it is not so. */
static const Blk *side_of(const Back *b, const Blk *x)
{
    const Ins *br = blk_conditional(b->fn, x);
    if (!br || b->reg[br->guard].val.kind != VAL_UNI || node_level(b, b->node_of[x->id]) == LV_LANE)
        return NULL;
    const Blk *side = cfg_real_target(b->fn, x->succ[0]), *to = cfg_real_target(b->fn, x->succ[1]);
    const bool meet = side->npred == 1 && blk_nsucc(side) == 1 && cfg_real_target(b->fn, side->succ[0]) == to && to->id > x->id;
    return meet && side != to ? side : NULL;
}

/* Whether the block writes the register, in any case, before it reads it. */
static bool replaces(const Back *b, const Blk *x, int reg)
{
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        const RegMentions m = ins_mentions(ins, reg);
        if (m.reads)
            return false;
        if (m.writes)
            return ins->guard < 0 && ins_dest(ins).n == 1;
    }
    return false;
}

/* Whether what lanes do behind the block's branch is a loop over them of its own, whatever stands there: ifs of a few loads stay in that in
 * which x is set (region.c), but for those of warps and where a check of what is asked parts the CTA's loops. */
static bool parts_loop(const Back *b, const Blk *x)
{
    const int asked = b->reg[b->fn->ins.at[x->branch].guard].def;
    return b->mode == MODE_WARP || (b->mode == MODE_CTA && asked >= 0 && b->spec[asked]);
}

/* Whether the block's instruction sets lanes' values, to a number or what is always the same, for one way behind its branch. */
static bool can_go(const Back *b, const Blk *x, const Blk *side, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    const Dest d = ins_dest(ins);
    const int a = isa_emit(ins) == EMIT_MOV ? isa_arg(ins, ARG_A) : -1;
    if (a < 0 || ins->guard >= 0 || d.n != 1 || b->fn->regs.at[d.reg]->vec > 1 || b->reg[d.reg].val.kind != VAL_VAR)
        return false;
    const Opnd *from = &ins->arg[a];
    if (from->kind != O_IMM && !(from->kind == O_FIMM && parts_loop(b, x)) &&
        (!opnd_is_reg(from) || b->reg[from->reg].ndef != 1 || b->reg[from->reg].val.kind != VAL_UNI))
        return false;
    return !fn_mentions(b->fn, d.reg, at + 1, x->branch + 1) && live_has(x->succ[1]->live_in, d.reg) && replaces(b, side, d.reg);
}

static void find(Sinks *s)
{
    const Back *b = s->b;
    for (int k = 0; k < s->fn->nblk; k++) {
        const Blk *x = s->fn->blk[k];
        const Blk *side = side_of(b, x);
        for (int i = side ? x->branch - 1 : -1; i >= x->first && i >= x->branch - NEAR; i--)
            if (can_go(b, x, side, i)) {
                s->goes[i] = s->any = true;
                if (!s->label[k])
                    s->label[k] = fn_new_label(b->m->code, s->fn, "$L__set", s->fn->ins.at[x->branch].loc);
            }
    }
}

/* What is set where a branch is taken, behind everything else. */
static void add_sets(Sinks *s, const InsList *was)
{
    for (int k = 0; k < s->fn->nblk; k++) {
        const Blk *x = s->fn->blk[k];
        if (!s->label[k])
            continue;
        s->label[k]->index = s->fn->ins.n;
        for (int i = x->first; i < x->branch; i++)
            if (s->goes[i])
                array_add(s->b->m->code, &s->fn->ins, was->at[i]);
        const Ins *br = &was->at[x->branch];
        ins_add_branch(s->b->m, s->fn, &s->fn->ins, br, br->arg[isa_arg(br, ARG_TGT)].sym, -1, false);
        fn_put_label(s->b->m->code, s->fn, s->label[k]);
    }
}

static void rewrite(Sinks *s)
{
    Fn *fn = s->fn;
    const InsList was = fn->ins;
    for (Rewrite w = rewrite_begin(s->b->m, fn, NULL); rewrite_next(&w);) {
        const Blk *x = s->b->blk_of[w.i];
        if (s->goes[w.i])
            continue;
        rewrite_keep(&w);
        if (x && w.i == x->branch && s->label[x->id]) {
            ins_become(s->b->m, fn, &w.out->at[w.out->n - 1], "bra", (Opnd[]){opnd_label(s->label[x->id])}, 1);
            w.out->at[w.out->n - 1].made = false;
        }
    }
    fn_end_code(s->b->m, fn, &fn->ins);
    add_sets(s, &was);
}

bool sink_moves(Back *b)
{
    Sinks s = {.b = b, .fn = b->fn};
    if (b->mode == MODE_SCHED || b->mode == MODE_FUNC || b->m->checked)
        return false;
    s.goes = NEWN(b->a, bool, b->fn->ins.n + 1);
    s.label = NEWN(b->a, Sym *, b->fn->nblk);
    find(&s);
    if (s.any)
        rewrite(&s);
    return s.any;
}
