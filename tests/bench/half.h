/* half.h: numbers of half precision for work by hand. */
#ifndef BENCH_HALF_H
#define BENCH_HALF_H

#if defined __riscv
#include <stdint.h>
#include <string.h>

typedef uint16_t half; /* compilers have no type for them there, or no library */

/* Of what is no infinity: the exponent's distance is a factor. */
static inline float of_half(half h)
{
    uint32_t bits = (uint32_t)(h & 0x7fff) << 13 | (uint32_t)(h & 0x8000) << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x * 0x1p112f;
}

/* Cut off towards zero. */
static inline half to_half(float x)
{
    uint32_t bits;
    x *= 0x1p-112f;
    memcpy(&bits, &x, sizeof bits);
    return (half)(bits >> 16 & 0x8000) | (half)(bits >> 13 & 0x7fff);
}
#elif defined __clang__ && __clang_major__ < 15
typedef __fp16 half; /* they have _Float16 on x86 only from then on, and this one is no type of parameters */
#define of_half(h) ((float)(h))
#define to_half(x) ((half)(x))
#else
typedef _Float16 half;
static inline float of_half(half h) { return (float)h; }
static inline half to_half(float x) { return (half)x; }
#endif

#endif
