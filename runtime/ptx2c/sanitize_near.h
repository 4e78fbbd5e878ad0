/* sanitize_near.h: the short ways of the checks: accesses that lead where their place's last one has led, and loads of shared memory that are
 * noted later, or never. */
#ifndef PTX2C_SANITIZE_NEAR_H
#define PTX2C_SANITIZE_NEAR_H

#include "sanitize_memory.h"

/* Whether all of an object is written.  It is looked at now and then. */
static PTX2C_NOINLINE bool ptx2c_cached_is_full(ptx2c_cached *k)
{
    const size_t from = k->spot.at - k->spot.base, end = from + k->spot.bytes;
    const uint32_t id = ptx2c_now.a->id, looks = k->looker == id || !k->serial ? k->looks : 0;
    k->looks = looks + 1;
    k->looker = id;
    if (looks & (looks + 1)) /* at the first, second, fourth … time */
        return false;
    for (size_t i = from; i < end;) {
        static const uint8_t all[8] = {255, 255, 255, 255, 255, 255, 255, 255};
        const uint8_t *at = &k->spot.written[i / 8];
        const bool whole = i % 8 == 0 && end - i >= 8, wide = i % 8 == 0 && end - i >= 64;
        if (wide ? memcmp(at, all, 8) != 0 : whole ? *at != 255 : !(*at >> i % 8 & 1))
            return false;
        i += wide ? 64 : whole ? 8 : 1;
    }
    k->full = k->serial ? id : PTX2C_FOR_ALL;
    return true;
}

#if PTX2C_CHECK & PTX2C_CHECK_RACE
/* Loads by the lanes of a warp from the CTA's shared memory, at one place or those of several parts: how many units behind its begin the
 * first one's are, PTX2C_NO_LOAD: the lane has none. */
typedef struct ptx2c_later {
    const ptx2c_site *site;
    const ptx2c_near_part *part; /* the places, n of them; NULL: that one */
    uint32_t n, warp;
    uint16_t at[32];
} ptx2c_later;

enum { PTX2C_LATERS_FIRST = 64, PTX2C_LATERS = 4096, PTX2C_NO_LOAD = UINT16_MAX };

/* What offsets of loads from there are counted in. */
PTX2C_INLINE uint32_t ptx2c_later_unit(const ptx2c_check_cta *a) { return a->shared_bytes < PTX2C_NO_LOAD ? 1 : 4; }

/* Loads from there that may be noted later, or never: nobody has written there since the last barrier of all, and nothing but such
 * barriers and those of warps orders its threads, so that there is nothing to tell of these loads, and behind the next such barrier nothing
 * of them and what follows.  Before somebody writes, or anything else than loads comes, they are noted as if each had been at once. */
PTX2C_INLINE bool ptx2c_may_be_later(const ptx2c_check_cta *a, const ptx2c_near *q, const ptx2c_site *s)
{
    return (PTX2C_CHECK & PTX2C_CHECK_COARSE) && q->window && q->window == a->cell && !(s->flags & (PTX2C_SITE_WRITE | PTX2C_SITE_ATOMIC)) &&
           !q->written && !a->told && a->stored != a->phase + 1 && a->c->cluster->n == 1 &&
           (a->shared_bytes < PTX2C_NO_LOAD || (s->bytes % 4 == 0 && a->cells < PTX2C_NO_LOAD));
}
#endif

PTX2C_INLINE ptx2c_near ptx2c_near_of(const ptx2c_site *s)
{
    ptx2c_cached *k = ptx2c_cached_of(s);
    if (k->site != s || (k->serial && k->serial != ptx2c_now.a->serial) || !k->plain)
        return (ptx2c_near){0, 0, 0, 0, NULL, NULL, 0};
    const bool known = !(PTX2C_CHECK & PTX2C_CHECK_INIT) || !k->spot.written || k->full == PTX2C_FOR_ALL ||
                       k->full == ptx2c_now.a->id || ptx2c_cached_is_full(k);
    ptx2c_near q = {k->at, k->mask, k->spot.base, k->bytes, known ? NULL : k->spot.written, k->spot.window, 0};
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    q.tag = ptx2c_may_be_later(ptx2c_now.a, &q, s) ? 0 : ptx2c_tag_now(s);
#endif
    return q;
}

/* The same where what is written may become unwritten. */
PTX2C_INLINE ptx2c_near ptx2c_near_of_kept(const ptx2c_site *s)
{
    ptx2c_near q = ptx2c_near_of(s);
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    q.written = q.bytes ? ptx2c_cached_of(s)->spot.written : NULL;
#endif
    return q;
}

/* Where an access may lead that has nothing to tell and, unless it is a store that ptx2c_near_mark notes, nothing to note. */
PTX2C_INLINE ptx2c_near ptx2c_near_one(const ptx2c_site *s, bool marks)
{
    ptx2c_near q = ptx2c_near_of(s);
    q.bytes = q.written && !(marks && !(s->flags & PTX2C_SITE_READ)) ? 0 : q.bytes;
    return q;
}

/* Whether what it says holds for other CTAs, too. */
PTX2C_INLINE bool ptx2c_near_is_common(const ptx2c_site *s)
{
    const ptx2c_cached *k = ptx2c_cached_of(s);
    return !k->serial && (!(PTX2C_CHECK & PTX2C_CHECK_INIT) || !k->spot.written || k->full == PTX2C_FOR_ALL);
}

static PTX2C_NOINLINE ptx2c_near ptx2c_near_find(const ptx2c_near_part *p, uint32_t n, bool marks)
{
    ptx2c_near all = ptx2c_near_one(p->site, marks);
    bool common = ptx2c_near_is_common(p->site);
    for (uint32_t i = 1; i < n; i++) {
        const ptx2c_near q = ptx2c_near_one(p[i].site, marks);
        const uintptr_t by = (uintptr_t)p[i].offset, up = q.at - by - all.at; /* how far its range begins behind theirs */
        if (!q.bytes || !all.bytes || (by & q.mask) || q.window != all.window)
            return (ptx2c_near){0, 0, 0, 0, NULL, NULL, 0};
        common &= ptx2c_near_is_common(p[i].site);
        all.mask |= q.mask;
        if (up < all.bytes) {
            all.at += up;
            all.bytes = all.bytes - up < q.bytes ? all.bytes - up : q.bytes;
        } else if (0 - up < q.bytes) {
            all.bytes = q.bytes - (0 - up) < all.bytes ? q.bytes - (0 - up) : all.bytes;
        } else {
            return (ptx2c_near){0, 0, 0, 0, NULL, NULL, 0};
        }
    }
    ptx2c_now.near[(uintptr_t)p / sizeof *p % PTX2C_NEARS] =
        (ptx2c_near_known){.of = p, .epoch = ptx2c_now.epoch, .cta = common ? 0 : ptx2c_now.a->id, .near = all};
    return all;
}

/* Where the first of n accesses may lead if each of them is to be as ptx2c_near_one says. */
PTX2C_INLINE ptx2c_near ptx2c_near_all(const ptx2c_near_part *p, uint32_t n, bool marks)
{
    const ptx2c_near_known *k = &ptx2c_now.near[(uintptr_t)p / sizeof *p % PTX2C_NEARS];
    const bool holds = k->of == p && k->epoch == ptx2c_now.epoch && (!k->cta || k->cta == ptx2c_now.a->id);
    return PTX2C_LIKELY(holds) ? k->near : ptx2c_near_find(p, n, marks);
}

/* Whether an access leads elsewhere. */
PTX2C_INLINE bool ptx2c_near_lacks(ptx2c_near q, const void *p)
{
    const uintptr_t a = (uintptr_t)p;
    return (a - q.at >= q.bytes) | ((a & q.mask) != 0);
}

PTX2C_INLINE void ptx2c_near_mark(ptx2c_near q, uint32_t n, const void *p)
{
    const uintptr_t off = (uintptr_t)p - q.base;
    for (uint32_t i = 0; q.written && i < n; i += 4)
        q.written[(off + i) / 8] |= (uint8_t)((n < 4 ? (1 << n) - 1 : 15) << (off + i) % 8);
}

/* Lanes that make up a whole warp, as C compilers know: what is for these only is not compiled for others. */
#if defined __GNUC__
#define PTX2C_IS_WHOLE(m) (__builtin_constant_p(m) && (m) == PTX2C_WHOLE)
#else
#define PTX2C_IS_WHOLE(m) ((m) == PTX2C_WHOLE)
#endif

/* An access to where q says: noted, or false where there is more to it. */
#if PTX2C_CHECK & PTX2C_CHECK_RACE
static PTX2C_NOINLINE
#else
PTX2C_INLINE
#endif
bool ptx2c_near_notes(const ptx2c_near *q, uint32_t u, const ptx2c_site *s, uintptr_t p)
{
    const uintptr_t off = p - q->base;
    if (p - q->at >= q->bytes || (p & q->mask))
        return false;
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    for (uint32_t i = 0; q->written && i < s->bytes; i += 4) {
        uint8_t *b = &q->written[(off + i) / 8];
        const uint8_t bits = (uint8_t)((s->bytes < 4 ? (1 << s->bytes) - 1 : 15) << (off + i) % 8);
        if ((s->flags & PTX2C_SITE_READ) && !(*b & bits))
            return false;
        if (s->flags & PTX2C_SITE_WRITE)
            *b |= bits;
    }
#endif
#if PTX2C_CHECK & (PTX2C_CHECK_RACE | PTX2C_CHECK_SYNC)
    if (ptx2c_undecided_races.n || ((s->flags & PTX2C_SITE_WRITE) && ptx2c_any_location))
        return false;
    if ((s->flags & PTX2C_SITE_ATOMIC) && ptx2c_now.a->fenced[u]) /* it tells what came before the fence */
        return false;
#endif
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    ptx2c_check_cta *a = ptx2c_now.a;
    ptx2c_window_comes(a, q->window, s);
    const ptx2c_cell x = q->window ? ptx2c_cell_in(q->window, a->cells, off / 4) : ptx2c_cell_of(p, s);
    const uint32_t tag = (PTX2C_CHECK & PTX2C_CHECK_COARSE) != 0 && q->tag ? q->tag : ptx2c_tag_of(s, a, u / 32, a->clock[u / 32]);
    ptx2c_numbers_room();
    const bool alone = q->window && a->c->cluster->n == 1;
    const uint32_t bytes = s->bytes < 4 ? ((1u << s->bytes) - 1) << (off & 3) : 15;
    for (uint32_t i = 0; i < (s->bytes + 3) / 4; i++)
        if (!ptx2c_cell_quick(a, u, s, (ptx2c_cell){x.list + i, x.store + i, x.lanes + i, x.load + i}, bytes, tag, alone))
            return false;
#endif
    (void)off;
    (void)s;
    (void)u;
    return true;
}

/* The same.  Where races are looked for these are functions, since C compilers would take long for as many copies of them; words have
 * their own. */
#if PTX2C_CHECK & PTX2C_CHECK_RACE
static PTX2C_NOINLINE bool ptx2c_near_loads(const ptx2c_near *q, uint32_t u, const ptx2c_site *s, uintptr_t p)
{
    if (p - q->at >= q->bytes || (p & q->mask))
        return false;
    if (q->written || ptx2c_undecided_races.n || !(PTX2C_CHECK & PTX2C_CHECK_COARSE))
        return ptx2c_near_notes(q, u, s, p);
    ptx2c_check_cta *a = ptx2c_now.a;
    const uint32_t tag = q->tag ? q->tag : ptx2c_tag_now(s);
    if (!q->window && ptx2c_log_takes(p, tag, UINT32_C(1) << u % 32, 0))
        return true;
    ptx2c_window_comes(a, q->window, s);
    const ptx2c_cell x = q->window ? ptx2c_cell_in(q->window, a->cells, (p - q->base) / 4) : ptx2c_cell_of(p, s);
    if (*x.load == (tag | PTX2C_TAG_OF(PTX2C_RECORD_CLEAN))) {
        *x.lanes |= 1u << u % 32;
        return true;
    }
    return (!ptx2c_cell_has_list(x) && ptx2c_cell_loads(a, u, 1u << u % 32, s, x, tag, q->window && a->c->cluster->n == 1)) ||
           ptx2c_near_notes(q, u, s, p);
}

static PTX2C_NOINLINE bool ptx2c_near_stores(const ptx2c_near *q, uint32_t u, const ptx2c_site *s, uintptr_t p)
{
    if (p - q->at >= q->bytes || (p & q->mask))
        return false;
    if (q->written || ptx2c_undecided_races.n || !(PTX2C_CHECK & PTX2C_CHECK_COARSE) || !q->tag || ptx2c_any_location)
        return ptx2c_near_notes(q, u, s, p);
    ptx2c_check_cta *a = ptx2c_now.a;
    ptx2c_window_comes(a, q->window, s);
    const ptx2c_cell x = q->window ? ptx2c_cell_in(q->window, a->cells, (p - q->base) / 4) : ptx2c_cell_of(p, s);
    return (!ptx2c_cell_has_list(x) && ptx2c_cell_stores(a, u, x, q->tag, q->window && a->c->cluster->n == 1)) ||
           ptx2c_near_notes(q, u, s, p);
}
#endif

PTX2C_INLINE bool ptx2c_near_takes(const ptx2c_near *q, uint32_t u, const ptx2c_site *s, uintptr_t p)
{
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    if (s->bytes == 4 && !(s->flags & PTX2C_SITE_ATOMIC))
        return s->flags & PTX2C_SITE_WRITE ? ptx2c_near_stores(q, u, s, p) : ptx2c_near_loads(q, u, s, p);
#endif
    return ptx2c_near_notes(q, u, s, p);
}

/* Where a lane accesses memory: not 0. */
PTX2C_INLINE uintptr_t ptx2c_near_at(const void *p) { return p ? (uintptr_t)p : 1; }

#if PTX2C_CHECK & PTX2C_CHECK_RACE
/* How many lanes from l on access words one behind the other, at most so many. */
PTX2C_INLINE uint32_t ptx2c_lanes_side_by_side(const uintptr_t *at, uint32_t l, uint32_t most)
{
    uint32_t n = 1, apart = 0;
    for (uint32_t i = 0; i < 32; i++)
        apart |= at[i] != at[0] + 4 * i;
    if (!apart && !l)
        n = 32;
    while (n < 32 && l + n < 32 && at[l + n] == at[l] + 4 * n)
        n++;
    return n < most ? n : most;
}
#endif

#if PTX2C_CHECK & PTX2C_CHECK_RACE
/* Plain loads or stores of the words that lie by bytes behind where at says. */
static PTX2C_NOINLINE bool ptx2c_words_take(const ptx2c_near *q, uint32_t w, const ptx2c_site *s, const uintptr_t *at, uint32_t by)
{
    const ptx2c_check_cta *a = ptx2c_now.a;
    const bool alone = q->window && a->c->cluster->n == 1, loads = !(s->flags & PTX2C_SITE_WRITE);
    const bool logs = loads && !q->window && (PTX2C_CHECK & PTX2C_CHECK_COARSE) != 0;
    ptx2c_numbers_room();
    for (uint32_t l = 0, n; l < 32; l += n) {
        const uintptr_t p = at[l] + by;
        const bool run = l < 31 && at[l] && at[l + 1] == at[l] + 4;
        uint32_t bits = 1u << l;
        if (run)
            n = ptx2c_lanes_side_by_side(at, l, q->window ? UINT32_MAX : PTX2C_PAGE_CELLS - (uint32_t)(p / 4 % PTX2C_PAGE_CELLS));
        else
            for (n = 1; (loads || !at[l]) && l + n < 32 && at[l + n] == at[l]; n++)
                bits |= 1u << (l + n);
        if (!at[l] || (logs && ptx2c_log_takes(p, q->tag, run ? (UINT32_MAX >> (32 - n)) << l : bits, run)))
            continue;
        const ptx2c_cell x = q->window ? ptx2c_cell_in(q->window, a->cells, (p - q->base) / 4) : ptx2c_cell_of(p, s);
        const uint32_t u = w * 32 + l;
        if (run ? (loads ? ptx2c_cells_load(a, u, n, s, x, q->tag, alone) : ptx2c_cells_store(a, u, n, x, q->tag, alone)) ||
                      ptx2c_cells_access(a, u, n, s, x, q->tag, alone)
                : loads && ((!ptx2c_cell_has_list(x) && ptx2c_cell_loads(a, u, bits, s, x, q->tag, alone)) ||
                            ptx2c_cell_access(a, u, bits, s, x, 15, q->tag, NULL)))
            continue;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t k = run ? i : 0;
            if (!ptx2c_cell_quick(a, u + i, s, (ptx2c_cell){x.list + k, x.store + k, x.lanes + k, x.load + k}, 15, q->tag, alone))
                return false;
        }
    }
    return true;
}
#endif

#if PTX2C_CHECK & PTX2C_CHECK_RACE
/* Plain accesses to a word or less of it by lanes from l on, each to where at says: by how many of them they have been noted at once;
 * 0: nothing is noted. */
static PTX2C_NOINLINE uint32_t ptx2c_parts_take(const ptx2c_near *q, uint32_t w, uint32_t l, const ptx2c_site *s, const uintptr_t *at)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    const uint32_t most = 32 - l, parts = 4 / s->bytes, part = ((1u << s->bytes) - 1) << (at[l] & 3);
    uint32_t same = 1, beside = 1;
    if (!(PTX2C_CHECK & PTX2C_CHECK_COARSE) || q->written || !q->tag || ptx2c_undecided_races.n)
        return 0;
    while (same < most && at[l + same] == at[l])
        same++;
    while (beside < most && beside < parts && at[l + beside] == at[l] + beside * s->bytes)
        beside++;
    ptx2c_window_comes(a, q->window, s);
    const ptx2c_cell x = q->window ? ptx2c_cell_in(q->window, a->cells, (at[l] - q->base) / 4) : ptx2c_cell_of(at[l], s);
    ptx2c_numbers_room();
    if (beside == parts && at[l] % 4 == 0 && l % parts == 0 &&
        ptx2c_cell_parts(a, w, ((1u << parts) - 1) << l, s, x, q->tag, q->window && a->c->cluster->n == 1))
        return parts;
    if (same > 1 && !(s->flags & PTX2C_SITE_WRITE) &&
        ptx2c_cell_access(a, w * 32 + l, (same < 32 ? (1u << same) - 1 : UINT32_MAX) << l, s, x, part, q->tag, NULL))
        return same;
    return 0;
}
#endif

/* Accesses by the lanes of a warp, each to where at says, all of them where q does, 0: it does none.  False: there is more to one of them;
 * some are noted. */
static PTX2C_NOINLINE bool ptx2c_lanes_take(const ptx2c_near *q, uint32_t w, const ptx2c_site *s, const uintptr_t *at)
{
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    const bool loads = !(s->flags & PTX2C_SITE_WRITE);
    if ((loads || !(s->flags & PTX2C_SITE_ATOMIC)) && s->bytes % 4 == 0 && !q->written && q->tag && !ptx2c_undecided_races.n &&
        (loads || !ptx2c_any_location)) {
        ptx2c_window_comes(ptx2c_now.a, q->window, s);
        for (uint32_t i = 0; i < s->bytes; i += 4)
            if (!ptx2c_words_take(q, w, s, at, i))
                return false;
        return true;
    }
#endif
    for (uint32_t l = 0, n; l < 32; l += n) {
#if PTX2C_CHECK & PTX2C_CHECK_RACE
        n = at[l] && ptx2c_site_is_part(s) && !(s->flags & PTX2C_SITE_ATOMIC) && (loads || !ptx2c_any_location) ? ptx2c_parts_take(q, w, l, s, at) : 0;
        if (n)
            continue;
#endif
        n = 1;
        if (at[l] && !ptx2c_near_takes(q, w * 32 + l, s, at[l]))
            return false;
    }
    return true;
}

#if PTX2C_CHECK & PTX2C_CHECK_RACE
/* ptx2c_check_cta.note_later */
static PTX2C_NOINLINE void ptx2c_laters_note(ptx2c_check_cta *a)
{
    const uint32_t n = a->laters, unit = ptx2c_later_unit(a);
    const uintptr_t base = (uintptr_t)a->shared;
    a->laters = 0;
    if (ptx2c_undecided_races.n)
        ptx2c_races_decide();
    for (uint32_t i = 0; i < n; i++) {
        const ptx2c_later *e = &a->later[i];
        for (uint32_t k = 0; k < e->n; k++) {
            const ptx2c_site *s = e->part ? e->part[k].site : e->site;
            const uintptr_t from = base + (e->part ? (uintptr_t)e->part[k].offset : 0);
            const ptx2c_near q = {.at = base, .base = base, .bytes = a->shared_bytes, .window = a->cell,
                                  .tag = ptx2c_tag_of(s, a, e->warp, a->clock[e->warp])};
            uintptr_t at[32];
            for (uint32_t l = 0; l < 32; l++)
                at[l] = e->at[l] == PTX2C_NO_LOAD ? 0 : from + unit * (uintptr_t)e->at[l];
            (void)ptx2c_lanes_take(&q, e->warp, s, at); /* there is nothing to tell */
        }
    }
}

static PTX2C_NOINLINE void ptx2c_laters_room(ptx2c_check_cta *a)
{
    if (a->later_room == PTX2C_LATERS) {
        ptx2c_laters_note(a);
        return;
    }
    const uint32_t room = a->later_room ? 4 * a->later_room : PTX2C_LATERS_FIRST;
    ptx2c_later *more = (ptx2c_later *)ptx2c_check_get(room, sizeof *more);
    if (a->laters)
        memcpy(more, a->later, a->laters * sizeof *more);
    free(a->later);
    a->later = more;
    a->later_room = room;
    a->note_later = ptx2c_laters_note;
}

static PTX2C_NOINLINE void ptx2c_later_takes(const ptx2c_near *q, uint32_t w, const ptx2c_site *s, const ptx2c_near_part *part, uint32_t n,
                                             const uintptr_t *at)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    if (a->laters == a->later_room)
        ptx2c_laters_room(a);
    ptx2c_later *e = &a->later[a->laters++];
    const uint32_t shift = ptx2c_later_unit(a) / 2;
    e->site = s;
    e->part = part;
    e->n = n;
    e->warp = w;
    for (uint32_t l = 0; l < 32; l++)
        e->at[l] = at[l] ? (uint16_t)((at[l] - q->base) >> shift) : PTX2C_NO_LOAD;
}
#endif

/* The same wherever they lead. */
static PTX2C_NOINLINE bool ptx2c_near_lanes(ptx2c_near q, uint32_t w, const ptx2c_site *s, const uintptr_t *at)
{
    uint32_t bad = 0;
    for (uint32_t l = 0; l < 32; l++)
        bad |= at[l] ? (uint32_t)(at[l] - q.at >= q.bytes) | (uint32_t)((at[l] & q.mask) != 0) : 0;
    if (bad)
        return false;
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    if (ptx2c_may_be_later(ptx2c_now.a, &q, s) && !ptx2c_undecided_races.n) {
        ptx2c_later_takes(&q, w, s, NULL, 1, at);
        return true;
    }
    q.tag = q.tag ? q.tag : ptx2c_tag_now(s);
#endif
    return ptx2c_lanes_take(&q, w, s, at);
}

/* Loads of as many bytes each of shared memory by the lanes of a warp at several places, the first one's where at says.  The same. */
static PTX2C_NOINLINE bool ptx2c_near_group(const ptx2c_near_part *p, uint32_t n, uint32_t w, const uintptr_t *at)
{
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    const ptx2c_near all = ptx2c_near_all(p, n, false);
    uint32_t bad = !all.bytes || ptx2c_undecided_races.n || !ptx2c_may_be_later(ptx2c_now.a, &all, p->site);
    for (uint32_t l = 0; l < 32; l++)
        bad |= at[l] ? (uint32_t)(at[l] - all.at >= all.bytes) | (uint32_t)((at[l] & all.mask) != 0) : 0;
    if (PTX2C_LIKELY(!bad)) {
        ptx2c_later_takes(&all, w, p->site, p, n, at);
        return true;
    }
#endif
    for (uint32_t k = 0; k < n; k++) {
        uintptr_t there[32];
        for (uint32_t l = 0; l < 32; l++)
            there[l] = at[l] ? at[l] + (uintptr_t)p[k].offset : 0;
        if (!ptx2c_near_lanes(ptx2c_near_of(p[k].site), w, p[k].site, there))
            return false;
    }
    return true;
}

/* Accesses in a loop of each lane's own, by rounds, to be noted for all lanes at once. */
enum { PTX2C_ROUNDS = 64 };
typedef struct ptx2c_rounds {
    uint32_t n[32];                  /* by lane */
    uintptr_t at[PTX2C_ROUNDS][32];
} ptx2c_rounds;

PTX2C_INLINE bool ptx2c_round_takes(ptx2c_rounds *r, const ptx2c_near *q, uint32_t u, const ptx2c_site *s, const void *p)
{
    const uint32_t l = u % 32, n = r->n[l];
    if (n == PTX2C_ROUNDS)
        return ptx2c_near_takes(q, u, s, (uintptr_t)p);
    r->at[n][l] = ptx2c_near_at(p);
    r->n[l]++;
    return true;
}

/* Where the lanes load in a round, 0 for one that has none; false: none has. */
PTX2C_INLINE bool ptx2c_round_of(const ptx2c_rounds *r, uint32_t round, uintptr_t at[32])
{
    bool any = false;
    for (uint32_t l = 0; l < 32; l++) {
        at[l] = round < r->n[l] ? r->at[round][l] : 0;
        any |= round < r->n[l];
    }
    return any;
}

static PTX2C_NOINLINE bool ptx2c_near_rounds(ptx2c_near q, uint32_t w, const ptx2c_site *s, const ptx2c_rounds *r)
{
    uintptr_t at[32];
    for (uint32_t i = 0; ptx2c_round_of(r, i, at); i++)
        if (!ptx2c_near_lanes(q, w, s, at))
            return false;
    return true;
}

/* The same of loads at several places, of which p is the first one's address. */
PTX2C_INLINE bool ptx2c_round_takes_group(ptx2c_rounds *r, const ptx2c_near_part *part, uint32_t parts, uint32_t u, const void *p)
{
    const uint32_t l = u % 32, n = r->n[l];
    if (n < PTX2C_ROUNDS) {
        r->at[n][l] = ptx2c_near_at(p);
        r->n[l]++;
        return true;
    }
    for (uint32_t k = 0; k < parts; k++) {
        const ptx2c_near q = ptx2c_near_of(part[k].site);
        if (!ptx2c_near_takes(&q, u, part[k].site, (uintptr_t)p + (uintptr_t)part[k].offset))
            return false;
    }
    return true;
}

static PTX2C_NOINLINE bool ptx2c_rounds_group(const ptx2c_near_part *part, uint32_t parts, uint32_t w, const ptx2c_rounds *r)
{
    uintptr_t at[32];
    for (uint32_t i = 0; ptx2c_round_of(r, i, at); i++)
        if (!ptx2c_near_group(part, parts, w, at))
            return false;
    return true;
}

/* The same where its site has led before. */
PTX2C_INLINE bool ptx2c_check_quick(uint32_t u, const ptx2c_site *s, uintptr_t p)
{
#if PTX2C_CHECK & (PTX2C_CHECK_RACE | PTX2C_CHECK_SYNC | PTX2C_CHECK_INIT)
    const ptx2c_near q = ptx2c_near_of(s);
    return ptx2c_near_takes(&q, u, s, p);
#else
    (void)u;
    return ptx2c_cached_holds(ptx2c_cached_of(s), s, p);
#endif
}

static PTX2C_NOINLINE unsigned char *ptx2c_check_far(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p)
{
    return ptx2c_check_quick(u, s, (uintptr_t)p) ? (unsigned char *)(uintptr_t)p : ptx2c_check_slow(c, u, s, p, s->bytes);
}

/* Notes what is written at off in the thread's .local window; false: no byte is known that is read, or there is more to look at. */
PTX2C_INLINE bool ptx2c_own_known(uint32_t u, const ptx2c_site *s, size_t off)
{
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    if (off % 8 + s->bytes > 8)
        return false;
    uint8_t *const at = ptx2c_now.a->local_written + u * ptx2c_local_bits(ptx2c_now.k->local_bytes) + off / 8;
    const uint32_t mask = ((1u << s->bytes) - 1) << off % 8, known = *at & mask;
    if (s->flags & PTX2C_SITE_WRITE)
        *at |= (uint8_t)mask;
    return known || !(s->flags & PTX2C_SITE_READ);
#else
    (void)u, (void)s, (void)off;
    return true;
#endif
}

/* In the thread's own .local window. */
PTX2C_INLINE bool ptx2c_check_own(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p)
{
    const ptx2c_check_kernel *k = ptx2c_now.k;
    const uintptr_t off = p - ((uintptr_t)c->state + u / 32 * c->grid->kernel->chunk_bytes + k->local_at + u % 32 * k->local_bytes);
    return k->local_bytes >= s->bytes && off <= k->local_bytes - s->bytes && !(p & (s->bytes - 1)) && ptx2c_own_known(u, s, off);
}

PTX2C_INLINE unsigned char *ptx2c_check_near(const ptx2c_near *q, ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p)
{
    if ((s->flags & (PTX2C_SITE_SPACES | PTX2C_SITE_LOOSE)) == PTX2C_SITE_LOCAL && PTX2C_LIKELY(ptx2c_check_own(c, u, s, (uintptr_t)p)))
        return (unsigned char *)(uintptr_t)p;
    return PTX2C_LIKELY(ptx2c_near_takes(q, u, s, (uintptr_t)p)) ? (unsigned char *)(uintptr_t)p : ptx2c_check_far(c, u, s, p);
}

PTX2C_INLINE unsigned char *ptx2c_check_at(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p)
{
    return ptx2c_check_far(c, u, s, p);
}

#endif
