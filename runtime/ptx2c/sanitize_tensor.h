/* sanitize_tensor.h: which accesses to tensor memory are unordered (manual 9.7.17.6).  For generated code.
 *
 * A cell stands for a column of 16 lanes.  What a warp loads, and what it stores, goes on beside its first thread until one of its
 * threads waits for it; products, copies and shifts go on beside the thread that began them until it is known that its commit has
 * arrived, and among themselves they are in order. */
#ifndef PTX2C_SANITIZE_TENSOR_H
#define PTX2C_SANITIZE_TENSOR_H

#include "sanitize_memory.h"

/* The lanes of m load from tensor memory, or store to it: n registers each, of columns that lie step apart. */
#define PTX2C_CHECK_TENSOR(run, w, m, site, shape, step, n)                                                                \
    do {                                                                                                                   \
        uint8_t part_[PTX2C_TENSOR_COLUMNS] = {0};                                                                         \
        for (uint32_t left_ = (m); left_; left_ &= left_ - 1)                                                              \
            for (uint32_t i_ = 0; i_ < (n) * (step); i_++)                                                                 \
                ptx2c_tensor_mark(part_, (run)->c, (w)->tensor[ptx2c_lowest(left_)] +                                      \
                                  PTX2C_REGISTER_##shape(i_ / (step), step) + i_ % (step) * 128);                          \
        ptx2c_tensor_access((run)->index * 32, site, (run)->c, part_);                                                     \
    } while (0)

PTX2C_INLINE void ptx2c_tensor_mark(uint8_t *part, const ptx2c_cta *c, const uint32_t *word)
{
    const size_t at = (size_t)(word - &c->tensor->word[0][0]);
    if (at / 128 < PTX2C_TENSOR_COLUMNS)
        part[at / 128] |= (uint8_t)(1 << at % 128 / 16);
}

/* Thread u waits for what its warp loads, or for what it stores. */
static PTX2C_NOINLINE void ptx2c_check_tensor_wait(uint32_t u, uint32_t doer)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    if (a->doers <= doer)
        return;
    a->told = true;
    ptx2c_known_cta *b = ptx2c_known_of(a);
    b->clock[doer * a->threads + u / 32 * 32] = (*ptx2c_clock_at(a, u / 32, doer))++;
    ptx2c_vector *v = ptx2c_vector_from(b);
    ptx2c_vector_add(&a->known[u], v);
    ptx2c_vector_drop(v);
}

#endif
