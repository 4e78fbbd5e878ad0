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
#define PTX2C_PADS(VL) (!PTX2C_SINGLE && (VL) == 16)
#endif
/* The lanes from to to - 1 of a chunk of VL (0: of any number), or all of them: */
#define PTX2C_LANES_PADDED(VL, from, to) PTX2C_LANES_FROM(PTX2C_PADS(VL) ? 0 : (from), PTX2C_PADS(VL) ? 16 : (to))
/* all bits for lane l that is one of the former, none for the others. */
#define PTX2C_MEANT(VL, from, to) (!PTX2C_PADS(VL) ? 0xffffffffu : 0u - ((((from) - 1 - l) & (l - (to))) >> 31))

/* ptx2c_put_T(p, v, meant): a weak store of v, or else of what is there, by bits: of a choice gcc makes stores under masks, which are slow,
 * and which loads of whole vectors wait for. */
#define PTX2C_PUT(T, U)                                                                                                \
    PTX2C_INLINE void ptx2c_put_##T(void *p, U v, uint32_t meant)                                                      \
    {                                                                                                                  \
        const U was = ptx2c_ld_##T(p);                                                                                 \
        ptx2c_st_##T(p, (U)(was ^ ((was ^ v) & meant)));                                                               \
    }
PTX2C_PUT(u8, uint8_t)
PTX2C_PUT(u16, uint16_t)
PTX2C_PUT(u32, uint32_t)
PTX2C_INLINE void ptx2c_put_s8(void *p, int8_t v, uint32_t meant) { ptx2c_put_u8(p, (uint8_t)v, meant); }
PTX2C_INLINE void ptx2c_put_s16(void *p, int16_t v, uint32_t meant) { ptx2c_put_u16(p, (uint16_t)v, meant); }
PTX2C_INLINE void ptx2c_put_s32(void *p, int32_t v, uint32_t meant) { ptx2c_put_u32(p, (uint32_t)v, meant); }
PTX2C_INLINE void ptx2c_put_f32(void *p, float v, uint32_t meant) { ptx2c_put_u32(p, ptx2c_bits_f32(v), meant); }

#endif
