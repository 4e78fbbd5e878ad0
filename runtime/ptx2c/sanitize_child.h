/* sanitize_child.h: what orders kernels that kernels launch, for races.  For generated code.
 *
 * A child begins behind all that its launching thread knows.  Behind it come later launches by the same CTA into the same stream, and into those
 * that have waited for an event since, whichever it was; what a thread does that waits for it, and what the grid launches for its end.  Threads of the launching grid go on meanwhile.  CTAs
 * of all grids of a launch have numbers of their own; grids run one after the other, each with those that it has launched, so that what a
 * grid and those have done are the CTAs of neighbouring numbers. */
#ifndef PTX2C_SANITIZE_CHILD_H
#define PTX2C_SANITIZE_CHILD_H

#include "child_hook.h"
#include "sanitize_now.h"

/* Of modules in which nothing but barriers orders threads nothing is kept from one grid to the next. */
PTX2C_INLINE bool ptx2c_children_are_seen(void) { return PTX2C_CHECK & PTX2C_CHECK_RACE && !(PTX2C_CHECK & PTX2C_CHECK_COARSE); }

/* ---- CTAs that have ended ------------------------------------------------------------------------------------------ */

PTX2C_INLINE ptx2c_cta_spans *ptx2c_spans_share(ptx2c_cta_spans *s)
{
    if (s)
        s->refs++;
    return s;
}

PTX2C_INLINE void ptx2c_spans_drop(ptx2c_cta_spans *s)
{
    if (!s || --s->refs)
        return;
    free(s->of);
    free(s);
}

/* Adds what is behind, or overlaps with, the last one. */
static PTX2C_NOINLINE void ptx2c_spans_add(ptx2c_cta_spans **to, ptx2c_cta_span x)
{
    ptx2c_cta_spans *s = *to ? *to : (*to = (ptx2c_cta_spans *)ptx2c_check_get(1, sizeof *s));
    s->refs += !s->refs;
    if (s->n && x.first <= s->of[s->n - 1].last) {
        s->of[s->n - 1].last = x.last > s->of[s->n - 1].last ? x.last : s->of[s->n - 1].last;
        return;
    }
    if (s->n == s->room) {
        const uint32_t room = s->room ? 2 * s->room : 4;
        ptx2c_cta_span *more = (ptx2c_cta_span *)ptx2c_check_get(room, sizeof *more);
        if (s->n)
            memcpy(more, s->of, s->n * sizeof *more);
        free(s->of);
        s->of = more;
        s->room = room;
    }
    s->of[s->n++] = x;
}

static PTX2C_NOINLINE ptx2c_cta_spans *ptx2c_spans_join(const ptx2c_cta_spans *a, const ptx2c_cta_spans *b)
{
    ptx2c_cta_spans *r = NULL;
    for (uint32_t i = 0, k = 0, n = a ? a->n : 0, m = b ? b->n : 0; i < n || k < m;)
        ptx2c_spans_add(&r, k == m || (i < n && a->of[i].first <= b->of[k].first) ? a->of[i++] : b->of[k++]);
    return r;
}

/* ---- what child.h asks ------------------------------------------------------------------------------------------- */

static void ptx2c_child_made(const void *p, size_t n)
{
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    ptx2c_memory_forget((uintptr_t)p & ~(uintptr_t)3, n + 4);
#else
    (void)p, (void)n;
#endif
}

PTX2C_INLINE ptx2c_child_line *ptx2c_child_line_of(ptx2c_check_cta *a)
{
    if (!a->line) {
        a->line = (ptx2c_child_line *)ptx2c_check_get(1, sizeof *a->line);
        a->line->next = ptx2c_now.lines;
        ptx2c_now.lines = a->line;
    }
    return a->line;
}

PTX2C_INLINE ptx2c_child_stream_line *ptx2c_child_stream_of(ptx2c_child_line *line, uint64_t stream)
{
    ptx2c_child_stream_line *s = line->streams;
    while (s && s->stream != stream)
        s = s->next;
    if (!s) {
        s = (ptx2c_child_stream_line *)ptx2c_check_get(1, sizeof *s);
        s->stream = stream;
        s->next = line->streams;
        line->streams = s;
    }
    return s;
}

static uint64_t ptx2c_child_new_stream(void) { return ptx2c_children_are_seen() ? ptx2c_now.streams++ : 0; }

static void ptx2c_child_joins(const ptx2c_thread *t, uint64_t stream)
{
    (void)t;
    if (ptx2c_children_are_seen())
        ptx2c_child_stream_of(ptx2c_child_line_of(ptx2c_now.a), stream)->joins = true;
}

/* How many launches lie between the grid that runs and the host. */
PTX2C_INLINE uint32_t ptx2c_child_depth(void) { return ptx2c_now.as ? ptx2c_now.as->depth : 0; }

static void *ptx2c_child_known(const ptx2c_thread *t, uint64_t stream)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    const uint32_t u = ptx2c_linear(t);
    if (!ptx2c_children_are_seen())
        return NULL;
    ptx2c_child_order *x = (ptx2c_child_order *)ptx2c_check_get(1, sizeof *x);
    x->next = ptx2c_now.orders;
    x->up = ptx2c_now.as;
    x->line = ptx2c_child_line_of(a);
    x->in = ptx2c_child_stream_of(x->line, stream);
    x->joins = x->in->joins;
    x->in->joins = false;
    x->depth = ptx2c_child_depth() + 1;
    x->grid = ptx2c_now.first;
    x->apart = stream == 4; /* cudaStreamFireAndForget */
    x->tail = stream == 3;  /* cudaStreamTailLaunch */
    ptx2c_later_ends(a);
    x->known = ptx2c_all_known(a, u, a->clock[u / 32]++);
    x->before = ptx2c_spans_share(a->before);
    return ptx2c_now.orders = x;
}

static void ptx2c_child_next(void *known) { ptx2c_now.coming_as = (ptx2c_child_order *)known; }

/* What lies deeper has run with all that it has launched. */
static PTX2C_NOINLINE void ptx2c_child_close(uint32_t depth)
{
    for (; ptx2c_now.opens && ptx2c_now.open[ptx2c_now.opens - 1]->depth > depth; ptx2c_now.opens--) {
        ptx2c_child_order *x = ptx2c_now.open[ptx2c_now.opens - 1];
        const ptx2c_cta_span done = {x->first, ptx2c_now.numbers};
        ptx2c_spans_add(&x->line->all, done);
        if (!x->apart)
            ptx2c_spans_add(&x->in->done, done);
        ptx2c_vector_set(&x->known, NULL);
    }
}

static PTX2C_NOINLINE void ptx2c_child_open(ptx2c_child_order *x)
{
    if (ptx2c_now.opens == ptx2c_now.open_room) {
        const uint32_t room = ptx2c_now.open_room ? 2 * ptx2c_now.open_room : 16;
        ptx2c_child_order **more = (ptx2c_child_order **)ptx2c_check_get(room, sizeof *more);
        if (ptx2c_now.opens)
            memcpy(more, ptx2c_now.open, ptx2c_now.opens * sizeof *more);
        free(ptx2c_now.open);
        ptx2c_now.open = more;
        ptx2c_now.open_room = room;
    }
    x->first = ptx2c_now.numbers;
    ptx2c_now.open[ptx2c_now.opens++] = x;
}

/* All of these CTAs. */
static PTX2C_NOINLINE ptx2c_vector *ptx2c_vector_of_ctas(const ptx2c_cta_spans *s)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n; i++)
        n += s->of[i].last - s->of[i].first;
    ptx2c_vector *v = (ptx2c_vector *)ptx2c_check_get(1, sizeof *v + n * sizeof v->of[0]);
    v->refs = 1;
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = s->of[i].first; k < s->of[i].last; k++)
            v->of[v->n++] = ptx2c_known_new(k + 1, 0);
    return v;
}

static void ptx2c_child_awaited(const ptx2c_thread *t)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    if (!ptx2c_children_are_seen() || !a->line)
        return;
    ptx2c_child_close(ptx2c_child_depth());
    if (!a->line->all)
        return;
    ptx2c_vector *v = ptx2c_vector_of_ctas(a->line->all);
    ptx2c_vector_add(&a->known[ptx2c_linear(t)], v);
    ptx2c_vector_drop(v);
    a->told = true;
}

/* ---- a child ----------------------------------------------------------------------------------------------------- */

/* Of the grid that it interrupts, or follows. */
typedef struct ptx2c_child_run_state {
    ptx2c_child_order *as;
    ptx2c_vector *begins;
    ptx2c_cta_spans *before;
    uint32_t first;
} ptx2c_child_run_state;

/* It comes, with what follows in its stream, behind all that its CTA has launched before. */
static PTX2C_NOINLINE void ptx2c_child_join(const ptx2c_child_order *x)
{
    for (const ptx2c_child_stream_line *s = x->line->streams; s; s = s->next) {
        ptx2c_cta_spans *was = x->in->done;
        if (s == x->in || !s->done)
            continue;
        x->in->done = ptx2c_spans_join(was, s->done);
        ptx2c_spans_drop(was);
    }
}

static PTX2C_NOINLINE ptx2c_child_run_state ptx2c_child_begins(ptx2c_dim3 grid)
{
    const ptx2c_child_run_state before = {ptx2c_now.as, ptx2c_now.begins, ptx2c_now.before, ptx2c_now.first};
    ptx2c_child_order *const x = ptx2c_now.coming_as;
    ptx2c_child_close(x->depth - 1);
    ptx2c_now.coming_as = NULL;
    ptx2c_now.as = x;
    ptx2c_now.begins = x->depth <= PTX2C_CHILD_VECTORS ? ptx2c_vector_share(x->known) : NULL;
    if (x->tail) {
        ptx2c_cta_spans *grid = NULL;
        ptx2c_spans_add(&grid, (ptx2c_cta_span){x->grid, ptx2c_now.numbers});
        ptx2c_now.before = ptx2c_spans_join(x->before, grid);
        ptx2c_spans_drop(grid);
    } else {
        if (x->joins)
            ptx2c_child_join(x);
        ptx2c_now.before = x->in->done && !x->apart ? ptx2c_spans_join(x->before, x->in->done) : ptx2c_spans_share(x->before);
    }
    ptx2c_child_open(x);
    ptx2c_now.first = ptx2c_now.numbers;
    ptx2c_now.numbers += (uint32_t)((uint64_t)grid.x * grid.y * grid.z);
    return before;
}

/* The grid that it has interrupted goes on, or another one comes. */
static PTX2C_NOINLINE void ptx2c_child_ends(const ptx2c_child_run_state *before)
{
    ptx2c_spans_drop(ptx2c_now.before);
    ptx2c_now.before = before->before;
    ptx2c_vector_set(&ptx2c_now.begins, NULL);
    ptx2c_now.as = before->as;
    ptx2c_now.begins = before->begins;
    ptx2c_now.first = before->first;
}

/* The host's launch has ended. */
static PTX2C_NOINLINE void ptx2c_child_orders_forget(void)
{
    for (ptx2c_child_order *x; (x = ptx2c_now.orders);) {
        ptx2c_now.orders = x->next;
        ptx2c_vector_drop(x->known);
        ptx2c_spans_drop(x->before);
        free(x);
    }
    for (ptx2c_child_line *l; (l = ptx2c_now.lines);) {
        ptx2c_now.lines = l->next;
        for (ptx2c_child_stream_line *s; (s = l->streams);) {
            l->streams = s->next;
            ptx2c_spans_drop(s->done);
            free(s);
        }
        ptx2c_spans_drop(l->all);
        free(l);
    }
    free(ptx2c_now.open);
    ptx2c_now.open = NULL;
    ptx2c_now.opens = ptx2c_now.open_room = 0;
    ptx2c_now.as = ptx2c_now.coming_as = NULL;
}

#endif
