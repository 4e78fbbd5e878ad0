/* sanitize_near.h: the short ways of the checks: accesses that lead where their place's last one has led. */
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

PTX2C_INLINE ptx2c_near ptx2c_near_of(const ptx2c_site *s)
{
    ptx2c_cached *k = ptx2c_cached_of(s);
    if (k->site != s || (k->serial && k->serial != ptx2c_now.a->serial) || !k->plain)
        return (ptx2c_near){0, 0, 0, 0, NULL, NULL};
    const bool known = !(PTX2C_CHECK & PTX2C_CHECK_INIT) || !k->spot.written || k->full == PTX2C_FOR_ALL ||
                       k->full == ptx2c_now.a->id || ptx2c_cached_is_full(k);
    return (ptx2c_near){k->at, k->mask, k->spot.base, k->bytes, known ? NULL : k->spot.written, k->spot.window};
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
        if (!q.bytes || !all.bytes || (by & q.mask))
            return (ptx2c_near){0, 0, 0, 0, NULL, NULL};
        common &= ptx2c_near_is_common(p[i].site);
        all.mask |= q.mask;
        if (up < all.bytes) {
            all.at += up;
            all.bytes = all.bytes - up < q.bytes ? all.bytes - up : q.bytes;
        } else if (0 - up < q.bytes) {
            all.bytes = q.bytes - (0 - up) < all.bytes ? q.bytes - (0 - up) : all.bytes;
        } else {
            return (ptx2c_near){0, 0, 0, 0, NULL, NULL};
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
PTX2C_INLINE bool ptx2c_near_takes(ptx2c_near q, uint32_t u, const ptx2c_site *s, uintptr_t p)
{
    const uintptr_t off = p - q.base;
    if (p - q.at >= q.bytes || (p & q.mask))
        return false;
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    for (uint32_t i = 0; q.written && i < s->bytes; i += 4) {
        uint8_t *b = &q.written[(off + i) / 8];
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
    uint32_t *cell = q.window ? &q.window[off / 4] : ptx2c_cell_of(p);
    const uint32_t bytes = s->bytes < 4 ? ((1u << s->bytes) - 1) << (off & 3) : 15;
    for (uint32_t i = 0; i < (s->bytes + 3) / 4; i++)
        if (!ptx2c_cell_quick(ptx2c_now.a, u, s, cell + i, bytes))
            return false;
#endif
    (void)off;
    (void)s;
    (void)u;
    return true;
}

/* The same where its site has led before. */
PTX2C_INLINE bool ptx2c_check_quick(uint32_t u, const ptx2c_site *s, uintptr_t p)
{
#if PTX2C_CHECK & (PTX2C_CHECK_RACE | PTX2C_CHECK_SYNC | PTX2C_CHECK_INIT)
    return ptx2c_near_takes(ptx2c_near_of(s), u, s, p);
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

PTX2C_INLINE unsigned char *ptx2c_check_near(ptx2c_near q, ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p)
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
