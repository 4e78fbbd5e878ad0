/* check.h: what unit tests share: conditions, and numbers that look random but are the same in each run. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>

static int failed;
static uint64_t seed = 88172645463325252u;

/* Says which condition does not hold; how many, failed knows.  On stdout: some tests look at what others say on stderr. */
#define CHECK(cond)                                             \
    do {                                                        \
        if (!(cond) && failed++ < 10) {                         \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #cond);  \
            fflush(stdout);                                     \
        }                                                       \
    } while (0)

static inline uint64_t rnd(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

#endif
