/* child_hook.h: what child.h tells of kernels that kernels launch.  In modules of --sanitize sanitize_child.h hears it, in others nobody.
 *
 *   ptx2c_child_made(p, n)         a parameter buffer
 *   ptx2c_child_known(t, stream)   the thread launches a kernel: what is known then, for ptx2c_child_next
 *   ptx2c_child_next(known)        it is run by the next call of run_grid
 *   ptx2c_child_stored(t, p, n)    the thread's function of the system writes there
 *   ptx2c_child_new_stream()       a number of a stream, from 0 on
 *   ptx2c_child_joins(t, stream)   what is launched into that stream from now on may come behind what is in others
 *   ptx2c_child_awaited(t)         the thread has waited for all that its CTA has launched */
#ifndef PTX2C_CHILD_HOOK_H
#define PTX2C_CHILD_HOOK_H

#include "cta.h"

#ifdef PTX2C_CHECK
static void ptx2c_child_made(const void *p, size_t n) PTX2C_UNUSED;
static void *ptx2c_child_known(const ptx2c_thread *t, uint64_t stream) PTX2C_UNUSED;
static void ptx2c_child_next(void *known) PTX2C_UNUSED;
static uint64_t ptx2c_child_new_stream(void) PTX2C_UNUSED;
static void ptx2c_child_joins(const ptx2c_thread *t, uint64_t stream) PTX2C_UNUSED;
static void ptx2c_child_awaited(const ptx2c_thread *t) PTX2C_UNUSED;
#else
PTX2C_INLINE void ptx2c_child_made(const void *p, size_t n) { (void)p, (void)n; }
PTX2C_INLINE void *ptx2c_child_known(const ptx2c_thread *t, uint64_t stream)
{
    (void)t, (void)stream;
    return NULL;
}
PTX2C_INLINE void ptx2c_child_next(void *known) { (void)known; }
PTX2C_INLINE void ptx2c_child_stored(const ptx2c_thread *t, uint64_t to, uint32_t n) { (void)t, (void)to, (void)n; }
PTX2C_INLINE uint64_t ptx2c_child_new_stream(void) { return 0; }
PTX2C_INLINE void ptx2c_child_joins(const ptx2c_thread *t, uint64_t stream) { (void)t, (void)stream; }
PTX2C_INLINE void ptx2c_child_awaited(const ptx2c_thread *t) { (void)t; }
#endif

#endif
