/* single_round.c: loops over all the grid's work, of which each thread mostly does one piece, without the way back.
 *
 *   for (i = thread; i < n; i += threads) …
 *
 * Programs write that so that any grid does, and launch one that is large enough for a single round, or a few.  In a single one nothing
 * comes behind what an earlier round stored, and chunks may end where it suits them (Back.by_quotients).  The loop's last test, which
 * sends threads back, moves to its head, where a chunk for which it holds is left to the other version; or, where all that goes on from round
 * to round is i, a thread's number in the grid, where it asks for another round, which is the first one of the CTA one grid further.
 *
 * Requires: uniform.c's values.  Invalidates: blocks and analyses.  Cost: a look at each loop's end.  Fires on loops around the work of
 * neural networks (tests/bench/programs/im2col, pool) and tests/run/quotients. */
#include "transform/transform.h"

typedef struct Round {
    const Back *b;
    const Blk *head, *last;
    const Ins *test, *step; /* what sends threads back, and what counts for it */
    const int *writer; /* only_writers */
    RegIndex writes;
} Round;

/* The loop's only write of a register, or NULL: none, or several. */
static const Ins *write_in(const Round *r, int reg)
{
    const int at = loop_write(&r->writes, r->b->blk_of, r->head, reg);
    return at < 0 ? NULL : &r->b->fn->ins.at[at];
}

static bool is_fixed(const Round *r, const Opnd *o)
{
    return o->kind == O_IMM || (opnd_is_reg(o) && loop_write(&r->writes, r->b->blk_of, r->head, o->reg) == LOOP_NEVER);
}

/* The block that leads back to the head, if it is one that ends with a test. */
static bool find_last(Round *r)
{
    r->last = loop_only_pred(r->head, true);
    const Ins *br = r->last ? blk_conditional(r->b->fn, r->last) : NULL;
    return br && !br->guard_neg && r->last->succ[1] == r->head;
}

static bool orders(const Ins *test) { return isa_compare(test) != CMP_EQUAL && isa_compare(test) != CMP_OTHER; }

static bool orders_words(const Ins *ins)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    return isa_is_plain_test(ins) && orders(ins) && type_info[t].bits == 32 && type_info[t].kind != 'f';
}

/* Whether it compares a number that grows by the same in each round, which is no constant as in loops of a thread's own, with one that does not
 * change. */
static bool find_test(Round *r)
{
    r->test = write_in(r, r->b->fn->ins.at[r->last->branch].guard);
    if (!r->test || !orders_words(r->test))
        return false;
    const Opnd *i = &r->test->arg[isa_arg(r->test, ARG_A)], *limit = &r->test->arg[isa_arg(r->test, ARG_B)];
    r->step = opnd_is_reg(i) ? write_in(r, i->reg) : NULL;
    if (!r->step || r->step->mnemonic != INS_ADD || r->step->guard >= 0 || r->step->nword != 2 || !is_fixed(r, limit))
        return false;
    const Opnd *a = &r->step->arg[isa_arg(r->step, ARG_A)], *b = &r->step->arg[isa_arg(r->step, ARG_B)];
    const Opnd *by = opnd_is_reg(a) && a->reg == i->reg ? b : a;
    return opnd_is_reg(by) && (by == b || (opnd_is_reg(b) && b->reg == i->reg)) && is_fixed(r, by);
}

/* Whether it begins with a constant: then it counts rounds, which all threads go, not their work. */
static bool begins_alike(const Round *r, int number)
{
    for (const Ins *ins = r->b->fn->ins.at; array_has(r->b->fn->ins, ins); ins++)
        if (isa_emit(ins) == EMIT_MOV && ins_mentions(ins, number).writes && isa_opnd(ins, ARG_A)->kind == O_IMM)
            return true;
    return false;
}

/* ---- several rounds ------------------------------------------------------------------------------------------------- */

static const Opnd *origin(const Round *r, const Opnd *o) { return copy_origin(r->b->fn, r->writer, o); }
static const Ins *definition(const Round *r, const Opnd *o) { return only_writer(r->b->fn, r->writer, origin(r, o)); }

static bool is_special(const Round *r, const Opnd *o, SregName name)
{
    o = origin(r, o);
    return opnd_is_sreg(o, name) && o->comp == 0;
}

static bool is_product(const Round *r, const Ins *ins, SregName name)
{
    const Opnd *x = isa_opnd(ins, ARG_A), *y = isa_opnd(ins, ARG_B);
    return isa_has_word(ins, MOD_LO) && ins->guard < 0 &&
           ((is_special(r, x, name) && is_special(r, y, SREG_NTID)) || (is_special(r, y, name) && is_special(r, x, SREG_NTID)));
}

/* A thread's number in the grid. */
static bool is_number(const Round *r, const Ins *ins)
{
    return ins && ins->mnemonic == INS_MAD && is_product(r, ins, SREG_CTAID) && is_special(r, isa_opnd(ins, ARG_C), SREG_TID);
}

/* How many threads it has. */
static bool is_size(const Round *r, const Opnd *o)
{
    const Ins *ins = definition(r, o);
    return ins && ins->mnemonic == INS_MUL && is_product(r, ins, SREG_NCTAID);
}

/* How often instructions read %ctaid.x, but to copy it. */
static int count_ctaid(const Round *r)
{
    int n = 0;
    for (const Ins *ins = r->b->fn->ins.at; array_has(r->b->fn->ins, ins); ins++)
        for (int k = -1; isa_emit(ins) != EMIT_MOV && isa_next_input(ins, &k);)
            n += is_special(r, &ins->arg[k], SREG_CTAID);
    return n;
}

/* Whether the head's way in is taken only where the test holds for the first number, which that instruction makes. */
static bool is_guarded(const Round *r, const Ins *first)
{
    const Blk *to = r->head, *in = loop_only_pred(to, false);
    for (; in && !blk_conditional(r->b->fn, in) && in->npred == 1; to = in, in = in->pred[0])
        ;
    const Ins *br = in ? blk_conditional(r->b->fn, in) : NULL, *test = br ? back_def(r->b, br->guard) : NULL;
    if (!test || !isa_is_plain_test(test) || isa_slot_type(test, SLOT_TYPE) != isa_slot_type(r->test, SLOT_TYPE))
        return false;
    const bool if_true = (in->succ[1] == to) != br->guard_neg;
    const unsigned holds = isa_compare(test) ^ (if_true ? 0 : CMP_ALL);
    const Opnd *x = origin(r, &test->arg[isa_arg(test, ARG_A)]), *y = &test->arg[isa_arg(test, ARG_B)], *limit = &r->test->arg[isa_arg(r->test, ARG_B)];
    return holds == isa_compare(r->test) && opnd_same(y, limit) && opnd_is_reg(x) && ins_mentions(first, x->reg).writes;
}

/* The way out of the loop's block is its last one's. */
static bool is_closed(const Round *r, const Blk *x)
{
    for (int i = 0; i < blk_nsucc(x); i++)
        if (x != r->last && !loop_holds(r->head, blk_succ(x, i)))
            return false;
    for (int at = x->first; at < x->end; at++) {
        const Emit e = isa_emit(&r->b->fn->ins.at[at]);
        if (e == EMIT_EXIT || e == EMIT_RET || e == EMIT_TRAP)
            return false;
    }
    return blk_nsucc(x) > 0;
}

/* Than number, one that lives from round to round. */
static bool writes_another(const Round *r, const Ins *ins, int number)
{
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (ref.write && ref.reg != number && live_has(r->head->live_in, ref.reg))
            return true;
    return false;
}

/* Nothing but the number, of which that is the other write, goes on from round to round, and nothing but the loop has an effect. */
static bool is_alone(const Round *r, int number, const Ins **first)
{
    const Fn *fn = r->b->fn;
    int n = 0;
    for (int k = 0; k < fn->nblk; k++) {
        const bool inside = loop_holds(r->head, fn->blk[k]);
        if (inside && !is_closed(r, fn->blk[k]))
            return false;
        for (int at = fn->blk[k]->first; at < fn->blk[k]->end; at++) {
            const Ins *ins = &fn->ins.at[at];
            if ((!inside && ins_dirty(ins)) || isa_emit(ins) == EMIT_CALL || (inside && writes_another(r, ins, number)))
                return false;
            if (ins != r->step && ins_mentions(ins, number).writes) {
                *first = ins;
                n += ins_mentions(ins, number).writes;
            }
        }
    }
    return n == 1 && (*first)->guard < 0;
}

/* The loop goes from each thread's number in the grid on in steps of as many threads as the grid has: its round r is the first one of the
 * CTA that is r grids further, as far as instructions can tell. */
static bool is_grid_stride(const Round *r)
{
    const int number = r->test->arg[isa_arg(r->test, ARG_A)].reg;
    const Opnd *a = &r->step->arg[isa_arg(r->step, ARG_A)], *b = &r->step->arg[isa_arg(r->step, ARG_B)];
    const Ins *first = NULL;
    if (!is_size(r, opnd_is_reg(a) && a->reg == number ? b : a) || count_ctaid(r) != 1 || !is_alone(r, number, &first))
        return false;
    if (isa_emit(first) == EMIT_MOV && first->narg == 2)
        first = definition(r, isa_opnd(first, ARG_A));
    return is_number(r, first) && is_guarded(r, first);
}

/* ---- rewriting ------------------------------------------------------------------------------------------------------- */

static void rewrite(const Round *r)
{
    const Pseudo more = is_grid_stride(r) ? PSEUDO_AGAIN : PSEUDO_ONCE;
    Module *m = r->b->m;
    Fn *fn = r->b->fn;
    for (Rewrite w = rewrite_begin(m, fn, NULL); rewrite_next(&w);) {
        if (w.i == r->head->first) {
            const int i = r->test->arg[isa_arg(r->test, ARG_A)].reg, next = fn_copy_reg(m->code, fn, i);
            const int again = fn_copy_reg(m->code, fn, fn->ins.at[r->last->branch].guard);
            const Opnd *op = r->step->op;
            ins_add(m, fn, w.out, r->step, ins_words(m->code, r->step), (Opnd[]){opnd_reg(next), op[1], op[2]}, 3);
            ins_add(m, fn, w.out, r->test, ins_words(m->code, r->test), (Opnd[]){opnd_reg(again), opnd_reg(next), r->test->op[2]}, 3)->pseudo = more;
        }
        if (w.i != r->last->branch)
            rewrite_keep(&w);
    }
}

bool single_round(Back *b)
{
    Round r = {.b = b, .writer = only_writers(b->a, b->fn), .writes = fn_index(b->a, b->fn, true, (const Blk *const *)b->blk_of)};
    for (int k = 0; k < b->fn->nblk; k++) {
        r.head = b->fn->blk[k];
        if (!r.head->is_header || r.head->loop_up || !find_last(&r) || !find_test(&r))
            continue;
        const int number = r.test->arg[isa_arg(r.test, ARG_A)].reg;
        if (b->reg[number].val.kind != VAL_UNI && !begins_alike(&r, number)) {
            rewrite(&r);
            return true;
        }
    }
    return false;
}

/* Whether all lanes leave at once when the first and the last do, and nothing has been done before. */
static bool can_leave(const Back *b, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    const Val x = uniform_arg(b, ins, ARG_A), y = uniform_arg(b, ins, ARG_B);
    return val_is_even(x) && y.kind == VAL_UNI && (orders(ins) || x.kind == VAL_UNI) && back_is_clean(b, at) &&
           node_level(b, b->node_of[b->blk_of[at]->id]) == LV_CHUNK;
}

bool single_round_holds(const Back *b)
{
    bool holds = true;
    for (int i = 0; i < b->fn->ins.n; i++)
        if ((b->fn->ins.at[i].pseudo == PSEUDO_ONCE || b->fn->ins.at[i].pseudo == PSEUDO_AGAIN) && b->blk_of[i])
            holds &= can_leave(b, i);
    return holds;
}
