/* address_hoisting.c: address arithmetic moves to where it is done once for a chunk.
 *
 * That which wants a check moves to the kernel's beginning: that no lane's index wraps can be proved at the head of a chunk's work, where failing costs nothing; after a store or a
 * barrier it can't (versioning.c then makes two versions, where that gains).  But an index that comes from parameters and the
 * thread's place alone may as well be computed at the beginning: what proves it follows, and behind the barrier the
 * address is known to grow from lane to lane.  So may a comparison that is special for few lanes, or in each round of a loop one of a
 * place with an edge: chunks of threads that never meet then end before such a lane, there.
 *
 * That which lanes do by themselves, under a condition of their own, moves in front of it, where it is known without a
 * check how the address grows: C compilers then see that neighbouring lanes access neighbouring elements.  What it reads is written once,
 * or, as a loop's counter, nowhere between there and here.
 *
 * In: a function as uniform.c has analysed it.  Out: its instructions in another order; blocks to be made anew. */
#include "transform/transform.h"

enum { SLICE_MAX = 24 }; /* instructions that move with one */

typedef struct Early {
    Back *b;
    Fn *fn;
    const Blk *home; /* where it moves to */
    int to;       /* the place there: the first instruction that does more than compute; the branch */
    int *moved;   /* by instruction: its new place, or -1 */
    bool *ends;   /* of a moved one: that place is the end of its new block, and the beginning of another */
    int *order;   /* the moved ones, each behind those that it needs */
    int n, tried; /* how many; the last of them that would move with the one at hand */
    int depth;    /* of can_move in itself: values may come from each other in a circle that nothing enters */
    bool lanes;   /* out of what lanes do by themselves */
} Early;

static bool can_move(Early *e, int at);

/* Whether the instruction stands before the place, or has moved to such a one. */
static bool is_there(const Early *e, int at)
{
    const int now = e->moved[at] >= 0 ? e->moved[at] : at;
    const Blk *x = e->moved[at] >= 0 && now == e->to ? e->home : now < e->fn->ins.n ? e->b->blk_of[now] : NULL;
    if (!x)
        return false;
    if (x == e->home)
        return e->moved[at] >= 0 || (at >= x->first && at < e->to);
    return e->lanes && cfg_dominates(x, e->home) && node_level(e->b, e->b->node_of[x->id]) != LV_LANE;
}

/* Whether it is known without a check what the instruction computes in front of what lanes do by themselves: noted. */
static bool is_known(Early *e, int at)
{
    Back *b = e->b;
    const Dest d = ins_dest(&e->fn->ins.at[at]);
    if (b->spec[at] != SPEC_NONE || d.n != 1 || node_level(b, b->node_of[b->blk_of[at]->id]) != LV_LANE ||
        !cfg_dominates(e->home, b->blk_of[at])) /* else what lies between may read it */
        return false;
    const Val v = uniform_guess(b, at, false);
    if (val_is_even(v))
        b->reg[d.reg].val = v;
    return v.kind == VAL_UNI || v.kind == VAL_AFF;
}

/* Whether a register with several writes, a loop's counter, has at the instruction what it has where that would move to. */
static bool stays(const Early *e, int reg, int at)
{
    const Blk *x = e->b->blk_of[at];
    return e->lanes && x != e->home && cfg_dominates(e->home, x) && !fn_written_between(e->fn, reg, e->home, e->home->end, x, at);
}

/* Whether the instruction may stand at the beginning; it is there, or it and what it needs are noted to be moved. */
static bool can_move(Early *e, int at)
{
    const Ins *ins = &e->fn->ins.at[at];
    bool param = isa_loads_param(ins) && !ins_dirty(ins);
    if (is_there(e, at))
        return true;
    if ((!param && !ins_is_pure(ins)) || e->tried == SLICE_MAX || e->moved[at] >= 0 || e->depth == SLICE_MAX)
        return false;
    bool ok = true;
    e->depth++;
    for (Refs ref = ins_refs(ins); ok && refs_next(&ref);) {
        const RegInfo *g = &e->b->reg[ref.reg];
        ok = e->fn->regs.at[ref.reg]->vec <= 1 && (g->ndef > 1 ? !ref.write && stays(e, ref.reg, at) : g->def >= 0 && (ref.write || can_move(e, g->def)));
    }
    e->depth--;
    if (ok && e->lanes)
        ok = is_known(e, at);
    if (ok && e->moved[at] < 0) {
        e->moved[at] = e->to;
        e->ends[at] = e->to == e->home->end;
        e->order[e->n++] = at;
        e->tried++;
    }
    return ok;
}

/* Whether a check would tell how an address of 64 bits grows, or that a branch is not for lanes of which there are few, or, in each
 * round of a loop, on which side of an edge they are. */
static bool wants(Early *e, int at)
{
    Back *b = e->b;
    const Ins *ins = &e->fn->ins.at[at];
    const Dest d = ins_dest(ins);
    if (d.n != 1 || b->reg[d.reg].ndef != 1 || b->reg[d.reg].val.kind != VAL_VAR || !ins_is_pure(ins))
        return false;
    const Spec check = uniform_check_for(b, at);
    if (check == SPEC_NONE || check == SPEC_UNIT) /* versioning.c asks that */
        return false;
    const Type t = e->fn->regs.at[d.reg]->type;
    const Val v = uniform_guess(b, at, true);
    return (type_info[t].bits == 64 && v.kind == VAL_AFF) || (t == T_PRED && b->mode == MODE_LANES && (v.several || (v.edge && b->blk_of[at]->loop)) && b->reg[d.reg].guards);
}

static void reorder(Early *e)
{
    Fn *fn = e->fn;
    Arena *a = e->b->m->code;
    const int n = fn->ins.n;
    InsList out = fn_new_code(e->b->m, fn);
    int *place = NEWN(e->b->a, int, n + 1), *first = NEWN(e->b->a, int, n + 1), *next = NEWN(e->b->a, int, n + 1);
    for (int i = 0; i <= n; i++)
        first[i] = next[i] = -1;
    for (int k = e->n; k-- > 0;) { /* those for each place, in order */
        const int at = e->order[k], to = e->moved[at];
        next[at] = first[to];
        first[to] = at;
    }
    for (int i = 0; i <= n; i++) {
        for (int at = first[i]; at >= 0; at = next[at])
            if (e->ends[at])
                array_add(a, &out, fn->ins.at[at]);
        place[i] = out.n; /* of a label: behind what the block before ends with, in front of what stands in this one */
        for (int at = first[i]; at >= 0; at = next[at])
            if (!e->ends[at])
                array_add(a, &out, fn->ins.at[at]);
        if (i < n && e->moved[i] < 0)
            array_add(a, &out, fn->ins.at[i]);
    }
    fn_set_code(fn, out, place);
}

static Early begin(Back *b, bool lanes)
{
    const size_t n = (size_t)b->fn->ins.n + 1;
    Early e = {.b = b, .fn = b->fn, .moved = NEWN(b->a, int, n), .ends = NEWN(b->a, bool, n), .order = NEWN(b->a, int, n), .lanes = lanes};
    for (int i = 0; i <= b->fn->ins.n; i++)
        e.moved[i] = -1;
    return e;
}

/* Moves the instruction with all that it needs, or nothing. */
static void try_move(Early *e, int at)
{
    e->tried = 0;
    if (can_move(e, at))
        return;
    for (; e->tried; e->tried--) {
        const int back = e->order[--e->n];
        e->moved[back] = -1;
        if (e->lanes)
            e->b->reg[ins_dest(&e->fn->ins.at[back]).reg].val = (Val){.kind = VAL_VAR};
    }
}

/* Whether checks may be made at the kernel's beginning: of warps, where other code stands by for those that fail anyway. */
static bool may_check(const Back *b)
{
    const uint32_t row = b->fn->reqntid[0];
    return b->mode == MODE_CTA || b->mode == MODE_LANES || (b->mode == MODE_WARP && b->rows && (!row || row % 32));
}

bool hoist_to_beginning(Back *b, const bool *wanted)
{
    Fn *fn = b->fn;
    const Blk *entry = fn->blk[0];
    if (!may_check(b) || entry->is_header || info(b->node_of[0])->lane)
        return false;
    Early e = begin(b, false);
    e.home = entry;
    e.to = entry->first;
    while (e.to < entry->end && e.to != entry->term && !ins_dirty(&fn->ins.at[e.to]))
        e.to++;
    for (int i = 0; i < fn->ins.n; i++)
        if (b->blk_of[i] && e.moved[i] < 0 && (wanted ? wanted[i] : wants(&e, i)))
            try_move(&e, i);
    if (e.n)
        reorder(&e);
    return e.n > 0;
}

bool hoist_addresses(Back *b) { return hoist_to_beginning(b, NULL); }

/* The instruction that computes the address of an access that lanes do by themselves, or -1. */
static int address_of(const Back *b, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    const Opnd *a = isa_address(ins);
    if (!opnd_has_base(a))
        return -1;
    const RegInfo *g = &b->reg[a->reg];
    return g->def >= 0 && g->val.kind == VAL_VAR ? g->def : -1;
}

bool hoist_from_lanes(Back *b)
{
    Early e = begin(b, true);
    for (int i = 0; i < b->fn->ins.n; i++) {
        const int def = b->blk_of[i] ? address_of(b, i) : -1;
        const Blk *x = def >= 0 ? b->blk_of[def] : NULL;
        if (!x || e.moved[def] >= 0 || node_level(b, b->node_of[x->id]) != LV_LANE)
            continue;
        while (x && node_level(b, b->node_of[x->id]) == LV_LANE)
            x = x->idom;
        if (!x)
            continue;
        e.home = x;
        e.to = x->term >= 0 ? x->term : x->end;
        try_move(&e, def);
    }
    if (e.n)
        reorder(&e);
    return e.n > 0;
}
