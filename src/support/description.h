/* description.h: a module whose kernels lie in several objects, those of a group in one, as bytes in the host's order: a Description; each
 * kernel: a DescribedKernel, its name with its NUL, its parameters; then each variable: a DescribedVariable, its name with its NUL,
 * its bytes, its fixes. */
#ifndef PTX2C_DESCRIPTION_H
#define PTX2C_DESCRIPTION_H

#include <stdint.h>

typedef struct Description {
    uint32_t apart; /* 0: one object for all kernels; nothing else is said */
    uint32_t target, kernels, variables;
    uint32_t params; /* of all kernels */
} Description;

/* What a launch must know of a kernel before it is there: the fields of ptx2c_kernel that have these names. */
typedef struct DescribedKernel {
    uint32_t group;
    uint32_t param_count, shared_bytes, local_bytes, const_bytes, max_cluster, explicit_cluster, blocks_are_clusters;
    uint32_t reqntid[3], maxntid[3], cluster[3];
} DescribedKernel;

typedef struct DescribedParam {
    uint32_t size, align, offset;
} DescribedParam;

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
