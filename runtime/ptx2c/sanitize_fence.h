/* sanitize_fence.h: what fences make known of what goes on beside threads: for other proxies, and in tensor memory.  For generated
 * code. */
#ifndef PTX2C_SANITIZE_FENCE_H
#define PTX2C_SANITIZE_FENCE_H

#include "sanitize_now.h"

/* What a thread knows of n doers from the first on, it knows of as many others from then on. */
typedef struct ptx2c_doers_seen { uint32_t from, to, n; } ptx2c_doers_seen;

/* Of what a vector says, those kinds, as that; a new reference. */
static PTX2C_NOINLINE ptx2c_vector *ptx2c_vector_part(const ptx2c_vector *all, const ptx2c_doers_seen *see, uint32_t kinds)
{
    ptx2c_vector *part = (ptx2c_vector *)ptx2c_check_get(1, sizeof *part + (all ? all->n : 0) * sizeof part->of[0]);
    part->refs = 1;
    for (uint32_t i = 0; all && i < all->n; i++) {
        const ptx2c_known_cta *from = all->of[i];
        const uint32_t n = from->threads;
        if (from->n < PTX2C_DOERS * n)
            continue;
        ptx2c_known_cta *b = ptx2c_known_new(from->cta, from->n);
        b->threads = n;
        for (uint32_t k = 0; k < kinds; k++)
            memcpy(b->clock + see[k].to * n, from->clock + see[k].from * n, see[k].n * n * sizeof b->clock[0]);
        part->of[part->n++] = b;
    }
    return part;
}

/* Thread u executes a fence for another proxy. */
static PTX2C_NOINLINE void ptx2c_check_fence_proxy(ptx2c_check_cta *a, uint32_t u, const ptx2c_doers_seen *see, uint32_t kinds)
{
    if (a->doers < PTX2C_DOERS)
        return;
    ptx2c_later_ends(a);
    a->told = true;
    ptx2c_vector *all = ptx2c_all_known(a, u, a->clock[u / 32]++), *seen = ptx2c_vector_part(all, see, kinds);
    ptx2c_vector_add(&a->known[u], seen);
    ptx2c_vector_drop(seen);
    ptx2c_vector_drop(all);
}

/* What a relaxed operation of thread u makes known: what it knew at its last fence; of tensor memory, at its last tcgen05.fence. */
static PTX2C_NOINLINE ptx2c_vector *ptx2c_known_fenced(ptx2c_check_cta *a, uint32_t u)
{
    ptx2c_vector *v = a->fenced[u] ? ptx2c_known_up_to(a, u, a->fenced[u], a->fenced) : NULL;
    ptx2c_vector_add(&v, a->tensor[u]);
    return v;
}

/* Thread u's products so far are behind those of others of which it knows that they have begun: these are done, too, when its own are. */
static PTX2C_NOINLINE void ptx2c_tell_begun(const ptx2c_check_cta *a, uint32_t u, ptx2c_vector **to)
{
    static const ptx2c_doers_seen begun = {PTX2C_PRODUCTS_BEGUN, PTX2C_PRODUCTS, 1};
    ptx2c_vector *v = ptx2c_vector_part(a->known[u], &begun, 1);
    for (const ptx2c_check_cta *x = ptx2c_now.all; x; x = x->next) {
        const ptx2c_known_cta *k = ptx2c_vector_of(v, x->id);
        for (uint32_t i = 0; k && i < x->threads; i++)
            if (x->copying[(PTX2C_PRODUCTS - PTX2C_COPIES) * x->threads + i] <= k->clock[PTX2C_PRODUCTS * x->threads + i])
                *ptx2c_copy_of(x, i, PTX2C_PRODUCTS) = NULL;
    }
    ptx2c_vector_add(to, v);
    ptx2c_vector_drop(v);
}

#endif
