/* sanitize_hook.h: what functions that find memory by themselves ask before they access it: textures, surfaces, matrices, tensor
 * copies.  In modules of --sanitize sanitize_memory.h answers, for the instruction that ptx2c_check_next told of; in others
 * everything is allowed.
 *
 *   ptx2c_may_access(p, n, by)     the instruction may access n bytes at p; by: their distance from where they have to be aligned
 *   ptx2c_may_share(p, n)          the same of the shared side of a copy
 *   ptx2c_may_copy(map, shared)    a tensor copy may look at its map and begin there in shared memory
 *   ptx2c_is_told(status, more)    what is wrong has been told: the launch goes on; more: what to add, or NULL
 *
 *   ptx2c_child_made(p, n)         a parameter buffer for a kernel that a kernel launches
 *   ptx2c_child_known(t, stream)   the thread launches it: what is known then, for ptx2c_child_next
 *   ptx2c_child_next(known)        it is run by the next call of run_grid
 *   ptx2c_child_awaited(t)         the thread has waited for all that its CTA has launched
 *
 * What is not allowed has been told, is left out, and gives 0. */
#ifndef PTX2C_SANITIZE_HOOK_H
#define PTX2C_SANITIZE_HOOK_H

#include "launch.h"

struct ptx2c_thread;
#ifdef PTX2C_CHECK
#define PTX2C_IS_CHECKED 1
static bool ptx2c_may_access(const void *p, size_t n, int64_t by) PTX2C_UNUSED;
static bool ptx2c_may_share(const void *p, size_t n) PTX2C_UNUSED;
static bool ptx2c_may_copy(const void *map, const void *shared) PTX2C_UNUSED;
static bool ptx2c_is_told(int status, const char *more) PTX2C_UNUSED;
static void ptx2c_child_made(const void *p, size_t n) PTX2C_UNUSED;
static void *ptx2c_child_known(const struct ptx2c_thread *t, uint64_t stream) PTX2C_UNUSED;
static void ptx2c_child_next(void *known) PTX2C_UNUSED;
static void ptx2c_child_awaited(const struct ptx2c_thread *t) PTX2C_UNUSED;
#else
#define PTX2C_IS_CHECKED 0
PTX2C_INLINE bool ptx2c_may_access(const void *p, size_t n, int64_t by)
{
    (void)p, (void)n, (void)by;
    return true;
}

PTX2C_INLINE bool ptx2c_may_share(const void *p, size_t n) { return ptx2c_may_access(p, n, 0); }
PTX2C_INLINE bool ptx2c_may_copy(const void *map, const void *shared) { return ptx2c_may_access(map, 0, 0) && ptx2c_may_share(shared, 0); }
PTX2C_INLINE bool ptx2c_is_told(int status, const char *more) { return status < 0 && more; }
PTX2C_INLINE void ptx2c_child_made(const void *p, size_t n) { (void)p, (void)n; }
PTX2C_INLINE void *ptx2c_child_known(const struct ptx2c_thread *t, uint64_t stream)
{
    (void)t, (void)stream;
    return NULL;
}
PTX2C_INLINE void ptx2c_child_next(void *known) { (void)known; }
PTX2C_INLINE void ptx2c_child_awaited(const struct ptx2c_thread *t) { (void)t; }
#endif

#endif
