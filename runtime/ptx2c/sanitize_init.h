/* sanitize_init.h: what has no value in a checked kernel: loads of what nothing has written, and what was kept of them.  For generated
 * code. */
#ifndef PTX2C_SANITIZE_INIT_H
#define PTX2C_SANITIZE_INIT_H

#include "sanitize_place.h"

/* ---- what is told ------------------------------------------------------------------------------------------------ */

/* A load of what nothing has written, until the launch ends: where stores race with it, whether one came first depends on the
 * order in which threads proceed, and the race is all that is told. */
typedef struct ptx2c_unwritten {
    const ptx2c_site *site, *by; /* by: the load, of what was kept there */
    ptx2c_cta c;
    const ptx2c_kernel *kernel;
    uint32_t u;
    uint64_t count;
    char object[PTX2C_EXTENT_NAME];
    int64_t offset;
    ptx2c_notes message, notes;
} ptx2c_unwritten;

typedef struct ptx2c_unwritten_loads {
    ptx2c_unwritten *at;
    uint32_t n, room;
} ptx2c_unwritten_loads;
PTX2C_SHARED_VARIABLE ptx2c_unwritten_loads ptx2c_unwritten_found;

/* One for a place and an object. */
static PTX2C_NOINLINE void ptx2c_unwritten_keep(const ptx2c_unwritten *r)
{
    ptx2c_unwritten_loads *t = &ptx2c_unwritten_found;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->at[i].site == r->site && t->at[i].by == r->by && strcmp(t->at[i].object, r->object) == 0) {
            t->at[i].count++;
            return;
        }
    if (t->n == t->room) {
        const uint32_t room = t->room ? 2 * t->room : 16;
        ptx2c_unwritten *more = (ptx2c_unwritten *)realloc(t->at, room * sizeof *more);
        if (!more)
            return;
        t->at = more;
        t->room = room;
    }
    t->at[t->n++] = *r;
}

/* A race of one of these places on that object has been found. */
static PTX2C_NOINLINE bool ptx2c_unwritten_races(const ptx2c_unwritten *r)
{
    for (size_t i = 0; i < ptx2c_checks.faults; i++) {
        const ptx2c_known_fault *f = &ptx2c_checks.fault[i];
        if (strncmp(f->kind, "race", 4) == 0 && strcmp(f->object, r->object) == 0 &&
            (f->site == r->site || f->other == r->site || f->site == r->by || f->other == r->by))
            return true;
    }
    return false;
}

/* At the end of a launch. */
static PTX2C_NOINLINE void ptx2c_unwritten_tell(void)
{
    ptx2c_unwritten_loads *t = &ptx2c_unwritten_found;
    for (uint32_t i = 0; i < t->n; i++) {
        ptx2c_unwritten *r = &t->at[i];
        ptx2c_grid g = {.kernel = r->kernel};
        r->c.grid = &g; /* the launch's is gone */
        for (uint64_t k = 0; k < r->count && !ptx2c_unwritten_races(r); k++)
            ptx2c_check_tell(&r->c, r->u, "init", r->site, NULL, r->object, r->offset, r->message.s, &r->notes);
    }
    free(t->at);
    memset(t, 0, sizeof *t);
}

/* ---- what a thread has found ------------------------------------------------------------------------------------- */

/* What has no value: read by a load where nothing has written, or, with a message, stored. */
typedef struct ptx2c_unset_load {
    const ptx2c_site *by;      /* the load that has found it; NULL: there was none */
    const ptx2c_site *site;    /* where it comes from: that load, or another before what was kept; or a store */
    const char *kind;          /* NULL: "init" */
    const char *what, *message;
    int64_t offset;
    uint64_t when;
    char object[PTX2C_EXTENT_NAME];
} ptx2c_unset_load;

enum { PTX2C_UNSET_LOADS = 32 }; /* that are known of a thread, the last ones of as many places */

/* What was kept in 4 bytes of a CTA's shared memory or of its threads' own. */
struct ptx2c_kept {
    uintptr_t at;              /* their number; 0: nothing */
    ptx2c_unset_load from;
};

/* Where what is known of the 4 bytes of that number is, or would be; NULL: there is no room. */
static PTX2C_NOINLINE struct ptx2c_kept *ptx2c_kept_find(const ptx2c_kept_table *t, uintptr_t p)
{
    uint32_t i = (uint32_t)(p * 0x9e3779b1u);
    if (!t->room)
        return NULL;
    while (t->at[i & (t->room - 1)].at && t->at[i & (t->room - 1)].at != p)
        i++;
    return &t->at[i & (t->room - 1)];
}

/* The CTA in whose memory it is. */
PTX2C_INLINE ptx2c_check_cta *ptx2c_kept_owner(const ptx2c_spot *spot)
{
    ptx2c_check_cta *a = spot->owner ? ptx2c_now.all : ptx2c_now.a;
    while (a && spot->owner && a->id != spot->owner)
        a = a->next;
    return a ? a : ptx2c_now.a;
}

static PTX2C_NOINLINE void ptx2c_kept_put(const ptx2c_site *s, const ptx2c_spot *spot, uintptr_t p,
                                          const ptx2c_unset_load *from, const char *message)
{
    ptx2c_check_cta *a = ptx2c_kept_owner(spot);
    ptx2c_kept_table *t = &a->kept;
    if (2 * t->n >= t->room) {
        const ptx2c_kept_table was = *t;
        t->room = was.room ? 2 * was.room : 64;
        t->at = (struct ptx2c_kept *)ptx2c_check_get(t->room, sizeof *t->at);
        for (uint32_t i = 0; i < was.room; i++)
            if (was.at[i].at)
                *ptx2c_kept_find(t, was.at[i].at) = was.at[i];
        free(was.at);
    }
    struct ptx2c_kept *k = ptx2c_kept_find(t, p / 4);
    t->n += !k->at;
    k->at = p / 4;
    k->from = from ? *from : (ptx2c_unset_load){.site = s, .what = spot->what, .message = message, .offset = (int64_t)(p - spot->at)};
    if (!from)
        snprintf(k->from.object, sizeof k->from.object, "%s", spot->object);
}

/* What alloca has given to thread u: whatever stood there is gone. */
static PTX2C_NOINLINE void ptx2c_check_fresh(ptx2c_cta *c, uint32_t u, const void *at, uint64_t size)
{
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    const uintptr_t p = (uintptr_t)at;
    const ptx2c_far *piece = NULL;
    ptx2c_spot spot;
    if (!size || !ptx2c_find_local(c, u, p, (uint32_t)size, &spot, &piece) || !spot.written)
        return;
    for (uint64_t i = p - spot.base; i < p - spot.base + size; i++)
        spot.written[i / 8] &= (uint8_t)~(1u << i % 8);
    for (uint64_t i = 0; ptx2c_now.a->kept.n && i < size; i += 4) {
        struct ptx2c_kept *k = ptx2c_kept_find(&ptx2c_now.a->kept, (p + i) / 4);
        if (k && k->at)
            k->from.site = NULL;
    }
#else
    (void)c, (void)u, (void)at, (void)size;
#endif
}

/* What thread u finds at p, where nothing has written, or what has no value. */
static PTX2C_NOINLINE ptx2c_unset_load ptx2c_unset_at(const ptx2c_site *s, const ptx2c_spot *spot, uintptr_t p)
{
    const struct ptx2c_kept *k = spot->own || spot->owner ? ptx2c_kept_find(&ptx2c_kept_owner(spot)->kept, p / 4) : NULL;
    ptx2c_unset_load x = {.by = s, .site = s, .what = spot->what, .offset = (int64_t)(p - spot->at)};
    if (k && k->at && k->from.site) {
        x = k->from;
        x.by = s;
    } else {
        snprintf(x.object, sizeof x.object, "%s", spot->object);
    }
    return x;
}

/* Notes that for thread u. */
static PTX2C_NOINLINE void ptx2c_unset_put(uint32_t u, ptx2c_unset_load found)
{
    const ptx2c_site *const s = found.by;
    ptx2c_check_cta *a = ptx2c_now.a;
    if (!a->unset)
        a->unset = (ptx2c_unset_load *)ptx2c_check_get(PTX2C_UNSET_LOADS * a->threads, sizeof *a->unset);
    ptx2c_unset_load *own = a->unset + PTX2C_UNSET_LOADS * u, *x = own;
    uint64_t now = 0;
    for (uint32_t i = 0; i < PTX2C_UNSET_LOADS; i++) {
        now = own[i].when > now ? own[i].when : now;
        if (x->by != s && (own[i].by == s || own[i].when < x->when))
            x = own + i;
    }
    found.when = now + 1;
    *x = found;
}

PTX2C_INLINE void ptx2c_unset_note(uint32_t u, const ptx2c_site *s, const ptx2c_spot *spot, uintptr_t p)
{
    ptx2c_unset_put(u, ptx2c_unset_at(s, spot, p));
}

/* One of those on these lines that another lane of u's warp has found: what a shuffle brings. */
static PTX2C_NOINLINE const ptx2c_unset_load *ptx2c_unset_elsewhere(uint32_t u, const uint32_t *lines)
{
    const uint32_t first = u / 32 * 32, end = first + 32 < ptx2c_now.a->threads ? first + 32 : ptx2c_now.a->threads;
    const ptx2c_unset_load *all = ptx2c_now.a->unset;
    for (uint32_t k = 0; all && lines && lines[k]; k++)
        for (uint32_t i = PTX2C_UNSET_LOADS * first; i < PTX2C_UNSET_LOADS * end; i++)
            if (all[i].by && all[i].by->line == lines[k])
                return &all[i];
    return NULL;
}

/* The last one of those on these lines, NULL: on any, which 0 ends; kind: it may also be none. */
static PTX2C_NOINLINE const ptx2c_unset_load *ptx2c_unset_of(uint32_t u, const uint32_t *lines, const char *kind)
{
    const ptx2c_unset_load *own = ptx2c_now.a->unset ? ptx2c_now.a->unset + PTX2C_UNSET_LOADS * u : NULL, *last = NULL, *any = NULL;
    for (uint32_t i = 0; own && !(lines && !lines[0]) && i < PTX2C_UNSET_LOADS; i++) {
        const ptx2c_unset_load *x = own + i;
        if (!x->by)
            continue;
        any = !any || any->when < x->when ? x : any;
        for (uint32_t k = 0; lines && lines[k]; k++)
            if (lines[k] == x->by->line && (!last || last->when < x->when))
                last = x;
    }
    last = last ? last : ptx2c_unset_elsewhere(u, lines);
    return last || (lines && kind) ? last : any;
}

/* ---- what calls pass --------------------------------------------------------------------------------------------- */

/* Thread u passes these words without a value; 0: none so far. */
static PTX2C_NOINLINE void ptx2c_check_pass(const ptx2c_cta *c, uint32_t u, uint32_t words)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    (void)c;
    if (!a->passed && words)
        a->passed = (uint32_t *)ptx2c_check_get(a->threads, sizeof *a->passed);
    if (a->passed)
        a->passed[u] = words ? a->passed[u] | words : 0;
}

/* What it has passed. */
static PTX2C_NOINLINE uint32_t ptx2c_check_take(const ptx2c_cta *c, uint32_t u)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    const uint32_t words = a->passed ? a->passed[u] : 0;
    (void)c;
    if (words)
        a->passed[u] = 0;
    return words;
}

/* ---- where it matters -------------------------------------------------------------------------------------------- */

static PTX2C_NOINLINE void ptx2c_unset_load_tell(const ptx2c_cta *c, uint32_t u, const ptx2c_unset_load *x, uint32_t n, const char *use)
{
    ptx2c_unwritten r = {.site = x->site, .by = x->by, .c = *c, .kernel = c->grid->kernel, .u = u, .count = 1, .offset = x->offset};
    const char *q = *x->object ? "'" : "";
    snprintf(r.object, sizeof r.object, "%s", x->object);
    if (!x->kind)
        ptx2c_note_at(&r.notes, x->site), ptx2c_note(&r.notes, "at byte %lld of %s\n", (long long)x->offset, x->message ? x->what : "it");
    ptx2c_note(&r.notes, "%s", use);
    if (x->kind)
        ptx2c_note(&r.message, "%s %s", x->site->text, x->message);
    else if (x->message)
        ptx2c_note(&r.message, "%s", x->message);
    else
        ptx2c_note(&r.message, "%s reads %u bytes of %s%s%s%s%s that nothing has written", x->site->text, (unsigned)n, x->what, *q ? " " : "",
                   q, x->object, q);
    if (PTX2C_CHECK & PTX2C_CHECK_RACE && !x->kind)
        ptx2c_unwritten_keep(&r);
    else
        ptx2c_check_tell(c, u, x->kind ? x->kind : "init", r.site, NULL, r.object, r.offset, r.message.s, &r.notes);
}

/* n bytes at p, which nothing has written, are read by thread u. */
static PTX2C_NOINLINE void ptx2c_unwritten_read(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const ptx2c_spot *spot, uintptr_t p,
                                                uint32_t n)
{
    const ptx2c_unset_load x = ptx2c_unset_at(s, spot, p);
    ptx2c_notes use = {0, ""};
    if (x.site != s) {
        ptx2c_note_at(&use, s);
        ptx2c_note(&use, "where it matters: %s reads it\n", s->text);
        ptx2c_note_source(&use, s);
    }
    ptx2c_unset_load_tell(c, u, &x, x.site == s ? n : x.site->bytes, use.s);
}

/* Thread u is at a place that needs what has no value, as message says, or what comes from such a load. */
static PTX2C_NOINLINE void ptx2c_unset_tell(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const ptx2c_unset_load *x,
                                            const char *kind, const char *message)
{
    ptx2c_notes use = {0, ""};
    if (!x) {
        if (kind)
            ptx2c_check_unset(c, u, s, kind, message);
        return;
    }
    ptx2c_note_at(&use, s);
    ptx2c_note(&use, "where it matters: %s\n", message);
    ptx2c_note_source(&use, s);
    ptx2c_unset_load_tell(c, u, x, x->site->bytes, use.s);
}

/* The same where the loads that it may come from are on these lines; kind NULL: it is no fault if there was none. */
static PTX2C_NOINLINE void ptx2c_check_unset_load(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const char *kind, const char *message,
                                                  const uint32_t *lines)
{
    ptx2c_unset_tell(c, u, s, ptx2c_unset_of(u, lines, kind), kind, message);
}

#endif
