/* sanitize_list.h: accesses as lists of records have them: what becomes of a list, and what is to be told.  For generated code.
 *
 * Lists do not change: an access gives the number of another one.  What neighbouring lanes do to neighbouring cells is worked out once
 * for all of these that have the same list, and again gives them the same.  Links that a cell has for itself are free at once. */
#ifndef PTX2C_SANITIZE_LIST_H
#define PTX2C_SANITIZE_LIST_H

#include "sanitize_race.h"

/* ---- links ------------------------------------------------------------------------------------------------------- */

PTX2C_INLINE uint32_t ptx2c_link_hash(uint32_t tag, uint32_t lanes, uint32_t next)
{
    uint32_t h = tag * 0x9e3779b1u ^ lanes * 0x85ebca6bu ^ next * 0xc2b2ae35u;
    h ^= h >> 15;
    return h * 0x2c1b3c6du >> 7;
}

static PTX2C_NOINLINE void ptx2c_links_grow(void)
{
    ptx2c_link_table *t = &ptx2c_links;
    const uint32_t room = t->room + t->room / 8 + 256;
    ptx2c_link *more = room <= PTX2C_TAG_NUMBER ? (ptx2c_link *)realloc(t->at, room * sizeof *more) : NULL;
    if (!more) {
        fputs("ptx2c: no memory for checks\n", stderr);
        abort();
    }
    t->at = more;
    t->room = room;
    t->n += !t->n; /* number 0 is none */
    if (room < 4 * t->heads)
        return;
    t->heads = t->heads ? 2 * t->heads : 256;
    free(t->head);
    t->head = (uint32_t *)ptx2c_check_get(t->heads, sizeof *t->head);
    for (uint32_t i = 1; i < t->n; i++) {
        ptx2c_link *l = &t->at[i];
        if (!l->tag || l->chain & PTX2C_LINK_OWN)
            continue;
        uint32_t *head = &t->head[ptx2c_link_hash(l->tag, l->lanes, l->next) & (t->heads - 1)];
        l->chain = *head;
        *head = i;
    }
}

PTX2C_INLINE uint32_t ptx2c_link_get(void)
{
    ptx2c_link_table *t = &ptx2c_links;
    const uint32_t i = t->spare;
    if (!i)
        return t->n++;
    t->spare = t->at[i].chain;
    return i;
}

/* The list that begins with that record; own: for one cell. */
static PTX2C_NOINLINE uint32_t ptx2c_link_of(uint32_t tag, uint32_t lanes, uint32_t next, bool own)
{
    ptx2c_link_table *t = &ptx2c_links;
    if (!t->spare && t->n == t->room)
        ptx2c_links_grow();
    if (own) {
        const uint32_t i = ptx2c_link_get();
        t->at[i] = (ptx2c_link){tag, lanes, next, PTX2C_LINK_OWN};
        return i;
    }
    uint32_t *head = &t->head[ptx2c_link_hash(tag, lanes, next) & (t->heads - 1)];
    for (uint32_t i = *head; i; i = t->at[i].chain)
        if (t->at[i].tag == tag && t->at[i].lanes == lanes && t->at[i].next == next)
            return i;
    const uint32_t i = ptx2c_link_get();
    t->at[i] = (ptx2c_link){tag, lanes, next, *head};
    return *head = i;
}

/* A cell's number, and lanes as its lists have them, and back. */
PTX2C_INLINE uint32_t ptx2c_cell_turn(ptx2c_cell x) { return (uint32_t)((uintptr_t)x.list / sizeof *x.list % 32); }
PTX2C_INLINE uint32_t ptx2c_lanes_turned(uint32_t lanes, uint32_t by) { return lanes >> by | lanes << (32 - by) % 32; }
PTX2C_INLINE uint32_t ptx2c_lanes_unturned(uint32_t lanes, uint32_t by) { return lanes << by | lanes >> (32 - by) % 32; }

#define PTX2C_WHOLE_CELL (UINT32_C(15) << PTX2C_TAG_KIND)

/* It accesses a part of a word. */
PTX2C_INLINE bool ptx2c_site_is_part(const ptx2c_site *s) { return s->bytes == 1 || s->bytes == 2; }

/* Those of lanes that access this part of words, if each that does accesses the part of its number. */
PTX2C_INLINE uint32_t ptx2c_lanes_of_part(uint32_t lanes, uint32_t parts, uint32_t part)
{
    return lanes & (parts == 4 ? UINT32_C(0x11111111) : UINT32_C(0x55555555)) << part;
}

/* The records that a cell says as one, in front of next: of a word, or of parts of it. */
static PTX2C_NOINLINE uint32_t ptx2c_links_of(uint32_t tag, uint32_t lanes, uint32_t turn, uint32_t next, bool own)
{
    const ptx2c_site *s = ptx2c_tags.at[tag & PTX2C_TAG_NUMBER].site;
    const uint32_t bytes = s->bytes, kind = tag >> PTX2C_TAG_KIND;
    if (!ptx2c_site_is_part(s) || kind & (PTX2C_RECORD_MANY | PTX2C_RECORD_WARPS))
        return ptx2c_link_of(tag, ptx2c_lanes_turned(lanes, turn), next | PTX2C_WHOLE_CELL, own);
    for (uint32_t i = 0; i < 4 / bytes; i++) {
        const uint32_t m = ptx2c_lanes_of_part(lanes, 4 / bytes, i);
        next = m ? ptx2c_link_of(tag, ptx2c_lanes_turned(m, turn), next | ((1u << bytes) - 1) << i * bytes << PTX2C_TAG_KIND, own) : next;
    }
    return next;
}

/* The list of a cell that has none. */
static PTX2C_NOINLINE uint32_t ptx2c_cell_as_list(ptx2c_cell x, bool own)
{
    const uint32_t turn = ptx2c_cell_turn(x);
    const uint32_t list = *x.store ? ptx2c_links_of(*x.store, *x.list, turn, 0, own) : 0;
    return *x.load ? ptx2c_links_of(*x.load, *x.lanes, turn, list, own) : list;
}

PTX2C_INLINE bool ptx2c_link_stores(const ptx2c_link *l)
{
    return ptx2c_tags.at[l->tag & PTX2C_TAG_NUMBER].site->flags & PTX2C_SITE_WRITE;
}

/* Loads, a store or atomic operations, by whole words. */
PTX2C_INLINE bool ptx2c_link_is_plain(const ptx2c_link *l)
{
    const uint32_t flags = ptx2c_tags.at[l->tag & PTX2C_TAG_NUMBER].site->flags, kind = l->tag >> PTX2C_TAG_KIND;
    return l->next >> PTX2C_TAG_KIND == 15 && !(flags & PTX2C_SITE_ASYNC) &&
           (!(flags & PTX2C_SITE_WRITE) || !kind || (kind == PTX2C_RECORD_WARPS && flags & PTX2C_SITE_ATOMIC));
}

/* The cell has what the list has, without it if that can be. */
static PTX2C_NOINLINE void ptx2c_cell_put(ptx2c_cell x, uint32_t list)
{
    const ptx2c_link *l = &ptx2c_links.at[list];
    const uint32_t turn = ptx2c_cell_turn(x), next = l->next & PTX2C_TAG_NUMBER;
    const ptx2c_link *m = next ? &ptx2c_links.at[next] : NULL;
    const ptx2c_cell y = ptx2c_cell_is_loads(x) ? (ptx2c_cell){x.lanes, x.load, x.list, x.store} : x;
    *y.list = list;
    *y.store = PTX2C_IN_LIST;
    *y.lanes = *y.load = 0;
    if ((m && m->next & PTX2C_TAG_NUMBER) || !ptx2c_link_is_plain(l) || (m && !ptx2c_link_is_plain(m)))
        return;
    const bool stores = ptx2c_link_stores(l);
    if (m && stores == ptx2c_link_stores(m))
        return;
    const ptx2c_link *store = stores ? l : m, *load = stores ? m : l;
    *x.store = store ? store->tag : 0;
    *x.list = store ? ptx2c_lanes_unturned(store->lanes, turn) : 0;
    *x.load = load ? load->tag & ~(stores ? PTX2C_TAG_OF(PTX2C_RECORD_CLEAN) : 0) : 0;
    *x.lanes = load ? ptx2c_lanes_unturned(load->lanes, turn) : 0;
    ptx2c_link_drop(list);
    if (m)
        ptx2c_link_drop(next);
}

/* ---- what becomes of a list -------------------------------------------------------------------------------------- */

/* The accesses with a tag come before all that the CTA does in this phase. */
PTX2C_INLINE bool ptx2c_tag_is_past(const ptx2c_check_cta *a, uint32_t tag)
{
    const ptx2c_tag *t = &ptx2c_tags.at[tag & PTX2C_TAG_NUMBER];
    const uint32_t kind = tag >> PTX2C_TAG_KIND;
    if (t->cta != a->id || (kind & PTX2C_RECORD_MANY))
        return false;
    return kind & PTX2C_RECORD_WARPS ? t->phase < a->phase : t->clock <= a->base[t->warp];
}

/* An atomic operation of a warp, whose like is in the list, and nothing else by others in this phase. */
static PTX2C_NOINLINE bool ptx2c_list_has_atomic(const ptx2c_check_cta *a, const ptx2c_site *s, uint32_t bytes, uint32_t list)
{
    bool found = false;
    for (uint32_t i = list; i; i = ptx2c_links.at[i].next & PTX2C_TAG_NUMBER) {
        const ptx2c_link *l = &ptx2c_links.at[i];
        const ptx2c_tag *t = &ptx2c_tags.at[l->tag & PTX2C_TAG_NUMBER];
        const uint32_t many = l->tag >> PTX2C_TAG_KIND & (PTX2C_RECORD_MANY | PTX2C_RECORD_WARPS);
        if (t->site == s && l->next >> PTX2C_TAG_KIND == bytes && many == PTX2C_RECORD_WARPS && t->cta == a->id && t->phase == a->phase)
            found = true;
        else if (!ptx2c_tag_is_past(a, l->tag))
            return false;
    }
    return found;
}

/* Whether an access like one that the list has would leave it as it is. */
static PTX2C_NOINLINE bool ptx2c_list_has(const ptx2c_check_cta *a, uint32_t w, uint32_t lanes, const ptx2c_site *s, uint32_t bytes,
                                          uint32_t tag, uint32_t list)
{
    const ptx2c_link *l = &ptx2c_links.at[list];
    if (s->flags & PTX2C_SITE_WRITE)
        return s->flags & PTX2C_SITE_ATOMIC ? ptx2c_list_has_atomic(a, s, bytes, list)
                                            : l->tag == tag && l->lanes == lanes && l->next >> PTX2C_TAG_KIND == bytes;
    for (uint32_t i = list; i; i = l->next & PTX2C_TAG_NUMBER) {
        l = &ptx2c_links.at[i];
        const ptx2c_tag *t = &ptx2c_tags.at[l->tag & PTX2C_TAG_NUMBER];
        const uint32_t kind = l->tag >> PTX2C_TAG_KIND;
        if (!(kind & PTX2C_RECORD_CLEAN))
            return false;
        if (t->site != s || bytes & ~(l->next >> PTX2C_TAG_KIND))
            continue;
        if (kind & PTX2C_RECORD_MANY)
            return true;
        if (t->cta == a->id && (kind & PTX2C_RECORD_WARPS || l->next >> PTX2C_TAG_KIND == bytes) && (kind & PTX2C_RECORD_WARPS ? t->phase == a->phase
                                                           : t->warp == w && t->clock == a->clock[w] && !(lanes & ~l->lanes)))
            return true;
    }
    return false;
}

/* The records of the list that is looked at, the newest first; bytes 0: it is left out. */
typedef struct ptx2c_record_table {
    ptx2c_record *at;
    uint32_t n, room;
} ptx2c_record_table;
PTX2C_SHARED_VARIABLE ptx2c_record_table ptx2c_records;

/* An access by thread u, or, only loads, by others of its warp, too, to bytes of a cell. */
typedef struct ptx2c_list_access {
    const ptx2c_check_cta *a;
    const ptx2c_site *site;
    uint32_t u, lanes, bytes, tag, clock;
    bool writes, copy, proxy, single; /* proxy: by the async one, of shared memory; single: of one cell that no others are to share lists with */
    ptx2c_record *own, *foreign; /* those that stand for it, and for those of other CTAs at its place; NULL: none yet */
    bool clean, stored;          /* all stores come before all that the CTA does in this phase; there are some */
} ptx2c_list_access;

PTX2C_INLINE ptx2c_record *ptx2c_record_new(void)
{
    ptx2c_record_table *t = &ptx2c_records;
    if (t->n == t->room) {
        const uint32_t room = t->room ? 2 * t->room : 256;
        ptx2c_record *more = (ptx2c_record *)realloc(t->at, room * sizeof *more);
        if (!more) {
            fputs("ptx2c: no memory for checks\n", stderr);
            abort();
        }
        t->at = more;
        t->room = room;
    }
    return &t->at[t->n++];
}

static PTX2C_NOINLINE void ptx2c_records_of(uint32_t list, uint32_t turn)
{
    ptx2c_records.n = 0;
    for (uint32_t i = list; i; i = ptx2c_links.at[i].next & PTX2C_TAG_NUMBER) {
        const ptx2c_link *l = &ptx2c_links.at[i];
        const ptx2c_tag *g = &ptx2c_tags.at[l->tag & PTX2C_TAG_NUMBER];
        const uint32_t kind = l->tag >> PTX2C_TAG_KIND;
        *ptx2c_record_new() = (ptx2c_record){g->site, l->tag & PTX2C_TAG_NUMBER, g->cta, kind & PTX2C_RECORD_WARPS ? g->phase : g->clock,
                                       ptx2c_lanes_unturned(l->lanes, turn), g->warp, (uint8_t)(l->next >> PTX2C_TAG_KIND), (uint8_t)kind, i};
    }
}

/* The list that they make up now. */
static PTX2C_NOINLINE uint32_t ptx2c_list_of_records(uint32_t turn, bool own)
{
    uint32_t list = 0;
    for (uint32_t i = ptx2c_records.n; i--;) {
        const ptx2c_record *r = &ptx2c_records.at[i];
        if (!r->bytes) {
            if (own)
                ptx2c_link_drop(r->link);
            continue;
        }
        const uint32_t tag = r->tag | PTX2C_TAG_OF(r->kind), lanes = ptx2c_lanes_turned(r->lanes, turn);
        const uint32_t next = list | (uint32_t)r->bytes << PTX2C_TAG_KIND;
        const ptx2c_link *l = &ptx2c_links.at[r->link];
        if (l->tag == tag && l->lanes == lanes && l->next == next) {
            list = r->link;
            continue;
        }
        if (own)
            ptx2c_link_drop(r->link);
        list = ptx2c_link_of(tag, lanes, next, own);
    }
    return list;
}

/* Whether a record stands for loads or atomic operations of the CTA's warps at that place, to which one by warp w is added. */
PTX2C_INLINE bool ptx2c_record_takes(const ptx2c_list_access *y, const ptx2c_record *r)
{
    const uint32_t w = y->u / 32;
    if (y->copy || r->cta != y->a->id || (r->kind & (PTX2C_RECORD_COPY | PTX2C_RECORD_MANY)))
        return false;
    return r->kind & PTX2C_RECORD_WARPS ? r->clock == y->a->phase : r->warp == w && r->clock == y->a->clock[w];
}

/* It comes before the access of each of the lanes, but for its own ones. */
PTX2C_INLINE bool ptx2c_record_comes_before(const ptx2c_list_access *y, const ptx2c_record *r)
{
    const ptx2c_check_cta *a = y->a;
    if ((y->lanes & (y->lanes - 1)) && r->cta == a->id && r->warp == y->u / 32 && !(r->kind & ~(uint32_t)PTX2C_RECORD_CLEAN) &&
        r->clock > a->base[r->warp] && r->clock > a->synced[r->warp])
        return false;
    return ptx2c_record_before(a, y->u, y->site, r);
}

/* By the same instruction: copies that an mbarrier hears of have a clock each, and one by several stores is checked for each. */
PTX2C_INLINE bool ptx2c_record_is_same(const ptx2c_list_access *y, const ptx2c_record *r)
{
    return y->site->flags & PTX2C_SITE_TOLD && r->site == y->site && r->cta == y->a->id && r->warp == y->u / 32 && r->clock == y->clock;
}

/* Both are products, copies or shifts of tensor memory, and the access's thread knows that those of the record have begun. */
static PTX2C_NOINLINE bool ptx2c_record_is_begun(const ptx2c_list_access *y, const ptx2c_record *r)
{
    const uint32_t products = PTX2C_SITE_TENSOR | PTX2C_SITE_PRODUCT;
    uint32_t m = r->lanes;
    if ((y->site->flags & r->site->flags & products) != products)
        return false;
    if (r->cta == y->a->id && r->warp == y->u / 32)
        m &= ~(1u << y->u % 32);
    for (; m; m &= m - 1)
        if (!ptx2c_knows(y->a, y->u, r->cta, r->warp * 32u + ptx2c_lowest(m), r->clock, PTX2C_PRODUCTS_BEGUN))
            return false;
    return true;
}

PTX2C_INLINE bool ptx2c_record_races(const ptx2c_list_access *y, const ptx2c_record *r, bool before)
{
    return !before && !ptx2c_record_is_same(y, r) && (r->bytes & y->bytes) && (y->writes || (r->site->flags & PTX2C_SITE_WRITE)) &&
           !ptx2c_record_is_begun(y, r) && !ptx2c_sites_agree(y->site, r->site, r->cta == y->a->id);
}

/* Nothing orders CTAs, and all loads at a place are one record. */
PTX2C_INLINE bool ptx2c_record_is_everyones(const ptx2c_list_access *y, const ptx2c_record *r)
{
    return (PTX2C_CHECK & PTX2C_CHECK_COARSE) && !y->writes && !y->copy && (r->cta != y->a->id || (r->kind & PTX2C_RECORD_MANY)) &&
           !(r->kind & PTX2C_RECORD_COPY);
}

/* Several warps of the CTA do the same there: nothing but barriers of all orders them. */
PTX2C_INLINE bool ptx2c_record_is_warps(const ptx2c_list_access *y, const ptx2c_record *r, bool before)
{
    return (PTX2C_CHECK & PTX2C_CHECK_COARSE) && r->cta == y->a->id && (!y->writes || (y->site->flags & PTX2C_SITE_ATOMIC)) && !y->own &&
           !y->copy && !before && !(r->kind & ~PTX2C_RECORD_CLEAN);
}

/* A record by the same place, of the same bytes: true if it has been seen to. */
static PTX2C_NOINLINE bool ptx2c_record_joins(ptx2c_list_access *y, ptx2c_record *r, bool before)
{
    const bool mine = r->cta == y->a->id && r->warp == y->u / 32 &&
                      (r->kind & ~PTX2C_RECORD_CLEAN) == (y->copy ? PTX2C_RECORD_COPY : 0);
    if (y->own && y->own->kind & PTX2C_RECORD_MANY && r->cta == y->a->id && !(r->kind & PTX2C_RECORD_COPY)) {
        r->bytes = 0;
    } else if (ptx2c_record_is_everyones(y, r)) {
        if (y->own)
            y->own->bytes = 0;
        r->kind = PTX2C_RECORD_MANY;
        y->own = r;
    } else if (ptx2c_record_takes(y, r)) {
        r->lanes |= r->kind & PTX2C_RECORD_WARPS ? 0 : y->lanes;
        y->own = r;
    } else if (mine && r->clock == y->clock) {
        r->lanes |= y->lanes;
        y->own = r;
    } else if (mine) {
        r->lanes &= before ? 0 : ~y->lanes;
        r->bytes = r->lanes ? r->bytes : 0;
    } else if (ptx2c_record_is_warps(y, r, before)) {
        r->kind = PTX2C_RECORD_WARPS;
        y->own = r;
    } else {
        return false;
    }
    return true;
}

/* It comes before the access, and whatever races with it races with that, too. */
PTX2C_INLINE bool ptx2c_record_is_over(const ptx2c_list_access *y, const ptx2c_record *r, bool before)
{
    const bool mine = r->cta == y->a->id && r->warp == y->u / 32 &&
                      (r->kind & ~PTX2C_RECORD_CLEAN) == (y->copy ? PTX2C_RECORD_COPY : 0);
    return before && r->clock != (mine ? y->clock : 0) && !(r->bytes & ~y->bytes) && (y->writes || !(r->site->flags & PTX2C_SITE_WRITE)) &&
           ((r->site->flags & PTX2C_SITE_STRONG) || !(y->site->flags & PTX2C_SITE_STRONG));
}

/* Those of other CTAs at the place become one. */
static PTX2C_NOINLINE void ptx2c_record_merges(ptx2c_list_access *y, ptx2c_record *r)
{
    ptx2c_record *const f = y->foreign;
    if (f && (f->cta != r->cta || (r->kind & PTX2C_RECORD_MANY)))
        f->kind = PTX2C_RECORD_MANY;
    if (f && (f->kind & PTX2C_RECORD_MANY))
        r->bytes = 0;
    else
        y->foreign = r;
}

static PTX2C_NOINLINE void ptx2c_record_meets(ptx2c_list_access *y, ptx2c_record *r, bool before)
{
    const bool here = r->cta == y->a->id, like = r->site == y->site && r->bytes == y->bytes;
    const bool writes = r->site->flags & PTX2C_SITE_WRITE;
    y->stored |= writes;
    y->clean &= !writes || (here && !r->kind && r->clock <= y->a->base[r->warp]);
    r->kind &= (uint8_t)(y->writes ? ~PTX2C_RECORD_CLEAN : ~0);
    if (!(like && ptx2c_record_joins(y, r, before)) && ptx2c_record_is_over(y, r, before))
        r->bytes = 0;
    if (r->bytes && !here && y->own != r && (!y->writes || (y->site->flags & PTX2C_SITE_STRONG)) && like)
        ptx2c_record_merges(y, r);
}

/* No store of the list may race with further loads by the access's site. */
PTX2C_INLINE bool ptx2c_list_is_clean(const ptx2c_list_access *y)
{
    return y->clean && !y->copy && !(y->own && y->own->kind & PTX2C_RECORD_MANY && y->stored);
}

/* What several CTAs or warps do to each part of the cell becomes one record. */
static PTX2C_NOINLINE void ptx2c_records_make_up(const ptx2c_list_access *y)
{
    ptx2c_record *const own = y->own;
    uint32_t bytes = 0;
    for (int all = 0; all < 2; all++) {
        for (uint32_t i = 0; i < ptx2c_records.n; i++) {
            ptx2c_record *r = &ptx2c_records.at[i];
            const bool like = r->site == own->site && r->kind == own->kind;
            if (!like || !(own->kind & PTX2C_RECORD_MANY || (r->cta == own->cta && r->clock == own->clock)))
                continue;
            bytes |= r->bytes;
            r->bytes = all && r != own ? 0 : r->bytes;
        }
        if (bytes != 15)
            return;
    }
    own->bytes = 15;
}

/* The list behind an access; PTX2C_IN_LIST: something is to be told, and there is no tell. */
static PTX2C_NOINLINE uint32_t ptx2c_list_work(ptx2c_list_access *y, uint32_t list, uint32_t turn, const ptx2c_now_access *tell)
{
    ptx2c_records_of(list, turn);
    y->clean = !y->writes;
    for (uint32_t i = 0; i < ptx2c_records.n; i++) {
        ptx2c_record *r = &ptx2c_records.at[i];
        const bool before = ptx2c_record_comes_before(y, r);
        if (y->proxy && before && r->bytes & y->bytes && ptx2c_record_is_unseen(y->a, y->u, y->site, r)) {
            if (!tell)
                return PTX2C_IN_LIST;
            ptx2c_tell_unseen(tell, r);
        }
        if (ptx2c_record_races(y, r, before) && !ptx2c_race_is_left_out(y->site, r->site)) {
            if (!tell)
                return PTX2C_IN_LIST;
            ptx2c_race(tell, r, y->bytes & r->bytes, y->writes && (r->site->flags & PTX2C_SITE_WRITE) &&
                       !((y->site->flags | r->site->flags) & (PTX2C_SITE_ATOMIC | PTX2C_SITE_PRODUCT)));
        }
        ptx2c_record_meets(y, r, before);
    }
    if (y->own)
        y->own->kind = (uint8_t)((y->own->kind & ~PTX2C_RECORD_CLEAN) | (ptx2c_list_is_clean(y) ? PTX2C_RECORD_CLEAN : 0));
    if (y->own && ptx2c_site_is_part(y->site) && y->own->kind & (PTX2C_RECORD_MANY | PTX2C_RECORD_WARPS) && !y->writes)
        ptx2c_records_make_up(y);
    const uint32_t after = ptx2c_list_of_records(turn, y->single);
    if (y->own)
        return after;
    const uint32_t kind = y->copy ? PTX2C_RECORD_COPY : ptx2c_list_is_clean(y) ? PTX2C_RECORD_CLEAN : 0;
    return ptx2c_link_of(y->tag | PTX2C_TAG_OF(kind), ptx2c_lanes_turned(y->lanes, turn), after | y->bytes << PTX2C_TAG_KIND, y->single);
}

/* A load like none of the list, all of whose stores come before all that the CTA does in this phase, is added to it. */
PTX2C_INLINE bool ptx2c_list_adds(const ptx2c_list_access *y, uint32_t list)
{
    const ptx2c_link *l;
    if (y->writes || y->copy)
        return false;
    for (uint32_t i = list; i; i = l->next & PTX2C_TAG_NUMBER) {
        l = &ptx2c_links.at[i];
        const ptx2c_site *s = ptx2c_tags.at[l->tag & PTX2C_TAG_NUMBER].site;
        const bool past = ptx2c_tag_is_past(y->a, l->tag);
        if (s == y->site || (s->flags & PTX2C_SITE_WRITE ? !past || l->tag >> PTX2C_TAG_KIND : past || !(l->tag & PTX2C_TAG_OF(PTX2C_RECORD_CLEAN))))
            return false;
    }
    return true;
}

static PTX2C_NOINLINE uint32_t ptx2c_list_after(ptx2c_list_access *y, uint32_t list, uint32_t turn, const ptx2c_now_access *tell)
{
    const uint32_t lanes = ptx2c_lanes_turned(y->lanes, turn);
    if (!y->copy && list && ptx2c_list_has(y->a, y->u / 32, lanes, y->site, y->bytes, y->tag, list))
        return list;
    if (ptx2c_list_adds(y, list))
        return ptx2c_link_of(y->tag | PTX2C_TAG_OF(PTX2C_RECORD_CLEAN), lanes, list | y->bytes << PTX2C_TAG_KIND, y->single);
    return ptx2c_list_work(y, list, turn, tell);
}

/* tag: of the access, at that clock. */
PTX2C_INLINE ptx2c_list_access ptx2c_list_access_of(const ptx2c_check_cta *a, uint32_t u, uint32_t lanes, const ptx2c_site *s, uint32_t bytes,
                                                    uint32_t tag, bool single)
{
    const bool copy = s->flags & PTX2C_SITE_ASYNC;
    return (ptx2c_list_access){.a = a, .site = s, .u = u, .lanes = lanes, .bytes = bytes, .tag = tag,
                               .clock = ptx2c_clock_now(a, u / 32, s), .writes = s->flags & PTX2C_SITE_WRITE, .copy = copy,
                               .proxy = ptx2c_site_is_async_read(s), .single = single};
}

/* An access by these lanes, u the first of them, to bytes of a cell.  False: something is to be told, and there is no tell. */
static PTX2C_NOINLINE bool ptx2c_cell_access(const ptx2c_check_cta *a, uint32_t u, uint32_t lanes, const ptx2c_site *s, ptx2c_cell x,
                                             uint32_t bytes, uint32_t tag, const ptx2c_now_access *tell)
{
    const bool has_list = ptx2c_cell_has_list(x);
    const uint32_t list = has_list ? ptx2c_cell_list(x) : ptx2c_cell_as_list(x, true);
    ptx2c_list_access y = ptx2c_list_access_of(a, u, lanes, s, bytes, tag, true);
    const uint32_t after = ptx2c_list_after(&y, list, ptx2c_cell_turn(x), tell);
    if (after == PTX2C_IN_LIST)
        return false;
    if (!has_list || after != list)
        ptx2c_cell_put(x, after);
    return true;
}

/* How many of n neighbouring cells have the list of the first, or would have it. */
static PTX2C_NOINLINE uint32_t ptx2c_cells_with_list(ptx2c_cell x, uint32_t n)
{
    const uint32_t list = *x.list, store = *x.store, lanes = *x.lanes, load = *x.load;
    uint32_t i = 1;
    if (ptx2c_cell_has_list(x))
        while (i < n && x.list[i] == list && x.store[i] == store && x.lanes[i] == lanes && x.load[i] == load)
            i++;
    else
        while (i < n && x.store[i] == store && x.load[i] == load && x.list[i] == ptx2c_lanes_unturned(list, i) &&
               x.lanes[i] == ptx2c_lanes_unturned(lanes, i))
            i++;
    return i;
}

#endif
