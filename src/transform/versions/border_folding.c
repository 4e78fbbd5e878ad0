/* border_folding.c: in CTAs that are away from all borders (Back.inner), comparisons of threads' places in the grid come out as they do
 * inside.
 *
 *   if (x > 0 && x < w - 1 && y > 0 && y < h - 1) …
 *
 * Of a stencil's CTAs few have a thread for which that does not hold; but each chunk asks, and what stands under the condition is for a
 * range of its lanes, whose results wait in memory for what comes behind.  Whether it holds for all threads is asked once for the CTA
 * (cta_affine.c), and where it does not, another version runs.  Then it is a constant: branches go, and what they kept apart is
 * straight code.  Which outcome is inside, the branches tell: where more is done.  Where some are asked, what others compare (w - 1) is
 * made at the beginning first if it was made behind a barrier only.
 *
 * Likewise for chunks of kernels without barriers (Back.inside): d = x > 0 ? in[x - 1] : 0; …, both ways.  A chunk of which the first lane is
 * not inside is left to the other version, and ends before the first lane that is not; what is asked stands where the comparison stood.
 *
 * Requires: uniform.c's values.  Provides: comparisons that are asked for the CTA (PSEUDO_INSIDE).  Invalidates: blocks and analyses.
 * Cost: a look at each comparison and, for those of places, at the function.  Fires on stencils whose threads add up what
 * changed (tests/bench/programs/poisson) and tests/run/inside; on convolutions (quads) and tests/run/edges. */
#include "transform/transform.h"

enum { LARGE = 4000 /* instructions of functions that are left alone */, USES_DEPTH = 6, UNKNOWN = -1, UNREAD = -2 };

/* How many instructions are reached by that way out of the block alone. */
static int size_of_way(const Back *b, const Blk *x, const Blk *to)
{
    int n = 0;
    if (to == x->ipdom || to->npred != 1)
        return 0;
    for (int k = 0; k < b->fn->nblk; k++)
        n += cfg_dominates(to, b->fn->blk[k]) ? b->fn->blk[k]->end - b->fn->blk[k]->first : 0;
    return n;
}

/* What the branch's guard is where more is done; -1: neither. */
static int guard_inside(const Back *b, int at)
{
    const Blk *x = b->blk_of[at];
    if (x->branch != at || !x->succ[1])
        return -1;
    const int next = size_of_way(b, x, x->succ[0]), taken = size_of_way(b, x, x->succ[1]);
    return next == taken ? -1 : (taken > next) != b->fn->ins.at[at].guard_neg;
}

static int inside(const Back *b, int pred, int depth);

/* What the predicate that an instruction reads is where more is done, as far as that instruction can tell; UNKNOWN: it can't; UNREAD: of what
 * it makes of it nobody asks. */
static int use_inside(const Back *b, int at, int pred, int depth)
{
    const Ins *ins = &b->fn->ins.at[at];
    if (ins->guard == pred)
        return isa_emit(ins) == EMIT_BRA ? guard_inside(b, at) : !ins->guard_neg;
    const Dest d = ins_dest(ins);
    if (ins->guard >= 0 || ins->pseudo || d.n != 1 || !depth || isa_emit(ins) == EMIT_CALL || b->fn->regs.at[d.reg]->type != T_PRED)
        return UNKNOWN;
    const int result = inside(b, d.reg, depth - 1);
    const bool logic = isa_is_logic(ins);
    if (result < 0)
        return result;
    if (logic) /* all of its terms, or none */
        return result == (ins->mnemonic == INS_AND) ? result : UNKNOWN;
    if (ins->mnemonic == INS_NOT)
        return !result;
    return isa_emit(ins) == EMIT_MOV ? result : UNKNOWN;
}

/* What the predicate is where more is done; UNKNOWN: not all agree; UNREAD: nothing asks. */
static int inside(const Back *b, int pred, int depth)
{
    int found = UNREAD;
    if (b->reg[pred].ndef != 1)
        return UNKNOWN;
    for (int i = 0; i < b->fn->ins.n; i++) {
        if (!b->blk_of[i] || !ins_mentions(&b->fn->ins.at[i], pred).reads)
            continue;
        const int here = use_inside(b, i, pred, depth);
        if (here == UNKNOWN || (found >= 0 && here >= 0 && here != found))
            return UNKNOWN;
        found = here >= 0 ? here : found;
    }
    return found;
}

/* The comparison in the other direction, or as it is, as one that is asked: of those operands. */
static Ins asked_as(const Back *b, const Ins *ins, unsigned compare, bool holds, Opnd x, Opnd y, Pseudo pseudo)
{
    static const char *const names[][2] = {[CMP_LESS] = {"lt", "ge"}, [CMP_LESS | CMP_EQUAL] = {"le", "gt"}, [CMP_MORE] = {"gt", "le"},
                                           [CMP_MORE | CMP_EQUAL] = {"ge", "lt"}, [CMP_EQUAL] = {"eq", "ne"}, [CMP_OTHER] = {"ne", "eq"}};
    Arena *m = b->m->code;
    const char *words = arena_printf(b->a, "setp.%s.%s", names[compare][!holds], type_info[isa_slot_type(ins, SLOT_TYPE)].name);
    const Opnd op[] = {opnd_reg(fn_new_reg(m, b->fn, "inside", T_PRED)), x, y};
    Ins n = ins_new(b->m, b->fn, m, ins, words, op, 3);
    n.pseudo = pseudo;
    return n;
}

/* For the CTA. */
static Ins asked(const Back *b, const Ins *ins, bool holds)
{
    return asked_as(b, ins, isa_compare(ins), holds, *isa_opnd(ins, ARG_A), *isa_opnd(ins, ARG_B), PSEUDO_INSIDE);
}

/* Where what is asked of a comparison stands: in front of it, if no thread has done anything there yet; else where the first one does
 * something, unless its numbers are made later; -1: nowhere. */
static int place_of_check(const Back *b, int at, int first)
{
    const Blk *x = b->blk_of[at];
    const int place = x && node_level(b, b->node_of[x->id]) == LV_CTA && back_is_clean(b, at) ? at : first;
    return x && place <= at && cta_affine_compares(b, at, place) ? place : -1;
}

/* The first instruction of the first block that does something, or its last. */
static int first_dirty(const Back *b)
{
    const Blk *x = b->fn->blk[0];
    int i = x->first;
    while (i < x->end - 1 && !ins_dirty(&b->fn->ins.at[i]))
        i++;
    return i;
}

/* What the comparison finds inside; -1: that is not known, or would say that all threads are at one place. */
static int outcome_inside(const Back *b, const Ins *ins)
{
    const int outcome = inside(b, ins_dest(ins).reg, USES_DEPTH);
    const unsigned at_one_place = outcome > 0 ? CMP_EQUAL : CMP_OTHER;
    return outcome >= 0 && isa_compare(ins) == at_one_place ? -1 : outcome;
}

bool border_hoist(Back *b)
{
    bool *wanted = NEWN(b->a, bool, b->fn->ins.n + 1), folds = false;
    const int first = first_dirty(b);
    for (int i = 0; i < b->fn->ins.n && b->inner; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        const bool asked = b->blk_of[i] && ins->mnemonic == INS_SETP && cta_affine_compares(b, i, i) && outcome_inside(b, ins) >= 0;
        wanted[i] = asked && place_of_check(b, i, first) < 0;
        folds |= asked && !wanted[i];
    }
    return folds && hoist_to_beginning(b, wanted);
}

bool border_fold(Back *b)
{
    Fn *fn = b->fn;
    if (!b->inner)
        return false;
    int *asks = NEWN(b->a, int, fn->ins.n + 1); /* by comparison that is folded: 1 + where it is asked */
    bool *holds = NEWN(b->a, bool, fn->ins.n + 1), any = false;
    const int first = first_dirty(b);
    for (int i = 0; i < fn->ins.n; i++) {
        const int where = fn->ins.at[i].mnemonic == INS_SETP ? place_of_check(b, i, first) : -1;
        const int outcome = where < 0 ? -1 : outcome_inside(b, &fn->ins.at[i]);
        asks[i] = outcome < 0 ? 0 : 1 + where;
        holds[i] = outcome > 0;
        any |= outcome >= 0;
    }
    if (!any)
        return false;
    const Opnd zero = opnd_number(0, T_U32);
    for (Rewrite w = rewrite_begin(b->m, fn, NULL); rewrite_next(&w);) {
        const int end = w.i == first ? fn->ins.n : w.i + 1;
        for (int k = w.i; k < end; k++)
            if (asks[k] == 1 + w.i)
                rewrite_add(&w, asked(b, &fn->ins.at[k], holds[k]));
        rewrite_add(&w, !asks[w.i] ? *w.ins :
                    ins_new(b->m, fn, b->m->code, w.ins, holds[w.i] ? "setp.eq.u32" : "setp.ne.u32", (Opnd[]){w.ins->op[0], zero, zero}, 3));
    }
    cfg_build(b->a, fn, false);
    ranges_fold(b->a, b->m, fn);
    return true;
}

/* ---- chunks ---------------------------------------------------------------------------------------------------------- */

/* A comparison of a place in the grid, the first operand or the second, with what is no such place: an edge.  Where it stands, no lane has
 * touched memory yet, and all lanes are. */
typedef struct Edge { bool first, across; unsigned compare; } Edge;

static bool is_edge(const Back *b, int at, Edge *e)
{
    const Ins *ins = &b->fn->ins.at[at];
    const Blk *x = b->blk_of[at];
    if (!x || ins->pseudo || x->loop || node_level(b, b->node_of[x->id]) == LV_LANE || !isa_is_plain_test(ins) ||
        !type_is_i32(isa_slot_type(ins, SLOT_TYPE)) || !back_is_clean(b, at))
        return false;
    const Val v[] = {uniform_arg(b, ins, ARG_A), uniform_arg(b, ins, ARG_B)};
    e->first = v[0].grid;
    e->compare = e->first ? isa_compare(ins) : compare_swapped(isa_compare(ins));
    e->across = v[!e->first].kind == VAL_AFF;
    return e->compare != CMP_NONE && e->compare != CMP_EQUAL && e->compare != CMP_OTHER && v[0].grid != v[1].grid && v[e->first].kind == VAL_UNI &&
           val_is_even(v[!e->first]);
}

/* By instruction: 1 + what the comparison of an edge is inside, 0: it is none, or nothing tells.  False: not both edges of a row are asked
 * for, as where a stencil reads nothing outside. */
static bool find_edges(const Back *b, uint8_t *holds)
{
    bool above = false, below = false;
    for (int i = 0; i < b->fn->ins.n; i++) {
        Edge e;
        const int outcome = b->fn->ins.at[i].mnemonic == INS_SETP && is_edge(b, i, &e) ? inside(b, ins_dest(&b->fn->ins.at[i]).reg, USES_DEPTH) : UNKNOWN;
        if (outcome < 0)
            continue;
        holds[i] = (uint8_t)(1 + outcome);
        if (e.across)
            *(((e.compare & CMP_MORE) != 0) == outcome ? &above : &below) = true;
    }
    return above && below;
}

bool border_has_edges(const Back *b)
{
    return b->fn->ins.n < LARGE && !b->m->checked && !b->m->stepping && find_edges(b, NEWN(b->a, uint8_t, b->fn->ins.n + 1));
}

/* The comparison, of the place, in the direction that does not hold inside: where it holds the chunk is left to the other version. */
static Ins left(const Back *b, const Ins *ins, const Edge *e, bool holds)
{
    const Opnd *place = isa_opnd(ins, e->first ? ARG_A : ARG_B), *edge = isa_opnd(ins, e->first ? ARG_B : ARG_A);
    return asked_as(b, ins, e->compare, !holds, *place, *edge, PSEUDO_ONCE);
}

bool border_leave(Back *b)
{
    uint8_t *holds = NEWN(b->a, uint8_t, b->fn->ins.n + 1);
    if (!b->inside || !find_edges(b, holds))
        return false;
    const Opnd zero = opnd_number(0, T_U32);
    for (Rewrite w = rewrite_begin(b->m, b->fn, NULL); rewrite_next(&w);) {
        Edge e;
        if (!holds[w.i] || !is_edge(b, w.i, &e)) {
            rewrite_keep(&w);
            continue;
        }
        rewrite_add(&w, left(b, w.ins, &e, holds[w.i] > 1));
        rewrite_add(&w, ins_new(b->m, b->fn, b->m->code, w.ins, holds[w.i] > 1 ? "setp.eq.u32" : "setp.ne.u32", (Opnd[]){w.ins->op[0], zero, zero}, 3));
    }
    cfg_build(b->a, b->fn, false);
    ranges_fold(b->a, b->m, b->fn);
    return true;
}
