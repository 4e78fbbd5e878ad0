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
#include "transform/threads/block_scan.h"

enum { SMALLEST = 32, PROBE = 64, USUAL = 256, LARGEST = 1024, ROUNDS_LEAST = 4, MOVED_DEPTH = 8, LARGE = 4000 /* instructions of kernels that are left alone */ };

/* ---- what has become of memory ------------------------------------------------------------------------------------------- */

/* The part is the first of those elements. */
static bool begins(const Cell *c, ScanRow row)
{
    return c->at == row.at && (c->n == 1 || (c->step == row.step && (same_gaps(c->gaps, row.gaps) || (!c->gaps.every && c->n <= row.gaps.every))));
}

static ScanRow row_of(const Cell *c) { return (ScanRow){c->at, c->step, c->gaps}; }

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
static ScanRow row_of_sums(const Area *a, const Element *last, bool *before)
{
    const Cell *of = &last->cell;
    const uint32_t end = (uint32_t)(last - a->at);
    const ScanRow own = row_of(of);
    uint32_t step = 1;
    *before = of->gaps.every && end * a->bytes == row_place(own, of->n) && is_none(element_at(a, own.at), of);
    if (of->gaps.every)
        return own;
    while (step <= end && !is_sum(&a->at[end - step], of, of->n - 1))
        step++;
    if (step > end || end < (of->n - 1) * step)
        return (ScanRow){0};
    const uint32_t first = end - (of->n - 1) * step;
    *before = first >= step && is_none(&a->at[first - step], of);
    return (ScanRow){.at = (first - (*before ? step : 0)) * a->bytes, .step = step * a->bytes};
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
        const Element *e = element_at(a, row_place(s->to, r + s->only_before));
        ladder = e && is_sum(e, of, r + 1);
    }
    s->n += s->only_before;
    if (!ladder)
        *s = (Scan){.sym = of->sym, .to_sym = a->sym, .by = of->by, .from = row_of(of), .to = {.at = (uint32_t)(last - a->at) * a->bytes}, .n = of->n, .total = true};
    return (ladder || !of->halved) && (!of->gaps.every || s->n % of->gaps.every == 0);
}

static bool holds(const Sym *sym, ScanRow row, uint32_t n, const Sym *at_sym, uint32_t at)
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
                apart &= !holds(o->sym, o->from, o->n, s->to_sym, row_place(s->to, r));
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
            *at = (Cell){.kind = CELL_ADDRESS, .sym = s->to_sym, .at = row_place(s->to, c.n - !s->only_before)};
            return true;
        }
    }
    return false;
}

static bool keep_number(Walk *w, const Plot *p, ScanKept *k)
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
    if (depth == MOVED_DEPTH || !back_comes_before(b, w->behind, at) || ins->pseudo || (!ins_is_pure(ins) && !(ins_loads_kernel_param(ins) && ins->guard < 0)))
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
        ScanKept k = {.reg = r};
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
        p->told[p->ntold++] = (ScanTold){.store = s->at, .guard = s->guard, .guard_neg = s->guard_neg, .scan = k};
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

static bool same_kept(const ScanKept *k, const ScanKept *x)
{
    return k->reg == x->reg && k->sym == x->sym && k->a == x->a && k->b == x->b && k->loads == x->loads;
}

static bool same_told(const ScanTold *t, const ScanTold *x) { return t->store == x->store && t->guard == x->guard && t->guard_neg == x->guard_neg && t->scan == x->scan; }

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
    PlotList plots = {0};
    const int end = may_have(b) ? b->fn->ins.n - 1 : -1;
    for (int i = 0; i <= end; i++) {
        Plot p;
        if (!block_walk_begins(b, i) || !find_for_sizes(b, i, &p) || p.at <= p.begin)
            continue;
        array_add(b->a, &plots, p);
        i = p.at - 1;
    }
    if (plots.n)
        block_scan_write(b, &plots);
    return plots.n;
}
