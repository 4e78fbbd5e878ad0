/* collective64.h: collective.h of numbers of 64 bits, whose halves are shuffled: results of all lanes. */
#ifndef PTX2C_COLLECTIVE64_H
#define PTX2C_COLLECTIVE64_H

#include "collective.h"

PTX2C_FOLD_LANES(add_u64, uint64_t, PTX2C_PLUS, PTX2C_FOLD_LOOP)
PTX2C_FOLD_LANES(and_u64, uint64_t, PTX2C_BITS_AND, PTX2C_FOLD_LOOP)
PTX2C_FOLD_LANES(or_u64, uint64_t, PTX2C_BITS_OR, PTX2C_FOLD_LOOP)
PTX2C_FOLD_LANES(xor_u64, uint64_t, PTX2C_BITS_XOR, PTX2C_FOLD_LOOP)
PTX2C_FOLD_LANES(min_u64, uint64_t, ptx2c_min_u64, PTX2C_FOLD_LOOP)
PTX2C_FOLD_LANES(max_u64, uint64_t, ptx2c_max_u64, PTX2C_FOLD_LOOP)
PTX2C_FOLD_LANES(min_s64, int64_t, ptx2c_min_s64, PTX2C_FOLD_LOOP)
PTX2C_FOLD_LANES(max_s64, int64_t, ptx2c_max_s64, PTX2C_FOLD_LOOP)
PTX2C_FOLD_LANES(add_f64, double, PTX2C_PLUS, PTX2C_FOLD_LOOP)
PTX2C_FOLD_LANES(mul_f64, double, PTX2C_TIMES, PTX2C_FOLD_LOOP)
PTX2C_FOLD_LANES(min_f64, double, ptx2c_min_f64, PTX2C_SIMD)
PTX2C_FOLD_LANES(max_f64, double, ptx2c_max_f64, PTX2C_SIMD)
PTX2C_FOLD_LANES(second_min_f64, double, PTX2C_SECOND_LEAST, PTX2C_SIMD)
PTX2C_FOLD_LANES(second_max_f64, double, PTX2C_SECOND_MOST, PTX2C_SIMD)
PTX2C_FOLD_LANES(first_min_f64, double, PTX2C_FIRST_LEAST, PTX2C_SIMD)
PTX2C_FOLD_LANES(first_max_f64, double, PTX2C_FIRST_MOST, PTX2C_SIMD)

#endif
