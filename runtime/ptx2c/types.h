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

/* Kernels are compiled for several processors at once where the compiler can do that and nobody chose one by -march:
 * without a fused multiply-add in hardware each fma costs 6 to 45 times more.  -DPTX2C_CLONES= turns it off. */
#if !defined PTX2C_CLONES && defined __GNUC__ && !defined __clang__ && __GNUC__ >= 12 && defined __x86_64__ && \
    defined __linux__ && defined __OPTIMIZE__ && !defined __FMA__ && !defined __SANITIZE_ADDRESS__ && \
    !defined __SANITIZE_THREAD__
#define PTX2C_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#define PTX2C_FMA_CLONES 1
#elif !defined PTX2C_CLONES
#define PTX2C_CLONES
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
