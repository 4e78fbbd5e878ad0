/* sanitize_place.h: where an access of a checked kernel leads: the CTA's and the host's objects, and what is told of a wrong one. */
#ifndef PTX2C_SANITIZE_PLACE_H
#define PTX2C_SANITIZE_PLACE_H

#include "sanitize_child.h"
#include "sanitize_phase.h"
#include "child.h"
#include "space.h"
#if defined __unix__ || defined __APPLE__
#include <sys/mman.h>
#define PTX2C_CHECK_PAGES 4096u /* which machine's pages are multiples of */
#endif

/* ---- CTAs -------------------------------------------------------------------------------------------------------- */

PTX2C_INLINE void ptx2c_unset_drop(ptx2c_check_cta *a)
{
    free(a->passed);
    free(a->unset);
    free(a->product);
    free(a->kept.at);
    a->passed = NULL;
    a->unset = NULL;
    a->product = NULL;
    a->product_sets = 0;
    memset(&a->kept, 0, sizeof a->kept);
}

PTX2C_INLINE void ptx2c_skips_drop(ptx2c_check_cta *a)
{
    for (ptx2c_skip *x; (x = a->skips);) {
        a->skips = x->next;
        free(x);
    }
}

static PTX2C_NOINLINE void ptx2c_check_cta_free(ptx2c_check_cta *a)
{
    for (uint32_t u = 0; u < a->threads && a->told; u++) {
        ptx2c_vector_drop(a->known[u]);
        ptx2c_vector_drop(a->seen[u]);
        ptx2c_vector_drop(a->seen_far[u]);
        ptx2c_vector_drop(a->tensor[u]);
        ptx2c_base_drop(a->fenced_base[u]);
    }
    ptx2c_base_drop(a->base_now);
    ptx2c_vector_drop(a->arrivals_done);
    for (uint32_t i = 0; i < PTX2C_BARRIERS; i++) {
        free(a->barrier[i].came);
        free((void *)a->barrier[i].site);
        ptx2c_vector_drop(a->barrier[i].told);
    }
    if (a->cell)
        ptx2c_cells_drop(ptx2c_cell_in(a->cell, a->cells, 0), a->cells);
    ptx2c_skips_drop(a);
    free(a->arrivals);
    free(a->asks);
    free(a->clock);
    free(a->known);
    free(a->fenced_base);
    free((void *)a->at);
    free(a->written);
    free(a->local_written);
    ptx2c_unset_drop(a);
    free(a->cell);
    free(a->later);
    free(a);
}

/* What orders its threads.  Behind the numbers by warp those by thread. */
static PTX2C_NOINLINE void ptx2c_check_cta_orders(ptx2c_check_cta *a)
{
    const uint32_t n = a->threads, w = a->warps;
    a->doers = PTX2C_CHECK & PTX2C_CHECK_BESIDE ? PTX2C_DOERS : PTX2C_FEW_DOERS;
    const uint32_t groups = (a->doers < PTX2C_HEARD ? a->doers : PTX2C_HEARD) - PTX2C_COPIES;
    a->clock = (uint32_t *)ptx2c_check_get((a->doers + 6) * w + (9 + 9 * groups) * n, sizeof *a->clock);
    a->base = a->clock + a->doers * w;
    a->synced = a->base + w;
    a->meets = a->synced + w;
    a->absent = a->meets + w;
    a->telling = a->absent + w;
    a->clustered = a->telling + w;
    a->fenced = a->clustered + w;
    a->fenced_far = a->fenced + n;
    a->fenced_synced = a->fenced_far + n;
    a->copied = a->fenced_synced + n;
    a->copied_warp = a->copied + n;
    a->copied_all = a->copied_warp + n;
    a->member = a->copied_all + n;
    a->from = a->member + n;
    a->arrival = a->from + n;
    a->copying = a->arrival + n;
    a->group = a->copying + groups * n;
    a->arrivals = (uint32_t *)ptx2c_check_get(n, sizeof *a->arrivals);
    a->known = (ptx2c_vector **)ptx2c_check_get(4 * n, sizeof *a->known);
    a->seen = a->known + n;
    a->seen_far = a->seen + n;
    a->tensor = a->seen_far + n;
    a->fenced_base = (ptx2c_base_copy **)ptx2c_check_get(n, sizeof *a->fenced_base);
    a->at = (const ptx2c_site **)ptx2c_check_get((1 + groups) * n + w, sizeof *a->at);
    a->copy = a->at + n;
    a->cluster_site = a->copy + groups * n;
}

/* Bytes of bits for a thread's .local window. */
PTX2C_INLINE size_t ptx2c_local_bits(size_t bytes) { return bytes / 8 + 1; }

/* One that has ended, for the next CTA; false: something in it is not as it was. */
static PTX2C_NOINLINE bool ptx2c_check_cta_reuse(ptx2c_check_cta *a)
{
    if (a->told || a->open_barriers || a->arrived)
        return false;
    if (a->written)
        memset(a->written, 0, a->shared_bytes / 8 + 1);
    if (a->local_written)
        memset(a->local_written, 0, a->threads * ptx2c_local_bits(a->local_bytes));
    if (a->cell)
        ptx2c_cells_drop(ptx2c_cell_in(a->cell, a->cells, 0), a->cells);
    ptx2c_skips_drop(a);
    if (a->arrivals)
        memset(a->arrivals, 0, a->threads * sizeof *a->arrivals);
    if (a->clock)
        memset(a->clock, 0, (a->doers + 6) * a->warps * sizeof *a->clock);
    if (a->asks)
        memset(a->asks, 0, a->threads * sizeof *a->asks);
    ptx2c_unset_drop(a);
    a->phase = a->stored = a->laters = 0;
    a->taken = NULL;
    a->begun = false;
    return true;
}

/* Calls are over whose windows lie below end, as the host's stack grows downwards. */
static PTX2C_NOINLINE void ptx2c_windows_end(uintptr_t end)
{
    while (ptx2c_now.window_count && ptx2c_now.windows[ptx2c_now.window_count - 1].at < end)
        free(ptx2c_now.windows[--ptx2c_now.window_count].written);
}

/* A function has begun that has such a window. */
static PTX2C_NOINLINE void ptx2c_check_window(const void *local, size_t bytes)
{
    ptx2c_windows_end((uintptr_t)local + bytes);
    if (ptx2c_now.window_count == ptx2c_now.window_room) {
        const uint32_t room = 2 * ptx2c_now.window_room + 16;
        ptx2c_window *more = (ptx2c_window *)ptx2c_check_get(room, sizeof *more);
        if (ptx2c_now.windows)
            memcpy(more, ptx2c_now.windows, ptx2c_now.window_count * sizeof *more);
        free(ptx2c_now.windows);
        ptx2c_now.windows = more;
        ptx2c_now.window_room = room;
    }
    ptx2c_now.windows[ptx2c_now.window_count++] = (ptx2c_window){(uintptr_t)local, bytes, (uint8_t *)ptx2c_check_get(ptx2c_local_bits(bytes), 1)};
}

/* That which holds an address; NULL: none. */
PTX2C_INLINE const ptx2c_window *ptx2c_window_of(uintptr_t p)
{
    uint32_t from = 0, to = ptx2c_now.window_count; /* those of later calls lie below */
    while (from < to) {
        const uint32_t mid = from + (to - from) / 2;
        if (ptx2c_now.windows[mid].at > p)
            from = mid + 1;
        else
            to = mid;
    }
    const ptx2c_window *x = from < ptx2c_now.window_count ? &ptx2c_now.windows[from] : NULL;
    return x && p - x->at < x->bytes ? x : NULL;
}

static PTX2C_NOINLINE void ptx2c_check_window_end(const void *local) { ptx2c_windows_end((uintptr_t)local + 1); }

static PTX2C_NOINLINE ptx2c_check_cta *ptx2c_check_cta_new(ptx2c_cta *c, uint32_t id)
{
    ptx2c_check_cta *a = ptx2c_now.spare;
    const size_t local = ptx2c_now.k->local_bytes;
    if (a && (a->threads != c->threads || a->shared_bytes != c->shared_bytes || a->local_bytes != local)) {
        ptx2c_check_cta_free(a);
        a = NULL;
    }
    ptx2c_now.spare = NULL;
    if (!a) {
        a = (ptx2c_check_cta *)ptx2c_check_get(1, sizeof *a);
        a->serial = ++ptx2c_now.serials;
        a->shared = c->shared;
        a->threads = c->threads;
        a->shared_bytes = c->shared_bytes;
        a->local_bytes = local;
        a->warps = (c->threads + 31) / 32;
#if PTX2C_CHECK & PTX2C_CHECK_ORDER
        ptx2c_check_cta_orders(a);
#endif
#if PTX2C_CHECK & PTX2C_CHECK_INIT
        a->written = (uint8_t *)ptx2c_check_get(c->shared_bytes / 8 + 1, 1);
        if (local)
            a->local_written = (uint8_t *)ptx2c_check_get(c->threads, ptx2c_local_bits(local));
#endif
#if PTX2C_CHECK & PTX2C_CHECK_RACE
        a->cells = c->shared_bytes / 4 + 1;
        a->cell = (uint32_t *)ptx2c_check_get(4 * a->cells, sizeof *a->cell);
#endif
    }
    if (a->shared != c->shared) /* what is cached of its window stays right */
        a->serial = ++ptx2c_now.serials;
    a->shared = c->shared;
    a->c = c;
    a->id = id;
    a->first = ptx2c_now.first;
    for (uint32_t i = 0; i < a->doers * a->warps && a->clock; i++)
        a->clock[i] = i / a->warps < PTX2C_HEARD ? 1 : PTX2C_BARS + i / a->warps - PTX2C_HEARD;
    a->before = ptx2c_now.before;
    a->line = NULL;
    a->as = ptx2c_now.as;
    a->told |= a->as != NULL;
    for (uint32_t u = 0; u < a->threads && ptx2c_now.begins; u++)
        ptx2c_vector_set(&a->known[u], ptx2c_vector_share(ptx2c_now.begins));
    a->next = ptx2c_now.all;
    return ptx2c_now.all = a;
}

/* What the checks know of a CTA that runs. */
static PTX2C_NOINLINE ptx2c_check_cta *ptx2c_check_cta_of(ptx2c_cta *c)
{
    const uint32_t id = ptx2c_check_id(c, ptx2c_now.first);
    for (ptx2c_check_cta *a = ptx2c_now.all; a; a = a->next)
        if (a->id == id)
            return a;
    return ptx2c_check_cta_new(c, id);
}

/* ---- what is wrong ----------------------------------------------------------------------------------------------- */

PTX2C_INLINE const char *ptx2c_does(const ptx2c_site *s)
{
    return s->flags & PTX2C_SITE_ATOMIC ? "changes" : s->flags & PTX2C_SITE_WRITE ? "writes" : "reads";
}

static PTX2C_NOINLINE unsigned char *ptx2c_bad(const ptx2c_cta *c, uint32_t u, const char *kind, const ptx2c_site *s,
                                               uint32_t n, const char *why, const char *object, int64_t offset,
                                               const ptx2c_notes *notes)
{
    ptx2c_notes m = {0, ""};
    ptx2c_note(&m, "%s %s %u bytes %s", s->text, ptx2c_does(s), (unsigned)n, why);
    if (PTX2C_CHECK & PTX2C_CHECK_MEMORY && !ptx2c_now.asks)
        ptx2c_check_tell(c, u, kind, s, NULL, object, offset, m.s, notes);
    memset(ptx2c_now.scratch, 0, sizeof ptx2c_now.scratch);
    if (n <= sizeof ptx2c_now.scratch)
        return ptx2c_now.scratch;
    free(ptx2c_now.large[0]);
    ptx2c_now.large[0] = ptx2c_now.large[1];
    return ptx2c_now.large[1] = (unsigned char *)ptx2c_check_get(n, 1);
}

/* An access that leaves an object, by so many bytes from its begin. */
static PTX2C_NOINLINE unsigned char *ptx2c_bad_bounds(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uint32_t n,
                                                      const char *what, const char *object, int64_t offset, uint64_t bytes)
{
    ptx2c_notes notes = {0, ""};
    char why[160];
    const char *q = *object ? "'" : "";
    const int64_t behind = offset - (int64_t)bytes;
    snprintf(why, sizeof why, "outside of %s%s%s%s%s", what, *object ? " " : "", q, object, q);
    ptx2c_note_at(&notes, s);
    if (offset < 0)
        ptx2c_note(&notes, "that is %lld bytes before its begin", (long long)-offset);
    else if (behind >= 0)
        ptx2c_note(&notes, "that is %lld bytes behind its end", (long long)behind);
    else
        ptx2c_note(&notes, "that begins at its byte %lld", (long long)offset);
    ptx2c_note(&notes, "; it has %llu bytes\n", (unsigned long long)bytes);
    return ptx2c_bad(c, u, "memory-bounds", s, n, why, object, offset, &notes);
}

static PTX2C_NOINLINE unsigned char *ptx2c_bad_shared(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uint32_t n,
                                                      int64_t off)
{
    const ptx2c_check_kernel *k = ptx2c_now.k;
    const ptx2c_check_variable *near = NULL;
    if (s->object)
        return ptx2c_bad_bounds(c, u, s, n, "shared", s->object, off - (int64_t)s->object_at,
                                s->object_bytes ? s->object_bytes : c->shared_bytes - s->object_at);
    for (uint32_t i = 0; i < k->shared_count; i++)
        if ((int64_t)k->shared[i].at <= off || !near)
            near = &k->shared[i];
    if (!near)
        return ptx2c_bad_bounds(c, u, s, n, "shared memory", "", off, c->shared_bytes);
    return ptx2c_bad_bounds(c, u, s, n, "shared", near->name, off - (int64_t)near->at,
                            near->bytes ? near->bytes : c->shared_bytes - near->at);
}

/* An address that is in no object. */
static PTX2C_NOINLINE unsigned char *ptx2c_bad_address(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uint32_t n,
                                                       uintptr_t p)
{
    ptx2c_notes notes = {0, ""};
    const size_t i = ptx2c_extents_to(p);
    const ptx2c_extent *e = i ? &ptx2c_checks.extent[i - 1] : NULL, *next = i < ptx2c_checks.extents ? e + 1 : NULL;
    if (!i && ptx2c_checks.extents)
        next = &ptx2c_checks.extent[0];
    ptx2c_note_at(&notes, s);
    ptx2c_note(&notes, "address 0x%llx\n", (unsigned long long)p);
    if (p < 65536)
        return ptx2c_bad(c, u, "memory-null", s, n, "through a null pointer", "", (int64_t)p, &notes);
    const bool after = e && (!next || p - (e->at + e->bytes) <= next->at - p) && p - (e->at + e->bytes) < 65536;
    if (after)
        return ptx2c_bad_bounds(c, u, s, n, e->kind, e->name, (int64_t)(p - e->at), e->bytes);
    if (next && next->at - p < 65536)
        return ptx2c_bad_bounds(c, u, s, n, next->kind, next->name, -(int64_t)(next->at - p), next->bytes);
    return ptx2c_bad(c, u, "memory-undeclared", s, n, "in no memory that was declared", "", 0, &notes);
}

/* Whether thread u may call what it takes for a function: nothing, and memory, are none. */
static PTX2C_NOINLINE bool ptx2c_check_called(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uint64_t f)
{
    const size_t i = ptx2c_extents_to((uintptr_t)f);
    const ptx2c_extent *e = i ? &ptx2c_checks.extent[i - 1] : NULL;
    const bool null = f < 65536;
    if (!(PTX2C_CHECK & PTX2C_CHECK_MEMORY) || !(null || (e && f - e->at < e->bytes)))
        return true;
    ptx2c_notes notes = {0, ""}, message = {0, ""};
    ptx2c_note_at(&notes, s);
    ptx2c_note(&notes, "address 0x%llx\n", (unsigned long long)f);
    ptx2c_note(&message, null ? "%s through a null pointer" : "%s through a pointer to no function", s->text);
    ptx2c_check_tell(c, u, null ? "memory-null" : "memory-space", s, NULL, "", (int64_t)f, message.s, &notes);
    return false;
}

static PTX2C_NOINLINE unsigned char *ptx2c_bad_freed(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uint32_t n,
                                                     const ptx2c_extent *e, uintptr_t p)
{
    ptx2c_notes notes = {0, ""};
    ptx2c_note_at(&notes, s);
    ptx2c_note(&notes, "at byte %lld of %llu\n", (long long)(p - e->at), (unsigned long long)e->bytes);
    if (e->made)
        ptx2c_note_at(&notes, e->made), ptx2c_note(&notes, "allocated here\n"), ptx2c_note_source(&notes, e->made);
    if (e->gone)
        ptx2c_note_at(&notes, e->gone), ptx2c_note(&notes, "freed here\n"), ptx2c_note_source(&notes, e->gone);
    return ptx2c_bad(c, u, "memory-freed", s, n, "of memory that has been freed", e->name, (int64_t)(p - e->at), &notes);
}

/* ---- where it leads ---------------------------------------------------------------------------------------------- */

/* Whether the host's machine has memory there. */
static PTX2C_NOINLINE bool ptx2c_is_mapped(uintptr_t p, uint32_t n)
{
    if (p < 65536)
        return false;
#if defined PTX2C_CHECK_PAGES
    static uintptr_t known[512];
    for (uintptr_t page = p / PTX2C_CHECK_PAGES; page <= (p + (n ? n - 1 : 0)) / PTX2C_CHECK_PAGES; page++) {
        if (known[page % 512] == page)
            continue;
        if (msync((void *)(page * PTX2C_CHECK_PAGES), 1, MS_ASYNC))
            return false;
        known[page % 512] = page;
    }
#else
    (void)n;
#endif
    return true;
}

PTX2C_INLINE bool ptx2c_trusts_undeclared(void)
{
    const int how = ptx2c_checks.undeclared;
    return how == PTX2C_UNDECLARED_TRUST || (how == PTX2C_UNDECLARED_AUTO && !ptx2c_checks.declared);
}

/* Memory of the runtime's that kernels are given; *own: to a thread. */
static PTX2C_NOINLINE bool ptx2c_is_given(const ptx2c_cta *c, uintptr_t p, bool *own)
{
    const ptx2c_grid *g = c->grid;
    *own = false;
    if (p - (uintptr_t)g->workspace < sizeof g->workspace)
        return true;
    if (g->kernel->cta_memory && p - (uintptr_t)ptx2c_cta_memory(c) < g->kernel->cta_memory)
        return true;
    for (int i = 0; i < 3; i++)
        for (const ptx2c_child *x = g->children[i].first; x; x = x->next)
            if (p - (uintptr_t)x->param < 8192)
                return *own = true;
    return false;
}

/* The address is in the window of a CTA outside of the cluster, whose generic address somebody has passed on. */
static PTX2C_NOINLINE bool ptx2c_is_in_others_window(const ptx2c_cta *c, uintptr_t p)
{
    for (const ptx2c_check_cta *x = ptx2c_now.all; x; x = x->next)
        if (x->c->cluster != c->cluster && p - (uintptr_t)x->shared < x->shared_bytes)
            return true;
    return false;
}

/* Global memory.  NULL: it is there, *e what it belongs to, or NULL. */
static PTX2C_NOINLINE unsigned char *ptx2c_find_global(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p,
                                                       uint32_t n, ptx2c_extent **e, bool *own)
{
    const size_t i = ptx2c_extents_to(p);
    *e = i ? &ptx2c_checks.extent[i - 1] : NULL;
    if (*e && p - (*e)->at < (*e)->bytes) {
        if ((*e)->freed)
            return ptx2c_bad_freed(c, u, s, n, *e, p);
        if ((*e)->bytes - (p - (*e)->at) < n)
            return ptx2c_bad_bounds(c, u, s, n, (*e)->kind, (*e)->name, (int64_t)(p - (*e)->at), (*e)->bytes);
        if ((*e)->read_only && (s->flags & PTX2C_SITE_WRITE))
            return ptx2c_bad(c, u, "memory-constant", s, n, "of a constant", (*e)->name, (int64_t)(p - (*e)->at), NULL);
        return NULL;
    }
    const ptx2c_extent *near = *e;
    *e = NULL;
    if (ptx2c_is_in_others_window(c, p))
        return ptx2c_bad(c, u, "memory-space", s, n, "of the shared memory of a block of another cluster", "", 0, NULL);
    if (ptx2c_is_given(c, p, own))
        return NULL;
    const bool red = near && (near->base || strcmp(near->kind, "variable") == 0) && p - (near->at + near->bytes) < 64;
    if (red || !ptx2c_trusts_undeclared() || !ptx2c_is_mapped(p, n))
        return ptx2c_bad_address(c, u, s, n, p);
    return NULL;
}

/* The thread's own memory, what alloca gave it, or what functions have on the host's stack for it.  False: it is not; *piece: it is in
 * or near what alloca gave. */
static PTX2C_NOINLINE bool ptx2c_find_local(ptx2c_cta *c, uint32_t u, uintptr_t p, uint32_t n, ptx2c_spot *spot, const ptx2c_far **piece)
{
    const ptx2c_check_kernel *k = ptx2c_now.k;
    const uintptr_t own = (uintptr_t)c->state + u / 32 * c->grid->kernel->chunk_bytes + k->local_at + u % 32 * k->local_bytes;
    spot->own = true;
    spot->what = "local memory";
    spot->object = "";
    spot->written = NULL;
    if (p - own < k->local_bytes) {
        const ptx2c_check_cta *a = ptx2c_now.a;
        spot->at = spot->base = own;
        spot->written = a->local_written ? a->local_written + u * ptx2c_local_bits(k->local_bytes) : NULL;
        return k->local_bytes - (p - own) >= n;
    }
    if (p - (uintptr_t)c->state < c->grid->state_bytes)
        return false;
    const ptx2c_far *x = ptx2c_far_find(c, p);
    if (x) {
        *piece = x;
        spot->at = spot->base = (uintptr_t)x->at;
        spot->what = "memory from alloca";
        spot->written = PTX2C_CHECK & PTX2C_CHECK_INIT ? x->written : NULL;
        return p - spot->at < x->size && x->size - (p - spot->at) >= n;
    }
    const ptx2c_window *v = ptx2c_window_of(p);
    spot->at = p;
    if (v && v->bytes - (p - v->at) >= n) {
        spot->at = spot->base = v->at;
        spot->written = v->written;
    }
    return ptx2c_is_local(c, (const void *)p);
}

/* The CTA of the cluster whose window it is in; NULL, also when it has *exited. */
static PTX2C_NOINLINE ptx2c_check_cta *ptx2c_find_window(const ptx2c_cta *c, uintptr_t p, bool *exited)
{
    for (uint32_t r = 0; r < c->cluster->n; r++) {
        ptx2c_cta *x = &c->cluster->cta[r];
        if (p - (uintptr_t)x->shared >= x->shared_bytes)
            continue;
        *exited = c->cluster->sched[r].stop == PTX2C_DONE;
        return *exited ? NULL : ptx2c_check_cta_of(x);
    }
    return NULL;
}

PTX2C_INLINE uint64_t ptx2c_beside_window(const ptx2c_cta *c, intptr_t off)
{
    return off < 0 ? 0 - (uint64_t)off : (uint64_t)off < c->shared_bytes ? 0 : (uint64_t)off - c->shared_bytes;
}

/* How far behind the begin of the nearest of the cluster's windows, or of its own, an address is; less than 0: in front of it. */
static PTX2C_NOINLINE intptr_t ptx2c_near_window(const ptx2c_cta *c, uintptr_t p)
{
    intptr_t off = (intptr_t)(p - (uintptr_t)c->shared);
    for (uint32_t r = 0; c->cluster && r < c->cluster->n; r++) {
        const intptr_t by = (intptr_t)(p - (uintptr_t)c->cluster->cta[r].shared);
        if (ptx2c_beside_window(c, by) < ptx2c_beside_window(c, off))
            off = by;
    }
    return off;
}

/* A variable there, or what the launch adds. */
static PTX2C_NOINLINE const ptx2c_check_variable *ptx2c_shared_variable(const ptx2c_cta *c, uint32_t off, uint32_t n)
{
    const ptx2c_check_kernel *k = ptx2c_now.k;
    for (uint32_t i = 0; i < k->shared_count; i++) {
        const ptx2c_check_variable *v = &k->shared[i];
        const uint32_t bytes = v->bytes ? v->bytes : c->shared_bytes - v->at;
        if (off - v->at < bytes && bytes - (off - v->at) >= n)
            return v;
    }
    return NULL;
}

/* The address in .shared::cta, so far behind the begin of the window, is one that mapa gave for another CTA. */
PTX2C_INLINE bool ptx2c_is_mapped_shared(const ptx2c_cta *c, const ptx2c_site *s, uintptr_t off)
{
    return !(s->flags & PTX2C_SITE_CLUSTER) && ptx2c_cluster_size(c) > 1 && (off >> PTX2C_WINDOW_BITS) - 1 < ptx2c_cluster_size(c);
}

/* So far behind is what mapa gave for a rank that the cluster does not have. */
PTX2C_INLINE bool ptx2c_is_of_no_rank(const ptx2c_cta *c, const ptx2c_site *s, uintptr_t off)
{
    return (s->flags & PTX2C_SITE_CLUSTER || !(s->flags & PTX2C_SITE_SPACES)) && c->grid->clustered &&
           (off >> PTX2C_WINDOW_BITS) - 1 - ptx2c_cluster_size(c) < 256;
}

/* The access is by an address of a variable's, and leaves that. */
PTX2C_INLINE bool ptx2c_leaves_variable(const ptx2c_site *s, uint32_t at, uint32_t n)
{
    if (!s->object || !(s->flags & PTX2C_SITE_SHARED))
        return false;
    return at - s->object_at >= (s->object_bytes ? s->object_bytes : UINT32_MAX) ||
           (s->object_bytes && s->object_bytes - (at - s->object_at) < n);
}

/* In the shared memory of that CTA. */
static PTX2C_NOINLINE unsigned char *ptx2c_spot_shared(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const ptx2c_check_cta *a, uintptr_t p,
                                                       uint32_t n, ptx2c_spot *spot)
{
    const uint32_t at = (uint32_t)(p - (uintptr_t)a->c->shared);
    const bool reserved = at < c->grid->kernel->reserved_bytes; /* not the program's */
    const ptx2c_check_variable *v = ptx2c_shared_variable(c, at, n);
    if (ptx2c_leaves_variable(s, at, n) || (!v && !reserved && (at + n > a->c->shared_bytes || ptx2c_now.k->shared_count)))
        return ptx2c_bad_shared(c, u, s, n, at);
    const bool part = s->object && s->flags & PTX2C_SITE_SHARED && v && s->object_at != v->at;
    *spot = (ptx2c_spot){.object = v ? v->name : "", .what = "shared memory", .base = (uintptr_t)a->c->shared,
                         .at = (uintptr_t)a->c->shared + (v ? v->at : 0), .written = reserved ? NULL : a->written,
                         .bytes = !v || part ? 0 : v->bytes ? v->bytes : a->c->shared_bytes - v->at, .window = a->cell, .owner = a->id};
    return NULL;
}

/* In the kernel's parameters, or not. */
static PTX2C_NOINLINE unsigned char *ptx2c_spot_param(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p, uint32_t n)
{
    const uintptr_t at = p - (uintptr_t)c->param, bytes = c->grid->kernel->param_bytes;
    if (at >= bytes || bytes - at < n)
        return ptx2c_bad_bounds(c, u, s, n, "the parameters", "", (int64_t)at, bytes);
    return s->flags & PTX2C_SITE_WRITE ? ptx2c_bad(c, u, "memory-constant", s, n, "of the kernel's parameters", "", (int64_t)at, NULL) : NULL;
}

/* In the thread's own memory, or not. */
static PTX2C_NOINLINE unsigned char *ptx2c_spot_local(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p, uint32_t n, ptx2c_spot *spot)
{
    const ptx2c_far *piece = NULL;
    if (ptx2c_find_local(c, u, p, n, spot, &piece))
        return NULL;
    if (piece)
        return ptx2c_bad_bounds(c, u, s, n, "memory from alloca", "", (int64_t)(p - (uintptr_t)piece->at), piece->size);
    const ptx2c_check_kernel *k = ptx2c_now.k;
    const uintptr_t own = (uintptr_t)c->state + u / 32 * c->grid->kernel->chunk_bytes + k->local_at + u % 32 * k->local_bytes;
    return ptx2c_bad_bounds(c, u, s, n, "the thread's local memory", "", (int64_t)(p - own), k->local_bytes);
}

static PTX2C_NOINLINE unsigned char *ptx2c_spot_global(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p, uint32_t n,
                                                       ptx2c_spot *spot)
{
    const intptr_t by = s->flags & PTX2C_SITE_SPACES ? INTPTR_MAX : ptx2c_near_window(c, p);
    if (ptx2c_beside_window(c, by) < PTX2C_GAP && !ptx2c_is_in_others_window(c, p))
        return ptx2c_bad_shared(c, u, s, n, by);
    ptx2c_extent *e;
    unsigned char *bad = ptx2c_find_global(c, u, s, p, n, &e, &spot->own);
    if (!bad && e)
        *spot = (ptx2c_spot){.object = e->name, .what = e->kind, .at = e->at, .bytes = e->bytes, .base = e->at, .written = e->written};
    return bad;
}

/* The address is in this space, which the access names, or may be in as in any other. */
PTX2C_INLINE bool ptx2c_is_of_param(const ptx2c_cta *c, const ptx2c_site *s, uintptr_t p)
{
    return s->flags & PTX2C_SITE_SPACES ? s->flags & PTX2C_SITE_PARAM && !ptx2c_is_local(c, (const void *)p) : ptx2c_is_param(c, (const void *)p);
}

PTX2C_INLINE bool ptx2c_is_of_local(const ptx2c_cta *c, const ptx2c_site *s, uintptr_t p)
{
    return s->flags & PTX2C_SITE_SPACES ? (s->flags & (PTX2C_SITE_LOCAL | PTX2C_SITE_PARAM)) != 0 : ptx2c_is_local(c, (const void *)p);
}

/* An access to a CTA's shared memory as its instruction must not do it: a's, or NULL. */
static PTX2C_NOINLINE bool ptx2c_is_other_window(const ptx2c_cta *c, const ptx2c_site *s, const ptx2c_check_cta *a, uintptr_t off)
{
    if (!(s->flags & PTX2C_SITE_SHARED))
        return false;
    return a ? !(s->flags & PTX2C_SITE_CLUSTER) && a != ptx2c_now.a : ptx2c_is_mapped_shared(c, s, off);
}

static PTX2C_NOINLINE unsigned char *ptx2c_spot_find(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p, uint32_t n,
                                                     ptx2c_spot *spot)
{
    const uintptr_t off = p - (uintptr_t)c->shared;
    const bool shared = s->flags & PTX2C_SITE_SHARED;
    bool exited = false;
    const ptx2c_check_cta *a =
        off < c->shared_bytes ? ptx2c_now.a : c->cluster && c->cluster->n > 1 ? ptx2c_find_window(c, p, &exited) : NULL;
    *spot = (ptx2c_spot){.object = "", .what = "memory", .at = p};
    if (exited)
        return ptx2c_bad(c, u, "memory-exited", s, n, "of the shared memory of a block that has exited", "", 0, NULL);
    if (ptx2c_is_other_window(c, s, a, off))
        return ptx2c_bad(c, u, "memory-space", s, n, "of another block's shared memory as if it were its own", "",
                         (int64_t)(off & PTX2C_WINDOW_MASK), NULL);
    if (a && (shared || !(s->flags & PTX2C_SITE_SPACES)))
        return ptx2c_spot_shared(c, u, s, a, p, n, spot);
    if (!a && ptx2c_is_of_no_rank(c, s, off))
        return ptx2c_bad(c, u, "memory-bounds", s, n, "of the shared memory of a block that the cluster does not have", "",
                         (int64_t)(off & PTX2C_WINDOW_MASK), NULL);
    if (shared)
        return ptx2c_bad_shared(c, u, s, n, ptx2c_near_window(c, p));
    if (ptx2c_is_of_param(c, s, p)) {
        spot->own = true;
        return ptx2c_spot_param(c, u, s, p, n);
    }
    if (ptx2c_is_of_local(c, s, p))
        return ptx2c_spot_local(c, u, s, p, n, spot);
    if (a)
        return ptx2c_bad(c, u, "memory-space", s, n, "of shared memory as if it were global", "", (int64_t)off, NULL);
    return ptx2c_spot_global(c, u, s, p, n, spot);
}

/* ---- what children do -------------------------------------------------------------------------------------------- */

static void ptx2c_child_stored(const ptx2c_thread *t, uint64_t to, uint32_t n)
{
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    static const ptx2c_site site = {.file = "", .text = "", .flags = PTX2C_SITE_WRITE};
    const uintptr_t p = (uintptr_t)PTX2C_PTR(to);
    ptx2c_spot found;
    ptx2c_now.asks = true;
    const bool bad = ptx2c_spot_find(t->cta, ptx2c_linear(t), &site, p, n, &found);
    ptx2c_now.asks = false;
    for (size_t i = p - found.base; !bad && found.written && i < p - found.base + n; i++)
        found.written[i / 8] |= (uint8_t)(1 << i % 8);
#else
    (void)t, (void)to, (void)n;
#endif
}

#endif
