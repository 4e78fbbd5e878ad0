/* wait_uniting.c: loops that wait for threads of other CTAs, as places at which the whole CTA waits.
 *
 *   if (threadIdx.x == 0) { atomicAdd(arrived, 1); while (*arrived < all); }  __syncthreads();
 *
 * A thread of the host runs all threads of a CTA, so it can't go round such a loop until others have done something: they may need it.  With
 * all threads of the CTA at one place that can be left and come back to, between two loops over them:
 *
 *   waits = threadIdx.x == 0;
 *   if (waits) atomicAdd(arrived, 1);
 *   do { if (waits) waits = *arrived < all; } while (waits in any thread: others have their turn);
 *
 * What stands around a waiting loop under conditions in which threads differ is parted: each piece, and each round of loops, under
 * predicates.  So threads that do not wait, or have come out of the loop, are kept until the last has.  That must not keep anybody
 * from what those in the loop wait for: until the next barrier such threads must write nothing that others see.  Those of the same
 * condition may do so if they come out of the loop together, as all do who look at one place of memory.
 *
 * A loop that looks at what others write and in which all threads of the CTA meet at a barrier, as those do that repeat until nothing
 * changes, stays one: others have their turn now and then where a round begins, or where the CTA waits in it.
 *
 * Requires: an analysed function of a kernel, for CTAs or warps.  Out: all of its code anew, where each such loop could be made so; else
 * nothing.  Invalidates: blocks and analyses.  Cost: a few looks at each node.  Fires on cooperative groups' grid.sync() and on barriers of a
 * grid written by hand, with one flag or one for each CTA (tests/run/grid_waits). */
#include "analysis/uniform.h"
#include "transform/branches/loop_masking.h"
#include "transform/new_code.h"
#include "transform/threads/wait_rounds.h"

/* The threads that are in what is being written, innermost first. */
typedef struct Under {
    int pred;         /* holds in them */
    const Node *loop; /* they are in a round of it, or NULL */
    int stays;        /* if so: they go round it again */
    Sym *end;         /* behind what stands under pred now, or NULL */
    struct Under *up;
} Under;

/* A loop around that stays one. */
typedef struct Plain {
    const Node *loop;
    Sym *head, *out;
    const struct Plain *up;
} Plain;

typedef struct Waits {
    Back *b;
    Fn *fn;
    NewCode code;
    const int *writer; /* only_writers */
    bool *waits;   /* by Blk.id: header of a loop that does */
    bool *in;      /* by Blk.id: the loop that is looked at */
    bool one_warp; /* what is looked at is for threads of one warp */
    Rounds **rounds; /* by Blk.id of a node that is parted: how what begins with it is done, if not as here; or NULL */
    Sym **label;   /* by number of a N_LABEL */
    Plain *plain;
} Waits;

/* ---- what can be made --------------------------------------------------------------------------------------------------- */

/* All threads of the CTA go round the loop together: they meet at a barrier in it. */
static bool is_met(const Waits *w, const Node *n) { return n->kind == N_LOOP && w->waits[n->blk->id] && info(n)->barrier; }

static bool is_wait(const Waits *w, const Node *n) { return n->kind == N_LOOP && w->waits[n->blk->id] && !is_met(w, n); }

static bool holds_wait(const Waits *w, const Node *n)
{
    const Node *x = n;
    while (x && !is_wait(w, x))
        x = node_next(x, n);
    return x;
}

/* All threads of the CTA take the same side. */
static bool is_even(const Waits *w, const Node *n)
{
    const Ins *br = &w->fn->ins.at[n->blk->term];
    const Val v = br->guard < 0 ? (Val){.kind = VAL_VAR} : w->b->reg[br->guard].val;
    return v.kind == VAL_UNI && v.level == LV_CTA;
}

/* Part of its threads come to a wait in it, or it is one: all of it is to be parted. */
static bool is_parted(const Waits *w, const Node *n)
{
    return is_wait(w, n) || (n->kind == N_IF && holds_wait(w, n) && !is_even(w, n));
}

/* The jump leaves something in which a wait stands, or leads into it. */
static bool passes_wait(const Waits *w, const Node *jump)
{
    const Node *around = node_common((Node *)jump, jump->to);
    bool passes = holds_wait(w, around);
    for (const Node *p = jump; p != around; p = p->up)
        passes |= holds_wait(w, p);
    return passes;
}

/* One side would have to wait for the other. */
static bool both_wait(const Waits *w, const Node *n)
{
    return n->nkid > 1 && n->kid[0] && n->kid[1] && holds_wait(w, n->kid[0]) && holds_wait(w, n->kid[1]);
}

/* The node by itself can be written anew; parted: in what is parted. */
static bool can_write_node(const Waits *w, const Node *n, bool parted)
{
    switch (n->kind) {
    case N_SWITCH: case N_LEAVE: return false;
    case N_EXIT: return !parted;
    case N_IF: return blk_conditional(w->fn, n->blk) && !(parted && both_wait(w, n));
    case N_GOTO: return !parted || !passes_wait(w, n);
    case N_LABEL: return !parted || !holds_wait(w, n->up);
    default: return true;
    }
}

/* A node and what is in it; all of it is parted. */
static bool can_part(const Waits *w, const Node *n)
{
    if (!can_write_node(w, n, true))
        return false;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && !can_part(w, n->kid[i]))
            return false;
    return true;
}

/* Number of the last kid that is done with this one. */
static int past_rounds(const Waits *w, const Node *n, int kid)
{
    const Node *k = n->kid[kid];
    const Rounds *r = n->kind == N_SEQ && is_parted(w, k) ? w->rounds[k->blk->id] : NULL;
    return r ? rounds_end(r)->place : kid;
}

/* ---- who is kept -------------------------------------------------------------------------------------------------------- */

/* Others see that the instruction was done. */
static bool is_seen(const Ins *ins)
{
    if (ins->mnemonic == INS_MEMBAR || ins->mnemonic == INS_FENCE || ins->mnemonic == INS_NANOSLEEP || isa_is_warp(ins))
        return false;
    return (isa_mem(ins) & MEM_W) || isa_emit(ins) == EMIT_CALL ||
           (isa_emit(ins) == EMIT_ST && isa_space(ins) != SP_LOCAL && isa_space(ins) != SP_PARAM);
}

/* The block ends at a barrier of the CTA, *ends, or holds something that others see before: false. */
static bool is_quiet(const Waits *w, const Blk *x, bool *ends)
{
    *ends = false;
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &w->fn->ins.at[i];
        *ends = isa_is_cta(ins);
        if (*ends)
            return true;
        if (is_seen(ins))
            return false;
    }
    return true;
}

/* From the ways out of what is marked on threads come to a barrier of the CTA, or to their end, before anything that others see; in: blocks
 * that are to be looked at alone, or NULL. */
static bool is_left_quietly(Waits *w, const bool *own, const bool *in)
{
    const Fn *fn = w->fn;
    bool quiet = true, ends = false;
    Reach r = reach_begin(w->b->a, fn);
    for (int i = 0; i < fn->nblk; i++)
        r.seen[i] = own[i] || (in && !in[i]);
    for (int i = 0; i < fn->nblk; i++)
        if (own[i])
            reach_add(&r, fn->blk[i]);
    for (const Blk *x; quiet && (x = reach_next(&r));) {
        quiet = is_quiet(w, x, &ends);
        if (!ends)
            reach_add(&r, x);
    }
    return quiet;
}

static bool leaves_quietly(Waits *w, const Node *node, const bool *in)
{
    bool *own = NEWN(w->b->a, bool, w->fn->nblk);
    node_mark(node, own);
    return is_left_quietly(w, own, in);
}

static bool is_tid(const Waits *w, const Opnd *o)
{
    const Opnd *from = copy_origin(w->fn, w->writer, o);
    return opnd_is_sreg(from, SREG_TID) && from->comp <= 0;
}

static bool is_row_of_warps(const Fn *fn)
{
    const uint32_t *most = fn->maxntid[0] ? fn->maxntid : fn->reqntid;
    return most[0] && most[1] <= 1 && most[2] <= 1;
}

/* The comparison finds threads of one warp, where blocks are rows: it asks for %tid.x / 32, or whether %tid.x is below 32. */
static bool finds_one_warp(const Waits *w, const Ins *test, bool holds)
{
    const Opnd *x = isa_opnd(test, ARG_A), *y = isa_opnd(test, ARG_B);
    const Ins *shift = only_writer(w->fn, w->writer, copy_origin(w->fn, w->writer, x));
    if (y->kind != O_IMM)
        return false;
    if (!isa_has_word(test, holds ? MOD_EQ : MOD_NE))
        return is_tid(w, x) && isa_has_word(test, holds ? MOD_LT : MOD_GT) && y->imm == (holds ? 32 : 31);
    const Opnd *by = shift && shift->mnemonic == INS_SHR && shift->guard < 0 ? isa_opnd(shift, ARG_B) : NULL;
    return by && by->kind == O_IMM && by->imm == 5 && is_tid(w, isa_opnd(shift, ARG_A));
}

/* An if whose waits only threads of one warp come to. */
static bool is_for_one_warp(const Waits *w, const Node *n)
{
    const Ins *br = n->kind == N_IF && is_row_of_warps(w->fn) ? &w->fn->ins.at[n->blk->term] : NULL, *test = br ? back_def(w->b, br->guard) : NULL;
    const bool first = n->kid[0] && holds_wait(w, n->kid[0]);
    return test && test->guard < 0 && isa_is_test(test) && finds_one_warp(w, test, !(br->guard_neg ^ n->negate) == first);
}

/* The only instruction in the loop that is looked at which writes the register, or NULL. */
static const Ins *writer_in_loop(const Waits *w, int reg)
{
    const Ins *only = NULL;
    for (int i = 0; i < w->fn->nblk; i++)
        for (int k = w->fn->blk[i]->first; w->in[i] && k < w->fn->blk[i]->end; k++) {
            if (!ins_mentions(&w->fn->ins.at[k], reg).writes)
                continue;
            if (only)
                return NULL;
            only = &w->fn->ins.at[k];
        }
    return only;
}

/* What instruction number user reads of the register is written by this one: the only one that does, or the only one in the loop that is
 * looked at, earlier in the same round.  Or NULL. */
static const Ins *writer_of(const Waits *w, int reg, int user)
{
    const bool once = w->b->reg[reg].ndef == 1;
    const Ins *only = once ? back_def(w->b, reg) : writer_in_loop(w, reg);
    return only && only->guard < 0 && (once || back_comes_before(w->b, (int)(only - w->fn->ins.at), user)) ? only : NULL;
}

/* An operand that is no register is the same for all threads: not %tid, nor a clock. */
static bool is_alike_operand(const Waits *w, const Opnd *o) { return o->kind != O_SREG || uniform_opnd(w->b, o).kind == VAL_UNI; }

/* The register is the same for all threads that are there, if they look at the same time: made of what is the same, of what memory
 * holds at one place, and, where they are of one warp, of votes. */
static bool is_alike(const Waits *w, int reg, int user, int depth);

static bool is_made_alike(const Waits *w, const Ins *ins, int depth)
{
    enum { DEPTH = 8 };
    if (depth == DEPTH || isa_is_warp(ins) || (isa_mem(ins) & MEM_W) || (isa_emit(ins) != EMIT_LD && !ins_is_pure(ins)))
        return false;
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (!r.write && !is_alike(w, r.reg, (int)(ins - w->fn->ins.at), depth + 1))
            return false;
    for (int i = 0; i < ins->narg; i++)
        if (!is_alike_operand(w, &ins->arg[i]))
            return false;
    return true;
}

static bool is_alike(const Waits *w, int reg, int user, int depth)
{
    const Val v = w->b->reg[reg].val;
    const Ins *ins = writer_of(w, reg, user);
    return (v.kind == VAL_UNI && v.level == LV_CTA) || (ins && ((w->one_warp && ins->mnemonic == INS_VOTE) || is_made_alike(w, ins, depth)));
}

/* All ways out of the loop are taken by all threads that are in it. */
static bool leaves_together(Waits *w, const Node *loop)
{
    bool *in = w->in = NEWN(w->b->a, bool, w->fn->nblk);
    node_mark(loop, in);
    for (int i = 0; i < w->fn->nblk; i++) {
        const Blk *x = w->fn->blk[i];
        bool out = false;
        for (int k = x->first; in[i] && k < x->end; k++)
            if (is_seen(&w->fn->ins.at[k]))
                return false;
        for (int k = 0; k < blk_nsucc(x); k++)
            out |= !in[blk_succ(x, k)->id];
        const Ins *br = in[i] && out && x->term >= 0 ? &w->fn->ins.at[x->term] : NULL;
        if (in[i] && out && (!br || br->guard < 0 || !is_alike(w, br->guard, x->term, 0)))
            return false;
    }
    return true;
}

/* Each wait in it is left by all threads together, or behind it comes nothing that others see. */
static bool waits_fit(Waits *w, const Node *n, const bool *in)
{
    for (const Node *x = n; x; x = node_next(x, n))
        if (is_wait(w, x) && !leaves_together(w, x) && !leaves_quietly(w, x, in))
            return false;
    return true;
}

/* Nobody waits in vain for threads that are kept at the waits of what is parted. */
static bool part_keeps_none(Waits *w, const Node *n)
{
    if (is_wait(w, n) && leaves_together(w, n))
        return true;
    if (!leaves_quietly(w, n, NULL))
        return false;
    bool *in = NEWN(w->b->a, bool, w->fn->nblk);
    node_mark(n, in);
    w->one_warp = is_for_one_warp(w, n);
    const bool fit = waits_fit(w, n, in);
    w->one_warp = false;
    return fit;
}

/* Threads may go on by themselves in rounds of the CTA up to where nothing that others see comes before the next barrier. */
static Rounds *find_rounds(Waits *w, const Node *n)
{
    const Node *const row = n->up && n->up->kind == N_SEQ ? n->up : NULL;
    bool *own = NEWN(w->b->a, bool, w->fn->nblk);
    const Node *last = n;
    node_mark(last, own);
    while (!is_left_quietly(w, own, NULL)) {
        if (!row || last->place + 1 == row->nkid || info(last)->barrier)
            return NULL;
        last = row->kid[last->place + 1];
        node_mark(last, own);
    }
    return rounds_find(w->b, n, last, w->waits);
}

/* What is to be parted can be; rounds: or done in such. */
static bool part_fits(Waits *w, const Node *n)
{
    if (!(w->b->parts_warps && info(n)->has_warp) && can_part(w, n) && part_keeps_none(w, n))
        return true;
    w->rounds[n->blk->id] = find_rounds(w, n);
    return w->rounds[n->blk->id];
}

static bool can_write(Waits *w, const Node *n)
{
    if (is_parted(w, n))
        return part_fits(w, n);
    if (!can_write_node(w, n, false))
        return false;
    for (int i = 0; i < n->nkid; i++) {
        if (n->kid[i] && !can_write(w, n->kid[i]))
            return false;
        i = past_rounds(w, n, i);
    }
    return true;
}

/* ---- the new code ------------------------------------------------------------------------------------------------------- */

static void copy(Waits *w, const Node *n, Under *u);
static void part(Waits *w, const Node *n, Under *u);

static void end_region(Waits *w, Under *u)
{
    if (u && u->end)
        code_label(&w->code, u->end);
    if (u)
        u->end = NULL;
}

static void begin_region(Waits *w, Under *u)
{
    if (!u || u->end)
        return;
    u->end = code_new_label(&w->code);
    code_branch(&w->code, u->end, u->pred, true)->stays = u->loop && u->pred == u->stays;
}

static bool has_way_out(const Node *n, const Under *u)
{
    for (const Node *jump = n; jump; jump = node_next(jump, n))
        for (const Under *x = jump->kind == N_BREAK || jump->kind == N_CONTINUE ? u : NULL; x; x = x->up)
            if (x->loop && node_loop_around(jump) == x->loop)
                return true;
    return false;
}

/* Nothing but a break of the loop whose round it is in, in one step. */
static bool part_only_break(Waits *w, const Node *kid, const Under *u)
{
    if (!u || !u->loop || u->pred != u->stays || kid->kind != N_IF || !kid->kid[0] || kid->kid[0]->kind != N_BREAK || node_else(kid))
        return false;
    const Ins *br = &w->fn->ins.at[kid->blk->term];
    code_set_as(&w->code, u->stays, br->guard, !(br->guard_neg ^ kid->negate));
    return true;
}

/* A kid of what is parted, for the threads under u. */
static void part_kid(Waits *w, const Node *kid, Under *u)
{
    if (holds_wait(w, kid)) {
        end_region(w, u);
        part(w, kid, u);
        return;
    }
    begin_region(w, u);
    if (!part_only_break(w, kid, u))
        copy(w, kid, u);
    if (has_way_out(kid, u))
        end_region(w, u);
}

/* A predicate: the threads under u for which the branch goes that way. */
static int part_condition(Waits *w, const Node *n, Under *u, bool side)
{
    const Ins *br = &w->fn->ins.at[n->blk->term];
    const int pred = code_new_pred(&w->code, "on");
    if (u) {
        end_region(w, u);
        code_set(&w->code, pred, false);
        begin_region(w, u);
    }
    code_set_as(&w->code, pred, br->guard, br->guard_neg ^ n->negate ^ !side);
    end_region(w, u);
    return pred;
}

static void part_side(Waits *w, const Node *side, int pred, Under *u)
{
    Under own = {.pred = pred, .up = u};
    part_kid(w, side, &own);
    end_region(w, &own);
}

static void part_if(Waits *w, const Node *n, Under *u)
{
    const Node *side[] = {n->kid[0], n->nkid > 1 ? n->kid[1] : NULL};
    int pred[2];
    for (int i = 0; i < 2; i++)
        pred[i] = side[i] ? part_condition(w, n, u, i == 0) : -1;
    const int last = side[0] && holds_wait(w, side[0]) ? 0 : 1; /* those on the other side are not kept */
    if (side[!last])
        part_side(w, side[!last], pred[!last], u);
    part_side(w, side[last], pred[last], u);
}

static void part_loop(Waits *w, const Node *n, Under *u)
{
    const int stays = code_new_pred(&w->code, "waits"), goes = masked_has_continue(n->kid[0]) ? code_new_pred(&w->code, "goes") : stays;
    Under round = {.pred = goes, .loop = n, .stays = stays, .up = u};
    Sym *head = code_new_label(&w->code);
    if (u)
        code_set_as(&w->code, round.stays, u->pred, false);
    else
        code_set(&w->code, round.stays, true);
    code_label(&w->code, head);
    if (goes != stays)
        code_set_as(&w->code, goes, stays, false);
    part(w, n->kid[0], &round);
    end_region(w, &round);
    const int any = code_new_pred(&w->code, "any");
    Ins *red = code_add(&w->code, "bar.red.or.pred", (Opnd[]){opnd_reg(any), opnd_number(0, T_U32), opnd_reg(round.stays)}, 3);
    red->pseudo = is_wait(w, n) ? PSEUDO_WAIT : PSEUDO_NONE;
    red->loc = w->fn->ins.at[n->blk->first].loc;
    code_branch(&w->code, head, any, false);
}

/* What part of the threads come to, in pieces. */
static void part(Waits *w, const Node *n, Under *u)
{
    if (n->kind == N_SEQ)
        for (int i = 0; i < n->nkid; i++)
            part_kid(w, n->kid[i], u);
    else if (n->kind == N_IF && holds_wait(w, n))
        part_if(w, n, u);
    else if (n->kind == N_LOOP && holds_wait(w, n))
        part_loop(w, n, u);
    else
        part_kid(w, n, u);
}

/* Where a jump leads in the new code, if it leaves nothing that is parted; else NULL. */
static Sym *target_of(const Waits *w, const Node *n)
{
    if (!w->plain || w->plain->loop != node_loop_around(n))
        return NULL;
    return n->kind == N_BREAK ? w->plain->out : n->kind == N_CONTINUE ? w->plain->head : NULL;
}

/* A way out of a round, or of all of them. */
static void copy_jump(Waits *w, const Node *n, const Under *u)
{
    const Node *loop = node_loop_around(n);
    Sym *to = target_of(w, n);
    if (to) {
        code_branch(&w->code, to, -1, false);
        return;
    }
    const Under *x = u;
    for (; x->loop != loop; x = x->up)
        code_set(&w->code, x->pred, false);
    code_set(&w->code, x->pred, false);
    if (n->kind == N_BREAK && x->stays != x->pred)
        code_set(&w->code, x->stays, false);
    code_branch(&w->code, u->end, -1, false);
}

static void copy_if(Waits *w, const Node *n, Under *u)
{
    const Ins *br = &w->fn->ins.at[n->blk->term];
    Sym *to = n->kid[0] && !node_else(n) ? target_of(w, n->kid[0]) : NULL;
    if (to) {
        code_branch(&w->code, to, br->guard, br->guard_neg ^ n->negate);
        return;
    }
    Sym *end = code_new_label(&w->code), *no = node_else(n) ? code_new_label(&w->code) : end;
    code_branch(&w->code, no, br->guard, !(br->guard_neg ^ n->negate));
    if (n->kid[0])
        copy(w, n->kid[0], u);
    if (no != end) {
        code_branch(&w->code, end, -1, false);
        code_label(&w->code, no);
        copy(w, n->kid[1], u);
    }
    code_label(&w->code, end);
}

/* In each round stands a place at which the CTA waits. */
static bool waits_each_round(const Waits *w, const Node *loop)
{
    const Node *round = loop->kid[0];
    bool waits = false;
    for (int i = 0; round->kind == N_SEQ && i < round->nkid; i++)
        waits |= is_parted(w, round->kid[i]);
    return waits && !masked_has_continue(round);
}

static void copy_loop(Waits *w, const Node *n, Under *u)
{
    Plain x = {.loop = n, .head = code_new_label(&w->code), .out = code_new_label(&w->code), .up = w->plain};
    w->plain = &x;
    code_label(&w->code, x.head);
    if (is_met(w, n) && !waits_each_round(w, n)) {
        Ins *turn = code_add(&w->code, "bar.sync", (Opnd[]){opnd_number(0, T_U32)}, 1);
        turn->pseudo = PSEUDO_TURN;
        turn->loc = w->fn->ins.at[n->blk->first].loc;
    }
    copy(w, n->kid[0], u);
    const Ins last = w->code.ins.at[w->code.ins.n - 1];
    const bool at_end = isa_emit(&last) == EMIT_BRA && last.guard >= 0 && last.op[0].sym == x.out && !code_ends_labelled(&w->code);
    w->code.ins.n -= at_end; /* the test at the end of a round leads back instead */
    code_branch(&w->code, x.head, at_end ? last.guard : -1, !last.guard_neg);
    code_label(&w->code, x.out);
    w->plain = (Plain *)x.up;
}

static Sym *label_of(Waits *w, const Node *n)
{
    Sym **l = &w->label[n->label];
    return *l ? *l : (*l = code_new_label(&w->code));
}

static void copy_exit(Waits *w, const Node *n)
{
    if (n->blk->term < 0) {
        code_add(&w->code, "ret", NULL, 0);
        return;
    }
    code_copy(&w->code, n->blk->term);
    w->code.ins.at[w->code.ins.n - 1].guard = -1;
}

static void copy(Waits *w, const Node *n, Under *u)
{
    if (!u && is_parted(w, n)) {
        if (w->rounds[n->blk->id])
            rounds_write(w->rounds[n->blk->id], &w->code);
        else
            part(w, n, NULL);
        return;
    }
    switch (n->kind) {
    case N_BLOCK:
        for (int i = n->blk->first; i < n->blk->end; i++)
            if (i != n->blk->term)
                code_copy(&w->code, i);
        return;
    case N_SEQ:
        for (int i = 0; i < n->nkid; i++) {
            copy(w, n->kid[i], u);
            i = u ? i : past_rounds(w, n, i);
        }
        return;
    case N_IF: copy_if(w, n, u); return;
    case N_LOOP: copy_loop(w, n, u); return;
    case N_LABEL: code_label(&w->code, label_of(w, n)); return;
    case N_GOTO: code_branch(&w->code, label_of(w, n->to), -1, false); return;
    case N_EXIT: copy_exit(w, n); return;
    default: copy_jump(w, n, u);
    }
}

/* Its function could keep no such register in C, where each has a type of its own. */
static bool has_vectors(const Fn *fn)
{
    bool any = false;
    for (int r = 0; r < fn->regs.n; r++)
        any |= fn->regs.at[r]->vec > 1;
    return any;
}

bool wait_unite(Back *b)
{
    Waits w = {.b = b, .fn = b->fn, .writer = only_writers(b->a, b->fn), .waits = spin_loops(b->a, b->fn), .label = NEWN(b->a, Sym *, b->gotos + 1),
               .rounds = NEWN(b->a, Rounds *, b->fn->nblk)};
    if (b->fn->irreducible || fn_calls(b->fn) || has_vectors(b->fn) || !can_write(&w, b->tree))
        return false;
    w.code = code_begin(b);
    copy(&w, b->tree, NULL);
    code_end(&w.code);
    return true;
}
