/* address32.h: global and generic addresses of 32 bits: those of modules with .address_size 32, which is meant where that
 * directive is missing (manual 11.1.3).
 *
 * Where pointers have 32 bits they are the host's own.  Elsewhere they name up to 4 GB of the host's memory, in segments of
 * 16 MB: an address leads to the host's memory at itself plus what the table says for its segment, 0 at first.  A host
 * program asks for the addresses of what it hands to a kernel:
 *
 *   uint32_t in = ptx2c_address32(buffer, bytes);
 */
#ifndef PTX2C_ADDRESS32_H
#define PTX2C_ADDRESS32_H

#include "lock.h"
#include "types.h"

/* Variables with such addresses are complete at compile time, or when the program starts (PTX2C_LATE32). */
#if UINTPTR_MAX <= 0xffffffffu
#define PTX2C_LATE32 0
#define PTX2C_STATIC32(p) (uint32_t)(uintptr_t)(p)
#else
#define PTX2C_LATE32 1
#define PTX2C_STATIC32(p) 0
#endif
#if defined __GNUC__
#define PTX2C_AT_START __attribute__((constructor))
#endif

#if UINTPTR_MAX <= 0xffffffffu
/* The address of bytes at p. */
PTX2C_INLINE uint32_t ptx2c_address32(const void *p, size_t bytes)
{
    (void)bytes;
    return (uint32_t)(uintptr_t)p;
}

/* Where an address leads. */
PTX2C_INLINE unsigned char *ptx2c_pointer32(uint32_t a) { return (unsigned char *)(uintptr_t)a; }
#else
enum { PTX2C_SEGMENTS = 256, PTX2C_SEGMENT_BITS = 24 };
#define PTX2C_AROUND 0x10000u /* what of the memory before and behind must have addresses, too, in bytes */

typedef struct ptx2c_segment_table {
    ptx2c_lock lock;
    bool taken[PTX2C_SEGMENTS];
    uint64_t more[PTX2C_SEGMENTS]; /* the host's address minus the one of 32 bits */
} ptx2c_segment_table;
PTX2C_SHARED_VARIABLE ptx2c_segment_table ptx2c_segments;

/* Where an address leads. */
PTX2C_INLINE unsigned char *ptx2c_pointer32(uint32_t a)
{
    return (unsigned char *)(uintptr_t)(a + PTX2C_LOAD_SHARED(&ptx2c_segments.more[a >> PTX2C_SEGMENT_BITS]));
}

/* All segments that addresses from first to last lie in are taken for memory that much further on, or, if they may, free. */
PTX2C_INLINE bool ptx2c_segments_have(uint64_t first, uint64_t last, uint64_t more, bool or_free)
{
    if (first > last || last > UINT32_MAX)
        return false;
    for (uint64_t i = first >> PTX2C_SEGMENT_BITS; i <= last >> PTX2C_SEGMENT_BITS; i++)
        if (ptx2c_segments.taken[i] ? ptx2c_segments.more[i] != more : !or_free)
            return false;
    return true;
}

PTX2C_INLINE void ptx2c_segments_take(uint64_t first, uint64_t last, uint64_t more)
{
    for (uint64_t i = first >> PTX2C_SEGMENT_BITS; i <= last >> PTX2C_SEGMENT_BITS; i++) {
        ptx2c_segments.taken[i] = true;
        PTX2C_STORE_SHARED(&ptx2c_segments.more[i], more);
    }
}

/* With the table locked. */
PTX2C_INLINE uint32_t ptx2c_address32_locked(uint64_t at, uint64_t bytes)
{
    const uint64_t from = at < PTX2C_AROUND ? 0 : at - PTX2C_AROUND, to = at + bytes + PTX2C_AROUND;
    for (uint32_t i = 0; i < PTX2C_SEGMENTS; i++) { /* it may have one */
        const uint64_t more = ptx2c_segments.more[i];
        if (ptx2c_segments.taken[i] && (at - more) >> PTX2C_SEGMENT_BITS == i &&
            ptx2c_segments_have(from - more, to - more, more, false))
            return (uint32_t)(at - more);
    }
    if (ptx2c_segments_have(from, to, 0, true)) {
        ptx2c_segments_take(from, to, 0);
        return (uint32_t)at;
    }
    const uint64_t base = from & ~(uint64_t)(PTX2C_AROUND - 1), count = ((to - base) >> PTX2C_SEGMENT_BITS) + 1;
    for (uint64_t i = PTX2C_SEGMENTS; count < i;) { /* the null pointer's segment stays its own */
        i--;
        const uint64_t first = (i + 1 - count) << PTX2C_SEGMENT_BITS, more = base - first;
        uint64_t k = i;
        while (k > i - count && !ptx2c_segments.taken[k])
            k--;
        if (k == i - count) {
            ptx2c_segments_take(first, to - more, more);
            return (uint32_t)(at - more);
        }
    }
    return 0;
}

static PTX2C_NOINLINE uint32_t ptx2c_address32_at(uint64_t at, uint64_t bytes)
{
    if (!at || bytes > UINT32_MAX)
        return 0;
    while (!PTX2C_TRY_LOCK(&ptx2c_segments.lock)) {}
    const uint32_t a = ptx2c_address32_locked(at, bytes);
    PTX2C_UNLOCK(&ptx2c_segments.lock);
    return a;
}

/* The address of bytes at p, from which those around can be reached as well; 0 for NULL, and when all addresses are taken.
 * They stay taken.  Memory that lies in the same 16 MB shares a segment.  Any thread may call it. */
PTX2C_INLINE uint32_t ptx2c_address32(const void *p, size_t bytes) { return ptx2c_address32_at((uintptr_t)p, bytes); }
#endif

#endif
