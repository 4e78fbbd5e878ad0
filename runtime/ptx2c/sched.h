/* sched.h: runs a CTA whose threads diverge around barriers and collectives, or wait for each other: each thread has a
 * program counter (the number of a region of its kernel), and the lowest region that has ready threads in a warp runs
 * next, so that threads meet again where their paths join.  A thread that goes round a loop which waits for others
 * yields: it runs again when the others of its warp, and the other warps, have had their turn.  When all warps had
 * theirs the CTA gives way to the other CTAs of its cluster and grid (grid.h). */
#ifndef PTX2C_SCHED_H
#define PTX2C_SCHED_H

#include "integer.h"
#include "run.h"
#include "warp.h"

enum {
    PTX2C_TURN = 64,    /* regions a warp runs before another gets its turn */
    PTX2C_NAMED = 16,   /* barriers of a CTA that have a number in PTX; behind them those of its warpgroups */
    PTX2C_BARRIERS = PTX2C_NAMED + 8 /* one more number stands for the cluster's */
};
static const uint32_t PTX2C_EXITED PTX2C_UNUSED = UINT32_MAX; /* the region of a lane that has come to its end */
#define PTX2C_WHOLE 0xffffffffu /* the mask of a whole warp */

/* Where the lanes of a warp are; the first member of a kernel's warp state.  A lane that is in waiting or meeting does
 * not run; one in getting runs before all others. */
typedef struct ptx2c_at {
    ptx2c_warp warp;               /* exchange area of collectives */
    uint32_t pc[32];
    uint32_t member[32];           /* of a lane in meeting: the member mask it gave */
    uint32_t result[32];           /* of the last bar.red: threads whose predicate held, + 65536 * all threads */
    uint32_t came[PTX2C_BARRIERS]; /* lanes that have come to a barrier, until all of their warp have */
    uint8_t bar[32];               /* of a lane in waiting: the barrier */
    uint32_t alive;                /* lanes that exist and have not exited */
    uint32_t waiting;              /* at a barrier */
    uint32_t arriving;             /* of those: bar.arrive, which only waits for the lanes of its warp */
    uint32_t meeting;              /* at a collective, until all its members are there */
    uint32_t getting;              /* all members were there: the lane takes its result next */
    uint32_t yielded;              /* went round a waiting loop in this turn */
    uint32_t arrived;              /* barrier.cluster.arrive in the cluster barrier's current phase */
} ptx2c_at;

typedef struct ptx2c_bar {
    uint32_t warps;    /* that have arrived */
    uint32_t expected; /* number of warps, 0: all that have not exited */
    uint32_t yes, all; /* bar.red: threads whose predicate held, all threads */
} ptx2c_bar;

/* What keeps a CTA from going on. */
typedef enum ptx2c_stop {
    PTX2C_RUNS,
    PTX2C_POLLS,   /* some thread waits for memory to change */
    PTX2C_BLOCKED, /* all wait at barriers, some at the cluster's */
    PTX2C_DONE     /* all have exited */
} ptx2c_stop;

struct ptx2c_sched {
    ptx2c_cta *c;
    unsigned char *states;
    size_t size;                   /* of a warp's state */
    uint32_t warps, live_warps, alive; /* alive: threads that have not exited */
    uint32_t index, region, mask;  /* what to run: warp, region, its lanes */
    uint32_t got;                  /* all ones: they take the results of a collective; else 0 */
    uint32_t steps;
    bool begun;                    /* ptx2c_sched_starts was asked; of a CTA that waits as a whole: it has had a turn */
    uint32_t rounds;               /* of a CTA that waits as a whole: in this turn, past places where it might have waited */
    uint32_t *asks;                /* of one that does: by warp, where it tells which lanes do; or NULL */
    bool ran, polled;              /* some lane ran, yielded in this round over the warps */
    bool moved;                    /* a thread exited, left a waiting loop or a barrier: there is progress */
    bool wrote;                    /* a thread in a waiting loop wrote what others may wait for */
    ptx2c_stop stop;
    ptx2c_bar bar[PTX2C_BARRIERS];
};

/* CTAs that run at the same time and share barrier.cluster; a single CTA where the kernel has no clusters. */
struct ptx2c_cluster {
    ptx2c_cta *cta;     /* n of them, by rank */
    ptx2c_sched *sched; /* theirs */
    uint32_t n;
    uint32_t pending;   /* threads that have not exited and not arrived in the current phase */
};

/* ---- shared memory of the cluster -------------------------------------------------------------------------------- */

/* A .shared::cluster address: the offset in the window in its low 24 bits, above them 0 for the CTA's own window or
 * 1 + the CTA's rank.  So the own window's addresses are the same in .shared::cta (manual 5.1.6). */

PTX2C_INLINE uint32_t ptx2c_cluster_size(const ptx2c_cta *c)
{
    return c->cluster ? c->cluster->n : 1;
}

PTX2C_INLINE unsigned char *ptx2c_cluster_window(const ptx2c_cta *c, uint32_t rank)
{
    return rank < ptx2c_cluster_size(c) && c->cluster ? c->cluster->cta[rank].shared : c->shared;
}

/* The rank whose window holds a generic address; the CTA's own for one that none holds. */
PTX2C_INLINE uint32_t ptx2c_cluster_owner(const ptx2c_cta *c, uint64_t a)
{
    for (uint32_t r = 0; r < ptx2c_cluster_size(c); r++)
        if (a - (uintptr_t)ptx2c_cluster_window(c, r) < c->shared_bytes)
            return r;
    return c->rank_in_cluster;
}

/* getctarank of a .shared::cluster address. */
PTX2C_INLINE uint32_t ptx2c_cluster_rank(const ptx2c_cta *c, uint32_t a)
{
    uint32_t r = (a >> PTX2C_WINDOW_BITS) - 1;
    return r < ptx2c_cluster_size(c) ? r : c->rank_in_cluster;
}

/* The place of a .shared::cluster address; of a rank that there is not the CTA's own, or where --sanitize tells of it. */
PTX2C_INLINE unsigned char *ptx2c_cluster_at(const ptx2c_cta *c, uint32_t a)
{
#ifdef PTX2C_CHECK
    if ((a >> PTX2C_WINDOW_BITS) > ptx2c_cluster_size(c))
        return c->shared + (int32_t)a;
#endif
    if (a >> PTX2C_WINDOW_BITS && ptx2c_cluster_size(c) > 1)
        return ptx2c_cluster_window(c, ptx2c_cluster_rank(c, a)) + (a & PTX2C_WINDOW_MASK);
    return c->shared + (int32_t)a;
}

/* mapa: the address in the window of that rank which corresponds to a. */
PTX2C_INLINE uint32_t ptx2c_mapa(const ptx2c_cta *c, uint32_t a, uint32_t rank)
{
    if (ptx2c_cluster_size(c) == 1)
        return a;
    return (a & PTX2C_WINDOW_MASK) | (rank == c->rank_in_cluster ? 0 : (rank + 1) << PTX2C_WINDOW_BITS);
}

PTX2C_INLINE uint64_t ptx2c_mapa_generic(const ptx2c_cta *c, uint64_t a, uint32_t rank)
{
    const uintptr_t at = a - (uintptr_t)ptx2c_cluster_window(c, ptx2c_cluster_owner(c, a));
#ifdef PTX2C_CHECK
    if (rank >= ptx2c_cluster_size(c))
        return (uintptr_t)c->shared + ((uintptr_t)(rank + 1) << PTX2C_WINDOW_BITS) + at;
#endif
    return at + (uintptr_t)ptx2c_cluster_window(c, rank);
}

/* cvta.to.shared::cluster */
PTX2C_INLINE uint32_t ptx2c_cluster_offset(const ptx2c_cta *c, uint64_t a)
{
    uint32_t rank = ptx2c_cluster_owner(c, a);
    return ptx2c_mapa(c, (uint32_t)(a - (uintptr_t)ptx2c_cluster_window(c, rank)), rank);
}

PTX2C_INLINE ptx2c_at *ptx2c_sched_at(const ptx2c_sched *r, uint32_t warp)
{
    return (ptx2c_at *)(void *)(r->states + warp * r->size);
}

/* c->state holds a state of size bytes for each warp, all zero or used by another CTA of the launch. */
PTX2C_INLINE void ptx2c_sched_begin(ptx2c_sched *r, ptx2c_cta *c, size_t size)
{
    *r = (ptx2c_sched){.c = c, .states = c->state, .size = size, .warps = (c->threads + 31) / 32, .alive = c->threads};
    r->live_warps = r->warps;
    for (uint32_t i = 0; i < r->warps; i++) {
        ptx2c_at *at = ptx2c_sched_at(r, i);
        memset(at, 0, c->grid->kernel->alone & PTX2C_CLEARED ? size : sizeof *at);
        at->alive = ptx2c_lanes(c->threads - 32 * i < 32 ? c->threads - 32 * i : 32);
        at->warp.index = i;
    }
}

/* The same for a CTA that waits between two loops over its threads: suspend.h.  size: of its state, with what it keeps meanwhile. */
PTX2C_INLINE void ptx2c_sched_begin_whole(ptx2c_sched *r, ptx2c_cta *c, size_t size)
{
    *r = (ptx2c_sched){.c = c, .states = c->state, .size = size, .warps = 1, .alive = c->threads};
    memset(r->states + size - c->grid->kernel->kept_bytes, 0, c->grid->kernel->kept_bytes);
}

/* The lanes of m go on at that region. */
PTX2C_INLINE void ptx2c_set_pc(ptx2c_at *at, uint32_t m, uint32_t next)
{
    for (uint32_t l = 0; l < 32; l++)
        at->pc[l] = m & ptx2c_lane_bit[l] ? next : at->pc[l];
}

/* The same; whether they can at once, since no others take the results of a collective first.  A whole warp
 * can: there are no others. */
PTX2C_INLINE bool ptx2c_go_on(ptx2c_sched *r, uint32_t m, uint32_t next)
{
    ptx2c_at *at = ptx2c_sched_at(r, r->index);
    if (m == PTX2C_WHOLE || !at->getting)
        return true;
    ptx2c_set_pc(at, m, next);
    return false;
}

/* ---- bar and barrier --------------------------------------------------------------------------------------------- */

/* Lets all threads that wait at the barrier go on when enough warps have arrived. */
static PTX2C_NOINLINE void ptx2c_bar_check(ptx2c_sched *r, uint32_t id)
{
    ptx2c_bar *b = &r->bar[id];
    if (!b->warps || b->warps < (b->expected ? b->expected : r->live_warps))
        return;
    for (uint32_t i = 0; i < r->warps; i++) {
        ptx2c_at *at = ptx2c_sched_at(r, i);
        uint32_t on = 0;
        for (uint32_t l = 0; l < 32; l++)
            on |= at->bar[l] == id ? ptx2c_lane_bit[l] : 0;
        on &= at->waiting;
        at->waiting &= ~on;
        for (uint32_t l = 0; l < 32; l++)
            at->result[l] = on & ptx2c_lane_bit[l] ? b->yes | b->all << 16 : at->result[l];
    }
    *b = (ptx2c_bar){0, 0, 0, 0};
    r->moved = true;
}

/* A barrier counts warps: one has arrived when all its lanes that have not exited came (manual 9.7.13.1). */
PTX2C_INLINE void ptx2c_bar_came(ptx2c_sched *r, ptx2c_at *at, uint32_t id)
{
    if (!at->came[id] || (at->came[id] & at->alive) != at->alive)
        return;
    uint32_t on = at->arriving & at->came[id];
    at->waiting &= ~on;
    at->arriving &= ~on;
    at->came[id] = 0;
    r->bar[id].warps++;
    ptx2c_bar_check(r, id);
}

/* A thread arrives at a barrier; count: threads that take part, 0 for all of the CTA; it waits unless it only arrives.
 * The barriers' numbers are 0 to 15. */
PTX2C_INLINE void ptx2c_bar_put(ptx2c_sched *r, uint32_t l, uint32_t id, uint32_t count, bool pred, bool waits)
{
    ptx2c_at *at = ptx2c_sched_at(r, r->index);
    id %= PTX2C_BARRIERS;
    ptx2c_bar *b = &r->bar[id];
    b->expected = (count + 31) / 32;
    b->yes += pred;
    b->all++;
    at->bar[l] = (uint8_t)id;
    at->waiting |= 1u << l;
    at->arriving |= waits ? 0 : 1u << l;
    at->came[id] |= 1u << l;
    ptx2c_bar_came(r, at, id);
}

/* The lanes of m arrive so, without a predicate, and go on at region next. */
PTX2C_INLINE void ptx2c_bar_arrive(ptx2c_sched *r, uint32_t m, uint32_t next, uint32_t id, uint32_t count, bool waits)
{
    ptx2c_at *at = ptx2c_sched_at(r, r->index);
    id %= PTX2C_BARRIERS;
    ptx2c_set_pc(at, m, next);
    for (uint32_t l = 0; l < 32; l++)
        at->bar[l] = m & ptx2c_lane_bit[l] ? (uint8_t)id : at->bar[l];
    r->bar[id].expected = (count + 31) / 32;
    r->bar[id].all += ptx2c_popc_b32(m);
    at->waiting |= m;
    at->arriving |= waits ? 0 : m;
    at->came[id] |= m;
    ptx2c_bar_came(r, at, id);
}

/* wgmma.wait_group: the barrier of the running warp's warpgroup, and its threads. */
PTX2C_INLINE uint32_t ptx2c_warpgroup(const ptx2c_sched *r)
{
    return PTX2C_NAMED + r->index / 4;
}

PTX2C_INLINE uint32_t ptx2c_warpgroup_threads(const ptx2c_sched *r)
{
    const uint32_t warps = r->warps - r->index / 4 * 4;
    return 32 * (warps < 4 ? warps : 4);
}

/* ---- barrier.cluster --------------------------------------------------------------------------------------------- */

/* The next phase of the cluster's barrier begins when no thread is pending. */
static PTX2C_NOINLINE void ptx2c_cluster_check(ptx2c_cluster *cl)
{
    if (cl->pending)
        return;
    for (uint32_t k = 0; k < cl->n; k++) {
        ptx2c_sched *r = &cl->sched[k];
        for (uint32_t i = 0; r->alive && i < r->warps; i++) {
            ptx2c_at *at = ptx2c_sched_at(r, i);
            at->arrived = 0;
            for (uint32_t l = 0; l < 32; l++)
                if (at->waiting >> l & 1 && at->bar[l] == PTX2C_BARRIERS)
                    at->waiting &= ~(1u << l);
        }
        cl->pending += r->alive;
        r->moved = true;
    }
}

PTX2C_INLINE void ptx2c_cluster_arrive(ptx2c_sched *r, uint32_t l)
{
    ptx2c_at *at = ptx2c_sched_at(r, r->index);
    if (at->arrived >> l & 1)
        return;
    at->arrived |= 1u << l;
    r->c->cluster->pending--;
    ptx2c_cluster_check(r->c->cluster);
}

/* Waits until the phase is over that the thread arrived in. */
PTX2C_INLINE void ptx2c_cluster_wait(ptx2c_sched *r, uint32_t l)
{
    ptx2c_at *at = ptx2c_sched_at(r, r->index);
    if (!(at->arrived >> l & 1))
        return;
    at->bar[l] = PTX2C_BARRIERS;
    at->waiting |= 1u << l;
}

/* ---- collectives with a member mask ------------------------------------------------------------------------------ */

/* Lanes whose members are all there, at whatever place, or have exited, go on: they take their results next. */
static PTX2C_NOINLINE void ptx2c_meet_check(ptx2c_at *at)
{
    uint32_t left = at->meeting, on = 0;
    while (left) {
        uint32_t l = ptx2c_lowest(left), mask = at->member[l], need = (mask & at->alive) | 1u << l, same = 0;
        for (uint32_t i = 0; i < 32; i++)
            same |= (uint32_t)(left >> i & 1 && at->member[i] == mask) << i;
        if ((need & ~same) == 0)
            on |= same;
        left &= ~same;
    }
    if (!on)
        return;
    at->meeting &= ~on;
    ptx2c_put_begin(&at->warp, (at->getting ? at->warp.active : 0) | on);
    at->getting |= on;
}

/* The lanes of m, which have put their values and named their members in at->member, take part in a collective and go
 * on at region next.  True when the lanes that run now, and only they, can go on at once.  at: of the running
 * warp. */
PTX2C_INLINE bool ptx2c_meet(ptx2c_sched *r, ptx2c_at *at, uint32_t m, uint32_t next)
{
    ptx2c_set_pc(at, m, next);
    at->meeting |= m;
    ptx2c_meet_check(at);
    if (at->getting != r->mask)
        return false;
    at->getting = 0;
    r->got = UINT32_MAX;
    return true;
}

/* The same for lanes that all name these members: true at once where they are all there. */
PTX2C_INLINE bool ptx2c_meet_all(ptx2c_sched *r, ptx2c_at *at, uint32_t m, uint32_t members, uint32_t next)
{
    if ((m & members) == PTX2C_WHOLE ||
        (m == r->mask && (members & at->alive) == m && !(at->meeting | at->getting))) {
        ptx2c_put_begin(&at->warp, m);
        r->got = UINT32_MAX;
        return true;
    }
    for (uint32_t l = 0; l < 32; l++)
        at->member[l] = m & ptx2c_lane_bit[l] ? members : at->member[l];
    return ptx2c_meet(r, at, m, next);
}

/* ---- the scheduler ----------------------------------------------------------------------------------------------- */

/* Lanes of m whose region is PTX2C_EXITED exit. */
PTX2C_INLINE void ptx2c_sched_exits(ptx2c_sched *r, uint32_t m)
{
    ptx2c_at *at = ptx2c_sched_at(r, r->index);
    ptx2c_cluster *cl = r->c->cluster;
    uint32_t gone = 0;
    for (uint32_t l = 0; l < 32; l++)
        gone |= at->pc[l] == PTX2C_EXITED ? ptx2c_lane_bit[l] : 0;
    gone &= m;
    if (!gone)
        return;
    at->alive &= ~gone;
    r->alive -= ptx2c_popc_b32(gone);
    r->live_warps -= !at->alive;
    r->moved = true;
    if (at->meeting)
        ptx2c_meet_check(at);
    for (uint32_t i = 0; i < PTX2C_BARRIERS; i++) {
        if (at->alive)
            ptx2c_bar_came(r, at, i);
        else if (r->bar[i].warps)
            ptx2c_bar_check(r, i);
    }
    if (gone & ~at->arrived) {
        cl->pending -= ptx2c_popc_b32(gone & ~at->arrived);
        ptx2c_cluster_check(cl);
    }
}

enum { PTX2C_TOLD = 8 }; /* groups of lanes in a message, at most */

/* The same for a CTA that waits as a whole: has it ask for it once more. */
static PTX2C_NOINLINE void ptx2c_sched_ask(const ptx2c_sched *r)
{
    ptx2c_grid *g = r->c->grid;
    uint32_t lanes[32] = {0}, at, said = 0;
    memcpy(&at, r->states + r->size - g->kernel->kept_bytes, sizeof at);
    r->c->sched->asks = lanes;
    g->kernel->run(r->c, 1);
    r->c->sched->asks = NULL;
    for (uint32_t i = 0; i < 32; i++)
        if (lanes[i] && said++ < PTX2C_TOLD)
            ptx2c_say(g, ", warp %u lanes 0x%x in the loop at line %u", (unsigned)i, (unsigned)lanes[i], (unsigned)g->kernel->lines[at - 1]);
    if (said > PTX2C_TOLD)
        ptx2c_say(g, ", and %u more", (unsigned)(said - PTX2C_TOLD));
}

/* Says where the threads of a CTA wait that can't go on: to the launch's message. */
static PTX2C_NOINLINE void ptx2c_sched_explain(const ptx2c_sched *r)
{
    ptx2c_grid *g = r->c->grid;
    uint32_t said = 0;
    if (g->kernel->kept_bytes) {
        ptx2c_sched_ask(r);
        return;
    }
    for (uint32_t i = 0; i < r->warps; i++) {
        const ptx2c_at *at = ptx2c_sched_at(r, i);
        uint32_t left = at->alive;
        while (left) {
            uint32_t l = ptx2c_lowest(left), lanes = 0;
            bool bar = at->waiting >> l & 1, meets = at->meeting >> l & 1;
            for (uint32_t j = 0; j < 32; j++)
                lanes |= (uint32_t)(left >> j & 1 && (at->waiting >> j & 1) == bar && (at->meeting >> j & 1) == meets &&
                                    (bar     ? at->bar[j] == at->bar[l]
                                     : meets ? at->member[j] == at->member[l]
                                             : at->pc[j] == at->pc[l])) << j;
            left &= ~lanes;
            if (said++ >= PTX2C_TOLD)
                continue;
            if (!bar && !meets)
                ptx2c_say(g, ", warp %u lanes 0x%x in the loop at line %u", (unsigned)i, (unsigned)lanes,
                          (unsigned)g->kernel->lines[at->pc[l] / 2]);
            else if (!bar)
                ptx2c_say(g, ", warp %u lanes 0x%x at a collective of 0x%x", (unsigned)i, (unsigned)lanes,
                          (unsigned)at->member[l]);
            else if (at->bar[l] == PTX2C_BARRIERS)
                ptx2c_say(g, ", warp %u lanes 0x%x at the cluster's barrier", (unsigned)i, (unsigned)lanes);
            else if (at->bar[l] >= PTX2C_NAMED)
                ptx2c_say(g, ", warp %u lanes 0x%x at wgmma.wait_group", (unsigned)i, (unsigned)lanes);
            else
                ptx2c_say(g, ", warp %u lanes 0x%x at barrier %u", (unsigned)i, (unsigned)lanes, (unsigned)at->bar[l]);
        }
    }
    if (said > PTX2C_TOLD)
        ptx2c_say(g, ", and %u more", (unsigned)(said - PTX2C_TOLD));
}

#ifdef PTX2C_CHECK
/* sanitize_run.h: tells where they wait; and lets others run meanwhile. */
static void (*ptx2c_check_stuck)(const ptx2c_sched *r) PTX2C_UNUSED;
static void (*ptx2c_check_waiting)(void) PTX2C_UNUSED;
#endif

/* No thread of the CTA, or of its cluster, can ever go on. */
static PTX2C_NOINLINE void ptx2c_sched_deadlock(const ptx2c_sched *r)
{
#ifdef PTX2C_CHECK
    if (ptx2c_check_stuck)
        ptx2c_check_stuck(r);
#endif
    if (ptx2c_fail_first(r->c, PTX2C_DEADLOCK))
        ptx2c_sched_explain(r);
}

/* All warps had their turn; whether the CTA can go on at once. */
static PTX2C_NOINLINE bool ptx2c_sched_round(ptx2c_sched *r)
{
    bool ran = r->ran, polled = r->polled;
    r->ran = r->polled = false;
    if (ptx2c_status(r->c->grid))
        return false;
    if (polled) {
        r->stop = PTX2C_POLLS;
        return false;
    }
    if (ran)
        return true;
    r->stop = PTX2C_BLOCKED;
    for (uint32_t i = 0; i < r->warps; i++) {
        const ptx2c_at *at = ptx2c_sched_at(r, i);
        for (uint32_t l = 0; l < 32; l++)
            if (at->waiting >> l & 1 && at->bar[l] == PTX2C_BARRIERS)
                return false;
    }
    ptx2c_sched_deadlock(r);
    return false;
}

/* The lanes whose program counter is that. */
PTX2C_INLINE uint32_t ptx2c_lanes_at(const ptx2c_at *at, uint32_t pc)
{
    uint32_t here = 0;
    for (uint32_t l = 0; l < 32; l++)
        here |= at->pc[l] == pc ? ptx2c_lane_bit[l] : 0;
    return here;
}

PTX2C_INLINE uint32_t ptx2c_lowest_pc(const ptx2c_at *at, uint32_t m)
{
    uint32_t low = UINT32_MAX;
    for (uint32_t l = 0; l < 32; l++) {
        const uint32_t other = m & ptx2c_lane_bit[l] ? 0 : UINT32_MAX, pc = at->pc[l] | other;
        low = pc < low ? pc : low;
    }
    return low;
}

/* Whether the CTA begins now.  Once. */
PTX2C_INLINE bool ptx2c_sched_starts(ptx2c_sched *r)
{
    const bool starts = !r->begun;
    r->begun = true;
    return starts;
}

/* A warp that has not begun has run to its end, without the scheduler. */
PTX2C_INLINE void ptx2c_sched_ran(ptx2c_sched *r, uint32_t warp)
{
    r->index = warp;
    ptx2c_set_pc(ptx2c_sched_at(r, warp), PTX2C_WHOLE, PTX2C_EXITED);
    ptx2c_sched_exits(r, ptx2c_sched_at(r, warp)->alive);
    r->index = 0;
}

/* Chooses the next warp, region and lanes.  False when the CTA can't go on now: r->stop tells why. */
PTX2C_INLINE bool ptx2c_sched_next(ptx2c_sched *r)
{
    while (r->alive) {
        ptx2c_at *at = ptx2c_sched_at(r, r->index);
        uint32_t ready = at->alive & ~(at->waiting | at->meeting), may = ready & ~at->yielded;
        if (at->getting)
            ready = may = at->getting;
        if (may && r->steps < PTX2C_TURN) {
            uint32_t low = at->pc[ptx2c_lowest(may)], here = ptx2c_lanes_at(at, low);
            if (may & ~here) {
                low = ptx2c_lowest_pc(at, may);
                here = ptx2c_lanes_at(at, low);
            }
            r->steps++;
            r->ran = true;
            r->region = low;
            r->mask = here & ready;
            r->got = at->getting ? UINT32_MAX : 0;
            at->getting &= ~r->mask;
            return true;
        }
        if (!may) {
            r->polled |= at->yielded != 0;
            at->yielded = 0;
        }
        r->steps = 0;
        if (++r->index == r->warps) {
            r->index = 0;
            if (!ptx2c_sched_round(r))
                return false;
        }
    }
    r->stop = PTX2C_DONE;
    return false;
}

#endif
