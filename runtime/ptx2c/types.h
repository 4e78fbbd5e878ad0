/* types.h: the runtime's basic types, bit casts and compiler differences. */
#ifndef PTX2C_TYPES_H
#define PTX2C_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined __GNUC__
#define PTX2C_INLINE static inline __attribute__((unused, always_inline))
#define PTX2C_UNUSED __attribute__((unused))
#define PTX2C_WEAK __attribute__((weak))
#define PTX2C_LIKELY(x) __builtin_expect(!!(x), 1)
#define PTX2C_NOINLINE __attribute__((noinline, unused))
#else
#define PTX2C_INLINE static inline
#define PTX2C_UNUSED
#define PTX2C_WEAK
#define PTX2C_LIKELY(x) (x)
#define PTX2C_NOINLINE
#endif

/* Alignment of what lanes keep, in bytes: a cache line where vectors may be that long. */
#if defined __x86_64__ || defined __aarch64__
#define PTX2C_LINE 64
#else
#define PTX2C_LINE 16
#endif

/* The sanitizers that watch the program: AddressSanitizer, ThreadSanitizer. */
#if defined __has_feature
#define PTX2C_ASAN __has_feature(address_sanitizer)
#define PTX2C_TSAN __has_feature(thread_sanitizer)
#else
#if defined __SANITIZE_ADDRESS__
#define PTX2C_ASAN 1
#else
#define PTX2C_ASAN 0
#endif
#if defined __SANITIZE_THREAD__
#define PTX2C_TSAN 1
#else
#define PTX2C_TSAN 0
#endif
#endif

/* Kernels are compiled for several processors at once where nobody chose one by -march: without a fused multiply-add in
 * hardware each fma costs 6 to 45 times more.  -DPTX2C_CLONES= turns it off. */
#if !defined PTX2C_CLONES && defined __GNUC__ && defined __x86_64__ && defined __linux__ && defined __OPTIMIZE__ && \
    !defined __FMA__ && !PTX2C_ASAN && !PTX2C_TSAN
#define PTX2C_V3 "avx2,bmi,bmi2,fma,popcnt"
#define PTX2C_V4 PTX2C_V3 ",avx512f,avx512bw,avx512cd,avx512dq,avx512vl"
#if !defined __clang__ /* whose gathers, as by -march=native for most processors, the usual tuning leaves unused */
#define PTX2C_TARGET(v) __attribute__((target(v ",tune=haswell")))
#else
#define PTX2C_TARGET(v) __attribute__((target(v)))
#endif

/* For which this one is good enough: 4, 3 or, if neither, 1. */
PTX2C_INLINE int ptx2c_processor(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") ||
        !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("popcnt"))
        return 1;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? 4 : 3;
}

/* Defines f_best, which runs a kernel's function f as it is best done here. */
#define PTX2C_FOR_PROCESSORS(f)                                                                                        \
    PTX2C_TARGET(PTX2C_V4) static void f##_v4(ptx2c_cta *c, uint32_t ctas) { f(c, ctas); }                             \
    PTX2C_TARGET(PTX2C_V3) static void f##_v3(ptx2c_cta *c, uint32_t ctas) { f(c, ctas); }                             \
    static void f##_v1(ptx2c_cta *c, uint32_t ctas) { f(c, ctas); }                                                    \
    static void f##_best(ptx2c_cta *c, uint32_t ctas)                                                                  \
    {                                                                                                                  \
        const int v = ptx2c_processor();                                                                               \
        (v == 4 ? f##_v4 : v == 3 ? f##_v3 : f##_v1)(c, ctas);                                                         \
    }
#else
#define PTX2C_FOR_PROCESSORS(f) static void f##_best(ptx2c_cta *c, uint32_t ctas) { f(c, ctas); }
#endif

/* The same for functions that are called rather than inlined there, by compilers that can do it.  (clang 14 takes the
 * attribute, but then always runs the default.) */
#if !defined PTX2C_TARGET
#define PTX2C_CAN_CLONE 0
#elif defined __clang__
#define PTX2C_CAN_CLONE (__clang_major__ >= 19)
#else
#define PTX2C_CAN_CLONE (__GNUC__ >= 12)
#endif
#if PTX2C_CAN_CLONE
#define PTX2C_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#elif !defined PTX2C_CLONES
#define PTX2C_CLONES
#endif
#if defined __clang__ && PTX2C_CAN_CLONE /* which knows no other attribute beside them */
#define PTX2C_CLONES_APART PTX2C_CLONES
#else
#define PTX2C_CLONES_APART PTX2C_CLONES PTX2C_NOINLINE /* a function that is never inlined, as clones never are */
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

/* The same bits as another type. */
PTX2C_INLINE float ptx2c_f32_of(uint32_t b) { float f; memcpy(&f, &b, sizeof f); return f; }
PTX2C_INLINE double ptx2c_f64_of(uint64_t b) { double f; memcpy(&f, &b, sizeof f); return f; }
PTX2C_INLINE uint32_t ptx2c_bits_f32(float f) { uint32_t b; memcpy(&b, &f, sizeof b); return b; }
PTX2C_INLINE uint64_t ptx2c_bits_f64(double f) { uint64_t b; memcpy(&b, &f, sizeof b); return b; }

/* A narrower value in 128 bits, extended with zeros or with copies of its sign. */
PTX2C_INLINE ptx2c_b128 ptx2c_b128_u(uint64_t v) { return (ptx2c_b128){v, 0}; }
PTX2C_INLINE ptx2c_b128 ptx2c_b128_s(int64_t v) { return (ptx2c_b128){(uint64_t)v, v < 0 ? UINT64_MAX : 0}; }

#endif
