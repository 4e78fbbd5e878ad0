/* sanitize_race.h: what is remembered of accesses, to find those that nothing orders.  For generated code.
 *
 * A cell stands for 4 bytes of memory.  A record is what lanes of a warp did there at one place of the PTX at one clock of the warp.
 * One that comes before what a thread does now is left out where that says as much.  Reads and atomic operations of several other
 * CTAs become one record.
 *
 * Most memory needs no more than a record of a store and one of loads, by whole words.  They stand in the cell itself, as the number
 * of a tag, what they have in common with those of other cells, and their lanes.  Other cells have a list of records. */
#ifndef PTX2C_SANITIZE_RACE_H
#define PTX2C_SANITIZE_RACE_H

#include "sanitize_clock.h"

typedef struct ptx2c_record {
    const ptx2c_site *site;
    uint32_t next, cta, clock, lanes;
    uint16_t warp;
    uint8_t bytes;     /* of the cell */
    uint8_t kind;
} ptx2c_record;

enum {
    PTX2C_RECORD_COPY = 1,
    PTX2C_RECORD_MANY = 2,  /* of this CTA and others */
    PTX2C_RECORD_WARPS = 4, /* loads or atomics by several warps of the CTA, among them this one, in its phase number clock */
    PTX2C_RECORD_CLEAN = 8  /* a load: the stores of the list come before all that the CTA does in this phase; with
                             * PTX2C_RECORD_MANY: there are none */
};

/* What the lanes of a warp do at one place at one clock. */
typedef struct ptx2c_tag {
    const ptx2c_site *site; /* NULL: none has this number */
    uint32_t cta, clock, phase; /* without site, cta: the next of those, or 0 */
    uint16_t warp;
    bool marked;
} ptx2c_tag;

typedef struct ptx2c_tag_table {
    ptx2c_tag *at;
    uint32_t n, room, spare, limit; /* limit: when there are so many, those that no cell has any more are looked for */
} ptx2c_tag_table;
PTX2C_SHARED_VARIABLE ptx2c_tag_table ptx2c_tags;

enum { PTX2C_TAG_KIND = 28, PTX2C_TAG_NUMBER = (1 << PTX2C_TAG_KIND) - 1, PTX2C_FEW_TAGS = 1 << 16 };
#define PTX2C_TAG_OF(kind) ((uint32_t)(kind) << PTX2C_TAG_KIND)

/* What is known of 4 bytes; neighbours' are side by side in each of four arrays, by numbers apart.  store: the tag of the store or 0,
 * then list has its lane's bit; or PTX2C_IN_LIST, then list is the number of the first record, or 0.  load: the tag of the loads or 0,
 * and above PTX2C_TAG_KIND what a record has for kind; lanes: theirs.  All 0: nothing has been done here. */
typedef struct ptx2c_cell { uint32_t *list, *store, *lanes, *load; } ptx2c_cell;
#define PTX2C_IN_LIST UINT32_MAX

PTX2C_INLINE ptx2c_cell ptx2c_cell_in(uint32_t *arrays, size_t by, size_t i)
{
    uint32_t *const at = arrays + i;
    return (ptx2c_cell){at, at + by, at + 2 * by, at + 3 * by};
}

typedef struct ptx2c_record_table {
    ptx2c_record *at;
    uint32_t n, room, spare;
} ptx2c_record_table;
PTX2C_SHARED_VARIABLE ptx2c_record_table ptx2c_records;

enum { PTX2C_PAGE_CELLS = 1024 };

/* Cells of 4 KB of memory that is not a CTA's own. */
typedef struct ptx2c_page {
    uintptr_t number;
    struct ptx2c_page *next; /* of those that nobody has */
    uint32_t cell[4 * PTX2C_PAGE_CELLS];
} ptx2c_page;

enum { PTX2C_LAST_PAGES = 1024, PTX2C_SPARE_PAGES = 1024 };

typedef struct ptx2c_page_table {
    ptx2c_page **at;
    uint32_t n, room;       /* room: a power of 2 */
    ptx2c_page *last[PTX2C_LAST_PAGES]; /* found, by number */
} ptx2c_page_table;
PTX2C_SHARED_VARIABLE ptx2c_page_table ptx2c_pages;

/* Pages of launches that are over. */
typedef struct ptx2c_spare_pages {
    ptx2c_page *first;
    uint32_t n;
} ptx2c_spare_pages;
PTX2C_SHARED_VARIABLE ptx2c_spare_pages ptx2c_pages_spare;

static PTX2C_NOINLINE ptx2c_page *ptx2c_page_new(uintptr_t number)
{
    ptx2c_page *p = ptx2c_pages_spare.first;
    if (p) {
        ptx2c_pages_spare.first = p->next;
        ptx2c_pages_spare.n--;
        memset(p, 0, sizeof *p);
    } else {
        p = (ptx2c_page *)ptx2c_check_get(1, sizeof *p);
    }
    p->number = number;
    return p;
}

PTX2C_INLINE void ptx2c_page_drop(ptx2c_page *p)
{
    if (!p || ptx2c_pages_spare.n == PTX2C_SPARE_PAGES) {
        free(p);
        return;
    }
    p->next = ptx2c_pages_spare.first;
    ptx2c_pages_spare.first = p;
    ptx2c_pages_spare.n++;
}

static PTX2C_NOINLINE void ptx2c_races_forget(void)
{
    for (uint32_t i = 0; i < ptx2c_pages.room; i++)
        ptx2c_page_drop(ptx2c_pages.at[i]);
    free(ptx2c_pages.at);
    memset(&ptx2c_pages, 0, sizeof ptx2c_pages);
    ptx2c_records.n = ptx2c_records.room != 0; /* the next launch has their memory */
    ptx2c_records.spare = 0;
    ptx2c_tags.n = ptx2c_tags.room != 0;
    ptx2c_tags.spare = ptx2c_tags.limit = 0;
}

PTX2C_INLINE uint32_t ptx2c_page_slot(ptx2c_page **at, uint32_t room, uintptr_t number)
{
    uint32_t i = (uint32_t)(number * 2654435761u) & (room - 1);
    while (at[i] && at[i]->number != number)
        i = (i + 1) & (room - 1);
    return i;
}

static PTX2C_NOINLINE ptx2c_page *ptx2c_page_find(uintptr_t number)
{
    if (2 * ptx2c_pages.n >= ptx2c_pages.room) {
        const uint32_t room = ptx2c_pages.room ? 2 * ptx2c_pages.room : 256;
        ptx2c_page **at = (ptx2c_page **)ptx2c_check_get(room, sizeof *at);
        for (uint32_t i = 0; i < ptx2c_pages.room; i++)
            if (ptx2c_pages.at[i])
                at[ptx2c_page_slot(at, room, ptx2c_pages.at[i]->number)] = ptx2c_pages.at[i];
        free(ptx2c_pages.at);
        ptx2c_pages.at = at;
        ptx2c_pages.room = room;
    }
    ptx2c_page **p = &ptx2c_pages.at[ptx2c_page_slot(ptx2c_pages.at, ptx2c_pages.room, number)];
    if (!*p) {
        *p = ptx2c_page_new(number);
        ptx2c_pages.n++;
    }
    return *p;
}

/* The cell of an address in memory of all CTAs. */
PTX2C_INLINE ptx2c_cell ptx2c_cell_of(uintptr_t a)
{
    ptx2c_page **last = &ptx2c_pages.last[(a >> 12) % PTX2C_LAST_PAGES], *p = *last;
    if (!PTX2C_LIKELY(p && p->number == a >> 12))
        *last = p = ptx2c_page_find(a >> 12);
    return ptx2c_cell_in(p->cell, PTX2C_PAGE_CELLS, a >> 2 & (PTX2C_PAGE_CELLS - 1));
}

static PTX2C_NOINLINE uint32_t ptx2c_record_new(void)
{
    uint32_t i = ptx2c_records.spare;
    if (i) {
        ptx2c_records.spare = ptx2c_records.at[i].next;
        return i;
    }
    if (ptx2c_records.n == ptx2c_records.room) {
        const uint32_t room = ptx2c_records.room ? 2 * ptx2c_records.room : 4096;
        ptx2c_record *more = (ptx2c_record *)realloc(ptx2c_records.at, room * sizeof *more);
        if (!more) {
            fputs("ptx2c: no memory for checks\n", stderr);
            abort();
        }
        ptx2c_records.at = more;
        ptx2c_records.room = room;
        ptx2c_records.n += !ptx2c_records.n; /* number 0 is none */
    }
    return ptx2c_records.n++;
}

PTX2C_INLINE void ptx2c_record_drop(uint32_t *link)
{
    const uint32_t i = *link;
    *link = ptx2c_records.at[i].next;
    ptx2c_records.at[i].next = ptx2c_records.spare;
    ptx2c_records.spare = i;
}

/* n cells, in arrays that are so far apart. */
static PTX2C_NOINLINE void ptx2c_cells_drop(uint32_t *arrays, size_t by, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const ptx2c_cell x = ptx2c_cell_in(arrays, by, i);
        while (*x.store == PTX2C_IN_LIST && *x.list)
            ptx2c_record_drop(x.list);
    }
    for (size_t k = 0; k < 4; k++)
        memset(arrays + k * by, 0, n * sizeof *arrays);
}

static PTX2C_NOINLINE uint32_t ptx2c_record_of_tag(uint32_t tag, uint32_t lanes, uint32_t next)
{
    const ptx2c_tag t = ptx2c_tags.at[tag & PTX2C_TAG_NUMBER];
    const uint32_t kind = tag >> PTX2C_TAG_KIND, i = ptx2c_record_new();
    ptx2c_records.at[i] = (ptx2c_record){.site = t.site, .next = next, .cta = t.cta, .clock = kind & PTX2C_RECORD_WARPS ? t.phase : t.clock,
                                         .lanes = lanes, .warp = t.warp, .bytes = 15, .kind = (uint8_t)kind};
    return i;
}

static PTX2C_NOINLINE void ptx2c_cell_unfold(ptx2c_cell x)
{
    uint32_t list = *x.store ? ptx2c_record_of_tag(*x.store, *x.list, 0) : 0;
    list = *x.load ? ptx2c_record_of_tag(*x.load, *x.lanes, list) : list;
    *x.list = list;
    *x.store = PTX2C_IN_LIST;
    *x.lanes = *x.load = 0;
}

/* Its list, which it has from then on. */
PTX2C_INLINE uint32_t *ptx2c_cell_list(ptx2c_cell x)
{
    if (*x.store != PTX2C_IN_LIST)
        ptx2c_cell_unfold(x);
    return x.list;
}

/* Memory whose next accesses have to do with none of those before. */
static PTX2C_NOINLINE void ptx2c_memory_forget(uintptr_t at, size_t bytes)
{
    for (uintptr_t a = at; a < at + bytes; a += 4)
        ptx2c_cells_drop(ptx2c_cell_of(a).list, PTX2C_PAGE_CELLS, 1);
}

/* ---- races ------------------------------------------------------------------------------------------------------- */

/* An access by a thread now. */
typedef struct ptx2c_now_access {
    ptx2c_check_cta *a;
    const ptx2c_site *site;
    uint32_t u;
    uintptr_t at;
    const char *object;
    int64_t offset;
} ptx2c_now_access;

/* Two stores that nothing orders: whether they store the same is known when the second is done. */
typedef struct ptx2c_undecided {
    const ptx2c_site *site, *other;
    ptx2c_cta c;
    const ptx2c_kernel *kernel;
    uint32_t u, bytes;
    unsigned char *at;     /* the cell's 4 bytes, */
    unsigned char was[4];  /* and what they were */
    char object[PTX2C_EXTENT_NAME];
    int64_t offset;
    ptx2c_notes notes;
} ptx2c_undecided;

typedef struct ptx2c_undecided_list {
    ptx2c_undecided *at;
    uint32_t n, room;
} ptx2c_undecided_list;
PTX2C_SHARED_VARIABLE ptx2c_undecided_list ptx2c_undecided_races; /* of the last instruction */
PTX2C_SHARED_VARIABLE ptx2c_undecided_list ptx2c_same;            /* that store the same, until the launch ends: one for two places */

static PTX2C_NOINLINE void ptx2c_undecided_put(ptx2c_undecided_list *l, const ptx2c_undecided *r)
{
    if (l->n == l->room) {
        const uint32_t room = l->room ? 2 * l->room : 16;
        ptx2c_undecided *more = (ptx2c_undecided *)realloc(l->at, room * sizeof *more);
        if (!more)
            return;
        l->at = more;
        l->room = room;
    }
    l->at[l->n++] = *r;
}

static PTX2C_NOINLINE void ptx2c_undecided_free(ptx2c_undecided_list *l)
{
    free(l->at);
    memset(l, 0, sizeof *l);
}

/* Two places that race have stored different values, too: only that is told. */
static PTX2C_NOINLINE bool ptx2c_race_is_told(const ptx2c_site *site, const ptx2c_site *other, const char *object)
{
    for (size_t i = 0; i < ptx2c_checks.faults; i++) {
        const ptx2c_known_fault *f = &ptx2c_checks.fault[i];
        if (strcmp(f->kind, "race") == 0 && ((f->site == site && f->other == other) || (f->site == other && f->other == site)) &&
            strncmp(f->object, object, sizeof f->object - 1) == 0)
            return true;
    }
    return false;
}

static PTX2C_NOINLINE void ptx2c_tell_race(const ptx2c_cta *c, uint32_t u, const ptx2c_site *site, const ptx2c_site *other,
                                           const char *object, int64_t offset, const ptx2c_notes *notes, bool same)
{
    ptx2c_notes m = {0, ""};
    const uint32_t weak = site->flags & PTX2C_SITE_STRONG ? other->flags : site->flags, both = site->flags | other->flags;
    const bool reads = (both & PTX2C_SITE_STRONG) && !(weak & (PTX2C_SITE_STRONG | PTX2C_SITE_WRITE | PTX2C_SITE_ASYNC));
    if (same && ptx2c_race_is_told(site, other, object))
        return;
    ptx2c_note(&m, "%s and %s of other threads race on %s%s%s%s", site->text, other->text, *object ? "'" : "memory", object,
               *object ? "'" : "", same ? ", both storing the same" : reads ? ", which one reads as if nobody else wrote it" : "");
    ptx2c_check_tell(c, u, same ? "race-same-value" : reads ? "race-weak-read" : "race", site, other, object, offset, m.s, notes);
}

static PTX2C_NOINLINE void ptx2c_same_keep(const ptx2c_undecided *r)
{
    if ((uintptr_t)r->at - (uintptr_t)r->c.shared < r->kernel->reserved_bytes) /* what cooperative groups do there */
        return;
    for (uint32_t i = 0; i < ptx2c_same.n; i++) {
        const ptx2c_undecided *q = &ptx2c_same.at[i];
        if (((q->site == r->site && q->other == r->other) || (q->site == r->other && q->other == r->site)) &&
            strcmp(q->object, r->object) == 0)
            return;
    }
    ptx2c_undecided_put(&ptx2c_same, r);
}

/* What the last instruction stored is there by now. */
static PTX2C_NOINLINE void ptx2c_races_decide(void)
{
    const uint32_t n = ptx2c_undecided_races.n;
    ptx2c_undecided_races.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        const ptx2c_undecided *r = &ptx2c_undecided_races.at[i];
        bool same = true;
        for (int k = 0; k < 4; k++)
            same &= !(r->bytes >> k & 1) || r->at[k] == r->was[k];
        if (same)
            ptx2c_same_keep(r);
        else
            ptx2c_tell_race(&r->c, r->u, r->site, r->other, r->object, r->offset, &r->notes, false);
    }
}

/* At the end of a launch. */
static PTX2C_NOINLINE void ptx2c_races_same(void)
{
    for (uint32_t i = 0; i < ptx2c_same.n; i++) {
        ptx2c_undecided *r = &ptx2c_same.at[i];
        ptx2c_grid g = {.kernel = r->kernel};
        r->c.grid = &g; /* the launch's is gone */
        ptx2c_tell_race(&r->c, r->u, r->site, r->other, r->object, r->offset, &r->notes, true);
    }
    ptx2c_undecided_free(&ptx2c_same);
    ptx2c_undecided_free(&ptx2c_undecided_races);
}

/* Whether anybody wants to hear of races of two places; while a launch lasts. */
typedef struct ptx2c_race_pair {
    const ptx2c_site *site, *other;
    bool left_out;
} ptx2c_race_pair;
enum { PTX2C_RACE_PAIRS = 64 };
PTX2C_SHARED_VARIABLE ptx2c_race_pair ptx2c_race_pairs[PTX2C_RACE_PAIRS];

/* Nobody wants to hear of races of these places. */
PTX2C_INLINE bool ptx2c_race_is_left_out(const ptx2c_site *site, const ptx2c_site *other)
{
    ptx2c_race_pair *q = &ptx2c_race_pairs[((uintptr_t)site * 3 + (uintptr_t)other) / sizeof *site % PTX2C_RACE_PAIRS];
    if (q->site != site || q->other != other)
        *q = (ptx2c_race_pair){site, other, getenv("PTX2C_CHECK_SUPPRESS") && ptx2c_suppressed("race", site, other) &&
                               ptx2c_suppressed("race-same-value", site, other) && ptx2c_suppressed("race-weak-read", site, other)};
    return q->left_out;
}

static PTX2C_NOINLINE void ptx2c_race(const ptx2c_now_access *x, const ptx2c_record *r, uint32_t bytes, bool stores)
{
    if (ptx2c_race_is_left_out(x->site, r->site))
        return;
    ptx2c_notes notes = {0, ""};
    const ptx2c_cta *c = x->a->c;
    const ptx2c_dim3 grid = c->nctaid;
    const bool near = r->cta == x->a->id && r->warp == x->u / 32 && !(r->kind & PTX2C_RECORD_COPY);
    const uint32_t others = near ? r->lanes & ~(1u << x->u % 32) : r->lanes; /* it is none of the thread's own */
    const uint32_t id = r->cta - 1, lane = ptx2c_lowest(others ? others : r->lanes), u = r->warp * 32 + lane;
    const ptx2c_dim3 tid = ptx2c_tid(c, u);
    if (*x->object)
        ptx2c_note_at(&notes, x->site), ptx2c_note(&notes, "at byte %lld of '%s'\n", (long long)x->offset, x->object);
    ptx2c_note_at(&notes, r->site);
    ptx2c_note(&notes, "the other one: %s%s by block (%u, %u, %u), thread (%u, %u, %u)\n", r->site->text,
               r->kind & PTX2C_RECORD_COPY ? ", not waited for," : "", (unsigned)(id % grid.x), (unsigned)(id / grid.x % grid.y),
               (unsigned)(id / grid.x / grid.y), (unsigned)tid.x, (unsigned)tid.y, (unsigned)tid.z);
    ptx2c_note_source(&notes, r->site);
    ptx2c_note_at(&notes, x->site);
    ptx2c_note(&notes, "neither a barrier nor an acquire of what the other has released comes between\n");
    if (!stores) {
        ptx2c_tell_race(c, x->u, x->site, r->site, x->object, x->offset, &notes, false);
        return;
    }
    ptx2c_undecided q = {.site = x->site, .other = r->site, .c = *c, .kernel = c->grid->kernel, .u = x->u, .bytes = bytes, .offset = x->offset,
                         .at = (unsigned char *)(x->at & ~(uintptr_t)3), .notes = notes};
    memcpy(q.was, q.at, 4);
    snprintf(q.object, sizeof q.object, "%s", x->object);
    ptx2c_undecided_put(&ptx2c_undecided_races, &q);
}

/* Whether the lanes of a record, but for thread u itself, come before what u does now. */
PTX2C_INLINE bool ptx2c_record_before(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, const ptx2c_record *r)
{
    const bool copy = r->kind & PTX2C_RECORD_COPY;
    if (r->kind & PTX2C_RECORD_WARPS) /* nothing but barriers of all orders warps */
        return r->cta == a->id && !(r->kind & PTX2C_RECORD_MANY) && r->clock < a->phase;
    if (r->cta == a->id && !copy && (r->clock <= a->base[r->warp] || (r->warp == u / 32 && r->clock <= a->synced[r->warp])))
        return true;
    if (r->kind & PTX2C_RECORD_MANY)
        return a->known[u] && a->known[u]->n > (ptx2c_vector_of(a->known[u], a->id) ? 1u : 0u);
#if PTX2C_CHECK & PTX2C_CHECK_LOCKSTEP
    if (r->cta == a->id && r->warp == u / 32 && !copy && r->site != s)
        return true;
#else
    (void)s;
#endif
    uint32_t m = r->lanes;
    if (r->cta == a->id && r->warp == u / 32 && !copy)
        m &= ~(1u << u % 32);
    for (; m; m &= m - 1)
        if (!ptx2c_knows(a, u, r->cta, r->warp * 32u + ptx2c_lowest(m), r->clock, copy))
            return false;
    return true;
}

/* Both are strong and of scopes that take in each other's threads. */
PTX2C_INLINE bool ptx2c_sites_agree(const ptx2c_site *s, const ptx2c_site *o, bool same_cta)
{
    return (s->flags & o->flags & PTX2C_SITE_STRONG) && (same_cta || (ptx2c_beyond_cta(s->flags) && ptx2c_beyond_cta(o->flags)));
}

/* Whether a record stands for loads or atomic operations of the CTA's warps at that place, to which one by warp w is added. */
PTX2C_INLINE bool ptx2c_record_takes(const ptx2c_check_cta *a, const ptx2c_record *r, const ptx2c_site *s, uint32_t w, uint32_t bytes)
{
    if (r->site != s || r->bytes != bytes || r->cta != a->id || (r->kind & (PTX2C_RECORD_COPY | PTX2C_RECORD_MANY)))
        return false;
    return r->kind & PTX2C_RECORD_WARPS ? r->clock == a->phase : r->warp == w && r->clock == a->clock[w];
}

/* An access to bytes of a cell. */
static PTX2C_NOINLINE void ptx2c_cell_access(const ptx2c_now_access *x, uint32_t *cell, uint32_t bytes)
{
    ptx2c_check_cta *a = x->a;
    const ptx2c_site *s = x->site;
    const uint32_t u = x->u, w = u / 32, bit = 1u << u % 32;
    const bool writes = s->flags & PTX2C_SITE_WRITE, copy = s->flags & PTX2C_SITE_ASYNC;
    const uint8_t kind = copy ? PTX2C_RECORD_COPY : 0;
    const uint32_t clock = a->clock[copy ? a->warps + w : w];
    uint32_t own = 0, foreign = 0;
    bool clean = !writes;
    for (uint32_t *link = cell, i; (i = *link);) {
        ptx2c_record *r = &ptx2c_records.at[i];
        const bool here = r->cta == a->id, other_writes = r->site->flags & PTX2C_SITE_WRITE;
        const bool before = ptx2c_record_before(a, u, s, r);
        clean &= !other_writes || (here && !r->kind && r->clock <= a->base[r->warp]);
        if (!before && (r->bytes & bytes) && (writes || other_writes) && !ptx2c_sites_agree(s, r->site, here))
            ptx2c_race(x, r, bytes & r->bytes,
                       writes && other_writes && !((s->flags | r->site->flags) & (PTX2C_SITE_ATOMIC | PTX2C_SITE_ASYNC)));
        const bool mine = here && r->warp == w && (r->kind & ~PTX2C_RECORD_CLEAN) == kind;
        if (!copy && ptx2c_record_takes(a, r, s, w, bytes)) {
            r->lanes |= r->kind & PTX2C_RECORD_WARPS ? 0 : bit;
            own = i;
        } else if (mine && r->site == s && r->bytes == bytes) {
            if (r->clock == clock) {
                r->lanes |= bit;
                own = i;
            } else if (!(r->lanes &= ~bit)) {
                ptx2c_record_drop(link);
                continue;
            }
        } else if ((PTX2C_CHECK & PTX2C_CHECK_COARSE) && here && (!writes || (s->flags & PTX2C_SITE_ATOMIC)) && !own && !copy && r->site == s && r->bytes == bytes &&
                   !before && !(r->kind & ~PTX2C_RECORD_CLEAN)) {
            r->kind = PTX2C_RECORD_WARPS;
            r->clock = a->phase;
            own = i;
        } else if (before && r->clock != (mine ? clock : 0) && !(r->bytes & ~bytes) && (writes || !other_writes) &&
                   ((r->site->flags & PTX2C_SITE_STRONG) || !(s->flags & PTX2C_SITE_STRONG))) {
            ptx2c_record_drop(link);
            continue;
        }
        if (!here && (!writes || (s->flags & PTX2C_SITE_STRONG)) && r->site == s && r->bytes == bytes) {
            if (foreign) {
                ptx2c_record *f = &ptx2c_records.at[foreign];
                if (f->cta != r->cta || (r->kind & PTX2C_RECORD_MANY))
                    f->kind = PTX2C_RECORD_MANY;
                if (f->kind & PTX2C_RECORD_MANY) {
                    ptx2c_record_drop(link);
                    continue;
                }
            }
            foreign = i;
        }
        link = &ptx2c_records.at[i].next;
    }
    if (!own) {
        own = ptx2c_record_new();
        ptx2c_records.at[own] = (ptx2c_record){.site = s, .next = *cell, .cta = a->id, .clock = clock, .lanes = bit,
                                               .warp = (uint16_t)w, .bytes = (uint8_t)bytes, .kind = kind};
        *cell = own;
    }
    if (clean && !copy)
        ptx2c_records.at[own].kind |= PTX2C_RECORD_CLEAN;
}

/* The record comes before all that the CTA does in this phase. */
PTX2C_INLINE bool ptx2c_record_is_past(const ptx2c_check_cta *a, const ptx2c_record *r)
{
    if (r->cta != a->id || (r->kind & (PTX2C_RECORD_COPY | PTX2C_RECORD_MANY)))
        return false;
    return r->kind & PTX2C_RECORD_WARPS ? r->clock < a->phase : r->clock <= a->base[r->warp];
}

/* Nobody but thread u did it. */
PTX2C_INLINE bool ptx2c_record_is_own(const ptx2c_check_cta *a, const ptx2c_record *r, uint32_t u)
{
    return r->cta == a->id && r->warp == u / 32 && r->lanes == 1u << u % 32 && !(r->kind & ~PTX2C_RECORD_CLEAN);
}

PTX2C_INLINE void ptx2c_record_put(const ptx2c_check_cta *a, uint32_t i, uint32_t u, const ptx2c_site *s, uint32_t next, uint32_t bytes,
                                 uint32_t kind)
{
    ptx2c_records.at[i] = (ptx2c_record){.site = s, .next = next, .cta = a->id, .clock = a->clock[u / 32], .lanes = 1u << u % 32,
                                         .warp = (uint16_t)(u / 32), .bytes = (uint8_t)bytes, .kind = (uint8_t)kind};
}

enum { PTX2C_QUICK_RECORDS = 16 };

/* A plain store to a whole cell behind nothing but what is past or the thread's own; false: ptx2c_cell_access must do it. */
static PTX2C_NOINLINE bool ptx2c_cell_store(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, uint32_t *cell)
{
    bool own = false;
    uint32_t n = 0;
    for (uint32_t i = *cell; i; i = ptx2c_records.at[i].next) {
        const ptx2c_record *r = &ptx2c_records.at[i];
        const bool is_own = !ptx2c_record_is_past(a, r);
        if (n++ == PTX2C_QUICK_RECORDS || (is_own && !ptx2c_record_is_own(a, r, u)))
            return false;
        if (is_own && r->site == s && r->bytes == 15 && r->clock == a->clock[u / 32])
            return true;
        own |= is_own;
    }
    if (!own && *cell) {
        while (ptx2c_records.at[*cell].next)
            ptx2c_record_drop(&ptx2c_records.at[*cell].next);
        ptx2c_record_put(a, *cell, u, s, 0, 15, 0);
        return true;
    }
    const uint32_t i = ptx2c_record_new();
    ptx2c_record_put(a, i, u, s, *cell, 15, 0);
    *cell = i;
    return true;
}

/* A load like one that is noted already; stores after that would be before it in the list. */
PTX2C_INLINE bool ptx2c_cell_loaded(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, const uint32_t *cell, uint32_t bytes)
{
    for (uint32_t i = *cell; i;) {
        ptx2c_record *r = &ptx2c_records.at[i];
        if (!(r->kind & PTX2C_RECORD_CLEAN))
            return false;
        if (r->site == s && r->bytes == bytes && (r->kind & PTX2C_RECORD_MANY))
            return true;
        if (ptx2c_record_takes(a, r, s, u / 32, bytes)) {
            r->lanes |= r->kind & PTX2C_RECORD_WARPS ? 0 : 1u << u % 32;
            return true;
        }
        i = r->next;
    }
    return false;
}

/* A plain load from a cell that only this thread, if anyone, stores to in this phase, or others whose races with it are left out. */
static PTX2C_NOINLINE bool ptx2c_cell_load(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, uint32_t *cell, uint32_t bytes)
{
    uint32_t n = 0, joined = 0, past = 0, many = 0, clean = PTX2C_RECORD_CLEAN;
    bool stored = false;
    for (uint32_t i = *cell; i; i = ptx2c_records.at[i].next) {
        const ptx2c_record *r = &ptx2c_records.at[i];
        const bool is_past = ptx2c_record_is_past(a, r), writes = r->site->flags & PTX2C_SITE_WRITE;
        if (n++ == PTX2C_QUICK_RECORDS || (writes && !is_past && !ptx2c_record_is_own(a, r, u) && !ptx2c_race_is_left_out(s, r->site)) ||
            (!(PTX2C_CHECK & PTX2C_CHECK_COARSE) && r->cta != a->id && !(r->kind & PTX2C_RECORD_MANY)))
            return false;
        clean = writes && !is_past ? 0 : clean;
        stored |= writes;
        if (r->site != s || r->bytes != bytes || (r->kind & PTX2C_RECORD_COPY))
            continue;
        if (r->cta != a->id || (r->kind & PTX2C_RECORD_MANY))
            many = i;
        else if (is_past)
            past = i;
        else
            joined = i;
    }
    if ((PTX2C_CHECK & PTX2C_CHECK_COARSE) && many) { /* nothing orders CTAs */
        ptx2c_records.at[many].kind = (uint8_t)(PTX2C_RECORD_MANY | (stored ? 0 : PTX2C_RECORD_CLEAN));
    } else if (joined) {
        ptx2c_record *r = &ptx2c_records.at[joined];
        if (ptx2c_record_takes(a, r, s, u / 32, bytes)) {
            r->lanes |= r->kind & PTX2C_RECORD_WARPS ? 0 : 1u << u % 32;
        } else if ((PTX2C_CHECK & PTX2C_CHECK_COARSE) && !(r->kind & ~PTX2C_RECORD_CLEAN) && r->warp != u / 32) {
            r->kind = PTX2C_RECORD_WARPS;
            r->clock = a->phase;
        } else {
            return false;
        }
        r->kind |= (uint8_t)clean;
    } else if (past) {
        ptx2c_record_put(a, past, u, s, ptx2c_records.at[past].next, bytes, clean);
    } else {
        const uint32_t i = ptx2c_record_new();
        ptx2c_record_put(a, i, u, s, *cell, bytes, clean);
        *cell = i;
    }
    return true;
}

/* An atomic operation on a whole cell, whose like has been done here before, and nothing else in this phase by others. */
static PTX2C_NOINLINE bool ptx2c_cell_atomic(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, const uint32_t *cell)
{
    uint32_t n = 0, joined = 0;
    for (uint32_t i = *cell; i; i = ptx2c_records.at[i].next) {
        const ptx2c_record *r = &ptx2c_records.at[i];
        if (n++ == PTX2C_QUICK_RECORDS)
            return false;
        if (ptx2c_record_takes(a, r, s, u / 32, 15))
            joined = i;
        else if (!ptx2c_record_is_past(a, r) && !ptx2c_record_is_own(a, r, u) &&
                 !(r->cta == a->id && ptx2c_sites_agree(s, r->site, true)))
            return false;
    }
    if (joined)
        ptx2c_records.at[joined].lanes |= ptx2c_records.at[joined].kind & PTX2C_RECORD_WARPS ? 0 : 1u << u % 32;
    return joined != 0;
}

#endif
