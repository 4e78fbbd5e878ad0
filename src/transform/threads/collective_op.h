/* collective_op.h: the operations by which lanes of a warp, or threads of a block, combine their values. */
#ifndef PTX2C_COLLECTIVE_OP_H
#define PTX2C_COLLECTIVE_OP_H

#include "transform/transform.h"

/* min and max: SIDED_SECOND: the second number only where it is beyond the first, SIDED_FIRST: the first only where it is. */
typedef enum Sided { SIDED_NOT, SIDED_SECOND, SIDED_FIRST } Sided;

typedef struct CollectiveOp {
    Mnemonic mnemonic;
    Type type;
    const char *name; /* in collective.h */
    bool ordered;     /* the order of operations matters */
    bool once;        /* x op x is not x */
    Sided sided;      /* of floats, a comparison and a choice: x op y is not y op x */
    uint64_t none;    /* x op none is x; of integers */
} CollectiveOp;

const CollectiveOp *collective_op_find(Mnemonic mnemonic, Type type, Sided sided); /* or NULL */
const CollectiveOp *collective_op_of(const Ins *ins); /* what an instruction does with two registers, if it does nothing else */

#endif
