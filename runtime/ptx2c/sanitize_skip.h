/* sanitize_skip.h: threads that go past a barrier to which others come, and exit.  For generated code.
 *
 * A barrier waits for no thread that has exited, and those that leave a kernel early are no fault.  But what follows a branch on one way
 * of which barriers lie is for threads that have come by them, or for none: src/transform/checks/barrier_skip.c has the branch tell who
 * goes the other way.  As who comes when is chance, that is compared by how many barriers a thread has come to before. */
#ifndef PTX2C_SANITIZE_SKIP_H
#define PTX2C_SANITIZE_SKIP_H

#include "sanitize_place.h"

static PTX2C_NOINLINE ptx2c_skip *ptx2c_skip_of(ptx2c_check_cta *a, const ptx2c_site *s)
{
    ptx2c_skip *x = a->skips;
    while (x && x->site != s)
        x = x->next;
    if (x)
        return x;
    x = (ptx2c_skip *)ptx2c_check_get(1, sizeof *x + a->threads * sizeof x->at[0]);
    x->site = s;
    x->next = a->skips;
    return a->skips = x;
}

/* Thread u goes past barriers. */
static PTX2C_UNUSED void ptx2c_check_skips(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    (void)c;
    if (PTX2C_CHECK & PTX2C_CHECK_ORDER)
        ptx2c_skip_of(a, s)->at[u] = a->arrivals[u] + 1;
}

/* Whether one of those that have come now has gone past barriers there as thread u did. */
PTX2C_INLINE bool ptx2c_skip_is_common(const ptx2c_check_cta *a, const ptx2c_check_barrier *b, const ptx2c_skip *x, uint32_t u)
{
    for (uint32_t v = 0; v < a->threads; v++)
        if (b->came[v / 32] >> v % 32 & 1 && (x->at[v] == x->at[u] || a->arrivals[v] != x->at[u]))
            return true;
    return false;
}

/* A barrier of all opens: those that have exited had better not gone past it. */
static PTX2C_NOINLINE void ptx2c_check_skipped(const ptx2c_check_cta *a, const ptx2c_check_barrier *b, uint32_t id)
{
    const ptx2c_site *s = NULL;
    uint32_t by = 0, absent = 0;
    for (uint32_t w = a->warps; w--;) {
        const uint32_t left = a->threads - w * 32;
        absent |= (left < 32 ? (1u << left) - 1 : UINT32_MAX) & ~b->came[w];
        if (b->came[w]) {
            s = b->site[w];
            by = w * 32 + ptx2c_lowest(b->came[w]);
        }
    }
    if (!absent)
        return;
    for (const ptx2c_skip *x = s ? a->skips : NULL; x; x = x->next)
        for (uint32_t u = 0; u < a->threads; u++) {
            ptx2c_notes notes = {0, ""}, message = {0, ""};
            if ((b->came[u / 32] >> u % 32 & 1) || !x->at[u] || x->at[u] != a->arrivals[u] + 1 || ptx2c_skip_is_common(a, b, x, u))
                continue;
            const ptx2c_dim3 tid = ptx2c_tid(a->c, u);
            ptx2c_note_at(&notes, x->site);
            ptx2c_note(&notes, "thread (%u, %u, %u) goes past it here\n", (unsigned)tid.x, (unsigned)tid.y, (unsigned)tid.z);
            ptx2c_note_source(&notes, x->site);
            ptx2c_note(&message, "%s: not all threads come to barrier %u, and those that don't go on behind it", s->text, (unsigned)id);
            ptx2c_check_tell(a->c, by, "sync-skipped", s, x->site, "", 0, message.s, &notes);
            break;
        }
}

#endif
