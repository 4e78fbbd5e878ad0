/* fabric.h: memory of devices that a fabric joins (manual 9.7.10.5 of PTX 9.3, 9.7.11.5 of 9.4).
 *
 * Places are a device's number and an offset.  The device reaches itself, as number 0, where offsets are addresses of the
 * host program; it has no peers.  An operation on another device moves nothing and reports so at its barrier, as the value
 * PTX2C_FABRIC_NO_PEER, if that has layout v1.  All are done at once and count bytes, or units of 16. */
#ifndef PTX2C_FABRIC_H
#define PTX2C_FABRIC_H

#include "tensor.h"

#define PTX2C_FABRIC_NO_PEER 1u

/* Whether there is memory at the place; none begins at address 0. */
PTX2C_INLINE bool ptx2c_fabric_reaches(uint32_t device, uint64_t offset) { return !device && offset; }

/* Counts what has come, or failed to: then says so. */
PTX2C_INLINE void ptx2c_fabric_done(void *mbar, uint32_t count, bool reached)
{
    if (!reached)
        ptx2c_mbar_report_on(mbar, PTX2C_FABRIC_NO_PEER);
    ptx2c_arrived(mbar, count);
}

PTX2C_INLINE void ptx2c_fabric_get(const ptx2c_cta *c, void *dst, uint32_t device, uint64_t offset, uint32_t bytes,
                                   void *mbar)
{
    const bool reached = ptx2c_fabric_reaches(device, offset);
    (void)c;
    if (reached)
        ptx2c_bulk(dst, PTX2C_PTR(offset), bytes);
    ptx2c_fabric_done(mbar, bytes, reached);
}

PTX2C_INLINE void ptx2c_fabric_put(const ptx2c_cta *c, uint32_t device, uint64_t offset, const void *src, uint32_t bytes,
                                   uint32_t mask, void *mbar)
{
    const bool reached = ptx2c_fabric_reaches(device, offset);
    (void)c;
    if (reached)
        ptx2c_bulk_masked(PTX2C_PTR(offset), src, bytes, mask);
    ptx2c_fabric_done(mbar, bytes / 16, reached);
}

/* counted::bytes: then a counter at the destination grows by the bytes. */
PTX2C_INLINE void ptx2c_fabric_put_counted(const ptx2c_cta *c, uint32_t device, uint64_t offset, uint64_t counter,
                                           const void *src, uint32_t bytes, void *mbar)
{
    const bool reached = ptx2c_fabric_reaches(device, offset);
    (void)c;
    if (reached) {
        ptx2c_bulk(PTX2C_PTR(offset), src, bytes);
        ptx2c_atom_add_u64(PTX2C_PTR(counter), bytes, ptx2c_release);
    }
    ptx2c_fabric_done(mbar, bytes / 16, reached);
}

typedef void ptx2c_fabric_op(unsigned char *dst, const unsigned char *src, uint32_t bytes);

PTX2C_INLINE void ptx2c_fabric_reduce(const ptx2c_cta *c, ptx2c_fabric_op *op, uint32_t device, uint64_t offset,
                                      const void *src, uint32_t bytes, void *mbar)
{
    const bool reached = ptx2c_fabric_reaches(device, offset);
    (void)c;
    if (reached)
        op(PTX2C_PTR(offset), src, bytes);
    ptx2c_fabric_done(mbar, bytes / 16, reached);
}

PTX2C_INLINE void ptx2c_fabric_reduce_counted(const ptx2c_cta *c, ptx2c_fabric_op *op, uint32_t device, uint64_t offset,
                                              uint64_t counter, const void *src, uint32_t bytes, void *mbar)
{
    const bool reached = ptx2c_fabric_reaches(device, offset);
    (void)c;
    if (reached) {
        op(PTX2C_PTR(offset), src, bytes);
        ptx2c_atom_add_u64(PTX2C_PTR(counter), bytes, ptx2c_release);
    }
    ptx2c_fabric_done(mbar, bytes / 16, reached);
}

/* try_atom: the operand lies at src, the old value goes to dst, both at the place that the address has in its 16 bytes;
 * it counts as one unit.  AS: the type that loads and stores it. */
#define PTX2C_FABRIC_ATOM(c, OP, AS, device, offset, dst, src, mbar)                                                   \
    do {                                                                                                               \
        const uint64_t at_ = (offset);                                                                                 \
        const bool here_ = ptx2c_fabric_reaches(device, at_);                                                                                  \
        (void)(c);                                                                                                     \
        if (here_)                                                                                                     \
            PTX2C_FABRIC_STORE_##AS((dst) + (at_ & 15),                                                                \
                                    ptx2c_atom_##OP(PTX2C_PTR(at_), PTX2C_FABRIC_LOAD_##AS((src) + (at_ & 15)),        \
                                                    ptx2c_relaxed));                                                   \
        ptx2c_fabric_done(mbar, 1, here_);                                                                             \
    } while (0)

/* cas: the lower 16 bytes of src hold what is compared, the upper what is stored. */
#define PTX2C_FABRIC_CAS(c, AS, device, offset, dst, src, mbar)                                                        \
    do {                                                                                                               \
        const uint64_t at_ = (offset);                                                                                 \
        const bool here_ = ptx2c_fabric_reaches(device, at_);                                                                                  \
        (void)(c);                                                                                                     \
        if (here_)                                                                                                     \
            PTX2C_FABRIC_STORE_##AS((dst) + (at_ & 15),                                                                \
                                    ptx2c_atom_cas_##AS(PTX2C_PTR(at_), PTX2C_FABRIC_LOAD_##AS((src) + (at_ & 15)),    \
                                                        PTX2C_FABRIC_LOAD_##AS((src) + 16 + (at_ & 15)),               \
                                                        ptx2c_relaxed));                                               \
        ptx2c_fabric_done(mbar, 1, here_);                                                                             \
    } while (0)

#define PTX2C_FABRIC_LOAD_b32 ptx2c_ld_u32
#define PTX2C_FABRIC_LOAD_u32 ptx2c_ld_u32
#define PTX2C_FABRIC_LOAD_s32 (int32_t)ptx2c_ld_u32
#define PTX2C_FABRIC_LOAD_b64 ptx2c_ld_u64
#define PTX2C_FABRIC_LOAD_u64 ptx2c_ld_u64
#define PTX2C_FABRIC_LOAD_s64 (int64_t)ptx2c_ld_u64
#define PTX2C_FABRIC_LOAD_b128 ptx2c_ld_b128
#define PTX2C_FABRIC_LOAD_f32 ptx2c_ld_f32
#define PTX2C_FABRIC_LOAD_f64 ptx2c_ld_f64
#define PTX2C_FABRIC_LOAD_f16x2 ptx2c_ld_u32
#define PTX2C_FABRIC_LOAD_bf16x2 ptx2c_ld_u32
#define PTX2C_FABRIC_STORE_b32 ptx2c_st_u32
#define PTX2C_FABRIC_STORE_u32 ptx2c_st_u32
#define PTX2C_FABRIC_STORE_s32(p, v) ptx2c_st_u32(p, (uint32_t)(v))
#define PTX2C_FABRIC_STORE_b64 ptx2c_st_u64
#define PTX2C_FABRIC_STORE_u64 ptx2c_st_u64
#define PTX2C_FABRIC_STORE_s64(p, v) ptx2c_st_u64(p, (uint64_t)(v))
#define PTX2C_FABRIC_STORE_b128 ptx2c_st_b128
#define PTX2C_FABRIC_STORE_f32 ptx2c_st_f32
#define PTX2C_FABRIC_STORE_f64 ptx2c_st_f64
#define PTX2C_FABRIC_STORE_f16x2 ptx2c_st_u32
#define PTX2C_FABRIC_STORE_bf16x2 ptx2c_st_u32

/* ---- tensors ------------------------------------------------------------------------------------------------------- */

/* Where the tensor is: the device is asked about apart. */
PTX2C_INLINE uint64_t ptx2c_fabric_place(uint32_t device, uint64_t offset)
{
    (void)device;
    return offset;
}

/* Bytes of a box. */
PTX2C_INLINE uint32_t ptx2c_fabric_box(const void *map, uint32_t rank)
{
    ptx2c_tensor_fields f;
    memcpy(&f, map, sizeof f);
    uint32_t bytes = ptx2c_tensor_bytes(f.type) * (f.box[0] / ptx2c_tensor_unit(f.type));
    for (uint32_t i = 1; i < rank; i++)
        bytes *= (f.box[i] + f.step[i] - 1) / (f.step[i] ? f.step[i] : 1);
    return bytes;
}

PTX2C_INLINE void ptx2c_fabric_tensor_get(const ptx2c_cta *c, uint32_t device, const void *map, unsigned char *dst,
                                          uint32_t rank, const int32_t *at, void *mbar)
{
    const uint32_t bytes = device ? ptx2c_fabric_box(map, rank)
                                  : ptx2c_tensor_tile(c, ptx2c_tensor_load, map, dst, rank, at);
    ptx2c_fabric_done(mbar, bytes, !device);
}

PTX2C_INLINE void ptx2c_fabric_tensor_put(const ptx2c_cta *c, ptx2c_tensor_op op, uint32_t device, const void *map,
                                          unsigned char *src, uint32_t rank, const int32_t *at, uint32_t bytes,
                                          uint64_t counter, void *mbar)
{
    if (!device) {
        ptx2c_tensor_tile(c, op, map, src, rank, at);
        if (counter)
            ptx2c_atom_add_u64(PTX2C_PTR(counter), bytes, ptx2c_release);
    }
    ptx2c_fabric_done(mbar, bytes / 16, !device);
}

#endif
