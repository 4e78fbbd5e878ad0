/* mbarrier.h: barrier objects in shared memory (manual 9.7.13.15).
 *
 * The object is opaque to programs.  Here: bits 0-19 pending arrivals, 20-39 expected arrivals of the next phase, 40-60
 * the tx-count (two's complement), 63 the parity of the phase.  A state is the object as it was before an arrival.  The
 * forms with a CTA c are for barriers that only its threads reach.
 *
 * With bit 61 it has layout v1: counts have 9 bits; what asynchronous operations report is kept above them, a bit that
 * says that one did and 8 bits of value, of the phase at work in bits 9-17, of the one before in bits 29-37; bit 62 is the
 * parity of the conditional phase, which stays behind after a phase with a report. */
#ifndef PTX2C_MBARRIER_H
#define PTX2C_MBARRIER_H

#include "memory.h"

#define PTX2C_MBAR_COUNT 0xfffffu
#define PTX2C_MBAR_TX 0x1fffffu
#define PTX2C_MBAR_PHASE ((uint64_t)1 << 63)
#define PTX2C_MBAR_CONDITIONAL ((uint64_t)1 << 62)
#define PTX2C_MBAR_V1 ((uint64_t)1 << 61)
#define PTX2C_MBAR_REPORT 0x1ffu /* 256: there is one, and its value */

/* In modules of --sanitize a state says of which barrier and phase it is, in place of the tx-count that nobody takes from it: in bit 40
 * that it does, in the 20 above it what sanitize_phase.h puts there. */
#ifdef PTX2C_CHECK
static uint64_t ptx2c_mbar_state(const void *p, uint64_t m) PTX2C_UNUSED;
static void ptx2c_mbar_asked(const void *p, uint64_t state) PTX2C_UNUSED;
static bool ptx2c_mbar_asked_parity(const void *p, bool over) PTX2C_UNUSED;
#else
PTX2C_INLINE uint64_t ptx2c_mbar_state(const void *p, uint64_t m)
{
    (void)p;
    return m;
}

PTX2C_INLINE void ptx2c_mbar_asked(const void *p, uint64_t state) { (void)p, (void)state; }
PTX2C_INLINE bool ptx2c_mbar_asked_parity(const void *p, bool over) { return (void)p, over; }
#endif

PTX2C_INLINE bool ptx2c_mbar_is_v1(uint64_t m) { return m & PTX2C_MBAR_V1; }

/* ptx2c_mbar_next of layout v1. */
static PTX2C_NOINLINE uint64_t ptx2c_mbar_next_v1(uint64_t m, uint32_t drop, uint32_t arrive, uint32_t tx)
{
    uint32_t pending = ((uint32_t)m - arrive) & 0x1ff, expected = ((uint32_t)(m >> 20) - drop) & 0x1ff;
    uint64_t report = m >> 9 & PTX2C_MBAR_REPORT, before = m >> 29 & PTX2C_MBAR_REPORT;
    uint64_t phases = m & (PTX2C_MBAR_PHASE | PTX2C_MBAR_CONDITIONAL);
    tx = ((uint32_t)(m >> 40) + tx) & PTX2C_MBAR_TX;
    if (!pending && !tx) {
        phases ^= PTX2C_MBAR_PHASE | (report ? 0 : PTX2C_MBAR_CONDITIONAL);
        pending = expected;
        before = report;
        report = 0;
    }
    return phases | PTX2C_MBAR_V1 | (uint64_t)tx << 40 | before << 29 | (uint64_t)expected << 20 | report << 9 | pending;
}

/* The object after drop threads left for good, arrive arrivals and a change of the tx-count; a phase that is complete
 * turns into the next. */
PTX2C_INLINE uint64_t ptx2c_mbar_next(uint64_t m, uint32_t drop, uint32_t arrive, uint32_t tx)
{
    if (ptx2c_mbar_is_v1(m))
        return ptx2c_mbar_next_v1(m, drop, arrive, tx);
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
    return ptx2c_mbar_state(p, m);
}

PTX2C_INLINE uint64_t ptx2c_shared_mbar_update(const ptx2c_cta *c, void *p, uint32_t drop, uint32_t arrive, uint32_t tx,
                                               int order)
{
    if (!c->alone)
        return ptx2c_mbar_update(p, drop, arrive, tx, order);
    uint64_t m = ptx2c_ld_u64(p);
    ptx2c_st_u64(p, ptx2c_mbar_next(m, drop, arrive, tx));
    return ptx2c_mbar_state(p, m);
}

PTX2C_INLINE void ptx2c_mbar_init(void *p, uint32_t count)
{
    count &= PTX2C_MBAR_COUNT;
    ptx2c_store64(p, (uint64_t)count << 20 | count, ptx2c_relaxed);
}

PTX2C_INLINE void ptx2c_mbar_init_v1(void *p, uint32_t count)
{
    count &= 0x1ff;
    ptx2c_store64(p, PTX2C_MBAR_V1 | (uint64_t)count << 20 | count, ptx2c_relaxed);
}

/* Report-on: an asynchronous operation of the phase at work has something to say.  Layout v0 has no place for it. */
PTX2C_INLINE void ptx2c_mbar_report_on(void *p, uint32_t value)
{
    uint64_t m = ptx2c_load64(p, ptx2c_relaxed);
    while (ptx2c_mbar_is_v1(m) && !ptx2c_cas64(p, &m, m | (uint64_t)(256 | (value & 0xff)) << 9, ptx2c_relaxed))
        ;
}

/* Is the phase of the state, or that of the parity, complete? */
PTX2C_INLINE bool ptx2c_mbar_test(const void *p, uint64_t state, int order)
{
    ptx2c_mbar_asked(p, state);
    return ((ptx2c_load64(p, order) ^ state) & PTX2C_MBAR_PHASE) != 0;
}

PTX2C_INLINE bool ptx2c_mbar_test_parity(const void *p, uint32_t parity, int order)
{
    return ptx2c_mbar_asked_parity(p, ((ptx2c_load64(p, order) ^ (uint64_t)parity << 63) & PTX2C_MBAR_PHASE) != 0);
}

/* Whether the phase of the state is complete, and what was reported in it. */
typedef struct ptx2c_mbar_report {
    bool complete, on;
    uint8_t value;
} ptx2c_mbar_report;

PTX2C_INLINE ptx2c_mbar_report ptx2c_mbar_test_report(const void *p, uint64_t state, int order)
{
    uint64_t m = ptx2c_load64(p, order);
    uint32_t report = ptx2c_mbar_is_v1(m) ? (uint32_t)(m >> 29) & PTX2C_MBAR_REPORT : 0;
    return (ptx2c_mbar_report){((m ^ state) & PTX2C_MBAR_PHASE) != 0, report >> 8, (uint8_t)report};
}

/* Is the conditional phase of that parity complete?  Layout v0 has no other than the primary one. */
PTX2C_INLINE bool ptx2c_mbar_test_conditional(const void *p, uint32_t parity, int order)
{
    uint64_t m = ptx2c_load64(p, order);
    return ((ptx2c_mbar_is_v1(m) ? m >> 62 : m >> 63) & 1) != (parity & 1);
}

PTX2C_INLINE uint32_t ptx2c_mbar_pending(uint64_t state)
{
    return (uint32_t)state & (ptx2c_mbar_is_v1(state) ? 0x1ff : PTX2C_MBAR_COUNT);
}

#endif
