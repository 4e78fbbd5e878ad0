/* ref.h: what the C form of a random kernel is made of.  All threads of a CTA take each step together; a mask says
 * which of them are there, gone[] which have left a loop (its number) or ended (65535).  See gen.c. */
#ifndef REF_H
#define REF_H

#include "../run/host.h"

typedef struct Args {
    uint64_t in, out, soa, acc, far, y;
    uint32_t base, n, x;
    ptx2c_dim3 grid, block, cta;
} Args;

#define ALL for (int t = 0; t < T; t++)
#define EACH(m) ALL if (m[t] && !gone[t])
#define R(i) r[i][t]
#define D(i) d[i][t]
#define P(i) p[i][t]
#define R0(i) r[i][0]
#define BALLOT(m, e) \
    memset(vote, 0, sizeof vote); \
    EACH(m) vote[t / 32] |= (uint32_t)(e) << t % 32

static inline bool ref_any(const uint8_t *m, const uint16_t *gone, int n)
{
    for (int t = 0; t < n; t++)
        if (m[t] && !gone[t])
            return true;
    return false;
}

static inline ptx2c_dim3 ref_tid(const Args *a, int t)
{
    uint32_t i = (uint32_t)t;
    return (ptx2c_dim3){i % a->block.x, i / a->block.x % a->block.y, i / a->block.x / a->block.y};
}

static inline uint32_t ref_lanes(uint32_t n) { return n >= 32 ? ~0u : (1u << n) - 1; }
static inline uint32_t ref_sar32(uint32_t a, uint32_t b)
{
    uint32_t s = b > 31 ? 31 : b, fill = a >> 31 ? ~0u : 0;
    return s ? a >> s | fill << (32 - s) : a;
}

static inline uint64_t ref_sar64(uint64_t a, uint32_t b)
{
    uint32_t s = b > 63 ? 63 : b;
    uint64_t fill = a >> 63 ? ~0ull : 0;
    return s ? a >> s | fill << (64 - s) : a;
}

static inline uint32_t ref_popc(uint32_t a)
{
    uint32_t n = 0;
    for (; a; a &= a - 1)
        n++;
    return n;
}

static inline uint32_t ref_clz(uint32_t a)
{
    uint32_t n = 0;
    for (; n < 32 && !(a >> (31 - n) & 1); n++)
        ;
    return n;
}

static inline uint32_t ref_bfe(uint32_t a, uint32_t pos, uint32_t len)
{
    return (uint32_t)(((uint64_t)a >> pos) & ((1ull << len) - 1));
}

static inline uint32_t ref_u32(const unsigned char *q) { uint32_t v; memcpy(&v, q, sizeof v); return v; }
static inline uint16_t ref_u16(const unsigned char *q) { uint16_t v; memcpy(&v, q, sizeof v); return v; }
static inline uint64_t ref_u64(const unsigned char *q) { uint64_t v; memcpy(&v, q, sizeof v); return v; }
static inline void ref_put64(uint64_t at, uint64_t v) { memcpy((void *)(uintptr_t)at, &v, sizeof v); }
static inline void ref_put32(uint64_t at, uint32_t v) { memcpy((void *)(uintptr_t)at, &v, sizeof v); }
static inline void ref_put16(uint64_t at, uint32_t v) { memcpy((void *)(uintptr_t)at, &(uint16_t){(uint16_t)v}, 2); }
static inline void ref_put8(uint64_t at, uint32_t v) { *(unsigned char *)(uintptr_t)at = (unsigned char)v; }

#endif
