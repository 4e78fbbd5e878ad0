/* sanitize_race.h: what is remembered of accesses, to find those that nothing orders.  For generated code.
 *
 * A cell stands for 4 bytes of memory.  A record is what lanes of a warp did there at one place of the PTX at one clock of the warp.
 * One that comes before what a thread does now is left out where that says as much.  Reads and atomic operations of several other
 * CTAs become one record.
 *
 * What records of many cells have in common is a tag.  Most memory needs no more than a record of a store and one of loads, by whole
 * words: these stand in the cell itself, as the numbers of their tags, and their lanes.  Other cells have a list of records, which they
 * share with all that have the same: lists do not change, and there is one of each (sanitize_list.h). */
#ifndef PTX2C_SANITIZE_RACE_H
#define PTX2C_SANITIZE_RACE_H

#include "sanitize_clock.h"

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

enum { PTX2C_TAG_KIND = 28, PTX2C_TAG_NUMBER = (1 << PTX2C_TAG_KIND) - 1 };
#define PTX2C_TAG_OF(kind) ((uint32_t)(kind) << PTX2C_TAG_KIND)

/* A record of a list.  Free ones: tag is 0, chain the next of those. */
typedef struct ptx2c_link {
    uint32_t tag;      /* above PTX2C_TAG_KIND: the kind */
    uint32_t lanes;    /* turned by the cell's number, so that cells of which neighbouring lanes access one each have the same */
    uint32_t next;     /* or 0; above PTX2C_TAG_KIND: bytes of the cell */
    uint32_t chain;    /* of the links with this hash; PTX2C_LINK_OWN, _MARK */
} ptx2c_link;
#define PTX2C_LINK_MARK (UINT32_C(1) << 31)
#define PTX2C_LINK_OWN (UINT32_C(1) << 30) /* one cell has it: it is not found by hash */

typedef struct ptx2c_link_table {
    ptx2c_link *at;
    uint32_t *head;    /* by hash */
    uint32_t n, room, heads, spare, limit; /* heads: a power of 2; limit: when there are so many, those that no cell has are looked for */
} ptx2c_link_table;
PTX2C_SHARED_VARIABLE ptx2c_link_table ptx2c_links;

/* What is known of 4 bytes; neighbours' are side by side in each of four arrays, by numbers apart.  store: the tag of the store or 0,
 * then list has its lane's bit, or of atomic operations, and their kind and lanes; or PTX2C_IN_LIST, then list is the number of the first
 * link, or 0.  load: the tag of the loads or 0, and above PTX2C_TAG_KIND what a record has for kind; lanes: theirs; or, where nothing
 * is known but loads, PTX2C_IN_LIST, then lanes is that number.  An access to a part of a word is said so where the part's
 * number is the lane's, modulo how many there are; of several CTAs or warps, where these access all of the word.  All 0: nothing has
 * been done here. */
typedef struct ptx2c_cell { uint32_t *list, *store, *lanes, *load; } ptx2c_cell;
#define PTX2C_IN_LIST UINT32_MAX

PTX2C_INLINE ptx2c_cell ptx2c_cell_in(uint32_t *arrays, size_t by, size_t i)
{
    uint32_t *const at = arrays + i;
    return (ptx2c_cell){at, at + by, at + 2 * by, at + 3 * by};
}

PTX2C_INLINE bool ptx2c_cell_has_list(ptx2c_cell x) { return (*x.store == PTX2C_IN_LIST) | (*x.load == PTX2C_IN_LIST); }
PTX2C_INLINE uint32_t ptx2c_cell_list(ptx2c_cell x) { return *x.store == PTX2C_IN_LIST ? *x.list : *x.load == PTX2C_IN_LIST ? *x.lanes : 0; }

enum { PTX2C_PAGE_CELLS = 1024, PTX2C_HALF_ALIGN = 128 };

/* Two of the four arrays of the cells of 4 KB of memory that is not a CTA's own: list and store, or lanes and load.  All lie alike
 * beside multiples of 128 bytes, as the lanes of lists are turned by that. */
typedef struct ptx2c_half {
    _Alignas(PTX2C_HALF_ALIGN) uint32_t cell[2][PTX2C_PAGE_CELLS];
    struct ptx2c_half *next; /* of those that nobody has */
    void *block;             /* what malloc gave */
} ptx2c_half;

enum { PTX2C_STORES, PTX2C_LOADS };

/* By place, the plain loads of words of a page of which nothing else is known: each cell's tag and lanes as the half of loads has them, 0: none.
 * One place has several where a cell needs as many records of it. */
typedef struct ptx2c_sheet {
    const ptx2c_site *site;
    ptx2c_half *half;
} ptx2c_sheet;

typedef struct ptx2c_sheets {
    uint32_t n;
    bool several;            /* of one place */
    uint8_t last[32];        /* by number of the place: which of these may be its own */
    ptx2c_sheet of[];
} ptx2c_sheets;

/* While nothing has stored to the page, or loaded from it, that half is ptx2c_half_none: all 0.  Of loads, while it has neither half: log, then
 * sheets; or NULL. */
typedef struct ptx2c_page {
    uintptr_t number;
    ptx2c_half *half[2];
    struct ptx2c_log *log;
    ptx2c_sheets *sheets;
} ptx2c_page;
PTX2C_SHARED_VARIABLE ptx2c_half ptx2c_half_none;

enum { PTX2C_LAST_PAGES = 1024, PTX2C_SPARE_HALVES = 2048 };

typedef struct ptx2c_page_table {
    ptx2c_page **at;
    uint32_t n, room;       /* room: a power of 2 */
    ptx2c_page *last[PTX2C_LAST_PAGES]; /* found, by number */
} ptx2c_page_table;
PTX2C_SHARED_VARIABLE ptx2c_page_table ptx2c_pages;

/* Halves of pages of launches that are over. */
typedef struct ptx2c_spare_halves {
    ptx2c_half *first;
    uint32_t n;
} ptx2c_spare_halves;
PTX2C_SHARED_VARIABLE ptx2c_spare_halves ptx2c_halves_spare;

/* Lists that stood beside loads, as the page had nothing else. */
static PTX2C_NOINLINE void ptx2c_lists_move(ptx2c_half *loads, ptx2c_half *stores)
{
    for (uint32_t i = 0; i < PTX2C_PAGE_CELLS; i++)
        if (loads->cell[1][i] == PTX2C_IN_LIST) {
            stores->cell[0][i] = loads->cell[0][i];
            stores->cell[1][i] = PTX2C_IN_LIST;
            loads->cell[0][i] = loads->cell[1][i] = 0;
        }
}

static PTX2C_NOINLINE ptx2c_half *ptx2c_half_get(void)
{
    ptx2c_half *h = ptx2c_halves_spare.first;
    if (h) {
        ptx2c_halves_spare.first = h->next;
        ptx2c_halves_spare.n--;
        memset(h->cell, 0, sizeof h->cell);
    } else {
        void *const block = ptx2c_check_get(1, sizeof *h + PTX2C_HALF_ALIGN - 1);
        h = (ptx2c_half *)(((uintptr_t)block + PTX2C_HALF_ALIGN - 1) & ~(uintptr_t)(PTX2C_HALF_ALIGN - 1));
        h->block = block;
    }
    return h;
}

/* The page gets that half of its own. */
static PTX2C_NOINLINE void ptx2c_half_new(ptx2c_page *p, int which)
{
    p->half[which] = ptx2c_half_get();
    if (which == PTX2C_STORES)
        ptx2c_lists_move(p->half[PTX2C_LOADS], p->half[which]);
}

PTX2C_INLINE void ptx2c_half_drop(ptx2c_half *h)
{
    if (h == &ptx2c_half_none)
        return;
    if (ptx2c_halves_spare.n == PTX2C_SPARE_HALVES) {
        free(h->block);
        return;
    }
    h->next = ptx2c_halves_spare.first;
    ptx2c_halves_spare.first = h;
    ptx2c_halves_spare.n++;
}

/* The sheets from that number on. */
PTX2C_INLINE void ptx2c_sheets_drop(ptx2c_sheets *g, uint32_t from)
{
    for (uint32_t i = from; g && i < g->n; i++)
        ptx2c_half_drop(g->of[i].half);
    free(g);
}

static PTX2C_NOINLINE ptx2c_page *ptx2c_page_new(uintptr_t number)
{
    ptx2c_page *p = (ptx2c_page *)ptx2c_check_get(1, sizeof *p);
    *p = (ptx2c_page){number, {&ptx2c_half_none, &ptx2c_half_none}, NULL, NULL};
    return p;
}

PTX2C_INLINE void ptx2c_page_drop(ptx2c_page *p)
{
    if (!p)
        return;
    ptx2c_half_drop(p->half[PTX2C_STORES]);
    ptx2c_half_drop(p->half[PTX2C_LOADS]);
    free(p->log);
    ptx2c_sheets_drop(p->sheets, 0);
    free(p);
}

PTX2C_INLINE ptx2c_cell ptx2c_cell_in_page(const ptx2c_page *p, size_t i)
{
    ptx2c_half *const s = p->half[PTX2C_STORES], *const l = p->half[PTX2C_LOADS];
    return (ptx2c_cell){&s->cell[0][i], &s->cell[1][i], &l->cell[0][i], &l->cell[1][i]};
}

/* Its page has known nothing but loads. */
PTX2C_INLINE bool ptx2c_cell_is_loads(ptx2c_cell x)
{
    return (uintptr_t)x.list - (uintptr_t)ptx2c_half_none.cell[0] < sizeof ptx2c_half_none.cell[0];
}

/* The tags of sites' last accesses. */
typedef struct ptx2c_last_tag {
    const ptx2c_site *site;
    uint32_t cta, warp, clock, tag;
} ptx2c_last_tag;

enum { PTX2C_LAST_TAGS = 256 };

typedef struct ptx2c_last_tags { ptx2c_last_tag at[PTX2C_LAST_TAGS]; } ptx2c_last_tags;
PTX2C_SHARED_VARIABLE ptx2c_last_tags ptx2c_tags_last;

static PTX2C_NOINLINE void ptx2c_numbers_forget(void) { memset(&ptx2c_tags_last, 0, sizeof ptx2c_tags_last); }

static PTX2C_NOINLINE void ptx2c_races_forget(void)
{
    for (uint32_t i = 0; i < ptx2c_pages.room; i++)
        ptx2c_page_drop(ptx2c_pages.at[i]);
    free(ptx2c_pages.at);
    memset(&ptx2c_pages, 0, sizeof ptx2c_pages);
    if (ptx2c_links.n > 1)
        memset(ptx2c_links.head, 0, ptx2c_links.heads * sizeof *ptx2c_links.head);
    ptx2c_links.n = ptx2c_links.room != 0; /* the next launch has their memory */
    ptx2c_links.spare = ptx2c_links.limit = 0;
    ptx2c_tags.n = ptx2c_tags.room != 0;
    ptx2c_tags.spare = ptx2c_tags.limit = 0;
    ptx2c_numbers_forget();
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

PTX2C_INLINE ptx2c_page *ptx2c_page_of(uintptr_t a)
{
    ptx2c_page **last = &ptx2c_pages.last[(a >> 12) % PTX2C_LAST_PAGES], *p = *last;
    if (!PTX2C_LIKELY(p && p->number == a >> 12))
        *last = p = ptx2c_page_find(a >> 12);
    return p;
}

/* What the page's log or sheets say its cells do now (sanitize_log.h). */
static void ptx2c_log_ends(ptx2c_page *p);

/* The cell of an address in memory of all CTAs, to which such an access is to be noted. */
PTX2C_INLINE ptx2c_cell ptx2c_cell_of(uintptr_t a, const ptx2c_site *s)
{
    ptx2c_page *const p = ptx2c_page_of(a);
    const int which = s->flags & PTX2C_SITE_WRITE ? PTX2C_STORES : PTX2C_LOADS;
    if (!PTX2C_LIKELY(p->half[which] != &ptx2c_half_none)) {
        if (p->log || p->sheets)
            ptx2c_log_ends(p);
        if (p->half[which] == &ptx2c_half_none)
            ptx2c_half_new(p, which);
    }
    return ptx2c_cell_in_page(p, a >> 2 & (PTX2C_PAGE_CELLS - 1));
}

/* It is no cell's any more. */
PTX2C_INLINE void ptx2c_link_drop(uint32_t i)
{
    ptx2c_link *l = &ptx2c_links.at[i];
    if (!(l->chain & PTX2C_LINK_OWN))
        return;
    l->tag = 0;
    l->chain = ptx2c_links.spare;
    ptx2c_links.spare = i;
}

PTX2C_INLINE void ptx2c_list_drop(uint32_t list)
{
    for (uint32_t i = list, next; i && ptx2c_links.at[i].chain & PTX2C_LINK_OWN; i = next) {
        next = ptx2c_links.at[i].next & PTX2C_TAG_NUMBER;
        ptx2c_link_drop(i);
    }
}

static PTX2C_NOINLINE void ptx2c_cells_drop(ptx2c_cell x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ptx2c_list_drop(ptx2c_cell_list((ptx2c_cell){x.list + i, x.store + i, x.lanes + i, x.load + i}));
    memset(x.list, 0, n * sizeof *x.list);
    memset(x.store, 0, n * sizeof *x.store);
    memset(x.lanes, 0, n * sizeof *x.lanes);
    memset(x.load, 0, n * sizeof *x.load);
}

/* Memory whose next accesses have to do with none of those before. */
static PTX2C_NOINLINE void ptx2c_memory_forget(uintptr_t at, size_t bytes)
{
    for (uintptr_t a = at; a < at + bytes; a += 4) {
        ptx2c_page *const p = ptx2c_page_of(a);
        if (p->log || p->sheets)
            ptx2c_log_ends(p);
        ptx2c_cells_drop(ptx2c_cell_in_page(p, a >> 2 & (PTX2C_PAGE_CELLS - 1)), 1);
    }
}

/* ---- races ------------------------------------------------------------------------------------------------------- */

/* A record, as its link and tag say. */
typedef struct ptx2c_record {
    const ptx2c_site *site;
    uint32_t tag, cta, clock, lanes; /* PTX2C_RECORD_WARPS: clock is a phase */
    uint16_t warp;
    uint8_t bytes, kind;
    uint32_t link;
} ptx2c_record;

/* An access by a thread now. */
typedef struct ptx2c_now_access {
    ptx2c_check_cta *a;
    const ptx2c_site *site;
    uint32_t u;
    uintptr_t at;
    const char *object;
    int64_t offset;
} ptx2c_now_access;

/* A store that nothing orders with another access: what it stores is known when it is done, and whether both of two store the same. */
typedef struct ptx2c_undecided {
    const ptx2c_site *site, *other;
    ptx2c_now_access access; /* until it is decided, with */
    ptx2c_record record;   /* what it races with */
    bool both;             /* are stores */
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

/* A plain load of what others change by operations that are strong. */
PTX2C_INLINE bool ptx2c_race_reads(const ptx2c_site *site, const ptx2c_site *other)
{
    const uint32_t weak = site->flags & PTX2C_SITE_STRONG ? other->flags : site->flags, both = site->flags | other->flags;
    return (both & PTX2C_SITE_STRONG) && !(weak & (PTX2C_SITE_STRONG | PTX2C_SITE_WRITE | PTX2C_SITE_ASYNC));
}

PTX2C_INLINE const char *ptx2c_race_kind(const ptx2c_site *site, const ptx2c_site *other)
{
    return ptx2c_race_reads(site, other) ? "race-weak-read" : "race";
}

static PTX2C_NOINLINE void ptx2c_tell_race(const ptx2c_cta *c, uint32_t u, const ptx2c_site *site, const ptx2c_site *other,
                                           const char *object, int64_t offset, const ptx2c_notes *notes, bool same)
{
    ptx2c_notes m = {0, ""};
    if (same && ptx2c_race_is_told(site, other, object))
        return;
    ptx2c_note(&m, "%s and %s of other threads race on %s%s%s%s", site->text, other->text, *object ? "'" : "memory", object,
               *object ? "'" : "", same ? ", both storing the same" : ptx2c_race_reads(site, other) ? ", which one reads as if nobody else wrote it" : "");
    ptx2c_check_tell(c, u, same ? "race-same-value" : ptx2c_race_kind(site, other), site, other, object, offset, m.s, notes);
}

/* Nothing more is to be said of two places that store the same. */
static PTX2C_NOINLINE bool ptx2c_same_is_kept(const ptx2c_undecided *r)
{
    if ((uintptr_t)r->at - (uintptr_t)r->c.shared < r->kernel->reserved_bytes) /* what cooperative groups do there */
        return true;
    for (uint32_t i = 0; i < ptx2c_same.n; i++) {
        const ptx2c_undecided *q = &ptx2c_same.at[i];
        if (((q->site == r->site && q->other == r->other) || (q->site == r->other && q->other == r->site)) &&
            strcmp(q->object, r->object) == 0)
            return true;
    }
    return false;
}

/* Those bytes of a cell as a number of 2 digits each. */
static PTX2C_NOINLINE void ptx2c_note_bytes(ptx2c_notes *t, const unsigned char *at, uint32_t bytes)
{
    ptx2c_note(t, "0x");
    for (int k = 4; k-- > 0;)
        if (bytes >> k & 1)
            ptx2c_note(t, "%02x", at[k]);
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

/* Who has done what a record says: block and thread, or of another grid its thread's number. */
static PTX2C_NOINLINE void ptx2c_note_thread(ptx2c_notes *t, const ptx2c_check_cta *a, uint32_t cta, uint32_t u)
{
    const ptx2c_dim3 grid = a->c->nctaid;
    const uint32_t i = cta - 1 - a->first;
    if (i >= (uint64_t)grid.x * grid.y * grid.z) {
        ptx2c_note(t, " by another grid's thread number %u of its block\n", (unsigned)u);
        return;
    }
    const ptx2c_dim3 tid = ptx2c_tid(a->c, u);
    ptx2c_note(t, " by block (%u, %u, %u), thread (%u, %u, %u)\n", (unsigned)(i % grid.x), (unsigned)(i / grid.x % grid.y),
               (unsigned)(i / grid.x / grid.y), (unsigned)tid.x, (unsigned)tid.y, (unsigned)tid.z);
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

static PTX2C_NOINLINE void ptx2c_race_notes(const ptx2c_now_access *x, const ptx2c_record *r, ptx2c_notes *notes)
{
    const bool near = r->cta == x->a->id && r->warp == x->u / 32 && !(r->kind & PTX2C_RECORD_COPY);
    const uint32_t others = near ? r->lanes & ~(1u << x->u % 32) : r->lanes; /* it is none of the thread's own */
    if (*x->object)
        ptx2c_note_at(notes, x->site), ptx2c_note(notes, "at byte %lld of '%s'\n", (long long)x->offset, x->object);
    ptx2c_note_at(notes, r->site);
    ptx2c_note(notes, "the other one: %s%s", r->site->text, r->kind & PTX2C_RECORD_COPY ? ", not waited for," : "");
    ptx2c_note_thread(notes, x->a, r->cta, r->warp * 32 + ptx2c_lowest(others ? others : r->lanes));
    ptx2c_note_source(notes, r->site);
    ptx2c_note_at(notes, x->site);
    ptx2c_note(notes, x->site->flags & PTX2C_SITE_TENSOR
                          ? "neither is its end waited for, by tcgen05.wait or the mbarrier of tcgen05.commit, nor is it known to have begun\n"
                          : "neither a barrier nor an acquire of what the other has released comes between\n");
}

/* What the last instruction stored is there by now. */
static PTX2C_NOINLINE void ptx2c_races_decide(void)
{
    const uint32_t n = ptx2c_undecided_races.n;
    ptx2c_undecided_races.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        ptx2c_undecided *r = &ptx2c_undecided_races.at[i];
        bool same = r->both;
        for (int k = 0; k < 4; k++)
            same &= !(r->bytes >> k & 1) || r->at[k] == r->was[k];
        if (same ? ptx2c_same_is_kept(r) : ptx2c_fault_again(ptx2c_race_kind(r->site, r->other), r->site, r->other, r->object))
            continue;
        r->access.object = r->object;
        ptx2c_race_notes(&r->access, &r->record, &r->notes);
        ptx2c_note_at(&r->notes, r->site);
        ptx2c_note(&r->notes, "it stores ");
        ptx2c_note_bytes(&r->notes, r->at, r->bytes);
        ptx2c_note(&r->notes, ", and ");
        ptx2c_note_bytes(&r->notes, r->was, r->bytes);
        ptx2c_note(&r->notes, " stood there\n");
        if (same)
            ptx2c_undecided_put(&ptx2c_same, r);
        else
            ptx2c_tell_race(&r->c, r->u, r->site, r->other, r->object, r->offset, &r->notes, false);
    }
}

static PTX2C_NOINLINE void ptx2c_race(const ptx2c_now_access *x, const ptx2c_record *r, uint32_t bytes, bool stores)
{
    if (ptx2c_race_is_left_out(x->site, r->site))
        return;
    const ptx2c_cta *c = x->a->c;
    if (!(x->site->flags & PTX2C_SITE_WRITE)) {
        ptx2c_notes notes = {0, ""};
        if (ptx2c_fault_again(ptx2c_race_kind(x->site, r->site), x->site, r->site, x->object))
            return;
        ptx2c_race_notes(x, r, &notes);
        ptx2c_note_at(&notes, x->site);
        ptx2c_note(&notes, "it reads ");
        ptx2c_note_bytes(&notes, (const unsigned char *)(x->at & ~(uintptr_t)3), bytes);
        ptx2c_note(&notes, "\n");
        ptx2c_tell_race(c, x->u, x->site, r->site, x->object, x->offset, &notes, false);
        return;
    }
    ptx2c_undecided q = {.site = x->site, .other = r->site, .access = *x, .record = *r, .both = stores, .c = *c, .kernel = c->grid->kernel, .u = x->u,
                         .bytes = bytes, .offset = x->offset, .at = (unsigned char *)(x->at & ~(uintptr_t)3)};
    memcpy(q.was, q.at, 4);
    snprintf(q.object, sizeof q.object, "%s", x->object);
    ptx2c_undecided_put(&ptx2c_undecided_races, &q);
}

/* Before thread u accesses memory by the site: what was stored before is there, unless the site is of the instruction that stores it, of which C
 * leaves open which operand is looked at first. */
static PTX2C_NOINLINE void ptx2c_races_decide_before(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s)
{
    const ptx2c_undecided *r = &ptx2c_undecided_races.at[ptx2c_undecided_races.n - 1];
    if (r->site == s || r->site->line != s->line || r->site->column != s->column || strcmp(r->site->file, s->file) != 0 || r->u != u ||
        r->c.ctaid.x != c->ctaid.x || r->c.ctaid.y != c->ctaid.y || r->c.ctaid.z != c->ctaid.z)
        ptx2c_races_decide();
}

/* A read by the async proxy: bulk copies, of shared or global memory, and matrix instructions. */
PTX2C_INLINE bool ptx2c_site_is_async_read(const ptx2c_site *s)
{
    const uint32_t flags = s->flags;
    return flags & PTX2C_SITE_ASYNC && flags & (PTX2C_SITE_BULK | PTX2C_SITE_PRODUCT) && flags & PTX2C_SITE_READ &&
           (flags & PTX2C_SITE_SHARED || !(flags & PTX2C_SITE_WRITE)); /* in global memory, no sums */
}

/* What a record says was written by threads, or by cp.async for them, before what thread u does now; and nowhere on the way from there has
 * been a fence.proxy.async, so that the async proxy may not see it (manual 8.9.5); of a tensor map, a release and an acquire of its proxy. */
static PTX2C_NOINLINE bool ptx2c_record_is_unseen(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *by, const ptx2c_record *r)
{
    const bool map = by->flags & PTX2C_SITE_MAP;
    const uint32_t seen = map ? PTX2C_MAPS_SEEN : by->flags & PTX2C_SITE_SHARED ? PTX2C_SEEN : PTX2C_GLOBAL_SEEN;
    const uint32_t doer = ptx2c_doer_of(r->site, r->clock), kinds = PTX2C_RECORD_MANY | PTX2C_RECORD_WARPS;
    if (!(r->site->flags & PTX2C_SITE_WRITE) || r->kind & kinds || doer > (map ? PTX2C_ITSELF : PTX2C_COPIES) || a->doers < PTX2C_DOERS ||
        r->cta <= a->first) /* of another grid, to which a launch leads */
        return false;
    for (uint32_t m = r->lanes; m; m &= m - 1)
        if (!ptx2c_knows(a, u, r->cta, r->warp * 32u + ptx2c_lowest(m), r->clock, seen + doer))
            return true;
    return false;
}

static PTX2C_NOINLINE void ptx2c_tell_unseen(const ptx2c_now_access *x, const ptx2c_record *r)
{
    ptx2c_notes notes = {0, ""}, m = {0, ""};
    if (*x->object)
        ptx2c_note_at(&notes, x->site), ptx2c_note(&notes, "at byte %lld of '%s'\n", (long long)x->offset, x->object);
    ptx2c_note_at(&notes, r->site);
    ptx2c_note(&notes, "written here: %s", r->site->text);
    ptx2c_note_thread(&notes, x->a, r->cta, r->warp * 32 + ptx2c_lowest(r->lanes));
    ptx2c_note_source(&notes, r->site);
    const bool map = x->site->flags & PTX2C_SITE_MAP;
    ptx2c_note(&m, "%s reads by the %s proxy what %s wrote, and no %s comes between", x->site->text, map ? "tensormap" : "async",
               r->site->text, map ? "release and acquire by fence.proxy.tensormap" : "fence.proxy.async");
    ptx2c_check_tell(x->a->c, x->u, "race-proxy", x->site, r->site, x->object, x->offset, m.s, &notes);
}

/* The number of a CTA of a grid whose numbers come behind first. */
PTX2C_INLINE uint32_t ptx2c_check_id(const ptx2c_cta *c, uint32_t first)
{
    return (c->ctaid.z * c->nctaid.y + c->ctaid.y) * c->nctaid.x + c->ctaid.x + 1 + first;
}

/* That CTA, which may be over, is of a's cluster. */
PTX2C_INLINE bool ptx2c_is_in_cluster(const ptx2c_check_cta *a, uint32_t cta)
{
    const ptx2c_cluster *cl = a->c->cluster;
    bool found = cta == a->id;
    for (uint32_t r = 0; cl && r < cl->n && !found; r++)
        found = cta == ptx2c_check_id(&cl->cta[r], a->first);
    return found;
}

/* Whether the lanes of a record, but for thread u itself, come before what u does now. */
PTX2C_INLINE bool ptx2c_record_before(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, const ptx2c_record *r)
{
    const bool copy = r->kind & PTX2C_RECORD_COPY;
    if (s->flags & PTX2C_SITE_TENSOR && !ptx2c_is_in_cluster(a, r->cta)) /* it had this tensor memory before */
        return true;
    if (r->kind & PTX2C_RECORD_WARPS) /* nothing but barriers of all orders warps */
        return r->cta == a->id && !(r->kind & PTX2C_RECORD_MANY) && r->clock < a->phase;
    if (r->kind & PTX2C_RECORD_MANY)
        return a->known[u] && a->known[u]->n > (ptx2c_vector_of(a->known[u], a->id) ? 1u : 0u);
    if (r->cta == a->id && !copy && (r->clock <= a->base[r->warp] || (r->warp == u / 32 && r->clock <= a->synced[r->warp])))
        return true;
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
        if (!ptx2c_knows(a, u, r->cta, r->warp * 32u + ptx2c_lowest(m), r->clock, ptx2c_doer_of(r->site, r->clock)))
            return false;
    return true;
}

/* Both are strong and of scopes that take in each other's threads. */
PTX2C_INLINE bool ptx2c_sites_agree(const ptx2c_site *s, const ptx2c_site *o, bool same_cta)
{
    return (s->flags & o->flags & PTX2C_SITE_STRONG) && (same_cta || (ptx2c_beyond_cta(s->flags) && ptx2c_beyond_cta(o->flags)));
}

#endif
