/* jump_predication.c: jumps of some lanes of a warp past collectives, and out of loops that hold them, as predicates.
 *
 *   for (i = mine; i < n; i += all) { … __shfl_sync(__activemask(), …) … }        if (i < n && (a || b)) { … __shfl_sync(…) … }
 *
 * Lanes of a warp meet in collectives, so a branch with one is taken under a mask: a lane can't jump there.  All lanes go round such a
 * loop together until the last of them has left, the body under a condition that says which are still there:
 *
 *   do { if (stays) { body; stays = whether it goes round again } } while (stays in any lane)
 *
 * A jump in a round, or forward to a label, clears a predicate, under which stands what it jumps over.
 *
 * A lane that has left must not be waited for in the loop.  That is why only loops with nothing around that leads back are made so,
 * or those whose collectives are for the lanes that a vote of the same round has found; and why loops that wait for memory are none of them:
 * a kernel that has one goes to the scheduler.
 *
 * Requires: a function that uniform.c, for warps, has found unfit because lanes part (Back.why_node).  Out: all of its code anew, from its
 * tree.  Invalidates: blocks and analyses.  Cost: a few looks at each node.  Fires on grid-stride loops that count what they keep by warps,
 * on segmented sums through volatile shared memory and wherever `||` guards a shuffle (tests/run/warp_loops). */
#include "analysis/uniform.h"
#include "transform/branches/loop_masking.h"
#include "transform/new_code.h"

/* A loop around the node that is being copied. */
typedef struct Around {
    const Node *loop;
    bool united;      /* all lanes go round together */
    int stays, goes;  /* if so, predicates: the lane goes round again; it goes on with this round.  The same where no lane continues */
    Sym *head, *out;  /* else: its begin and end */
    const struct Around *up;
} Around;

typedef struct Jumps {
    Back *b;
    Fn *fn;
    NewCode code;
    bool *united;     /* by Blk.id of the header */
    bool *in;         /* by Blk.id: in the loop that is looked at */
    int *not_to;      /* by number of a N_LABEL: the predicate of lanes that have not jumped there, or 0 */
    const Node **target; /* the N_LABEL, by its number; NULL: none jumps there */
    int ntarget;
    const Around *around;
    const Blk *tail;  /* the last of a round, with the branch that ends it, if all come there that are left; or NULL */
    bool *late;       /* by instruction of the tail: done for all lanes */
} Jumps;

/* ---- jumps ---------------------------------------------------------------------------------------------------------------- */

/* The node is, or holds, one that is so to another node. */
static bool holds(const Node *n, bool (*is)(const Node *, const Node *), const Node *to)
{
    const Node *x = n;
    while (x && !is(x, to))
        x = node_next(x, n);
    return x;
}

static bool is_continue(const Node *n, const Node *loop) { return n->kind == N_CONTINUE && node_loop_around(n) == loop; }

static bool is_goto(const Node *n, const Node *label) { return n->kind == N_GOTO && n->to == label; }

/* It takes lanes out of a round of the loop. */
static bool is_way_out(const Node *n, const Node *loop)
{
    return is_continue(n, loop) || (n->kind == N_BREAK && node_loop_around(n) == loop) ||
           (n->kind == N_GOTO && node_inside(n, loop) && !node_inside(n->to, loop));
}

/* A label to which lanes get by a predicate, some of them from kid. */
static bool is_jumped_to(const Node *label, const Node *kid) { return label->kind == N_LABEL && holds(kid, is_goto, label); }

/* A jump forward, to a label of a sequence around it; loops that it leaves and that hold no collectives are none but the innermost. */
static bool leads_on(const Node *jump)
{
    const Node *seq = jump->to->up, *n = jump;
    bool left = false;
    if (!seq || seq->kind != N_SEQ || !node_inside(jump, seq))
        return false;
    for (; n != seq; n = n->up) {
        if (n->kind == N_LOOP && left && !info(n)->has_warp)
            return false;
        left |= n->kind == N_LOOP;
        if (n->up == seq && n->place >= jump->to->place)
            return false;
    }
    return true;
}

/* ---- what can be made --------------------------------------------------------------------------------------------------- */

static void mark_loop(Jumps *u, const Node *loop)
{
    memset(u->in, 0, (size_t)u->fn->nblk * sizeof *u->in);
    node_mark(loop, u->in);
}

/* What comes after the loop leads to it again. */
static bool comes_back(const Jumps *u)
{
    Reach r = reach_begin(u->b->a, u->fn);
    bool back = false;
    memcpy(r.seen, u->in, (size_t)u->fn->nblk * sizeof *u->in);
    for (int i = 0; i < u->fn->nblk; i++)
        if (u->in[i])
            reach_add(&r, u->fn->blk[i]);
    for (const Blk *x; !back && (x = reach_next(&r)); reach_add(&r, x))
        for (int k = 0; k < blk_nsucc(x); k++)
            back |= u->in[blk_succ(x, k)->id];
    return back;
}

/* What the register holds is made, in the loop that is marked, of what a collective has found there. */
static bool is_found(const Jumps *u, int reg, int depth)
{
    enum { DEPTH = 6 };
    const RegInfo *g = &u->b->reg[reg];
    if (g->ndef != 1 || g->def < 0 || depth == DEPTH || !u->in[u->b->blk_of[g->def]->id])
        return false;
    const Ins *ins = &u->fn->ins.at[g->def];
    bool found = isa_is_warp(ins);
    for (Refs r = ins_refs(ins); !found && refs_next(&r);)
        found = !r.write && is_found(u, r.reg, depth + 1);
    return found;
}

/* The loop's collectives name no lanes but those that the same round has found. */
static bool names_present(const Jumps *u)
{
    for (int k = 0; k < u->fn->nblk; k++)
        for (int i = u->fn->blk[k]->first; u->in[k] && i < u->fn->blk[k]->end; i++) {
            const Ins *ins = &u->fn->ins.at[i];
            const int m = isa_is_warp(ins) ? isa_arg(ins, ARG_M) : -1;
            if (m >= 0 && ins->arg[m].kind != O_NONE && (ins->arg[m].kind != O_REG || !is_found(u, ins->arg[m].reg, 0)))
                return false;
        }
    return true;
}

/* Loops that jumps leave, where they hold collectives, are united. */
static void see_goto(Jumps *u, const Node *n)
{
    const Node *around = node_common((Node *)n, n->to);
    for (const Node *p = n; p != around; p = p->up)
        if (p->kind == N_LOOP && info(p)->has_warp)
            u->united[p->blk->id] = true;
    u->target[n->to->label] = n->to;
    u->ntarget = n->to->label < u->ntarget ? u->ntarget : n->to->label + 1;
}

static bool can_copy(Jumps *u)
{
    for (const Node *n = u->b->tree; n; n = node_next(n, u->b->tree)) {
        if (n->kind == N_SWITCH || n->kind == N_EXIT || n->kind == N_LEAVE || (n->kind == N_IF && !blk_conditional(u->fn, n->blk)))
            return false;
        if (n->kind == N_GOTO && !leads_on(n))
            return false;
        if (n->kind == N_GOTO)
            see_goto(u, n);
    }
    return true;
}

static bool fits_node(Jumps *u, const Node *n)
{
    if (n->kind != N_LOOP || !u->united[n->blk->id])
        return true;
    mark_loop(u, n);
    return !info(n)->barrier && (!comes_back(u) || names_present(u));
}

static bool fits(Jumps *u)
{
    const Node *n = u->b->tree;
    while (n && fits_node(u, n))
        n = node_next(n, u->b->tree);
    return !n;
}

/* ---- the end of a round ------------------------------------------------------------------------------------------------ */

/* Whether it may come behind what the block has after it, but for what comes late itself. */
static bool may_wait(const Jumps *u, int at)
{
    const Ins *ins = &u->fn->ins.at[at];
    for (int i = at + 1; i < u->tail->end; i++)
        if (!u->late[i] && i != u->tail->term)
            for (Refs r = ins_refs(ins); refs_next(&r);) {
                const RegMentions of = ins_mentions(&u->fn->ins.at[i], r.reg);
                if (of.writes || (r.write && of.reads))
                    return false;
            }
    return true;
}

/* A lane that has left the loop reads it. */
static bool lives_on(const Jumps *u, int reg)
{
    for (int i = 0; i < u->fn->nblk; i++)
        for (int k = 0; u->in[i] && k < blk_nsucc(u->fn->blk[i]); k++) {
            const Blk *to = blk_succ(u->fn->blk[i], k);
            if (!u->in[to->id] && live_has(to->live_in, reg))
                return true;
        }
    return false;
}

static bool is_only_break(const Node *n) { return n->kind == N_IF && n->kid[0] && n->kid[0]->kind == N_BREAK && !node_else(n); }

/* What the last block of a round computes is done for all lanes where none that has left reads it: what grows evenly from lane to lane does
 * so ever after. */
static void find_tail(Jumps *u, const Node *loop)
{
    const Node *body = loop->kid[0], *last = body->kind == N_SEQ && body->nkid > 1 ? body->kid[body->nkid - 1] : NULL;
    const Node *block = last ? body->kid[body->nkid - 2] : NULL;
    if (!last || !is_only_break(last) || block->kind != N_BLOCK || block->blk != last->blk)
        return;
    mark_loop(u, loop);
    u->tail = block->blk;
    for (int i = u->tail->end - 1; i >= u->tail->first; i--) {
        const Ins *ins = &u->fn->ins.at[i];
        const Dest d = ins_dest(ins);
        u->late[i] = i != u->tail->term && ins->guard < 0 && d.n == 1 && masked_is_easy(u->b, ins) && !lives_on(u, d.reg) && may_wait(u, i);
    }
}

/* ---- the new code ------------------------------------------------------------------------------------------------------- */

static void copy(Jumps *u, const Node *n);

/* Whether lanes get to a label of the sequence by a predicate. */
static bool has_jumps(const Node *seq, int label)
{
    bool any = false;
    for (int i = 0; i < label && !any; i++)
        any = is_jumped_to(seq->kid[label], seq->kid[i]);
    return any;
}

/* All lanes that come to a sequence have jumped to none of its labels. */
static void begin_jumps(Jumps *u, const Node *seq)
{
    for (int i = 0; i < seq->nkid; i++)
        if (has_jumps(seq, i)) {
            int *pred = &u->not_to[seq->kid[i]->label];
            *pred = code_new_pred(&u->code, "on");
            code_set(&u->code, *pred, true);
        }
}

/* The predicates that lanes may have cleared since a sequence began, of a round and by label, and what stands under them. */
typedef struct Region {
    bool round, *label;
    bool changed; /* some lane may have cleared one since the region began */
    Sym *end;     /* of the region, or NULL */
} Region;

static void end_region(Jumps *u, Region *r)
{
    if (r->end)
        code_label(&u->code, r->end);
    r->end = NULL;
}

static void begin_region(Jumps *u, Region *r)
{
    Sym *end = code_new_label(&u->code);
    const int before = u->code.ins.n;
    end_region(u, r);
    if (r->round)
        code_branch(&u->code, end, u->around->goes, true)->stays = u->around->goes == u->around->stays;
    for (int i = 0; i < u->ntarget; i++)
        if (r->label[i])
            code_branch(&u->code, end, u->not_to[i], true);
    r->end = u->code.ins.n > before ? end : NULL;
    r->changed = false;
}

/* What lanes may have cleared in the kid of a sequence. */
static void see_jumps(const Jumps *u, Region *r, const Node *kid)
{
    const Around *x = u->around && u->around->united ? u->around : NULL;
    if (x && holds(kid, is_way_out, x->loop))
        r->round = r->changed = true;
    for (int i = 0; i < u->ntarget; i++) {
        const Node *label = u->target[i];
        if (label && is_jumped_to(label, kid) && !node_inside(label, kid) && (!x || node_inside(label, x->loop)))
            r->label[i] = r->changed = true;
    }
}

static void copy_sequence(Jumps *u, const Node *seq)
{
    Region r = {.label = NEWN(u->b->a, bool, u->ntarget + 1)};
    begin_jumps(u, seq);
    for (EACH_OF(const Node, kid, seq->kid, seq->nkid)) {
        if (kid->kind == N_LABEL && r.label[kid->label]) {
            r.label[kid->label] = false;
            begin_region(u, &r);
            continue;
        }
        if (r.changed)
            begin_region(u, &r);
        copy(u, kid);
        see_jumps(u, &r, kid);
    }
    end_region(u, &r);
}

static void leave_round(Jumps *u, const Around *x, bool for_ever)
{
    if (for_ever)
        code_set(&u->code, x->stays, false);
    if (!for_ever || x->goes != x->stays)
        code_set(&u->code, x->goes, false);
}

static void copy_jump(Jumps *u, const Node *n)
{
    const Around *x = u->around;
    if (n->kind == N_GOTO) {
        code_set(&u->code, u->not_to[n->to->label], false);
        for (const Around *y = x; y && !node_inside(n->to, y->loop); y = y->up)
            if (y->united)
                leave_round(u, y, true);
        if (x && !x->united && !node_inside(n->to, x->loop))
            code_branch(&u->code, x->out, -1, false);
    } else if (x->united) {
        leave_round(u, x, n->kind == N_BREAK);
    } else {
        code_branch(&u->code, n->kind == N_BREAK ? x->out : x->head, -1, false);
    }
}

/* Nothing but a way out of the round, or to a label, in one step. */
static bool copy_only_jump(Jumps *u, const Node *n, int pred, bool negate)
{
    const Around *x = u->around;
    const Node *jump = n->kid[0];
    if (!jump || node_else(n) || !x || !x->united || (jump->kind != N_BREAK && jump->kind != N_CONTINUE))
        return false;
    if (jump->kind == N_BREAK)
        code_set_as(&u->code, x->stays, pred, !negate);
    if (jump->kind == N_CONTINUE || x->goes != x->stays)
        code_set_as(&u->code, x->goes, pred, !negate);
    return true;
}

static void copy_if(Jumps *u, const Node *n)
{
    const Ins *br = &u->fn->ins.at[n->blk->term];
    const int guard = br->guard;
    const bool negate = br->guard_neg ^ n->negate, stays = br->stays;
    if (n->blk == u->tail || copy_only_jump(u, n, guard, negate))
        return;
    Sym *end = code_new_label(&u->code), *no = node_else(n) ? code_new_label(&u->code) : end;
    code_branch(&u->code, no, guard, !negate)->stays = stays;
    if (n->kid[0])
        copy(u, n->kid[0]);
    if (no != end) {
        code_branch(&u->code, end, -1, false);
        code_label(&u->code, no);
        copy(u, n->kid[1]);
    }
    code_label(&u->code, end);
}

/* What is done for all lanes at the end of a round, and which of them stay. */
static void copy_tail(Jumps *u, const Around *x)
{
    const Ins *br = &u->fn->ins.at[u->tail->term];
    const Node *body = x->loop->kid[0];
    for (int i = u->tail->first; i < u->tail->end; i++)
        if (u->late[i])
            code_copy(&u->code, i);
    const int on = code_new_pred(&u->code, "on");
    code_set_as(&u->code, on, br->guard, !(br->guard_neg ^ body->kid[body->nkid - 1]->negate));
    code_add(&u->code, "and.pred", (Opnd[]){opnd_reg(x->stays), opnd_reg(x->stays), opnd_reg(on)}, 3);
}

static void copy_united(Jumps *u, const Node *n, Around *x)
{
    Sym *end = code_new_label(&u->code);
    const bool both = holds(n->kid[0], is_continue, n);
    const Blk *const tail = u->tail;
    u->tail = NULL;
    if (!both)
        find_tail(u, n);
    x->stays = code_new_pred(&u->code, "stays");
    x->goes = both ? code_new_pred(&u->code, "goes") : x->stays;
    code_set(&u->code, x->stays, true);
    code_label(&u->code, x->head);
    code_branch(&u->code, end, x->stays, true)->stays = true;
    if (both)
        code_set(&u->code, x->goes, true);
    const Blk *const last = u->tail;
    copy(u, n->kid[0]);
    code_label(&u->code, end);
    if (last)
        copy_tail(u, x);
    u->tail = tail;
    const int any = code_new_pred(&u->code, "any");
    code_add(&u->code, "vote.any.pred", (Opnd[]){opnd_reg(any), opnd_reg(x->stays)}, 2);
    code_branch(&u->code, x->head, any, false);
}

static void copy_loop(Jumps *u, const Node *n)
{
    Around x = {.loop = n, .united = u->united[n->blk->id], .head = code_new_label(&u->code), .up = u->around};
    u->around = &x;
    if (x.united) {
        copy_united(u, n, &x);
    } else {
        x.out = code_new_label(&u->code);
        code_label(&u->code, x.head);
        copy(u, n->kid[0]);
        code_branch(&u->code, x.head, -1, false);
        code_label(&u->code, x.out);
    }
    u->around = x.up;
}

static void copy(Jumps *u, const Node *n)
{
    switch (n->kind) {
    case N_SEQ:
        copy_sequence(u, n);
        return;
    case N_BLOCK:
        for (int i = n->blk->first; i < n->blk->end; i++)
            if (i != n->blk->term && !u->late[i])
                code_copy(&u->code, i);
        return;
    case N_IF:
        copy_if(u, n);
        return;
    case N_LOOP:
        copy_loop(u, n);
        return;
    case N_LABEL:
        return;
    default:
        copy_jump(u, n);
    }
}

/* Its rounds are for all lanes together already. */
static bool is_united(const Jumps *u, const Node *loop)
{
    for (int i = 0; i < u->fn->nblk; i++) {
        const Blk *x = u->fn->blk[i];
        if (x->term >= 0 && u->fn->ins.at[x->term].stays && u->b->node_of[i] && node_loop_around(u->b->node_of[i]) == loop)
            return true;
    }
    return false;
}

bool jump_predicate(Back *b)
{
    if (b->mode != MODE_WARP || b->ok || !b->why_node)
        return false;
    Fn *fn = b->fn;
    Jumps u = {.b = b, .fn = fn, .in = NEWN(b->a, bool, fn->nblk), .united = NEWN(b->a, bool, fn->nblk)};
    const Node *n = b->why_node, *loop = n->kind == N_LOOP ? n : node_loop_around(n);
    if (loop && (info(loop)->barrier || is_united(&u, loop)))
        loop = NULL;
    if (loop)
        u.united[loop->blk->id] = true;
    u.not_to = NEWN(b->a, int, b->gotos + 1);
    u.target = NEWN(b->a, const Node *, b->gotos + 1);
    if ((!loop && !b->gotos) || !can_copy(&u) || !fits(&u))
        return false;
    u.late = NEWN(b->a, bool, fn->ins.n);
    u.code = code_begin(b);
    b->rewritten_at = 0;
    copy(&u, b->tree);
    code_end(&u.code);
    return true;
}
