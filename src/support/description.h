/* description.h: a module whose kernels lie in several objects, those of a group in one, as bytes in the host's order: a Description, the kernels'
 * numbers of their groups, 4 bytes, and names, each with its NUL; then each variable: a DescribedVariable, its name with its NUL, its bytes, its fixes. */
#ifndef PTX2C_DESCRIPTION_H
#define PTX2C_DESCRIPTION_H

#include <stdint.h>

typedef struct Description {
    uint32_t apart; /* 0: one object for all kernels; nothing else is said */
    uint32_t target, kernels, variables;
} Description;

typedef struct DescribedVariable {
    uint64_t bytes, align;
    uint32_t named; /* the host may ask for it */
    uint32_t fixes;
} DescribedVariable;

/* The address of a variable + add stands in 8 bytes at at. */
typedef struct DescribedFix {
    uint64_t at, variable, add;
} DescribedFix;

#endif
