/* lockstep.c: the order of a warp's lanes as the hardware has it.
 *
 * Lanes of a warp that are together do each instruction together, and programs count on it: what some have stored others load
 * next, without a barrier, and without volatile, on targets before sm_70 and after.  Generated code lets each lane run as far
 * as the next barrier or collective.  So a point of synchronisation is put in front of each access that lanes must not come
 * to before all of them have done an earlier one (dependence_test.c), if there is a way from that one to this without such a point; and
 * in front of fences, where programs mean to be seen.  It waits for no lane that is elsewhere.  Atomic operations do not wait for each
 * other, nor do loads that begin one made of atom.cas: these go right in any order.
 *
 * Kernels that are laid out in warps along x, yet never ask for %tid.x, let all lanes of a warp do the same with the same memory,
 * but where %laneid says which: what they add to a variable is added once.  There no address tells that lanes are apart, and each
 * access is one that waits, as with --warp-sync=lockstep.  (So GCC makes OpenMP's.)  What they load together is the same for all,
 * which takes that no other thread of the host stores meanwhile: one runs such a kernel.
 *
 * In: matched instructions.  Out: bar.warp.sync without member mask; later passes take it for the collective that it is. */
#include "normalize/normalize.h"
#include "analysis/lanes/lane_sum.h"

enum { TESTS_MOST = 5000000 }; /* of two accesses; more are not looked at in detail */

typedef struct Order {
    Module *m;
    Fn *fn;
    WarpSync how;
    Arena *a;
    Lanes *lanes;
    Accesses acc;    /* the last stands for all that nothing is known of: calls */
    int n;           /* their number, without that one */
    int *first;      /* by block: its first access */
    bool *point;     /* by instruction: a point stands in front of it */
    Bits now, now_again; /* accesses from which some way leads here without a point, and round a loop around them */
    Bits *free;      /* by block: those from which some way leads to its head without a barrier or collective */
    bool *later;     /* by block: accesses may follow its head */
    bool changed;
    long tests;
    bool one_shape;  /* how a warp's lanes lie in the block is known */
    unsigned rows;   /* how they may lie where some point is needed: bits of ROWS */
    int sure, sure_first; /* two accesses that surely meet, the second and the first; or -1 */
} Order;

/* ---- what instructions do ---------------------------------------------------------------------------------------- */

/* All lanes that are there meet in it. */
static bool is_meeting(const Ins *ins) { return isa_meets(ins) && ins->guard < 0; }

static bool is_fence(const Ins *ins)
{
    return (ins->mnemonic == INS_MEMBAR || ins->mnemonic == INS_FENCE) && !isa_has_word(ins, MOD_PROXY) &&
           !isa_has_word(ins, MOD_MBARRIER_INIT) && isa_emit(ins) != EMIT_NOP;
}

static bool touches_shared(const Ins *ins)
{
    const int a = isa_mem(ins) == MEM_NONE ? -1 : isa_arg(ins, ARG_A);
    return a >= 0 && isa_opnd_space(ins, &ins->arg[a]) == SP_SHARED;
}

/* By node of the graph of calls: functions that touch .shared memory, or come to such a one. */
static const bool *find_sharing(Module *m)
{
    if (!m->sharing)
        m->sharing = call_reaching_some(m, touches_shared);
    return m->sharing;
}

/* What a call may do to memory that lanes share. */
static bool call_touches(const Order *o, const Ins *ins)
{
    const Fn *f = isa_emit(ins) == EMIT_CALL ? call_target(ins) : NULL;
    if (o->how == WARP_LOCKSTEP && isa_emit(ins) == EMIT_CALL && ins->arg[isa_arg(ins, ARG_F)].kind == O_REG)
        return true;
    return f && (o->how == WARP_LOCKSTEP || find_sharing((Module *)o->m)[f->number]);
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

/* Whether a way leads from one access to another without a barrier or collective. */
static bool is_free(const Order *o, int from, int to)
{
    const Blk *x = o->acc.at[to].blk;
    int last = -1; /* meeting before it in its block */
    for (int i = x->first; i < o->acc.at[to].ins; i++)
        last = is_meeting(&o->fn->ins.at[i]) ? i : last;
    return last < 0 ? bits_has(o->free[x->id], from) || (o->acc.at[from].blk == x && from < to)
                    : o->acc.at[from].blk == x && from < to && o->acc.at[from].ins > last;
}

/* A load, and a store that comes to what it loads only through barriers: two stages of a buffer that all warps share.  Were
 * they ever the same one, other warps would load too late. */
static bool in_stages(const Order *o, int first, int second)
{
    const Access *a = &o->acc.at[first], *b = &o->acc.at[second];
    if (a->writes || b->reads || second == o->n || is_free(o, second, first))
        return false;
    for (const Blk *h = a->blk->loop; h; h = h->loop_up)
        if (loop_holds(h, b->blk))
            return true;
    return false;
}

/* The only atom of x that y lacks, as often as once; -1: there is none, or more. */
static int own_atom(const Sum *x, const Sum *y)
{
    int found = -1;
    for (int i = 0; i < x->n; i++) {
        int64_t by = x->term[i].by;
        for (int k = 0; k < y->n; k++)
            by -= y->term[k].atom == x->term[i].atom ? y->term[k].by : 0;
        if (!by)
            continue;
        if (by != 1 || found >= 0)
            return -1;
        found = x->term[i].atom;
    }
    return found;
}

/* The atom that each way round the loop brings for one that is a value at its head; -1: something else. */
static int comes_for(const Order *o, const Blk *header, int atom)
{
    const int number = lane_meets_as(o->lanes, atom);
    int next = -1;
    if (number < 0 || o->lanes->atoms.at[atom].blk != header)
        return -1;
    for (int k = 0; k < header->npred; k++) {
        const int from = loop_holds(header, header->pred[k]) ? lane_comes(o->lanes, header, k, number) : -1;
        const Sum *s = from >= 0 && o->lanes->value[from].done ? &o->lanes->value[from].sum : NULL;
        if (!loop_holds(header, header->pred[k]))
            continue;
        if (!s || s->n != 1 || s->term[0].by != 1 || s->c || s->lane || (next >= 0 && next != s->term[0].atom))
            return -1;
        next = s->term[0].atom;
    }
    return next;
}

/* From round to round each of some values becomes the next one, the last the first; y is among them. */
static bool go_round(const Order *o, const Blk *header, int x, int y)
{
    enum { STAGES_MOST = 6 };
    bool met = false;
    int at = comes_for(o, header, x);
    for (int n = 1; n < STAGES_MOST && at >= 0 && at != x; n++) {
        met |= at == y;
        at = comes_for(o, header, at);
    }
    return met && at == x;
}

/* It stands in the loop, and is at a place that is the atom's there for all threads. */
static bool goes_round(const Order *o, const Blk *h, int atom, const Access *a)
{
    return !a->unknown && !a->is_volatile && loop_holds(h, a->blk) && !lane_varies(o->lanes, atom, a->blk);
}

/* A load and a store through two addresses that are the same for all threads and, with others, take each other's place behind each barrier:
 * what one round stores another one loads.  Were they ever the same memory in a round, other warps would load what is just being stored, too. */
static bool take_turns(const Order *o, int first, int second)
{
    const Access *a = &o->acc.at[first], *b = &o->acc.at[second];
    if (first == o->n || second == o->n || a->writes == b->writes || a->reads == b->reads)
        return false;
    const int x = own_atom(&a->at, &b->at), y = own_atom(&b->at, &a->at);
    const Blk *h = x >= 0 && y >= 0 ? o->lanes->atoms.at[x].blk : NULL;
    return h && h->is_header && goes_round(o, h, x, a) && goes_round(o, h, y, b) && go_round(o, h, x, y) && loop_meets_each_round(o->fn, h);
}

static Meeting meeting(Order *o, int first, int second, bool again)
{
    const Access *a = &o->acc.at[first], *b = &o->acc.at[second];
    if (o->how == WARP_LOCKSTEP)
        return (a->writes || b->writes) && (a->space == b->space || a->unknown || b->unknown) ? MEET_PERHAPS : MEET_NEVER;
    if (++o->tests > TESTS_MOST)
        return (a->writes || b->writes) && a->space == SP_SHARED && b->space == SP_SHARED ? MEET_PERHAPS : MEET_NEVER;
    const Meeting m = lanes_meet(o->lanes, a, b, again);
    return m == MEET_PERHAPS && (in_stages(o, first, second) || take_turns(o, first, second)) ? MEET_NEVER : m;
}

/* Whether an access must wait for all lanes to have done one before. */
static bool must_wait(Order *o, int at)
{
    bool wait = false;
    if (o->tests > TESTS_MOST && o->acc.at[at].space != SP_SHARED)
        return false;
    for (int k = 0; k < 2; k++) {
        const Bits b = k ? o->now_again : o->now;
        for (int i = bits_next(b, 0); i >= 0 && i <= o->n; i = bits_next(b, i + 1)) {
            const Meeting m = meeting(o, i, at, k);
            wait |= m != MEET_NEVER;
            const bool whole = o->acc.at[i].mask == UINT32_MAX && o->acc.at[at].mask == UINT32_MAX; /* else: some warp's */
            if (m == MEET_SURELY && whole && o->one_shape && o->sure < 0) {
                o->sure = at;
                o->sure_first = i;
            }
            if (m != MEET_NEVER && (o->sure >= 0 || !o->one_shape))
                return true;
        }
    }
    return wait;
}

static void clear(Bits b) { memset(b.w, 0, (size_t)b.n * sizeof *b.w); }

static void put_point(Order *o, int ins)
{
    o->changed |= !o->point[ins];
    o->point[ins] = true;
    clear(o->now);
    clear(o->now_again);
}

/* What the access, in the first block of a loop, has to wait for is all done before the loop. */
static bool waits_from_outside(Order *o, const Blk *header, int at)
{
    for (int k = 0; k < 2; k++) {
        const Bits b = k ? o->now_again : o->now;
        for (int i = bits_next(b, 0); i >= 0; i = bits_next(b, i + 1))
            if ((i == o->n || loop_holds(header, o->acc.at[i].blk)) && meeting(o, i, at, k) != MEET_NEVER)
                return false;
    }
    return true;
}

/* Nothing that is ordered is done there. */
static bool is_free_of_order(const Ins *ins)
{
    return isa_mem(ins) == MEM_NONE && isa_emit(ins) != EMIT_CALL && !isa_meets(ins) && !is_fence(ins);
}

/* The block in front of the one that begins with what must wait, at the end of which the point may stand instead; or NULL. */
static const Blk *block_before(Order *o, const Blk *x, int at)
{
    const bool branch = x->npred == 1 && x->pred[0]->loop == x->loop && !o->lanes->blind && o->lanes->spread[x->pred[0]->id];
    if (branch)
        return x->pred[0];
    const Blk *p = x->is_header && waits_from_outside(o, x, at) ? loop_only_pred(x, false) : NULL;
    return p && p->end > p->first && is_free_of_order(&o->fn->ins.at[p->end - 1]) ? p : NULL;
}

/* Where the point for an access goes: in front of a branch that lanes may take differently, rather than behind it, and of a loop, rather
 * than in it, if no access lies between. */
static int place_of_point(Order *o, const Blk *x, int ins, int at, bool first)
{
    for (const Blk *p; first && (p = block_before(o, x, at));) {
        x = p;
        ins = x->end - 1;
        first = o->first[x->id] == o->first[x->id + 1];
        for (int i = x->first; i < x->end; i++)
            first &= isa_emit(&o->fn->ins.at[i]) != EMIT_CALL && !is_meeting(&o->fn->ins.at[i]) && !is_fence(&o->fn->ins.at[i]);
    }
    return ins;
}

static void do_access(Order *o, const Blk *x, int at, bool first)
{
    const int ins = o->acc.at[at].ins;
    if (!o->point[ins] && must_wait(o, at))
        put_point(o, at == o->n ? ins : place_of_point(o, x, ins, at, first));
    bits_add(o->now, at);
}

/* One lane comes to the block at most. */
static bool is_for_one(const Lanes *w, const Blk *x)
{
    const int only = w->only[x->id];
    return (only >= 0 && lane_all_differ(&w->value[only].sum)) || (w->mask[x->id] & (w->mask[x->id] - 1)) == 0;
}

/* Goes through a block with the accesses before it in now. */
static void pass_block(Order *o, const Blk *x)
{
    int at = o->first[x->id];
    bool first = true;
    bool later = false;
    for (int k = 0; k < blk_nsucc(x); k++)
        later |= o->later[blk_succ(x, k)->id];
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &o->fn->ins.at[i];
        if (o->point[i] || is_meeting(ins)) {
            clear(o->now);
            clear(o->now_again);
            first &= !is_meeting(ins);
        }
        const bool access = at < o->first[x->id + 1] && o->acc.at[at].ins == i;
        const bool any = bits_next(o->now, 0) >= 0 || bits_next(o->now_again, 0) >= 0;
        if (is_fence(ins)) {
            if (any && (later || at < o->first[x->id + 1]) && !is_for_one(o->lanes, x))
                put_point(o, i);
            first = false;
        } else if (call_touches(o, ins)) {
            o->acc.at[o->n].ins = i;
            o->acc.at[o->n].blk = x;
            do_access(o, x, o->n, false);
            first = false;
        } else if (access) {
            do_access(o, x, at++, first);
            first = false;
        }
    }
}

/* The accesses from which ways lead to the head of a block. */
static void gather(Order *o, const Blk *x, const Bits *out, const Bits *out_again)
{
    clear(o->now);
    clear(o->now_again);
    for (EACH_OF(const Blk, p, x->pred, x->npred)) {
        const Bits f = out[p->id], g = out_again[p->id];
        bits_or(o->now_again, g);
        if (x->is_header && loop_holds(x, p))
            o->lanes->round[x->id] |= bits_next(f, 0) >= 0 || bits_next(g, 0) >= 0;
        if (!(x->is_header && loop_holds(x, p))) {
            bits_or(o->now, f);
            continue;
        }
        for (int i = bits_next(f, 0); i >= 0; i = bits_next(f, i + 1))
            bits_add(i == o->n || loop_holds(x, o->acc.at[i].blk) ? o->now_again : o->now, i);
    }
}

/* Whether accesses may follow the heads of the blocks. */
static void find_later(Order *o)
{
    for (int b = 0; b < o->fn->nblk; b++) {
        const Blk *x = o->fn->blk[b];
        o->later[b] = o->first[b] < o->first[b + 1] || !o->fn->is_entry;
        for (int i = x->first; i < x->end && !o->later[b]; i++)
            o->later[b] = isa_emit(&o->fn->ins.at[i]) == EMIT_CALL;
    }
    for (AGAIN(changed))
        for (int b = o->fn->nblk; b-- > 0;)
            for (int k = 0; k < blk_nsucc(o->fn->blk[b]) && !o->later[b]; k++)
                changed |= o->later[b] = o->later[blk_succ(o->fn->blk[b], k)->id];
}

/* Fills free. */
static void find_free(Order *o)
{
    Fn *fn = o->fn;
    o->free = NEWN(o->a, Bits, fn->nblk);
    for (int b = 0; b < fn->nblk; b++)
        o->free[b] = bits_new(o->a, o->n + 1);
    for (AGAIN(changed))
        for (int b = 0; b < fn->nblk; b++) {
            const Blk *x = fn->blk[b];
            int from = o->first[b], last = -1;
            for (int i = x->first; i < x->end; i++)
                last = is_meeting(&fn->ins.at[i]) ? i : last;
            while (from < o->first[b + 1] && o->acc.at[from].ins < last)
                from++;
            bits_copy(o->now, o->free[b]);
            if (last >= 0)
                clear(o->now);
            for (int i = from; i < o->first[b + 1]; i++)
                bits_add(o->now, i);
            for (int k = 0; k < blk_nsucc(x); k++)
                changed |= bits_or(o->free[blk_succ(x, k)->id], o->now);
        }
}

/* Puts points until no access is left that comes too early. */
static void find_points(Order *o)
{
    enum { ROUNDS = 40 };
    Fn *fn = o->fn;
    Bits *out = NEWN(o->a, Bits, fn->nblk), *out_again = NEWN(o->a, Bits, fn->nblk);
    for (int b = 0; b < fn->nblk; b++) {
        out[b] = bits_new(o->a, o->n + 1);
        out_again[b] = bits_new(o->a, o->n + 1);
    }
    o->now = bits_new(o->a, o->n + 1);
    o->now_again = bits_new(o->a, o->n + 1);
    find_free(o);
    o->changed = true;
    for (int round = 0; o->changed && round < ROUNDS; round++) {
        o->changed = false;
        for (int b = 0; b < fn->nblk; b++) {
            gather(o, fn->blk[b], out, out_again);
            if (b == 0 && !fn->is_entry)
                bits_add(o->now, o->n); /* whatever the caller did */
            pass_block(o, fn->blk[b]);
            for (int k = 0; k < 2; k++) {
                const Bits from = k ? o->now_again : o->now, to = k ? out_again[b] : out[b];
                o->changed |= memcmp(from.w, to.w, (size_t)to.n * sizeof *to.w) != 0;
                bits_copy(to, from);
            }
        }
    }
}

/* ---- a function -------------------------------------------------------------------------------------------------- */

static void order_rows(Order *o, int row)
{
    Fn *fn = o->fn;
    memset(&o->acc, 0, sizeof o->acc);
    o->lanes = lane_analyse(o->a, fn, row, &o->acc);
    o->n = o->acc.n;
    array_add(o->a, &o->acc, ((Access){.ins = -1, .root = -1, .space = SP_SHARED, .reads = true, .writes = true,
                                       .unknown = true, .bytes = 16, .mask = UINT32_MAX, .blk = fn->blk[0]}));
    for (int b = 0, i = 0; b <= fn->nblk; b++) {
        o->first[b] = i;
        while (b < fn->nblk && i < o->n && o->acc.at[i].blk == fn->blk[b])
            i++;
    }
    find_later(o);
    find_points(o);
}

/* Rows of a block that a warp may lie in: as many of its lanes are in each.  False: no point is needed. */
static bool order_shapes(Order *o)
{
    static const int rows[] = {32, 16, 8}; /* by bit of ROWS */
    const uint32_t x = o->fn->reqntid[0];
    const bool flat = lane_is_flat(o->fn);
    bool *all = NEWN(o->a, bool, o->fn->ins.n + 1), any = false;
    o->one_shape = flat || x;
    o->rows = ROWS_ALL;
    for (int i = 0; i < 3; i++) {
        const bool part = flat && i; /* blocks of no more threads, where in wider ones lanes surely meet */
        bool some = o->tests > TESTS_MOST || o->how != WARP_AUTO;
        if (part ? o->sure < 0 : o->one_shape && rows[i] != (!flat && (x == 16 || x == 8) ? (int)x : 32))
            continue;
        o->point = NEWN(o->a, bool, o->fn->ins.n + 1);
        order_rows(o, rows[i]);
        for (int k = 0; k < o->fn->ins.n; k++) {
            some |= o->point[k];
            any |= all[k] |= o->point[k] && !part;
        }
        o->rows &= some ? ROWS_ALL : ~(1u << (i + 2 * part));
    }
    o->point = all;
    return any;
}

static Ins made_barrier(const Module *m, const Fn *fn, Arena *a, const Ins *before, const char *text, uint32_t operand)
{
    Opnd o = opnd_number(operand, T_U32);
    o.loc = before->loc;
    const Ins at = {.loc = before->loc, .made = true, .line = before->line, .line_file = before->line_file};
    Module newest = *m; /* nobody wrote it, so no version or target lacks it */
    newest.version = 90;
    newest.target = 90;
    return ins_new(&newest, fn, a, &at, text, &o, 1);
}

static void insert(const Order *o)
{
    InsList out;
    for (Rewrite w = rewrite_begin(o->m, o->fn, &out); rewrite_next(&w); rewrite_keep(&w)) {
        Ins point = o->point[w.i] ? made_barrier(o->m, o->fn, o->m->arena, w.ins, "bar.warp.sync", UINT32_MAX) : (Ins){0};
        if (!o->point[w.i])
            continue;
        point.arg[isa_arg(&point, ARG_M)].kind = O_NONE; /* the lanes that are there */
        point.rows = (uint8_t)o->rows;
        rewrite_add(&w, point);
    }
}

unsigned lockstep_drop(Module *m, Fn *fn)
{
    enum { TWICE_MOST = 1500 }; /* instructions of a function of which there is another version */
    unsigned rows = 0, meets = 0;
    for (int i = 0; i < fn->ins.n; i++) {
        const Ins *ins = &fn->ins.at[i];
        rows |= ins->rows;
        meets |= isa_is_warp(ins) && !ins->rows ? ROWS_ALL & ~ROWS_32 : 0;
    }
    const unsigned others = rows && fn->ins.n <= TWICE_MOST ? ROWS_ALL & ~rows & ~meets : 0;
    InsList out;
    if (others)
        for (Rewrite w = rewrite_begin(m, fn, &out); rewrite_next(&w);)
            if (!w.ins->rows)
                rewrite_keep(&w);
    return others;
}

bool lockstep_widen(Module *m, Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++)
        if (isa_is_warp(&fn->ins.at[i]) && !fn->ins.at[i].made)
            return false;
    const InsList was = fn->ins;
    fn->ins = (InsList){0};
    for (int i = 0; i < was.n; i++)
        array_add(m->code, &fn->ins, isa_is_warp(&was.at[i]) ? made_barrier(m, fn, m->code, &was.at[i], "bar.sync", 0) : was.at[i]);
    return true;
}

/* Whether there is anything to order: a fence, or two accesses one of which writes. */
static bool wants_order(const Fn *fn)
{
    int accesses = 0, writes = 0;
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++) {
        if (!ins->form)
            return false;
        if (is_fence(ins))
            return true;
        accesses += isa_mem(ins) != MEM_NONE;
        writes += (isa_mem(ins) & MEM_W) != 0;
    }
    return writes && accesses > 1;
}

static void tell(const Order *o)
{
    const Ins *second = &o->fn->ins.at[o->acc.at[o->sure].ins], *first = &o->fn->ins.at[o->acc.at[o->sure_first].ins];
    warn_at(WARN_WARP_SYNC, second->loc, "other lanes of the warp have to do with this memory just before, with no barrier "
            "between; from sm_70 on that takes bar.warp.sync");
    note_at(first->loc, "their access is here");
}

static void order_function(Module *m, Fn *fn, WarpSync how)
{
    Arena a = {0};
    cfg_build(&a, fn, false);
    live_build(&a, fn, false);
    Order o = {.m = m, .fn = fn, .how = how, .a = &a, .sure = -1};
    o.first = NEWN(&a, int, fn->nblk + 1);
    o.later = NEWN(&a, bool, fn->nblk + 1);
    const bool any = order_shapes(&o);
    if (o.sure >= 0 && m->target >= 70)
        tell(&o);
    if (any && how != WARP_INDEPENDENT)
        insert(&o);
    cfg_end(&a, fn);
}

/* ---- lanes that do the same ------------------------------------------------------------------------------------------ */

enum { READS_X = 1, READS_ROW = 2, READS_LANE = 4 }; /* %tid.x or all of %tid; another of its numbers; %laneid */

static unsigned numbers_read(const Fn *fn)
{
    unsigned reads = 0;
    for (int i = 0; i < fn->ins.n; i++)
        for (int k = 0; k < fn->ins.at[i].nop; k++) {
            const Opnd *o = &fn->ins.at[i].op[k];
            if (opnd_is_sreg(o, SREG_TID))
                reads |= o->comp > 0 ? READS_ROW : READS_X;
            else if (opnd_is_sreg(o, SREG_LANEID))
                reads |= READS_LANE;
        }
    return reads;
}

/* What a kernel and all that it comes to reads, which is marked in reached. */
static unsigned numbers_reached(Arena *a, const CallGraph *g, int kernel, const unsigned *reads, int n, bool *reached)
{
    Array(int) todo = {0};
    unsigned all = 0;
    array_add(a, &todo, kernel);
    reached[kernel] = true;
    for (int t = 0; t < todo.n; t++) {
        const int v = todo.at[t];
        all |= v < n ? reads[v] : 0;
        for (int e = g->at[v]; e < g->at[v + 1]; e++)
            if (!reached[g->to[e]]) {
                reached[g->to[e]] = true;
                array_add(a, &todo, g->to[e]);
            }
    }
    return all;
}

/* By function: a kernel whose lanes are told apart by %laneid alone comes to it. */
static const bool *find_alike(Arena *a, Module *m)
{
    const CallGraph *g = call_graph(m);
    bool *alike = NEWN(a, bool, m->fns.n + 1);
    unsigned *reads = NEWN(a, unsigned, m->fns.n + 1);
    for (int i = 0; i < m->fns.n; i++)
        reads[i] = numbers_read(m->fns.at[i]);
    for (int i = 0; i < m->fns.n; i++) {
        bool *reached = m->fns.at[i]->is_entry ? NEWN(a, bool, g->n + 1) : NULL;
        if (!reached || numbers_reached(a, g, i, reads, m->fns.n, reached) != (READS_ROW | READS_LANE))
            continue;
        m->fns.at[i]->alike = true;
        for (int k = 0; k < m->fns.n; k++)
            alike[k] |= reached[k];
    }
    return alike;
}

void lockstep_insert(Module *m, WarpSync how)
{
    Arena a = {0};
    const bool *alike = find_alike(&a, m);
    for (int i = 0; i < m->fns.n; i++) {
        if (!m->fns.at[i]->is_proto && m->fns.at[i]->ins.n && wants_order(m->fns.at[i]) &&
            (how != WARP_INDEPENDENT || (m->target >= 70 && warn_on(WARN_WARP_SYNC))))
            order_function(m, m->fns.at[i], how == WARP_AUTO && alike[i] ? WARP_LOCKSTEP : how);
    }
    arena_reset(&a);
}
