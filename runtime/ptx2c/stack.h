/* stack.h: memory of a thread's stack: alloca (manual 9.7.17) and how deep functions may call each other. */
#ifndef PTX2C_STACK_H
#define PTX2C_STACK_H

#include "run.h"

/* Bytes that the allocas of one function, in one call of it, can take. */
#ifndef PTX2C_ALLOCA_BYTES
#define PTX2C_ALLOCA_BYTES 4096
#endif

/* Bytes of the host's stack that the calls of one thread may use; the smallest usual stack must hold them. */
#ifndef PTX2C_CALL_BYTES
#if defined __APPLE__ || defined _WIN32
#define PTX2C_CALL_BYTES 262144
#else
#define PTX2C_CALL_BYTES 1048576
#endif
#endif

/* What alloca gives lies behind the function's own variables, which take the first fixed bytes of its window (a
 * multiple of 16).  There stand first the bytes in use, themselves included; zero means that none are. */
PTX2C_INLINE void ptx2c_stack_begin(unsigned char *window, uint32_t fixed)
{
    uint32_t used = 0;
    memcpy(window + fixed, &used, sizeof used);
}

PTX2C_INLINE uint32_t ptx2c_stack_save(const unsigned char *window, uint32_t fixed)
{
    uint32_t used;
    memcpy(&used, window + fixed, sizeof used);
    return used < 16 ? 16 : used;
}

PTX2C_INLINE void ptx2c_stack_restore(unsigned char *window, uint32_t fixed, uint64_t used)
{
    uint32_t u = (uint32_t)used;
    memcpy(window + fixed, &u, sizeof u);
}

/* The offset of size bytes in the window at a multiple of align (a power of 2); 0 when they don't fit any more. */
PTX2C_INLINE uint32_t ptx2c_alloca(unsigned char *window, uint32_t fixed, uint64_t size, uint32_t align)
{
    uint32_t used = ptx2c_stack_save(window, fixed), pad = (uint32_t)(0 - ((uintptr_t)window + fixed + used)) & (align - 1);
    if (size > PTX2C_ALLOCA_BYTES || (uint64_t)used + pad + size > PTX2C_ALLOCA_BYTES)
        return 0;
    ptx2c_stack_restore(window, fixed, used + pad + size);
    return fixed + used + pad;
}

/* For functions that may call themselves: ends the thread with a status when its calls have used up the stack. */
PTX2C_INLINE bool ptx2c_too_deep(ptx2c_thread *t)
{
    uintptr_t here = ptx2c_frame();
    if (!t->stack)
        t->stack = here;
    if ((here < t->stack ? t->stack - here : here - t->stack) < PTX2C_CALL_BYTES)
        return false;
    ptx2c_fail(t->cta, PTX2C_STACK);
    t->exited = true;
    return true;
}

#endif
