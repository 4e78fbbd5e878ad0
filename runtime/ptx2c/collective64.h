/* collective64.h: collective.h of numbers of 64 bits, whose halves are shuffled: results for each lane of all lanes up to it, and of all. */
#ifndef PTX2C_COLLECTIVE64_H
#define PTX2C_COLLECTIVE64_H

#include "collective.h"

PTX2C_TREES(add_u64, uint64_t, PTX2C_PLUS, PTX2C_FOLD_LOOP)
PTX2C_TREES(and_u64, uint64_t, PTX2C_BITS_AND, PTX2C_FOLD_LOOP)
PTX2C_TREES(or_u64, uint64_t, PTX2C_BITS_OR, PTX2C_FOLD_LOOP)
PTX2C_TREES(xor_u64, uint64_t, PTX2C_BITS_XOR, PTX2C_FOLD_LOOP)
PTX2C_TREES(min_u64, uint64_t, ptx2c_min_u64, PTX2C_FOLD_LOOP)
PTX2C_TREES(max_u64, uint64_t, ptx2c_max_u64, PTX2C_FOLD_LOOP)
PTX2C_TREES(min_s64, int64_t, ptx2c_min_s64, PTX2C_FOLD_LOOP)
PTX2C_TREES(max_s64, int64_t, ptx2c_max_s64, PTX2C_FOLD_LOOP)
PTX2C_TREES(add_f64, double, PTX2C_PLUS, PTX2C_FOLD_LOOP)
PTX2C_TREES(mul_f64, double, PTX2C_TIMES, PTX2C_FOLD_LOOP)
PTX2C_TREES(min_f64, double, ptx2c_min_f64, PTX2C_SIMD)
PTX2C_TREES(max_f64, double, ptx2c_max_f64, PTX2C_SIMD)
PTX2C_CHOICES(f64, double)

#endif
