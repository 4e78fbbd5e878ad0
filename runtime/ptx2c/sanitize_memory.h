/* sanitize_memory.h: each access of a checked kernel, before it is made.  For generated code, which defines PTX2C_CHECK as a
 * sum of PTX2C_CHECK_MEMORY, _INIT, _RACE and _SYNC. */
#ifndef PTX2C_SANITIZE_MEMORY_H
#define PTX2C_SANITIZE_MEMORY_H

#include "sanitize_fence.h"
#include "sanitize_hook.h"
#include "sanitize_init.h"
#include "sanitize_tag.h"
#include "stack.h"

/* Thread u, which is about to end, has used up its stack: by calls, or by what alloca is to give it. */
static PTX2C_NOINLINE void ptx2c_check_stack(ptx2c_cta *c, uint32_t u, const ptx2c_site *s)
{
    if (PTX2C_CHECK & PTX2C_CHECK_MEMORY)
        ptx2c_check_tell(c, u, "memory-stack", s, NULL, "", 0, ptx2c_strerror(PTX2C_STACK), NULL);
    else
        ptx2c_fail(c, PTX2C_STACK);
}

/* ptx2c_too_deep at a function whose call is at s. */
PTX2C_INLINE bool ptx2c_check_deep(ptx2c_thread *t, const ptx2c_site *s)
{
    if (!ptx2c_is_deep(t))
        return false;
    ptx2c_check_stack(t->cta, ptx2c_linear(t), s);
    t->exited = true;
    return true;
}

/* What the address of n bytes has to be a multiple of. */
PTX2C_INLINE uint32_t ptx2c_alignment_of(const ptx2c_site *s, uint32_t n)
{
    const uint32_t said = s->flags / PTX2C_SITE_ALIGN % 8;
    return said ? 1u << said : n <= 32 && !(n & (n - 1)) && !(s->flags & PTX2C_SITE_LOOSE) ? n : 1;
}

static PTX2C_NOINLINE unsigned char *ptx2c_misaligned(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uint32_t n,
                                                      const ptx2c_spot *spot, uintptr_t p, uint32_t wanted)
{
    ptx2c_notes notes = {0, ""};
    ptx2c_note_at(&notes, s);
    ptx2c_note(&notes, "at byte %lld of %s%s%s%s, an address that is no multiple of %u\n", (long long)(p - spot->at), spot->what,
               *spot->object ? " '" : "", spot->object, *spot->object ? "'" : "", (unsigned)wanted);
    return ptx2c_bad(c, u, "memory-alignment", s, n, "at an address that is not aligned", spot->object, (int64_t)(p - spot->at),
                     &notes);
}

/* Thread u is about to do something to an mbarrier.  What arrivals make known is known to those who wait once the phase
 * is over; where these are relaxed, behind a fence. */
static PTX2C_NOINLINE void ptx2c_mbarrier(ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, uintptr_t p, const ptx2c_spot *spot)
{
    ptx2c_location *x = ptx2c_location_find(p, spot->owner, 0, true);
    a->told = true;
    x->object = spot->object;
    x->offset = (int64_t)(p - spot->at);
    const uint64_t m = ptx2c_ld_u64((const void *)p);
    ptx2c_vector_set(&ptx2c_now.mbarrier.knew, NULL);
    ptx2c_now.mbarrier = (ptx2c_mbar_use){x, s, u, NULL};
    if (s->flags & PTX2C_SITE_WRITE) { /* init, inval */
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
        if (x->ready && s->flags & PTX2C_SITE_READ)
            ptx2c_mbar_tell(ptx2c_now.mbarrier.at, a->c, u, s, "there is an mbarrier already, which nobody has invalidated", "");
#endif
        ptx2c_vector_set(&x->v, NULL);
        ptx2c_vector_set(&x->done, NULL);
        ptx2c_vector_set(&x->before, NULL);
        ptx2c_vector_set(&x->begun, NULL);
        free(x->waits);
        x->waits = NULL;
        x->first = x->phases;
        x->phase = 0;
        x->copy = NULL;
        x->ready = s->flags & PTX2C_SITE_READ;
        return;
    }
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    if (!x->ready)
        ptx2c_mbar_tell(ptx2c_now.mbarrier.at, a->c, u, s, "the mbarrier has not been initialised", "");
    else if ((s->flags & PTX2C_SITE_RELEASE) && !ptx2c_mbar_pending(m))
        ptx2c_mbar_tell(ptx2c_now.mbarrier.at, a->c, u, s, "more arrivals at the mbarrier than its phase expects", "");
#endif
    if ((m ^ x->phase) & PTX2C_MBAR_PHASE) {
        x->phase = m;
        ptx2c_phase_ends(x);
    }
    if (s->flags & PTX2C_SITE_ACQUIRE) {
        ptx2c_now.mbarrier.knew = PTX2C_CHECK & PTX2C_CHECK_SYNC ? ptx2c_vector_share(a->known[u]) : NULL;
        ptx2c_vector_add(s->flags & PTX2C_SITE_STRONG ? &a->seen[u] : &a->known[u], x->done);
        x->copy = x->over ? NULL : x->copy;
    }
    if (s->flags & PTX2C_SITE_TOLD) {
        x->copy = s;
        x->copier = u;
        x->over = false;
        ptx2c_any_told_copy = true;
    }
    if (s->flags & PTX2C_SITE_RELEASE) {
        ptx2c_later_ends(a);
        ptx2c_vector *v = s->flags & PTX2C_SITE_STRONG ? ptx2c_known_fenced(a, u) : ptx2c_all_known(a, u, a->clock[u / 32]++);
        ptx2c_vector_add(&x->v, v);
        ptx2c_vector_drop(v);
    }
    if (s->flags & PTX2C_SITE_ASYNC) { /* it arrives when the thread's copies, or products, are done */
        const bool all = !(s->flags & PTX2C_SITE_TOLD);
        const uint32_t doer = ptx2c_doer_now(a, u / 32, s);
        uint32_t *const clock = ptx2c_clock_at(a, u / 32, doer);
        if (all)
            *ptx2c_copy_of(a, u, doer) = NULL;
        ptx2c_known_cta *b = ptx2c_known_of(a);
        b->clock[doer * a->threads + u] = *clock;
        *clock += all; /* else ptx2c_check_copy does: operands come in any order */
        ptx2c_vector *v = ptx2c_vector_from(b);
        ptx2c_vector_add(&x->v, v);
        ptx2c_vector_drop(v);
        v = PTX2C_CHECK & PTX2C_CHECK_SYNC ? ptx2c_all_known(a, u, a->clock[u / 32]) : NULL;
        ptx2c_vector_add(&x->begun, v);
        ptx2c_vector_drop(v);
        if (s->flags & PTX2C_SITE_PRODUCT)
            ptx2c_tell_begun(a, u, &x->v);
    }
}

/* A store to these bytes by something that is no operation of an mbarrier. */
static PTX2C_NOINLINE void ptx2c_over_mbarriers(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, uintptr_t p, uint32_t n, uint32_t owner)
{
    for (uintptr_t at = p & ~(uintptr_t)7; at < p + n; at += 8) {
        const ptx2c_location *x = ptx2c_location_find(at, owner, 0, false);
        if (!x || !x->ready)
            continue;
        ptx2c_mbar_tell(x, a->c, u, s, "it stores to an mbarrier, which nobody has invalidated", "");
        return;
    }
}

/* Notes the access for later ones; those that are unordered are told. */
static PTX2C_NOINLINE void ptx2c_remember(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p, uint32_t n,
                                          const ptx2c_spot *spot)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    (void)c;
    const uint32_t owner = spot->owner;
    if (s->flags & PTX2C_SITE_OPAQUE) {
        ptx2c_mbarrier(a, u, s, p, spot);
        return;
    }
    if (PTX2C_CHECK & PTX2C_CHECK_SYNC && s->flags & PTX2C_SITE_WRITE && ptx2c_any_location && owner)
        ptx2c_over_mbarriers(a, u, s, p, n, owner);
    if ((s->flags & PTX2C_SITE_STRONG) && (s->flags & PTX2C_SITE_READ) && ptx2c_any_location)
        ptx2c_location_load(a, u, p, owner, s->flags);
    if ((s->flags & PTX2C_SITE_ASYNC) && !(s->flags & PTX2C_SITE_TOLD))
        ptx2c_copy_begins(a, u, s);
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    ptx2c_now_access x = {.a = a, .site = s, .u = u, .at = p, .object = spot->object, .offset = (int64_t)(p - spot->at)};
    ptx2c_race_access(&x, spot->window, spot->base, n);
#else
    (void)n;
#endif
    const bool tells = (s->flags & PTX2C_SITE_RELEASE) || ((s->flags & PTX2C_SITE_STRONG) && (a->fenced[u] || a->tensor[u]));
    if ((s->flags & PTX2C_SITE_WRITE) && (tells || ptx2c_any_location))
        ptx2c_location_store(a, u, p, owner, s->flags, s->flags & PTX2C_SITE_ATOMIC);
}

PTX2C_INLINE ptx2c_cached *ptx2c_cached_of(const ptx2c_site *s)
{
    return &ptx2c_now.cached[(uintptr_t)s / sizeof *s % PTX2C_CACHED];
}

/* The site has led there before, to this object of this CTA's or of all. */
PTX2C_INLINE bool ptx2c_cached_holds(const ptx2c_cached *k, const ptx2c_site *s, uintptr_t p)
{
    return k->site == s && (!k->serial || k->serial == ptx2c_now.a->serial) && p - k->at < k->bytes && !(p & k->mask);
}

/* The same of n bytes, where a site tells how many when it makes an access. */
PTX2C_INLINE bool ptx2c_cached_spans(const ptx2c_cached *k, const ptx2c_site *s, uintptr_t p, uint32_t n)
{
    return k->site == s && !s->bytes && (!k->serial || k->serial == ptx2c_now.a->serial) && n <= k->spot.bytes &&
           p - k->at <= k->spot.bytes - n && !(p & (ptx2c_alignment_of(s, n) - 1));
}

static PTX2C_NOINLINE void ptx2c_cache_clear(void)
{
    memset(ptx2c_now.cached, 0, sizeof ptx2c_now.cached);
    ptx2c_now.epoch++;
}

/* Remembers a right access: bytes of the object from at on. */
static PTX2C_NOINLINE void ptx2c_cache_put(const ptx2c_site *s, const ptx2c_spot *spot, uint32_t n)
{
    ptx2c_cached *k = ptx2c_cached_of(s);
    if (spot->own || !spot->bytes || (s->bytes && n != s->bytes))
        return;
    ptx2c_now.epoch++;
    *k = (ptx2c_cached){.site = s, .serial = spot->owner ? ptx2c_now.a->serial : 0, .at = spot->at, .bytes = spot->bytes - n + 1, .spot = *spot};
    if (!s->bytes) { /* those of one access may be more than those of the next: ptx2c_cached_spans */
        k->bytes = 0;
        return;
    }
    k->mask = n <= 32 && !(n & (n - 1)) && !(s->flags & PTX2C_SITE_LOOSE) ? n - 1 : 0;
    const uint32_t strong = s->flags & PTX2C_SITE_ATOMIC ? PTX2C_SITE_ACQUIRE : PTX2C_SITE_STRONG;
    const uint32_t odd = PTX2C_SITE_OPAQUE | PTX2C_SITE_ASYNC | (PTX2C_CHECK & PTX2C_CHECK_ORDER ? strong | PTX2C_SITE_RELEASE : 0);
    k->plain = k->mask == n - 1 && (uintptr_t)spot->base % 4 == 0 && !(s->flags & odd);
}

/* Notes what is written; a load, or an element that matters by itself, of which no byte is told. */
static PTX2C_NOINLINE void ptx2c_check_written(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p, uint32_t n,
                                               const ptx2c_spot *spot)
{
    const size_t first = p - spot->base;
    const uint32_t each = s->flags & PTX2C_SITE_WORDS ? 4 : s->flags & PTX2C_SITE_DOUBLES ? 8 : n;
    for (uint32_t k = 0, known = 0; k < n; k++) {
        const size_t i = first + k;
        known += spot->written[i / 8] >> i % 8 & 1;
        if (s->flags & PTX2C_SITE_WRITE)
            spot->written[i / 8] |= (uint8_t)(1 << i % 8);
        if ((k + 1) % each)
            continue;
        if (!known && (s->flags & PTX2C_SITE_READ) && !(s->flags & (PTX2C_SITE_OPAQUE | PTX2C_SITE_FOLLOWED)))
            ptx2c_unwritten_read(c, u, s, spot, p + k + 1 - each, each);
        known = 0;
    }
}

/* Thread u of the CTA is about to access n bytes at p: where it may, or other memory when it must not. */
static PTX2C_NOINLINE unsigned char *ptx2c_check_slow(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *to, uint32_t n)
{
    const uintptr_t p = (uintptr_t)to;
    ptx2c_spot found;
    const ptx2c_spot *spot = &found;
    if (!n)
        return (unsigned char *)p;
    if (ptx2c_undecided_races.n)
        ptx2c_races_decide_before(c, u, s);
    const ptx2c_cached *k = ptx2c_cached_of(s);
    if (s->bytes ? n == s->bytes && ptx2c_cached_holds(k, s, p) : ptx2c_cached_spans(k, s, p, n)) {
        found = k->spot;
        if (found.owner && found.written == ptx2c_now.a->written && found.window == ptx2c_now.a->cell)
            found.owner = ptx2c_now.a->id; /* not of a CTA before in the same window */
    } else {
        unsigned char *bad = ptx2c_spot_find(c, u, s, p, n, &found);
        if (bad)
            return bad;
        const uint32_t wanted = ptx2c_alignment_of(s, n);
        if (p & (wanted - 1))
            return ptx2c_misaligned(c, u, s, n, spot, p, wanted);
        ptx2c_cache_put(s, spot, n);
    }
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    if (spot->written)
        ptx2c_check_written(c, u, s, p, n, spot);
#endif
#if PTX2C_CHECK & (PTX2C_CHECK_RACE | PTX2C_CHECK_SYNC)
    if (!spot->own)
        ptx2c_remember(c, u, s, p, n, spot);
#endif
    return (unsigned char *)p;
}

/* Where a load finds the answer to a question. */
PTX2C_INLINE unsigned char *ptx2c_answer(bool yes)
{
    static const uint64_t answers[4] = {0, 0, UINT64_C(0x0101010101010101), UINT64_C(0x0101010101010101)};
    return (unsigned char *)(uintptr_t)&answers[yes ? 2 : 0];
}

/* Whether nothing has written what thread u has just read at p. */
static PTX2C_NOINLINE unsigned char *ptx2c_check_unwritten(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *to)
{
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    const uintptr_t p = (uintptr_t)to;
    const ptx2c_cached *k = ptx2c_cached_of(s);
    ptx2c_spot found = k->spot;
    if (p & (ptx2c_alignment_of(s, s->bytes) - 1)) /* told as such */
        return ptx2c_answer(false);
    if (!ptx2c_cached_holds(k, s, p)) {
        ptx2c_now.asks = true;
        const bool bad = ptx2c_spot_find(c, u, s, p, s->bytes, &found);
        ptx2c_now.asks = false;
        if (bad)
            return ptx2c_answer(false);
    }
    for (size_t i = p - found.base; found.written && i < p - found.base + s->bytes; i++)
        if (found.written[i / 8] >> i % 8 & 1)
            found.written = NULL;
    if (!found.written)
        return ptx2c_answer(false);
    ptx2c_unset_note(u, s, &found, p);
    return ptx2c_answer(true);
#else
    (void)c, (void)u, (void)s, (void)to;
    return ptx2c_answer(false);
#endif
}

/* What is there, has no value any more. */
static PTX2C_NOINLINE void ptx2c_unwrite(const ptx2c_spot *spot, uintptr_t p, uint32_t n)
{
    for (size_t i = p - spot->base; i < p - spot->base + n; i++)
        spot->written[i / 8] &= (uint8_t)~(1 << i % 8);
    for (uint32_t i = 0; i < PTX2C_CACHED; i++)
        if (ptx2c_now.cached[i].spot.written == spot->written)
            ptx2c_now.cached[i].full = 0;
    ptx2c_now.epoch++;
}

/* Thread u has just stored at p what has no value, as message says, or what comes from loads on these lines of what nothing had written.
 * Of memory where that is not kept it is told, as that kind; NULL: only the latter. */
static PTX2C_NOINLINE void ptx2c_check_kept(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *to, const char *kind,
                                            const char *message, const uint32_t *lines)
{
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    const uintptr_t p = (uintptr_t)to;
    ptx2c_spot found;
    ptx2c_now.asks = true;
    const bool bad = ptx2c_spot_find(c, u, s, p, s->bytes, &found);
    ptx2c_now.asks = false;
    const bool part = kind && !*kind; /* of a vector, or a byte: it may be padding */
    const ptx2c_unset_load *from = ptx2c_unset_of(u, lines, part ? NULL : kind);
    if (bad || (p & (ptx2c_alignment_of(s, s->bytes) - 1))) /* it was left out */
        return;
    const bool keeps = found.own || found.owner;
    if (!found.written || !(keeps || part)) {
        ptx2c_unset_tell(c, u, s, from, part ? NULL : kind, message);
        return;
    }
    ptx2c_unwrite(&found, p, s->bytes);
    for (uint32_t i = 0; keeps && i < s->bytes; i += 4)
        ptx2c_kept_put(s, &found, p + i, from, message);
#else
    (void)c, (void)u, (void)s, (void)to, (void)kind, (void)message, (void)lines;
#endif
}

PTX2C_INLINE unsigned char *ptx2c_check_bytes(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p, uint32_t n)
{
    if (s->flags & PTX2C_SITE_SIXTEENS && n % 16)
        return ptx2c_bad(c, u, "memory-size", s, n, "though a bulk copy's size is a multiple of 16", "", 0, NULL);
    return ptx2c_check_slow(c, u, s, p, n);
}

/* A prefetch of n bytes at p, which accesses nothing. */
static PTX2C_NOINLINE void ptx2c_check_prefetch(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p, uint32_t n)
{
    const ptx2c_spot memory = {.object = "", .what = "memory"};
    if (n % 16)
        ptx2c_bad(c, u, "memory-size", s, n, "though a bulk prefetch's size is a multiple of 16", "", 0, NULL);
    if ((uintptr_t)p % 16)
        ptx2c_misaligned(c, u, s, n, &memory, (uintptr_t)p, 16);
}

/* discard, which stores n bytes without a value. */
static PTX2C_NOINLINE void ptx2c_check_discard(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p, uint32_t n)
{
    ptx2c_spot found;
    if (ptx2c_check_slow(c, u, s, p, n) != p || !(PTX2C_CHECK & PTX2C_CHECK_INIT))
        return;
    if (!ptx2c_spot_find(c, u, s, (uintptr_t)p, n, &found) && found.written)
        ptx2c_unwrite(&found, (uintptr_t)p, n);
}

/* A bulk copy's source, of which some bytes at either end may be outside. */
PTX2C_INLINE unsigned char *ptx2c_check_within(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, unsigned char *p, uint32_t n,
                                               uint32_t left, uint32_t right)
{
    if (n % 16 || left + right >= n)
        return ptx2c_check_bytes(c, u, s, p, n);
    return ptx2c_check_slow(c, u, s, p + left, n - left - right) - left;
}

/* Before an arrival of n with .noComplete. */
static PTX2C_NOINLINE unsigned char *ptx2c_check_incomplete(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p, uint32_t n)
{
    unsigned char *at = ptx2c_check_slow(c, u, s, p, s->bytes);
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    const uint64_t m = ptx2c_load64(at, ptx2c_relaxed);
    if (at == p && n && n >= ptx2c_mbar_pending(m))
        ptx2c_mbar_tell(ptx2c_now.mbarrier.at, c, u, s, "the arrival completes the phase, which .noComplete forbids", "");
#else
    (void)n;
#endif
    return at;
}

/* Before an mbarrier's operation with a count n: of arrivals, which init expects from 1 on and of which an arrive does not do more
 * than are pending; of bytes, tx, by which the count of bytes does not leave its range (manual, mbarrier: contents). */
static PTX2C_NOINLINE unsigned char *ptx2c_check_count(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p, uint32_t n)
{
    unsigned char *at = ptx2c_check_slow(c, u, s, p, s->bytes);
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    const uint64_t m = ptx2c_load64(at, ptx2c_relaxed);
    const uint32_t pending = (uint32_t)m & (ptx2c_mbar_is_v1(m) ? 0x1ff : PTX2C_MBAR_COUNT);
    if (at != p)
        return at;
    if (n - 1 >= PTX2C_MBAR_COUNT)
        ptx2c_mbar_tell(ptx2c_now.mbarrier.at, c, u, s, "the count of arrivals is not in 1 to 1048575", "");
    else if (!(s->flags & PTX2C_SITE_WRITE) && pending && n > pending)
        ptx2c_mbar_tell(ptx2c_now.mbarrier.at, c, u, s, "more arrivals at the mbarrier than its phase expects", "");
#else
    (void)n;
#endif
    return at;
}

static PTX2C_NOINLINE unsigned char *ptx2c_check_tx(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p, uint32_t n)
{
    unsigned char *at = ptx2c_check_slow(c, u, s, p, s->bytes);
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    const int32_t tx = ptx2c_mbar_bytes(ptx2c_load64(at, ptx2c_relaxed));
    if (at == p && ((int64_t)tx + (int32_t)n > (int32_t)PTX2C_MBAR_COUNT || (int64_t)tx + (int32_t)n < -(int32_t)PTX2C_MBAR_COUNT))
        ptx2c_mbar_tell(ptx2c_now.mbarrier.at, c, u, s, "the mbarrier's count of bytes leaves -1048575 to 1048575", "");
#else
    (void)n;
#endif
    return at;
}

/* ---- instructions whose functions find memory by themselves -------------------------------------------------------- */

PTX2C_INLINE void ptx2c_check_next(ptx2c_cta *c, uint32_t u, const ptx2c_site *memory, const ptx2c_site *shared, const ptx2c_site *map)
{
    ptx2c_now.coming = (ptx2c_check_coming){c, u, memory, shared, map};
}

static bool ptx2c_may_access(const void *p, size_t n, int64_t by)
{
    const ptx2c_check_coming *x = &ptx2c_now.coming;
    if (!x->memory) /* a look has asked for all of it */
        return true;
    if (n <= 16 && !(n & (n - 1)) && ((uint64_t)by & (n - 1))) {
        const ptx2c_spot row = {.object = "", .what = "its row"};
        ptx2c_misaligned(x->c, x->u, x->memory, (uint32_t)n, &row, (uintptr_t)by, (uint32_t)n);
        return false;
    }
    return ptx2c_check_slow(x->c, x->u, x->memory, p, (uint32_t)n) == p;
}

static bool ptx2c_may_share(const void *p, size_t n)
{
    const ptx2c_check_coming *x = &ptx2c_now.coming;
    return ptx2c_check_slow(x->c, x->u, x->shared, p, (uint32_t)n) == p;
}

static bool ptx2c_may_copy(const void *map, const void *shared)
{
    const ptx2c_check_coming *x = &ptx2c_now.coming;
    const ptx2c_spot spot = {.object = "", .what = "shared memory", .at = (uintptr_t)shared & ~(uintptr_t)127};
    if (x->map && ptx2c_check_slow(x->c, x->u, x->map, map, 128) != map)
        return false;
    const unsigned char *window = ptx2c_cluster_window(x->c, ptx2c_cluster_owner(x->c, (uintptr_t)shared));
    if (((uintptr_t)shared - (uintptr_t)window) % 128 == 0)
        return true;
    ptx2c_misaligned(x->c, x->u, x->shared, 16, &spot, (uintptr_t)shared, 128);
    return false;
}

static bool ptx2c_is_told(int status, const char *more)
{
    const ptx2c_check_coming *x = &ptx2c_now.coming;
    const char *kind = status == PTX2C_SURFACE_BOUNDS ? "memory-bounds" : status == PTX2C_BAD_TENSOR ? "memory-tensor" : "memory-handle";
    if (ptx2c_now.asks)
        return true;
    if (!(PTX2C_CHECK & PTX2C_CHECK_MEMORY))
        return false;
    ptx2c_notes message = {0, ""};
    ptx2c_note(&message, "%s: %s%s%s", x->memory->text, ptx2c_strerror(status), more ? ": " : "", more ? more : "");
    ptx2c_check_tell(x->c, x->u, kind, x->memory, NULL, "", 0, message.s, NULL);
    return true;
}

/* Thread u accesses these parts of a CTA's tensor memory: of each column a bit for each 16 lanes. */
static PTX2C_NOINLINE void ptx2c_tensor_access(uint32_t u, const ptx2c_site *s, ptx2c_cta *c, const uint8_t *part)
{
#if PTX2C_CHECK & PTX2C_CHECK_MEMORY
    for (uint32_t column = 0; column < PTX2C_TENSOR_COLUMNS; column++)
        if (part[column] && !(c->tensor->used >> column / 32 & 1)) {
            ptx2c_notes notes = {0, ""};
            ptx2c_note_at(&notes, s), ptx2c_note(&notes, "at column %u\n", (unsigned)column);
            ptx2c_bad(ptx2c_now.a->c, u, "memory-bounds", s, 4, "of tensor memory that is not allocated", "", column, &notes);
            break;
        }
#endif
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    if (ptx2c_undecided_races.n)
        ptx2c_races_decide();
    ptx2c_now.a->told = true;
    for (uint32_t column = 0; column < PTX2C_TENSOR_COLUMNS; column++)
        for (uint32_t m = part[column]; m; m &= m - 1) {
            ptx2c_now_access x = {.a = ptx2c_now.a, .site = s, .u = u, .at = (uintptr_t)&c->tensor->word[column][16 * ptx2c_lowest(m)],
                                  .object = "tensor memory", .offset = 4 * (int64_t)column};
            ptx2c_race_access(&x, NULL, 0, 4);
        }
#else
    (void)u, (void)s, (void)c, (void)part;
#endif
}

static void ptx2c_use_tensor(ptx2c_cta *c, const uint8_t *part, bool write)
{
    const ptx2c_check_coming *x = &ptx2c_now.coming;
    const ptx2c_site *s = write ? x->shared : x->map;
    if (s)
        ptx2c_tensor_access(x->u, s, c, part);
}

#if PTX2C_CHECK & PTX2C_CHECK_ORDER
/* Nobody has to wait at the mbarriers there for the copy. */
static PTX2C_NOINLINE void ptx2c_told_elsewhere(uintptr_t at)
{
    for (ptx2c_location *x = ptx2c_location_of[(at / 4 ^ at >> 14) % PTX2C_LOCATIONS]; x; x = x->next)
        if (x->at == at)
            x->copy = NULL;
}
#endif

/* At the same place of the shared windows of the cluster's CTAs in mask. */
static PTX2C_NOINLINE unsigned char *ptx2c_check_windows(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, void *to, uint32_t n,
                                                         uint32_t mask)
{
    const uintptr_t at = (uintptr_t)to - (uintptr_t)c->shared;
    const uint32_t ranks = ptx2c_cluster_size(c);
    bool good = true;
    if (mask != UINT32_MAX && ranks < 32 && mask >> ranks && !(s->flags & PTX2C_SITE_OPAQUE))
        ptx2c_bad(c, u, "memory-bounds", s, n, "of the shared memory of blocks that the cluster does not have", "", (int64_t)at, NULL);
    for (uint32_t r = 0; r < ranks; r++) {
        const unsigned char *p = (c->cluster ? c->cluster->cta[r].shared : c->shared) + at;
        if (mask >> r & 1)
            good &= ptx2c_check_slow(c, u, s, p, n) == p;
#if PTX2C_CHECK & PTX2C_CHECK_ORDER
        if (mask >> r & 1 && s->flags & PTX2C_SITE_TOLD && p != to) /* of a pair of CTAs one may wait for both */
            ptx2c_told_elsewhere((uintptr_t)p);
#endif
    }
    return good ? (unsigned char *)to : c->shared;
}

/* ---- memory of the device's heap --------------------------------------------------------------------------------- */

static PTX2C_NOINLINE uint64_t ptx2c_check_malloc(const ptx2c_site *s, uint64_t bytes)
{
    unsigned char *p = bytes < SIZE_MAX / 2 ? (unsigned char *)calloc(1, (size_t)bytes + 2 * 64) : NULL;
    if (!p)
        return 0;
    ptx2c_extents_lock();
    ptx2c_cache_clear(); /* names of extents move */
    ptx2c_extent *e = ptx2c_extent_put(p + 64, (size_t)bytes, "device heap", "");
    if (e) {
        e->base = p;
        e->made = s;
#if PTX2C_CHECK & PTX2C_CHECK_INIT
        e->written = (uint8_t *)ptx2c_check_get((size_t)bytes / 8 + 1, 1);
#endif
        snprintf(e->name, sizeof e->name, "malloc at line %u", (unsigned)s->line);
    }
    PTX2C_UNLOCK(&ptx2c_checks.lock);
    return (uint64_t)(uintptr_t)(p + 64);
}

/* The status is cudaFree's. */
static PTX2C_NOINLINE uint32_t ptx2c_check_free(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *at)
{
    const uintptr_t p = (uintptr_t)at;
    if (!p)
        return 0;
    const size_t i = ptx2c_extents_to(p);
    ptx2c_extent *e = i ? &ptx2c_checks.extent[i - 1] : NULL;
    if (e && e->at == p && e->made && !e->freed) {
        e->freed = true;
        e->gone = s;
        ptx2c_cache_clear();
        return 0;
    }
    ptx2c_notes notes = {0, ""};
    if (e && e->at == p && e->freed) {
        ptx2c_note_at(&notes, e->made), ptx2c_note(&notes, "allocated here\n"), ptx2c_note_source(&notes, e->made);
        ptx2c_note_at(&notes, e->gone), ptx2c_note(&notes, "freed before here\n"), ptx2c_note_source(&notes, e->gone);
        ptx2c_check_tell(c, u, "memory-double-free", s, NULL, e->name, 0, "free of memory that has been freed", &notes);
        return 1;
    }
    ptx2c_check_tell(c, u, "memory-bad-free", s, NULL, "", 0, "free of what malloc did not give", NULL);
    return 1;
}

/* What was freed on the device is given back. */
static PTX2C_NOINLINE void ptx2c_heap_tidy(void)
{
    for (size_t i = ptx2c_checks.extents; i-- > 0;)
        if (ptx2c_checks.extent[i].freed && ptx2c_checks.extent[i].made)
            ptx2c_extent_drop(i);
}

#endif
