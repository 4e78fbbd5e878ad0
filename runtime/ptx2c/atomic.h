/* atomic.h: atom and red; those of 16-bit floats: atomic_half.h.
 *
 * ptx2c_atom_OP_T(p, b, order) and ptx2c_atom_cas_T(p, compare, value, order) return what was in memory.  The forms
 * ptx2c_shared_atom_…(c, p, …) are for what only the threads of CTA c reach (.shared, or .cta scope): plain
 * operations while one thread of the host runs the whole CTA.  order is ptx2c_relaxed and so on (memory.h). */
#ifndef PTX2C_ATOMIC_H
#define PTX2C_ATOMIC_H

#include "memory.h"

/* ---- the new value from the old one, a (manual 9.7.13.5), on bits ------------------------------------------------ */

PTX2C_INLINE uint32_t ptx2c_flush_bits(uint32_t a)
{
    return a & ((a & 0x7f800000u) ? 0xffffffffu : 0x80000000u);
}

PTX2C_INLINE uint32_t ptx2c_sum_f32(uint32_t a, uint32_t b)
{
    uint32_t s = ptx2c_bits_f32(ptx2c_f32_of(a) + ptx2c_f32_of(b));
    return (s & 0x7fffffffu) > 0x7f800000u ? 0x7fffffffu : s;
}

PTX2C_INLINE uint64_t ptx2c_sum_f64(uint64_t a, uint64_t b)
{
    return ptx2c_bits_f64(ptx2c_f64_of(a) + ptx2c_f64_of(b));
}

#define PTX2C_NEW_add(a, b) ((a) + (b))
#define PTX2C_NEW_and(a, b) ((a) & (b))
#define PTX2C_NEW_or(a, b) ((a) | (b))
#define PTX2C_NEW_xor(a, b) ((a) ^ (b))
#define PTX2C_NEW_exch(a, b) (b)
#define PTX2C_NEW_inc(a, b) ((a) >= (b) ? 0 : (a) + 1)
#define PTX2C_NEW_dec(a, b) ((a) == 0 || (a) > (b) ? (b) : (a) - 1)
#define PTX2C_NEW_min(a, b) ((a) < (b) ? (a) : (b))
#define PTX2C_NEW_max(a, b) ((a) > (b) ? (a) : (b))
#define PTX2C_NEW_min_s32(a, b) (((a) ^ 1u << 31) < ((b) ^ 1u << 31) ? (a) : (b))
#define PTX2C_NEW_max_s32(a, b) (((a) ^ 1u << 31) > ((b) ^ 1u << 31) ? (a) : (b))
#define PTX2C_NEW_min_s64(a, b) (((a) ^ 1ull << 63) < ((b) ^ 1ull << 63) ? (a) : (b))
#define PTX2C_NEW_max_s64(a, b) (((a) ^ 1ull << 63) > ((b) ^ 1ull << 63) ? (a) : (b))
/* Hardware flushes subnormals in .f32 sums in global memory, not in shared memory; the manual tells of it.  From 2^-100 on, and where
 * it is 0, a sum is what it is without. */
PTX2C_INLINE uint32_t ptx2c_flushed_sum(uint32_t a, uint32_t b)
{
    const uint32_t s = ptx2c_bits_f32(ptx2c_f32_of(a) + ptx2c_f32_of(b)), size = s << 1, from = 27u << 24;
    if (size - from <= 0xff000000u - from || size == 0)
        return s;
    return ptx2c_flush_bits(ptx2c_sum_f32(ptx2c_flush_bits(a), ptx2c_flush_bits(b)));
}
#define PTX2C_NEW_add_ftz(a, b) ptx2c_flushed_sum(a, b)

/* ---- how it gets there ------------------------------------------------------------------------------------------- */

/* By compare-and-swap, or at once where only one thread is; of(bits) and to(value) convert between the bits and the C type. */
#if PTX2C_ONE_THREAD
#define PTX2C_ATOM_CAS(name, C, bits, NEW, of, to)                                                                     \
    PTX2C_INLINE C ptx2c_atom_##name(void *p, C v, int order)                                                          \
    {                                                                                                                  \
        uint##bits##_t b = to(v), a = ptx2c_load##bits(p, order);                                                      \
        ptx2c_store##bits(p, NEW(a, b), order);                                                                        \
        return of(a);                                                                                                  \
    }
#else
#define PTX2C_ATOM_CAS(name, C, bits, NEW, of, to)                                                                     \
    PTX2C_INLINE C ptx2c_atom_##name(void *p, C v, int order)                                                          \
    {                                                                                                                  \
        uint##bits##_t b = to(v), a = ptx2c_load##bits(p, ptx2c_relaxed);                                              \
        while (!ptx2c_cas##bits(p, &a, NEW(a, b), order))                                                              \
            ;                                                                                                          \
        return of(a);                                                                                                  \
    }
#endif

/* A relaxed minimum or maximum that what is there is already writes nothing: nobody can tell whether it has. */
#define PTX2C_ATOM_LIMIT(name, bits, NEW)                                                                              \
    PTX2C_INLINE uint##bits##_t ptx2c_atom_##name(void *p, uint##bits##_t v, int order)                                \
    {                                                                                                                  \
        uint##bits##_t a = ptx2c_load##bits(p, ptx2c_relaxed);                                                         \
        while (!(order == ptx2c_relaxed && NEW(a, v) == a) && !ptx2c_cas##bits(p, &a, NEW(a, v), order))               \
            ;                                                                                                          \
        return a;                                                                                                      \
    }                                                                                                                  \
    PTX2C_ATOM_PLAIN(name, uint##bits##_t, bits, NEW, , )

/* By an operation of the machine. */
#define PTX2C_ATOM_OP(name, bits, f)                                                                                   \
    PTX2C_INLINE uint##bits##_t ptx2c_atom_##name(void *p, uint##bits##_t v, int order)                                \
    {                                                                                                                  \
        return f((ptx2c_word##bits *)p, v, order);                                                                     \
    }

#define PTX2C_ATOM_PLAIN(name, C, bits, NEW, of, to)                                                                   \
    PTX2C_INLINE C ptx2c_shared_atom_##name(const ptx2c_cta *c, void *p, C v, int order)                               \
    {                                                                                                                  \
        if (!PTX2C_ALONE(c))                                                                                                 \
            return ptx2c_atom_##name(p, v, order);                                                                     \
        uint##bits##_t b = to(v), a = ptx2c_ld_u##bits(p);                                                             \
        ptx2c_st_u##bits(p, NEW(a, b));                                                                                \
        return of(a);                                                                                                  \
    }

#define PTX2C_ATOM(name, C, bits, NEW, of, to)                                                                         \
    PTX2C_ATOM_CAS(name, C, bits, NEW, of, to)                                                                         \
    PTX2C_ATOM_PLAIN(name, C, bits, NEW, of, to)

#define PTX2C_ATOM_INT(name, bits, NEW) PTX2C_ATOM(name, uint##bits##_t, bits, NEW, , )

#if defined __GNUC__ && !PTX2C_BIG_ENDIAN && !PTX2C_ONE_THREAD
#define PTX2C_ATOM_NATIVE(name, op, bits)                                                                              \
    PTX2C_ATOM_OP(name, bits, __atomic_fetch_##op)                                                                     \
    PTX2C_ATOM_PLAIN(name, uint##bits##_t, bits, PTX2C_NEW_##op, , )
#else
#define PTX2C_ATOM_NATIVE(name, op, bits) PTX2C_ATOM_INT(name, bits, PTX2C_NEW_##op)
#endif
#if PTX2C_ATOMIC64
#define PTX2C_ATOM_NATIVE64(name, op) PTX2C_ATOM_NATIVE(name, op, 64)
#else
#define PTX2C_ATOM_NATIVE64(name, op) PTX2C_ATOM_INT(name, 64, PTX2C_NEW_##op)
#endif

/* A compare-and-swap of the machine, and what needs no loop.  A relaxed one that would fail is a load, which takes no cache line from others:
 * most of those that mark what has been visited fail. */
#define PTX2C_ATOM_SWAP(T, C, bits, same)                                                                              \
    PTX2C_INLINE C ptx2c_atom_exch_##T(void *p, C v, int order) { return ptx2c_exch##bits(p, v, order); }              \
    PTX2C_INLINE C ptx2c_shared_atom_exch_##T(const ptx2c_cta *c, void *p, C v, int order)                             \
    {                                                                                                                  \
        if (!PTX2C_ALONE(c))                                                                                                 \
            return ptx2c_atom_exch_##T(p, v, order);                                                                   \
        C a = ptx2c_ld_##same(p);                                                                                      \
        ptx2c_st_##same(p, v);                                                                                         \
        return a;                                                                                                      \
    }                                                                                                                  \
    PTX2C_INLINE C ptx2c_atom_cas_##T(void *p, C compare, C v, int order)                                              \
    {                                                                                                                  \
        const C a = order == ptx2c_relaxed ? ptx2c_load##bits(p, ptx2c_relaxed) : compare;                             \
        if (!PTX2C_SAME_##T(a, compare))                                                                               \
            return a;                                                                                                  \
        ptx2c_cas##bits(p, &compare, v, order);                                                                        \
        return compare;                                                                                                \
    }                                                                                                                  \
    PTX2C_INLINE C ptx2c_shared_atom_cas_##T(const ptx2c_cta *c, void *p, C compare, C v, int order)                   \
    {                                                                                                                  \
        if (!PTX2C_ALONE(c))                                                                                                 \
            return ptx2c_atom_cas_##T(p, compare, v, order);                                                           \
        C a = ptx2c_ld_##same(p);                                                                                      \
        if (PTX2C_SAME_##T(a, compare))                                                                                \
            ptx2c_st_##same(p, v);                                                                                     \
        return a;                                                                                                      \
    }

#define PTX2C_SAME_b16(a, b) ((a) == (b))
#define PTX2C_SAME_b32(a, b) ((a) == (b))
#define PTX2C_SAME_b64(a, b) ((a) == (b))
#define PTX2C_SAME_b128(a, b) ((a).lo == (b).lo && (a).hi == (b).hi)

PTX2C_INLINE ptx2c_b128 ptx2c_exch128(void *p, ptx2c_b128 v, int order)
{
    ptx2c_b128 a = ptx2c_load128(p, ptx2c_relaxed);
    while (!ptx2c_cas128(p, &a, v, order))
        ;
    return a;
}

/* ---- the operations ---------------------------------------------------------------------------------------------- */

PTX2C_ATOM_SWAP(b16, uint16_t, 16, u16)
PTX2C_ATOM_SWAP(b32, uint32_t, 32, u32)
PTX2C_ATOM_SWAP(b64, uint64_t, 64, u64)
PTX2C_ATOM_SWAP(b128, ptx2c_b128, 128, b128)

PTX2C_ATOM_NATIVE(add_u32, add, 32)
PTX2C_ATOM_NATIVE(add_s32, add, 32)
PTX2C_ATOM_NATIVE(and_b32, and, 32)
PTX2C_ATOM_NATIVE(or_b32, or, 32)
PTX2C_ATOM_NATIVE(xor_b32, xor, 32)
PTX2C_ATOM_NATIVE64(add_u64, add)
PTX2C_ATOM_NATIVE64(add_s64, add)
PTX2C_ATOM_NATIVE64(and_b64, and)
PTX2C_ATOM_NATIVE64(or_b64, or)
PTX2C_ATOM_NATIVE64(xor_b64, xor)

PTX2C_ATOM_INT(inc_u32, 32, PTX2C_NEW_inc)
PTX2C_ATOM_INT(dec_u32, 32, PTX2C_NEW_dec)
PTX2C_ATOM_LIMIT(min_u32, 32, PTX2C_NEW_min)
PTX2C_ATOM_LIMIT(max_u32, 32, PTX2C_NEW_max)
PTX2C_ATOM_LIMIT(min_s32, 32, PTX2C_NEW_min_s32)
PTX2C_ATOM_LIMIT(max_s32, 32, PTX2C_NEW_max_s32)
PTX2C_ATOM_LIMIT(min_u64, 64, PTX2C_NEW_min)
PTX2C_ATOM_LIMIT(max_u64, 64, PTX2C_NEW_max)
PTX2C_ATOM_LIMIT(min_s64, 64, PTX2C_NEW_min_s64)
PTX2C_ATOM_LIMIT(max_s64, 64, PTX2C_NEW_max_s64)

PTX2C_ATOM_CAS(add_f32, float, 32, PTX2C_NEW_add_ftz, ptx2c_f32_of, ptx2c_bits_f32)
PTX2C_ATOM_CAS(add_noftz_f32, float, 32, ptx2c_sum_f32, ptx2c_f32_of, ptx2c_bits_f32)
PTX2C_ATOM_CAS(add_f64, double, 64, ptx2c_sum_f64, ptx2c_f64_of, ptx2c_bits_f64)
PTX2C_ATOM_PLAIN(add_noftz_f32, float, 32, ptx2c_sum_f32, ptx2c_f32_of, ptx2c_bits_f32)
PTX2C_ATOM_PLAIN(add_f64, double, 64, ptx2c_sum_f64, ptx2c_f64_of, ptx2c_bits_f64)

/* Adds v[l] to word number l at p, for n lanes: each sum is made at once, in no order.  Two neighbours in one swap, which takes
 * no longer than one sum; when somebody else writes there meanwhile, each for itself. */
#if PTX2C_ATOMIC64 && !PTX2C_BIG_ENDIAN
#define PTX2C_ATOM_ADD_LANES(T, C, NEW, to)                                                                            \
    PTX2C_INLINE void ptx2c_atom_add_lanes_##T(unsigned char *p, const C *v, uint32_t n)                               \
    {                                                                                                                  \
        uint32_t l = 0;                                                                                                \
        if (n && (uintptr_t)p % 8)                                                                                     \
            ptx2c_atom_add_##T(p, v[l++], ptx2c_relaxed);                                                              \
        for (; (uintptr_t)p % 4 == 0 && l + 2 <= n; l += 2) {                                                          \
            uint64_t old = ptx2c_load64(p + 4 * l, ptx2c_relaxed), sum;                                                \
            uint32_t two[2];                                                                                           \
            memcpy(two, &old, sizeof two);                                                                             \
            two[0] = NEW(two[0], to(v[l]));                                                                            \
            two[1] = NEW(two[1], to(v[l + 1]));                                                                        \
            memcpy(&sum, two, sizeof sum);                                                                             \
            if (!ptx2c_cas64(p + 4 * l, &old, sum, ptx2c_relaxed)) {                                                   \
                ptx2c_atom_add_##T(p + 4 * l, v[l], ptx2c_relaxed);                                                    \
                ptx2c_atom_add_##T(p + 4 * l + 4, v[l + 1], ptx2c_relaxed);                                            \
            }                                                                                                          \
        }                                                                                                              \
        for (; l < n; l++)                                                                                             \
            ptx2c_atom_add_##T(p + 4 * l, v[l], ptx2c_relaxed);                                                        \
    }
#else
#define PTX2C_ATOM_ADD_LANES(T, C, NEW, to)                                                                            \
    PTX2C_INLINE void ptx2c_atom_add_lanes_##T(unsigned char *p, const C *v, uint32_t n)                               \
    {                                                                                                                  \
        for (uint32_t l = 0; l < n; l++)                                                                               \
            ptx2c_atom_add_##T(p + 4 * l, v[l], ptx2c_relaxed);                                                        \
    }
#endif
PTX2C_ATOM_ADD_LANES(u32, uint32_t, PTX2C_NEW_add, )
PTX2C_ATOM_ADD_LANES(f32, float, PTX2C_NEW_add_ftz, ptx2c_bits_f32)

/* Joins v[l] of n lanes, one after the other, to the word at p: nobody sees what is there between.  What makes no difference (none) need not
 * be joined. */
#define PTX2C_ATOM_ALL(op, T, C, NEW, none)                                                                            \
    PTX2C_INLINE C ptx2c_##op##_all_##T(const C *v, uint32_t n)                                                        \
    {                                                                                                                  \
        C all = none;                                                                                                  \
        for (uint32_t l = 0; l < n; l++)                                                                               \
            all = NEW(all, v[l]);                                                                                      \
        return all;                                                                                                    \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_atom_##op##_all_##T(void *p, const C *v, uint32_t n)                                       \
    {                                                                                                                  \
        const C all = ptx2c_##op##_all_##T(v, n);                                                                      \
        if (all != none)                                                                                               \
            ptx2c_atom_##op##_##T(p, all, ptx2c_relaxed);                                                              \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_shared_atom_##op##_all_##T(const ptx2c_cta *c, void *p, const C *v, uint32_t n)            \
    {                                                                                                                  \
        const C all = ptx2c_##op##_all_##T(v, n);                                                                      \
        if (all != none)                                                                                               \
            ptx2c_shared_atom_##op##_##T(c, p, all, ptx2c_relaxed);                                                    \
    }
PTX2C_ATOM_ALL(add, u32, uint32_t, PTX2C_NEW_add, 0)
PTX2C_ATOM_ALL(add, u64, uint64_t, PTX2C_NEW_add, 0)
PTX2C_ATOM_ALL(and, b32, uint32_t, PTX2C_NEW_and, UINT32_MAX)
PTX2C_ATOM_ALL(and, b64, uint64_t, PTX2C_NEW_and, UINT64_MAX)
PTX2C_ATOM_ALL(or, b32, uint32_t, PTX2C_NEW_or, 0)
PTX2C_ATOM_ALL(or, b64, uint64_t, PTX2C_NEW_or, 0)
PTX2C_ATOM_ALL(xor, b32, uint32_t, PTX2C_NEW_xor, 0)
PTX2C_ATOM_ALL(xor, b64, uint64_t, PTX2C_NEW_xor, 0)
PTX2C_ATOM_ALL(min, u32, uint32_t, PTX2C_NEW_min, UINT32_MAX)
PTX2C_ATOM_ALL(min, u64, uint64_t, PTX2C_NEW_min, UINT64_MAX)
PTX2C_ATOM_ALL(min, s32, uint32_t, PTX2C_NEW_min_s32, INT32_MAX)
PTX2C_ATOM_ALL(min, s64, uint64_t, PTX2C_NEW_min_s64, INT64_MAX)
PTX2C_ATOM_ALL(max, u32, uint32_t, PTX2C_NEW_max, 0)
PTX2C_ATOM_ALL(max, u64, uint64_t, PTX2C_NEW_max, 0)
PTX2C_ATOM_ALL(max, s32, uint32_t, PTX2C_NEW_max_s32, 1u << 31)
PTX2C_ATOM_ALL(max, s64, uint64_t, PTX2C_NEW_max_s64, 1ull << 63)

/* a with the sums of all added; where none of them is subnormal or no number there is nothing to look after on the way. */
PTX2C_INLINE uint32_t ptx2c_sum_all_f32(uint32_t a, const float *v, uint32_t n)
{
    float sum = ptx2c_f32_of(ptx2c_flush_bits(a));
    bool plain = true;
    for (uint32_t l = 0; l < n; l++) {
        sum += ptx2c_f32_of(ptx2c_flush_bits(ptx2c_bits_f32(v[l])));
        const uint32_t size = ptx2c_bits_f32(sum) & 0x7fffffffu;
        plain &= (size - 1 >= 0x7fffffu) & (size <= 0x7f800000u);
    }
    if (plain)
        return ptx2c_bits_f32(sum);
    for (uint32_t l = 0; l < n; l++)
        a = PTX2C_NEW_add_ftz(a, ptx2c_bits_f32(v[l]));
    return a;
}

/* Nothing is flushed; once it is NaN it stays so. */
PTX2C_INLINE uint32_t ptx2c_sum_all_noftz_f32(uint32_t a, const float *v, uint32_t n)
{
    float sum = ptx2c_f32_of(a);
    for (uint32_t l = 1; l < n; l++)
        sum += v[l - 1];
    return n ? ptx2c_sum_f32(ptx2c_bits_f32(sum), ptx2c_bits_f32(v[n - 1])) : a;
}

PTX2C_INLINE uint64_t ptx2c_sum_all_f64(uint64_t a, const double *v, uint32_t n)
{
    for (uint32_t l = 0; l < n; l++)
        a = ptx2c_sum_f64(a, ptx2c_bits_f64(v[l]));
    return a;
}

#define PTX2C_ATOM_ADD_ALL(T, C, bits)                                                                                 \
    PTX2C_INLINE void ptx2c_atom_add_all_##T(void *p, const C *v, uint32_t n)                                          \
    {                                                                                                                  \
        uint##bits##_t a = ptx2c_load##bits(p, ptx2c_relaxed);                                                         \
        while (!ptx2c_cas##bits(p, &a, ptx2c_sum_all_##T(a, v, n), ptx2c_relaxed))                                     \
            ;                                                                                                          \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_shared_atom_add_all_##T(const ptx2c_cta *c, void *p, const C *v, uint32_t n)               \
    {                                                                                                                  \
        if (PTX2C_ALONE(c))                                                                                            \
            ptx2c_st_u##bits(p, ptx2c_sum_all_##T(ptx2c_ld_u##bits(p), v, n));                                         \
        else                                                                                                           \
            ptx2c_atom_add_all_##T(p, v, n);                                                                           \
    }                                                                                                                  \
    /* Likewise those of which is 1, for which v is written anew; where there are none the word is not looked at. */   \
    PTX2C_INLINE uint32_t ptx2c_choose_##T(C *v, const uint32_t *which, uint32_t n)                                    \
    {                                                                                                                  \
        uint32_t chosen = 0;                                                                                           \
        for (uint32_t l = 0; l < n; l++) {                                                                             \
            v[chosen] = v[l];                                                                                          \
            chosen += which[l];                                                                                        \
        }                                                                                                              \
        return chosen;                                                                                                 \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_atom_add_some_##T(void *p, C *v, const uint32_t *which, uint32_t n)                        \
    {                                                                                                                  \
        n = ptx2c_choose_##T(v, which, n);                                                                             \
        if (n)                                                                                                         \
            ptx2c_atom_add_all_##T(p, v, n);                                                                           \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_shared_atom_add_some_##T(const ptx2c_cta *c, void *p, C *v, const uint32_t *which, uint32_t n) \
    {                                                                                                                  \
        n = ptx2c_choose_##T(v, which, n);                                                                             \
        if (n)                                                                                                         \
            ptx2c_shared_atom_add_all_##T(c, p, v, n);                                                                 \
    }
PTX2C_ATOM_ADD_ALL(f32, float, 32)
PTX2C_ATOM_ADD_ALL(noftz_f32, float, 32)
PTX2C_ATOM_ADD_ALL(f64, double, 64)

/* At a generic address, which may turn out to be shared memory: only elsewhere subnormals are flushed. */
PTX2C_INLINE float ptx2c_generic_atom_add_f32(const ptx2c_cta *c, void *p, float v, int order)
{
    bool shared = (uintptr_t)p - (uintptr_t)c->shared < c->shared_bytes;
    return shared ? ptx2c_atom_add_noftz_f32(p, v, order) : ptx2c_atom_add_f32(p, v, order);
}

#endif
