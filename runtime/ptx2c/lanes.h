/* lanes.h: loops over the lanes of a chunk or warp, over ranges of them, and under masks. */
#ifndef PTX2C_LANES_H
#define PTX2C_LANES_H

#include "cta.h"

/* A number that gcc is not to see. */
PTX2C_INLINE size_t ptx2c_hidden(size_t x)
{
#if defined __GNUC__ && !defined __clang__
    __asm__("" : "+r"(x));
#endif
    return x;
}

/* A constant that clang is not to see as one: it would make a switch of comparisons with it, which are then no vectors. */
PTX2C_INLINE uint32_t ptx2c_not_constant(uint32_t x)
{
#if defined __clang__
    __asm__("" : "+r"(x));
#endif
    return x;
}

/* What each lane of a warp keeps of a predicate that nothing takes for all lanes at once.  Where what words are compared to are masks, gcc makes
 * vectors of bytes piece by piece. */
#if defined __AVX512VL__
typedef uint32_t ptx2c_flag;
#else
typedef uint8_t ptx2c_flag;
#endif

/* Loops over lanes.  PTX2C_LANES: the lanes' work has no order among them and may be done side by side. */
#define PTX2C_PRAGMA(x) _Pragma(#x)
#if defined _OPENMP
#define PTX2C_SIMD_OR(x) PTX2C_PRAGMA(omp simd reduction(| : x)) /* and the results are collected in x */
#define PTX2C_SIMD _Pragma("omp simd")
#elif defined __clang__
#define PTX2C_SIMD _Pragma("clang loop vectorize(assume_safety)")
#elif defined __GNUC__ && PTX2C_SINGLE && !PTX2C_SCALAR
#define PTX2C_SIMD _Pragma("GCC ivdep") _Pragma("GCC unroll 8")
#elif defined __GNUC__ && defined __aarch64__
#define PTX2C_SIMD _Pragma("GCC ivdep") _Pragma("GCC unroll 4") /* vectors, four a round */
#elif defined __GNUC__
#define PTX2C_SIMD _Pragma("GCC ivdep") _Pragma("GCC unroll 1") /* unrolled whole, it would not be vectorised */
#else
#define PTX2C_SIMD
#endif
#if defined __clang__ /* a loop that stays scalar is no fault of the source */
#pragma clang diagnostic ignored "-Wpass-failed"
#endif
#if !defined PTX2C_SIMD_OR
#define PTX2C_SIMD_OR(x) PTX2C_SIMD
#endif
/* clang, told to make vectors, would all the same first unroll a short loop whole, and then see no loop; told not to, it
 * would keep the loop around a single vector, too, and lanes' arrays in memory.  So it learns only when it makes vectors how
 * often such a loop goes round: n times.  Until then it knows that this is not more than n, or, for a warp's few lanes, not
 * even that: else it would copy them by memcpy, which leaves the array in memory, too. */
#if defined __clang__
PTX2C_INLINE uint32_t ptx2c_late(uint32_t n, bool few)
{
    uint32_t x;
    __asm__("" : "=r"(x)); /* no constant, but that is not decided before */
    return __builtin_constant_p(x) ? few ? x : n / 2 : n;
}
#define PTX2C_LOOP(from, to) for (uint32_t l = (from), to_ = ptx2c_late(to, false); l < to_; l++)
#define PTX2C_LOOP_FEW(from, to) for (uint32_t l = (from), to_ = ptx2c_late(to, true); l < to_; l++)
#if defined __AVX__ /* large vectors: by several a round, most lanes of a chunk that is cut would be left over, one by one */
#define PTX2C_SIMD_LOOP(from, to) _Pragma("clang loop vectorize(assume_safety) interleave(disable)") PTX2C_LOOP(from, to)
#else
#define PTX2C_SIMD_LOOP(from, to) _Pragma("clang loop vectorize(assume_safety)") PTX2C_LOOP(from, to)
#endif
#else
#if defined _OPENMP /* which wants one variable, and looks at the end once */
#define PTX2C_LOOP(from, to) for (uint32_t l = (from); l < (to); l++)
#else /* of an end that is a choice, gcc would not see that the loop is what it is told to make vectors of */
#define PTX2C_LOOP(from, to) for (uint32_t l = (from), to_ = (to); l < to_; l++)
#endif
#define PTX2C_SIMD_LOOP(from, to) PTX2C_SIMD PTX2C_LOOP(from, to)
#endif
/* n and to are at most 1024; what compilers can see of that tells them that 4 * l does not wrap. */
#define PTX2C_LANES(n) PTX2C_SIMD_LOOP(0, (n) % 2048)
/* The same.  gcc does the lanes behind the last whole vector one by one: where it can't see that there are none, they become a vector,
 * too, of which only they are meant (by a test that gcc does not take for the end of a loop; clang does so when told). */
#if defined __GNUC__ && !defined __clang__ && defined __AVX512VL__ && defined __AVX512BW__ && !PTX2C_SCALAR
PTX2C_INLINE uint32_t ptx2c_filled(uint32_t n) { return __builtin_constant_p(n) ? n : (n + 15) / 16 * 16; }
PTX2C_INLINE bool ptx2c_meant(uint32_t l, uint32_t n) { return __builtin_constant_p(n) || (l - n) >> 31; }
#define PTX2C_LANES_FILLED(n) PTX2C_SIMD_LOOP(0, ptx2c_filled((n) % 2048)) if (ptx2c_meant(l, n))
#elif defined __clang__ && defined __AVX512VL__
#define PTX2C_LANES_FILLED(n) _Pragma("clang loop vectorize(assume_safety) vectorize_width(16) vectorize_predicate(enable)") PTX2C_LOOP(0, (n) % 2048)
#else
#define PTX2C_LANES_FILLED(n) PTX2C_LANES(n)
#endif
/* The same of few lanes that read at even distances, but not all that lies between: clang would do as many one by one as a vector has, lest
 * the last one reads behind the end of memory. */
#if defined __clang__ && defined __AVX512VL__
#define PTX2C_LANES_APART(n) PTX2C_LANES_FILLED(n)
#else
#define PTX2C_LANES_APART(n) PTX2C_LANES(n)
#endif
#if defined __clang__ /* a part of a chunk's lanes is too few for several vectors a round; masks take what is left over */
#if defined __AVX512VL__
#define PTX2C_SIMD_PART _Pragma("clang loop vectorize(assume_safety) vectorize_predicate(enable) interleave(disable)")
#else
#define PTX2C_SIMD_PART _Pragma("clang loop vectorize(assume_safety) interleave(disable)")
#endif
#define PTX2C_LANES_FROM(from, to) PTX2C_SIMD_PART PTX2C_LOOP(from, (to) % 2048)
/* The same where what is stored in lanes' arrays is soon loaded again, which is slow behind a store under a mask. */
#define PTX2C_LANES_KEEPING(from, to) _Pragma("clang loop vectorize(assume_safety) interleave(disable)") PTX2C_LOOP(from, (to) % 2048)
#else
#define PTX2C_LANES_FROM(from, to) PTX2C_SIMD_LOOP(from, (to) % 2048)
#define PTX2C_LANES_KEEPING(from, to) PTX2C_LANES_FROM(from, to)
#endif
/* Lanes that branch to loads or stores of bytes and half words: vectors only where they have masks for those. */
#if defined __AVX512BW__ || defined __ARM_FEATURE_SVE || defined __riscv_vector
#define PTX2C_LANES_NARROW(from, to) PTX2C_LANES_FROM(from, to)
#else
#define PTX2C_LANES_NARROW(from, to) PTX2C_EACH_LANE_FROM(from, to)
#endif
/* One lane: nothing to make vectors of, and no loop. */
#define PTX2C_ONE_LANE(at) for (uint32_t l = (at) % 2048, once_ = l < 2048; once_; once_ = 0)
#define PTX2C_EACH_LANE(n) for (uint32_t l = 0; l < (n) % 2048; l++)
/* Lanes that look up what the place is that they read next: a lane waits for that, and the processor does others meanwhile.  clang would
 * make vectors of the places, which wait for the last of them. */
#if defined __clang__
#define PTX2C_EACH_LANE_LOOKUP(n) _Pragma("clang loop vectorize(disable) unroll(disable)") PTX2C_EACH_LANE(n)
#else
#define PTX2C_EACH_LANE_LOOKUP(n) PTX2C_EACH_LANE(n)
#endif
/* Lanes that read bytes or half words here and there and do little else, in a loop for few or for many: clang would fill vectors with each of them by
 * itself. */
#if defined __clang__
#define PTX2C_PICKED(lanes, n) _Pragma("clang loop vectorize(disable)") PTX2C_EACH_LANE(n)
#else
#define PTX2C_PICKED(lanes, n) PTX2C_##lanes(n)
#endif
/* Lanes that look up words here and there and do little else: gcc would take each place out of a vector, and fill one with what lies there. */
#if defined __GNUC__ && !defined __clang__ && !defined __ARM_FEATURE_SVE && !defined __riscv_vector
PTX2C_INLINE uint32_t ptx2c_next_lane(uint32_t l)
{
    __asm__("" : "+r"(l)); /* not seen to be the next */
    return l + 1;
}
#define PTX2C_SPREAD(lanes, n) for (uint32_t l = 0; l < (n) % 2048; l = ptx2c_next_lane(l))
#else
#define PTX2C_SPREAD(lanes, n) PTX2C_##lanes(n)
#endif
/* In a loop over lanes, a condition that is the same for all, as one of each lane: gcc then makes vectors of what is read under it
 * without a version of the loop for each side, of which it makes few, and none of long loops. */
#if defined __GNUC__ && !defined __clang__ && !PTX2C_SCALAR
#define PTX2C_ALIKE(c) (l < 0u - (uint32_t)(bool)(c))
#else
#define PTX2C_ALIKE(c) (c)
#endif
/* The way out of a loop that a lane goes round by itself, with something that is computed there: clang would do that in each round, choose by
 * the condition, and have the next round's places wait for that. */
#if defined __clang__
#define PTX2C_LEAVES(c) __builtin_expect(!!(c), 0)
#else
#define PTX2C_LEAVES(c) (c)
#endif
/* A few instructions for each lane in order.  clang does many lanes without a jump by itself; gcc when it is told how. */
#if defined __GNUC__ && !defined __clang__
#define PTX2C_EACH_LANE_FEW(n)                                                                                         \
    for (uint32_t from_ = 0, by_ = (n) % 8 ? 1 : 8; from_ < (n) % 2048; from_ += by_)                                  \
        _Pragma("GCC unroll 8") for (uint32_t l = from_; l < from_ + by_; l++)
#else
#define PTX2C_EACH_LANE_FEW(n) PTX2C_EACH_LANE(n)
#endif
/* Of n lanes that number from and each by-th behind it. */
#define PTX2C_LANES_EVERY(n, from, by) for (uint32_t l = (from); l < (n) % 2048; l += (by))
#define PTX2C_EACH_LANE_FROM(from, to) for (uint32_t l = (from); l < (to) % 2048; l++)
/* A few instructions for each lane, with floats.  Where those have no vectors, eight lanes in a straight line, if it is known that there
 * are so many; gcc's own way to unroll loops would compute the addresses of each. */
#if defined __GNUC__ && !defined __clang__ && PTX2C_SINGLE && !PTX2C_SCALAR
#define PTX2C_LANES_FEW(n)                                                                                             \
    for (uint32_t from_ = 0, by_ = __builtin_constant_p(n) && (n) % 8 == 0 ? 8 : (n) % 2048; from_ < (n) % 2048;      \
         from_ += by_)                                                                                                 \
        _Pragma("GCC ivdep") _Pragma("GCC unroll 8") for (uint32_t l = from_; l < from_ + by_; l++)
#define PTX2C_SIMD_MASKED_FEW(m)                                                                                       \
    for (uint32_t from_ = 0; from_ < 32; from_ += 8)                                                                   \
        _Pragma("GCC ivdep") _Pragma("GCC unroll 8") for (uint32_t l = from_; l < from_ + 8; l++)                      \
            if ((m) == 0xffffffffu || ((m) >> l & 1))
#elif defined __GNUC__ && !defined __clang__ && PTX2C_SHORT && !PTX2C_SCALAR && !defined _OPENMP /* as many in four vectors */
#define PTX2C_KNOWN(n) (__builtin_constant_p(n) && (n) % 16 == 0)
#define PTX2C_LANES_FEW(n)                                                                                             \
    for (uint32_t from_ = 0, by_ = PTX2C_KNOWN(n) ? 16 : (n) % 2048, yet_ = PTX2C_KNOWN(n) ? (n) % 2048 : 1; yet_;     \
         yet_ = PTX2C_KNOWN(n) ? yet_ - 16 : 0, from_ += by_)                                                          \
        _Pragma("GCC ivdep") _Pragma("GCC unroll 4") for (uint32_t lane_ = 0; lane_ < by_; lane_++)                    \
            for (uint32_t l = from_ + lane_, once_ = 1; once_; once_ = 0)
#define PTX2C_SIMD_MASKED_FEW(m) PTX2C_SIMD_MASKED(m)
#else
#define PTX2C_LANES_FEW(n) PTX2C_LANES(n)
#define PTX2C_SIMD_MASKED_FEW(m) PTX2C_SIMD_MASKED(m)
#endif
/* Some more instructions: eight times that many would want more registers than there are. */
#if PTX2C_SINGLE
#define PTX2C_LANES_LIGHT(n) PTX2C_LANES(n)
#else
#define PTX2C_LANES_LIGHT(n) PTX2C_LANES_FEW(n)
#endif
/* A few, without floats. */
#if (PTX2C_SINGLE && !defined __ARM_NEON) || PTX2C_SHORT
#define PTX2C_LANES_BRIEF(n) PTX2C_LANES_FEW(n)
#define PTX2C_SIMD_MASKED_BRIEF(m) PTX2C_SIMD_MASKED_FEW(m)
#else
#define PTX2C_LANES_BRIEF(n) PTX2C_LANES(n)
#define PTX2C_SIMD_MASKED_BRIEF(m) PTX2C_SIMD_MASKED(m)
#endif
/* A loop that lanes go round together until none goes on, as its mask says, and in which they read here and there: PTX2C_SEARCH_ON(mask, …) for the
 * loops over lanes in it, PTX2C_SEARCH(…) for those beside it, inside of PTX2C_SEARCHES.  Without instructions that read so for several lanes,
 * each goes round alone. */
#if defined __AVX2__ || defined __ARM_FEATURE_SVE || defined __riscv_vector
#define PTX2C_SEARCHES(n)
#define PTX2C_SEARCH(lanes) PTX2C_##lanes
#define PTX2C_SEARCH_ON(mask, lanes) PTX2C_##lanes
#define PTX2C_SEARCH_ANY(mask, n) ptx2c_any((mask), (n))
#else
#define PTX2C_SEARCHES(n) for (uint32_t lane_ = 0; lane_ < (n) % 2048; lane_++)
#define PTX2C_SEARCH(lanes) for (uint32_t l = lane_, once_ = 1; once_; once_ = 0)
#if PTX2C_SINGLE
#define PTX2C_SEARCH_ON(mask, lanes) PTX2C_SEARCH(lanes)
#define PTX2C_SEARCH_ANY(mask, n) ((mask)[lane_] != 0)
#else /* compilers are told that what a blend asks is so */
#define PTX2C_SEARCH_ON(mask, lanes) for (uint32_t l = lane_, once_ = (mask)[l] == 0xffffffffu; once_; once_ = 0)
#define PTX2C_SEARCH_ANY(mask, n) ((mask)[lane_] == 0xffffffffu)
#endif
#endif
/* The first lane from l on whose byte, 0 or 1, is not passed, or n: eight bytes are looked at at once. */
PTX2C_INLINE uint32_t ptx2c_marked(const uint8_t *marks, uint32_t l, uint32_t n, const uint8_t passed)
{
    for (uint64_t eight; l + 8 <= n && (memcpy(&eight, marks + l, 8), eight == passed * UINT64_C(0x0101010101010101));)
        l += 8;
    while (l < n && marks[l] == passed)
        l++;
    return l;
}
/* The few lanes that bytes mark, or don't. */
#define PTX2C_FOR_MARKS(marks, n, passed) \
    for (uint32_t l = ptx2c_marked(marks, 0, n, passed); l < (n); l = ptx2c_marked(marks, l + 1, n, passed))
#define PTX2C_MARKED_LANES(marks, n) PTX2C_FOR_MARKS(marks, n, 0)
#define PTX2C_UNMARKED_LANES(marks, n) PTX2C_FOR_MARKS(marks, n, 1)
/* Loops over lanes which are parts of one: PTX2C_PART_… inside of PTX2C_PARTS.  Where lanes have no vectors each does all parts before
 * the next one begins: what it keeps from one to the next is then no array. */
#if PTX2C_JOINED
#define PTX2C_PARTS(from, to) PTX2C_SIMD for (uint32_t lane_ = (from); lane_ < (to) % 2048; lane_++)
#define PTX2C_THIS_LANE for (uint32_t l = lane_, once_ = 1; once_; once_ = 0)
#define PTX2C_PART_LANES(n) PTX2C_THIS_LANE
#define PTX2C_PART_LANES_FEW(n) PTX2C_THIS_LANE
#define PTX2C_PART_LANES_LIGHT(n) PTX2C_THIS_LANE
#define PTX2C_PART_LANES_BRIEF(n) PTX2C_THIS_LANE
#define PTX2C_PART_LANES_FROM(from, to) PTX2C_THIS_LANE
#define PTX2C_PART_LANES_KEEPING(from, to) PTX2C_THIS_LANE
#define PTX2C_PART_PICKED(lanes, n) PTX2C_THIS_LANE
#define PTX2C_PART_LANES_NARROW(from, to) PTX2C_THIS_LANE
#define PTX2C_PART_EACH_LANE(n) PTX2C_THIS_LANE
#define PTX2C_PART_EACH_LANE_FROM(from, to) PTX2C_THIS_LANE
#define PTX2C_PART_EACH_LANE_FEW(n) PTX2C_THIS_LANE
#define PTX2C_PART_OR(x)
#define PTX2C_PART_MARKED_LANES(marks, n) PTX2C_THIS_LANE if ((marks)[l])
#define PTX2C_PART_UNMARKED_LANES(marks, n) PTX2C_THIS_LANE if (!(marks)[l])
#else
#define PTX2C_PARTS(from, to)
#define PTX2C_PART_LANES(n) PTX2C_LANES(n)
#define PTX2C_PART_LANES_FEW(n) PTX2C_LANES_FEW(n)
#define PTX2C_PART_LANES_LIGHT(n) PTX2C_LANES_LIGHT(n)
#define PTX2C_PART_LANES_BRIEF(n) PTX2C_LANES_BRIEF(n)
#define PTX2C_PART_LANES_FROM(from, to) PTX2C_LANES_FROM(from, to)
#define PTX2C_PART_LANES_KEEPING(from, to) PTX2C_LANES_KEEPING(from, to)
#define PTX2C_PART_PICKED(lanes, n) PTX2C_PICKED(lanes, n)
#define PTX2C_PART_LANES_NARROW(from, to) PTX2C_LANES_NARROW(from, to)
#define PTX2C_PART_EACH_LANE(n) PTX2C_EACH_LANE(n)
#define PTX2C_PART_EACH_LANE_FROM(from, to) PTX2C_EACH_LANE_FROM(from, to)
#define PTX2C_PART_EACH_LANE_FEW(n) PTX2C_EACH_LANE_FEW(n)
#define PTX2C_PART_OR(x) PTX2C_SIMD_OR(x)
#define PTX2C_PART_MARKED_LANES(marks, n) PTX2C_MARKED_LANES(marks, n)
#define PTX2C_PART_UNMARKED_LANES(marks, n) PTX2C_UNMARKED_LANES(marks, n)
#endif
/* A loop over lanes that stores here and there: PTX2C_SCATTER_PART(…) for its parts, inside of PTX2C_SCATTERING(…), which is the loop where
 * processors have vectors of such stores, or none at all.  Elsewhere the parts are: gcc makes no vectors of a loop with such a store.  …_MASKED:
 * likewise, if vectors of the parts need masks. */
#if PTX2C_JOINED || !defined __GNUC__ || defined __clang__ || defined __AVX512F__ || defined __ARM_FEATURE_SVE || defined __riscv_vector
#define PTX2C_SCATTERING(lanes) PTX2C_##lanes
#define PTX2C_SCATTER_PART(lanes)
#else
#define PTX2C_SCATTERING(lanes)
#define PTX2C_SCATTER_PART(lanes) PTX2C_##lanes
#endif
#if defined __AVX2__ || defined PTX2C_V3
#define PTX2C_SCATTERING_MASKED(lanes) PTX2C_SCATTERING(lanes)
#define PTX2C_SCATTER_PART_MASKED(lanes) PTX2C_SCATTER_PART(lanes)
#else
#define PTX2C_SCATTERING_MASKED(lanes) PTX2C_##lanes
#define PTX2C_SCATTER_PART_MASKED(lanes)
#endif
/* The same with branches between the loops that all lanes take alike: each comes to them for itself, where not even integers have vectors.  n
 * lanes that are known to be few have what they keep in registers and take them together. */
#if PTX2C_JOINED && !defined __ARM_NEON
#if defined __GNUC__ && !PTX2C_SCALAR
#define PTX2C_TOGETHER(n) (__builtin_constant_p(n) && (n) <= 8)
#define PTX2C_JOINS(n) \
    _Pragma("GCC unroll 4") for (uint32_t lane_ = 0, lanes_ = PTX2C_TOGETHER(n) ? (n) : 1; lane_ < (n) % 2048; lane_ += lanes_)
#if defined __clang__
#define PTX2C_JOIN(lanes) _Pragma("GCC unroll 8") for (uint32_t l = lane_, left_ = lanes_; left_; l++, left_--)
#else
#define PTX2C_JOIN(lanes) \
    _Pragma("GCC ivdep") _Pragma("GCC unroll 8") for (uint32_t l = lane_, left_ = lanes_; left_; l++, left_--)
#endif
#else
#define PTX2C_JOINS(n) for (uint32_t lane_ = 0; lane_ < (n) % 2048; lane_++)
#define PTX2C_JOIN(lanes) PTX2C_THIS_LANE
#endif
#else
#define PTX2C_JOINS(n)
#define PTX2C_JOIN(lanes) PTX2C_##lanes
#endif
/* The rows of 16 threads in a group, at most, which compilers unroll; half as many of 32.  Fewer where each fma is so much code that
 * registers don't suffice for it: as many as it takes to do something while one waits for another. */
#if defined PTX2C_HAS_FMA || defined PTX2C_FMA
enum { PTX2C_ROWS = 8 };
#else
enum { PTX2C_ROWS = 4 };
#endif
#if defined __clang__
#define PTX2C_EACH_ROW _Pragma("clang loop unroll(full)") for (uint32_t j = 0; j < R; j++)
#elif defined __GNUC__
#define PTX2C_EACH_ROW _Pragma("GCC unroll 8") for (uint32_t j = 0; j < R; j++)
#else
#define PTX2C_EACH_ROW for (uint32_t j = 0; j < R; j++)
#endif
/* A loop that each lane goes round as often as it likes: unrolled, it would have one more end for the processor to guess.
 * Those of RISC-V have no addresses that go on by themselves, so that a quarter of such a loop's instructions is for that. */
#if defined __clang__ && defined __riscv
#define PTX2C_ROLLED _Pragma("clang loop unroll_count(2)")
#elif defined __clang__
#define PTX2C_ROLLED _Pragma("clang loop unroll(disable)")
#elif defined __GNUC__
#define PTX2C_ROLLED _Pragma("GCC unroll 1")
#else
#define PTX2C_ROLLED
#endif
/* In a loop that adds to a float several times: gcc before 11.5, 12.4 and 13.2 that makes vectors of such a loop may take the
 * terms in the order that they have in memory, and some of them twice (GCC PR 110381).  With this in it, it does not. */
#if defined __GNUC__ && !defined __clang__ && \
    (__GNUC__ < 11 || (__GNUC__ == 11 && __GNUC_MINOR__ < 5) || (__GNUC__ == 12 && __GNUC_MINOR__ < 4) || \
     (__GNUC__ == 13 && __GNUC_MINOR__ < 2))
#define PTX2C_IN_ORDER __asm__ volatile("")
#else
#define PTX2C_IN_ORDER (void)0
#endif
/* The lanes of a mask; of a full one without a test, which compilers don't see in a shift. */
#define PTX2C_MASKED(m) for (uint32_t l = 0; l < 32; l++) if ((m) == 0xffffffffu || ((m) >> l & 1))
/* In a loop over n lanes, what only those have something of whose mask is not 0.  Vectors do it for all; a lane may be alone (PTX2C_LONE). */
#if PTX2C_SINGLE
#define PTX2C_MASKED_SIDE(n, mask) if (mask)
#elif PTX2C_SHORT && defined __GNUC__
#define PTX2C_MASKED_SIDE(n, mask) if (!__builtin_constant_p(n) || (n) != 1 || (mask))
#else
#define PTX2C_MASKED_SIDE(n, mask) if (true) /* a statement of its own, as it stands */
#endif
/* Those of a mask that a few lanes are likely to be left of: the machine finds the next one, where it can. */
#if defined __GNUC__ && (defined __x86_64__ || defined __i386__ || defined __aarch64__ || (defined __ARM_ARCH && __ARM_ARCH >= 7) || defined __riscv_zbb)
#define PTX2C_SOME_LANES(m) for (uint32_t left_ = (m), l = 0; left_ && (l = (uint32_t)__builtin_ctz(left_)) < 32; left_ &= left_ - 1)
#else /* without a number of rounds, so that compilers do not compute for all lanes what a few are left for */
#define PTX2C_SOME_LANES(m) for (uint32_t left_ = (m), l = 0; left_; left_ >>= 1, l++) if (left_ & 1)
#endif

/* Whether so few lanes are left of a mask that they scatter words one by one: with vectors for that, up to three. */
PTX2C_INLINE bool ptx2c_are_few(uint32_t m)
{
#if defined __AVX512F__ && !PTX2C_SCALAR
    return __builtin_popcount(m) < 4;
#else
    return (void)m, true;
#endif
}

/* What a lane does in shared memory if cond holds, by pointers PTX2C_WHERE(p).  Nobody can guess which lanes do: each does, those that should
 * not in bytes that are read by nobody.  On small processors, and on 64-bit ARM, where that is twice the instructions, a branch. */
#if PTX2C_SCALAR || PTX2C_SINGLE || defined __aarch64__
#define PTX2C_UPDATE(cond) if (cond)
#define PTX2C_WHERE(p) (p)
#else
#define PTX2C_UPDATE(cond)                                                                                             \
    for (uintptr_t yet_ = -(uintptr_t)(bool)(cond), once_ = 1; once_;)                                                      \
        for (uint64_t none_ = 0; once_; once_ = 0)
#define PTX2C_WHERE(p)                                                                                                 \
    ((unsigned char *)((uintptr_t)&none_ ^ (((uintptr_t)&none_ ^ (uintptr_t)(p)) & yet_)))
#endif

/* The loop behind it in a form for all 32 lanes and in one for some of them, as gcc makes two of any loop that asks so: clang's own bound for that
 * is low, and stores under a mask are slow on processors that have no registers for masks.  Of the two rounds one is done. */
#if defined __clang__ && __clang_major__ >= 16 && defined __AVX2__ && !defined __AVX512VL__ && !defined __OPTIMIZE_SIZE__
#define PTX2C_BOTH_WAYS(m) \
    _Pragma("clang loop unroll(full)") for (uint32_t way_ = 0; way_ < 2; way_++) if ((way_ == 0) == ((m) == 0xffffffffu))
#define PTX2C_ALL_ON(m) (way_ == 0)
#else
#define PTX2C_BOTH_WAYS(m)
#define PTX2C_ALL_ON(m) ((m) == 0xffffffffu)
#endif
/* PTX2C_MASKED side by side: for clang as a single vector where the machine has masks for that.  Elsewhere it would store
 * each lane's element on its own: many times the code. */
#if defined __clang__ && __clang_major__ >= 16 && defined __riscv_vector /* of a known length: it may stay in registers through a loop */
#define PTX2C_SIMD_MASKED(m) \
    _Pragma("clang loop vectorize(assume_safety) vectorize_width(32, fixed) interleave(disable)") PTX2C_LOOP_FEW(0, 32) \
        if ((m) == 0xffffffffu || ((m) >> l & 1))
#elif defined __clang__ && !defined __AVX2__
#define PTX2C_SIMD_MASKED(m) PTX2C_SIMD_MASKED_FROM(m, 0, 32)
#elif defined __clang__ && __clang_major__ < 16
#define PTX2C_SIMD_MASKED(m) \
    _Pragma("clang loop vectorize(assume_safety) vectorize_width(32) interleave(disable)") \
    PTX2C_LOOP_FEW(0, 32) if ((m) == 0xffffffffu || ((m) >> l & 1))
#elif defined __clang__
#define PTX2C_SIMD_MASKED(m) \
    PTX2C_BOTH_WAYS(m) _Pragma("clang loop vectorize(assume_safety) vectorize_width(32) interleave(disable) unroll(disable)") \
    for (uint32_t l = 0; l < 32; l++) if (PTX2C_ALL_ON(m) || ((m) >> l & 1))
#else
#define PTX2C_SIMD_MASKED(m) PTX2C_SIMD PTX2C_MASKED(m)
#endif
/* Those of the mask with from <= l < to, which are at most 32, as compilers can see; lane number at alone, if it is in the mask. */
#define PTX2C_MASKED_FROM(m, from, to) \
    for (uint32_t l = (from); l < (to); l++) if ((m) == 0xffffffffu || ((m) >> l & 1))
#if defined __clang__
#define PTX2C_IS_NUMBER(x) _Generic(1 ? (void *)((uintptr_t)(x) * 0) : (int *)0, int * : 1, default : 0) /* in the source already */
#define PTX2C_SIMD_MASKED_FROM(m, from, to) \
    PTX2C_BOTH_WAYS(m) _Pragma("clang loop vectorize(assume_safety)") \
    for (uint32_t l = (from) % 64, to_ = PTX2C_IS_NUMBER(to) ? ptx2c_late(to, true) : (to) % 64; l < to_; l++)         \
        if (PTX2C_ALL_ON(m) || ((m) >> l & 1))
#else
#define PTX2C_SIMD_MASKED_FROM(m, from, to) PTX2C_SIMD PTX2C_MASKED_FROM(m, from, to)
#endif
/* As many, but mostly all: whole vectors, under a mask where they are not, for what part of a vector has written is read as a whole
 * behind it. */
#if defined __GNUC__ && !defined __clang__ && defined __AVX512F__
#define PTX2C_SIMD_MASKED_MOST(m, from, to)                                                                            \
    for (uint32_t lanes_ = (m) & ptx2c_lane_range(from, to), once_ = lanes_ != 0; once_; once_ = 0) PTX2C_SIMD_MASKED(lanes_)
#else
#define PTX2C_SIMD_MASKED_MOST(m, from, to) PTX2C_SIMD_MASKED_FROM(m, from, to)
#endif
/* Those of the first lanes that nobody looks at others than: a number of them, at most 16. */
#define PTX2C_MASKED_FIRST(m, n) PTX2C_SIMD PTX2C_MASKED_FROM(m, 0, n)
#define PTX2C_MASKED_EVERY(m, from, by) for (uint32_t l = (from); l < 32; l += (by)) if ((m) == 0xffffffffu || ((m) >> l & 1))
#define PTX2C_MASKED_ONE(m, at) \
    for (uint32_t l = (at), end_ = l + (l < 32 && ((m) >> (l & 31) & 1)); l < end_; l++)

/* The mask of the lanes from <= l < to, of which there are 32. */
PTX2C_INLINE uint32_t ptx2c_lane_range(uint32_t from, uint32_t to)
{
    return from < to && to <= 32 ? (0xffffffffu >> (32 - (to - from))) << from : 0;
}

/* Reads ahead, where the machine can, what lies at p: some later chunk's.  Lanes one by one are slower than memory. */
PTX2C_INLINE void ptx2c_read_ahead(const void *p, uint32_t bytes)
{
#if defined __GNUC__ && !PTX2C_SINGLE
    for (uint32_t i = 0; i < bytes; i += 64)
        __builtin_prefetch((const char *)p + i);
#else
    (void)p;
    (void)bytes;
#endif
}

/* For how many of the lanes l = 0..n-1 a + step * l is below b; step > 0. */
PTX2C_INLINE uint32_t ptx2c_lanes_below(int64_t a, uint32_t step, int64_t b, uint32_t n)
{
    const uint64_t lanes = b <= a ? 0 : ((uint64_t)(b - a) + (step - 1)) / step;
    return lanes < n ? (uint32_t)lanes : n;
}

/* The first lane l from 0 on for which (a + l) % by can be c; by > 0. */
PTX2C_INLINE uint32_t ptx2c_lane_of(uint32_t a, uint32_t by, uint32_t c) { return ((uint64_t)c + by - a % by) % by; }
/* The first lane l with a + l a multiple of by; far behind all lanes if by is 0. */
PTX2C_INLINE uint32_t ptx2c_lane_of_multiple(uint32_t a, uint32_t by)
{
    const uint32_t over = by ? a % by : 1;
    return over ? by - over : 0;
}

/* The lane l of 0..n-1 whose a + step * l is b, or n; step > 0. */
PTX2C_INLINE uint32_t ptx2c_lane_at(int64_t a, uint32_t step, int64_t b, uint32_t n)
{
    const uint64_t lane = (uint64_t)(b - a) / step;
    return b >= a && lane < n && (uint64_t)(b - a) % step == 0 ? (uint32_t)lane : n;
}

/* How many of the first of n lanes are alike: a + step * l is below b as it is for l = 0, or is not as it isn't there. */
PTX2C_INLINE uint32_t ptx2c_lanes_alike(int64_t a, int64_t step, int64_t b, uint32_t n)
{
    const uint64_t lanes = a < b ? (step > 0 ? ((uint64_t)(b - a) - 1) / (uint64_t)step + 1 : n)
                                 : (step < 0 ? (uint64_t)(a - b) / (uint64_t)-step + 1 : n);
    return lanes < n ? (uint32_t)lanes : n;
}

/* Masks of lanes that go round a loop together: all bits set in lanes that are still in it.  Whether any of n is, and
 * whether any that is a lane of m. */
PTX2C_INLINE bool ptx2c_any(const uint32_t *mask, uint32_t n)
{
    uint32_t any = 0;
#if defined __clang__ /* which sees by itself that it can be done side by side */
    PTX2C_LOOP(0, n % 2048)
#else
    PTX2C_SIMD_OR(any) PTX2C_LOOP(0, n % 2048)
#endif
        any |= mask[l];
    return any != 0;
}

PTX2C_INLINE bool ptx2c_any_of(const uint32_t *mask, uint32_t m)
{
    uint32_t any = 0;
    PTX2C_SIMD_OR(any) PTX2C_MASKED(m) any |= mask[l];
    return any != 0;
}

#endif
