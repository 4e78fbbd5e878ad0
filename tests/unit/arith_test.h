/* arith_test.h: what the tests of the runtime's arithmetic share: random bits, reports, the values worth trying.
 * Each test compares against a reference that uses none of the runtime's arithmetic. */
#ifndef ARITH_TEST_H
#define ARITH_TEST_H

#include "ptx2c/arith.h"

#include <inttypes.h>
#include <stdio.h>

static int failures;
static const char *test_name;
static int test_failed;

static inline uint64_t random_bits(void)
{
    static uint64_t s = 0x9e3779b97f4a7c15;
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return s * 0x2545f4914f6cdd1d;
}

static inline void begin(const char *name)
{
    test_name = name;
    test_failed = 0;
}

static inline void end(void)
{
    if (test_failed)
        printf("FAIL %s: %d differences\n", test_name, test_failed);
    else
        printf("ok %s\n", test_name);
    failures += test_failed != 0;
}

static inline void differ(uint64_t got, uint64_t want, uint64_t a, uint64_t b, uint64_t c)
{
    if (test_failed++ < 5)
        printf("  %s(%#" PRIx64 ", %#" PRIx64 ", %#" PRIx64 ") = %#" PRIx64 ", expected %#" PRIx64 "\n", test_name, a, b,
               c, got, want);
}

static inline void same(uint64_t got, uint64_t want, uint64_t a, uint64_t b, uint64_t c)
{
    if (got != want)
        differ(got, want, a, b, c);
}

/* Bits of two floats agree, or both are NaN. */
static inline void same_f32(float got, float want, uint64_t a, uint64_t b, uint64_t c)
{
    if (!(want != want && got != got))
        same(ptx2c_bits_f32(got), ptx2c_bits_f32(want), a, b, c);
}

static inline void same_f64(double got, double want, uint64_t a, uint64_t b, uint64_t c)
{
    if (!(want != want && got != got))
        same(ptx2c_bits_f64(got), ptx2c_bits_f64(want), a, b, c);
}

/* Floats near the edges of every kind of result: small and large exponents, few bits, halves of a place. */
static inline uint32_t interesting_f32(void)
{
    static const uint32_t edge[] = {
        0, 1, 2, 0x7fffff, 0x800000, 0x800001, 0xffffff, 0x1000000, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3effffff,
        0x3f000000, 0x3f000001, 0x40000000, 0x40490fdb, 0x4b000000, 0x4b7fffff, 0x4b800000, 0x4effffff, 0x4f000000,
        0x4f7fffff, 0x4f800000, 0x5f000000, 0x5f800000, 0x7e800000, 0x7e800001, 0x7f000000, 0x7f7fffff, 0x7f800000,
        0x7f800001, 0x7fc00000, 0x7fffffff, 0x42fe0000, 0x43000000, 0xc3150000, 0x33800000, 0x34000000};
    uint64_t r = random_bits();
    uint32_t v = (uint32_t)(r >> 32);
    switch (r & 7) {
    case 0: v = edge[v % (sizeof edge / sizeof *edge)]; break;
    case 1: v = (v & 0x7fffff) | (uint32_t)(127 + (int)(r >> 8 & 63) - 32) << 23; break;
    case 2: v &= 0xfff80000; break;
    case 3: v = (v & 0x807fffff) | (uint32_t)(r >> 8 & 31) << 23; break;
    case 4: v = (v & 0x7f800000) + (uint32_t)(r >> 8 & 3) - 1; break;
    default: break;
    }
    return v ^ (uint32_t)(r >> 3 & 1) << 31;
}

static inline uint64_t interesting_f64(void)
{
    static const uint64_t edge[] = {
        0, 1, 2, 0x000fffffffffffff, 0x0010000000000000, 0x0010000000000001, 0x3fefffffffffffff, 0x3ff0000000000000,
        0x3ff0000000000001, 0x7fefffffffffffff, 0x7ff0000000000000, 0x7ff0000000000001, 0x7ff8000000000000,
        0x4330000000000000, 0x41dfffffffc00000, 0x41e0000000000000, 0x43e0000000000000, 0x43f0000000000000,
        0x36a0000000000000, 0x3690000000000000, 0x47efffffe0000000, 0x47effffff0000000, 0x40effc0000000000};
    uint64_t r = random_bits(), v = random_bits(), mant = ((uint64_t)1 << 52) - 1;
    switch (r & 7) {
    case 0: v = edge[v % (sizeof edge / sizeof *edge)]; break;
    case 1: v = (v & mant) | (1023 + (r >> 8 & 127) - 64) << 52; break;
    case 2: v = v >> 44 << 44; break;
    case 3: v = (v & (mant | (uint64_t)1 << 63)) | (r >> 8 & 63) << 52; break;
    case 4: v = (v >> 52 << 52) + (r >> 8 & 3) - 1; break;
    case 5: v = (v & mant) | (1023 + (r >> 8 & 255) - 128) << 52; break;
    default: break;
    }
    return v ^ (r >> 3 & 1) << 63;
}

#endif
