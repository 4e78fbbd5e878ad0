/* sanitize_run.h: launches, CTAs and barriers of checked kernels.  For generated code. */
#ifndef PTX2C_SANITIZE_RUN_H
#define PTX2C_SANITIZE_RUN_H

#include "sanitize_cluster.h"
#include "sanitize_look.h"
#include "sanitize_pause.h"
#include "sanitize_skip.h"
#include "sanitize_product.h"
#include "sanitize_tensor.h"
#include "check.h"
#include "ring.h"

/* What runs a kernel, in place of what grid.h has, which is the last part of a file. */
#define PTX2C_CHECKED_LAUNCH(name) PTX2C_LAUNCHES(name, ptx2c_checked_launch, ptx2c_checked_grid)
static int ptx2c_run_here(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                          uint32_t dynamic_shared_bytes, const void *param, const ptx2c_cta_range *part,
                          ptx2c_children *launched);
static int ptx2c_launch_here(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                             size_t dynamic_shared_bytes, void *const args[], const ptx2c_cta_range *part,
                             ptx2c_object_table *objects);

/* ---- schedules --------------------------------------------------------------------------------------------------- */

PTX2C_INLINE uint32_t ptx2c_check_random(void)
{
    ptx2c_checks.random = ptx2c_checks.random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const uint64_t x = ptx2c_checks.random;
    return (uint32_t)((x ^ x >> 29) * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

enum { PTX2C_MIXED_TURNS = 1 << 18 };

/* Whether chance decides who proceeds: until no thread has moved for so many turns.  From then on those that wait for ever are in the same
 * state after each of them, by which that is found out. */
PTX2C_INLINE bool ptx2c_check_mixes(void) { return ptx2c_checks.random && ptx2c_now.idle < PTX2C_MIXED_TURNS; }

/* Another warp may have its turn. */
PTX2C_INLINE void ptx2c_check_turn(ptx2c_sched *run)
{
    if (!ptx2c_checks.random)
        return;
    ptx2c_now.idle = run->moved ? 0 : ptx2c_now.idle + (ptx2c_now.idle < PTX2C_MIXED_TURNS);
    if (ptx2c_check_mixes() && ptx2c_check_random() % 4 == 0)
        run->index = ptx2c_check_random() % run->warps;
}

/* Some of the lanes that were chosen stay where they are; not of those that take the results of a collective, which is done where they take
 * them: the first could put values for the next one in their places. */
PTX2C_INLINE void ptx2c_check_part(ptx2c_sched *run)
{
    if (!ptx2c_check_mixes() || run->got || !(run->mask & (run->mask - 1)) || ptx2c_check_random() % 2)
        return;
    const uint32_t some = run->mask & ptx2c_check_random();
    run->mask = some ? some : run->mask;
}

/* The CTA in whose place this one starts: any may be the first. */
static PTX2C_NOINLINE void ptx2c_check_shuffle(ptx2c_cta *c)
{
    const ptx2c_grid *g = c->grid;
    const uint64_t n = (uint64_t)c->nctaid.x * c->nctaid.y * c->nctaid.z;
    if (!ptx2c_checks.seed || g->clustered || n < 2)
        return;
    uint64_t step = ptx2c_checks.seed * 2 + 1, a, b;
    do { /* a step that comes by all of them */
        step = step % n + 1;
        for (a = step, b = n; b;) {
            const uint64_t r = a % b;
            a = b;
            b = r;
        }
    } while (a != 1);
    const uint64_t i = ((uint64_t)c->ctaid.z * c->nctaid.y + c->ctaid.y) * c->nctaid.x + c->ctaid.x;
    const uint64_t to = (i % n * step + ptx2c_checks.seed) % n;
    c->ctaid = (ptx2c_dim3){(uint32_t)(to % c->nctaid.x), (uint32_t)(to / c->nctaid.x % c->nctaid.y),
                            (uint32_t)(to / c->nctaid.x / c->nctaid.y)};
}

/* ---- CTAs -------------------------------------------------------------------------------------------------------- */

/* The module's variables are memory that kernels may use. */
static PTX2C_NOINLINE void ptx2c_check_declare(const ptx2c_check_kernel *k)
{
    for (uint32_t i = 0; i < k->variable_count; i++) {
        const ptx2c_variable *v = &k->variables[i];
        const void *const begin = PTX2C_CHECK & PTX2C_CHECK_ELSEWHERE ? *(void *const *)v->at : v->at;
        const size_t at = ptx2c_extents_to((uintptr_t)begin);
        const ptx2c_extent *there = at ? &ptx2c_checks.extent[at - 1] : NULL;
        if (there && there->at == (uintptr_t)begin && there->bytes == v->bytes && !there->freed)
            continue;
        ptx2c_extent *e = ptx2c_extent_put(begin, v->bytes, "variable", v->name);
        if (e)
            e->read_only = k->constant[i];
    }
    ptx2c_now.declared = k;
    ptx2c_cache_clear();
}

/* The CTA goes on. */
PTX2C_INLINE void ptx2c_check_begin(ptx2c_cta *c, const ptx2c_check_kernel *k)
{
    ptx2c_now.k = k;
    if (ptx2c_now.declared != k)
        ptx2c_check_declare(k);
    if (ptx2c_checks.seed && c->sched->stop == PTX2C_RUNS)
        ptx2c_check_shuffle(c);
    if (ptx2c_now.ntid.x != c->ntid.x || ptx2c_now.ntid.y != c->ntid.y || ptx2c_now.ntid.z != c->ntid.z)
        ptx2c_check_tids(c);
    ptx2c_now.a = ptx2c_check_cta_of(c);
}

/* Copies of the CTA's threads that nobody has waited for. */
static PTX2C_NOINLINE void ptx2c_check_copies(void)
{
    const ptx2c_check_cta *a = ptx2c_now.a;
    const uint32_t doers = a->doers < PTX2C_HEARD ? a->doers : PTX2C_HEARD;
    for (uint32_t i = 0; i < (doers - PTX2C_COPIES) * a->threads; i++)
        if (a->copy[i] && i / a->threads + PTX2C_COPIES != PTX2C_BULKS) { /* what bulk copies write is there when the grid ends */
            ptx2c_notes message = {0, ""};
            ptx2c_note(&message, "%s: the thread exits without waiting for %s", a->copy[i]->text,
                       a->copy[i]->flags & PTX2C_SITE_PRODUCT ? "its end" : "the copy");
            ptx2c_check_tell(a->c, i % a->threads, "sync-copy", a->copy[i], NULL, "", 0, message.s, NULL);
        }
}

/* Copies of which the CTA's mbarriers have heard, or are to, and nobody else. */
static PTX2C_NOINLINE void ptx2c_check_told_copies(void)
{
    const ptx2c_check_cta *a = ptx2c_now.a;
    for (uint32_t i = 0; i < PTX2C_LOCATIONS && ptx2c_any_told_copy; i++)
        for (ptx2c_location *x = ptx2c_location_of[i]; x; x = x->next)
            if (x->copy && x->owner == a->id) {
                ptx2c_notes message = {0, ""};
                ptx2c_note(&message, "%s: no thread waits for the copy at its mbarrier", x->copy->text);
                ptx2c_check_tell(a->c, x->copier, "sync-copy", x->copy, NULL, "", 0, message.s, NULL);
                x->copy = NULL;
            }
}

/* Where a loop has its first access, or what is next to one, that begins at a line of the PTX. */
static PTX2C_NOINLINE const ptx2c_site *ptx2c_check_site_from(uint32_t line)
{
    const ptx2c_check_kernel *k = ptx2c_now.k;
    const ptx2c_site *found = NULL;
    for (uint32_t i = 0; i < k->site_count; i++)
        if (k->sites[i].line >= line && (!found || k->sites[i].line < found->line))
            found = &k->sites[i];
    return found;
}

/* What is missing at the mbarrier that thread u has last asked. */
static PTX2C_NOINLINE void ptx2c_note_asked(ptx2c_notes *notes, const ptx2c_site *s, const ptx2c_check_cta *a, uint32_t u)
{
    const uintptr_t p = a->asks ? a->asks[u] : 0;
    if (!p)
        return;
    const uint64_t m = ptx2c_load64((const void *)p, ptx2c_relaxed);
    const uint32_t at = (uint32_t)(p - (uintptr_t)a->c->shared), pending = ptx2c_mbar_pending(m);
    const int32_t bytes = ptx2c_mbar_bytes(m);
    const ptx2c_check_variable *v = ptx2c_shared_variable(a->c, at, 8);
    ptx2c_note_at(notes, s);
    ptx2c_note(notes, "the mbarrier at byte %u of %s%s%s waits for %u arrival%s", (unsigned)(v ? at - v->at : at), v ? "'" : "shared memory",
               v ? v->name : "", v ? "'" : "", (unsigned)pending, pending == 1 ? "" : "s");
    if (bytes)
        ptx2c_note(notes, bytes < 0 ? ", and %d bytes more have come than it expects" : " and %d bytes", (int)(bytes < 0 ? -bytes : bytes));
    ptx2c_note(notes, "\n");
}

/* Lanes of a warp that wait in loops. */
static PTX2C_NOINLINE void ptx2c_check_loops(const ptx2c_check_cta *a, const ptx2c_at *at, uint32_t w)
{
    for (uint32_t left = at->alive & ~(at->waiting | at->meeting), lanes; left; left &= ~lanes) {
        const uint32_t first = ptx2c_lowest(left), pc = at->pc[first];
        const ptx2c_site *s = ptx2c_check_site_from(a->c->grid->kernel->lines[pc / 2]);
        ptx2c_notes message = {0, ""}, notes = {0, ""};
        lanes = ptx2c_lanes_at(at, pc) & left;
        if (!s)
            continue;
        ptx2c_note_asked(&notes, s, a, w * 32 + first);
        ptx2c_note(&message, "deadlock: lanes 0x%08x of warp %u wait in a loop for what never happens", (unsigned)lanes, (unsigned)w);
        ptx2c_check_tell(a->c, w * 32 + first, "sync-deadlock", s, NULL, "", 0, message.s, &notes);
    }
}

/* No thread of the CTA can go on: where they wait. */
static PTX2C_NOINLINE void ptx2c_check_deadlock(const ptx2c_sched *run)
{
    const ptx2c_check_cta *a = ptx2c_check_cta_of(run->c);
    for (uint32_t w = 0; w < a->warps; w++) {
        ptx2c_notes message = {0, ""};
        for (uint32_t i = 0; i < PTX2C_BARRIERS; i++) {
            const ptx2c_check_barrier *b = &a->barrier[i];
            if (!b->any || !b->came[w] || b->uneven) /* which in another order is none */
                continue;
            message.n = 0;
            ptx2c_note(&message, "deadlock: lanes 0x%08x of warp %u wait at barrier %u for threads that never come",
                       (unsigned)b->came[w], (unsigned)w, (unsigned)i);
            ptx2c_check_tell(a->c, w * 32 + ptx2c_lowest(b->came[w]), "sync-deadlock", b->site[w], NULL, "", 0, message.s, NULL);
        }
        ptx2c_check_loops(a, ptx2c_sched_at(run, w), w);
        uint32_t at_cluster = 0;
        for (uint32_t l = 0; l < 32; l++)
            at_cluster |= (uint32_t)ptx2c_is_at_cluster(run, w * 32 + l) << l;
        if (at_cluster) {
            message.n = 0;
            ptx2c_note(&message, "deadlock: lanes 0x%08x of warp %u wait at the cluster's barrier for threads that never come",
                       (unsigned)at_cluster, (unsigned)w);
            ptx2c_check_tell(a->c, w * 32 + ptx2c_lowest(at_cluster), "sync-deadlock", a->at[w * 32 + ptx2c_lowest(at_cluster)], NULL, "", 0,
                             message.s, NULL);
        }
        const uint32_t meets = a->meets[w] & ptx2c_sched_at(run, w)->meeting;
        if (!meets)
            continue;
        const uint32_t u = w * 32 + ptx2c_lowest(meets);
        message.n = 0;
        ptx2c_note(&message, "deadlock: lanes 0x%08x of warp %u wait for members of the mask 0x%08x that never come",
                   (unsigned)meets, (unsigned)w, (unsigned)a->member[u]);
        ptx2c_check_tell(a->c, u, "sync-deadlock", a->at[u], NULL, "", 0, message.s, NULL);
    }
}

/* It stops: for ever when its threads have exited. */
PTX2C_INLINE void ptx2c_check_end(const ptx2c_sched *run)
{
    if (ptx2c_undecided_races.n)
        ptx2c_races_decide();
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    if (run->stop == PTX2C_DONE) {
        ptx2c_check_copies();
        ptx2c_check_told_copies();
        ptx2c_phases_end(ptx2c_now.a);
        ptx2c_tensor_end(ptx2c_now.a);
    }
#endif
    if (run->stop != PTX2C_DONE)
        return;
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    if (run->c->grid->kernel->cta_memory) /* which the next CTA will have */
        ptx2c_memory_forget((uintptr_t)ptx2c_cta_memory(run->c), run->c->grid->kernel->cta_memory);
#endif
    if (run->c->cluster && run->c->cluster->n > 1)
        return;
    for (ptx2c_check_cta **p = &ptx2c_now.all; *p; p = &(*p)->next)
        if (*p == ptx2c_now.a) {
            *p = ptx2c_now.a->next;
            if (!ptx2c_now.spare && ptx2c_check_cta_reuse(ptx2c_now.a))
                ptx2c_now.spare = ptx2c_now.a;
            else
                ptx2c_check_cta_free(ptx2c_now.a);
            return;
        }
}

/* Whether its threads, in whole warps, are all at their beginning, and may proceed in any order. */
PTX2C_INLINE bool ptx2c_check_starts(const ptx2c_cta *c)
{
    const bool starts = !ptx2c_now.a->begun;
    ptx2c_now.a->begun = true;
    return starts && !ptx2c_checks.seed && c->threads % 32 == 0;
}

/* They have all exited. */
PTX2C_INLINE void ptx2c_check_through(ptx2c_sched *r)
{
    ptx2c_cluster *cl = r->c->cluster;
    for (uint32_t i = 0; i < r->warps; i++)
        ptx2c_sched_at(r, i)->alive = 0;
    cl->pending -= r->alive;
    r->alive = r->live_warps = 0;
    r->moved = true;
    r->stop = PTX2C_DONE;
    ptx2c_cluster_check(cl);
    ptx2c_check_end(r);
}

/* ---- barriers ---------------------------------------------------------------------------------------------------- */

/* Warp w comes to a barrier for another number of threads than it was for in the phase before, where it was not: in another order it would
 * have been counted there, unless it knows that somebody has gone on from that. */
static PTX2C_NOINLINE bool ptx2c_is_before_phase(const ptx2c_check_cta *a, const ptx2c_check_barrier *b, uint32_t w, uint32_t u, uint32_t of)
{
    if (!b->last || b->left[w] || b->last_count == of)
        return false;
    for (uint32_t i = 0; i < a->threads; i++)
        if (b->left[i / 32] && ptx2c_knows(a, u, a->id, i, b->left[i / 32], PTX2C_ITSELF))
            return false;
    return true;
}

/* What is wrong with lanes that arrive at a barrier. */
static PTX2C_NOINLINE void ptx2c_check_arrival(const ptx2c_check_cta *a, ptx2c_check_barrier *b, const ptx2c_site *s,
                                               uint32_t w, uint32_t m, uint32_t id, uint32_t count)
{
    const uint32_t u = w * 32 + ptx2c_lowest(m);
    const uint32_t of = count ? count : 32 * a->warps;
    ptx2c_notes notes = {0, ""}, message = {0, ""};
    const bool early = ptx2c_is_before_phase(a, b, w, u, of);
    const ptx2c_site *const other = early ? b->last : b->any;
    const uint32_t before = early ? b->last_count : b->count ? b->count : 32 * a->warps;
    if (other && before != of) {
        ptx2c_note_at(&notes, other), ptx2c_note(&notes, "the one before: of %u threads\n", (unsigned)before), ptx2c_note_source(&notes, other);
        ptx2c_note(&message, "barrier %u is of %u threads here and of another number elsewhere", (unsigned)id, (unsigned)of);
        ptx2c_check_tell(a->c, u, "sync-count", s, other, "", 0, message.s, &notes);
        b->uneven = true;
    }
    if (*s->text == 'b' && (id >= PTX2C_NAMED || count % 32)) { /* not wgmma.wait_group's own */
        if (id >= PTX2C_NAMED)
            ptx2c_note(&message, "%s: there is no barrier %u, only 0 to 15", s->text, (unsigned)id);
        else
            ptx2c_note(&message, "%s: barrier %u is of %u threads, which is no multiple of a warp's 32", s->text, (unsigned)id, (unsigned)of);
        ptx2c_check_tell(a->c, u, "sync-count", s, NULL, "", 0, message.s, NULL);
        message.n = 0;
    }
    if (b->came[w])
        ptx2c_check_together(a, s, b->site[w], w, m, b->came[w]);
}

/* The lanes of m arrive at a barrier of the CTA.  For how many threads it is: where places differ in that, for as many as one of them
 * wants, whoever comes first. */
static PTX2C_NOINLINE uint32_t ptx2c_check_arrive(const ptx2c_sched *run, const ptx2c_site *s, uint32_t m, uint32_t id,
                                             uint32_t count, bool waits)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    ptx2c_check_barrier *b = &a->barrier[id % PTX2C_BARRIERS];
    if (!(PTX2C_CHECK & PTX2C_CHECK_ORDER))
        return count;
    const uint32_t w = run->index;
    if (ptx2c_undecided_races.n)
        ptx2c_races_decide();
    if (!b->came) {
        b->came = (uint32_t *)ptx2c_check_get(3 * a->warps, sizeof *b->came);
        b->waits = b->came + a->warps;
        b->left = b->waits + a->warps;
        b->site = (const ptx2c_site **)ptx2c_check_get(a->warps, sizeof *b->site);
    }
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    ptx2c_check_arrival(a, b, s, w, m, id, count);
#endif
    id %= PTX2C_BARRIERS;
    if (!b->any) {
        b->any = s;
        b->count = b->most = count;
    }
    if (b->most && (!count || count > b->most))
        b->most = count;
    a->open_barriers |= 1u << id;
    if (!b->came[w])
        b->site[w] = s;
    b->came[w] |= m;
    for (uint32_t l = 0; l < 32 && w * 32 + l < a->threads; l++)
        a->arrivals[w * 32 + l] += m >> l & 1;
    b->waits[w] |= waits ? m : 0;
    for (uint32_t left = waits ? 0 : m; left; left &= left - 1) { /* what it does next is not known to the others */
        ptx2c_vector *v = ptx2c_all_known(a, w * 32 + ptx2c_lowest(left), a->clock[w]);
        ptx2c_vector_add(&b->told, v);
        ptx2c_vector_drop(v);
        a->told = true;
    }
    if (!waits)
        ptx2c_later_ends(a);
    a->clock[w] += !waits;
    return b->most;
}

/* Barriers that all have come to open: the scheduler has let them go on. */
static PTX2C_NOINLINE void ptx2c_check_opens(const ptx2c_sched *run)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    for (uint32_t open = a->open_barriers; open; open &= open - 1) {
        const uint32_t i = ptx2c_lowest(open);
        ptx2c_check_barrier *b = &a->barrier[i];
        bool all = !b->told && (!b->most || b->most >= a->threads);
        if (run->bar[i].all)
            continue;
        for (uint32_t w = 0; w < a->warps; w++)
            all &= !(ptx2c_sched_at(run, w)->alive & ~b->waits[w]);
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
        if (a->skips && !b->most)
            ptx2c_check_skipped(a, b, i);
#endif
        if (all)
            ptx2c_cta_sync(a);
        else
            ptx2c_group_sync(a, b->waits);
        for (uint32_t u = 0; u < a->threads && b->told; u++)
            if (b->waits[u / 32] >> u % 32 & 1)
                ptx2c_vector_add(&a->known[u], b->told);
        ptx2c_vector_set(&b->told, NULL);
        for (uint32_t w = 0; w < a->warps; w++)
            b->left[w] = b->waits[w] ? a->clock[w] : b->came[w] ? UINT32_MAX : 0;
        b->last = all ? NULL : b->any;
        b->last_count = b->most ? b->most : 32 * a->warps;
        memset(b->came, 0, 2 * a->warps * sizeof *b->came);
        b->any = NULL;
        a->open_barriers &= ~(1u << i);
    }
}

PTX2C_INLINE void ptx2c_check_opened(const ptx2c_sched *run)
{
    if (ptx2c_now.a->open_barriers)
        ptx2c_check_opens(run);
}

/* Threads have exited. */
PTX2C_INLINE void ptx2c_check_exits(const ptx2c_sched *run)
{
    ptx2c_check_opened(run);
    if (run->c->cluster->n > 1)
        ptx2c_check_cluster_opens(run->c->cluster);
}

/* The lanes of m come to a collective; lane l's members. */
PTX2C_INLINE void ptx2c_check_meet(const ptx2c_sched *run, const ptx2c_site *s, uint32_t l, uint32_t members)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    const uint32_t u = run->index * 32 + l;
    if (!(PTX2C_CHECK & PTX2C_CHECK_ORDER))
        return;
    a->member[u] = members;
    a->from[u] = l;
    a->at[u] = s;
    a->meets[run->index] |= 1u << l;
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    if (!(members >> l & 1)) {
        ptx2c_notes message = {0, ""};
        ptx2c_note(&message, "%s: the member mask 0x%08x lacks the thread's own lane, %u", s->text, (unsigned)members, (unsigned)l);
        ptx2c_check_tell(a->c, u, "sync-mask", s, NULL, "", 0, message.s, NULL);
    }
#endif
}

/* Of a shuffle: lane l takes what that lane puts. */
PTX2C_INLINE void ptx2c_check_from(const ptx2c_sched *run, uint32_t l, uint32_t from)
{
    ptx2c_now.a->from[run->index * 32 + l] = from;
}

/* Whether what thread u took in its last shuffle came from a lane that was not there. */
PTX2C_INLINE bool ptx2c_check_absent(const ptx2c_cta *c, uint32_t u)
{
    (void)c;
    return PTX2C_CHECK & PTX2C_CHECK_SYNC && ptx2c_now.a->absent[u / 32] >> u % 32 & 1;
}

/* Those lanes have met: who takes a value from others, and whether all of the warp are there that have to be. */
static PTX2C_NOINLINE void ptx2c_check_partners(ptx2c_check_cta *a, uint32_t w, uint32_t with, uint32_t alive)
{
    const ptx2c_site *first = a->at[w * 32 + ptx2c_lowest(with)];
    uint32_t absent = 0;
    for (uint32_t m = with; m; m &= m - 1) {
        const uint32_t u = w * 32 + ptx2c_lowest(m), from = a->from[u];
        if (!(a->member[u] >> u % 32 & 1) || (with & a->member[u]) >> from & 1) /* a mask without the lane itself is told */
            continue;
        absent |= m & (0 - m);
        ptx2c_unset_put(u, (ptx2c_unset_load){.by = a->at[u], .site = a->at[u], .kind = "sync-shuffle", .what = "", .message =
            !(alive >> from & 1)         ? "takes a value from a lane that has exited or never was there"
            : !(a->member[u] >> from & 1) ? "takes a value from a lane that is not in the member mask"
                                          : "takes a value from a lane that is at another place"});
    }
    a->absent[w] = (a->absent[w] & ~with) | absent;
    if (first->flags & PTX2C_SITE_WHOLE && ~alive) {
        ptx2c_notes message = {0, ""};
        ptx2c_note(&message, "%s: lanes 0x%08x of the warp have exited or never were there", first->text, (unsigned)~alive);
        ptx2c_check_tell(a->c, w * 32 + ptx2c_lowest(with), "sync-exited", first, NULL, "", 0, message.s, NULL);
    }
}

/* Lanes that meet at instructions with other qualifiers take each other's values for something else (manual, shfl.sync); .aligned: at
 * any other instruction. */
static PTX2C_NOINLINE void ptx2c_check_places(const ptx2c_check_cta *a, uint32_t w, uint32_t m)
{
    const ptx2c_site *first = a->at[w * 32 + ptx2c_lowest(m)];
    for (; m; m &= m - 1) {
        const uint32_t u = w * 32 + ptx2c_lowest(m);
        const ptx2c_site *s = a->at[u];
        ptx2c_notes notes = {0, ""}, message = {0, ""};
        const bool same = strcmp(first->text, s->text) == 0;
        if (s == first || (same && !(s->flags & first->flags & PTX2C_SITE_ALIGNED)))
            continue;
        ptx2c_note_at(&notes, first), ptx2c_note(&notes, "where other lanes of its member mask are: %s\n", first->text), ptx2c_note_source(&notes, first);
        ptx2c_note(&message, "%s: members of the mask 0x%08x are at another %s", s->text, (unsigned)a->member[u], same ? "place" : "instruction");
        ptx2c_check_tell(a->c, u, same ? "sync-divergence" : "sync-members", s, first, "", 0, message.s, &notes);
        return;
    }
}

/* Those that have met take their results. */
static PTX2C_NOINLINE void ptx2c_check_met(const ptx2c_sched *run, uint32_t m)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    if (!(PTX2C_CHECK & PTX2C_CHECK_ORDER))
        return;
    const uint32_t w = run->index, alive = ptx2c_sched_at(run, w)->alive;
    if (ptx2c_undecided_races.n)
        ptx2c_races_decide();
    for (uint32_t left = m & a->meets[w]; left;) {
        const uint32_t l = ptx2c_lowest(left), members = a->member[w * 32 + l];
        uint32_t with = 0;
        for (uint32_t k = a->meets[w] & (members | 1u << l); k; k &= k - 1)
            with |= a->member[w * 32 + ptx2c_lowest(k)] == members ? k & (0 - k) : 0;
        with &= members | 1u << l;
        a->meets[w] &= ~with;
        left &= ~with;
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
        ptx2c_check_places(a, w, with);
        ptx2c_check_partners(a, w, with, alive);
#endif
        ptx2c_lanes_sync(a, w, with, alive);
    }
}

/* ---- fences and copies ------------------------------------------------------------------------------------------- */

PTX2C_INLINE void ptx2c_check_fence(uint32_t u, uint32_t flags) { ptx2c_check_fence_of(ptx2c_now.a, u, flags); }

/* fence.proxy.async: what threads and their cp.async have written to these kinds of memory. */
PTX2C_INLINE void ptx2c_check_proxies(uint32_t u, bool shared, bool global)
{
    static const ptx2c_doers_seen see[] = {{PTX2C_ITSELF, PTX2C_SEEN, 2}, {PTX2C_ITSELF, PTX2C_GLOBAL_SEEN, 2}};
    ptx2c_check_fence_proxy(ptx2c_now.a, u, shared ? see : see + 1, shared && global ? 2 : 1);
}

/* Of the tensormap proxy: a release, or an acquire. */
PTX2C_INLINE void ptx2c_check_maps(uint32_t u, bool release)
{
    static const ptx2c_doers_seen see[] = {{PTX2C_MAPS_RELEASED, PTX2C_MAPS_SEEN, 1}, {PTX2C_ITSELF, PTX2C_MAPS_RELEASED, 1}};
    ptx2c_check_fence_proxy(ptx2c_now.a, u, see + release, 1);
}

/* What somebody beside thread u does for it so far is a group. */
PTX2C_INLINE void ptx2c_check_commit(uint32_t u, uint32_t doer)
{
    ptx2c_copies_group(ptx2c_now.a, u, ptx2c_doer_in(ptx2c_now.a, doer));
    if (doer == PTX2C_PRODUCTS)
        ptx2c_products_of(ptx2c_now.a, u, 0)->group++;
}

/* Thread u begins a copy that the mbarrier there hears of: that copy's end says nothing of those that others hear of. */
PTX2C_INLINE void ptx2c_check_copy(uint32_t u, const void *bar)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    const uint32_t w = u / 32, which = (uint32_t)((uintptr_t)bar / 8 % PTX2C_BARS);
    a->telling[w] = which;
    *ptx2c_clock_at(a, w, ptx2c_doer_in(a, PTX2C_HEARD + which)) += a->doers > PTX2C_HEARD ? PTX2C_BARS : 1;
}

/* Thread u waits for all its groups but the n latest; all: also for copies of no group. */
PTX2C_INLINE void ptx2c_check_wait(uint32_t u, uint32_t doer, uint32_t n, bool all)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    doer = ptx2c_doer_in(a, doer);
    if (all)
        ptx2c_copies_group(a, u, doer);
    a->told = true;
    ptx2c_copies_known(a, u, doer, ptx2c_copies_done(a, u, doer, n));
}

/* The lanes of m wait for their warp's groups of wgmma but the n latest: each for its own, which the warp's first lane stands for.
 * Whoever they wait with knows of it, too. */
static PTX2C_NOINLINE void ptx2c_check_wait_products(const ptx2c_sched *run, uint32_t m, uint32_t n)
{
    for (; m; m &= m - 1) {
        ptx2c_product_wait(ptx2c_products_of(ptx2c_now.a, run->index * 32 + ptx2c_lowest(m), 0), n);
        if (*ptx2c_copy_of(ptx2c_now.a, run->index * 32 + ptx2c_lowest(m), ptx2c_doer_in(ptx2c_now.a, PTX2C_PRODUCTS)))
            ptx2c_check_wait(run->index * 32 + ptx2c_lowest(m), PTX2C_PRODUCTS, n, false);
    }
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

static PTX2C_NOINLINE void ptx2c_check_forget(void)
{
    ptx2c_undecided_races.n = 0;
    for (int i = 0; i < 2; i++) {
        free(ptx2c_now.large[i]);
        ptx2c_now.large[i] = NULL;
    }
    memset(ptx2c_race_pairs, 0, sizeof ptx2c_race_pairs);
    ptx2c_cache_clear();
    if (ptx2c_now.spare)
        ptx2c_check_cta_free(ptx2c_now.spare);
    ptx2c_now.spare = NULL;
    ptx2c_windows_end(UINTPTR_MAX);
    for (ptx2c_check_cta *a; (a = ptx2c_now.all);) {
        ptx2c_now.all = a->next;
        a->c = NULL;
        free(a->cell);
        a->cell = NULL;
        ptx2c_check_cta_free(a);
    }
    ptx2c_locations_forget();
    ptx2c_trace_launch();
    ptx2c_races_forget();
}

/* A grid of which is known what comes before it: it leaves behind what it has accessed. */
static PTX2C_NOINLINE int ptx2c_checked_child(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                                              uint32_t dynamic_shared_bytes, const void *param, const ptx2c_cta_range *part,
                                              ptx2c_children *launched)
{
    ptx2c_check_cta *const all = ptx2c_now.all, *const a = ptx2c_now.a;
    const ptx2c_check_kernel *const was = ptx2c_now.k;
    if (ptx2c_undecided_races.n)
        ptx2c_races_decide();
    const ptx2c_child_run_state before = ptx2c_child_begins(grid);
    ptx2c_cache_clear();
    const int status = ptx2c_run_here(k, grid, cluster, block, dynamic_shared_bytes, param, part, launched);
    if (ptx2c_undecided_races.n)
        ptx2c_races_decide();
    while (ptx2c_now.all != all) {
        ptx2c_check_cta *x = ptx2c_now.all;
        ptx2c_now.all = x->next;
        ptx2c_check_cta_free(x);
    }
    ptx2c_child_ends(&before);
    ptx2c_check_resume(a, was);
    return status;
}

/* ptx2c_kernel.run_grid: a grid that a kernel launched, perhaps while that runs. */
static PTX2C_NOINLINE int ptx2c_checked_grid(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                                           uint32_t dynamic_shared_bytes, const void *param, const ptx2c_cta_range *part,
                                           ptx2c_children *launched)
{
    if (ptx2c_now.coming_as && ptx2c_children_are_seen())
        return ptx2c_checked_child(k, grid, cluster, block, dynamic_shared_bytes, param, part, launched);
    ptx2c_now.coming_as = NULL;
    ptx2c_put_away known;
    ptx2c_check_put_away(&known);
    const int status = ptx2c_run_here(k, grid, cluster, block, dynamic_shared_bytes, param, part, launched);
    ptx2c_check_forget();
    ptx2c_check_take_back(&known);
    return status;
}

/* ptx2c_kernel.launch: on one thread of the host. */
static PTX2C_NOINLINE int ptx2c_checked_launch(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                                             size_t dynamic_shared_bytes, void *const args[], const ptx2c_cta_range *part,
                                             ptx2c_object_table *objects)
{
    ptx2c_check_table *t = &ptx2c_checks;
    while (!PTX2C_TRY_LOCK(&t->running)) {}
    ptx2c_now.declared = NULL;
    ptx2c_cache_clear();
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    ptx2c_check_stuck = ptx2c_check_deadlock;
#endif
    ptx2c_now.launched = k->name;
    ptx2c_now.summed = t->total;
    ptx2c_now.found = false;
    const char *undeclared = getenv("PTX2C_CHECK_UNDECLARED");
    const int how = t->undeclared;
    const uint64_t seed = t->seed;
    const char *schedule = getenv("PTX2C_SCHEDULE");
    if (!seed && schedule)
        t->seed = strtoull(schedule, NULL, 10);
    t->random = t->seed * UINT64_C(0x9e3779b97f4a7c15);
    ptx2c_check_waiting = ptx2c_check_waits;
    ptx2c_now.idle = 0;
    ptx2c_now.first = 0;
    ptx2c_now.numbers = (uint32_t)((uint64_t)grid.x * grid.y * grid.z);
    if (part) /* no CTA in the place of one that is not of the part */
        t->seed = 0;
    if (undeclared)
        t->undeclared = strcmp(undeclared, "trust") == 0 ? PTX2C_UNDECLARED_TRUST : PTX2C_UNDECLARED_REPORT;
#if defined _OPENMP
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
#endif
    int status = ptx2c_launch_here(k, grid, cluster, block, dynamic_shared_bytes, args, part, objects);
#if defined _OPENMP
    omp_set_num_threads(threads);
#endif
    if (ptx2c_undecided_races.n)
        ptx2c_races_decide();
    ptx2c_races_same();
    ptx2c_unwritten_tell();
    ptx2c_check_forget();
    ptx2c_child_orders_forget();
    ptx2c_heap_tidy();
    ptx2c_check_sum_up();
    if (!status && ptx2c_now.found) {
        status = PTX2C_CHECKED;
        snprintf(ptx2c_here_message, sizeof ptx2c_here_message, "kernel '%.400s': %s", k->name, ptx2c_strerror(status));
    }
    t->undeclared = how;
    t->seed = seed;
    PTX2C_UNLOCK(&t->running);
    return status;
}

#endif
