/* space.h: isspacep: in which state space a generic address lies (manual 9.7.9.19, 6.4.1.1).  For generated code.
 *
 * Generic addresses are the host's.  What a launch has of its own is known: the shared windows of the CTA and of its
 * cluster, the kernel's parameters, the memory of its threads.  The .const variables that a module defines or declares
 * stand in its table.  All other addresses are .global ones, null included, and so are the parameters. */
#ifndef PTX2C_SPACE_H
#define PTX2C_SPACE_H

#include "run.h"
#include "sched.h"
#include "stack.h"

/* The module's table of .const variables and their number; generated files that ask about such addresses redefine it. */
#define PTX2C_CONSTANTS NULL, 0

typedef struct ptx2c_constant {
    const void *at;
    uint64_t bytes;
} ptx2c_constant;

/* The CTA's own window.  The address behind its last byte counts, too: on a GPU the window is larger. */
PTX2C_INLINE bool ptx2c_is_shared(const ptx2c_cta *c, const void *a)
{
    return (uintptr_t)a - (uintptr_t)c->shared <= c->shared_bytes;
}

/* That of any CTA in the cluster. */
PTX2C_INLINE bool ptx2c_is_cluster_shared(const ptx2c_cta *c, const void *a)
{
    return (uintptr_t)a - (uintptr_t)ptx2c_cluster_window(c, ptx2c_cluster_owner(c, (uintptr_t)a)) <= c->shared_bytes;
}

PTX2C_INLINE bool ptx2c_is_param(const ptx2c_cta *c, const void *a)
{
    return (uintptr_t)a - (uintptr_t)c->param < c->grid->kernel->param_bytes;
}

PTX2C_INLINE bool ptx2c_is_const(const ptx2c_constant *table, uint32_t count, const void *a)
{
    for (uint32_t i = 0; i < count; i++)
        if ((uintptr_t)a - (uintptr_t)table[i].at < table[i].bytes)
            return true;
    return false;
}

#if PTX2C_ASAN /* which may keep variables elsewhere, as if they were on the stack */
extern void *__asan_get_current_fake_stack(void);
extern void *__asan_addr_is_in_fake_stack(void *fake_stack, void *address, void **begin, void **end);
#endif

/* A thread's variables are in the CTA's state, in pieces from alloca, or on the host's stack, between the runtime's frames and the latest one:
 * not inlined, this function has that. */
static PTX2C_NOINLINE bool ptx2c_is_local(const ptx2c_cta *c, const void *address)
{
    uintptr_t here = ptx2c_frame(), a = (uintptr_t)address;
    if (a - (uintptr_t)c->state < c->grid->state_bytes)
        return true;
    for (const ptx2c_far *x = c->far; x; x = x->next)
        if (a - (uintptr_t)(x + 1) <= x->bytes)
            return true;
    if (ptx2c_is_cluster_shared(c, address) || ptx2c_is_param(c, address) || a - (uintptr_t)c->grid < sizeof *c->grid)
        return false;
#if PTX2C_ASAN
    void *real = __asan_addr_is_in_fake_stack(__asan_get_current_fake_stack(), (void *)a, NULL, NULL);
    a = real ? (uintptr_t)real : a;
#endif
    return here < c->stack ? a >= here && a < c->stack : a > c->stack && a <= here;
}

/* The window of the parameters lies within that of .global. */
PTX2C_INLINE bool ptx2c_is_global(const ptx2c_cta *c, const ptx2c_constant *table, uint32_t count, const void *a)
{
    return !ptx2c_is_cluster_shared(c, a) && !ptx2c_is_const(table, count, a) && !ptx2c_is_local(c, a);
}

#endif
