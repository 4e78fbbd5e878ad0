/* draw.h: what the generators of random programs draw: the same from the same seed. */
#ifndef DRAW_H
#define DRAW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

extern uint64_t state;

static inline uint32_t rnd(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = state ^ state >> 33;
    return (uint32_t)(x * 0x9e3779b97f4a7c15u >> 32);
}

/* A number of 0 to n - 1; whether something of that probability happens; an element of an array. */
static inline uint32_t below(uint32_t n) { return (uint32_t)((uint64_t)rnd() * n >> 32); }
static inline bool chance(uint32_t percent) { return below(100) < percent; }
#define ONE_OF(a) ((a)[below(sizeof(a) / sizeof *(a))])

static inline void draw_from(const char *seed)
{
    state = (uint64_t)strtoull(seed, NULL, 0) * 0x9e3779b97f4a7c15u + 12345;
    for (int i = 0; i < 8; i++)
        rnd();
}

#endif
