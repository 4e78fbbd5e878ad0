/* memory.h: loads, stores, fences and copies.
 *
 * ptx2c_ld_T(p), ptx2c_st_T(p, v)            weak accesses; T: u8 s8 u16 s16 u32 s32 u64 s64 f32 f64 b128
 * ptx2c_ldv_T, ptx2c_stv_T                   volatile ones
 * ptx2c_ld_relaxed_T, ptx2c_ld_acquire_T     strong ones, each one access of the machine; also .mmio
 * ptx2c_st_relaxed_T, ptx2c_st_release_T
 *
 * Volatile and strong vectors of 8 and 16 bytes (.v2.b32, .v4.b32, .v2.b64) must not be torn: programs pack a flag and
 * a value.  Load them as one u64 or b128 and take the parts. */
#ifndef PTX2C_MEMORY_H
#define PTX2C_MEMORY_H

#include "address32.h"
#include "lanes.h"
#include "lock.h"
#include "types.h"

/* A PTX generic or global address as a pointer; one of 32 bits computed here. */
#define PTX2C_PTR(a) (sizeof (a) == 4 ? ptx2c_pointer32((uint32_t)(a)) : (unsigned char *)(uintptr_t)(a))
#define PTX2C_PTR32(a) ptx2c_pointer32((uint32_t)(a))
/* The place at an offset from the start of a .local window; the offset may lead into the window of a caller. */
#define PTX2C_AT(window, offset) PTX2C_PTR((uintptr_t)(window) + (offset))

/* The place at an offset in lane l's .local window, where words lie side by side: window[number of the word][l]. */
#define PTX2C_IN_WORD(window, l, offset)                                                                               \
    ((unsigned char *)&(window)[(offset) / sizeof **(window)][l] + (offset) % sizeof **(window))
/* The same at the begin of a word.  Lanes one by one multiply: compilers do not know that a division leaves nothing over, and a product
 * that grows with a loop they count up. */
#if PTX2C_SINGLE
#define PTX2C_WORD_AT(window, l, offset)                                                                               \
    ((unsigned char *)(window) + (size_t)(offset) * (sizeof *(window) / sizeof **(window)) + (l) * sizeof **(window))
#else
#define PTX2C_WORD_AT(window, l, offset) (&(window)[(offset) / sizeof **(window)][l])
#endif

/* Variables with addresses of 64 bits: type, and initialisers for an address some bytes behind that of a variable or
 * function, and for a number.  Longer than a pointer, an address is no constant in C, but its halves are. */
#if UINTPTR_MAX <= 0xffffffffu
#define PTX2C_ADDRESS_UNIT 4
typedef struct ptx2c_address { _Alignas(8) uint32_t half[2]; } ptx2c_address;
#define PTX2C_ADDRESS(p, more) {{(uint32_t)(uintptr_t)(p) + (uint32_t)(more), 0}}
#define PTX2C_NUMBER(n) {{(uint32_t)(n), (uint32_t)((uint64_t)(n) >> 32)}}
#else
#define PTX2C_ADDRESS_UNIT 8
typedef uint64_t ptx2c_address;
#define PTX2C_ADDRESS(p, more) (uint64_t)(uintptr_t)(p) + (uint64_t)(more)
#define PTX2C_NUMBER(n) (n)
#endif

/* Memory orders: PTX's names as they stand in .sem. */
enum {
#if defined __GNUC__
    ptx2c_relaxed = __ATOMIC_RELAXED,
    ptx2c_acquire = __ATOMIC_ACQUIRE,
    ptx2c_release = __ATOMIC_RELEASE,
    ptx2c_acq_rel = __ATOMIC_ACQ_REL,
    ptx2c_sc = __ATOMIC_SEQ_CST
#else
    ptx2c_relaxed,
    ptx2c_acquire,
    ptx2c_release,
    ptx2c_acq_rel,
    ptx2c_sc
#endif
};

/* ---- fences ------------------------------------------------------------------------------------------------------ */

#if PTX2C_TSAN /* which does not know fences: operations on one place order at least as much */
static uint32_t ptx2c_fences PTX2C_UNUSED;
#endif

PTX2C_INLINE void ptx2c_fence_order(int order)
{
#if PTX2C_ONE_THREAD
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
#elif defined __GNUC__
    __atomic_thread_fence(order);
#if PTX2C_TSAN
    __atomic_fetch_add(&ptx2c_fences, 0, __ATOMIC_ACQ_REL);
#endif
#elif !defined __STDC_NO_ATOMICS__
    (void)order;
    atomic_thread_fence(memory_order_seq_cst);
#else
    (void)order;
#if defined _OPENMP
#pragma omp flush
#endif
#endif
}

/* membar.gl, membar.sys, fence.sc */
PTX2C_INLINE void ptx2c_fence(void)
{
    ptx2c_fence_order(ptx2c_sc);
}

/* A fence among the threads of a CTA, which often is one thread of the host. */
PTX2C_INLINE void ptx2c_fence_cta(const ptx2c_cta *c, int order)
{
    if (!c->alone)
        ptx2c_fence_order(order);
}

/* ---- weak and volatile accesses ---------------------------------------------------------------------------------- */

/* Machines that load and store at any address as fast as at aligned ones get by without alignment; for others windows' variables are
 * aligned for 8 bytes at once, whatever is declared (layout.c). */
#if defined __x86_64__ || defined __i386__ || defined __aarch64__ || defined __powerpc64__ || defined __s390x__
#define PTX2C_ALIAS(bytes) __attribute__((may_alias, aligned(1)))
#define PTX2C_ALIGNED 0
#else
#define PTX2C_ALIAS(bytes) __attribute__((may_alias, aligned(bytes)))
#define PTX2C_ALIGNED !PTX2C_BIG_ENDIAN
#endif

/* Of what lanes keep in arrays of any type, as words that are aligned for their type. */
#if defined __GNUC__
#define PTX2C_ANY_ALIAS __attribute__((may_alias))
#else
#define PTX2C_ANY_ALIAS
#endif

#if PTX2C_BIG_ENDIAN
#define PTX2C_ACCESS(T, C, bytes)                                                                                      \
    PTX2C_INLINE C ptx2c_ld_##T(const void *p) { C v; ptx2c_reverse(&v, p, sizeof v); return v; }                      \
    PTX2C_INLINE void ptx2c_st_##T(void *p, C v) { ptx2c_reverse(p, &v, sizeof v); }
/* Copies a number of that many bytes to the other order. */
PTX2C_INLINE void ptx2c_reverse(void *to, const void *from, size_t size)
{
    uint16_t h;
    uint32_t w;
    uint64_t d;
    switch (size) {
    case 1: memcpy(to, from, 1); break;
    case 2: memcpy(&h, from, 2); h = ptx2c_reversed16(h); memcpy(to, &h, 2); break;
    case 4: memcpy(&w, from, 4); w = ptx2c_reversed32(w); memcpy(to, &w, 4); break;
    default: memcpy(&d, from, 8); d = ptx2c_reversed64(d); memcpy(to, &d, 8);
    }
}
#elif defined __GNUC__
#define PTX2C_ACCESS(T, C, bytes)                                                                                      \
    typedef C PTX2C_ALIAS(bytes) ptx2c_##T##_alias;                                                                    \
    PTX2C_INLINE C ptx2c_ld_##T(const void *p) { return *(const ptx2c_##T##_alias *)p; }                               \
    PTX2C_INLINE void ptx2c_st_##T(void *p, C v) { *(ptx2c_##T##_alias *)p = v; }
#else
#define PTX2C_ACCESS(T, C, bytes)                                                                                      \
    PTX2C_INLINE C ptx2c_ld_##T(const void *p) { C v; memcpy(&v, p, sizeof v); return v; }                             \
    PTX2C_INLINE void ptx2c_st_##T(void *p, C v) { memcpy(p, &v, sizeof v); }
#endif

PTX2C_ACCESS(u8, uint8_t, 1)
PTX2C_ACCESS(s8, int8_t, 1)
PTX2C_ACCESS(u16, uint16_t, 2)
PTX2C_ACCESS(s16, int16_t, 2)
PTX2C_ACCESS(u32, uint32_t, 4)
PTX2C_ACCESS(s32, int32_t, 4)
PTX2C_ACCESS(u64, uint64_t, 8)
PTX2C_ACCESS(s64, int64_t, 8)
PTX2C_ACCESS(f32, float, 4)
PTX2C_ACCESS(f64, double, 8)

/* Copies a number of that many bytes from memory, or there: its place may be any. */
PTX2C_INLINE void ptx2c_number(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    ptx2c_little_endian(to, size == 16 ? 8 : size, size == 16 ? 2 : 1);
}

/* The bytes of a C variable that holds a number. */
#if PTX2C_BIG_ENDIAN
#define PTX2C_BYTES_OF(v) ptx2c_lacks_parts_of_a_call_parameter_on_big_endian_hosts(&(v))
#else
#define PTX2C_BYTES_OF(v) (unsigned char *)&(v)
#endif

PTX2C_INLINE ptx2c_b128 ptx2c_ld_b128(const void *p)
{
    ptx2c_b128 v = {ptx2c_ld_u64(p), ptx2c_ld_u64((const unsigned char *)p + 8)};
    return v;
}

PTX2C_INLINE void ptx2c_st_b128(void *p, ptx2c_b128 v)
{
    ptx2c_st_u64(p, v.lo);
    ptx2c_st_u64((unsigned char *)p + 8, v.hi);
}

/* ---- locks for what the machine cannot do at once ---------------------------------------------------------------- */

#define PTX2C_LOCKS 64

/* The last lock is the printer's. */
PTX2C_SHARED_VARIABLE ptx2c_lock ptx2c_locks[PTX2C_LOCKS + 1];

PTX2C_INLINE ptx2c_lock *ptx2c_lock_of(const void *p)
{
    uintptr_t a = (uintptr_t)p >> 4;
    ptx2c_lock *l = &ptx2c_locks[(a ^ a >> 6) % PTX2C_LOCKS];
    while (!PTX2C_TRY_LOCK(l))
        ;
    return l;
}

/* ---- single accesses of up to 8 bytes ---------------------------------------------------------------------------- */

/* 64-bit atomics: by the machine, or under a lock.  PTX2C_LOCK_ATOMICS: all that some machine lacks under a lock. */
#if PTX2C_ONE_THREAD
#define PTX2C_ATOMIC64 1
#elif defined PTX2C_LOCK_ATOMICS
#define PTX2C_ATOMIC64 0
#elif defined __GNUC__ && defined __GCC_ATOMIC_LLONG_LOCK_FREE && __GCC_ATOMIC_LLONG_LOCK_FREE == 2
#define PTX2C_ATOMIC64 1
#elif !defined __GNUC__ && ATOMIC_LLONG_LOCK_FREE == 2
#define PTX2C_ATOMIC64 1
#else
#define PTX2C_ATOMIC64 0
#endif

#if PTX2C_ONE_THREAD
#define PTX2C_WORD(bits)                                                                                               \
    typedef uint##bits##_t __attribute__((may_alias)) ptx2c_word##bits;                                                \
    PTX2C_INLINE uint##bits##_t ptx2c_load##bits(const void *p, int order)                                             \
    {                                                                                                                  \
        (void)order;                                                                                                   \
        return PTX2C_LE(bits, *(const volatile ptx2c_word##bits *)p);                                                  \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_store##bits(void *p, uint##bits##_t v, int order)                                          \
    {                                                                                                                  \
        (void)order;                                                                                                   \
        *(volatile ptx2c_word##bits *)p = PTX2C_LE(bits, v);                                                           \
    }                                                                                                                  \
    PTX2C_INLINE uint##bits##_t ptx2c_exch##bits(void *p, uint##bits##_t v, int order)                                 \
    {                                                                                                                  \
        const uint##bits##_t was = ptx2c_load##bits(p, order);                                                         \
        ptx2c_store##bits(p, v, order);                                                                                \
        return was;                                                                                                    \
    }                                                                                                                  \
    PTX2C_INLINE bool ptx2c_cas##bits(void *p, uint##bits##_t *old, uint##bits##_t v, int order)                       \
    {                                                                                                                  \
        const uint##bits##_t was = ptx2c_load##bits(p, order);                                                         \
        const bool same = was == *old;                                                                                 \
        if (same)                                                                                                      \
            ptx2c_store##bits(p, v, order);                                                                            \
        *old = was;                                                                                                    \
        return same;                                                                                                   \
    }
#elif defined __GNUC__
#define PTX2C_WORD(bits)                                                                                               \
    typedef uint##bits##_t __attribute__((may_alias)) ptx2c_word##bits;                                                \
    PTX2C_INLINE uint##bits##_t ptx2c_load##bits(const void *p, int order)                                             \
    {                                                                                                                  \
        return PTX2C_LE(bits, __atomic_load_n((const volatile ptx2c_word##bits *)p, order));                           \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_store##bits(void *p, uint##bits##_t v, int order)                                          \
    {                                                                                                                  \
        __atomic_store_n((volatile ptx2c_word##bits *)p, PTX2C_LE(bits, v), order);                                    \
    }                                                                                                                  \
    PTX2C_INLINE uint##bits##_t ptx2c_exch##bits(void *p, uint##bits##_t v, int order)                                 \
    {                                                                                                                  \
        return PTX2C_LE(bits, __atomic_exchange_n((ptx2c_word##bits *)p, PTX2C_LE(bits, v), order));                   \
    }                                                                                                                  \
    /* *old is what was there; true when it was replaced. */                                                           \
    PTX2C_INLINE bool ptx2c_cas##bits(void *p, uint##bits##_t *old, uint##bits##_t v, int order)                       \
    {                                                                                                                  \
        uint##bits##_t was = PTX2C_LE(bits, *old);                                                                     \
        const bool same = __atomic_compare_exchange_n((ptx2c_word##bits *)p, &was, PTX2C_LE(bits, v), false, order,    \
                                                      order == ptx2c_acq_rel ? ptx2c_acquire                           \
                                                      : order == ptx2c_release ? ptx2c_relaxed : order);               \
        *old = PTX2C_LE(bits, was);                                                                                    \
        return same;                                                                                                   \
    }
#else
#define PTX2C_ORDER(o) ((o) == ptx2c_relaxed ? memory_order_relaxed : memory_order_seq_cst)
#define PTX2C_WORD(bits)                                                                                               \
    PTX2C_INLINE uint##bits##_t ptx2c_load##bits(const void *p, int order)                                             \
    {                                                                                                                  \
        return atomic_load_explicit((_Atomic uint##bits##_t *)(uintptr_t)p, PTX2C_ORDER(order));                       \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_store##bits(void *p, uint##bits##_t v, int order)                                          \
    {                                                                                                                  \
        atomic_store_explicit((_Atomic uint##bits##_t *)p, v, PTX2C_ORDER(order));                                     \
    }                                                                                                                  \
    PTX2C_INLINE uint##bits##_t ptx2c_exch##bits(void *p, uint##bits##_t v, int order)                                 \
    {                                                                                                                  \
        return atomic_exchange_explicit((_Atomic uint##bits##_t *)p, v, PTX2C_ORDER(order));                           \
    }                                                                                                                  \
    PTX2C_INLINE bool ptx2c_cas##bits(void *p, uint##bits##_t *old, uint##bits##_t v, int order)                       \
    {                                                                                                                  \
        return atomic_compare_exchange_strong_explicit((_Atomic uint##bits##_t *)p, old, v, PTX2C_ORDER(order),        \
                                                       PTX2C_ORDER(order));                                            \
    }
#endif

PTX2C_WORD(8)
PTX2C_WORD(16)
PTX2C_WORD(32)

/* Under a lock. */
PTX2C_INLINE uint64_t ptx2c_raw_ld64(const void *p) { return PTX2C_LE(64, *(const volatile uint64_t *)p); }
PTX2C_INLINE void ptx2c_raw_st64(void *p, uint64_t v) { *(volatile uint64_t *)p = PTX2C_LE(64, v); }

#if PTX2C_ATOMIC64
PTX2C_WORD(64)
#else
PTX2C_INLINE uint64_t ptx2c_load64(const void *p, int order)
{
    (void)order;
    ptx2c_lock *l = ptx2c_lock_of(p);
    uint64_t v = ptx2c_raw_ld64(p);
    PTX2C_UNLOCK(l);
    return v;
}

PTX2C_INLINE uint64_t ptx2c_exch64(void *p, uint64_t v, int order)
{
    (void)order;
    ptx2c_lock *l = ptx2c_lock_of(p);
    uint64_t old = ptx2c_raw_ld64(p);
    ptx2c_raw_st64(p, v);
    PTX2C_UNLOCK(l);
    return old;
}

PTX2C_INLINE void ptx2c_store64(void *p, uint64_t v, int order)
{
    ptx2c_exch64(p, v, order);
}

PTX2C_INLINE bool ptx2c_cas64(void *p, uint64_t *old, uint64_t v, int order)
{
    (void)order;
    ptx2c_lock *l = ptx2c_lock_of(p);
    uint64_t was = ptx2c_raw_ld64(p), want = *old;
    if (was == want)
        ptx2c_raw_st64(p, v);
    PTX2C_UNLOCK(l);
    *old = was;
    return was == want;
}
#endif

/* ---- single accesses of 16 bytes: CUB's look-back depends on them ------------------------------------------------ */

#if defined __GNUC__ && defined __x86_64__ && !defined PTX2C_LOCK_ATOMICS
/* Every x86-64 processor with AVX does aligned 16-byte moves at once, and so do those before it in practice. */
typedef long long ptx2c_xmm __attribute__((vector_size(16)));
typedef struct { unsigned char b[16]; } __attribute__((may_alias)) ptx2c_16;

PTX2C_INLINE ptx2c_b128 ptx2c_load128(const void *p, int order)
{
    ptx2c_xmm x;
    __asm__ __volatile__("movdqu %1, %0" : "=x"(x) : "m"(*(const ptx2c_16 *)p) : "memory");
    (void)order; /* x86 loads acquire */
    ptx2c_b128 v = {(uint64_t)x[0], (uint64_t)x[1]};
    return v;
}

PTX2C_INLINE void ptx2c_store128(void *p, ptx2c_b128 v, int order)
{
    ptx2c_xmm x = {(long long)v.lo, (long long)v.hi};
    __asm__ __volatile__("movdqu %1, %0" : "=m"(*(ptx2c_16 *)p) : "x"(x) : "memory");
    (void)order; /* x86 stores release */
}

PTX2C_INLINE bool ptx2c_cas128(void *p, ptx2c_b128 *old, ptx2c_b128 v, int order)
{
    bool done;
    (void)order;
    __asm__ __volatile__("lock cmpxchg16b %1\n\tsete %0"
                         : "=q"(done), "+m"(*(ptx2c_16 *)p), "+a"(old->lo), "+d"(old->hi)
                         : "b"(v.lo), "c"(v.hi)
                         : "memory", "cc");
    return done;
}
#elif defined __GNUC__ && defined __aarch64__ && !defined PTX2C_LOCK_ATOMICS
PTX2C_INLINE bool ptx2c_cas128(void *p, ptx2c_b128 *old, ptx2c_b128 v, int order)
{
    uint64_t lo, hi, newlo, newhi;
    uint32_t lost;
    bool same;
    (void)order;
    /* The store tells whether the load was one; where the value differs it puts back what was there. */
    __asm__ __volatile__("1:\tldaxp %[lo], %[hi], [%[p]]\n\t"
                         "cmp %[lo], %[wlo]\n\t"
                         "ccmp %[hi], %[whi], #0, eq\n\t"
                         "csel %[newlo], %[vlo], %[lo], eq\n\t"
                         "csel %[newhi], %[vhi], %[hi], eq\n\t"
                         "stlxp %w[lost], %[newlo], %[newhi], [%[p]]\n\t"
                         "cbnz %w[lost], 1b"
                         : [lo] "=&r"(lo), [hi] "=&r"(hi), [newlo] "=&r"(newlo), [newhi] "=&r"(newhi),
                           [lost] "=&r"(lost)
                         : [p] "r"(p), [wlo] "r"(old->lo), [whi] "r"(old->hi), [vlo] "r"(v.lo), [vhi] "r"(v.hi)
                         : "memory", "cc");
    same = lo == old->lo && hi == old->hi;
    old->lo = lo;
    old->hi = hi;
    return same;
}

PTX2C_INLINE ptx2c_b128 ptx2c_load128(const void *p, int order)
{
    ptx2c_b128 v = {0, 0};
    ptx2c_cas128((void *)(uintptr_t)p, &v, v, order);
    return v;
}

PTX2C_INLINE void ptx2c_store128(void *p, ptx2c_b128 v, int order)
{
    ptx2c_b128 old = ptx2c_ld_b128(p);
    while (!ptx2c_cas128(p, &old, v, order))
        ;
}
#else
PTX2C_INLINE ptx2c_b128 ptx2c_load128(const void *p, int order)
{
    (void)order;
    ptx2c_lock *l = ptx2c_lock_of(p);
    ptx2c_b128 v = {ptx2c_raw_ld64(p), ptx2c_raw_ld64((const unsigned char *)p + 8)};
    PTX2C_UNLOCK(l);
    return v;
}

PTX2C_INLINE bool ptx2c_cas128(void *p, ptx2c_b128 *old, ptx2c_b128 v, int order)
{
    (void)order;
    ptx2c_lock *l = ptx2c_lock_of(p);
    ptx2c_b128 was = {ptx2c_raw_ld64(p), ptx2c_raw_ld64((const unsigned char *)p + 8)};
    bool same = was.lo == old->lo && was.hi == old->hi;
    if (same) {
        ptx2c_raw_st64(p, v.lo);
        ptx2c_raw_st64((unsigned char *)p + 8, v.hi);
    }
    PTX2C_UNLOCK(l);
    *old = was;
    return same;
}

PTX2C_INLINE void ptx2c_store128(void *p, ptx2c_b128 v, int order)
{
    (void)order;
    ptx2c_lock *l = ptx2c_lock_of(p);
    ptx2c_raw_st64(p, v.lo);
    ptx2c_raw_st64((unsigned char *)p + 8, v.hi);
    PTX2C_UNLOCK(l);
}
#endif

/* ---- strong accesses --------------------------------------------------------------------------------------------- */

/* Volatile ones are relaxed ones that no compiler leaves out or doubles (manual 8.4), as all single accesses are here. */
#define PTX2C_STRONG(T, C, bits, of, to)                                                                               \
    PTX2C_INLINE C ptx2c_ldv_##T(const void *p) { return of(ptx2c_load##bits(p, ptx2c_relaxed)); }                     \
    PTX2C_INLINE void ptx2c_stv_##T(void *p, C v) { ptx2c_store##bits(p, to(v), ptx2c_relaxed); }                      \
    PTX2C_INLINE C ptx2c_ld_relaxed_##T(const void *p) { return of(ptx2c_load##bits(p, ptx2c_relaxed)); }              \
    PTX2C_INLINE C ptx2c_ld_acquire_##T(const void *p) { return of(ptx2c_load##bits(p, ptx2c_acquire)); }              \
    PTX2C_INLINE void ptx2c_st_relaxed_##T(void *p, C v) { ptx2c_store##bits(p, to(v), ptx2c_relaxed); }               \
    PTX2C_INLINE void ptx2c_st_release_##T(void *p, C v) { ptx2c_store##bits(p, to(v), ptx2c_release); }

PTX2C_STRONG(u8, uint8_t, 8, , )
PTX2C_STRONG(s8, int8_t, 8, (int8_t), (uint8_t))
PTX2C_STRONG(u16, uint16_t, 16, , )
PTX2C_STRONG(s16, int16_t, 16, (int16_t), (uint16_t))
PTX2C_STRONG(u32, uint32_t, 32, , )
PTX2C_STRONG(s32, int32_t, 32, (int32_t), (uint32_t))
PTX2C_STRONG(u64, uint64_t, 64, , )
PTX2C_STRONG(s64, int64_t, 64, (int64_t), (uint64_t))
PTX2C_STRONG(f32, float, 32, ptx2c_f32_of, ptx2c_bits_f32)
PTX2C_STRONG(f64, double, 64, ptx2c_f64_of, ptx2c_bits_f64)
PTX2C_STRONG(b128, ptx2c_b128, 128, , )

/* ---- copies ------------------------------------------------------------------------------------------------------ */

/* cp.async: size bytes, of which the first from come from src and the others are zero. */
PTX2C_INLINE void ptx2c_copy(void *dst, const void *src, uint32_t size, uint32_t from)
{
    if (from >= size) {
        memmove(dst, src, size);
        return;
    }
    memmove(dst, src, from);
    memset((unsigned char *)dst + from, 0, size - from);
}

#endif
