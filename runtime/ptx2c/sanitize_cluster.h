/* sanitize_cluster.h: what threads learn of each other at the barrier of their cluster: of what the others had done when they came there,
 * once they have waited (manual, barrier.cluster).  For generated code. */
#ifndef PTX2C_SANITIZE_CLUSTER_H
#define PTX2C_SANITIZE_CLUSTER_H

#include "sanitize_now.h"

/* Thread u waits at its cluster's barrier. */
PTX2C_INLINE bool ptx2c_is_at_cluster(const ptx2c_sched *run, uint32_t u)
{
    const ptx2c_at *at = ptx2c_sched_at(run, u / 32);
    return at->waiting >> u % 32 & 1 && at->bar[u % 32] == PTX2C_BARRIERS;
}

/* What a CTA's threads let others know as they came there; a new reference. */
static PTX2C_NOINLINE ptx2c_vector *ptx2c_arrivals_known(ptx2c_check_cta *a)
{
    ptx2c_later_ends(a);
    ptx2c_known_cta *b = ptx2c_known_of(a);
    ptx2c_vector *all = ptx2c_vector_from(b), *known = NULL;
    for (uint32_t u = 0; u < a->threads; u++) {
        const uint32_t told = a->arrival[u];
        if (!told)
            continue;
        ptx2c_fill_known(a, u, told, told == a->fenced[u] ? a->fenced : NULL, b->clock);
        if (!u || a->known[u] != a->known[u - 1] || !a->arrival[u - 1])
            ptx2c_vector_add(&known, a->known[u]);
    }
    ptx2c_vector_add(&all, known);
    ptx2c_vector_drop(known);
    return all;
}

/* All threads of the cluster that are left have come to its barrier. */
static PTX2C_NOINLINE void ptx2c_check_cluster_opens(const ptx2c_cluster *cl)
{
    ptx2c_vector *v = NULL;
    uint32_t all = 0, alive = 0;
    bool apart = false;
    if (!(PTX2C_CHECK & PTX2C_CHECK_ORDER))
        return;
    for (uint32_t r = 0; r < cl->n; r++)
        alive += cl->sched[r].alive;
    for (ptx2c_check_cta *x = ptx2c_now.all; x; x = x->next)
        all += x->c->cluster == cl ? x->arrived : 0;
    if (!all || all < alive)
        return;
    for (ptx2c_check_cta *x = ptx2c_now.all; x; x = x->next)
        apart |= x->c->cluster == cl && x->apart;
    for (ptx2c_check_cta *x = ptx2c_now.all; x; x = x->next)
        if (x->c->cluster == cl) {
            ptx2c_vector *k = apart ? ptx2c_arrivals_known(x) : (ptx2c_cta_sync(x), ptx2c_all_known(x, 0, x->base[0]));
            ptx2c_vector_add(&v, k);
            ptx2c_vector_drop(k);
        }
    for (ptx2c_check_cta *x = ptx2c_now.all; x; x = x->next)
        if (x->c->cluster == cl) {
            x->arrived = 0;
            x->told = true;
            x->apart = false;
            memset(x->arrival, 0, x->threads * sizeof *x->arrival);
            ptx2c_vector_set(&x->arrivals_done, apart ? ptx2c_vector_share(v) : NULL);
            for (uint32_t u = 0; u < x->threads; u++)
                if (!apart || ptx2c_is_at_cluster(x->c->sched, u))
                    ptx2c_vector_add(&x->known[u], v);
        }
    ptx2c_vector_drop(v);
}

/* Lanes m of warp w come to a barrier to which others have come elsewhere, and both places are .aligned. */
static PTX2C_NOINLINE void ptx2c_check_together(const ptx2c_check_cta *a, const ptx2c_site *s, const ptx2c_site *other, uint32_t w, uint32_t m,
                                                uint32_t came)
{
    if (!(PTX2C_CHECK & PTX2C_CHECK_SYNC) || other == s || !(s->flags & other->flags & PTX2C_SITE_ALIGNED))
        return;
    ptx2c_notes notes = {0, ""}, message = {0, ""};
    ptx2c_note_at(&notes, other), ptx2c_note(&notes, "lanes 0x%08x have come here\n", (unsigned)came), ptx2c_note_source(&notes, other);
    ptx2c_note(&message, "%s: lanes 0x%08x of the warp come to another place than the others", s->text, (unsigned)m);
    ptx2c_check_tell(a->c, w * 32 + ptx2c_lowest(m), "sync-divergence", s, other, "", 0, message.s, &notes);
}

/* A thread comes to its cluster's barrier, once until it has waited there, or waits, having come. */
static PTX2C_NOINLINE void ptx2c_check_cluster_turn(ptx2c_check_cta *a, const ptx2c_site *s, uint32_t u, bool comes)
{
    const uint32_t bit = 1u << u % 32;
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    if (!(a->clustered[u / 32] & bit) != comes) {
        ptx2c_notes message = {0, ""};
        ptx2c_note(&message, "%s: the thread %s", s->text, comes ? "has come to the cluster's barrier before, and not waited there since"
                                                                 : "waits at the cluster's barrier without having come there");
        ptx2c_check_tell(a->c, u, "sync-count", s, NULL, "", 0, message.s, NULL);
    }
#endif
    a->clustered[u / 32] = comes ? a->clustered[u / 32] | bit : a->clustered[u / 32] & ~bit;
    a->at[u] = s;
}

/* A thread comes to its cluster's barrier; apart: it does not wait at once, or relaxed. */
static PTX2C_NOINLINE void ptx2c_check_at_cluster(const ptx2c_sched *run, const ptx2c_site *s, uint32_t l, bool apart, bool relaxed)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    const uint32_t u = run->index * 32 + l;
    const uint32_t before = ptx2c_sched_at(run, run->index)->arrived;
    ptx2c_check_cluster_turn(a, s, u, true);
    if (before >> l & 1)
        return;
    if (before)
        ptx2c_check_together(a, s, a->cluster_site[run->index], run->index, 1u << l, before);
    else
        a->cluster_site[run->index] = s;
    a->arrived++;
    a->apart |= apart;
    a->arrival[u] = relaxed ? a->fenced[u] : a->clock[run->index]++;
    ptx2c_check_cluster_opens(run->c->cluster);
}

/* It is about to wait there. */
static PTX2C_NOINLINE void ptx2c_check_cluster_wait(const ptx2c_sched *run, const ptx2c_site *s, uint32_t l)
{
    ptx2c_check_cluster_turn(ptx2c_now.a, s, run->index * 32 + l, false);
    if (!(ptx2c_sched_at(run, run->index)->arrived >> l & 1))
        ptx2c_vector_add(&ptx2c_now.a->known[run->index * 32 + l], ptx2c_now.a->arrivals_done);
}

#endif
