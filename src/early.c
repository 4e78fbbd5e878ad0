/* early.c: address arithmetic that wants a check moves to the kernel's beginning.
 *
 * That no lane's index wraps can be proved at the head of a chunk's work, where failing costs nothing; after a store or a
 * barrier it can't (split.c then makes two versions, where that gains).  But an index that comes from parameters and the
 * thread's place alone may as well be computed at the beginning: what proves it follows, and behind the barrier the
 * address is known to grow from lane to lane.
 *
 * In: a function as uniform.c has analysed it.  Out: its instructions in another order; blocks to be made anew. */
#include "emit_fn.h"

enum { SLICE_MAX = 24 }; /* instructions that move with one */

typedef struct Early {
    Back *b;
    Fn *fn;
    int to;       /* the place: the first instruction that does more than compute */
    bool *moved;  /* by instruction */
    int *order;   /* the moved ones, each behind those that it needs */
    int n, tried; /* how many; the last of them that would move with the one at hand */
} Early;

static bool can_move(Early *e, int at);

typedef struct Inputs { Early *e; bool ok; } Inputs;

static void test_input(void *ctx, int reg, bool write)
{
    Inputs *t = ctx;
    const RegInfo *g = &t->e->b->reg[reg];
    if (g->ndef != 1 || g->def < 0 || t->e->fn->regs.at[reg]->vec > 1)
        t->ok = false;
    else if (!write && t->ok)
        t->ok = can_move(t->e, g->def);
}

/* Whether the instruction may stand at the beginning; it is there, or it and what it needs are noted to be moved. */
static bool can_move(Early *e, int at)
{
    const Ins *ins = &e->fn->ins.at[at];
    const Blk *entry = e->fn->blk[0];
    bool param = isa_emit(ins) == EMIT_LD && isa_space(ins) == SP_PARAM && ins->guard < 0 && !ins_dirty(ins);
    if (e->moved[at] || (at >= entry->first && at < e->to))
        return true;
    if ((!param && !split_is_pure(ins)) || e->tried == SLICE_MAX)
        return false;
    Inputs t = {e, true};
    ins_regs(e->fn, ins, test_input, &t);
    if (t.ok && !e->moved[at]) {
        e->moved[at] = true;
        e->order[e->n++] = at;
        e->tried++;
    }
    return t.ok;
}

/* Whether a check would tell how an address of 64 bits grows. */
static bool wants(Early *e, int at)
{
    Back *b = e->b;
    const Ins *ins = &e->fn->ins.at[at];
    const Writes1 d = dest_of(b, ins);
    if (d.n != 1 || b->reg[d.reg].ndef != 1 || b->reg[d.reg].val.kind != VAL_VAR ||
        type_info[e->fn->regs.at[d.reg]->type].bits != 64 || !split_is_pure(ins))
        return false;
    return uniform_needs_check(b, at) && uniform_guess(b, at, true).kind == VAL_AFF;
}

static void reorder(Early *e)
{
    Fn *fn = e->fn;
    Arena *a = e->b->m->code;
    const int n = fn->ins.n;
    Array(Ins) out = {0};
    int *place = NEWN(e->b->a, int, n + 1);
    for (int i = 0; i <= n; i++) {
        for (int k = 0; i == e->to && k < e->n; k++)
            array_add(a, &out, fn->ins.at[e->order[k]]);
        place[i] = out.n;
        if (i < n && !e->moved[i])
            array_add(a, &out, fn->ins.at[i]);
    }
    for (int i = 0; i < fn->labels.n; i++)
        fn->labels.at[i]->index = place[fn->labels.at[i]->index];
    fn->ins.at = out.at;
    fn->ins.n = out.n;
    fn->ins.cap = out.cap;
    fn->flow_made = NULL;
}

bool early_move(Back *b)
{
    Fn *fn = b->fn;
    const Blk *entry = fn->blk[0];
    Early e = {b, fn, entry->first, NEWN(b->a, bool, fn->ins.n + 1), NEWN(b->a, int, fn->ins.n + 1), 0, 0};
    if ((b->mode != MODE_CTA && b->mode != MODE_LANES) || entry->is_header || info(b->node_of[0])->lane)
        return false;
    while (e.to < entry->end && e.to != entry->term && !ins_dirty(&fn->ins.at[e.to]))
        e.to++;
    for (int i = 0; i < fn->ins.n; i++) {
        if (!b->blk_of[i] || e.moved[i] || !wants(&e, i))
            continue;
        e.tried = 0;
        if (can_move(&e, i))
            continue;
        for (; e.tried; e.tried--)
            e.moved[e.order[--e.n]] = false;
    }
    if (e.n)
        reorder(&e);
    return e.n > 0;
}
