/* types.h: the runtime's basic types, bit casts and compiler differences. */
#ifndef PTX2C_TYPES_H
#define PTX2C_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "processor.h"

#if defined __GNUC__
#define PTX2C_ALWAYS_INLINE static inline __attribute__((unused, always_inline)) /* its frame is that of the function that calls it */
#if defined __OPTIMIZE__
#define PTX2C_INLINE PTX2C_ALWAYS_INLINE
#else /* where it would only be more code: compilers take three times as long for it */
#define PTX2C_INLINE static inline __attribute__((unused))
#endif
#define PTX2C_UNUSED __attribute__((unused))
#define PTX2C_WEAK __attribute__((weak))
#define PTX2C_LIKELY(x) __builtin_expect(!!(x), 1)
#define PTX2C_UNORDERED(x, y) __builtin_isunordered(x, y) /* one of them is a NaN */
#define PTX2C_CONSTANT(x) __builtin_constant_p(x) /* the compiler knows it here */
#define PTX2C_NOINLINE __attribute__((noinline, unused))
#else
#define PTX2C_ALWAYS_INLINE static inline
#define PTX2C_INLINE static inline
#define PTX2C_UNUSED
#define PTX2C_WEAK
#define PTX2C_LIKELY(x) (x)
#define PTX2C_UNORDERED(x, y) ((x) != (x) || (y) != (y))
#define PTX2C_CONSTANT(x) 0
#define PTX2C_NOINLINE
#endif

/* Lanes' arrays are short: gcc would set and copy them by string instructions, or by a call, which take longer to begin than vectors
 * take for all of it. */
#if defined PTX2C_GENERATED && defined __GNUC__ && !defined __clang__ && defined __OPTIMIZE__ && !defined __OPTIMIZE_SIZE__
#pragma GCC optimize("no-tree-loop-distribute-patterns")
#if defined PTX2C_PRODUCT /* code around functions that take the time: a quarter less of the compiler's time, half of its memory */
#pragma GCC optimize("no-gcse", "ira-region=one")
#endif
#define PTX2C_IN_PARTS PTX2C_NOINLINE __attribute__((optimize("O1"))) /* long, and seldom what takes the time */
#else
#define PTX2C_IN_PARTS PTX2C_NOINLINE
#endif

/* What a launch does once, and what is done after an error: gcc would take longer for it than for a small kernel, and the launch is a thirtieth
 * of a microsecond longer without.  PTX2C_ONCE: such a function that becomes a part of its caller where code is to be small. */
#if defined PTX2C_GENERATED && defined __GNUC__ && defined __OPTIMIZE__ && !defined __OPTIMIZE_SIZE__ && !defined PTX2C_STATIC
#if defined __clang__
#define PTX2C_PLAIN PTX2C_NOINLINE __attribute__((optnone))
#else
#define PTX2C_PLAIN PTX2C_NOINLINE __attribute__((optimize("O0")))
#endif
#define PTX2C_ONCE static PTX2C_PLAIN
#else
#define PTX2C_PLAIN PTX2C_NOINLINE
#define PTX2C_ONCE PTX2C_INLINE
#endif

/* Does any other thread of the host see what kernels do?  PTX2C_ONE_THREAD: none does, so atomics are plain operations.
 * Without an operating system, and with PTX2C_STATIC, that is so unless -DPTX2C_ONE_THREAD=0 says otherwise. */
#if !defined PTX2C_ONE_THREAD
#if defined _OPENMP || defined PTX2C_POOL
#define PTX2C_ONE_THREAD 0
#elif defined PTX2C_STATIC
#define PTX2C_ONE_THREAD 1
#elif defined __unix__ || defined __APPLE__ || defined _WIN32 || defined __wasm__ || !defined __GNUC__
#define PTX2C_ONE_THREAD 0
#else
#define PTX2C_ONE_THREAD 1
#endif
#endif

/* Is code to be small?  Then a kernel's code is made once, for chunks of any width. */
#if !defined PTX2C_SCALAR
#if defined __OPTIMIZE_SIZE__
#define PTX2C_SCALAR 1
#else
#define PTX2C_SCALAR 0
#endif
#endif

/* Have floats no vectors?  Those of 32-bit ARM flush subnormals, so compilers don't use them. */
#if !defined PTX2C_NO_VECTORS
#if defined __GNUC__ && !defined __SSE2__ && (!defined __ARM_NEON || defined __arm__) && !defined __ALTIVEC__ &&        \
    !defined __VX__ && !defined __riscv_vector && !defined __wasm_simd128__ && !defined __mips_msa && !defined __loongarch_sx
#define PTX2C_NO_VECTORS 1
#else
#define PTX2C_NO_VECTORS 0
#endif
#endif

/* Do lanes go round loops that they leave at different times one by one? */
#if !defined PTX2C_SINGLE
#define PTX2C_SINGLE (PTX2C_SCALAR || PTX2C_NO_VECTORS)
#endif

/* Are vectors known to have 16 bytes?  Loops that lanes leave at different times are then for two of them: the fewer lanes, the sooner
 * all are through. */
#if !defined PTX2C_SHORT
#if PTX2C_SINGLE || defined __x86_64__ || defined __i386__ || defined __ARM_FEATURE_SVE || defined __riscv_vector || !defined __GNUC__
#define PTX2C_SHORT 0
#else
#define PTX2C_SHORT 1
#endif
#endif

/* Has the processor no instructions for double precision? */
#if !defined PTX2C_SOFT_DOUBLE
#if defined __arm__ && defined __ARM_FP
#define PTX2C_SOFT_DOUBLE !(__ARM_FP & 8)
#elif defined __riscv_flen
#define PTX2C_SOFT_DOUBLE (__riscv_flen < 64)
#elif defined __arm__ || defined __riscv
#define PTX2C_SOFT_DOUBLE 1
#else
#define PTX2C_SOFT_DOUBLE 0
#endif
#endif

/* Do lanes do all parts of a loop one by one, which for vectors became several? */
#if !defined PTX2C_JOINED
#define PTX2C_JOINED PTX2C_SINGLE
#endif

/* Alignment of what lanes keep, in bytes: a cache line where vectors may be that long. */
#if defined __x86_64__ || defined __aarch64__
#define PTX2C_LINE 64
#else
#define PTX2C_LINE 16
#endif

/* Does gcc tune for a processor with AVX2 that it knows? */
#if defined __tune_haswell__ || defined __tune_skylake__ || defined __tune_skylake_avx512__ || defined __tune_cannonlake__ ||                   \
    defined __tune_icelake_client__ || defined __tune_icelake_server__ || defined __tune_cascadelake__ || defined __tune_cooperlake__ ||       \
    defined __tune_tigerlake__ || defined __tune_rocketlake__ || defined __tune_alderlake__ || defined __tune_sapphirerapids__ ||             \
    defined __tune_knl__ || defined __tune_knm__ || defined __tune_bdver4__ || defined __tune_znver1__ || defined __tune_znver2__ ||          \
    defined __tune_znver3__ || defined __tune_znver4__ || defined __tune_znver5__
#define PTX2C_KNOWS_PROCESSOR 1
#else
#define PTX2C_KNOWS_PROCESSOR 0
#endif

/* What kernels are tuned for where the compiler would not do its best.  clang, told to compile for Intel's processors with AVX-512, leaves the
 * upper half of each vector unused, as the first of them wanted it for code that is seldom in vectors.  gcc, told of AVX2 but of no
 * processor that it knows (x86-64-v3; -march=native in many virtual machines), uses no gathers, and so makes no vectors of a loop with
 * one under a condition.  Both have the tuning of a processor before those. */
#if defined __clang__ && __clang_major__ >= 12 && defined __x86_64__ && defined __AVX512VL__ && !defined __znver4__ && !defined __znver5__
#define PTX2C_TUNED __attribute__((target("tune=haswell")))
#elif defined __GNUC__ && !defined __clang__ && defined __x86_64__ && defined __AVX2__ && !PTX2C_KNOWS_PROCESSOR
#define PTX2C_TUNED __attribute__((target("tune=skylake")))
#else
#define PTX2C_TUNED
#endif

#if defined PTX2C_V3
/* For which this one is good enough: 4, 3 or, if neither, 1; -DPTX2C_PROCESSOR=n: always that. */
PTX2C_INLINE int ptx2c_processor(void)
{
#if defined PTX2C_PROCESSOR
    return PTX2C_PROCESSOR;
#else
    static int known;
    int v = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (v)
        return v;
    __builtin_cpu_init();
    v = !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") ||
                !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("popcnt") ? 1
        : __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
                __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? 4 : 3;
    __atomic_store_n(&known, v, __ATOMIC_RELAXED);
    return v;
#endif
}

/* PTX2C_FOR_PROCESSORS_OF(f, type, give, params, args) defines f_best, which is called rather than inlined and does what
 * the inline function f with those parameters does, as it is best done here; give is return unless type is void. */
#define PTX2C_FOR_PROCESSORS_OF(f, type, give, params, args)                                                           \
    PTX2C_TARGET(PTX2C_V4) static type f##_v4 params { give f args; }                                                  \
    PTX2C_TARGET(PTX2C_V3) static type f##_v3 params { give f args; }                                                  \
    static type f##_v1 params { give f args; }                                                                         \
    PTX2C_NOINLINE static type f##_best params                                                                         \
    {                                                                                                                  \
        give (ptx2c_processor() == 4 ? f##_v4 : ptx2c_processor() == 3 ? f##_v3 : f##_v1) args;                        \
    }
#else
#define PTX2C_FOR_PROCESSORS_OF(f, type, give, params, args)                                                           \
    PTX2C_TUNED PTX2C_NOINLINE static type f##_best params { give f args; }
#endif

/* The same of a function that runs CTAs, whose last argument says whether code for chunks of any width is enough, as it is for old
 * processors.  Of one around such functions, which have the widest vectors, there are fewer. */
#if defined PTX2C_V3
#if defined PTX2C_PRODUCT
#define PTX2C_V4_OR_V3(f) f##_v3
#define PTX2C_FOR_V4(f)
#else
#define PTX2C_V4_OR_V3(f) (ptx2c_processor() == 4 ? f##_v4 : f##_v3)
#define PTX2C_FOR_V4(f) PTX2C_TARGET(PTX2C_V4) static void f##_v4(ptx2c_cta *c, uint32_t ctas) { f(c, ctas, false); }
#endif
#define PTX2C_FOR_PROCESSORS(f)                                                                                        \
    PTX2C_FOR_V4(f)                                                                                                    \
    PTX2C_TARGET(PTX2C_V3) static void f##_v3(ptx2c_cta *c, uint32_t ctas) { f(c, ctas, false); }                      \
    static void f##_v1(ptx2c_cta *c, uint32_t ctas) { f(c, ctas, true); }                                              \
    PTX2C_NOINLINE static void f##_best(ptx2c_cta *c, uint32_t ctas)                                                   \
    {                                                                                                                  \
        (ptx2c_processor() >= 3 ? PTX2C_V4_OR_V3(f) : f##_v1)(c, ctas);                                                \
    }
#else
#define PTX2C_FOR_PROCESSORS(f)                                                                                        \
    PTX2C_TUNED PTX2C_NOINLINE static void f##_best(ptx2c_cta *c, uint32_t ctas) { f(c, ctas, false); }
#endif

/* A function apart from the functions that run CTAs: gcc takes half of the time and memory for several that are not as long as all of them.
 * Those for processors from x86-64-v3 on call it; where any_width, what it calls is called itself.  PTX2C_APART: for what no tuned code is
 * there for, once for all of these processors, since it is often the longest and seldom takes the time; _BEST: for each of them. */
#if PTX2C_SCALAR || defined PTX2C_STATIC || !defined __OPTIMIZE__
#define PTX2C_APART(f, type, params, args, value) PTX2C_INLINE type f params { return value; }
#elif defined PTX2C_V3
#define PTX2C_APART(f, type, params, args, value) PTX2C_TARGET(PTX2C_V3) static PTX2C_NOINLINE type f params { return value; }
#else
#define PTX2C_APART(f, type, params, args, value) PTX2C_TUNED static PTX2C_NOINLINE type f params { return value; }
#endif
#if defined PTX2C_V3 && !defined PTX2C_PRODUCT && !PTX2C_SCALAR && !defined PTX2C_STATIC
#define PTX2C_APART_BEST(f, type, params, args, value)                                                                 \
    PTX2C_TARGET(PTX2C_V4) static PTX2C_NOINLINE type f##_v4 params { return value; }                                  \
    PTX2C_TARGET(PTX2C_V3) static PTX2C_NOINLINE type f##_v3 params { return value; }                                  \
    PTX2C_INLINE type f params { return ptx2c_processor() == 4 ? f##_v4 args : f##_v3 args; }
#else
#define PTX2C_APART_BEST PTX2C_APART
#endif

/* A fused multiply-add is one instruction here: gcc says so itself, clang what the processor has.  PTX2C_TARGET: the caller is compiled
 * for several processors, one of which has it. */
#if defined __GNUC__ && (defined __FP_FAST_FMAF || defined __FMA__ || defined __AVX512F__ || defined __aarch64__ || \
                         defined __ARM_FEATURE_FMA || defined __riscv_flen || defined PTX2C_TARGET)
#define PTX2C_HAS_FMA 1
#endif

/* Without it, and with room for more code, loops over lanes are tried in a way that is exact but where it is known to be in doubt: PTX2C_TRY. */
#if !defined PTX2C_TRIES
#if !defined PTX2C_HAS_FMA && !defined PTX2C_FMA && !PTX2C_SCALAR && !defined PTX2C_STATIC && defined __GNUC__ && defined __OPTIMIZE__
#define PTX2C_TRIES 1
#else
#define PTX2C_TRIES 0
#endif
#endif

/* A variable of each thread of the host, where there are threads. */
#if defined __cplusplus
#define PTX2C_THREAD thread_local
#elif defined _OPENMP || defined __unix__ || defined __APPLE__ || defined _WIN32
#define PTX2C_THREAD _Thread_local
#else
#define PTX2C_THREAD
#endif

typedef struct { uint32_t x, y, z; } ptx2c_dim3;
typedef struct { uint64_t lo, hi; } ptx2c_b128;
/* An offset of 32 bits in a window, which is less than 2^31: with a sign where processors keep such numbers so in 64 bits. */
#if defined __riscv || defined __loongarch__ || defined __mips__
typedef int32_t ptx2c_byte;
#else
typedef uint32_t ptx2c_byte;
#endif

/* The same bits as another type. */
PTX2C_INLINE float ptx2c_f32_of(uint32_t b) { float f; memcpy(&f, &b, sizeof f); return f; }
PTX2C_INLINE double ptx2c_f64_of(uint64_t b) { double f; memcpy(&f, &b, sizeof f); return f; }
PTX2C_INLINE uint32_t ptx2c_bits_f32(float f) { uint32_t b; memcpy(&b, &f, sizeof b); return b; }
PTX2C_INLINE uint64_t ptx2c_bits_f64(double f) { uint64_t b; memcpy(&b, &f, sizeof b); return b; }

/* Whether the lowest bit is set.  Of x & 1 gcc makes the truth value itself, for which it has no vectors beside those of comparisons. */
PTX2C_INLINE bool ptx2c_odd(uint32_t x) { return x << 31 != 0; }

/* The bits of a where those of the mask m are set, else b's: in the form in which gcc finds NEON's instruction for that. */
#if defined __aarch64__ && defined __GNUC__ && !defined __clang__
#define PTX2C_MERGE(m, a, b) ((b) ^ (((a) ^ (b)) & (m)))
#else
#define PTX2C_MERGE(m, a, b) (((a) & (m)) | ((b) & ~(m)))
#endif

/* p ? a : b with masks.  From ?: a C compiler may make a branch around the arithmetic that one side needs, and then
 * does not vectorise; where there are no vectors that is what is wanted. */
PTX2C_INLINE uint32_t ptx2c_pick(bool p, uint32_t a, uint32_t b)
{
    uint32_t m = 0 - (uint32_t)p;
    return PTX2C_SINGLE ? (p ? a : b) : PTX2C_MERGE(m, a, b);
}

PTX2C_INLINE uint64_t ptx2c_pick64(bool p, uint64_t a, uint64_t b)
{
    uint64_t m = 0 - (uint64_t)p;
    return PTX2C_SINGLE ? (p ? a : b) : PTX2C_MERGE(m, a, b);
}

/* The same of floats. */
PTX2C_INLINE float ptx2c_pick_f32(bool p, float a, float b)
{
    return PTX2C_SINGLE ? (p ? a : b) : ptx2c_f32_of(ptx2c_pick(p, ptx2c_bits_f32(a), ptx2c_bits_f32(b)));
}

/* a / b and a % b in C, for b that is not 0 and a quotient that is not 2^31.  By doubles where there are instructions for those, but none
 * that divide integers: a quotient that is no integer is 2^-32 of itself away from the next one, so it is not rounded to that. */
#if defined __arm__ && !defined __ARM_FEATURE_IDIV && !PTX2C_SOFT_DOUBLE
PTX2C_INLINE int32_t ptx2c_over_s32(int32_t a, int32_t b) { return (int32_t)((double)a / (double)b); }
PTX2C_INLINE uint32_t ptx2c_over_u32(uint32_t a, uint32_t b) { return (uint32_t)((double)a / (double)b); }
PTX2C_INLINE int32_t ptx2c_rest_s32(int32_t a, int32_t b) { return a - ptx2c_over_s32(a, b) * b; }
PTX2C_INLINE uint32_t ptx2c_rest_u32(uint32_t a, uint32_t b) { return a - ptx2c_over_u32(a, b) * b; }
#else
PTX2C_INLINE int32_t ptx2c_over_s32(int32_t a, int32_t b) { return a / b; }
PTX2C_INLINE uint32_t ptx2c_over_u32(uint32_t a, uint32_t b) { return a / b; }
PTX2C_INLINE int32_t ptx2c_rest_s32(int32_t a, int32_t b) { return a % b; }
PTX2C_INLINE uint32_t ptx2c_rest_u32(uint32_t a, uint32_t b) { return a % b; }
#endif

/* Memory that kernels see is little-endian on every host: programs look at the same bytes in several widths.  Loads, stores
 * and whatever else reaches it convert; the host's own numbers are in its order.  PTX2C_LE(bits, v): v, unsigned, from the
 * one to the other. */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PTX2C_BIG_ENDIAN 1
#define PTX2C_LE(bits, v) ptx2c_reversed##bits(v)
#else
#define PTX2C_BIG_ENDIAN 0
#define PTX2C_LE(bits, v) (v)
#endif
PTX2C_INLINE uint8_t ptx2c_reversed8(uint8_t v) { return v; }
PTX2C_INLINE uint16_t ptx2c_reversed16(uint16_t v) { return (uint16_t)(v << 8 | v >> 8); }
PTX2C_INLINE uint32_t ptx2c_reversed32(uint32_t v)
{
    return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
}
PTX2C_INLINE uint64_t ptx2c_reversed64(uint64_t v)
{
    return (uint64_t)ptx2c_reversed32((uint32_t)v) << 32 | ptx2c_reversed32((uint32_t)(v >> 32));
}

/* Turns count numbers of size bytes (1, 2, 4 or 8) from the host's order into that of kernels' memory, or back: does nothing
 * unless the host is big-endian. */
PTX2C_INLINE void ptx2c_little_endian(void *at, size_t size, size_t count)
{
    unsigned char *b = (unsigned char *)at;
    for (size_t n = PTX2C_BIG_ENDIAN ? count : 0; n; n--, b += size)
        for (size_t i = 0; i < size / 2; i++) {
            const unsigned char other = b[size - 1 - i];
            b[size - 1 - i] = b[i];
            b[i] = other;
        }
}

/* A narrower value in 128 bits, extended with zeros or with copies of its sign. */
PTX2C_INLINE ptx2c_b128 ptx2c_b128_u(uint64_t v) { ptx2c_b128 r = {v, 0}; return r; }
PTX2C_INLINE ptx2c_b128 ptx2c_b128_s(int64_t v) { ptx2c_b128 r = {(uint64_t)v, v < 0 ? UINT64_MAX : 0}; return r; }

#endif
