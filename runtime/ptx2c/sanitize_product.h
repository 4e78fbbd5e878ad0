/* sanitize_product.h: --sanitize=sync: registers that wgmma.mma_async works on beside the threads (manual 9.7.16.7).  For generated code.
 *
 * A thread numbers the groups that it commits and its fences.  A set of registers has the number of the group of the last
 * product that works on it, and that of the fence behind which the thread has used it since. */
#ifndef PTX2C_SANITIZE_PRODUCT_H
#define PTX2C_SANITIZE_PRODUCT_H

#include "sanitize_memory.h"

/* How registers are used: by other instructions, or as the sum or A of a product that begins. */
enum { PTX2C_PRODUCT_READ, PTX2C_PRODUCT_WRITTEN, PTX2C_PRODUCT_SUM, PTX2C_PRODUCT_A };

/* Of thread u: number 0 is of the thread itself, the others of sets; NULL never. */
static PTX2C_NOINLINE ptx2c_product_set *ptx2c_products_of(ptx2c_check_cta *a, uint32_t u, uint32_t number)
{
    if (number >= a->product_sets) {
        const uint32_t n = 2 * number + 1;
        ptx2c_product_set *more = (ptx2c_product_set *)ptx2c_check_get((size_t)n * a->threads, sizeof *more);
        if (a->product)
            memcpy(more, a->product, (size_t)a->product_sets * a->threads * sizeof *more);
        free(a->product);
        a->product = more;
        a->product_sets = n;
    }
    return &a->product[(size_t)number * a->threads + u];
}

/* All groups of the thread but the n latest are done. */
PTX2C_INLINE void ptx2c_product_wait(ptx2c_product_set *own, uint32_t n)
{
    own->done = own->group > n && own->group - n > own->done ? own->group - n : own->done;
}

PTX2C_INLINE void ptx2c_check_product_fence(uint32_t u) { ptx2c_products_of(ptx2c_now.a, u, 0)->used++; }

/* Thread u is about to use registers of that set, of which one has this name, by what has that text. */
static PTX2C_NOINLINE void ptx2c_check_product(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uint32_t how, uint32_t set, const char *text,
                                               const char *name)
{
    ptx2c_product_set *const x = ptx2c_products_of(ptx2c_now.a, u, set + 1), *const own = ptx2c_products_of(ptx2c_now.a, u, 0);
    const bool begins = how >= PTX2C_PRODUCT_SUM, sums = how == PTX2C_PRODUCT_SUM, reads = how == PTX2C_PRODUCT_READ;
    ptx2c_notes m = {0, ""}, notes = {0, ""};
    if (begins && !own->used)
        ptx2c_note(&m, "%s begins, and no wgmma.fence comes before", text);
    else if (begins && x->used > own->used)
        ptx2c_note(&m, "%s %s '%s' and what is beside it, and no wgmma.fence follows their last use", text, sums ? "adds to" : "takes", name);
    else if (!begins && x->group > own->done && (x->sums || !reads)) {
        ptx2c_note(&m, "%s %s '%s' before the wgmma.mma_async that works on it is waited for", text, reads ? "reads" : "writes", name);
        ptx2c_note_at(&notes, x->by);
        ptx2c_note(&notes, "that wgmma.mma_async is here\n");
        ptx2c_note_source(&notes, x->by);
        x->group = 0;
    }
    if (m.n)
        ptx2c_check_tell(c, u, "sync-product", s, NULL, m.s, 0, m.s, &notes);
    if (begins)
        *x = (ptx2c_product_set){own->group + 1, 0, x->used, sums, s};
    else
        x->used = own->used + 1;
}

#endif
