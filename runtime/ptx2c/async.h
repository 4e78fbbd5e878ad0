/* async.h: bulk copies and reductions, asynchronous stores (manual 9.7.9.12, 9.7.9.13, 9.7.9.25.4 and .5, 9.7.13.7).
 *
 * Each is done at once and then counted at its barrier: the manual lets it finish at any time after it was started.  The
 * barrier may be that of another CTA of the cluster, so that it is always changed atomically. */
#ifndef PTX2C_ASYNC_H
#define PTX2C_ASYNC_H

#include "atomic_half.h"
#include "mbarrier.h"
#include "sched.h"

/* Untyped values are stored as unsigned ones. */
#define ptx2c_st_b32 ptx2c_st_u32
#define ptx2c_st_b64 ptx2c_st_u64
#define ptx2c_st_release_b8 ptx2c_st_release_u8
#define ptx2c_st_release_b16 ptx2c_st_release_u16
#define ptx2c_st_release_b32 ptx2c_st_release_u32
#define ptx2c_st_release_b64 ptx2c_st_release_u64

/* complete_tx: bytes have arrived. */
PTX2C_INLINE void ptx2c_arrived(void *mbar, uint32_t bytes)
{
    ptx2c_mbar_update(mbar, 0, 0, 0 - bytes, ptx2c_release);
}

PTX2C_INLINE void ptx2c_bulk(void *dst, const void *src, uint32_t bytes)
{
    memmove(dst, src, bytes);
}

/* To the CTAs of the cluster in mask, at the same place of the shared window and with the barrier at the same place.
 * A kernel without clusters is one of rank 0. */
PTX2C_INLINE void ptx2c_multicast(ptx2c_cta *c, void *dst, const void *src, uint32_t bytes, void *mbar, uint32_t mask)
{
    const uintptr_t to = (uintptr_t)dst - (uintptr_t)c->shared, bar = (uintptr_t)mbar - (uintptr_t)c->shared;
    for (uint32_t r = 0; r < (c->cluster ? c->cluster->n : 1); r++) {
        unsigned char *window = c->cluster ? c->cluster->cta[r].shared : c->shared;
        if (mask >> r & 1) {
            ptx2c_bulk(window + to, src, bytes);
            ptx2c_arrived(window + bar, bytes);
        }
    }
}

/* Arrivals at the barriers at the same place of the shared windows of the cluster's CTAs in mask. */
PTX2C_INLINE void ptx2c_mbar_multicast(const ptx2c_cta *c, void *mbar, uint32_t drop, uint32_t arrive, uint32_t tx,
                                       uint32_t mask, int order)
{
    const uintptr_t bar = (uintptr_t)mbar - (uintptr_t)c->shared;
    for (uint32_t r = 0; r < (c->cluster ? c->cluster->n : 1); r++)
        if (mask >> r & 1)
            ptx2c_mbar_update((c->cluster ? c->cluster->cta[r].shared : c->shared) + bar, drop, arrive, tx, order);
}

/* ---- what a copy looks for in its data (manual 9.7.10.28 of PTX 9.4) ---- */

typedef enum ptx2c_report {
    ptx2c_mbarrier_report_disabled,
    ptx2c_mbarrier_report_validity_per_16bytes_80000000, /* an f32 of -0 */
    ptx2c_mbarrier_report_validity_per_16bytes_8000,     /* an f16 or bf16 of -0 */
    ptx2c_mbarrier_report_validity_per_16bytes_80,       /* an fp8 of -0 */
    ptx2c_mbarrier_report_validity_per_16bytes_8,        /* an fp4 of -0 */
    ptx2c_mbarrier_report_validity_per_element_ff        /* any byte 0xff */
} ptx2c_report;

/* Whether the pattern stands in the bytes at p.  Of each 16 bytes one element is looked at, here the first. */
PTX2C_INLINE bool ptx2c_report_found(const unsigned char *p, uint32_t bytes, ptx2c_report what)
{
    for (uint32_t i = 0; i < bytes; i++) {
        if (what == ptx2c_mbarrier_report_validity_per_element_ff ? p[i] == 0xff : false)
            return true;
        if (i % 16 || bytes - i < 4)
            continue;
        if ((what == ptx2c_mbarrier_report_validity_per_16bytes_80000000 && ptx2c_ld_u32(p + i) == 0x80000000) ||
            (what == ptx2c_mbarrier_report_validity_per_16bytes_8000 && ptx2c_ld_u16(p + i) == 0x8000) ||
            (what == ptx2c_mbarrier_report_validity_per_16bytes_80 && p[i] == 0x80) ||
            (what == ptx2c_mbarrier_report_validity_per_16bytes_8 && (p[i] & 0xf) == 8))
            return true;
    }
    return false;
}

/* Reports what is found in the bytes that have arrived at dst, then counts them. */
PTX2C_INLINE void ptx2c_arrived_report(void *mbar, const void *dst, uint32_t bytes, ptx2c_report what)
{
    if (ptx2c_report_found(dst, bytes, what))
        ptx2c_mbar_report_on(mbar, 0);
    ptx2c_arrived(mbar, bytes);
}

PTX2C_INLINE void ptx2c_bulk_report(void *dst, const void *src, uint32_t bytes, void *mbar, ptx2c_report what)
{
    ptx2c_bulk(dst, src, bytes);
    ptx2c_arrived_report(mbar, dst, bytes, what);
}

PTX2C_INLINE void ptx2c_multicast_report(ptx2c_cta *c, void *dst, const void *src, uint32_t bytes, void *mbar,
                                         uint32_t mask, ptx2c_report what)
{
    const uintptr_t to = (uintptr_t)dst - (uintptr_t)c->shared, bar = (uintptr_t)mbar - (uintptr_t)c->shared;
    for (uint32_t r = 0; r < (c->cluster ? c->cluster->n : 1); r++) {
        unsigned char *window = c->cluster ? c->cluster->cta[r].shared : c->shared;
        if (mask >> r & 1)
            ptx2c_bulk_report(window + to, src, bytes, window + bar, what);
    }
}

/* ignore_oob: the first left and the last right bytes of the source are not there; what they become is left open. */
PTX2C_INLINE void ptx2c_bulk_within(unsigned char *dst, const unsigned char *src, uint32_t bytes, uint32_t left,
                                    uint32_t right)
{
    if (left + right < bytes)
        memmove(dst + left, src + left, bytes - left - right);
}

/* cp_mask: of each 16 bytes those whose bit is set. */
PTX2C_INLINE void ptx2c_bulk_masked(unsigned char *dst, const unsigned char *src, uint32_t bytes, uint32_t mask)
{
    for (uint32_t i = 0; i < bytes; i++)
        if (mask >> i % 16 & 1)
            dst[i] = src[i];
}

/* ptx2c_bulk_OP_T: reduces memory at dst by the elements at src, each atomically. */
#define PTX2C_BULK_REDUCE(op, T, as)                                                                                   \
    PTX2C_INLINE void ptx2c_bulk_##op##_##T(unsigned char *dst, const unsigned char *src, uint32_t bytes)              \
    {                                                                                                                  \
        for (uint32_t i = 0; i < bytes; i += sizeof ptx2c_ld_##as(src))                                                \
            ptx2c_atom_##op##_##T(dst + i, ptx2c_ld_##as(src + i), ptx2c_relaxed);                                     \
    }

PTX2C_BULK_REDUCE(and, b32, u32)
PTX2C_BULK_REDUCE(or, b32, u32)
PTX2C_BULK_REDUCE(xor, b32, u32)
PTX2C_BULK_REDUCE(add, u32, u32)
PTX2C_BULK_REDUCE(add, s32, u32)
PTX2C_BULK_REDUCE(inc, u32, u32)
PTX2C_BULK_REDUCE(dec, u32, u32)
PTX2C_BULK_REDUCE(min, u32, u32)
PTX2C_BULK_REDUCE(min, s32, u32)
PTX2C_BULK_REDUCE(max, u32, u32)
PTX2C_BULK_REDUCE(max, s32, u32)
PTX2C_BULK_REDUCE(and, b64, u64)
PTX2C_BULK_REDUCE(or, b64, u64)
PTX2C_BULK_REDUCE(xor, b64, u64)
PTX2C_BULK_REDUCE(add, u64, u64)
PTX2C_BULK_REDUCE(min, u64, u64)
PTX2C_BULK_REDUCE(min, s64, u64)
PTX2C_BULK_REDUCE(max, u64, u64)
PTX2C_BULK_REDUCE(max, s64, u64)
PTX2C_BULK_REDUCE(add, f32, f32)
PTX2C_BULK_REDUCE(add, noftz_f32, f32)
PTX2C_BULK_REDUCE(add, f64, f64)
PTX2C_BULK_REDUCE(add, f16, u16)
PTX2C_BULK_REDUCE(min, f16, u16)
PTX2C_BULK_REDUCE(max, f16, u16)
PTX2C_BULK_REDUCE(add, bf16, u16)
PTX2C_BULK_REDUCE(min, bf16, u16)
PTX2C_BULK_REDUCE(max, bf16, u16)

/* clusterlaunchcontrol.try_cancel: no CTA can be cancelled, all have their place; the response says so. */
PTX2C_INLINE void ptx2c_try_cancel(void *response, void *mbar)
{
    ptx2c_st_b128(response, (ptx2c_b128){0, 0});
    ptx2c_arrived(mbar, 16);
}

/* .multicast::cluster::all: the response comes to that place in each CTA of the cluster, and is counted at the barrier there. */
PTX2C_INLINE void ptx2c_try_cancel_all(const ptx2c_cta *c, const unsigned char *response, const unsigned char *mbar)
{
    for (uint32_t r = 0; r < ptx2c_cluster_size(c); r++) {
        unsigned char *const window = ptx2c_cluster_window(c, r);
        ptx2c_try_cancel(window + (response - c->shared), window + (mbar - c->shared));
    }
}

#endif
