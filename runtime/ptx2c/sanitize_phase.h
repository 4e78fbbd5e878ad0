/* sanitize_phase.h: --sanitize=sync: which phase of an mbarrier a thread waits for that names it by its parity.  For generated code.
 *
 * The parity tells a phase from its neighbours only (manual, mbarrier.test_wait): who asks for that of phase n gets the answer for phase
 * n + 2 once phase n + 1 is over, too.  So nobody may wait for a phase without knowing that the one before is over, from an earlier wait
 * or by what orders threads; and a phase may not end before those who have found the one before it over could surely do so.  Both are
 * asked by the order of threads, and copies that they begin: what is found is the same whoever comes first.  Lanes of a warp stand for
 * each other. */
#ifndef PTX2C_SANITIZE_PHASE_H
#define PTX2C_SANITIZE_PHASE_H

#include "mbarrier.h"
#include "sanitize_now.h"

/* Something is wrong with what thread u does to that mbarrier: what, and a note more or "". */
static PTX2C_NOINLINE void ptx2c_mbar_tell(const ptx2c_location *x, const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const char *what,
                                           const char *more)
{
    ptx2c_notes message = {0, ""}, notes = {0, ""};
    const char *object = x && x->object ? x->object : "";
    ptx2c_note(&message, "%s: %s", s->text, what);
    if (*object)
        ptx2c_note_at(&notes, s), ptx2c_note(&notes, "the mbarrier is at byte %lld of '%s'\n", (long long)x->offset, object);
    if (*more)
        ptx2c_note_at(&notes, s), ptx2c_note(&notes, "%s\n", more);
    ptx2c_check_tell(c, u, "sync-mbarrier", s, NULL, object, *object ? x->offset : 0, message.s, &notes);
}

/* How many bytes the mbarrier still expects in the phase at work. */
PTX2C_INLINE int32_t ptx2c_mbar_bytes(uint64_t m) { return (int32_t)((uint32_t)(m >> 40) << 11) >> 11; }

/* The thread has asked that mbarrier: should it ask for ever, this is what it waits for. */
static PTX2C_NOINLINE void ptx2c_mbar_waits(const void *p, bool over)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    const ptx2c_mbar_use *use = &ptx2c_now.mbarrier;
    if (!use->at || use->at->at != (uintptr_t)p)
        return;
    if (!a->asks && !over)
        a->asks = (uintptr_t *)ptx2c_check_get(a->threads, sizeof *a->asks);
    if (a->asks)
        a->asks[use->u] = over ? 0 : use->at->at;
}

/* ---- states of mbarriers ----------------------------------------------------------------------------------------- */

/* What a state says of the barrier and its phase at work. */
PTX2C_INLINE uint64_t ptx2c_mbar_mark(const ptx2c_location *x, uint32_t phases)
{
    return (uint64_t)1 << 40 | (uint64_t)(phases & 2047) << 41 | (uint64_t)((x->at >> 3 ^ x->owner) & 511) << 52;
}

static uint64_t ptx2c_mbar_state(const void *p, uint64_t m)
{
    const ptx2c_location *x = ptx2c_now.mbarrier.at;
    return x && x->at == (uintptr_t)p ? (m & ~((uint64_t)PTX2C_MBAR_TX << 40)) | ptx2c_mbar_mark(x, x->phases) : m;
}

/* A state is of the phase at work, or the one before (manual, mbarrier.test_wait). */
static void ptx2c_mbar_asked(const void *p, uint64_t state)
{
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    const ptx2c_mbar_use *use = &ptx2c_now.mbarrier;
    ptx2c_mbar_waits(p, (ptx2c_ld_u64(p) ^ state) & PTX2C_MBAR_PHASE);
    const uint64_t mark = state & (uint64_t)PTX2C_MBAR_TX << 40, last = (uint64_t)2047 << 41;
    if (!use->at || use->at->at != (uintptr_t)p || !use->at->ready || mark == ptx2c_mbar_mark(use->at, use->at->phases) ||
        (use->at->phases && mark == ptx2c_mbar_mark(use->at, use->at->phases - 1)))
        return;
    ptx2c_mbar_tell(use->at, ptx2c_now.a->c, use->u, use->site,
                    (mark ^ ptx2c_mbar_mark(use->at, 0)) & ~last ? "the state is of no arrival at this mbarrier"
                                                                 : "the state is of a phase before the last one", "");
#else
    (void)p, (void)state;
#endif
}

/* ---- parities -------------------------------------------------------------------------------------------------------- */

/* Before it asked the thread knew all that the threads of v know to be done by themselves. */
static PTX2C_NOINLINE bool ptx2c_phases_known(ptx2c_check_cta *a, uint32_t u, const ptx2c_vector *v)
{
    ptx2c_vector *const now = a->known[u];
    bool all = true;
    a->known[u] = ptx2c_now.mbarrier.knew;
    for (uint32_t i = 0; v && i < v->n; i++) {
        const ptx2c_known_cta *b = v->of[i];
        for (uint32_t k = 0; k < b->n && k < b->threads; k++)
            all &= !b->clock[k] || ptx2c_knows(a, u, b->cta, k, b->clock[k], PTX2C_ITSELF);
    }
    a->known[u] = now;
    return all;
}

static PTX2C_NOINLINE void ptx2c_phase_tell(const ptx2c_location *x, const ptx2c_cta *c, uint32_t u, const ptx2c_site *s)
{
    ptx2c_mbar_tell(x, c, u, s, "the thread may come when its phase and the next one are over, and miss it",
                    "nothing orders this wait and the end of the next phase, after which the parity is that of another one");
}

/* Lane l comes to what v knows: something that it, or a copy that it began, has done since that wait. */
PTX2C_INLINE bool ptx2c_phase_wait_known(const ptx2c_phase_wait *y, const ptx2c_vector *v, uint32_t cta, uint32_t l)
{
    bool known = ptx2c_vector_knows(v, cta, l, y->clock, PTX2C_ITSELF) || ptx2c_vector_knows(v, cta, l, y->copies, PTX2C_COPIES);
    for (uint32_t i = 0; i < PTX2C_BARS && !known && (PTX2C_CHECK & PTX2C_CHECK_BESIDE) != 0; i++)
        known = ptx2c_vector_knows(v, cta, l, y->heard[i] + 1, PTX2C_HEARD + i);
    return known;
}

/* A phase of the mbarrier is over, x->v what its arrivals made known: those who found the one before over do not miss that. */
static PTX2C_NOINLINE void ptx2c_phase_ends(ptx2c_location *x)
{
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    for (uint32_t u = 0; x->waits && u < x->waits->threads; u++) {
        const ptx2c_phase_wait *y = &x->waits->of[u];
        bool surely = !y->site || y->over != x->phases - x->first;
        for (uint32_t l = u & ~31u; l < (u | 31u) + 1 && l < x->waits->threads && !surely; l++)
            surely = ptx2c_phase_wait_known(y, x->v, x->owner, l) || ptx2c_phase_wait_known(y, x->begun, x->owner, l);
        if (!surely)
            ptx2c_phase_tell(x, x->waits->c, u, y->site);
    }
#endif
    ptx2c_vector_set(&x->before, ptx2c_vector_share(x->done));
    ptx2c_vector_add(&x->done, x->v);
    ptx2c_vector_set(&x->v, NULL);
    ptx2c_vector_set(&x->begun, NULL);
    x->phases++;
    x->over = true;
}

/* The CTA ends: phases that nobody has looked at since. */
static PTX2C_NOINLINE void ptx2c_phases_end(const ptx2c_check_cta *a)
{
    for (uint32_t i = 0; i < PTX2C_LOCATIONS && ptx2c_any_phase_wait; i++)
        for (ptx2c_location *x = ptx2c_location_of[i]; x; x = x->next)
            if (x->owner == a->id && x->waits && x->ready && (ptx2c_ld_u64((const void *)x->at) ^ x->phase) & PTX2C_MBAR_PHASE) {
                x->phase ^= PTX2C_MBAR_PHASE;
                ptx2c_phase_ends(x);
            }
    ptx2c_vector_set(&ptx2c_now.mbarrier.knew, NULL);
}

/* The thread asks whether a phase is over, by its parity: over, unless that phase has been missed.  It goes on then as if it were. */
static bool ptx2c_mbar_asked_parity(const void *p, bool over)
{
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    ptx2c_check_cta *a = ptx2c_now.a;
    const uint32_t u = ptx2c_now.mbarrier.u;
    ptx2c_location *x = ptx2c_now.mbarrier.at;
    ptx2c_mbar_waits(p, over);
    if (!x || x->at != (uintptr_t)p || !x->ready || x->owner != a->id)
        return over;
    if (!x->waits) {
        x->waits = (ptx2c_phase_waits *)ptx2c_check_get(1, sizeof *x->waits + a->threads * sizeof x->waits->of[0]);
        x->waits->c = a->c;
        x->waits->threads = a->threads;
        ptx2c_any_phase_wait = true;
    }
    ptx2c_phase_wait *y = &x->waits->of[u];
    const uint32_t now = x->phases - x->first, needs = over && now ? now - 1 : now; /* so many must be known to be over */
    const bool known = y->over >= needs || ptx2c_phases_known(a, u, over ? x->before : x->done);
    if (over)
        *y = (ptx2c_phase_wait){now, a->clock[u / 32], *ptx2c_clock_at(a, u / 32, PTX2C_COPIES), {0}, ptx2c_now.mbarrier.site};
    for (uint32_t i = 0; i < PTX2C_BARS && over && a->doers > PTX2C_HEARD; i++)
        y->heard[i] = *ptx2c_clock_at(a, u / 32, PTX2C_HEARD + i);
    if (known)
        return over;
    ptx2c_phase_tell(x, a->c, u, ptx2c_now.mbarrier.site);
    if (!(ptx2c_now.mbarrier.site->flags & PTX2C_SITE_STRONG)) {
        ptx2c_vector_set(&a->known[u], ptx2c_vector_share(ptx2c_now.mbarrier.knew));
        ptx2c_vector_add(&a->known[u], x->before);
    }
    y->over = now - (over ? 2 : 1); /* as far as is sure */
    return true;
#else
    (void)p;
    return over;
#endif
}

#endif
