/* ring.h: runs grids whose CTAs wait for each other, or form clusters: they are kept with their state while others of the
 * same thread have their turn.  For generated code. */
#ifndef PTX2C_RING_H
#define PTX2C_RING_H

#include "alone.h"
#include "clock.h"
#include "mode.h"
#include "place.h"
#include "sched.h"
#include <stdlib.h>

/* A cluster with all its memory: n CTAs, their schedulers and windows follow.  Those of a thread form a ring. */
typedef struct ptx2c_resident {
    struct ptx2c_resident *next;
    ptx2c_cluster cluster;
    uint32_t left; /* CTAs that have not finished */
} ptx2c_resident;

/* A thread's clusters. */
typedef struct ptx2c_ring {
    ptx2c_grid *g;
    ptx2c_resident *first, *spare;
    uint32_t n;         /* in the ring */
    uint32_t quiet;     /* passes over the ring in which no thread moved, one after the other */
    uint32_t passes;    /* since a cluster was started or finished */
    bool share;         /* other threads of the host run CTAs, too */
    bool wrote;         /* in the last pass some thread did, in a waiting loop */
    bool told, counted; /* that nothing happens: in this phase, in some phase of this epoch */
    uint32_t epoch, phase;
    uint64_t calm;      /* passes in which no thread moved, since one did */
    uint64_t state;     /* of all warps, at the last look */
} ptx2c_ring;

enum {
    PTX2C_PATIENCE = 4,  /* quiet passes until more clusters start: those that run may wait for them */
    PTX2C_PASSES = 256   /* the same for passes in which something moved */
};

/* ---- waiting for what never comes -------------------------------------------------------------------------------- */

/* How long, in milliseconds, nothing may happen in a grid until threads that wait in loops are taken to wait for ever.
 * 0: they may, as another thread of the host writes what they wait for. */
#if !defined PTX2C_CALM_MS
#define PTX2C_CALM_MS 300
#endif

enum { PTX2C_CALM_PASSES = 16 }; /* between two looks at the state of waiting threads */

/* A number for the states of all warps of the ring: the same when they have not changed. */
static PTX2C_NOINLINE uint64_t ptx2c_ring_state(const ptx2c_ring *ring)
{
    uint64_t sum = ring->n;
    const ptx2c_resident *x = ring->first;
    for (uint32_t i = ring->n; i > 0; i--, x = x->next)
        for (uint32_t k = 0; k < x->cluster.n; k++) {
            const ptx2c_sched *r = &x->cluster.sched[k];
            for (size_t at = 0; at + 4 <= r->warps * r->size; at += 4) {
                uint32_t word;
                memcpy(&word, r->states + at, sizeof word);
                sum = (sum ^ word) * UINT64_C(1099511628211);
                sum ^= sum >> 29;
            }
        }
    return sum;
}

/* Something happened among this thread's CTAs. */
static PTX2C_NOINLINE void ptx2c_stir(ptx2c_ring *ring, int32_t runners)
{
#if defined _OPENMP
#pragma omp critical(ptx2c_calm)
#endif
    {
        ptx2c_calm *c = &ring->g->calm;
        c->runners += (uint32_t)runners;
        c->epoch++;
        c->phase = c->count = 0;
        c->alone = false;
    }
    ring->epoch = ring->phase = 0;
    ring->told = ring->counted = false;
}

/* All runners have found for some time that nothing happened.  Where others may write what is waited for, that must be so once more
 * from when these could not any longer: then they never will. */
static PTX2C_NOINLINE bool ptx2c_calm_ends(ptx2c_calm *c)
{
    const bool alone = !ptx2c_is_alone || ptx2c_is_alone();
    if (alone && (c->alone || !ptx2c_is_alone))
        return true;
    c->alone = alone;
    c->phase = c->count = 0;
    c->epoch++;
    return false;
}

/* Nothing did since the last look: all warps are as they were, waiting.  When all runners say so in turn, three times over
 * and for some time, no thread will ever go on: what each has read since was written before.  True for the one who ends
 * the grid. */
static PTX2C_NOINLINE bool ptx2c_find_calm(ptx2c_ring *ring)
{
    bool end = false;
#if defined _OPENMP
#pragma omp critical(ptx2c_calm)
#endif
    {
        ptx2c_calm *c = &ring->g->calm;
        if (ring->epoch != c->epoch || ring->phase != c->phase) {
            ring->epoch = c->epoch; /* what it saw until now may be older than that */
            ring->phase = c->phase;
            ring->told = false;
        } else if (!ring->told) {
            ring->told = ring->counted = true;
            if (!c->phase && !c->count)
                c->since = ptx2c_globaltimer();
            c->count++;
        }
        if (c->count == c->runners) {
            c->phase++;
            c->count = 0;
        }
        end = c->phase >= 3 && ptx2c_globaltimer() >= c->since + (uint64_t)PTX2C_CALM_MS * 1000000 && ptx2c_calm_ends(c);
    }
    return end;
}

#ifdef PTX2C_CHECK
/* Tells the checks where the threads of other CTAs than r's wait that never go on either. */
PTX2C_INLINE void ptx2c_ring_tell(const ptx2c_ring *ring, const ptx2c_sched *r)
{
    const ptx2c_resident *x = ring->first;
    for (uint32_t i = ptx2c_check_stuck ? ring->n : 0; i > 0; i--, x = x->next)
        for (uint32_t k = 0; k < x->cluster.n; k++)
            if (&x->cluster.sched[k] != r && x->cluster.sched[k].stop != PTX2C_DONE)
                ptx2c_check_stuck(&x->cluster.sched[k]);
}
#endif

/* After a pass: looks for a deadlock of threads that wait in loops. */
PTX2C_INLINE void ptx2c_look(ptx2c_ring *ring, bool moved, bool all_started)
{
    if (moved || ring->wrote || !all_started) {
        if (ring->counted)
            ptx2c_stir(ring, 0);
        ring->calm = 0;
        return;
    }
    if (++ring->calm % PTX2C_CALM_PASSES || !PTX2C_CALM_MS || ring->g->kernel->clocked)
        return;
    const uint64_t state = ptx2c_ring_state(ring);
    if (ring->calm > PTX2C_CALM_PASSES && state == ring->state) {
        if (ptx2c_find_calm(ring) && !ptx2c_status(ring->g)) {
            const ptx2c_resident *x = ring->first;
            uint32_t k = 0;
            while (k + 1 < x->cluster.n && x->cluster.sched[k].stop == PTX2C_DONE)
                k++;
            ptx2c_sched_deadlock(&x->cluster.sched[k]);
#ifdef PTX2C_CHECK
            ptx2c_ring_tell(ring, &x->cluster.sched[k]);
#endif
        }
    } else if (ring->counted) {
        ptx2c_stir(ring, 0);
    }
    ring->state = state;
}

/* CTA rank r of cluster number u as a number in the grid. */
PTX2C_INLINE uint64_t ptx2c_cluster_cta(const ptx2c_grid *g, uint64_t u, uint32_t r)
{
    const ptx2c_dim3 n = g->cluster;
    if (n.x * n.y * n.z == 1)
        return u;
    uint32_t gx = g->grid.x / n.x, gy = g->grid.y / n.y;
    uint64_t x = u % gx * n.x + r % n.x, y = u / gx % gy * n.y + r / n.x % n.y, z = u / gx / gy * n.z + r / n.x / n.y;
    return (z * g->grid.y + y) * g->grid.x + x;
}

/* Starts cluster number u in new or used memory.  False when there is none. */
static PTX2C_NOINLINE bool ptx2c_start_cluster(ptx2c_ring *ring, uint64_t u)
{
    ptx2c_grid *g = ring->g;
    const uint32_t n = g->cluster.x * g->cluster.y * g->cluster.z;
    ptx2c_resident *x = ring->spare;
    if (x)
        ring->spare = x->next;
    else
        x = calloc(1, sizeof *x + n * (sizeof(ptx2c_cta) + sizeof(ptx2c_sched) + g->cta_bytes));
    if (!x)
        return false;
    x->cluster = (ptx2c_cluster){.n = n};
    x->cluster.cta = (ptx2c_cta *)(void *)(x + 1);
    x->cluster.sched = (ptx2c_sched *)(void *)(x->cluster.cta + n);
    unsigned char *mem = (unsigned char *)(x->cluster.sched + n);
    for (uint32_t r = 0; r < n; r++) {
        ptx2c_cta *c = &x->cluster.cta[r];
        ptx2c_place_cta(c, g, ptx2c_cluster_cta(g, u, r), mem + r * g->cta_bytes);
        c->sched = &x->cluster.sched[r];
        c->cluster = &x->cluster;
        if (g->kernel->kept_bytes)
            ptx2c_sched_begin_whole(c->sched, c, g->state_bytes);
        else
            ptx2c_sched_begin(c->sched, c, g->kernel->chunk_bytes);
        x->cluster.pending += c->threads;
    }
    x->left = n;
    if (ring->first) { /* behind the first: it has its turn when all others had theirs */
        x->next = ring->first->next;
        ring->first->next = x;
    } else {
        x->next = x;
    }
    ring->first = x;
    ring->n++;
    return true;
}

/* Lets each CTA of the cluster run until it has finished or waits.  True when some thread moved; *wrote is set when one
 * wrote in a waiting loop. */
static PTX2C_NOINLINE bool ptx2c_turn(ptx2c_resident *x, bool *wrote)
{
    bool moved = false;
    uint32_t blocked = 0;
    const ptx2c_sched *stuck = NULL;
    for (uint32_t r = 0; r < x->cluster.n; r++) {
        ptx2c_sched *s = &x->cluster.sched[r];
        if (s->stop == PTX2C_DONE)
            continue;
        s->moved = s->wrote = false;
        s->c->grid->kernel->run(s->c, 1);
        x->left -= s->stop == PTX2C_DONE;
    }
    for (uint32_t r = 0; r < x->cluster.n; r++) { /* what one did may have set others free */
        const ptx2c_sched *s = &x->cluster.sched[r];
        moved |= s->moved;
        *wrote |= s->wrote;
        blocked += s->stop == PTX2C_BLOCKED;
        stuck = s->stop == PTX2C_BLOCKED ? s : stuck;
    }
    if (!moved && blocked && blocked == x->left && !ptx2c_status(stuck->c->grid))
        ptx2c_sched_deadlock(stuck);
    return moved;
}

/* What the threads of a cluster still have that stops before they end, or has ended. */
static PTX2C_NOINLINE void ptx2c_end_cluster(ptx2c_resident *x)
{
    for (uint32_t r = 0; r < x->cluster.n; r++)
        ptx2c_cta_release(&x->cluster.cta[r]);
}

/* One turn for each cluster of the ring; takes those out that have finished.  True when some thread moved. */
static PTX2C_NOINLINE bool ptx2c_pass(ptx2c_ring *ring)
{
    bool moved = ring->wrote = false;
    ptx2c_resident *before = ring->first;
    for (uint32_t i = ring->n; i > 0; i--) {
        ptx2c_resident *x = before->next;
        moved |= ptx2c_turn(x, &ring->wrote);
        if (x->left) {
            before = x;
            continue;
        }
        ptx2c_end_cluster(x);
        before->next = x->next;
        ring->first = --ring->n ? before : NULL;
        x->next = ring->spare;
        ring->spare = x;
        ring->passes = 0;
    }
    ring->quiet = moved ? 0 : ring->quiet + 1;
    ring->passes++;
    if (!moved && !ring->wrote && ring->share)
        ptx2c_yield();
    return moved;
}

/* This thread's share of a grid whose CTAs wait for each other.  It takes clusters in ascending order, the next one when
 * it has none left, or when those it has don't get on: they may wait for one that has not started. */
static PTX2C_NOINLINE void ptx2c_run_waiting(ptx2c_grid *g, bool share)
{
    const uint64_t all = g->ctas / ((uint64_t)g->cluster.x * g->cluster.y * g->cluster.z);
    ptx2c_mode before;
    ptx2c_mode_begin(&before, g->kernel->daz);
    ptx2c_ring ring = {.g = g, .share = share};
    ptx2c_stir(&ring, 1);
    uint64_t u = ptx2c_next_ctas(g, 1);
    while (!ptx2c_status(g) && (u < all || ring.n)) {
        bool late = ring.quiet >= PTX2C_PATIENCE || ring.passes >= PTX2C_PASSES;
        uint32_t more = !ring.n ? 1 : !late ? 0 : ring.quiet >= PTX2C_PATIENCE ? 1 + ring.n / 4 : 1;
        for (; more && u < all; more--) {
            if (!ptx2c_start_cluster(&ring, u)) {
                ptx2c_cta c = {.grid = g};
                if (!ring.n)
                    ptx2c_fail(&c, PTX2C_NO_MEMORY);
                break;
            }
            u = ptx2c_next_ctas(g, 1);
        }
        if (late)
            ring.quiet = ring.passes = 0;
        if (ring.n) {
            const bool moved = ptx2c_pass(&ring);
#ifdef PTX2C_CHECK
            if (!moved && ptx2c_check_waiting)
                ptx2c_check_waiting();
#endif
            if (ring.n)
                ptx2c_look(&ring, moved, u >= all);
        }
    }
    ptx2c_stir(&ring, -1);
    for (ptx2c_resident *x = ring.first; ring.n; ring.n--) {
        ptx2c_resident *next = x->next;
        ptx2c_end_cluster(x);
        free(x);
        x = next;
    }
    while (ring.spare) {
        ptx2c_resident *next = ring.spare->next;
        free(ring.spare);
        ring.spare = next;
    }
    ptx2c_mode_end(&before);
}

#endif
