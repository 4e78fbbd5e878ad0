/* emit_rotation.c: a loop of a chunk that chooses in each round between two versions (versioning.c) gets a loop of its own for rounds
 * in which the lanes are as checked:
 *
 *     for (;;) {                        for (;;) {
 *         head                              head
 *         if (all) {                        if (all) {
 *             copy                              for (;;) {
 *         } else {                                  copy
 *             original                              tail, which may break
 *         }                                         head
 *         tail, which may break                     if (!all) break;
 *     }                                         }
 *                                               if (all) break;
 *                                           }
 *                                           original
 *                                           tail, which may break
 *                                       }
 *
 * Both go through the same rounds in the same order, each with its head, one version and its tail: nothing else is to be proved.  The head may
 * break, too.  all says how the inner loop ended, for nothing but the head's end writes it, behind which there is no way out.
 *
 * The gain: where lanes do something one by one, compilers keep their arrays in memory, and what the copy makes of those in each round is stored,
 * as the original may come next.  In a loop without it they are vectors in registers from round to round; the checks come last there, for what
 * stands behind a way out is not done in each round.
 *
 * Requires: items with levels, where registers are kept and declared.  That head and tail are few scalars and breaks, for they stand twice; that
 * no way leads out of a version but its end, and none holds a loop of the chunk; and that the copy does little but write arrays of lanes which are
 * declared outside of the loop.
 * Out: where the choice stands; emit_control.c writes it.  Cost: what is in the loop is gone through once. */
#include "emit/emit_fn.h"

enum { SHORT_MOST = 40, /* items of a head or tail */
       CARRIED_LEAST = 2, HIDES = 14 /* lanes' instructions: beside so many, or for one array alone, a store takes no time of its own */ };

/* A scalar of the chunk, or a break: may stand twice. */
static bool is_short(const Back *b, const Item *it)
{
    const Ins *ins = it->kind == I_INS && it->level < LV_LANE ? item_ins(b, it) : NULL;
    return only_leaves(it) || (ins && !isa_is_cta(ins) && !isa_is_warp(ins) && !ins_dirty(ins) && isa_emit(ins) != EMIT_CALL);
}

/* The place of the first item from that one on which is not short. */
static int short_until(const Back *b, const Items *in, int from)
{
    int at = from;
    while (at < in->n && at - from <= SHORT_MOST && is_short(b, in->at[at]))
        at++;
    return at;
}

/* Whether the item goes on elsewhere than behind it, seen from the side that it is in. */
static bool leaves_side(const Item *it, const Items *side)
{
    enum { LEAVES = 1u << I_EXIT | 1u << I_LEAVE | 1u << I_GOTO | 1u << I_LABEL };
    if (it->kind != I_BREAK && it->kind != I_CONTINUE)
        return 1u << it->kind & LEAVES;
    for (const Items *in = it->in; in != side; in = in->owner->in)
        if (in->owner->kind == I_LOOP)
            return false;
    return true;
}

/* An array of lanes that the loop goes on with. */
static bool is_carried(const Back *b, int reg, const Items *loop)
{
    const RegPlan *p = b->reg[reg].plan;
    if (p->store != ST_LANES || !b->reg[reg].wanted)
        return false;
    const Items *in = p->list;
    while (in && in != loop)
        in = in->owner ? in->owner->in : NULL;
    return !in;
}

/* What a side does for lanes: instructions; how often it gives such an array new values. */
typedef struct SideWork { int lanes, carried; } SideWork;

/* Whether a side is done to its end, without rounds of its own, beside which those of the loop take no time. */
static bool fits(const Back *b, const Items *side, const Items *loop, SideWork *work)
{
    for (const Item *it = items_first(side); it; it = items_next(it, side)) {
        if (leaves_side(it, side) || (it->kind == I_LOOP && it->level < LV_LANE))
            return false;
        if (it->kind != I_INS)
            continue;
        work->lanes += it->level == LV_LANE;
        for (Refs ref = ins_refs(&b->fn->ins.at[it->ins]); refs_next(&ref);)
            work->carried += ref.write && is_carried(b, ref.reg, loop);
    }
    return true;
}

/* Whether a break follows the instruction in the head, which ends there. */
static bool breaks_behind(const Items *in, int ins, int end)
{
    int at = end - 1;
    while (at >= 0 && in->at[at]->kind == I_INS && in->at[at]->ins != ins)
        at--;
    return at < 0 || in->at[at]->kind != I_INS;
}

/* What checks the lanes, where the item is an if between versions that begins with the fast one, and a variable has the check's result. */
static const Ins *check_of(const Back *b, const Item *it)
{
    if (it->kind != I_IF || it->node->kind != N_IF || info(it->node)->masked || !it->kid[1].n)
        return NULL;
    const Ins *br = &b->fn->ins.at[it->ins], *check = br->guard >= 0 && !(br->guard_neg ^ it->negate) ? back_def(b, br->guard) : NULL;
    const bool named = check && b->reg[br->guard].ndef == 1 && b->reg[br->guard].plan->store == ST_SCALAR;
    return named && check->pseudo == PSEUDO_CHECK ? check : NULL;
}

int rotation_find(const Writer *w, const Items *in)
{
    const Back *b = w->b;
    if (w->o->trace || w->o->checks || w->needed || b->literal)
        return -1;
    const int at = short_until(b, in, 0);
    const Item *it = at < in->n ? in->at[at] : NULL;
    const Ins *check = it ? check_of(b, it) : NULL;
    if (!check || short_until(b, in, at + 1) < in->n || breaks_behind(in, (int)(check - b->fn->ins.at), at))
        return -1;
    SideWork copy = {0}, original = {0};
    const bool fit = fits(b, &it->kid[0], in, &copy) && fits(b, &it->kid[1], in, &original);
    return fit && copy.carried >= CARRIED_LEAST && copy.lanes <= HIDES * copy.carried ? at : -1;
}
