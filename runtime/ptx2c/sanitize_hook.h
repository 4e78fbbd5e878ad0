/* sanitize_hook.h: what functions that find memory by themselves ask before they access it: textures, surfaces, matrices, tensor
 * copies.  In modules of --sanitize sanitize_memory.h answers, for the instruction that ptx2c_check_next told of; in others
 * everything is allowed.
 *
 *   ptx2c_may_access(p, n, by)     the instruction may access n bytes at p; by: their distance from where they have to be aligned
 *   ptx2c_may_share(p, n)          the same of the shared side of a copy
 *   ptx2c_may_copy(map, shared)    a tensor copy may look at its map and begin there in shared memory
 *   ptx2c_use_tensor(c, part, write)   the instruction accesses parts of the CTA's tensor memory: of each column a bit for each 16 lanes
 *   ptx2c_may_look(s, p, n)        all of that memory has values, which site s may read: a look at what comes asks for it
 *   ptx2c_tell_nothing(quiet)      what is wrong is not told from now on, or is again
 *   ptx2c_is_told(status, more)    what is wrong has been told: the launch goes on; more: what to add, or NULL
 *
 * What is not allowed has been told, is left out, and gives 0. */
#ifndef PTX2C_SANITIZE_HOOK_H
#define PTX2C_SANITIZE_HOOK_H

#include "launch.h"

#ifdef PTX2C_CHECK
#define PTX2C_IS_CHECKED 1
static bool ptx2c_may_access(const void *p, size_t n, int64_t by) PTX2C_UNUSED;
static bool ptx2c_may_share(const void *p, size_t n) PTX2C_UNUSED;
static bool ptx2c_may_copy(const void *map, const void *shared) PTX2C_UNUSED;
static bool ptx2c_is_told(int status, const char *more) PTX2C_UNUSED;
static void ptx2c_use_tensor(ptx2c_cta *c, const uint8_t *part, bool write) PTX2C_UNUSED;
#else
#define PTX2C_IS_CHECKED 0
PTX2C_INLINE bool ptx2c_may_access(const void *p, size_t n, int64_t by)
{
    (void)p, (void)n, (void)by;
    return true;
}

PTX2C_INLINE bool ptx2c_may_share(const void *p, size_t n) { return ptx2c_may_access(p, n, 0); }
PTX2C_INLINE bool ptx2c_may_copy(const void *map, const void *shared) { return ptx2c_may_access(map, 0, 0) && ptx2c_may_share(shared, 0); }
PTX2C_INLINE void ptx2c_use_tensor(ptx2c_cta *c, const uint8_t *part, bool write) { (void)c, (void)part, (void)write; }
PTX2C_INLINE bool ptx2c_is_told(int status, const char *more) { return status < 0 && more; }
#endif

#endif
