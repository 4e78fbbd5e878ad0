/* lane.c: the integers of a function as sums with a part for each lane of a warp (lane.h), and its accesses of memory.
 *
 * Each write of a register is a value of its own, and so is a register that is live into a block to which several ways
 * lead.  The code is walked until nothing changes.  Such a value at a loop's head is at first taken to grow by the same for
 * all lanes in each round; at other meetings, to be the same or to differ by the same from lane to lane, whichever way was
 * taken; what a walk shows to be wrong falls.  Whether lanes part is found likewise: a branch that they may take
 * differently makes what meets behind it differ.
 *
 * In: matched instructions, blocks, liveness. */
#include "analysis/lanes/lane_sum.h"

enum { WRITES = 256 }; /* of an instruction, that are looked at */
enum { CHOICE_MOST = 1 << 16 /* between numbers one of which is chosen */ };
enum { WALKS = 12, SLOTS_MOST = 50000 /* and 8 for each instruction */ };

/* What is held of a value where ways meet. */
typedef enum Way {
    WAY_GUESS, /* the same for all lanes but for a part that is known */
    WAY_GROWS, /* at a loop's head: it grows by the same in each round */
    WAY_VARIES /* nothing */
} Way;

bool lane_is_flat(const Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++)
        for (int k = 0; k < fn->ins.at[i].narg; k++) {
            const Opnd *o = &fn->ins.at[i].arg[k];
            if (o->kind == O_SREG && isa_sregs[o->sym->index].shape == SHAPE_TID && isa_sregs[o->sym->index].vec > 1 && o->comp != 0)
                return false;
        }
    return true;
}

static bool sum_varies(const Lanes *w, const Sum *s, const Blk *at)
{
    for (int i = 0; i < s->n; i++)
        if (lane_varies(w, s->term[i].atom, at))
            return true;
    return s->lane != NULL;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

typedef struct Touches { Lanes *w; int at; bool varies, data; int writes, reg[WRITES]; const Blk *blk; } Touches;

static void touch(Touches *t, int reg, bool write)
{
    if (write) {
        if (t->writes < WRITES)
            t->reg[t->writes] = reg;
        t->writes++;
        return;
    }
    const int v = lane_value(t->w, reg);
    if (v < 0) {
        t->varies = t->data = true;
        return;
    }
    t->varies |= t->w->value[v].varies;
    if (t->w->fn->regs.at[reg]->type == T_PRED)
        return;
    const Sum *s = &t->w->value[v].sum;
    for (int i = 0; i < s->n; i++)
        t->data |= t->w->atoms.at[s->term[i].atom].data;
    t->varies |= sum_varies(t->w, s, t->blk);
}

static int value_atom(Lanes *w, int v, bool varies, const Blk *blk)
{
    const int atom = atom_no(w, ATOM_VALUE, v, 0);
    Atom *x = &w->atoms.at[atom];
    w->changed |= varies && !x->varies;
    x->varies |= varies;
    x->blk = blk;
    return atom;
}

/* Whether lanes get different values, all inputs being alike. */
static bool differs_by_nature(const Fn *fn, const Ins *ins)
{
    if (isa_is_warp(ins)) {
        const bool one = ins->mnemonic == INS_SHFL && isa_has_word(ins, MOD_IDX) && isa_opnd(ins, ARG_B)->kind == O_IMM;
        return !one && !isa_is_alike(ins);
    }
    if (isa_emit(ins) == EMIT_LD) {
        const Space s = isa_opnd_space(ins, &ins->arg[isa_arg(ins, ARG_A)]);
        return s == SP_LOCAL || (s == SP_PARAM && !is_kernel_param(fn, ins->arg[isa_arg(ins, ARG_A)].sym));
    }
    for (int i = 0; i < ins->narg; i++)
        if (ins->arg[i].kind == O_SREG && sreg_differs(&isa_sregs[ins->arg[i].sym->index]))
            return true;
    return !isa_is_uniform(ins) || (isa_mem(ins) & MEM_W) || isa_emit(ins) == EMIT_CALL;
}

/* %ctaid.x * k + %tid.x: whoever wrote that has blocks of k threads in mind. */
static void note_tile(Lanes *w, const Sum *s)
{
    int64_t tile = 0;
    for (int i = 0; i < s->n; i++) {
        const AtomKey k = w->atoms.at[s->term[i].atom].key;
        if (k.kind == ATOM_SREG && k.b == 0 && k.a == SREG_CTAID)
            tile = s->term[i].by;
    }
    for (int l = 0; l < w->row && tile; l++)
        tile = s->lane && s->lane[l] == l ? tile : 0;
    if (tile > 0 && (!w->tile || tile < w->tile))
        w->tile = tile;
}

/* An atomic addition, whose result no other one has. */
static bool counts(const Ins *ins) { return ins->mnemonic == INS_ATOM && isa_has_word(ins, MOD_ADD); }

/* What is known of a value of which no sum is. */
static void describe_atom(Atom *a, const Result *r, bool data)
{
    a->data |= data;
    a->bounded = r->bounded;
    a->natural = r->natural || (r->bounded && r->lo >= 0);
    a->multiple = r->multiple;
    a->and = r->and;
    a->or = r->or;
    a->product = r->product;
    a->either = r->either;
    a->lo = r->lo;
    a->hi = r->hi;
}

static void walk_ins(Lanes *w, int at, const Blk *blk)
{
    const Ins *ins = &w->fn->ins.at[at];
    Touches t = {.w = w, .at = at, .blk = blk};
    if (w->out)
        lane_note_access(w, at, blk);
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        touch(&t, ref.reg, ref.write);
    if (!t.writes)
        return;
    Result r = lane_result(w, at);
    const bool differs = differs_by_nature(w->fn, ins), alike = isa_is_warp(ins) && !differs; /* whatever each lane puts in */
    const bool varies = r.only[0] || r.only[1] || differs || (t.varies && !alike);
    if (t.writes > 1) /* not known of which; but of one lane alone */
        r = (Result){.only = {false, r.only[1] && isa_is_warp(ins)}, .sum = r.sum, .anew = r.anew, .may = {UINT32_MAX, UINT32_MAX}, .round = -1};
    const bool only = r.only[0] || r.only[1];
    for (int i = 0; i < t.writes && i < WRITES; i++) {
        const int reg = t.reg[i];
        const int v = w->several[reg] ? w->next++ : reg;
        Value *x = &w->value[v];
        if (w->several[reg])
            w->cur[reg] = v;
        if (w->fn->regs.at[reg]->type == T_PRED) {
            *x = (Value){.done = true, .same = -1, .varies = varies, .only = {r.only[0], r.only[1]}, .may = {r.may[0], r.may[1]},
                         .holds = {r.holds[0], r.holds[1]}, .round = r.round, .rounds = r.rounds};
            if (only)
                x->sum = r.sum;
            if (only && r.anew)
                x->sum.term[x->sum.n++] = (Term){value_atom(w, v, false, blk), 1};
        } else {
            *x = (Value){.done = true, .same = -1, .round = -1, .may = {UINT32_MAX, UINT32_MAX}};
            x->sum = r.known ? r.sum : sum_atom(value_atom(w, v, varies, blk));
            if (!r.known)
                describe_atom(&w->atoms.at[x->sum.term[0].atom], &r, t.data || isa_is_warp(ins) || (isa_mem(ins) != MEM_NONE && !counts(ins)) || isa_emit(ins) == EMIT_CALL);
            else if (w->out)
                note_tile(w, &r.sum);
        }
    }
}

/* ---- branches ---------------------------------------------------------------------------------------------------- */

static int cond_value(const Lanes *w, const Blk *x)
{
    const Ins *ins = x->term >= 0 ? &w->fn->ins.at[x->term] : NULL;
    return ins && ins->guard >= 0 ? lane_value(w, ins->guard) : -1;
}

static void walk_branch(Lanes *w, Blk *x)
{
    const Ins *ins = x->term >= 0 ? &w->fn->ins.at[x->term] : NULL;
    const int v = w->cond[x->id] = cond_value(w, x);
    if (!ins || (ins->guard < 0 && isa_emit(ins) != EMIT_BRX))
        return;
    if (ins->guard >= 0 && v >= 0 && w->value[v].round >= 0) {
        Atom *k = &w->atoms.at[w->value[v].round];
        const Blk *h = w->fn->blk[k->key.a];
        for (int i = 0; i < blk_nsucc(x); i++)
            if (loop_holds(h, x) && !loop_holds(h, blk_succ(x, i)) && cfg_dominates(h, x)) {
                k->bounded = true;
                k->lo = 0;
                k->hi = w->value[v].rounds + 1;
            }
    }
    Touches t = {.w = w, .blk = x};
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        touch(&t, ref.reg, ref.write);
    if (!t.varies || w->spread[x->id])
        return;
    w->spread[x->id] = w->changed = w->parted = true;
    lane_part_leaves(w, x);
}

/* The lanes that may come to a block. */
static void walk_lanes(Lanes *w, const Blk *x)
{
    const Blk *p = x->npred == 1 ? x->pred[0] : x->idom;
    w->mask[x->id] = p ? w->mask[p->id] : w->row < 32 && lane_is_flat(w->fn) ? (1u << w->row) - 1 : UINT32_MAX;
    w->only[x->id] = p ? w->only[p->id] : -1;
    if (w->out)
        facts_of_block(w, x);
    const int v = x->npred == 1 ? w->cond[p->id] : -1;
    if (v < 0)
        return;
    const Ins *ins = &w->fn->ins.at[p->term];
    const bool taken = isa_emit(ins) == EMIT_BRA && p->succ[1] == x;
    if (blk_nsucc(p) > 1 && p->succ[0] == p->succ[1])
        return;
    const bool holds = taken != ins->guard_neg;
    w->mask[x->id] &= w->value[v].may[holds];
    const int outer = w->only[x->id];
    if (w->value[v].only[holds] && (outer < 0 || !lane_all_differ(&w->value[outer].sum) || lane_all_differ(&w->value[v].sum)))
        w->only[x->id] = v;
}

/* ---- where ways meet --------------------------------------------------------------------------------------------- */

static const Sum *sum_at(const Lanes *w, int v) { return &w->value[v].sum; }

/* The part of two sums that differs between lanes is the same. */
static bool same_lanes(const Lanes *w, const Sum *a, const Sum *b, const Blk *at)
{
    if (a->lane != b->lane)
        return false;
    Sum d;
    if (!sum_add((Lanes *)w, a, 1, b, -1, &d))
        return false;
    for (int i = 0; i < d.n; i++)
        if (lane_varies(w, d.term[i].atom, at))
            return false;
    return true;
}

/* By how much a value at the head of a loop grows in a round, if that is known and the same in all rounds. */
static bool grows_by(Lanes *w, const Blk *h, const Sum *head, const int *from, Sum *by)
{
    bool any = false;
    for (int k = 0; k < h->npred; k++) {
        Sum d;
        if (!loop_holds(h, h->pred[k]))
            continue;
        if (from[k] < 0 || !sum_add(w, sum_at(w, from[k]), 1, head, -1, &d) || d.lane || d.n > 1 || (d.n && d.c) ||
            (any && !sum_same(&d, by)))
            return false;
        if (d.n && (lane_varies(w, d.term[0].atom, h) ||
                    (w->atoms.at[d.term[0].atom].blk && loop_holds(h, w->atoms.at[d.term[0].atom].blk))))
            return false;
        *by = d;
        any = true;
    }
    return any;
}

/* What comes together in a value where ways meet. */
typedef struct Join {
    const Blk *at;
    const int *from; /* by predecessor: the value that comes, -1 where nothing is known of it */
    int first;       /* the first of them that does not come round a loop; -1: none */
    int atom;        /* the value itself, where no sum is known for it */
    bool known;      /* all are, and there is a first one */
    bool same;       /* they are one sum */
    bool alike;      /* they differ between lanes by the same */
    bool natural;    /* none is negative */
    Sum part;        /* what differs between lanes, of the first */
} Join;

static bool comes_round(const Blk *x, int k) { return x->is_header && loop_holds(x, x->pred[k]); }

static Join join_begin(Lanes *w, const Blk *x, int v, const int *from)
{
    Join a = {.at = x, .from = from, .first = -1, .atom = atom_no(w, ATOM_VALUE, v, 0), .known = true,
                 .alike = !w->parts[x->id], .natural = true};
    for (int k = 0; k < x->npred; k++) {
        a.known &= from[k] >= 0;
        if (a.first < 0 && from[k] != v && !comes_round(x, k))
            a.first = from[k];
    }
    a.known &= a.first >= 0;
    return a;
}

/* Compares what comes with the first; a step that all differ by becomes the value's. */
static void join_compare(Lanes *w, Join *a, int v)
{
    Value *m = &w->value[v];
    const Sum *s = sum_at(w, a->first);
    Sum d;
    a->part.lane = s->lane;
    for (int i = 0; i < s->n; i++)
        if (lane_varies(w, s->term[i].atom, a->at))
            a->part.term[a->part.n++] = s->term[i];
    a->same = true;
    m->step = w->falls ? m->step : 0;
    for (int k = 0; k < a->at->npred; k++) {
        if (a->from[k] == v)
            continue;
        const Sum *other = sum_at(w, a->from[k]);
        a->alike &= same_lanes(w, other, s, a->at);
        a->natural &= sum_natural(w, other);
        for (int i = 0; i < other->n; i++)
            w->atoms.at[a->atom].data |= w->atoms.at[other->term[i].atom].data;
        a->same &= sum_same(other, s);
        m->step = sum_add(w, other, 1, comes_round(a->at, k) ? &m->sum : s, -1, &d) ? sum_factor(&d, m->step) : 1;
    }
}

/* At a loop's head: the first value and so much more each round, if it grows so from what it was in this walk. */
static bool join_grows(Lanes *w, const Join *a, const Sum *head, Sum *sum)
{
    const Blk *x = a->at;
    const int round = atom_no(w, ATOM_ROUND, x->id, 0);
    const Sum k = sum_atom(round);
    Sum by, growth;
    int entries = 0;
    if (!x->is_header || w->parts[x->id])
        return false;
    for (int i = 0; i < x->npred; i++)
        entries += !loop_holds(x, x->pred[i]);
    w->atoms.at[round].blk = x;
    return entries <= 1 && grows_by(w, x, head, a->from, &by) && sum_multiply(w, &by, &k, &growth) &&
           sum_add(w, sum_at(w, a->first), 1, &growth, 1, sum);
}

/* Something that lanes have alike, besides what differs between them: the first value, if it says of what variable, and so many steps. */
static bool join_guess(Lanes *w, const Join *a, int64_t step, Sum *sum)
{
    const Sum own = sum_atom(a->atom), *s = sum_at(w, a->first);
    const bool zero = !s->n && !s->lane && !s->c;
    const bool place = step > 1 && (zero || lane_root(w, s) >= 0);
    return sum_add(w, place ? s : &a->part, 1, &own, place ? step : 1, sum);
}

/* Where ways meet that are no loop's, and bring what differs by numbers alone: the least of them, and some of their common steps.  So many
 * rounds have been done in front of a loop that does several at a time. */
static bool join_chooses(Lanes *w, const Join *a, int64_t step, Sum *sum)
{
    const Sum *first = sum_at(w, a->first), own = sum_atom(a->atom);
    int64_t lo = 0, hi = 0;
    Sum d;
    if (!a->known || a->same || step < 1 || a->at->is_header)
        return false;
    for (int k = 0; k < a->at->npred; k++) {
        if (!sum_add(w, sum_at(w, a->from[k]), 1, first, -1, &d) || d.n || d.lane || d.c > CHOICE_MOST || d.c < -CHOICE_MOST)
            return false;
        lo = lesser(lo, d.c);
        hi = greater(hi, d.c);
    }
    Sum least = *first;
    least.c = plus(least.c, lo);
    if (!sum_add(w, &least, 1, &own, step, sum))
        return false;
    Atom *x = &w->atoms.at[a->atom];
    const int64_t most = (hi - lo) / step;
    w->changed |= !x->bounded || x->lo || x->hi != most;
    x->bounded = true;
    x->lo = 0;
    x->hi = most;
    return true;
}

/* Anything: one of several numbers, or the first value and some steps.  True: the former. */
static bool join_varies(Lanes *w, const Join *a, int64_t step, Sum *sum)
{
    const Sum own = sum_atom(a->atom);
    if (join_chooses(w, a, step, sum))
        return true;
    if (!a->known || step < 2 || !sum_add(w, sum_at(w, a->first), 1, &own, step, sum))
        *sum = own;
    return false;
}

/* What a value where ways meet is, and as what sum that is held. */
static Way join_way(Lanes *w, const Join *a, const Value *m, Sum *sum)
{
    if (a->same) {
        *sum = *sum_at(w, a->first);
        return (Way)m->way;
    }
    if (a->known && m->way != WAY_VARIES && join_grows(w, a, &m->sum, sum))
        return WAY_GROWS;
    return a->known && a->alike && m->way == WAY_GUESS && join_guess(w, a, m->step, sum) ? WAY_GUESS : WAY_VARIES;
}

/* Gives a value where ways meet its sum for the next walk.  from: those that come, -1 for one of which nothing is known. */
static void meet(Lanes *w, const Blk *x, int v, const int *from)
{
    Value *m = &w->value[v];
    const Way was = (Way)m->way;
    Join a = join_begin(w, x, v, from);
    const Sum own = sum_atom(a.atom);
    Sum sum = own;
    if (a.known)
        join_compare(w, &a, v);
    Way way = join_way(w, &a, m, &sum);
    if (w->falls && (way != was || !sum_same(&sum, &m->sum)))
        way = WAY_VARIES;
    const bool chosen = way == WAY_VARIES && join_varies(w, &a, m->step, &sum);
    Atom *atom = &w->atoms.at[a.atom];
    atom->bounded &= chosen;
    const bool natural = chosen || (a.natural && a.known && sum_same(&sum, &own) && (!w->falls || atom->natural));
    w->changed |= natural != atom->natural;
    atom->natural = natural;
    value_atom(w, v, way == WAY_VARIES, x);
    w->changed |= way != was || !m->done || !sum_same(&sum, &m->sum);
    m->way = way;
    m->sum = sum;
    m->done = true;
}

/* Before the first walk comes to a block: what value number i at its head is taken to be. */
static void guess(Lanes *w, const Blk *x, int i)
{
    const int v = w->slot[x->id] + i;
    Value *m = &w->value[v];
    m->done = true;
    if (w->fn->regs.at[x->live_in.reg[i]]->type == T_PRED)
        return;
    m->sum = sum_atom(value_atom(w, v, false, x));
    for (int k = 0; k < x->npred; k++) {
        const int f = lane_comes(w, x, k, i);
        if (x->pred[k]->id >= x->id || f < 0)
            continue;
        const Sum *s = sum_at(w, f), own = m->sum;
        Sum part = {.lane = s->lane}, sum;
        for (int j = 0; j < s->n; j++)
            if (lane_varies(w, s->term[j].atom, x))
                part.term[part.n++] = s->term[j];
        if (sum_add(w, &part, 1, &own, 1, &sum))
            m->sum = sum;
        w->atoms.at[own.term[0].atom].natural = sum_natural(w, s);
        return;
    }
}

/* The same of a predicate. */
static void meet_pred(Lanes *w, const Blk *x, int v, const int *from)
{
    Value *m = &w->value[v];
    bool varies = w->parts[x->id];
    for (int k = 0; k < x->npred; k++)
        varies |= from[k] < 0 || w->value[from[k]].varies;
    w->changed |= !m->done || (varies && !m->varies);
    m->varies |= varies;
    m->done = true;
}

static void meet_all(Lanes *w)
{
    Fn *fn = w->fn;
    Arena tmp = {0};
    for (int b = 0; b < fn->nblk; b++) {
        const Blk *x = fn->blk[b];
        if (x->npred < 2)
            continue;
        int *from = NEWN(&tmp, int, x->npred);
        for (int i = 0; i < x->live_in.n; i++) {
            const int reg = x->live_in.reg[i], v = w->slot[b] + i;
            if (!w->several[reg] || w->value[v].same >= 0)
                continue;
            for (int k = 0; k < x->npred; k++)
                from[k] = lane_comes(w, x, k, i);
            if (fn->regs.at[reg]->type == T_PRED)
                meet_pred(w, x, v, from);
            else
                meet(w, x, v, from);
        }
        arena_reset(&tmp);
    }
}

/* ---- walks ------------------------------------------------------------------------------------------------------- */

static void leave_block(Lanes *w, const Blk *x)
{
    for (int k = 0; k < blk_nsucc(x); k++) {
        const Blk *y = blk_succ(x, k);
        for (int i = 0; i < y->live_in.n; i++) {
            const int reg = y->live_in.reg[i], v = w->several[reg] ? w->cur[reg] : -1;
            if (y->npred == 1) {
                w->value[w->slot[y->id] + i].same = v;
                continue;
            }
            for (int p = 0; p < y->npred; p++)
                if (y->pred[p] == x)
                    w->from[w->edge[y->id] + p * y->live_in.n + i] = v;
        }
    }
}

/* The values of registers at the head of a block. */
static void enter_block(Lanes *w, const Blk *x)
{
    for (int r = 0; x->id == 0 && r < w->fn->regs.n; r++)
        w->cur[r] = -1;
    for (int i = 0; i < x->live_in.n; i++) {
        const int v = w->slot[x->id] + i;
        if (w->several[x->live_in.reg[i]])
            w->cur[x->live_in.reg[i]] = x->npred == 1 ? w->value[v].same : x->npred > 1 ? v : -1;
    }
}

/* Which value comes where from; those that are always another one. */
static void number_values(Lanes *w)
{
    Fn *fn = w->fn;
    w->next = w->first_write;
    for (int b = 0; b < fn->nblk; b++) {
        enter_block(w, fn->blk[b]);
        for (int i = fn->blk[b]->first; i < fn->blk[b]->end; i++) {
            int n = 0;
            for (Refs ref = ins_refs(&fn->ins.at[i]); writes_next(&ref);)
                if (n++ < WRITES && w->several[ref.reg])
                    w->cur[ref.reg] = w->next++;
        }
        leave_block(w, fn->blk[b]);
    }
    lane_find_same(w);
}

static void walk(Lanes *w)
{
    Fn *fn = w->fn;
    w->next = w->first_write;
    for (int r = 0; r < fn->regs.n; r++)
        w->value[r].done = w->value[r].way == WAY_VARIES && !w->several[r]; /* not written here */
    for (int b = 0; b < fn->nblk; b++) {
        Blk *x = fn->blk[b];
        walk_lanes(w, x);
        enter_block(w, x);
        for (int i = 0; x->npred > 1 && i < x->live_in.n; i++)
            if (w->several[x->live_in.reg[i]] && !w->value[w->slot[b] + i].done)
                guess(w, x, i);
        for (int i = x->first; i < x->end; i++)
            walk_ins(w, i, x);
        walk_branch(w, x);
        leave_block(w, x);
    }
}

/* Room for the values of the function.  False: there are too many. */
static bool make_room(Lanes *w)
{
    Arena *a = w->a;
    Fn *fn = w->fn;
    int *writes = NEWN(a, int, fn->regs.n + 1), total = 0, slots = fn->regs.n, edges = 0;
    for (int b = 0; b < fn->nblk; b++)
        for (int i = fn->blk[b]->first; i < fn->blk[b]->end; i++)
            for (Refs ref = ins_refs(&fn->ins.at[i]); refs_next(&ref);)
                writes[ref.reg] += ref.write;
    w->several = NEWN(a, bool, fn->regs.n + 1);
    for (int r = 0; r < fn->regs.n; r++) {
        w->several[r] = writes[r] > 1;
        total += writes[r] > 1 ? writes[r] : 0;
    }
    w->slot = NEWN(a, int, fn->nblk + 1);
    w->edge = NEWN(a, int, fn->nblk + 1);
    for (int b = 0; b < fn->nblk; b++) {
        w->slot[b] = slots;
        w->edge[b] = edges;
        slots += fn->blk[b]->live_in.n;
        edges += fn->blk[b]->live_in.n * (fn->blk[b]->npred > 1 ? fn->blk[b]->npred : 0);
        if (slots - fn->regs.n + edges > SLOTS_MOST + 8 * fn->ins.n)
            return false;
    }
    w->first_write = slots;
    w->nvalue = slots + total;
    w->value = NEWN(a, Value, w->nvalue + 1);
    for (int v = 0; v < w->nvalue; v++)
        w->value[v] = (Value){.same = -1, .round = -1, .may = {UINT32_MAX, UINT32_MAX}};
    for (int r = 0; r < fn->regs.n; r++)
        if (!writes[r]) { /* a parameter, or anything */
            w->value[r].way = WAY_VARIES;
            w->value[r].sum = sum_atom(value_atom(w, r, !fn->is_entry, NULL));
            w->value[r].varies = !fn->is_entry;
        }
    w->edges = edges;
    w->from = NEWN(a, int, edges + 1);
    w->cur = NEWN(a, int, fn->regs.n + 1);
    w->parts = NEWN(a, bool, fn->nblk + 1);
    w->leaves = NEWN(a, bool, fn->nblk + 1);
    w->meeting = NEWN(a, int, fn->nblk + 1);
    for (int b = 0; b < fn->nblk; b++)
        if (fn->blk[b]->npred > 1)
            w->meeting[w->meetings++] = b;
    w->spread = NEWN(a, bool, fn->nblk + 1);
    return true;
}

/* Walks until nothing changes.  False: that takes too long. */
static bool settle(Lanes *w)
{
    number_values(w);
    for (int i = 0; i < 4 * WALKS; i++) {
        w->changed = w->parted = false;
        walk(w);
        if (w->parted)
            lane_find_parts(w);
        meet_all(w);
        if (!w->changed)
            return true;
        w->falls = i >= WALKS;
    }
    return false;
}

Lanes *lane_analyse(Arena *a, Fn *fn, int row, Accesses *out)
{
    const uint64_t threads = fn->is_entry ? fn_threads(fn) : 0;
    Lanes *w = NEW_OF(a, Lanes, .a = a, .fn = fn, .row = row, .warps = threads && threads < 32 * WARPS_MOST ? (int)(threads + 31) / 32 : WARPS_MOST);
    w->mask = NEWN(a, uint32_t, fn->nblk + 1);
    w->only = NEWN(a, int, fn->nblk + 1);
    w->cond = NEWN(a, int, fn->nblk + 1);
    w->facts = NEWN(a, const Facts *, fn->nblk + 1);
    w->round = NEWN(a, bool, fn->nblk + 1);
    w->known = NEWN(a, Known, KNOWN_MOST);
    w->blind = !make_room(w) || !settle(w);
    w->out = out;
    for (int i = 0; i < 2 && !w->blind; i++) { /* what loops' ends tell is known the second time */
        out->n = 0;
        walk(w);
    }
    for (int b = 0; b < fn->nblk && w->blind; b++) {
        w->mask[b] = UINT32_MAX;
        w->only[b] = -1;
        for (int i = fn->blk[b]->first; i < fn->blk[b]->end; i++)
            lane_note_access(w, i, fn->blk[b]);
    }
    lane_find_guesses(w);
    w->out = NULL;
    return w;
}
