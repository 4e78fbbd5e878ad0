/* stack.h: memory of a thread's stack: alloca (manual 9.7.17) and how deep functions may call each other. */
#ifndef PTX2C_STACK_H
#define PTX2C_STACK_H

#include "run.h"
#include <stdlib.h>

/* Bytes that the allocas of one function, in one call of it, can take: what a GPU's thread has of .local memory. */
#ifndef PTX2C_ALLOCA_BYTES
#define PTX2C_ALLOCA_BYTES 524288
#endif

/* How many of them lie in the function's own window, behind its variables; what does not fit there comes from malloc. */
enum { PTX2C_ALLOCA_NEAR = 1024 };

/* The same where addresses of 32 bits must reach them: there nothing comes from malloc. */
#ifndef PTX2C_ALLOCA_NARROW
#define PTX2C_ALLOCA_NARROW 16384
#endif

/* Checked modules have each piece, with an address of 64 bits, from malloc, and so many bytes on both sides that are no part of it. */
#if defined PTX2C_CHECK
enum { PTX2C_ALLOCA_GUARD = 64 };
#else
enum { PTX2C_ALLOCA_GUARD = 0 };
#endif

/* Bytes of the host's stack that the calls of one thread may use; the smallest usual stack must hold them. */
#ifndef PTX2C_CALL_BYTES
#if defined __APPLE__ || defined _WIN32
#define PTX2C_CALL_BYTES 262144
#elif defined __wasm__
#define PTX2C_CALL_BYTES 16384
#else
#define PTX2C_CALL_BYTES 1048576
#endif
#endif

/* Stands behind the function's own variables, which take the first fixed bytes of its window (a multiple of 16), and
 * before what alloca gives.  All zero: nothing is in use. */
typedef struct ptx2c_stack_head {
    uint64_t used;   /* bytes, itself included; stacksave's result */
    ptx2c_far *far;  /* the latest piece that did not fit */
} ptx2c_stack_head;

/* A piece of memory that did not fit into its function's window. */
struct ptx2c_far {
    ptx2c_far *next, *prev; /* those of the CTA: they end with it at the latest */
    ptx2c_far *before;      /* in the same call of its function */
    uint64_t mark;          /* bytes in use before it */
    uint64_t bytes;         /* with what it takes to align them, and guards; they follow */
    unsigned char *at;      /* what alloca gave of them */
    uint64_t size;
    uint64_t given;         /* of checked modules: size, and that of all before it; elsewhere they are bytes in use */
    uint8_t *written;       /* likewise: a bit for each byte of it that something has written */
    const ptx2c_cta *cta;   /* likewise, as what follows: whose it is; */
    ptx2c_far *low, *high;  /* those below and above it in the tree */
};

#if defined PTX2C_CHECK
/* The pieces of all CTAs by address: a tree in which none has a lower rank than those under it, so that it is about as deep as a
 * balanced one.  One thread of the host runs a checked grid. */
PTX2C_SHARED_VARIABLE ptx2c_far *ptx2c_far_root;

PTX2C_INLINE uint32_t ptx2c_far_rank(const ptx2c_far *x) { return (uint32_t)((uintptr_t)x >> 4) * 0x9e3779b1u; }

PTX2C_INLINE bool ptx2c_far_is_below(const ptx2c_far *x, const ptx2c_far *y) { return (uintptr_t)x < (uintptr_t)y; }

static PTX2C_NOINLINE void ptx2c_far_put(ptx2c_far *x)
{
    ptx2c_far **to = &ptx2c_far_root;
    while (*to && ptx2c_far_rank(*to) >= ptx2c_far_rank(x))
        to = ptx2c_far_is_below(x, *to) ? &(*to)->low : &(*to)->high;
    ptx2c_far *left = *to, **low = &x->low, **high = &x->high;
    for (*to = x; left;) {
        ptx2c_far ***end = ptx2c_far_is_below(left, x) ? &low : &high;
        **end = left;
        *end = end == &low ? &left->high : &left->low;
        left = **end;
    }
    *low = *high = NULL;
}

static PTX2C_NOINLINE void ptx2c_far_take(ptx2c_far *x)
{
    ptx2c_far **to = &ptx2c_far_root, *low = x->low, *high = x->high;
    while (*to != x)
        to = ptx2c_far_is_below(x, *to) ? &(*to)->low : &(*to)->high;
    while (low && high) {
        ptx2c_far **const top = ptx2c_far_rank(low) >= ptx2c_far_rank(high) ? &low : &high;
        *to = *top;
        to = top == &low ? &low->high : &high->low;
        *top = *to;
    }
    *to = low ? low : high;
}

/* The piece of the CTA's that holds an address; NULL: none. */
static PTX2C_NOINLINE const ptx2c_far *ptx2c_far_find(const ptx2c_cta *c, uintptr_t p)
{
    const ptx2c_far *found = NULL;
    for (const ptx2c_far *x = ptx2c_far_root; x;) {
        const bool below = p < (uintptr_t)(x + 1);
        found = below ? found : x;
        x = below ? x->low : x->high;
    }
    return found && found->cta == c && p - (uintptr_t)(found + 1) < found->bytes ? found : NULL;
}
#else
PTX2C_INLINE void ptx2c_far_put(const ptx2c_far *x) { (void)x; }
PTX2C_INLINE void ptx2c_far_take(const ptx2c_far *x) { (void)x; }
#endif

PTX2C_INLINE ptx2c_stack_head ptx2c_stack_at(const unsigned char *window, uint32_t fixed)
{
    ptx2c_stack_head h;
    memcpy(&h, window + fixed, sizeof h);
    if (h.used < sizeof h)
        h.used = sizeof h;
    return h;
}

PTX2C_INLINE void ptx2c_stack_begin(unsigned char *window, uint32_t fixed)
{
    const ptx2c_stack_head none = {0, NULL};
    memcpy(window + fixed, &none, sizeof none);
}

PTX2C_INLINE uint64_t ptx2c_stack_save(const unsigned char *window, uint32_t fixed)
{
    return ptx2c_stack_at(window, fixed).used;
}

/* Gives back what was taken since used bytes were in use; with 0, when the function ends, all. */
PTX2C_INLINE void ptx2c_stack_restore(ptx2c_cta *c, unsigned char *window, uint32_t fixed, uint64_t used)
{
    ptx2c_stack_head h = ptx2c_stack_at(window, fixed);
    h.used = used;
    for (ptx2c_far *x; (x = h.far) && x->mark >= used;) {
        h.far = x->before;
        *(x->prev ? &x->prev->next : &c->far) = x->next;
        if (x->next)
            x->next->prev = x->prev;
        ptx2c_far_take(x);
        free(x);
    }
    memcpy(window + fixed, &h, sizeof h);
}

/* ptx2c_cta.release: the pieces that are left at the end of a CTA. */
static PTX2C_NOINLINE void ptx2c_far_release(ptx2c_cta *c)
{
    for (ptx2c_far *x; (x = c->far);) {
        c->far = x->next;
        ptx2c_far_take(x);
        free(x);
    }
}

/* Of checked modules: bytes that do not count as used. */
PTX2C_INLINE uint64_t ptx2c_stack_given(const ptx2c_stack_head *h) { return PTX2C_ALLOCA_GUARD > 0 && h->far ? h->far->given : 0; }

static PTX2C_NOINLINE unsigned char *ptx2c_alloca_far(ptx2c_cta *c, ptx2c_stack_head *h, uint64_t size, uint32_t align)
{
    const uint64_t bytes = size + align + 2 * PTX2C_ALLOCA_GUARD;
    const size_t bits = PTX2C_ALLOCA_GUARD ? (size_t)size / 8 + 1 : 0;
    ptx2c_far *x = malloc(sizeof *x + (size_t)bytes + bits);
    if (!x)
        return NULL;
    *x = (ptx2c_far){.next = c->far, .before = h->far, .mark = h->used, .bytes = bytes, .size = size, .given = ptx2c_stack_given(h) + size,
                     .written = (uint8_t *)(x + 1) + (size_t)bytes, .cta = c};
    ptx2c_far_put(x);
    memset(x->written, 0, bits);
    if (x->next)
        x->next->prev = x;
    c->far = h->far = x;
    if (!c->release)
        c->release = ptx2c_far_release;
    unsigned char *p = (unsigned char *)(x + 1) + PTX2C_ALLOCA_GUARD;
    return x->at = p + ((uint32_t)(0 - (uintptr_t)p) & (align - 1));
}

/* The offset from the window of size bytes at a multiple of align (a power of 2); 0 when they are too many. */
PTX2C_INLINE uint64_t ptx2c_alloca_any(ptx2c_cta *c, unsigned char *window, uint32_t fixed, uint64_t size, uint32_t align, bool far,
                                       uint32_t near)
{
    ptx2c_stack_head h = ptx2c_stack_at(window, fixed);
    uint32_t pad = (uint32_t)(0 - ((uintptr_t)window + fixed + h.used)) & (align - 1);
    uint64_t at = fixed + h.used + pad;
    if (size > PTX2C_ALLOCA_BYTES || h.used + ptx2c_stack_given(&h) + size > PTX2C_ALLOCA_BYTES)
        return 0;
    uint64_t taken = size;
    if (far || (h.far && !PTX2C_ALLOCA_GUARD) || h.used + pad + size > near) {
        const unsigned char *p = ptx2c_alloca_far(c, &h, size, align);
        if (!p)
            return 0;
        at = (uintptr_t)p - (uintptr_t)window;
        pad = 0;
        taken = PTX2C_ALLOCA_GUARD ? 0 : size; /* checked modules leave the window to addresses of 32 bits */
    }
    h.used += pad + (taken ? taken : 1); /* so that each piece has a mark of its own */
    memcpy(window + fixed, &h, sizeof h);
    return at;
}

PTX2C_INLINE uint64_t ptx2c_alloca_u64(ptx2c_cta *c, unsigned char *window, uint32_t fixed, uint64_t size,
                                       uint32_t align)
{
    return ptx2c_alloca_any(c, window, fixed, size, align, PTX2C_ALLOCA_GUARD > 0, PTX2C_ALLOCA_NEAR);
}

/* The same for addresses of 32 bits, which may not reach as far. */
PTX2C_INLINE uint32_t ptx2c_alloca_u32(ptx2c_cta *c, unsigned char *window, uint32_t fixed, uint64_t size,
                                       uint32_t align)
{
    uint64_t at = ptx2c_alloca_any(c, window, fixed, size, align, false, PTX2C_ALLOCA_NARROW);
    return sizeof(void *) > 4 && at > fixed + PTX2C_ALLOCA_NARROW ? 0 : (uint32_t)at;
}

/* For functions that may call themselves: whether the thread's calls have used up the stack. */
PTX2C_INLINE bool ptx2c_is_deep(ptx2c_thread *t)
{
    uintptr_t here = ptx2c_frame();
    if (!t->stack)
        t->stack = here;
    return (here < t->stack ? t->stack - here : here - t->stack) >= PTX2C_CALL_BYTES;
}

/* Then it ends, with a status. */
PTX2C_INLINE bool ptx2c_too_deep(ptx2c_thread *t)
{
    if (!ptx2c_is_deep(t))
        return false;
    ptx2c_fail(t->cta, PTX2C_STACK);
    t->exited = true;
    return true;
}

#endif
