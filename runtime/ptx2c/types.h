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

/* Kernels are compiled for several processors at once where the compiler can do that and nobody chose one by -march:
 * without a fused multiply-add in hardware each fma costs 6 to 45 times more.  -DPTX2C_CLONES= turns it off.  (clang 14
 * takes the attribute, but then always runs the default.) */
#if defined __clang__
#define PTX2C_CAN_CLONE (__clang_major__ >= 19)
#elif defined __GNUC__
#define PTX2C_CAN_CLONE (__GNUC__ >= 12)
#else
#define PTX2C_CAN_CLONE 0
#endif
#if !defined PTX2C_CLONES && PTX2C_CAN_CLONE && defined __x86_64__ && defined __linux__ && defined __OPTIMIZE__ && \
    !defined __FMA__ && !PTX2C_ASAN && !PTX2C_TSAN
#define PTX2C_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#define PTX2C_FMA_CLONES 1
#elif !defined PTX2C_CLONES
#define PTX2C_CLONES
#endif
#if defined __clang__ && defined PTX2C_FMA_CLONES /* which knows no other attribute beside them */
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
