/* padding.h: loops over a part of the lanes of a row of 16 threads that take the others, too, so as to be whole vectors.
 *
 * Those may read and store again what is in the shared window, or less than PTX2C_GAP bytes behind it: PTX2C_RUN_CTA has VL 16
 * only where no other thread of the host shares the CTA. */
#ifndef PTX2C_PADDING_H
#define PTX2C_PADDING_H

#include "memory.h"

#if defined __clang__ /* it would gather what is conditional, and has masks for what is left over */
#define PTX2C_PADS(VL) false
#else
#define PTX2C_PADS(VL) (!PTX2C_SCALAR && (VL) == 16)
#endif
/* The lanes from to to - 1 of a chunk of VL (0: of any number), or all of them: */
#define PTX2C_LANES_PADDED(VL, from, to) PTX2C_LANES_FROM(PTX2C_PADS(VL) ? 0 : (from), PTX2C_PADS(VL) ? 16 : (to))
/* whether lane l is one of the former. */
#define PTX2C_MEANT(VL, from, to) (!PTX2C_PADS(VL) || ((from) <= l && l < (to)))

/* ptx2c_put_T(p, v, meant): a weak store of v, or else of what is there. */
#define PTX2C_PUT(T, C) PTX2C_INLINE void ptx2c_put_##T(void *p, C v, bool where) { ptx2c_st_##T(p, where ? v : ptx2c_ld_##T(p)); }
PTX2C_PUT(u8, uint8_t)
PTX2C_PUT(s8, int8_t)
PTX2C_PUT(u16, uint16_t)
PTX2C_PUT(s16, int16_t)
PTX2C_PUT(u32, uint32_t)
PTX2C_PUT(s32, int32_t)
PTX2C_PUT(f32, float)

#endif
