/* mbarrier.h: barrier objects in shared memory (manual 9.7.13.15).
 *
 * The object is opaque to programs.  Here: bits 0-19 pending arrivals, 20-39 expected arrivals of the next phase, 40-60
 * the tx-count (two's complement), 63 the parity of the phase.  A state is the object as it was before an arrival.  The
 * forms with a CTA c are for barriers that only its threads reach. */
#ifndef PTX2C_MBARRIER_H
#define PTX2C_MBARRIER_H

#include "memory.h"

#define PTX2C_MBAR_COUNT 0xfffffu
#define PTX2C_MBAR_TX 0x1fffffu
#define PTX2C_MBAR_PHASE ((uint64_t)1 << 63)

/* The object after drop threads left for good, arrive arrivals and a change of the tx-count; a phase that is complete
 * turns into the next. */
PTX2C_INLINE uint64_t ptx2c_mbar_next(uint64_t m, uint32_t drop, uint32_t arrive, uint32_t tx)
{
    uint32_t pending = ((uint32_t)m - arrive) & PTX2C_MBAR_COUNT;
    uint32_t expected = ((uint32_t)(m >> 20) - drop) & PTX2C_MBAR_COUNT;
    uint64_t phase = m & PTX2C_MBAR_PHASE;
    tx = ((uint32_t)(m >> 40) + tx) & PTX2C_MBAR_TX;
    if (!pending && !tx) {
        phase ^= PTX2C_MBAR_PHASE;
        pending = expected;
    }
    return phase | (uint64_t)tx << 40 | (uint64_t)expected << 20 | pending;
}

PTX2C_INLINE uint64_t ptx2c_mbar_update(void *p, uint32_t drop, uint32_t arrive, uint32_t tx, int order)
{
    uint64_t m = ptx2c_load64(p, ptx2c_relaxed);
    while (!ptx2c_cas64(p, &m, ptx2c_mbar_next(m, drop, arrive, tx), order))
        ;
    return m;
}

PTX2C_INLINE uint64_t ptx2c_shared_mbar_update(const ptx2c_cta *c, void *p, uint32_t drop, uint32_t arrive, uint32_t tx,
                                               int order)
{
    if (!c->alone)
        return ptx2c_mbar_update(p, drop, arrive, tx, order);
    uint64_t m = ptx2c_ld_u64(p);
    ptx2c_st_u64(p, ptx2c_mbar_next(m, drop, arrive, tx));
    return m;
}

PTX2C_INLINE void ptx2c_mbar_init(void *p, uint32_t count)
{
    count &= PTX2C_MBAR_COUNT;
    ptx2c_store64(p, (uint64_t)count << 20 | count, ptx2c_relaxed);
}

/* Is the phase of the state, or that of the parity, complete? */
PTX2C_INLINE bool ptx2c_mbar_test(const void *p, uint64_t state, int order)
{
    return ((ptx2c_load64(p, order) ^ state) & PTX2C_MBAR_PHASE) != 0;
}

PTX2C_INLINE bool ptx2c_mbar_test_parity(const void *p, uint32_t parity, int order)
{
    return ptx2c_mbar_test(p, (uint64_t)parity << 63, order);
}

PTX2C_INLINE uint32_t ptx2c_mbar_pending(uint64_t state)
{
    return (uint32_t)state & PTX2C_MBAR_COUNT;
}

#endif
