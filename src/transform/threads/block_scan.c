/* block_scan.c: sums of all before, which the threads of a block make in shared memory step by step, as one running sum.
 *
 *   for (d = 1; d < n; d *= 2) { o = t >= d ? s[t - d] : 0; barrier; s[t] += o; barrier; }
 *
 * A block of 256 threads takes 256 sums in each of 8 rounds for that, with two barriers each; or it goes through a tree up and down.  One
 * thread needs 256 sums in all.  What the rounds, in a loop or not, make of shared memory is followed for all threads of blocks of 32, 64,
 * … 1024 (block_walk.c).  If each element has then got what it and all before it had in the beginning, or all before it alone,
 * thread 0 adds up instead; in blocks of a size for which that has been seen, others do as they did.  So it does where one element
 * has got the sum of all, made by threads of which each second, fourth, … one has summed neighbours.  Only integers: sums of floats depend on
 * their order, and for their minima and maxima a chain takes as long as rounds in vectors.  What else the rounds have left, in memory or
 * registers, nobody may look at, or it is made anew.
 *
 * The way begins behind a barrier, or in front of a loop whose rounds begin with one, which then stands in front of the sums, too.  Words may be
 * left out after each so many elements, as programs do against conflicts of banks.  A store of the sum of all to global memory on the way, at a
 * place that is the same for all, be it only where the caller wants it, is then thread 0's.
 *
 * Requires: uniform.c's values: all threads that have not ended are at the barrier, and none have.  Invalidates: blocks and analyses.  Cost: for
 * each barrier what a block of 32 threads does behind it until memory is combined; then of up to 1024.  Fires on tests/run/block_scans,
 * tests/bench/programs/digits, encode, runs, leaders, prefix. */
#include "transform/threads/block_walk.h"
#include "transform/new_code.h"

enum { SMALLEST = 32, PROBE = 64, USUAL = 256, LARGEST = 1024, SCANS_MOST = 4, KEPT_MOST = 48, ROUNDS_LEAST = 4, MOVED_DEPTH = 8, LARGE = 4000 /* instructions of kernels that are left alone */ };

/* Elements in a row, whose sums go to another, or the same; only_before: without the element itself.  total: that of all, to one place.  whole: the
 * sum of all is wanted in a register, too. */
typedef struct Row { uint32_t at, step; Gaps gaps; } Row;
typedef struct Scan {
    const Sym *sym, *to_sym;
    const Ins *by;
    Row from, to;
    uint32_t n, per; /* per: of them for each thread of the block, if so many */
    bool only_before, total, whole;
} Scan;

/* A store to global memory of the sum of all of a scan: block_walk.h. */
typedef struct Told { int store, guard, scan; bool guard_neg; } Told;

/* What a register has behind: a + b * thread; of elements, it is read from there. */
typedef struct Kept { int reg; const Sym *sym; uint32_t a, b; bool loads; } Kept;

typedef struct Plot {
    int begin, at; /* the instructions that it is instead of */
    bool meets;    /* there is no barrier in front of it */
    Scan scan[SCANS_MOST];
    Kept kept[KEPT_MOST];
    int moved[KEPT_MOST]; /* instructions that are done in front of both instead, in their order */
    Told told[SCANS_MOST];
    int nscan, nkept, nmoved, ntold;
    uint32_t least, most; /* threads of blocks that it is for; of those, powers of two */
    bool by_size;         /* as many elements for each thread in all of them */
} Plot;

/* ---- what has become of memory ------------------------------------------------------------------------------------------- */

static uint32_t place(Row row, uint32_t r) { return block_walk_place(row.at, row.step, row.gaps, r); }

static bool same_gaps(Gaps x, Gaps y) { return x.every == y.every && x.skip == y.skip; }
static bool same_row(Row x, Row y) { return x.at == y.at && x.step == y.step && same_gaps(x.gaps, y.gaps); }

/* The part is the first of those elements. */
static bool begins(const Cell *c, Row row)
{
    return c->at == row.at && (c->n == 1 || (c->step == row.step && (same_gaps(c->gaps, row.gaps) || (!c->gaps.every && c->n <= row.gaps.every))));
}

static Row row_of(const Cell *c) { return (Row){c->at, c->step, c->gaps}; }

static bool is_sum(const Element *e, const Cell *of, uint32_t n)
{
    const Cell *c = &e->cell;
    return c->kind == CELL_PART && c->sym == of->sym && c->bytes == of->bytes && c->n == n && begins(c, row_of(of));
}

/* The element of an area that has most elements' sum. */
static const Element *find_last(const Area *a)
{
    const Element *last = NULL;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->at[i].stored && a->at[i].cell.kind == CELL_PART && (!last || a->at[i].cell.n > last->cell.n))
            last = &a->at[i];
    return last;
}

static const Element *element_at(const Area *a, uint32_t at)
{
    return at % a->bytes == 0 && at / a->bytes < a->n ? &a->at[at / a->bytes] : NULL;
}

static bool is_none(const Element *e, const Cell *of)
{
    return e && of->bytes == 4 && e->stored && e->cell.kind == CELL_NUMBER && e->cell.at == (uint32_t)of->op->none;
}

/* Where the elements lie that have the sums of 1, 2, … of them, up to the last one, if any do; before: in front of these nothing is summed. */
static Row row_of_sums(const Area *a, const Element *last, bool *before)
{
    const Cell *of = &last->cell;
    const uint32_t end = (uint32_t)(last - a->at);
    const Row own = row_of(of);
    uint32_t step = 1;
    *before = of->gaps.every && end * a->bytes == place(own, of->n) && is_none(element_at(a, own.at), of);
    if (of->gaps.every)
        return own;
    while (step <= end && !is_sum(&a->at[end - step], of, of->n - 1))
        step++;
    if (step > end || end < (of->n - 1) * step)
        return (Row){0};
    const uint32_t first = end - (of->n - 1) * step;
    *before = first >= step && is_none(&a->at[first - step], of);
    return (Row){.at = (first - (*before ? step : 0)) * a->bytes, .step = step * a->bytes};
}

/* The scan whose last sum the element has, if there is one; or the sum of all, unless threads side by side have summed elements side by side: those
 * are vectors. */
static bool find_scan(const Area *a, const Element *last, Scan *s)
{
    const Cell *of = &last->cell;
    *s = (Scan){.sym = of->sym, .to_sym = a->sym, .by = of->by, .from = row_of(of), .n = of->n};
    s->to = row_of_sums(a, last, &s->only_before);
    bool ladder = true;
    for (uint32_t r = 0; r < of->n && ladder; r++) {
        const Element *e = element_at(a, place(s->to, r + s->only_before));
        ladder = e && is_sum(e, of, r + 1);
    }
    s->n += s->only_before;
    if (!ladder)
        *s = (Scan){.sym = of->sym, .to_sym = a->sym, .by = of->by, .from = row_of(of), .to = {.at = (uint32_t)(last - a->at) * a->bytes}, .n = of->n, .total = true};
    return (ladder || !of->halved) && (!of->gaps.every || s->n % of->gaps.every == 0);
}

static bool holds(const Sym *sym, Row row, uint32_t n, const Sym *at_sym, uint32_t at)
{
    if (sym != at_sym || at < row.at)
        return false;
    if (!row.gaps.every)
        return row.step ? (at - row.at) % row.step == 0 && (at - row.at) / row.step < n : at == row.at;
    const uint32_t group = row.gaps.every * row.step + row.gaps.skip, in = (at - row.at) % group;
    return in % row.step == 0 && in / row.step < row.gaps.every && (at - row.at) / group * row.gaps.every + in / row.step < n;
}

/* The plot makes what is in the element. */
static bool is_made(const Plot *p, const Area *a, const Element *e)
{
    bool any = false;
    for (int i = 0; i < p->nscan; i++)
        any |= holds(p->scan[i].to_sym, p->scan[i].to, p->scan[i].n, a->sym, (uint32_t)(e - a->at) * a->bytes);
    return any;
}

/* No scan writes where it, or another one, reads what it has not yet read. */
static bool are_apart(const Plot *p)
{
    bool apart = true;
    for (int i = 0; i < p->nscan; i++)
        for (int k = 0; k < p->nscan; k++) {
            const Scan *s = &p->scan[i], *o = &p->scan[k];
            const bool same = i == k && (s->total || (s->sym == s->to_sym && same_row(s->from, s->to)));
            for (uint32_t r = 0; r < s->n && !same; r++)
                apart &= !holds(o->sym, o->from, o->n, s->to_sym, place(s->to, r));
        }
    return apart;
}

/* ---- what the rounds leave besides ---------------------------------------------------------------------------------------- */

static bool is_left(const Plot *p, const Area *a, const Element *e) { return e->stored && !is_made(p, a, e); }

/* Whether instruction i may read an element that the rounds have left otherwise than the plot does. */
static bool looks_at_left(Walk *w, const Plot *p, int i)
{
    const Ins *ins = &w->b->fn->ins.at[i];
    if (isa_emit(ins) == EMIT_ST || (!isa_accesses(ins) && isa_emit(ins) != EMIT_CALL))
        return false;
    const Space space = isa_space(ins);
    if (isa_emit(ins) != EMIT_CALL && space != SP_SHARED && space != SP_GENERIC)
        return false;
    if (isa_emit(ins) != EMIT_LD || space == SP_GENERIC)
        return true;
    const uint32_t bytes = (uint32_t)type_bytes(isa_slot_type(ins, SLOT_TYPE));
    for (uint32_t t = 0; t < w->threads; t++) {
        const Cell c = block_walk_address(w, i, (int)t);
        const Element *e = c.kind == CELL_ADDRESS ? block_walk_element(w, c.sym, c.at) : NULL;
        if (c.kind != CELL_ADDRESS || isa_opnd(ins, ARG_D)->kind == O_VEC)
            return true;
        for (const Area *a = w->areas.at; array_has(w->areas, a); a++)
            if (a->sym == c.sym && ((e && is_left(p, a, e)) || a->bytes != bytes))
                return true;
    }
    return false;
}

/* Whether something behind looks at what is left. */
static bool leaves_seen(Walk *w, const Plot *p)
{
    const Blk *x = w->b->blk_of[w->at];
    Reach d = reach_begin(w->a, w->b->fn);
    bool any = false, seen = false;
    for (int k = 0; k < w->areas.n; k++)
        for (uint32_t i = 0; i < w->areas.at[k].n; i++)
            any |= is_left(p, &w->areas.at[k], &w->areas.at[k].at[i]);
    for (int i = w->at; i < x->end && any; i++)
        seen |= looks_at_left(w, p, i);
    for (reach_add(&d, x); any && !seen && (x = reach_next(&d)); reach_add(&d, x))
        for (int i = x->first; i < x->end; i++)
            seen |= looks_at_left(w, p, i);
    return seen;
}

/* ---- registers ------------------------------------------------------------------------------------------------------------ */

/* What comes of a register from instruction i to the end of its block. */
typedef enum Fate { FATE_OPEN, FATE_READ, FATE_WRITTEN } Fate;

static Fate fate_in(const Walk *w, int reg, int i, int end)
{
    for (; i < end; i++) {
        const RegMentions m = ins_mentions(&w->b->fn->ins.at[i], reg);
        if (m.reads || m.writes)
            return m.reads ? FATE_READ : FATE_WRITTEN;
    }
    return FATE_OPEN;
}

/* Whether it is read behind, as the way has left it. */
static bool is_wanted(const Walk *w, int reg)
{
    const Blk *x = w->b->blk_of[w->at];
    Reach d = reach_begin(w->a, w->b->fn);
    Fate f = fate_in(w, reg, w->at, x->end);
    while (x && f != FATE_READ) {
        if (f == FATE_OPEN)
            reach_add(&d, x);
        x = reach_next(&d);
        f = x ? fate_in(w, reg, x->first, x->end) : f;
    }
    return f == FATE_READ;
}

/* What thread t of a scan gets: its place; false: it has something else. */
static bool sum_place(const Plot *p, Cell c, Cell *at)
{
    for (int i = 0; i < p->nscan; i++) {
        const Scan *s = &p->scan[i];
        if (c.kind == CELL_PART && c.sym == s->sym && begins(&c, s->from) && c.n <= s->n - s->only_before && (!s->total || c.n == s->n)) {
            *at = (Cell){.kind = CELL_ADDRESS, .sym = s->to_sym, .at = place(s->to, c.n - !s->only_before)};
            return true;
        }
    }
    return false;
}

static bool keep_number(Walk *w, const Plot *p, Kept *k)
{
    Cell c[2] = {{0}};
    for (uint32_t t = 0; t < w->threads; t++) {
        Cell now = block_walk_value(w, k->reg, (int)t);
        const bool loads = now.kind == CELL_PART;
        if (loads && !sum_place(p, now, &now))
            return false;
        if (t < 2)
            c[t] = now;
        k->loads = t ? k->loads : loads;
        if (loads != k->loads || (now.kind != CELL_NUMBER && now.kind != CELL_ADDRESS) || now.kind != c[0].kind || now.sym != c[0].sym ||
            now.at != c[0].at + t * (c[1].at - c[0].at))
            return false;
    }
    k->sym = c[0].sym;
    k->a = c[0].at;
    k->b = c[1].at - c[0].at;
    return true;
}

static bool is_moved(const Plot *p, int at)
{
    bool any = false;
    for (int i = 0; i < p->nmoved; i++)
        any |= p->moved[i] == at;
    return any;
}

/* Has an instruction of the way done in front of it, with what it needs: of what comes from there alone.  False: that can't be. */
static bool move(const Walk *w, Plot *p, int at, int depth)
{
    const Back *b = w->b;
    const Ins *ins = &b->fn->ins.at[at];
    if (back_comes_before(b, at, w->behind) || is_moved(p, at))
        return true;
    if (depth == MOVED_DEPTH || !back_comes_before(b, w->behind, at) || ins->pseudo || !ins_is_pure(ins))
        return false;
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (!back_one_value(b, r.reg) || (!r.write && !move(w, p, b->reg[r.reg].def, depth + 1)))
            return false;
    if (p->nmoved == KEPT_MOST)
        return false;
    p->moved[p->nmoved++] = at;
    return true;
}

static bool find_kept(Walk *w, Plot *p)
{
    const Fn *fn = w->b->fn;
    for (int r = 0; r < fn->regs.n; r++) {
        if (!w->wrote[r] || !is_wanted(w, r))
            continue;
        const int nmoved = p->nmoved;
        if (back_one_value(w->b, r) && move(w, p, w->b->reg[r].def, 0))
            continue;
        p->nmoved = nmoved;
        Kept k = {.reg = r};
        const Type t = fn->regs.at[r]->type;
        if (p->nkept == KEPT_MOST || fn->regs.at[r]->vec > 1)
            return false;
        if (type_info[t].bits != 32 || !keep_number(w, p, &k))
            return false;
        p->kept[p->nkept++] = k;
    }
    return true;
}

/* ---- a way ---------------------------------------------------------------------------------------------------------------- */

/* Another area has the sum of more of these elements: this one is left from the round before. */
static bool is_fewer(const Walk *w, const Cell *c)
{
    bool fewer = false;
    for (int i = 0; i < w->areas.n; i++) {
        const Element *last = find_last(&w->areas.at[i]);
        fewer |= last && last->cell.sym == c->sym && last->cell.at == c->at && last->cell.n > c->n;
    }
    return fewer;
}

/* What is stored outside on the way: sums of all. */
static bool find_told(const Walk *w, Plot *p)
{
    for (const Sent *s = w->sent.at; array_has(w->sent, s); s++) {
        const int reg = isa_address(&w->b->fn->ins.at[s->at])->reg;
        int k = 0;
        while (k < p->nscan && !(s->cell.n == p->scan[k].n && s->cell.sym == p->scan[k].sym && begins(&s->cell, p->scan[k].from)))
            k++;
        if (k == p->nscan || p->ntold == SCANS_MOST || !back_one_value(w->b, reg) || !move(w, p, w->b->reg[reg].def, 0))
            return false;
        if (s->guard >= 0 && (!back_one_value(w->b, s->guard) || !move(w, p, w->b->reg[s->guard].def, 0)))
            return false;
        p->scan[k].whole = true;
        p->told[p->ntold++] = (Told){.store = s->at, .guard = s->guard, .guard_neg = s->guard_neg, .scan = k};
    }
    return true;
}

/* What could be done instead of the way so far. */
static bool find_plot(Walk *w, Plot *p)
{
    *p = (Plot){.begin = w->begin, .at = w->at, .meets = w->behind == w->begin, .least = w->threads, .most = w->threads, .by_size = true};
    for (int i = 0; i < w->areas.n; i++) {
        const Element *last = find_last(&w->areas.at[i]);
        if (!last || last->cell.n < 3 || is_fewer(w, &last->cell))
            continue;
        if (p->nscan == SCANS_MOST || !find_scan(&w->areas.at[i], last, &p->scan[p->nscan]))
            return false;
        Scan *s = &p->scan[p->nscan++];
        s->per = s->n % w->threads ? 0 : s->n / w->threads;
        p->by_size &= s->per > 0;
    }
    return p->nscan && are_apart(p) && find_told(w, p) && find_kept(w, p) && !leaves_seen(w, p);
}

/* The longest way of a block of so many threads; but to no store outside behind all that is done in shared memory. */
static bool walk(const Back *b, int begin, uint32_t threads, Plot *p)
{
    Arena tmp = {0};
    Walk w = block_walk_begin(&tmp, b, begin, threads);
    bool any = false;
    int stores = 0;
    while (block_walk_on(&w) && (w.combined || w.phase < 3)) {
        Plot now;
        if (w.phase < ROUNDS_LEAST || !find_plot(&w, &now) || (any && w.stores == stores && now.ntold > p->ntold))
            continue;
        *p = now;
        stores = w.stores;
        any = true;
    }
    arena_reset(&tmp);
    return any;
}

/* Whether some threads may have gone another way, such as to their end, when others come to the walk's beginning. */
static bool some_are_elsewhere(const Walk *w)
{
    const Back *b = w->b;
    const Blk *at = b->blk_of[w->behind];
    bool any = false;
    for (int i = 0; i < b->fn->nblk && !any; i++) {
        const Blk *x = b->fn->blk[i];
        const Ins *end = x->term >= 0 ? &b->fn->ins.at[x->term] : NULL;
        const bool parts = end && (x->targets || (end->guard >= 0 && !val_is_cta(b->reg[end->guard].val)));
        any = parts && reach_leads(w->a, b->fn, x, at, x->ipdom);
    }
    return any;
}

/* Whether the threads of a small block combine elements at all from there on, and all of them. */
static bool combines(const Back *b, int begin)
{
    Arena tmp = {0};
    Walk w = block_walk_begin(&tmp, b, begin, SMALLEST);
    while (!w.combined && w.phase < ROUNDS_LEAST && block_walk_on(&w)) {}
    const bool all = w.combined && !some_are_elsewhere(&w);
    arena_reset(&tmp);
    return all;
}

static bool same_scan(const Scan *s, const Scan *x, bool by_size)
{
    return s->sym == x->sym && s->to_sym == x->to_sym && same_row(s->from, x->from) && same_row(s->to, x->to) && s->only_before == x->only_before &&
           s->total == x->total && s->whole == x->whole && (by_size ? s->per == x->per : s->n == x->n);
}

static bool same_kept(const Kept *k, const Kept *x)
{
    return k->reg == x->reg && k->sym == x->sym && k->a == x->a && k->b == x->b && k->loads == x->loads;
}

static bool same_told(const Told *t, const Told *x) { return t->store == x->store && t->guard == x->guard && t->guard_neg == x->guard_neg && t->scan == x->scan; }

static bool is_same(const Plot *p, const Plot *o, bool by_size)
{
    bool same = p->begin == o->begin && p->at == o->at && p->nscan == o->nscan && p->nkept == o->nkept && p->nmoved == o->nmoved && p->ntold == o->ntold;
    for (int i = 0; i < p->ntold && same; i++)
        same = same_told(&p->told[i], &o->told[i]);
    for (int i = 0; i < p->nscan && same; i++)
        same = same_scan(&p->scan[i], &o->scan[i], by_size);
    for (int i = 0; i < p->nmoved && same; i++)
        same = p->moved[i] == o->moved[i];
    for (int i = 0; i < p->nkept && same; i++)
        same = same_kept(&p->kept[i], &o->kept[i]);
    return same;
}

/* Whether the plot, which holds for some sizes, does for one more. */
static bool holds_for(Plot *p, const Plot *now)
{
    const bool scales = p->by_size && now->by_size && is_same(p, now, true);
    if (!scales && ((p->by_size && p->least != p->most) || !is_same(p, now, false)))
        return false;
    p->by_size = scales;
    p->least = now->least;
    return true;
}

/* What can be done for blocks of most of the sizes from there on. */
static bool find_for_sizes(const Back *b, int begin, Plot *p)
{
    const uint32_t only = b->fn->reqntid[0];
    bool any = false;
    if (!combines(b, begin))
        return false;
    if (only)
        return only >= SMALLEST && only <= LARGEST && b->fn->reqntid[1] == 1 && b->fn->reqntid[2] == 1 && walk(b, begin, only, p);
    if (!walk(b, begin, PROBE, p) && !walk(b, begin, USUAL, p)) /* larger blocks take longer; some are written for one size */
        return false;
    for (uint32_t threads = LARGEST; threads >= SMALLEST; threads /= 2) {
        Plot now;
        if (!walk(b, begin, threads, &now)) {
            if (any)
                break;
        } else if (!any) {
            *p = now;
            any = true;
        } else if (!holds_for(p, &now))
            break;
    }
    return any;
}

/* ---- rewriting ------------------------------------------------------------------------------------------------------------- */

static Sym *new_label(const NewCode *w, const char *name) { return fn_new_label(w->a, w->fn, name, w->like->loc); }

static Opnd new_reg(NewCode *w, const char *name, Type t) { return opnd_reg(fn_new_reg(w->a, w->fn, name, t)); }

static Opnd number(uint32_t x) { return opnd_number(x, T_U32); }

/* The way goes on at `slow` unless the block is one for which the plot holds. */
static void add_test(NewCode *w, const Plot *p, Sym *slow)
{
    Arena *a = w->a;
    const Opnd rows = new_reg(w, "rows", T_U32), planes = new_reg(w, "planes", T_U32), size = new_reg(w, "size", T_U32);
    const Opnd fits = new_reg(w, "fits", T_PRED), one = new_reg(w, "one", T_PRED);
    if (w->fn->reqntid[0])
        return;
    code_add(w, "mov.u32", (Opnd[]){size, opnd_sreg(a, SREG_NTID, 0)}, 2);
    code_add(w, "mov.u32", (Opnd[]){rows, opnd_sreg(a, SREG_NTID, 1)}, 2);
    code_add(w, "mov.u32", (Opnd[]){planes, opnd_sreg(a, SREG_NTID, 2)}, 2);
    code_add(w, "mul.lo.u32", (Opnd[]){rows, rows, planes}, 3);
    code_add(w, "setp.eq.u32", (Opnd[]){one, rows, number(1)}, 3);
    if (p->least == p->most) {
        code_add(w, "setp.eq.u32", (Opnd[]){fits, size, number(p->least)}, 3);
    } else {
        const Opnd bits = new_reg(w, "bits", T_U32), power = new_reg(w, "power", T_PRED);
        code_add(w, "sub.u32", (Opnd[]){bits, size, number(p->least)}, 3);
        code_add(w, "setp.le.u32", (Opnd[]){fits, bits, number(p->most - p->least)}, 3);
        code_add(w, "popc.b32", (Opnd[]){bits, size}, 2);
        code_add(w, "setp.eq.u32", (Opnd[]){power, bits, number(1)}, 3);
        code_add(w, "and.pred", (Opnd[]){fits, fits, power}, 3);
    }
    code_add(w, "and.pred", (Opnd[]){fits, fits, one}, 3);
    code_branch(w, slow, fits.reg, true);
}

static Opnd at_register(Opnd r, uint32_t at) { return (Opnd){.kind = O_MEM, .comp = -1, .reg = r.reg, .imm = at}; }

/* What a running sum is in.  end: of elements without a gap between them, stop: of all. */
typedef struct Sum { Opnd sum, next[4], from, to, end, stop; const char *load, *store; bool apart; } Sum;

static Opnd at_symbol(const Sym *sym, uint32_t at) { return (Opnd){.kind = O_SYM, .comp = -1, .reg = -1, .sym = (Sym *)sym, .imm = at}; }

/* One thread's sum before the first element that it is to add. */
static Sum begin_sum(NewCode *w, const Plot *p, const Scan *s)
{
    const CollectiveOp *op = collective_op_of(s->by);
    const bool wide = type_info[op->type].bits == 64;
    const Type type = wide ? T_B64 : T_B32;
    const Gaps g = s->from.gaps;
    const uint32_t group = g.every * s->from.step + g.skip;
    Sum x = {.sum = new_reg(w, "sum", type), .from = new_reg(w, "from", T_U32), .end = new_reg(w, "end", T_U32)};
    x.apart = s->sym != s->to_sym || !same_row(s->from, s->to);
    x.load = wide ? "ld.shared.b64" : "ld.shared.b32";
    x.store = wide ? "st.shared.b64" : "st.shared.b32";
    x.to = x.apart ? new_reg(w, "to", T_U32) : x.from;
    x.stop = g.every ? new_reg(w, "stop", T_U32) : x.end;
    code_add(w, "mov.u32", (Opnd[]){x.from, at_symbol(s->sym, s->from.at)}, 2);
    if (x.apart)
        code_add(w, "mov.u32", (Opnd[]){x.to, at_symbol(s->to_sym, s->to.at)}, 2);
    if (p->by_size && p->least != p->most) {
        code_add(w, "mov.u32", (Opnd[]){x.stop, opnd_sreg(w->a, SREG_NTID, 0)}, 2);
        code_add(w, "mul.lo.u32", (Opnd[]){x.stop, x.stop, number(s->per * (g.every ? 1 : s->from.step))}, 3);
        if (g.every) {
            code_add(w, "div.u32", (Opnd[]){x.stop, x.stop, number(g.every)}, 3);
            code_add(w, "mul.lo.u32", (Opnd[]){x.stop, x.stop, number(group)}, 3);
        }
    } else
        code_add(w, "mov.u32", (Opnd[]){x.stop, number(place(s->from, s->n) - s->from.at)}, 2);
    code_add(w, "add.u32", (Opnd[]){x.stop, x.stop, x.from}, 3);
    if (g.every)
        code_add(w, "add.u32", (Opnd[]){x.end, x.from, number(g.every * s->from.step)}, 3);
    return x;
}

static void add_step(NewCode *w, const Sum *x, const Scan *s, uint32_t n)
{
    code_add(w, "add.u32", (Opnd[]){x->from, x->from, number(n * s->from.step)}, 3);
    if (x->apart && !s->total)
        code_add(w, "add.u32", (Opnd[]){x->to, x->to, number(n * s->to.step)}, 3);
}

static void go_round(NewCode *w, Sym *again, Opnd at, Opnd end)
{
    const Opnd more = new_reg(w, "more", T_PRED);
    code_add(w, "setp.ne.u32", (Opnd[]){more, at, end}, 3);
    code_branch(w, again, more.reg, false);
}

/* Over the gap, as long as there are elements behind it. */
static void add_gap(NewCode *w, const Sum *x, const Scan *s, Sym *again)
{
    const Gaps g = s->from.gaps;
    if (!g.every)
        return;
    code_add(w, "add.u32", (Opnd[]){x->from, x->end, number(g.skip)}, 3);
    if (x->apart && !s->total)
        code_add(w, "add.u32", (Opnd[]){x->to, x->to, number(g.skip)}, 3);
    code_add(w, "add.u32", (Opnd[]){x->end, x->end, number(g.every * s->from.step + g.skip)}, 3);
    go_round(w, again, x->from, x->stop);
}

/* So many elements in one round. */
static uint32_t in_round(const Plot *p, const Scan *s, bool all)
{
    enum { TOGETHER = 4 };
    const uint32_t n = s->from.gaps.every ? s->from.gaps.every : p->by_size ? s->per * p->least : s->n;
    return all && n % TOGETHER == 0 ? TOGETHER : 1;
}

/* Some elements, of which all are loaded before sums are stored. */
static void add_elements(NewCode *w, const Sum *x, const Scan *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        code_add(w, x->load, (Opnd[]){x->next[i], at_register(x->from, i * s->from.step)}, 2);
    for (uint32_t i = 0; i < n; i++) {
        const Opnd to = at_register(x->to, i * s->to.step);
        if (s->only_before)
            code_add(w, x->store, (Opnd[]){to, x->sum}, 2);
        code_add(w, ins_words(w->b->a, s->by), (Opnd[]){x->sum, x->sum, x->next[i]}, 3);
        if (!s->only_before && !s->total)
            code_add(w, x->store, (Opnd[]){to, x->sum}, 2);
    }
}

/* To nothing each element is added, and the sum stored before or behind that.  The last element may lie where nobody reads, unless sums take its
 * place, or the sum of all is wanted. */
static Opnd add_scan(NewCode *w, const Plot *p, const Scan *s)
{
    const CollectiveOp *op = collective_op_of(s->by);
    const bool wide = type_info[op->type].bits == 64;
    Sum x = begin_sum(w, p, s);
    const bool all = !s->only_before || s->whole || s->from.gaps.every || !x.apart;
    const uint32_t n = in_round(p, s, all);
    for (uint32_t i = 0; i < n; i++)
        x.next[i] = new_reg(w, "next", wide ? T_B64 : T_B32);
    code_add(w, wide ? "mov.b64" : "mov.b32", (Opnd[]){x.sum, opnd_number(op->none, wide ? T_U64 : T_U32)}, 2);
    if (!all)
        code_add(w, "sub.u32", (Opnd[]){x.end, x.end, number(s->from.step)}, 3);
    Sym *again = new_label(w, "$L__sum");
    code_label(w, again);
    add_elements(w, &x, s, n);
    add_step(w, &x, s, n);
    go_round(w, again, x.from, x.end);
    add_gap(w, &x, s, again);
    if (!all || s->total)
        code_add(w, x.store, (Opnd[]){at_register(x.to, 0), x.sum}, 2);
    return x.sum;
}

static void add_told(NewCode *w, const Told *t, Opnd sum)
{
    const Ins *store = &w->fn->ins.at[t->store];
    Ins *st = code_add(w, ins_words(w->b->a, store), (Opnd[]){*isa_address(store), sum}, 2);
    st->guard = t->guard;
    st->guard_neg = t->guard_neg;
}

static void add_kept(NewCode *w, const Kept *k, Opnd thread)
{
    const Opnd d = opnd_reg(k->reg);
    const Opnd place = k->sym ? new_reg(w, "place", T_U32) : d;
    if (!k->b && !k->sym) {
        code_add(w, "mov.b32", (Opnd[]){d, number(k->a)}, 2);
        return;
    }
    code_add(w, "mad.lo.u32", (Opnd[]){place, thread, number(k->b), number(k->a)}, 4);
    if (!k->sym)
        return;
    const Opnd base = new_reg(w, "base", T_U32);
    code_add(w, "mov.u32", (Opnd[]){base, {.kind = O_SYM, .comp = -1, .reg = -1, .sym = (Sym *)k->sym}}, 2);
    code_add(w, "add.u32", (Opnd[]){k->loads ? place : d, place, base}, 3);
    if (k->loads)
        code_add(w, "ld.shared.b32", (Opnd[]){d, at_register(place, 0)}, 2);
}

/* In front of what it is instead of. */
static void add_plot(NewCode *w, const Plot *p, Sym *on)
{
    w->like = &w->fn->ins.at[p->begin - 1];
    Sym *slow = new_label(w, "$L__steps"), *summed = new_label(w, "$L__summed");
    const Opnd thread = new_reg(w, "thread", T_U32), other = new_reg(w, "other", T_PRED);
    for (int i = 0; i < p->nmoved; i++)
        array_add(w->a, &w->ins, w->fn->ins.at[p->moved[i]]);
    add_test(w, p, slow);
    if (p->meets)
        code_add(w, "bar.sync", (Opnd[]){number(0)}, 1);
    code_add(w, "mov.u32", (Opnd[]){thread, opnd_sreg(w->a, SREG_TID, 0)}, 2);
    code_add(w, "setp.ne.u32", (Opnd[]){other, thread, number(0)}, 3);
    code_branch(w, summed, other.reg, false);
    Opnd sum[SCANS_MOST];
    for (int i = 0; i < p->nscan; i++)
        sum[i] = add_scan(w, p, &p->scan[i]);
    for (int i = 0; i < p->ntold; i++)
        add_told(w, &p->told[i], sum[p->told[i].scan]);
    code_label(w, summed);
    code_add(w, "bar.sync", (Opnd[]){number(0)}, 1);
    bool loads = false;
    for (int i = 0; i < p->nkept; i++) {
        add_kept(w, &p->kept[i], thread);
        loads |= p->kept[i].loads;
    }
    if (loads) /* before others replace what is in memory, as they may what was in registers */
        code_add(w, "bar.sync", (Opnd[]){number(0)}, 1);
    code_branch(w, on, -1, false);
    code_label(w, slow);
}

typedef Array(Plot) PlotList;

static void rewrite(Back *b, const PlotList *plots)
{
    Fn *fn = b->fn;
    NewCode w = code_begin(b);
    int *place = NEWN(b->a, int, fn->ins.n + 1), *entry = NEWN(b->a, int, fn->ins.n + 1);
    Sym **on = NEWN(b->a, Sym *, plots->n);
    bool *gone = NEWN(b->a, bool, fn->ins.n);
    for (int i = 0; i < plots->n; i++) {
        for (int k = 0; k < plots->at[i].nmoved; k++)
            gone[plots->at[i].moved[k]] = true;
        w.like = &fn->ins.at[plots->at[i].begin - 1];
        on[i] = new_label(&w, "$L__on");
    }
    for (int i = 0, k = 0; i < fn->ins.n; i++) {
        entry[i] = w.ins.n;
        if (k < plots->n && i == plots->at[k].begin) {
            add_plot(&w, &plots->at[k], on[k]);
            k++;
        }
        place[i] = w.ins.n;
        if (!gone[i])
            array_add(b->m->code, &w.ins, fn->ins.at[i]);
    }
    place[fn->ins.n] = w.ins.n;
    for (int i = 0; i < plots->n; i++) {
        on[i]->index = entry[plots->at[i].at];
        array_add(w.a, &w.labels, on[i]);
    }
    fn_end_code(b->m, fn, &w.ins);
    fn_set_code(fn, w.ins, place);
    for (int i = 0; i < w.labels.n; i++)
        fn_put_label(b->m->code, fn, w.labels.at[i]);
}

/* Threads meet in it, and none may end on the way of a call. */
static bool may_have(const Back *b)
{
    const Fn *fn = b->fn;
    if ((b->mode != MODE_CTA && b->mode != MODE_WARP) || b->literal || b->m->checked || b->m->stepping || fn->ins.n > LARGE || !info(b->tree)->has_cta)
        return false;
    for (int i = 0; i < fn->ins.n; i++)
        if (isa_emit(&fn->ins.at[i]) == EMIT_CALL && call_may_exit(b->m, &fn->ins.at[i]))
            return false;
    return true;
}

bool block_scan(Back *b)
{
    const Fn *fn = b->fn;
    PlotList plots = {0};
    const int end = may_have(b) ? fn->ins.n - 1 : -1;
    for (int i = 0; i <= end; i++) {
        Plot p;
        if (!block_walk_begins(b, i) || !find_for_sizes(b, i, &p) || p.at <= p.begin)
            continue;
        array_add(b->a, &plots, p);
        i = p.at - 1;
    }
    if (plots.n)
        rewrite(b, &plots);
    return plots.n;
}
