/* Atomics, strong accesses and copies: what one thread sees, and sums that several threads make together. */
#define _POSIX_C_SOURCE 200809L
#include "../../runtime/ptx2c/atomic_half.h"
#include "check.h"
#include <pthread.h>
#include <stdlib.h>

static ptx2c_cta lone = {.alone = true}, shared_cta = {.alone = false};

/* Every operation from the manual's definition, on the values where it can go wrong. */
static const uint64_t edge[] = {0, 1, 2, 5, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x100000000,
                                0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff};
enum { EDGES = sizeof edge / sizeof *edge };

#define TRY(T, C, op, expr)                                                                  \
    for (int i = 0; i < EDGES; i++)                                                          \
        for (int j = 0; j < EDGES; j++)                                                      \
            for (int way = 0; way < 3; way++) {                                              \
                C a = (C)edge[i], b = (C)edge[j], want = (C)(expr), at = a;                  \
                C old = (C)(way == 0 ? ptx2c_atom_##op##_##T(&at, b, ptx2c_acq_rel)          \
                          : ptx2c_shared_atom_##op##_##T(way == 1 ? &lone : &shared_cta, &at, b, ptx2c_relaxed)); \
                CHECK(old == a);                                                             \
                CHECK(at == want);                                                           \
            }

static void operations(void)
{
    TRY(u32, uint32_t, add, a + b)
    TRY(s32, int32_t, add, (uint32_t)a + (uint32_t)b)
    TRY(u64, uint64_t, add, a + b)
    TRY(b32, uint32_t, and, a & b)
    TRY(b64, uint64_t, and, a & b)
    TRY(b32, uint32_t, or, a | b)
    TRY(b64, uint64_t, or, a | b)
    TRY(b32, uint32_t, xor, a ^ b)
    TRY(b64, uint64_t, xor, a ^ b)
    TRY(b32, uint32_t, exch, b)
    TRY(b64, uint64_t, exch, b)
    TRY(u32, uint32_t, inc, a >= b ? 0 : a + 1)
    TRY(u32, uint32_t, dec, a == 0 || a > b ? b : a - 1)
    TRY(u32, uint32_t, min, a < b ? a : b)
    TRY(u32, uint32_t, max, a > b ? a : b)
    TRY(s32, int32_t, min, a < b ? a : b)
    TRY(s32, int32_t, max, a > b ? a : b)
    TRY(u64, uint64_t, min, a < b ? a : b)
    TRY(u64, uint64_t, max, a > b ? a : b)
    TRY(s64, int64_t, min, a < b ? a : b)
    TRY(s64, int64_t, max, a > b ? a : b)
}

static void compare_and_swap(void)
{
    struct { uint16_t below, at, above; } h = {1, 2, 3};
    CHECK(ptx2c_atom_cas_b16(&h.at, 2, 9, ptx2c_relaxed) == 2 && h.at == 9);
    CHECK(ptx2c_atom_cas_b16(&h.at, 2, 7, ptx2c_release) == 9 && h.at == 9);
    CHECK(h.below == 1 && h.above == 3);
    uint32_t w = 5;
    CHECK(ptx2c_atom_cas_b32(&w, 5, 6, ptx2c_acquire) == 5 && w == 6);
    CHECK(ptx2c_shared_atom_cas_b32(&lone, &w, 5, 7, ptx2c_relaxed) == 6 && w == 6);
    CHECK(ptx2c_shared_atom_cas_b32(&lone, &w, 6, 7, ptx2c_relaxed) == 6 && w == 7);
    uint64_t d = 1ull << 40;
    CHECK(ptx2c_atom_cas_b64(&d, 1ull << 40, 3, ptx2c_relaxed) == 1ull << 40 && d == 3);
    _Alignas(16) ptx2c_b128 q = {1, 2};
    ptx2c_b128 one = {1, 2}, two = {3, 4}, half = {1, 4}, was;
    was = ptx2c_atom_cas_b128(&q, half, two, ptx2c_relaxed);
    CHECK(was.lo == 1 && was.hi == 2 && q.lo == 1 && q.hi == 2);
    was = ptx2c_atom_cas_b128(&q, one, two, ptx2c_relaxed);
    CHECK(was.lo == 1 && was.hi == 2 && q.lo == 3 && q.hi == 4);
    was = ptx2c_atom_exch_b128(&q, one, ptx2c_relaxed);
    CHECK(was.lo == 3 && was.hi == 4 && q.lo == 1 && q.hi == 2);
    was = ptx2c_shared_atom_cas_b128(&lone, &q, one, half, ptx2c_relaxed);
    CHECK(was.lo == 1 && was.hi == 2 && q.lo == 1 && q.hi == 4);
}

static void halves(void)
{
    static const uint16_t v[] = {0, 0x8000, 1, 0x3c00, 0xbc00, 0x4000, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x3f80, 0xc0a0};
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
#define HALF(op, T)                                                                          \
    {                                                                                        \
        uint16_t at = v[i], want = ptx2c_##op##_##T(v[i], v[j]);                             \
        uint32_t pair = (uint32_t)v[j] << 16 | v[i], old = pair;                             \
        uint32_t both = (uint32_t)ptx2c_##op##_##T(v[j], v[i]) << 16 | want;                 \
        CHECK(ptx2c_atom_##op##_##T(&at, v[j], ptx2c_relaxed) == v[i] && at == want);        \
        CHECK(ptx2c_atom_##op##_##T##x2(&pair, (uint32_t)v[i] << 16 | v[j], ptx2c_relaxed) == old && pair == both); \
        pair = old;                                                                          \
        CHECK(ptx2c_shared_atom_##op##_##T##x2(&lone, &pair, (uint32_t)v[i] << 16 | v[j], ptx2c_relaxed) == old); \
        CHECK(pair == both);                                                                 \
    }
            HALF(add, f16) HALF(min, f16) HALF(max, f16)
            HALF(add, bf16) HALF(min, bf16) HALF(max, bf16)
        }
    uint16_t one = 0x3c00; /* 1 + 2 = 3 */
    ptx2c_atom_add_f16(&one, 0x4000, ptx2c_relaxed);
    CHECK(one == 0x4200);
}

static uint32_t sum_bits(uint32_t a, uint32_t b, bool global)
{
    float at = ptx2c_f32_of(a);
    float old = global ? ptx2c_atom_add_f32(&at, ptx2c_f32_of(b), ptx2c_relaxed)
                       : ptx2c_shared_atom_add_noftz_f32(&lone, &at, ptx2c_f32_of(b), ptx2c_relaxed);
    CHECK((ptx2c_bits_f32(old) & 0x7f800000) == 0x7f800000 || ptx2c_bits_f32(old) == a);
    return ptx2c_bits_f32(at);
}

static void floats(void)
{
    float f = 1.5f;
    CHECK(ptx2c_atom_add_f32(&f, 2.25f, ptx2c_relaxed) == 1.5f && f == 3.75f);
    CHECK(ptx2c_shared_atom_add_noftz_f32(&shared_cta, &f, 1, ptx2c_relaxed) == 3.75f && f == 4.75f);
    double d = 0.5;
    CHECK(ptx2c_atom_add_f64(&d, 0.25, ptx2c_relaxed) == 0.5 && d == 0.75);
    CHECK(ptx2c_shared_atom_add_f64(&lone, &d, 0.25, ptx2c_relaxed) == 0.75 && d == 1);
    CHECK(sum_bits(1, 2, true) == 0); /* subnormals are flushed in global memory only */
    CHECK(sum_bits(1, 2, false) == 3);
    CHECK(sum_bits(0x80000001, 0x80000001, true) == 0x80000000);
    CHECK(sum_bits(0x00800001, 0x80800000, true) == 0); /* a subnormal result */
    CHECK(sum_bits(0x00800001, 0x80800000, false) == 1);
    CHECK(sum_bits(0x7f800000, 0xff800000, true) == 0x7fffffff);
    CHECK(sum_bits(0x7f7fffff, 0x7f7fffff, true) == 0x7f800000);
    CHECK(sum_bits(0xff812345, 0x3f800000, false) == 0x7fffffff);
}

static void accesses(void)
{
    _Alignas(16) unsigned char m[32];
    for (int i = 0; i < 32; i++)
        m[i] = (unsigned char)(0x81 + i);
#define ACCESS(T, C)                                                                   \
    {                                                                                  \
        C want, back;                                                                  \
        memcpy(&want, m + 16, sizeof want);                                            \
        C got[] = {ptx2c_ld_##T(m + 16), ptx2c_ldv_##T(m + 16), ptx2c_ld_relaxed_##T(m + 16), \
                   ptx2c_ld_acquire_##T(m + 16)};                                      \
        for (int i = 0; i < 4; i++)                                                    \
            CHECK(memcmp(&got[i], &want, sizeof want) == 0);                           \
        for (int i = 0; i < 4; i++) {                                                  \
            memset(m, 0, 16);                                                          \
            if (i == 0) ptx2c_st_##T(m, want);                                         \
            if (i == 1) ptx2c_stv_##T(m, want);                                        \
            if (i == 2) ptx2c_st_relaxed_##T(m, want);                                 \
            if (i == 3) ptx2c_st_release_##T(m, want);                                 \
            memcpy(&back, m, sizeof back);                                             \
            CHECK(memcmp(&back, &want, sizeof want) == 0 && (sizeof want == 16 || m[sizeof want] == 0)); \
        }                                                                              \
    }
    ACCESS(u8, uint8_t) ACCESS(s8, int8_t) ACCESS(u16, uint16_t) ACCESS(s16, int16_t)
    ACCESS(u32, uint32_t) ACCESS(s32, int32_t) ACCESS(u64, uint64_t) ACCESS(s64, int64_t)
    ACCESS(f32, float) ACCESS(f64, double) ACCESS(b128, ptx2c_b128)
    CHECK(ptx2c_ld_u64(m + 17) >> 56 == m[24]); /* any alignment */
    ptx2c_copy(m, m + 16, 16, 5);
    CHECK(memcmp(m, m + 16, 5) == 0);
    for (int i = 5; i < 16; i++)
        CHECK(m[i] == 0);
    ptx2c_copy(m, m + 16, 8, 8);
    CHECK(memcmp(m, m + 16, 8) == 0 && m[8] == 0);
}

/* ---- together ---- */

enum { THREADS = 4, ROUNDS = 100000 };
static struct {
    uint32_t add, inc, bits, max, cas;
    uint64_t wide;
    float f;
    double d;
    uint16_t half[2];
    _Alignas(16) ptx2c_b128 pair, swapped;
    int torn;
} m;

static void *work(void *arg)
{
    uint32_t id = (uint32_t)(uintptr_t)arg;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        ptx2c_atom_add_u32(&m.add, 1, ptx2c_relaxed);
        ptx2c_shared_atom_inc_u32(&shared_cta, &m.inc, 6, ptx2c_relaxed);
        ptx2c_atom_xor_b32(&m.bits, 1u << id, ptx2c_relaxed);
        ptx2c_atom_max_u32(&m.max, i * THREADS + id, ptx2c_relaxed);
        ptx2c_atom_add_u64(&m.wide, 1ull << 33 | 1, ptx2c_relaxed);
        ptx2c_atom_add_f32(&m.f, 1, ptx2c_relaxed);
        ptx2c_atom_add_f64(&m.d, 0.5, ptx2c_relaxed);
        for (uint16_t old = ptx2c_ld_relaxed_u16(&m.half[id & 1]), was; ; old = was)
            if ((was = ptx2c_atom_cas_b16(&m.half[id & 1], old, (uint16_t)(old + 1), ptx2c_relaxed)) == old)
                break;
        while (ptx2c_atom_cas_b32(&m.cas, 0, 1, ptx2c_acquire) != 0) /* a lock */
            ;
        uint64_t old = m.swapped.lo;
        m.swapped.lo = old + 1;
        ptx2c_atom_exch_b32(&m.cas, 0, ptx2c_release);
        ptx2c_b128 v = {i, ~(uint64_t)i};
        ptx2c_st_relaxed_b128(&m.pair, v);
        v = ptx2c_ld_relaxed_b128(&m.pair);
        if (v.hi != ~v.lo)
            m.torn = 1;
    }
    return NULL;
}

static void together(void)
{
    pthread_t t[THREADS];
    m.pair.hi = ~(uint64_t)0;
    for (uintptr_t i = 0; i < THREADS; i++)
        if (pthread_create(&t[i], NULL, work, (void *)i)) {
            perror("pthread_create");
            exit(1);
        }
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    CHECK(m.add == THREADS * ROUNDS);
    CHECK(m.inc == THREADS * ROUNDS % 7);
    CHECK(m.bits == 0);
    CHECK(m.max == THREADS * ROUNDS - 1);
    CHECK(m.wide == (1ull << 33 | 1) * THREADS * ROUNDS);
    CHECK(m.f == THREADS * ROUNDS);
    CHECK(m.d == THREADS * ROUNDS * 0.5);
    CHECK(m.half[0] == (uint16_t)(THREADS / 2 * ROUNDS) && m.half[1] == m.half[0]);
    CHECK(m.swapped.lo == THREADS * ROUNDS);
    CHECK(!m.torn);
}

/* What is there already is not written: it may be a constant. */
static void limits(void)
{
    static const uint32_t ten = 10, three = (uint32_t)-3;
    static const uint64_t wide = 1ull << 40;
    static const uint16_t half = 0x4000;
    CHECK(ptx2c_atom_min_u32((void *)(uintptr_t)&ten, 12, ptx2c_relaxed) == 10);
    CHECK(ptx2c_atom_max_u32((void *)(uintptr_t)&ten, 10, ptx2c_relaxed) == 10);
    CHECK(ptx2c_atom_max_s32((void *)(uintptr_t)&three, (uint32_t)-4, ptx2c_relaxed) == (uint32_t)-3);
    CHECK(ptx2c_atom_min_u64((void *)(uintptr_t)&wide, 1ull << 41, ptx2c_relaxed) == 1ull << 40);
    CHECK(ptx2c_atom_max_f16((void *)(uintptr_t)&half, 0x3c00, ptx2c_relaxed) == 0x4000);
}

/* Sums of .f32 in global memory: subnormal numbers count as 0, before and after. */
static void flushed(void)
{
    static const uint32_t size[] = {0, 1, 0x400000, 0x7fffff, 0x800000, 0x800001, 0xffffff, 0x1000000, 0xc7fffff, 0xc800000, 0xd000000,
                                    0xd7fffff, 0xd800000, 0xd800001, 0xe000000, 0xe7fffff, 0x3f800000, 0x7f7fffff, 0x7f800000, 0x7fc00000};
    enum { N = sizeof size / sizeof *size };
    for (int i = 0; i < 2 * N; i++)
        for (int j = 0; j < 2 * N; j++) {
            const uint32_t a = size[i / 2] | (uint32_t)i << 31, b = size[j / 2] | (uint32_t)j << 31;
            uint32_t at = a;
            ptx2c_atom_add_f32(&at, ptx2c_f32_of(b), ptx2c_relaxed);
            CHECK(at == ptx2c_flush_bits(ptx2c_sum_f32(ptx2c_flush_bits(a), ptx2c_flush_bits(b))));
        }
}

int main(void)
{
    operations();
    limits();
    flushed();
    compare_and_swap();
    floats();
    halves();
    accesses();
    together();
    return failed != 0;
}
