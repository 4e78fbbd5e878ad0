/* matrix.h: elements of matrices as their types' bits, and in the registers of lanes; mma.c, sparse.c. */
#ifndef MATRIX_H
#define MATRIX_H

#include "host.h"

#include <math.h>

typedef struct Type {
    const char *name;
    int bits;           /* in the register: 8 for the formats below 8 bits, which lie in bytes of their own */
    int exp, mant, bias, shift; /* of small floats; shift: their place in the byte */
} Type;

static const Type types[] = {
    {"f16", 16, 5, 10, 15, 0}, {"bf16", 16, 8, 7, 127, 0}, {"tf32", 32, 8, 23, 127, 0}, {"f32", 32, 8, 23, 127, 0},
    {"e4m3", 8, 4, 3, 7, 0},   {"e5m2", 8, 5, 2, 15, 0},   {"e3m2", 8, 3, 2, 3, 0},     {"e2m3", 8, 2, 3, 1, 0},
    {"e2m1", 8, 2, 1, 1, 2},   {"f64", 64, 0, 0, 0, 0},    {"s8", 8, 0, 0, 0, 0},       {"u8", 8, 0, 0, 0, 0},
    {"s4", 4, 0, 0, 0, 0},     {"u4", 4, 0, 0, 0, 0},      {"b1", 1, 0, 0, 0, 0},       {"s32", 32, 0, 0, 0, 0},
};

static const Type *find(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    printf("no type %s\n", name);
    exit(1);
}

/* The code of a value, rounded to nearest even. */
static uint64_t encode(const Type *t, double v)
{
    uint64_t code;
    if (t->bits == 64) {
        memcpy(&code, &v, 8);
        return code;
    }
    if (!t->exp)
        return (uint64_t)(int64_t)v & (t->bits == 32 ? 0xffffffff : ((uint64_t)1 << t->bits) - 1);
    uint64_t sign = signbit(v) ? 1 : 0;
    v = fabs(v);
    int e;
    if (v == 0) {
        code = 0;
    } else {
        frexp(v, &e); /* v = 0.1… * 2^e */
        e = e - 1 + t->bias;
        code = e < 1 ? (uint64_t)nearbyint(ldexp(v, t->mant + t->bias - 1))
                     : ((uint64_t)e << t->mant) + (uint64_t)nearbyint(ldexp(v, t->mant - (e - t->bias))) - ((uint64_t)1 << t->mant);
    }
    return (code | sign << (t->exp + t->mant)) << t->shift;
}

/* A small value of the type. */
static inline double value(const Type *t, uint32_t random)
{
    static const double fp4[] = {0, .5, 1, 1.5, 2, 3, 4, 6};
    random >>= 8;
    if (t->exp && t->bits == 8)
        return (random & 8 ? -1 : 1) * fp4[random & 7];
    if (t->exp || t->bits == 64)
        return ((int)(random % 65) - 32) / 4.0;
    switch (t->name[0]) {
    case 'b': return random & 1;
    case 'u': return random & ((1u << t->bits) - 1);
    default: return (int)(random & ((1u << t->bits) - 1)) - (1 << (t->bits - 1));
    }
}

/* Element i of a lane's registers: their words lie register by register, each for all lanes. */
static void put(uint32_t *regs, const Type *t, int lane, int i, uint64_t code)
{
    if (t->bits == 64) {
        memcpy(regs + 2 * (32 * i + lane), &code, 8);
        return;
    }
    const int per = 32 / t->bits;
    regs[i / per * 32 + lane] |= (uint32_t)code << i % per * t->bits;
}

static inline uint64_t get(const uint32_t *regs, const Type *t, int lane, int i)
{
    uint64_t code;
    if (t->bits == 64) {
        memcpy(&code, regs + 2 * (32 * i + lane), 8);
        return code;
    }
    const int per = 32 / t->bits;
    return regs[i / per * 32 + lane] >> i % per * t->bits & (uint32_t)(((uint64_t)1 << t->bits) - 1);
}

#endif
