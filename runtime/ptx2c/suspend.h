/* suspend.h: a CTA that waits for others between two loops over its threads: its function returns, and goes on there in its next turn
 * (ring.h).  For generated code. */
#ifndef PTX2C_SUSPEND_H
#define PTX2C_SUSPEND_H

#include "ring.h"

/* The first member of what a CTA keeps while it is suspended, a struct of that type. */
typedef struct ptx2c_suspended {
    uint32_t at;    /* the number of the place where it waits; 0: it has not begun */
    uint32_t lanes; /* of its chunks */
} ptx2c_suspended;
#define PTX2C_KEPT(c, type) ((type *)(void *)((unsigned char *)(c)->state + (c)->grid->state_bytes - (c)->grid->kernel->kept_bytes))

/* The CTA has its turn. */
PTX2C_INLINE void ptx2c_turn_begin(ptx2c_cta *c)
{
    ptx2c_sched *const run = c->sched;
    run->stop = PTX2C_DONE; /* unless it waits */
    run->moved = !run->begun;
    run->rounds = 0;
    run->begun = true;
}

/* Where the function goes on: 0: at its begin; UINT32_MAX: nowhere, as it is one for chunks of other lanes that waits. */
PTX2C_INLINE uint32_t ptx2c_resumes(const ptx2c_cta *c, const ptx2c_suspended *s)
{
    return !s->at || s->lanes == c->lanes ? s->at : UINT32_MAX;
}

/* Some thread goes on waiting, at place number at of the function, which returns next. */
PTX2C_INLINE void ptx2c_suspend(const ptx2c_cta *c, ptx2c_suspended *s, uint32_t at)
{
    *s = (ptx2c_suspended){at, c->lanes};
    c->sched->stop = PTX2C_POLLS;
}

/* any: whether the predicate p holds in lane l of chunk k for some l, and so in some thread of the CTA; each: a loop over its lanes. */
#define PTX2C_VOTE_WAIT(each, c, k, any, p)                                                                            \
    do {                                                                                                               \
        uint32_t some_ = 0;                                                                                            \
        PTX2C_SIMD_OR(some_) each some_ |= (p);                                                                        \
        (any) |= some_ != 0;                                                                                           \
        if ((c)->sched->asks)                                                                                          \
            each ptx2c_tell_wait((c), &(k), l, (p));                                                                   \
    } while (0)

/* A deadlock: the threads that wait are wanted. */
static PTX2C_NOINLINE void ptx2c_tell_wait(const ptx2c_cta *c, const ptx2c_chunk *k, uint32_t l, bool waits)
{
    const uint32_t t = (k->z * c->ntid.y + k->y) * c->ntid.x + k->x + l;
    c->sched->asks[t / 32] |= (uint32_t)waits << t % 32;
}

enum { PTX2C_TURN_ROUNDS = 8 }; /* in one turn, past places where the CTA might have waited */

/* Others have their turn now, though the CTA might go on: what they do may end a loop that it is in. */
PTX2C_INLINE bool ptx2c_turn_ends(const ptx2c_cta *c) { return ++c->sched->rounds > PTX2C_TURN_ROUNDS; }

/* None waits any longer. */
PTX2C_INLINE void ptx2c_waited(const ptx2c_cta *c) { c->sched->moved = true; }

#endif
