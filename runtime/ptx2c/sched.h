/* sched.h: runs a CTA whose threads diverge around barriers and collectives: each thread has a program counter (the
 * number of a region of its kernel), and the lowest region that has ready threads in a warp runs next, so that threads
 * meet again where their paths join.  A thread that goes round a loop which waits for others yields: it runs again when
 * the others of its warp, and the other warps, have had their turn. */
#ifndef PTX2C_SCHED_H
#define PTX2C_SCHED_H

#include "run.h"

/* Where the lanes of a warp are; the first member of a kernel's warp state. */
typedef struct ptx2c_at {
    uint32_t pc[32];
    uint32_t result[32]; /* of the last bar.red: threads whose predicate held, + 65536 * all threads */
    uint8_t bar[32];     /* barrier that a waiting lane waits at */
    uint32_t alive;      /* lanes that exist and have not exited */
    uint32_t waiting;    /* lanes at a barrier */
    uint32_t yielded;
} ptx2c_at;

typedef struct ptx2c_bar { uint32_t arrived, expected, yes; } ptx2c_bar;

typedef struct ptx2c_sched {
    ptx2c_cta *c;
    unsigned char *states;
    size_t size;            /* of a warp's state */
    uint32_t warps, alive;  /* alive: threads of the CTA that have not exited */
    uint32_t index, region, mask; /* what to run: warp, region, its lanes */
    uint32_t steps;
    ptx2c_bar bar[17];      /* 16: barrier.cluster of a cluster of one CTA */
} ptx2c_sched;

enum { PTX2C_TURN = 64 }; /* regions a warp runs before another gets its turn */

PTX2C_INLINE ptx2c_at *ptx2c_sched_at(const ptx2c_sched *r, uint32_t warp)
{
    return (ptx2c_at *)(void *)(r->states + warp * r->size);
}

PTX2C_INLINE void ptx2c_sched_begin(ptx2c_sched *r, ptx2c_cta *c, size_t size)
{
    *r = (ptx2c_sched){.c = c, .states = c->state, .size = size, .warps = (c->threads + 31) / 32, .alive = c->threads};
    for (uint32_t i = 0; i < r->warps; i++) {
        memset(r->states + i * size, 0, size);
        ptx2c_sched_at(r, i)->alive = ptx2c_lanes(c->threads - 32 * i < 32 ? c->threads - 32 * i : 32);
    }
}

/* Lets all threads that wait at the barrier go on when enough have arrived. */
static PTX2C_NOINLINE void ptx2c_bar_check(ptx2c_sched *r, uint32_t id)
{
    ptx2c_bar *b = &r->bar[id];
    if (!b->arrived || b->arrived < (b->expected ? b->expected : r->alive))
        return;
    for (uint32_t i = 0; i < r->warps; i++) {
        ptx2c_at *at = ptx2c_sched_at(r, i);
        for (uint32_t l = 0; l < 32; l++)
            if (at->waiting >> l & 1 && at->bar[l] == id) {
                at->waiting &= ~(1u << l);
                at->result[l] = b->yes | b->arrived << 16;
            }
    }
    *b = (ptx2c_bar){0, 0, 0};
}

/* A thread arrives at a barrier; count: threads that take part, 0 for all of the CTA; it waits unless it only arrives. */
PTX2C_INLINE void ptx2c_bar_put(ptx2c_sched *r, uint32_t l, uint32_t id, uint32_t count, bool pred, bool waits)
{
    ptx2c_at *at = ptx2c_sched_at(r, r->index);
    id = id < 16 ? id : 16;
    ptx2c_bar *b = &r->bar[id];
    b->arrived++;
    b->expected = count;
    b->yes += pred;
    if (waits) {
        at->bar[l] = (uint8_t)id;
        at->waiting |= 1u << l;
    }
    ptx2c_bar_check(r, id);
}

PTX2C_INLINE void ptx2c_sched_exit(ptx2c_sched *r, uint32_t l)
{
    ptx2c_sched_at(r, r->index)->alive &= ~(1u << l);
    r->alive--;
    for (uint32_t i = 0; i < 17; i++)
        ptx2c_bar_check(r, i);
}

/* Chooses the next warp, region and lanes.  False when all threads have exited, or on a deadlock or trap. */
PTX2C_INLINE bool ptx2c_sched_next(ptx2c_sched *r)
{
    for (uint32_t tries = 0; r->alive && tries <= 2 * r->warps; tries++) {
        ptx2c_at *at = ptx2c_sched_at(r, r->index);
        uint32_t ready = at->alive & ~at->waiting, may = ready & ~at->yielded;
        if (may && r->steps < PTX2C_TURN) {
            uint32_t low = UINT32_MAX;
            r->steps++;
            for (uint32_t l = 0; l < 32; l++)
                if (may >> l & 1 && at->pc[l] < low)
                    low = at->pc[l];
            r->region = low;
            r->mask = 0;
            for (uint32_t l = 0; l < 32; l++)
                r->mask |= (uint32_t)(ready >> l & 1 && at->pc[l] == low) << l;
            return true;
        }
        if (!may)
            at->yielded = 0;
        r->index = r->index + 1 == r->warps ? 0 : r->index + 1;
        r->steps = 0;
        if (ptx2c_status(r->c->grid))
            return false;
    }
    if (r->alive)
        ptx2c_fail(r->c, PTX2C_DEADLOCK);
    return false;
}

#endif
