/* wait_rounds.c: loops that wait for threads of other CTAs, where those that come out of them write what others wait for before the rest has.
 *
 *   if (threadIdx.x < 256) {
 *       do { while (!(x = seen[--block][threadIdx.x])); sum += x; } while (goes on);
 *       seen[own][threadIdx.x] = sum;
 *   }
 *
 * A thread must not be kept from that store until others of its CTA have come out of their loops, as wait_uniting.c would keep it: what those
 * wait for may hang on it.  So each thread has a place, and in each round of the CTA goes from one to the next, or to the end, if it can:
 *
 *   at = false;
 *   if (threadIdx.x < 256) { --block; at = true; }
 *   do {
 *       moved = false;
 *       if (at && (x = seen[block][threadIdx.x])) {
 *           moved = true; sum += x;
 *           if (goes on) --block; else { seen[own][threadIdx.x] = sum; at = false; }
 *       }
 *   } while (at in any thread: others have their turn; there is progress if moved in any thread);
 *
 * Places are the headers of loops that wait, and collectives of a warp: vote.sync.ballot and bar.warp.sync, at which lanes are until all
 * that the mask names, and have not ended, are there.  What lies between places is copied for each from which it can be come to.  Lanes
 * that are in a loop together stay so: each round is one of the loop's; so what keeps them in step at its begin does that for all at once.
 *
 * Requires: an analysed function, nodes in a row to which all threads of the CTA come, and behind which, up to the next barrier, they write
 * nothing that others see.  Out: new code.  Cost: a walk over the blocks for each place.  Fires on sorts that look back, digit by digit
 * (tests/run/look_back). */
#include "transform/threads/wait_rounds.h"

enum { STOPS = 8,      /* at most */
       SIZE_MOST = 400  /* instructions between them */ };

/* A place where threads are between two rounds. */
typedef struct Stop {
    const Blk *head; /* of a loop that waits, or the block of a collective */
    int meets;       /* the collective's number, or -1 */
    int at;          /* the predicate: the thread is here */
} Stop;

struct Rounds {
    Back *b;
    Fn *fn;
    NewCode *code;
    const Node *last;
    const bool *waits;
    bool *in;         /* by Blk.id: to be done in rounds; that from whose end they begin is not */
    const Blk *from;  /* begins at the end of this block, with its branch; or NULL */
    const Blk *first; /* else at this one */
    const Blk *exit;  /* leads there */
    bool *ahead;      /* by instruction: computed in front of all rounds, what it reads being there */
    Stop stop[STOPS];
    int n;
    int moved;        /* the predicate: it has gone on in this round */
    /* of what is being written: the way from a place */
    const Stop *own;
    Sym **label;      /* by Blk.id */
    Sym *end, *again, *to[STOPS];
};

/* ---- what can be done in rounds ------------------------------------------------------------------------------------------ */

static bool is_made_sync(const Ins *ins) { return ins->made && isa_is_warp(ins) && ins->mnemonic == INS_BAR; }

/* Lanes meet there: those of the operand m, or those that come to it together. */
static bool is_meeting(const Ins *ins)
{
    if (is_made_sync(ins))
        return true;
    const bool ballot = ins->mnemonic == INS_VOTE && isa_has_word(ins, MOD_BALLOT), sync = ins->mnemonic == INS_BAR && isa_is_warp(ins);
    return (ballot || sync) && ins->guard < 0 && isa_opnd(ins, ARG_M);
}

/* Keeps lanes in step that come to the begin of a loop that waits: it stands where rounds begin. */
static bool is_left_out(const Rounds *r, const Blk *x, int at) { return r->waits[x->id] && at == x->first && is_made_sync(&r->fn->ins.at[at]); }

/* Threads come to the loop that waits only through another one in it, each round. */
static bool waits_within(const Rounds *r, const Blk *header)
{
    bool each = false;
    for (int i = 0; i < r->fn->nblk && !each; i++)
        each = r->waits[i] && r->fn->blk[i] != header && loop_holds(header, r->fn->blk[i]) && loop_comes_by(header, r->fn->blk[i]);
    return each;
}

static bool is_place(const Rounds *r, const Blk *x) { return r->waits[x->id] && !waits_within(r, x); }

/* A loop that waits has the block in each of its rounds, though it may go on waiting. */
static bool meets_waiting(const Rounds *r, const Blk *x)
{
    for (const Blk *h = x->loop; h; h = h->loop_up)
        if (is_place(r, h))
            return true;
    return false;
}

static bool add_place(Rounds *r, const Blk *head, int meets)
{
    if (r->n == STOPS)
        return false;
    r->stop[r->n++] = (Stop){.head = head, .meets = meets};
    return true;
}

/* Instructions of the block, from one on; false: they can't be done so. */
static bool takes_block(Rounds *r, const Blk *x)
{
    if (x->exits || x->ntargets || (is_place(r, x) && !add_place(r, x, -1)))
        return false;
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        if (isa_is_cta(ins) || isa_emit(ins) == EMIT_CALL)
            return false;
        if (isa_is_warp(ins) && !is_left_out(r, x, i) && (!is_meeting(ins) || meets_waiting(r, x) || !add_place(r, x, i)))
            return false;
    }
    return true;
}

/* What a loop that waits does while it waits: whether somebody sees it. */
static bool is_seen(const Ins *ins)
{
    const bool fence = ins->mnemonic == INS_MEMBAR || ins->mnemonic == INS_FENCE || isa_is_warp(ins);
    return !fence && (isa_mem(ins) & MEM_W) && isa_space(ins) != SP_LOCAL;
}

/* Each edge between what is in and what is not. */
static bool edges_fit(Rounds *r)
{
    for (EACH_OF(const Blk, x, r->fn->blk, r->fn->nblk))
        for (int k = 0; k < blk_nsucc(x); k++) {
            const Blk *to = blk_succ(x, k);
            const bool out = !r->in[to->id], begins = x == r->from || (!r->from && !r->in[x->id] && to == r->first);
            if (!r->in[x->id] && !out && !begins)
                return false;
            if ((r->in[x->id] || x == r->from) && out) {
                if (to == r->from || (r->exit && r->exit != to))
                    return false;
                r->exit = to;
            }
        }
    return r->exit;
}

/* What is computed in no other place, of what nothing here writes, and reads no memory, is so once and for all: what is the same for
 * all threads is seen to be. */
static void find_ahead(Rounds *r)
{
    bool *writes = NEWN(r->b->a, bool, r->b->nreg);
    r->ahead = NEWN(r->b->a, bool, r->fn->ins.n);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < r->fn->nblk; i++)
            for (int at = r->fn->blk[i]->first; r->in[i] && at < r->fn->blk[i]->end; at++) {
                const Ins *ins = &r->fn->ins.at[at];
                const Dest d = ins_dest(ins);
                bool ahead = k && d.n == 1 && r->b->reg[d.reg].ndef == 1 && ins->guard < 0 && (ins_is_pure(ins) || isa_loads_constant(ins));
                for (Refs ref = ins_refs(ins); refs_next(&ref);) {
                    writes[ref.reg] |= !k && ref.write;
                    ahead &= ref.write || !writes[ref.reg];
                }
                r->ahead[at] = ahead;
                if (ahead)
                    writes[d.reg] = false;
            }
}

Rounds *rounds_find(Back *b, const Node *n, const Node *last, const bool *waits)
{
    Rounds *r = NEW(b->a, Rounds);
    *r = (Rounds){.b = b, .fn = b->fn, .last = last, .waits = waits, .in = NEWN(b->a, bool, b->fn->nblk)};
    for (const Node *x = n;; x = x->up->kid[x->place + 1]) {
        node_mark(x, r->in);
        if (x == last)
            break;
    }
    r->from = n->kind == N_IF ? n->blk : NULL;
    r->first = r->from ? NULL : n->blk;
    if (r->from)
        r->in[r->from->id] = false;
    else if (n->kind != N_LOOP)
        return NULL;
    int size = 0;
    for (int i = 0; i < b->fn->nblk; i++) {
        const Blk *x = b->fn->blk[i];
        if (r->in[i] && (!takes_block(r, x) || (waits[i] && loop_some(r->fn, x, is_seen))))
            return NULL;
        size += r->in[i] ? x->end - x->first : 0;
    }
    find_ahead(r);
    return size <= SIZE_MOST && edges_fit(r) ? r : NULL;
}

const Node *rounds_end(const Rounds *r) { return r->last; }

/* ---- the new code ---------------------------------------------------------------------------------------------------------- */

/* Where an edge leads on the way that is being written; x: from this block. */
static Sym *lead(const Rounds *r, const Blk *x, const Blk *to)
{
    if (!r->in[to->id])
        return r->end;
    for (int i = 0; i < r->n; i++)
        if (r->stop[i].head == to && r->stop[i].meets < 0)
            return r->own == &r->stop[i] && loop_holds(to, x) ? r->again : r->to[i];
    return r->label[to->id];
}

/* The collective in the block, from an instruction on, or its end. */
static int find_meeting(const Rounds *r, const Blk *x, int from)
{
    int at = from;
    while (at < x->end && !(isa_is_warp(&r->fn->ins.at[at]) && !is_left_out(r, x, at)))
        at++;
    return at;
}

static void write_ends(Rounds *r, const Blk *x)
{
    const Ins *br = blk_conditional(r->fn, x);
    if (br)
        code_branch(r->code, lead(r, x, x->succ[1]), br->guard, br->guard_neg);
    code_branch(r->code, lead(r, x, x->succ[0]), -1, false);
}

/* The block, from an instruction on, up to a collective. */
static void write_block(Rounds *r, const Blk *x, int from)
{
    const int meets = find_meeting(r, x, from);
    for (int i = from; i < meets; i++)
        if (i != x->term && !is_left_out(r, x, i) && !r->ahead[i])
            code_copy(r->code, i);
    if (meets == x->end) {
        write_ends(r, x);
        return;
    }
    for (int i = 0; i < r->n; i++)
        if (r->stop[i].meets == meets)
            code_branch(r->code, r->to[i], -1, false);
}

/* Marks what can be come to from the block without passing a place. */
static void find_way(const Rounds *r, const Blk *x, int from, bool *way)
{
    if (find_meeting(r, x, from) < x->end)
        return;
    for (int i = 0; i < blk_nsucc(x); i++) {
        const Blk *to = blk_succ(x, i);
        bool place = !r->in[to->id];
        for (int k = 0; k < r->n; k++)
            place |= r->stop[k].head == to && r->stop[k].meets < 0;
        if (place || way[to->id])
            continue;
        way[to->id] = true;
        find_way(r, to, to->first, way);
    }
}

/* The way from an instruction of a block, or from its begin, to the next places. */
static void write_way(Rounds *r, const Stop *own, const Blk *x, int from)
{
    bool *way = NEWN(r->b->a, bool, r->fn->nblk);
    r->own = own;
    r->label = NEWN(r->b->a, Sym *, r->fn->nblk);
    r->end = code_new_label(r->code);
    r->again = code_new_label(r->code);
    for (int i = 0; i < r->n; i++)
        r->to[i] = code_new_label(r->code);
    find_way(r, x, from, way);
    for (int i = 0; i < r->fn->nblk; i++)
        if (way[i])
            r->label[i] = code_new_label(r->code);
    write_block(r, x, from);
    for (int i = 0; i < r->fn->nblk; i++)
        if (way[i]) {
            code_label(r->code, r->label[i]);
            write_block(r, r->fn->blk[i], r->fn->blk[i]->first);
        }
    for (int i = 0; i < r->n; i++) {
        code_label(r->code, r->to[i]);
        code_set(r->code, r->stop[i].at, true);
        code_branch(r->code, r->end, -1, false);
    }
    code_label(r->code, r->again);
    if (own) {
        code_set(r->code, own->at, true);
        code_set(r->code, r->moved, false);
    }
    code_label(r->code, r->end);
}

/* Threads that are at the place leave it, if pred holds. */
static void write_leaving(Rounds *r, const Stop *p, int pred, Sym *past)
{
    code_branch(r->code, past, pred, true);
    code_set(r->code, p->at, false);
    code_set(r->code, r->moved, true);
}

static void write_looking(Rounds *r, const Stop *p)
{
    Sym *past = code_new_label(r->code);
    write_leaving(r, p, p->at, past);
    write_way(r, p, p->head, p->head->first);
    code_label(r->code, past);
}

/* Number of a new register for the result of an instruction. */
static int compute(Rounds *r, const char *words, Opnd x, Opnd y)
{
    const int d = fn_new_reg(r->code->a, r->fn, "met", T_B32);
    code_add(r->code, words, (Opnd[]){opnd_reg(d), x, y}, y.kind == O_NONE ? 2 : 3);
    return d;
}

static int ballot(Rounds *r, int pred) { return compute(r, "vote.ballot.b32", opnd_reg(pred), (Opnd){.kind = O_NONE}); }

/* Lanes that come to it in one round go on together. */
static void write_step(Rounds *r, const Stop *p)
{
    Sym *past = code_new_label(r->code);
    code_copy(r->code, p->meets);
    write_leaving(r, p, p->at, past);
    write_way(r, NULL, p->head, p->meets + 1);
    code_label(r->code, past);
}

/* Lanes are at a collective until those that its mask names are: then it gives them what it would. */
static void write_meeting(Rounds *r, const Stop *p)
{
    const Ins *ins = &r->fn->ins.at[p->meets];
    const Opnd mask = *isa_opnd(ins, ARG_M), *d = isa_opnd(ins, ARG_D);
    const bool votes = ins->mnemonic == INS_VOTE;
    const int there = code_new_pred(r->code, "there"), go = code_new_pred(r->code, "go"), yes = code_new_pred(r->code, "yes");
    Sym *past = code_new_label(r->code);
    code_set(r->code, there, true);
    const int all = ballot(r, there), came = ballot(r, p->at);
    const int missing = compute(r, "xor.b32", opnd_reg(all), opnd_reg(came)), waited_for = compute(r, "and.b32", opnd_reg(missing), mask);
    code_add(r->code, "setp.eq.and.u32", (Opnd[]){opnd_reg(go), opnd_reg(waited_for), opnd_number(0, T_U32), opnd_reg(p->at)}, 4);
    int bits = -1;
    if (votes) {
        code_add(r->code, "and.pred", (Opnd[]){opnd_reg(yes), opnd_reg(go), *isa_opnd(ins, ARG_A)}, 3);
        bits = ballot(r, yes);
    }
    write_leaving(r, p, go, past);
    if (votes && d && d->kind == O_REG)
        code_add(r->code, "and.b32", (Opnd[]){*d, opnd_reg(bits), mask}, 3);
    write_way(r, NULL, p->head, p->meets + 1);
    code_label(r->code, past);
}

static int reduce(Rounds *r, const char *name, int pred, Pseudo pseudo)
{
    const int any = code_new_pred(r->code, name);
    Ins *red = code_add(r->code, "bar.red.or.pred", (Opnd[]){opnd_reg(any), opnd_number(0, T_U32), opnd_reg(pred)}, 3);
    red->pseudo = pseudo;
    red->loc = r->fn->ins.at[r->stop[0].head->first].loc;
    return any;
}

static void write_begin(Rounds *r)
{
    for (int i = 0; i < r->fn->nblk; i++)
        for (int at = r->fn->blk[i]->first; r->in[i] && at < r->fn->blk[i]->end; at++)
            if (r->ahead[at])
                code_copy(r->code, at);
    for (int i = 0; i < r->n; i++) {
        r->stop[i].at = code_new_pred(r->code, "at");
        code_set(r->code, r->stop[i].at, false);
    }
    if (r->from) {
        write_way(r, NULL, r->from, r->from->term);
        return;
    }
    for (int i = 0; i < r->n; i++)
        if (r->stop[i].head == r->first && r->stop[i].meets < 0)
            code_set(r->code, r->stop[i].at, true);
}

void rounds_write(Rounds *r, NewCode *code)
{
    r->code = code;
    write_begin(r);
    r->moved = code_new_pred(code, "moved");
    Sym *head = code_new_label(code);
    code_label(code, head);
    for (int i = 0; i < r->n; i++)
        if (is_left_out(r, r->stop[i].head, r->stop[i].head->first))
            code_copy(code, r->stop[i].head->first);
    code_set(code, r->moved, false);
    for (int i = 0; i < r->n; i++)
        if (r->stop[i].meets < 0)
            write_looking(r, &r->stop[i]);
        else if (is_made_sync(&r->fn->ins.at[r->stop[i].meets]))
            write_step(r, &r->stop[i]);
        else
            write_meeting(r, &r->stop[i]);
    reduce(r, "stirs", r->moved, PSEUDO_MOVED);
    const int waits = code_new_pred(code, "waits");
    code_set_as(code, waits, r->stop[0].at, false);
    for (int i = 1; i < r->n; i++)
        code_add(code, "or.pred", (Opnd[]){opnd_reg(waits), opnd_reg(waits), opnd_reg(r->stop[i].at)}, 3);
    code_branch(code, head, reduce(r, "any", waits, PSEUDO_WAIT), false);
}
