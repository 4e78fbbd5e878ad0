/* thread_number.h: what instructions make of numbers that are known for each thread. */
#ifndef PTX2C_THREAD_NUMBER_H
#define PTX2C_THREAD_NUMBER_H

#include "transform/transform.h"

bool number_is_simple(const Back *b, const Ins *ins); /* number_of knows it */
/* What the instruction makes of its operands a, b and c: numbers of 32 bits, or predicates. */
uint32_t number_of(const Ins *ins, uint32_t x, uint32_t y, uint32_t z);

#endif
