/* sanitize_tensor.h: which accesses to tensor memory are unordered (manual 9.7.17.6).  For generated code.
 *
 * A cell stands for a column of 16 lanes.  What a warp loads, and what it stores, goes on beside its first thread until one of its
 * threads waits for it; products, copies and shifts go on beside the thread that began them until it is known that its commit has
 * arrived.  Those of one thread are in order among themselves, and behind those of which it knows that they have begun: by
 * tcgen05.fence::before_thread_sync of the thread that did. */
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

/* Thread u knows of what somebody does beside the first thread of its warp, or beside itself, all so far. */
static PTX2C_NOINLINE void ptx2c_check_beside(ptx2c_check_cta *a, uint32_t u, uint32_t beside, uint32_t doer, uint32_t as)
{
    a->told = true;
    ptx2c_known_cta *b = ptx2c_known_of(a);
    b->clock[as * a->threads + beside] = (*ptx2c_clock_at(a, u / 32, doer))++;
    ptx2c_vector *v = ptx2c_vector_from(b);
    ptx2c_vector_add(&a->known[u], v);
    ptx2c_vector_drop(v);
}

/* Thread u waits for what its warp loads, or for what it stores. */
PTX2C_INLINE void ptx2c_check_tensor_wait(uint32_t u, uint32_t doer)
{
    if (ptx2c_now.a->doers > doer)
        ptx2c_check_beside(ptx2c_now.a, u, u / 32 * 32, doer, doer);
}

/* tcgen05.fence by thread u: before it lets others know by what may be relaxed, or after it has learnt so of others. */
static PTX2C_NOINLINE void ptx2c_check_tensor_fence(uint32_t u, bool before)
{
    static const ptx2c_doers_seen see[] = {{PTX2C_PRODUCTS, PTX2C_PRODUCTS, 1}, {PTX2C_TENSOR_LOADS, PTX2C_TENSOR_LOADS, 3}};
    ptx2c_check_cta *a = ptx2c_now.a;
    if (a->doers < PTX2C_DOERS)
        return;
    if (before)
        ptx2c_check_beside(a, u, u, PTX2C_PRODUCTS, PTX2C_PRODUCTS_BEGUN);
    for (int all = 0; all < (before ? 1 : 2); all++) {
        ptx2c_vector *v = ptx2c_vector_part(before ? a->known[u] : all ? a->seen_far[u] : a->seen[u], see, 2);
        ptx2c_vector_add(before ? &a->tensor[u] : &a->known[u], v);
        ptx2c_vector_drop(v);
    }
}

/* Thread u's warp takes columns, or gives those back that are these bits of used, as it may (manual, tcgen05.alloc). */
static void ptx2c_tensor_turn(const ptx2c_cta *c, uint32_t u, uint32_t bits, uint32_t columns, bool gives) PTX2C_UNUSED;
static void ptx2c_tensor_turn(const ptx2c_cta *c, uint32_t u, uint32_t bits, uint32_t columns, bool gives)
{
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    const ptx2c_site *s = ptx2c_now.a->at[u];
    const bool any = strstr(s->text, "exclusive") != NULL;
    const char *what = !columns || columns % 32 || columns > (any ? PTX2C_TENSOR_COLUMNS : 512) || (!any && columns & (columns - 1))
                           ? "there is no such number of columns"
                       : gives && (c->tensor->used & bits) != bits ? "the columns are not allocated"
                       : !gives && c->tensor->closed               ? "the block has given up the right to allocate"
                                                                   : NULL;
    if (what) {
        ptx2c_notes message = {0, ""}, notes = {0, ""};
        ptx2c_note(&message, "%s: %s", s->text, what);
        ptx2c_note_at(&notes, s), ptx2c_note(&notes, "%u columns%s\n", (unsigned)columns, gives ? " there" : "");
        ptx2c_check_tell(c, u, "sync-alloc", s, NULL, "", 0, message.s, &notes);
    }
    if (!gives) {
        ptx2c_now.a->taken = s;
        ptx2c_now.a->taker = u;
    }
#else
    (void)c, (void)u, (void)bits, (void)columns, (void)gives;
#endif
}

/* The CTA ends: what it has taken it must have given back. */
PTX2C_INLINE void ptx2c_tensor_end(const ptx2c_check_cta *a)
{
    if (!a->taken || !a->c->tensor->used)
        return;
    ptx2c_notes message = {0, ""};
    ptx2c_note(&message, "%s: the block ends without giving the columns back", a->taken->text);
    ptx2c_check_tell(a->c, a->taker, "sync-alloc", a->taken, NULL, "", 0, message.s, NULL);
}

#endif
