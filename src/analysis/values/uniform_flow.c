/* uniform_flow.c: which parts of the control-flow tree differ between lanes, and what that makes of those around them. */
#include "analysis/uniform.h"

Level node_level(const Back *b, const Node *n)
{
    Level level = b->mode == MODE_CTA || b->mode == MODE_WARP ? LV_CTA : LV_CHUNK;
    if (b->mode == MODE_FUNC || b->mode == MODE_SCHED)
        return LV_LANE;
    if (!info(b->tree)->has_cta)
        level = LV_CHUNK;
    for (const Node *p = n; p; p = p->up) {
        if (info(p)->lane)
            return LV_LANE;
        if (p != n && p->kind != N_SEQ && !info(p)->has_cta)
            level = LV_CHUNK;
    }
    return level;
}

Node *node_loop_around(const Node *n)
{
    Node *up = n->up;
    while (up && up->kind != N_LOOP)
        up = up->up;
    return up;
}

bool node_inside(const Node *n, const Node *around)
{
    for (; n; n = n->up)
        if (n == around)
            return true;
    return false;
}

Node *node_common(Node *x, Node *y)
{
    if (!x || !y)
        return x ? x : y;
    int dx = 0, dy = 0;
    for (Node *p = x; p; p = p->up)
        dx++;
    for (Node *p = y; p; p = p->up)
        dy++;
    for (; dx > dy; dx--)
        x = x->up;
    for (; dy > dx; dy--)
        y = y->up;
    while (x != y) {
        x = x->up;
        y = y->up;
    }
    return x;
}

/* What runs for one lane at a time needs no masks, and its exits are the lane's own. */
static void unmask(const Node *n)
{
    for (const Node *x = n; x; x = node_next(x, n))
        info(x)->masked = info(x)->ranged = info(x)->exit_guard = false;
}

/* Falls back to per-lane execution of everything that node's lanes may skip or repeat differently.  False when a
 * barrier or collective is among it. */
bool node_make_lane(Back *b, Node *n, bool *changed)
{
    NodeInfo *x = info(n);
    if (x->lane)
        return true;
    if (x->barrier || (x->has_warp && !b->parts_warps)) {
        b->why = "a barrier or collective stands in divergent control flow";
        b->why_ins = n->blk ? n->blk->first : 0;
        b->why_node = n;
        return false;
    }
    x->lane = true;
    x->has_cta = false;
    unmask(n);
    *changed = true;
    return true;
}

/* The lanes that exit in n leave what follows it. */
static bool skip_rest(Back *b, Node *n, bool *changed)
{
    for (Node *p = n, *up = n->up; up; p = up, up = up->up) {
        bool later = false;
        for (int i = p->place + 1; up->kind == N_SEQ && i < up->nkid; i++) {
            if (!node_make_lane(b, up->kid[i], changed))
                return false;
            later = true;
        }
        for (const Node *q = up; !later && q->up; q = q->up)
            later = q->up->kind == N_SEQ && q->place + 1 < q->up->nkid;
        if ((up->kind == N_LOOP || (later && up->kind != N_SEQ)) && !node_make_lane(b, up, changed))
            return false;
    }
    return true;
}

/* Behind n the thread does nothing but end. */
static bool in_tail(const Node *n)
{
    for (; n->up; n = n->up) {
        if (n->up->kind == N_LOOP)
            return false;
        if (n->up->kind == N_SEQ)
            for (int i = n->place + 1; i < n->up->nkid; i++) {
                const Node *x = n->up->kid[i];
                if (x->kind == N_EXIT)
                    break;
                if (x->kind != N_BLOCK || (x->blk->first < x->blk->end && x->blk->first != x->blk->term))
                    return false;
            }
    }
    return true;
}

static bool only_exits(const Node *n)
{
    if (!n)
        return false;
    if (n->kind == N_EXIT)
        return true;
    return n->kind == N_SEQ && n->nkid && only_exits(n->kid[n->nkid - 1]) && jump_closed(n);
}

/* One side holds a barrier, the other ends the threads that take it. */
static bool is_exit_guard(const Node *n)
{
    const Node *t = n->kid[0], *e = n->nkid > 1 ? n->kid[1] : NULL;
    const bool tcta = t && info(t)->has_cta, ecta = e && info(e)->has_cta;
    if (tcta && ecta)
        return false;
    const Node *ends = tcta ? e : t;
    return only_exits(ends) || ((tcta || ecta) && in_tail(n) && (!ends || jump_closed(ends)));
}

static Val cond_val(const Back *b, const Node *n)
{
    const Ins *br = &b->fn->ins.at[n->blk->term];
    if (n->kind == N_SWITCH)
        return uniform_arg(b, br, ARG_A);
    return br->guard < 0 ? uniform_uni(LV_CTA, 1) : b->reg[br->guard].val;
}

/* The lanes that collectives in the node name as members. */
static uint32_t named_members(const Back *b, const Node *n)
{
    uint32_t mask = 0;
    for (const Node *x = n; x; x = node_next(x, n))
        for (int i = x->kind == N_BLOCK ? x->blk->first : 0; x->kind == N_BLOCK && i < x->blk->end; i++) {
            const Opnd *m = isa_is_warp(&b->fn->ins.at[i]) ? isa_opnd(&b->fn->ins.at[i], ARG_M) : NULL;
            if (m)
                mask |= m->kind == O_IMM ? (uint32_t)m->imm : UINT32_MAX;
        }
    return mask;
}

/* Lanes of both sides may take part in the same collective, each at its own place. */
static bool sides_meet(const Back *b, const Node *n)
{
    return n->nkid > 1 && n->kid[0] && n->kid[1] && named_members(b, n->kid[0]) & named_members(b, n->kid[1]);
}

static bool refuse(Back *b, const Node *n, const char *why)
{
    b->why = why;
    b->why_ins = n->blk->term;
    b->why_node = n;
    return false;
}

/* A branch of MODE_WARP with a collective, or an exit, becomes one under masks. */
static bool branch_mask(Back *b, Node *n, bool *changed)
{
    NodeInfo *x = info(n);
    if (b->parts_warps)
        return node_make_lane(b, n, changed);
    if (!jump_closed(n))
        return refuse(b, n, "a collective stands in a divergent branch that also leaves its loop");
    if (sides_meet(b, n))
        return refuse(b, n, "lanes of both sides of a divergent branch may meet in a collective");
    if (collective_of_rounds(b, n))
        return refuse(b, n, "lanes may meet in a collective in different rounds of a loop");
    *changed |= !x->masked;
    return x->masked = true;
}

/* A branch of chunks, or of warps under masks, one side of which ends the threads that take it before a barrier of the others.
 * True: it is one, with that condition. */
static bool branch_guards_exit(const Back *b, Node *n, const Val *c, bool *changed)
{
    NodeInfo *x = info(n);
    const bool guards = c->kind == VAL_UNI || b->mode == MODE_WARP; /* else the condition fell since: lanes of a chunk part ways */
    if (guards && x->has_cta && !x->exit_guard) {
        x->exit_guard = true;
        x->masked = b->mode == MODE_WARP;
        *changed = true;
    }
    return x->exit_guard &= guards;
}

/* A branch whose condition is not the same for all lanes (or, around a barrier, for all chunks). */
static bool diverge(Back *b, Node *n, bool *changed)
{
    NodeInfo *x = info(n);
    const Val c = cond_val(b, n);
    const bool uniform = c.kind == VAL_UNI && (!x->has_cta || c.level == LV_CTA);
    if (x->lane || c.kind == VAL_NONE || uniform)
        return true;
    const bool in_chunk = node_level(b, n) <= LV_CHUNK;
    if (!x->has_cta && !x->has_warp && in_chunk && lane_range_splits(b, n) && jump_closed(n) && !node_holds(n, N_EXIT)) {
        *changed |= !x->masked;
        return x->masked = x->ranged = true;
    }
    if (x->ranged)
        x->masked = x->ranged = false;
    if (x->has_cta && !x->barrier && !x->has_warp && !x->exit_guard && !is_exit_guard(n))
        return node_make_lane(b, n, changed); /* only for a jump; uniform_jump.c sees whether a barrier is on its way */
    if (n->kind == N_IF && in_chunk && (x->has_cta || x->has_warp || b->mode == MODE_WARP)) {
        if (x->has_cta && !is_exit_guard(n))
            return refuse(b, n, "a barrier stands under a condition that may differ between threads");
        const bool exits = only_exits(n->kid[0]) || (n->nkid > 1 && only_exits(n->kid[1]));
        if (branch_guards_exit(b, n, &c, changed))
            return true;
        if (b->mode == MODE_WARP && (x->has_warp || exits))
            return branch_mask(b, n, changed);
    }
    return node_make_lane(b, n, changed);
}

static bool exits_of_lanes(Back *b, Node *n, bool *changed)
{
    return b->mode == MODE_WARP || !node_holds(n, N_EXIT) || skip_rest(b, n, changed);
}

bool uniform_nodes(Back *b, Node *n, bool *changed)
{
    if (info(n)->lane)
        return exits_of_lanes(b, n, changed);
    if ((n->kind == N_IF || n->kind == N_SWITCH) && !diverge(b, n, changed))
        return false;
    if (info(n)->lane)
        return exits_of_lanes(b, n, changed);
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && !uniform_nodes(b, n->kid[i], changed))
            return false;
    return true;
}

bool jump_closed(const Node *n)
{
    if (info(n)->left || info(n)->entered)
        return false;
    for (int i = 0; i < n->nkid && (n->kind == N_IF || n->kind == N_SWITCH); i++)
        if (n->kid[i] && (info(n->kid[i])->left || info(n->kid[i])->entered))
            return false;
    return true;
}
