/* uniform.c: which values are the same for all lanes, which grow by a constant from lane to lane, and which parts of
 * the control-flow tree therefore run once instead of once per lane.
 *
 * In: a function with blocks, liveness and tree.  Out: Back.reg[].val, Back.spec, NodeInfo of each node.
 * Optimistic: everything starts unknown (VAL_NONE) and only ever falls; a node whose condition differs between lanes
 * becomes a lane node, which makes what is written inside it differ too, until nothing changes. */
#include "analysis/uniform.h"

/* (That no number wraps is asked of all of the chunk's lanes alike, also of those that are not there.) */
static bool may_ask(const Ins *ins)
{
    return !ins->masked || ins->mnemonic == INS_MUL || ins->mnemonic == INS_MAD || ins->mnemonic == INS_CVT;
}

Val uniform_guess(Back *b, int at, bool checks)
{
    uint8_t was = b->spec[at];
    Val v = uniform_transfer(b, &b->fn->ins.at[at], at, checks && may_ask(&b->fn->ins.at[at]) ? CHECK_SPLIT : CHECK_NONE);
    b->spec[at] = was;
    return v;
}

Spec uniform_check_for(Back *b, int at)
{
    uint8_t was = b->spec[at];
    uniform_transfer(b, &b->fn->ins.at[at], at, may_ask(&b->fn->ins.at[at]) ? CHECK_SPLIT : CHECK_NONE);
    const Spec spec = spec_kind(b->spec[at]);
    b->spec[at] = was;
    return spec;
}

void uniform_suppose(Back *b, const bool *open, const int *at, int n, bool checks)
{
    enum { ROUNDS = 8 }; /* then what still changes is not known */
    bool changed = true;
    for (int r = 0; r < b->nreg; r++)
        if (open[r])
            b->reg[r].val = (Val){0};
    for (int round = 0; changed; round++) {
        changed = false;
        for (int i = 0; i < n; i++) {
            const Dest d = ins_dest(&b->fn->ins.at[at[i]]);
            if (d.n != 1 || !open[d.reg])
                continue;
            const Val was = b->reg[d.reg].val, v = uniform_join(was, round < ROUNDS ? uniform_guess(b, at[i], checks) : uniform_var);
            changed |= v.kind != was.kind || v.step != was.step;
            b->reg[d.reg].val = v;
        }
    }
}

static bool same(Val a, Val v)
{
    return a.kind == v.kind && a.level == v.level && a.step == v.step && a.max == v.max && a.cst == v.cst &&
           a.run == v.run && a.several == v.several && a.edge == v.edge && a.zeros == v.zeros && a.grid == v.grid && a.across == v.across && a.border == v.border && a.known == v.known;
}

/* What each instruction refers to, and when that changed: one whose inputs and results are as they were the last time
 * need not be looked at again. */
typedef struct Sweep {
    Back *b;
    Arena tmp;
    int *at;        /* by instruction: its first of ref */
    Array(int) ref; /* 2 * register, + 1 where it is written */
    int *done;      /* by instruction: when it was looked at */
    int *fell;      /* by register: when its value changed */
    int now, nodes; /* when some node's level changed */
} Sweep;

static void find_refs(Sweep *s)
{
    const Fn *fn = s->b->fn;
    s->at = NEWN(&s->tmp, int, fn->ins.n + 1);
    s->done = NEWN(&s->tmp, int, fn->ins.n + 1);
    s->fell = NEWN(&s->tmp, int, fn->regs.n + 1);
    for (int i = 0; i < fn->ins.n; i++) {
        s->at[i] = s->ref.n;
        if (s->b->blk_of[i])
            for (Refs ref = ins_refs(&fn->ins.at[i]); refs_next(&ref);)
                array_add(&s->tmp, &s->ref, 2 * ref.reg + ref.write);
    }
    s->at[fn->ins.n] = s->ref.n;
}

static bool set_reg(Back *b, int reg, Val v)
{
    RegInfo *g = &b->reg[reg];
    if (b->fn->regs.at[reg]->vec > 1)
        v = uniform_var;
    if (g->ndef > 1) {
        v.cst = v.known = false;
        v.several = 0;
    }
    Val r = uniform_join(g->val, v);
    if (same(g->val, r))
        return false;
    g->val = r;
    return true;
}

/* The number of registers that the instruction writes; 0, too, if its value cannot be another than the last time. */
static int writes_anew(Sweep *s, int at)
{
    int n = 0, newest = s->nodes;
    for (int i = s->at[at]; i < s->at[at + 1]; i++) {
        const int r = s->ref.at[i] >> 1;
        n += s->ref.at[i] & 1;
        newest = s->fell[r] > newest ? s->fell[r] : newest;
    }
    if (s->done[at] > newest)
        return 0;
    s->done[at] = ++s->now;
    return n;
}

/* A load of what others may write meanwhile is done once for the CTA where all of it is there. */
static bool may_load_at_once(const Ins *ins, Level level, const Node *mask)
{
    return isa_emit(ins) != EMIT_LD || !ins_dirty(ins) || (level == LV_CTA && !mask && ins->guard < 0);
}

/* Whether a check may stand at the head of what is done for a chunk, or for the CTA. */
static bool is_at_head(const Back *b, Level level, const Node *mask)
{
    switch (b->mode) {
    case MODE_LANES: return level == LV_CHUNK;
    case MODE_CTA: return level == LV_CTA;
    case MODE_WARP: return b->rows && !mask && level == (info(b->tree)->has_cta ? LV_CTA : LV_CHUNK);
    default: return false;
    }
}

/* What a register that gets v under a guard worth g is then worth. */
static Val under_guard(Val v, Val g)
{
    if (v.kind == VAL_NONE || g.kind == VAL_NONE)
        return (Val){0};
    if (g.kind != VAL_UNI)
        return uniform_var;
    if (v.kind == VAL_UNI)
        v.level = (uint8_t)greater(v.level, g.level);
    v.cst = v.known = false;
    v.several = 0;
    return v;
}

/* Where a check of the instruction may stand; split: in a version of its own. */
static Check where_to_check(Back *b, const Ins *ins, int at, bool head, bool split)
{
    if (!may_ask(ins))
        return CHECK_NONE;
    if (head && !split && b->inner && isa_is_clamp(ins) && cta_affine_clamps(b, at))
        return CHECK_INNER;
    return split ? CHECK_SPLIT : head ? CHECK_HEAD : CHECK_NONE;
}

/* What the instruction makes, done at that level; notes the check that it takes. */
static Val value_at(Back *b, int at, Level level, const Node *mask, bool clean)
{
    const Ins *ins = &b->fn->ins.at[at];
    const bool head = clean && is_at_head(b, level, mask);
    const bool split = at < b->check_at[b->blk_of[at]->id] && (!mask || info(mask)->ranged);
    const bool lanes = level == LV_LANE || !may_load_at_once(ins, level, mask);
    b->once = split && b->mode != MODE_LANES && b->fn->ins.at[b->check_at[b->blk_of[at]->id]].once;
    Val v = lanes ? uniform_var : uniform_transfer(b, ins, at, where_to_check(b, ins, at, head, split));
    b->once = false;
    if (level == LV_LANE)
        b->spec[at] = SPEC_NONE;
    if (split && b->spec[at])
        b->spec[at] |= SPEC_LOCAL | (head && b->mode == MODE_LANES ? SPEC_HEAD : 0);
    if (ins->guard < 0)
        return v;
    v = under_guard(v, b->reg[ins->guard].val);
    if (v.kind == VAL_VAR)
        b->spec[at] = SPEC_NONE;
    return v;
}

static bool step_ins(Sweep *s, int at, Level level, const Node *mask, bool clean)
{
    Back *b = s->b;
    const int writes = writes_anew(s, at);
    Val v = writes ? value_at(b, at, level, mask, clean) : (Val){0};
    if (v.kind == VAL_NONE)
        return false;
    if (v.kind == VAL_UNI && v.level < level)
        v.level = (uint8_t)level;
    if (writes > 1 && v.kind == VAL_AFF)
        v = uniform_var;
    v.known &= writes == 1;
    bool changed = false;
    for (int i = s->at[at]; i < s->at[at + 1]; i++) {
        const int reg = s->ref.at[i] >> 1;
        if (!(s->ref.at[i] & 1))
            continue;
        const bool outside = mask && !node_inside(b->reg[reg].scope, mask); /* lanes there keep another value */
        if (set_reg(b, reg, outside ? uniform_var : v)) {
            changed = true;
            s->fell[reg] = ++s->now;
        }
        if (writes == 1 && b->reg[reg].val.kind == VAL_VAR) /* another write makes it differ: no check helps */
            b->spec[at] = SPEC_NONE;
    }
    return changed;
}

/* Blocks that something may reach after it touched memory: no check may give up there. */
static void find_dirty(Back *b)
{
    for (AGAIN(changed))
        for (int i = 0; i < b->fn->nblk; i++) {
            Blk *x = b->fn->blk[i];
            bool d = b->dirty_in[i];
            for (int j = x->first; j < x->end && !d; j++)
                d = ins_dirty(&b->fn->ins.at[j]);
            for (int s = 0; s < 2 + x->ntargets && d; s++) {
                Blk *to = s < 2 ? x->succ[s] : x->targets[s - 2];
                if (to && !b->dirty_in[to->id])
                    b->dirty_in[to->id] = changed = true;
            }
        }
}

static void mark_nodes(Back *b, Node *n)
{
    n->user = NEW(b->a, NodeInfo);
    if (n->kind == N_BLOCK) {
        b->node_of[n->blk->id] = n;
        for (int i = n->blk->first; i < n->blk->end; i++) {
            const Ins *ins = &b->fn->ins.at[i];
            info(n)->has_cta |= isa_is_cta(ins);
            info(n)->barrier |= isa_is_cta(ins);
            info(n)->has_warp |= isa_is_warp(ins);
        }
    }
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i]) {
            mark_nodes(b, n->kid[i]);
            info(n)->has_cta |= info(n->kid[i])->has_cta;
            info(n)->barrier |= info(n->kid[i])->barrier;
            info(n)->has_warp |= info(n->kid[i])->has_warp;
        }
}

/* Whether the register is a factor, and nothing else, of a product. */
static bool scales(const Ins *ins, int reg)
{
    const int c = isa_arg(ins, ARG_C);
    return ins->guard != reg && (ins->mnemonic == INS_MUL || (ins->mnemonic == INS_MAD && (ins->arg[c].kind != O_REG || ins->arg[c].reg != reg)));
}

/* The instruction's mentions of registers, in the block. */
static void note_mentions(Back *b, const Ins *ins, int at, Node *in)
{
    for (Refs ref = ins_refs(ins); refs_next(&ref);) {
        RegInfo *g = &b->reg[ref.reg];
        if (ref.write) {
            g->def = g->ndef++ ? -1 : at;
        } else {
            g->nuse++;
            g->nscale += scales(ins, ref.reg);
            g->guards |= isa_emit(ins) == EMIT_BRA && ins->guard == ref.reg;
        }
        g->scope = node_common(g->scope, in);
    }
}

/* Where nothing else is known of values. */
static void find_constants(Back *b)
{
    for (int r = 0; r < b->nreg; r++) {
        const Ins *def = back_def(b, r);
        const Opnd *a = def && isa_emit(def) == EMIT_MOV && def->guard < 0 ? isa_opnd(def, ARG_A) : NULL;
        b->reg[r].val = uniform_var;
        if (a && a->kind == O_IMM) {
            b->reg[r].val.cst = true;
            b->reg[r].val.c = a->imm;
        }
    }
}

void uniform_prepare(Back *b, Node **trees, int n)
{
    Fn *fn = b->fn;
    b->node_of = NEWN(b->a, Node *, fn->nblk);
    b->dirty_in = NEWN(b->a, bool, fn->nblk);
    b->spec = NEWN(b->a, uint8_t, fn->ins.n + 1);
    b->unit = NEWN(b->a, uint32_t, fn->ins.n + 1);
    b->blk_of = NEWN(b->a, Blk *, fn->ins.n + 1);
    b->check_at = NEWN(b->a, int, fn->nblk + 1);
    b->nreg = fn->regs.n;
    b->reg = NEWN(b->a, RegInfo, fn->regs.n + 1);
    for (int i = 0; i < n; i++) {
        mark_nodes(b, trees[i]);
        jump_find(b, trees[i]);
    }
    for (int i = 0; i < fn->nblk; i++) {
        b->check_at[i] = -1;
        for (int j = fn->blk[i]->first; j < fn->blk[i]->end; j++) {
            b->blk_of[j] = fn->blk[i];
            if (fn->ins.at[j].pseudo == PSEUDO_CHECK)
                b->check_at[i] = j;
            note_mentions(b, &fn->ins.at[j], j, b->node_of[i]);
        }
    }
    for (int i = 0; i < fn->params.n && !fn->is_entry; i++) { /* what is written, too, has the call's value before */
        const Sym *p = fn->params.at[i];
        for (int k = 0; p->kind == SYM_REG && k < p->vec; k++) {
            RegInfo *g = &b->reg[p->vec > 1 ? p->elements + k : p->index];
            g->ndef += g->ndef > 0;
        }
    }
    for (int r = 0; r < b->nreg; r++)
        if (b->reg[r].ndef != 1)
            b->reg[r].def = -1;
    if (b->mode == MODE_LANES) {
        loop_data_find(b);
        loop_bounds_find(b);
    }
    if (b->mode == MODE_FUNC || b->mode == MODE_SCHED)
        find_constants(b);
}

/* Its threads end the whole launch. */
static bool is_trap(const Back *b, const Node *n) { return n->blk->term >= 0 && isa_emit(&b->fn->ins.at[n->blk->term]) == EMIT_TRAP; }

/* Some threads may exit before others: what is done once for the CTA would be done although none is left. */
static bool lanes_exit(const Back *b, const Node *n)
{
    for (const Node *x = n; x; x = node_next(x, n))
        if (info(x)->exit_guard || (x->kind == N_EXIT && !is_trap(b, x) && (node_level(b, x) > LV_CTA || node_masked_around(x))))
            return true;
    return false;
}

bool back_is_clean(const Back *b, int at)
{
    const Blk *x = b->blk_of[at];
    return !b->dirty_in[x->id] && !ins_some(b->fn, x->first, at, ins_dirty);
}

/* Lets values and nodes fall until nothing changes.  False: the mode can't run the function. */
static bool sweep(Sweep *s)
{
    Back *b = s->b;
    const Fn *fn = b->fn;
    for (AGAIN(changed)) {
        for (int i = 0; i < fn->nblk; i++) {
            Node *n = b->node_of[i];
            Level level = node_level(b, n);
            const Node *mask = node_masked_around(n);
            bool dirty = b->dirty_in[i];
            for (int j = fn->blk[i]->first; j < fn->blk[i]->end; j++) {
                changed |= step_ins(s, j, level, mask, !dirty);
                dirty |= ins_dirty(&fn->ins.at[j]);
            }
        }
        bool nodes = false;
        if (!uniform_nodes(b, b->tree, &nodes) || !jump_level(b, &nodes))
            return false;
        if (nodes)
            s->nodes = ++s->now;
        changed |= nodes;
        /* what is still unknown comes from nothing but itself: any value will do to go on with */
        for (int r = 0; r < b->nreg && !changed; r++)
            if (b->reg[r].val.kind == VAL_NONE) {
                b->reg[r].val = uniform_uni(LV_CTA, UINT64_MAX);
                s->fell[r] = ++s->now;
                changed = true;
            }
    }
    return true;
}

bool uniform_analyse(Back *b)
{
    Fn *fn = b->fn;
    uniform_prepare(b, &b->tree, 1);
    if (b->mode == MODE_FUNC)
        return true;
    jump_pin(b);
    if (b->cta_loads)
        jump_pin_deciders(b);
    for (int i = 0; i < fn->ins.n; i++)
        if (b->blk_of[i] && isa_emit(&fn->ins.at[i]) == EMIT_CALL && call_may_exit(b->m, &fn->ins.at[i])) {
            bool dummy;
            if (!node_make_lane(b, b->tree, &dummy)) /* its threads may end in a call: nothing is shared after that */
                return false;
        }
    find_dirty(b);
    for (int r = 0; r < b->nreg; r++)
        if (!b->reg[r].ndef) /* never written: any value */
            b->reg[r].val = uniform_uni(LV_CTA, UINT64_MAX);
    Sweep s = {.b = b};
    find_refs(&s);
    const bool can = sweep(&s);
    arena_reset(&s.tmp);
    return can && (!b->cta_loads || !lanes_exit(b, b->tree));
}
