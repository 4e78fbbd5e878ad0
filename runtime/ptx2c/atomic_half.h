/* atomic_half.h: atom and red of f16 and bf16, alone and in pairs: as atomic.h has them of other types. */
#ifndef PTX2C_ATOMIC_HALF_H
#define PTX2C_ATOMIC_HALF_H

#include "atomic.h"
#include "half.h"

/* Each half for itself; the word is swapped as a whole, which is more than the manual asks for. */
#define PTX2C_PAIR_NEW(f, a, b)                                                                                        \
    ((uint32_t)f((uint16_t)((a) >> 16), (uint16_t)((b) >> 16)) << 16 | f((uint16_t)(a), (uint16_t)(b)))
#define PTX2C_NEW_add_f16x2(a, b) PTX2C_PAIR_NEW(ptx2c_add_f16, a, b)
#define PTX2C_NEW_min_f16x2(a, b) PTX2C_PAIR_NEW(ptx2c_min_f16, a, b)
#define PTX2C_NEW_max_f16x2(a, b) PTX2C_PAIR_NEW(ptx2c_max_f16, a, b)
#define PTX2C_NEW_add_bf16x2(a, b) PTX2C_PAIR_NEW(ptx2c_add_bf16, a, b)
#define PTX2C_NEW_min_bf16x2(a, b) PTX2C_PAIR_NEW(ptx2c_min_bf16, a, b)
#define PTX2C_NEW_max_bf16x2(a, b) PTX2C_PAIR_NEW(ptx2c_max_bf16, a, b)

PTX2C_ATOM_INT(add_f16, 16, ptx2c_add_f16)
PTX2C_ATOM_LIMIT(min_f16, 16, ptx2c_min_f16)
PTX2C_ATOM_LIMIT(max_f16, 16, ptx2c_max_f16)
PTX2C_ATOM_INT(add_bf16, 16, ptx2c_add_bf16)
PTX2C_ATOM_LIMIT(min_bf16, 16, ptx2c_min_bf16)
PTX2C_ATOM_LIMIT(max_bf16, 16, ptx2c_max_bf16)
PTX2C_ATOM_INT(add_f16x2, 32, PTX2C_NEW_add_f16x2)
PTX2C_ATOM_LIMIT(min_f16x2, 32, PTX2C_NEW_min_f16x2)
PTX2C_ATOM_LIMIT(max_f16x2, 32, PTX2C_NEW_max_f16x2)
PTX2C_ATOM_INT(add_bf16x2, 32, PTX2C_NEW_add_bf16x2)
PTX2C_ATOM_LIMIT(min_bf16x2, 32, PTX2C_NEW_min_bf16x2)
PTX2C_ATOM_LIMIT(max_bf16x2, 32, PTX2C_NEW_max_bf16x2)

#endif
