/* loop_masking_uniform.c: of a loop that loop_masking.c is to turn: what can be done for lanes that are not there, which registers keep
 * their value for them, and what is the same for all lanes that are there.
 *
 * Branches on the latter stay branches, and loops that are left by such alone stay loops without masks: all lanes in the
 * current mask go the same way.
 *
 * In: a function as uniform.c has analysed it, where all of this still differs between lanes. */
#include "transform/branches/loop_masking.h"
#include "analysis/uniform.h"

/* ---- instructions ------------------------------------------------------------------------------------------------- */

static bool is_scalar(const Fn *fn, int reg)
{
    Type t = fn->regs.at[reg]->type;
    return fn->regs.at[reg]->vec <= 1 && type_info[t].kind != 'o' && type_info[t].bits <= 64;
}

/* A move that takes a number apart, or puts one together, of scalars. */
static bool is_parts_move(const Back *b, const Ins *ins)
{
    if (isa_emit(ins) != EMIT_MOV || ins->narg != 2)
        return false;
    for (int i = 0; i < 2; i++) {
        const Opnd *o = &ins->arg[i];
        for (uint32_t k = 0; k < (o->kind == O_VEC ? o->nsub : 1); k++) {
            const Opnd *x = o->kind == O_VEC ? &o->sub[k] : o;
            const bool value = opnd_is_literal(x) || (x->kind == O_SINK && isa_arg_is_dest(ins, i));
            if (!value && (!opnd_is_reg(x) || !is_scalar(b->fn, x->reg)))
                return false;
        }
    }
    return true;
}

static bool has_parts(const Opnd *o)
{
    return o->kind == O_MEM || o->kind == O_VEC || o->kind == O_LIST || o->kind == O_PAIR || o->kind == O_TEX || o->comp >= 4;
}

/* C compilers have no vectors for these. */
static bool stays_scalar(const Ins *ins)
{
    Type t = isa_slot_type(ins, SLOT_TYPE);
    bool whole = type_is_int(t);
    if (ins->mnemonic == INS_FNS || (whole && (ins->mnemonic == INS_DIV || ins->mnemonic == INS_REM)))
        return true;
    return whole && type_info[t].bits == 64 && isa_has_word(ins, MOD_HI);
}

bool masked_is_easy(const Back *b, const Ins *ins)
{
    Emit e = isa_emit(ins);
    if (e == EMIT_NOP)
        return true;
    if (is_parts_move(b, ins) && (ins->guard < 0 || ins_dest(ins).n == 1))
        return true;
    Dest d = ins_dest(ins);
    if (d.n != 1 || !is_scalar(b->fn, d.reg) || ins->pseudo == PSEUDO_CHECK || isa_meets(ins))
        return false;
    if (e == EMIT_LD)
        return ins_loads_kernel_param(ins);
    bool easy = isa_is_arithmetic(ins) && isa_is_uniform(ins) && !stays_scalar(ins);
    for (int i = 0; i < ins->narg; i++)
        easy &= !has_parts(&ins->arg[i]) && !opnd_varies(&ins->arg[i]);
    return easy;
}

/* A weak load, by nobody's guard, of memory that others see. */
static bool is_free_load(const Ins *ins)
{
    if (isa_emit(ins) != EMIT_LD || ins->guard >= 0 || ins_dirty(ins) || isa_has_word(ins, MOD_MMIO))
        return false;
    const Space space = isa_space(ins);
    return space != SP_PARAM && space != SP_LOCAL && ins->arg[isa_arg(ins, ARG_A)].kind == O_MEM;
}

bool masked_is_load(const Back *b, const Ins *ins)
{
    const Opnd *d = is_free_load(ins) ? &ins->arg[isa_arg(ins, ARG_D)] : NULL;
    return d && d->kind == O_REG && is_scalar(b->fn, d->reg);
}

bool masked_is_wide_load(const Back *b, const Ins *ins)
{
    const Opnd *d = is_free_load(ins) ? &ins->arg[isa_arg(ins, ARG_D)] : NULL;
    bool all = d && d->kind == O_VEC;
    for (uint32_t k = 0; all && k < d->nsub; k++)
        all = d->sub[k].kind == O_SINK || (opnd_is_reg(&d->sub[k]) && is_scalar(b->fn, d->sub[k].reg));
    return all;
}

/* ---- which values lanes that are out still need ------------------------------------------------------------------- */

void masked_mark(const Node *n, uint8_t *in, uint8_t how)
{
    for (const Node *x = n; x; x = node_next(x, n))
        if (x->kind == N_BLOCK)
            in[x->blk->id] = how;
}

/* One of these kinds of nodes, not in a loop inside. */
static bool has_own(const Node *n, unsigned kinds)
{
    const Node *x = n;
    while (x && !(1u << x->kind & kinds))
        x = x->kind == N_LOOP && x != n ? node_past(x, n) : node_next(x, n);
    return x;
}

bool masked_has_continue(const Node *n) { return has_own(n, 1u << N_CONTINUE); }

bool masked_has_jump(const Node *n) { return node_holds(n, N_BREAK) || node_holds(n, N_CONTINUE); }

int masked_size(const Node *n)
{
    int size = 0;
    for (const Node *x = n; x; x = node_next(x, n))
        size += x->kind == N_BLOCK ? x->blk->end - x->blk->first : 0;
    return size;
}

/* Whether a lane that is not, or no longer, in this frame may read the register's old value. */
static bool frame_needs(const Masked *w, const Frame *f, int reg)
{
    bool loop = f->node->kind == N_LOOP;
    int reads = 0;
    if (loop && f->round != f->mask && live_has(f->node->blk->live_in, reg))
        return true;
    for (int i = 0; i < w->fn->nblk; i++) {
        const Blk *x = w->fn->blk[i];
        if (!f->in[i] && (loop || x != f->node->blk))
            continue;
        for (int k = 0; k < blk_nsucc(x); k++) {
            const Blk *to = blk_succ(x, k);
            const LiveChoice *c = loop ? NULL : live_choice(to, reg);
            bool out = !f->in[to->id] || (!loop && x == f->node->blk && f->in[to->id] != f->side + 1);
            if (c && c->by == f->node->blk)
                out &= f->in[x->id] != f->side + 1 && live_comes(x, to, reg);
            if (out && live_has(to->live_in, reg))
                return true;
        }
        for (int j = x->first; j < x->end && loop; j++)
            reads += ins_mentions(&w->fn->ins.at[j], reg).reads;
    }
    return loop && w->b->reg[reg].ndef == 1 && reads < w->b->reg[reg].nuse;
}

bool masked_must_keep(const Masked *w, int reg)
{
    for (const Frame *f = w->frame; f; f = f->up)
        if (frame_needs(w, f, reg))
            return true;
    return false;
}

/* Whether the block, in the loop, is in the current mask of all lanes in that. */
static bool is_for_all(const Masked *w, const Node *loop, const Blk *x)
{
    for (const Node *n = w->b->node_of[x->id]; n != loop; n = n->up)
        if (n->kind == N_IF ? !masked_if_is_even(w, n) : n->kind == N_LOOP && !masked_loop_is_even(w, n))
            return false;
    return true;
}

static bool writes_one(const Ins *ins)
{
    return ins->guard < 0 && ins_dest(ins).n == 1 && ins->arg[isa_arg(ins, ARG_D)].kind == O_REG;
}

/* Whether every way to y, from the function's beginning or out of the loop, passes through x; y is outside, or the loop's head and
 * entered. A loop of one block is left from its head, too. */
static bool all_pass(const Frame *f, const Blk *y, bool enters, const Blk *x, bool *seen)
{
    if (y->id == 0 || (f->in[y->id] && !enters))
        return false;
    for (EACH_OF(const Blk, p, y->pred, y->npred)) {
        if (p == x || seen[p->id] || (enters && f->in[p->id]))
            continue;
        seen[p->id] = true;
        if (!all_pass(f, p, false, x, seen))
            return false;
    }
    return true;
}

/* Whether what the instruction reads is written once, before it: it gives the same wherever no way leads back to before it. */
static bool reads_fixed(const Masked *w, const Ins *ins)
{
    const Blk *x = w->b->blk_of[ins - w->fn->ins.at];
    for (Refs ref = ins_refs(ins); refs_next(&ref);) {
        const RegInfo *g = &w->b->reg[ref.reg];
        if (ref.write)
            continue;
        if (g->def < 0 || !cfg_dominates(w->b->blk_of[g->def], x) || &w->fn->ins.at[g->def] > ins)
            return false;
    }
    return true;
}

/* The instruction that has given the register its number each time that the loop begins, and that may be done again there; or NULL. */
static const Ins *first_write(const Masked *w, const Frame *f, int reg)
{
    const Ins *found = NULL;
    for (int i = 0; i < w->fn->nblk; i++)
        for (int k = w->fn->blk[i]->first; !f->in[i] && k < w->fn->blk[i]->end; k++)
            if (ins_mentions(&w->fn->ins.at[k], reg).writes) {
                if (found)
                    return NULL;
                found = &w->fn->ins.at[k];
            }
    if (!found || !writes_one(found) || !masked_is_easy(w->b, found) || !reads_fixed(w, found))
        return NULL;
    return all_pass(f, f->node->blk, true, w->b->blk_of[found - w->fn->ins.at], NEWN(w->b->a, bool, w->fn->nblk)) ? found : NULL;
}

const Ins *masked_twin_start(const Masked *w, const Frame *f, int reg)
{
    bool reads = false;
    if (!f || f->node->kind != N_LOOP || f->round != f->mask || w->fn->regs.at[reg]->type == T_PRED)
        return NULL;
    for (int i = 0; i < w->fn->nblk; i++) {
        const Blk *x = w->fn->blk[i];
        for (int k = x->first; w->in[i] && k < x->end; k++) {
            const RegMentions m = ins_mentions(&w->fn->ins.at[k], reg);
            reads |= m.reads > 0;
            if ((m.reads && !f->in[i]) ||
                (m.writes && f->in[i] && (!writes_one(&w->fn->ins.at[k]) || !is_for_all(w, f->node, x))))
                return NULL;
        }
    }
    return reads ? first_write(w, f, reg) : NULL;
}

/* ---- what is the same for all that are there ------------------------------------------------------------------------ */

bool masked_if_is_even(const Masked *w, const Node *n) { return w->own || w->same[w->fn->ins.at[n->blk->term].guard]; }

static bool jumps_evenly(const Masked *w, const Node *n)
{
    for (const Node *x = n; x; x = x->kind == N_LOOP ? node_past(x, n) : node_next(x, n))
        if (x->kind == N_IF && !masked_if_is_even(w, x) && has_own(x, 1u << N_BREAK | 1u << N_CONTINUE))
            return false;
    return true;
}

bool masked_loop_is_even(const Masked *w, const Node *n) { return n->kid[0]->kind == N_LOOP || jumps_evenly(w, n->kid[0]); }

/* Writes outside of what is turned. */
static ShapeKind kind_before(Masked *w, int at)
{
    const Node *n = w->b->node_of[w->b->blk_of[at]->id];
    if (node_level(w->b, n) == LV_LANE || w->fn->ins.at[at].guard >= 0)
        return VAL_VAR;
    return uniform_guess(w->b, at, w->b->spec[at] != SPEC_NONE).kind;
}

/* From numbers that grow evenly it may make one that does. */
static bool is_linear(const Ins *ins)
{
    static const Mnemonic linear[] = {INS_ADD, INS_SUB, INS_MUL, INS_MAD, INS_SHL, INS_MOV, INS_CVT, INS_CVTA, INS_NEG, INS_NONE};
    return ins_is_any(ins, linear) && ins->guard < 0 && ins_dest(ins).n == 1 && type_info[isa_slot_type(ins, SLOT_TYPE)].kind != 'f';
}

/* Whoever reads it gets what lanes that are out keep, too. */
static bool is_blended(const Masked *w, int reg) { return masked_must_keep(w, reg) && !masked_twin_start(w, w->frame, reg); }

static void test_steps(Masked *w, const Ins *ins, bool same)
{
    bool steps = same || is_linear(ins);
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        steps &= ref.write || w->steps[ref.reg];
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (ref.write && w->steps[ref.reg] && (!steps || is_blended(w, ref.reg))) {
            w->steps[ref.reg] = false;
            w->changed = true;
        }
}

static void test_ins(Masked *w, int at)
{
    const Ins *ins = &w->fn->ins.at[at];
    bool same = ins->guard < 0 && (masked_is_easy(w->b, ins) || masked_is_load(w->b, ins) || masked_is_wide_load(w->b, ins));
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        same &= ref.write || w->same[ref.reg];
    for (int i = -1; same && isa_next_input(ins, &i);)
        if (ins->arg[i].kind != O_REG && !opnd_has_base(&ins->arg[i]))
            same = uniform_opnd(w->b, &ins->arg[i]).kind == VAL_UNI;
    test_steps(w, ins, same);
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (ref.write && w->same[ref.reg] && (!same || is_blended(w, ref.reg))) {
            w->same[ref.reg] = false;
            w->changed = true;
        }
}

static void test_node(Masked *w, const Node *n)
{
    Frame f = {.node = n, .up = w->frame};
    if (n->kind == N_BLOCK)
        for (int i = n->blk->first; i < n->blk->end; i++)
            if (i != n->blk->term)
                test_ins(w, i);
    bool frame = n->kind == N_LOOP ? !masked_loop_is_even(w, n) : n->kind == N_IF && !masked_if_is_even(w, n);
    if (frame) {
        f.in = NEWN(w->b->a, uint8_t, w->fn->nblk);
        f.round = n->kind == N_LOOP && masked_has_continue(n->kid[0]);
        for (int i = 0; i < n->nkid; i++)
            if (n->kid[i])
                masked_mark(n->kid[i], f.in, (uint8_t)(1 + i));
        w->frame = &f;
    }
    for (int i = 0; i < n->nkid; i++) {
        f.side = i;
        if (n->kid[i])
            test_node(w, n->kid[i]);
    }
    w->frame = f.up;
}

void masked_find_same(Masked *w, const Node *root)
{
    const Fn *fn = w->fn;
    w->same = NEWN(w->b->a, bool, fn->regs.n + 1);
    w->steps = NEWN(w->b->a, bool, fn->regs.n + 1);
    for (int r = 0; r < fn->regs.n; r++)
        w->same[r] = w->steps[r] = true;
    for (int i = 0; i < fn->ins.n; i++)
        if (w->b->blk_of[i] && !w->in[w->b->blk_of[i]->id])
            for (Refs ref = ins_refs(&fn->ins.at[i]); refs_next(&ref);)
                if (ref.write) {
                    const ShapeKind kind = kind_before(w, i);
                    w->same[ref.reg] &= kind == VAL_UNI;
                    w->steps[ref.reg] &= kind == VAL_UNI || kind == VAL_AFF;
                }
    do {
        w->changed = false;
        test_node(w, root);
    } while (w->changed);
}
