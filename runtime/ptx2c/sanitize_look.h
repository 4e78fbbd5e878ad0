/* sanitize_look.h: a CTA looked at before it runs: whether all its accesses lead where their places have led before.  For generated code.
 *
 * Shared memory is an account of itself there: in a window of the look's own stores leave ones, and loads ask for ones. */
#ifndef PTX2C_SANITIZE_LOOK_H
#define PTX2C_SANITIZE_LOOK_H

#include "sanitize_near.h"

/* Where the first of some accesses at fixed distances may lead: an offset in its window, or an address. */
typedef struct ptx2c_reach {
    uint64_t at, bytes;
} ptx2c_reach;

/* One of them. */
typedef struct ptx2c_look_part {
    const ptx2c_site *site;
    int64_t offset;            /* from the first */
    uint32_t place;
} ptx2c_look_part;

PTX2C_INLINE uint64_t ptx2c_look_flag(void) { return (uint64_t)(uintptr_t)&ptx2c_now.look_bad; }

/* 1 if an access to a lacks what it needs. */
PTX2C_INLINE uint32_t ptx2c_look_at(ptx2c_reach q, uint64_t a, uint32_t mask)
{
    return (uint32_t)(a - q.at >= q.bytes) | (uint32_t)((a & mask) != 0);
}

PTX2C_INLINE uint32_t ptx2c_look_off(ptx2c_reach q, uint32_t a, uint32_t mask)
{
    return (uint32_t)(a - (uint32_t)q.at >= (uint32_t)q.bytes) | (uint32_t)((a & mask) != 0);
}

/* Where accesses by a site may lead that have nothing to tell and, outside of shared and local memory, nothing to note. */
static PTX2C_NOINLINE ptx2c_reach ptx2c_look_of(const ptx2c_cta *c, const ptx2c_site *s)
{
    const ptx2c_reach none = {0, 0};
    const uint64_t local = ptx2c_now.k->local_bytes;
    ptx2c_cached *k = ptx2c_cached_of(s);
    if ((s->flags & PTX2C_SITE_SPACES) == PTX2C_SITE_LOCAL)
        return (ptx2c_reach){0, local < s->bytes ? 0 : local - s->bytes + 1};
    if (k->site != s || (k->serial && k->serial != ptx2c_now.a->serial) || !k->plain)
        return none;
    if ((s->flags & PTX2C_SITE_SPACES) == PTX2C_SITE_SHARED)
        return (ptx2c_reach){k->at - (uintptr_t)c->shared, k->bytes};
    if ((PTX2C_CHECK & PTX2C_CHECK_INIT) && k->spot.written && k->full != PTX2C_FOR_ALL && !ptx2c_cached_is_full(k)) {
        if (s->flags & PTX2C_SITE_READ)
            return none;
        ptx2c_now.look_marks = true;
    }
    return (ptx2c_reach){k->at, k->bytes};
}

/* Those for which q and the one, which is by bytes behind, lead where they may. */
PTX2C_INLINE ptx2c_reach ptx2c_look_both(ptx2c_reach q, ptx2c_reach one, uint64_t by)
{
    const uint64_t up = one.at - by - q.at;
    if (up < q.bytes) /* it begins in that range, or that in its */
        return (ptx2c_reach){q.at + up, q.bytes - up < one.bytes ? q.bytes - up : one.bytes};
    if (0 - up < one.bytes)
        return (ptx2c_reach){q.at, one.bytes - (0 - up) < q.bytes ? one.bytes - (0 - up) : q.bytes};
    return (ptx2c_reach){0, 0};
}

/* Before a look at CTA c: where the n parts may lead. */
static PTX2C_NOINLINE void ptx2c_look_begin(const ptx2c_cta *c, ptx2c_reach *q, const ptx2c_look_part *part, uint32_t n)
{
    uint32_t seen = 0;
    ptx2c_now.look_marks = false;
    for (uint32_t i = 0; i < n; i++) {
        const ptx2c_reach one = ptx2c_look_of(c, part[i].site);
        ptx2c_reach *const at = &q[part[i].place];
        *at = part[i].place == seen ? one : ptx2c_look_both(*at, one, (uint64_t)part[i].offset);
        seen += part[i].place == seen;
    }
    ptx2c_now.look_bad = 0;
}

static PTX2C_UNUSED void ptx2c_tell_nothing(bool quiet) { ptx2c_now.asks = quiet; }

/* What a fetch may lead to is looked up once, until something changes. */
static PTX2C_UNUSED bool ptx2c_may_look(const ptx2c_site *s, const void *p, size_t n)
{
    const uintptr_t a = (uintptr_t)p;
    if (ptx2c_now.look_memory == a && ptx2c_now.look_bytes == n && ptx2c_now.look_epoch == ptx2c_now.epoch)
        return true;
    const size_t i = ptx2c_extents_to(a);
    const ptx2c_extent *e = i ? &ptx2c_checks.extent[i - 1] : NULL;
    if (!p || !e || e->freed || a - e->at >= e->bytes || e->bytes - (a - e->at) < n || (s->flags & PTX2C_SITE_WRITE))
        return false;
    for (size_t k = a - e->at; (PTX2C_CHECK & PTX2C_CHECK_INIT) && e->written && k < a - e->at + n; k++)
        if (!(e->written[k / 8] >> k % 8 & 1))
            return false;
    ptx2c_now.look_memory = a;
    ptx2c_now.look_bytes = n;
    ptx2c_now.look_epoch = ptx2c_now.epoch;
    return true;
}

/* Notes a store by that site, of which all is known.  One that names a variable may not have led anywhere yet: all of those is written. */
PTX2C_INLINE void ptx2c_look_mark(const ptx2c_site *s, const void *p)
{
    const ptx2c_cached *k = ptx2c_cached_of(s);
    const ptx2c_near q = {.base = k->spot.base, .written = k->site == s && k->full != PTX2C_FOR_ALL ? k->spot.written : NULL};
    ptx2c_near_mark(q, s->bytes, p);
}

/* Memory of at least so many bytes, which begins where windows and states do. */
static PTX2C_NOINLINE unsigned char *ptx2c_look_room(ptx2c_look_memory *m, size_t bytes)
{
    if (m->bytes < bytes) {
        free(m->base);
        m->base = (unsigned char *)ptx2c_check_get(bytes + 128, 1);
        m->bytes = bytes;
    }
    return m->base + (0 - (uintptr_t)m->base) % 128;
}

/* A window for shared memory of which nothing is written. */
PTX2C_INLINE unsigned char *ptx2c_look_window(const ptx2c_cta *c)
{
    unsigned char *p = ptx2c_look_room(&ptx2c_now.look_shared, c->shared_bytes);
    memset(p, 0, c->shared_bytes);
    return p;
}

/* What threads keep across barriers: so many bytes for each of a CTA's chunks. */
PTX2C_INLINE unsigned char *ptx2c_look_state(const ptx2c_cta *c, size_t bytes)
{
    return ptx2c_look_room(&ptx2c_now.look_state, c->threads * bytes);
}

#endif
