/* sanitize_memory.h: each access of a checked kernel, before it is made.  For generated code, which defines PTX2C_CHECK as a
 * sum of PTX2C_CHECK_MEMORY, _INIT, _RACE and _SYNC. */
#ifndef PTX2C_SANITIZE_MEMORY_H
#define PTX2C_SANITIZE_MEMORY_H

#include "sanitize_race.h"
#include "child.h"
#include "mbarrier.h"
#include "space.h"
#if defined __unix__ || defined __APPLE__
#include <sys/mman.h>
#define PTX2C_CHECK_PAGES 4096u /* which machine's pages are multiples of */
#endif

/* A variable in .shared. */
typedef struct ptx2c_check_variable { const char *name; uint32_t at, bytes; } ptx2c_check_variable;

/* What the checks know of a kernel. */
typedef struct ptx2c_check_kernel {
    const ptx2c_check_variable *shared;  /* by offset; bytes 0: what the launch adds */
    uint32_t shared_count;
    size_t local_at, local_bytes;        /* of a thread's .local window in its warp's state */
    const ptx2c_variable *variables;     /* of the module */
    const bool *constant;
    uint32_t variable_count;
} ptx2c_check_kernel;

/* Where an access leads. */
typedef struct ptx2c_spot {
    const char *object, *what;   /* its name; what it is, as in "shared memory" */
    uintptr_t at;                /* of the object */
    size_t bytes;                /* it has; 0: unknown */
    uint8_t *written;            /* bits, the first for the byte at base; NULL: all is */
    uintptr_t base;
    uint32_t *window;            /* cells, the first for base; NULL: by address */
    bool own;                    /* nobody else's: no races */
    uint32_t owner;              /* the CTA whose .shared memory it is, or 0 */
} ptx2c_spot;

/* Where a site's last access by a thread of a CTA led, when it was right. */
typedef struct ptx2c_cached {
    const ptx2c_site *site;
    uint32_t serial, mask;     /* the CTA's, or 0: it holds for all; mask: bits that must be 0 in the address */
    uintptr_t at;
    size_t bytes;
    bool plain;                /* a plain load or store, or an atomic operation that orders nothing */
    uint32_t looks, looker;    /* how often a CTA, looker, has asked whether all of it is written */
    uint32_t full;             /* it is, for this CTA; PTX2C_FOR_ALL: for all */
    ptx2c_spot spot;
} ptx2c_cached;

/* What a site's plain accesses led to before, while lanes run that neither call nor wait. */
typedef struct ptx2c_near {
    uintptr_t at, mask, base;
    size_t bytes;              /* 0: nothing is known */
    uint8_t *written;
    uint32_t *window;
} ptx2c_near;

/* One of several accesses at fixed distances. */
typedef struct ptx2c_near_part {
    const ptx2c_site *site;
    int64_t offset;            /* from the first */
} ptx2c_near_part;

/* Where the first may lead if all are to be right. */
typedef struct ptx2c_near_known {
    const ptx2c_near_part *of;
    uint64_t epoch;            /* ptx2c_now.epoch of then */
    uint32_t cta;              /* it holds for; 0: for all */
    ptx2c_near near;
} ptx2c_near_known;

enum { PTX2C_CACHED = 256, PTX2C_NEARS = 64 };
#define PTX2C_FOR_ALL UINT32_MAX

/* The CTA that runs. */
typedef struct ptx2c_check_now {
    const ptx2c_check_kernel *k;
    ptx2c_check_cta *a, *all;
    ptx2c_check_cta *spare;             /* of one that has ended, or NULL */
    const ptx2c_check_kernel *declared; /* its variables are */
    ptx2c_cached cached[PTX2C_CACHED]; /* by site */
    ptx2c_near_known near[PTX2C_NEARS]; /* what follows from these */
    uint64_t epoch;                     /* how often one of these has changed */
    uint32_t serials;                   /* those that were given */
    ptx2c_dim3 ntid;                    /* whose threads' %tid these are: */
    uint32_t tid_x[32][32], tid_y[32][32], tid_z[32][32]; /* by warp and lane */
    unsigned char scratch[4096]; /* for accesses that are left out */
} ptx2c_check_now;
PTX2C_SHARED_VARIABLE ptx2c_check_now ptx2c_now;

/* ---- CTAs -------------------------------------------------------------------------------------------------------- */

static PTX2C_NOINLINE void ptx2c_check_cta_free(ptx2c_check_cta *a)
{
    for (uint32_t u = 0; u < a->threads && a->told; u++) {
        ptx2c_vector_drop(a->known[u]);
        ptx2c_vector_drop(a->seen[u]);
    }
    for (uint32_t i = 0; i < PTX2C_BARRIERS; i++) {
        free(a->barrier[i].came);
        free((void *)a->barrier[i].site);
        ptx2c_vector_drop(a->barrier[i].told);
    }
    if (a->cell)
        ptx2c_cells_drop(a->cell, (a->shared_bytes + 3) / 4);
    free(a->clock);
    free(a->known);
    free((void *)a->at);
    free(a->written);
    free(a->local_written);
    free(a->cell);
    free(a);
}

/* What orders its threads.  Behind the numbers by warp those by thread. */
static PTX2C_NOINLINE void ptx2c_check_cta_orders(ptx2c_check_cta *a)
{
    const uint32_t n = a->threads, w = a->warps;
    a->clock = (uint32_t *)ptx2c_check_get(6 * w + 13 * n, sizeof *a->clock);
    a->base = a->clock + 2 * w;
    a->synced = a->base + 2 * w;
    a->meets = a->synced + w;
    a->fenced = a->meets + w;
    a->copied = a->fenced + n;
    a->copied_warp = a->copied + n;
    a->copied_all = a->copied_warp + n;
    a->member = a->copied_all + n;
    a->group = a->member + n;
    a->known = (ptx2c_vector **)ptx2c_check_get(2 * n, sizeof *a->known);
    a->seen = a->known + n;
    a->at = (const ptx2c_site **)ptx2c_check_get(2 * n, sizeof *a->at);
    a->copy = a->at + n;
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
        ptx2c_cells_drop(a->cell, (a->shared_bytes + 3) / 4);
    if (a->clock)
        memset(a->clock, 0, 6 * a->warps * sizeof *a->clock);
    a->phase = 0;
    return true;
}

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
        a->cell = (uint32_t *)ptx2c_check_get(c->shared_bytes / 4 + 1, sizeof *a->cell);
#endif
    }
    if (a->shared != c->shared) /* what is cached of its window stays right */
        a->serial = ++ptx2c_now.serials;
    a->shared = c->shared;
    a->c = c;
    a->id = id;
    for (uint32_t i = 0; i < 2 * a->warps && a->clock; i++)
        a->clock[i] = 1;
    a->next = ptx2c_now.all;
    return ptx2c_now.all = a;
}

/* What the checks know of a CTA that runs. */
static PTX2C_NOINLINE ptx2c_check_cta *ptx2c_check_cta_of(ptx2c_cta *c)
{
    const uint32_t id = (c->ctaid.z * c->nctaid.y + c->ctaid.y) * c->nctaid.x + c->ctaid.x + 1;
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
    if (PTX2C_CHECK & PTX2C_CHECK_MEMORY)
        ptx2c_check_tell(c, u, kind, s, NULL, object, offset, m.s, notes);
    memset(ptx2c_now.scratch, 0, sizeof ptx2c_now.scratch);
    return ptx2c_now.scratch;
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

static PTX2C_NOINLINE unsigned char *ptx2c_bad_freed(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uint32_t n,
                                                     const ptx2c_extent *e, uintptr_t p)
{
    ptx2c_notes notes = {0, ""};
    ptx2c_note_at(&notes, s);
    ptx2c_note(&notes, "at byte %lld of %llu\n", (long long)(p - e->at), (unsigned long long)e->bytes);
    if (e->made)
        ptx2c_note_at(&notes, e->made), ptx2c_note(&notes, "allocated here\n");
    if (e->gone)
        ptx2c_note_at(&notes, e->gone), ptx2c_note(&notes, "freed here\n");
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
    if (ptx2c_is_given(c, p, own))
        return NULL;
    const bool red = near && (near->base || strcmp(near->kind, "variable") == 0) && p - (near->at + near->bytes) < 64;
    if (red || !ptx2c_trusts_undeclared() || !ptx2c_is_mapped(p, n))
        return ptx2c_bad_address(c, u, s, n, p);
    return NULL;
}

/* The thread's own memory, or what functions have on the host's stack for it.  False: it is not. */
static PTX2C_NOINLINE bool ptx2c_find_local(ptx2c_cta *c, uint32_t u, uintptr_t p, uint32_t n, ptx2c_spot *spot)
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
    spot->at = p;
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

static PTX2C_NOINLINE unsigned char *ptx2c_spot_find(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p, uint32_t n,
                                                     ptx2c_spot *spot)
{
    const uintptr_t off = p - (uintptr_t)c->shared;
    const bool shared = s->flags & PTX2C_SITE_SHARED, generic = !(s->flags & PTX2C_SITE_SPACES);
    bool exited = false;
    ptx2c_check_cta *a = off < c->shared_bytes ? ptx2c_now.a : c->cluster && c->cluster->n > 1 ? ptx2c_find_window(c, p, &exited) : NULL;
    *spot = (ptx2c_spot){.object = "", .what = "memory", .at = p};
    if (exited)
        return ptx2c_bad(c, u, "memory-exited", s, n, "of the shared memory of a block that has exited", "", 0, NULL);
    if (a && (shared || generic)) {
        const uint32_t at = (uint32_t)(p - (uintptr_t)a->c->shared);
        const ptx2c_check_variable *v = ptx2c_shared_variable(a->c, at, n);
        const bool named = s->object && shared, left = named && (at - s->object_at >= (s->object_bytes ? s->object_bytes : UINT32_MAX) ||
                           (s->object_bytes && s->object_bytes - (at - s->object_at) < n));
        if (left || (!v && at >= c->grid->kernel->reserved_bytes && (at + n > a->c->shared_bytes || ptx2c_now.k->shared_count)))
            return ptx2c_bad_shared(a->c, u, s, n, at);
        *spot = (ptx2c_spot){.object = v ? v->name : "", .what = "shared memory", .base = (uintptr_t)a->c->shared,
                             .at = (uintptr_t)a->c->shared + (v ? v->at : 0),
                             .bytes = !v || (named && s->object_at != v->at) ? 0 : v->bytes ? v->bytes : a->c->shared_bytes - v->at,
                             .written = a->written, .window = a->cell, .owner = a->id};
        return NULL;
    }
    if (shared)
        return ptx2c_bad_shared(c, u, s, n, (int32_t)off);
    if ((s->flags & PTX2C_SITE_PARAM && !ptx2c_is_local(c, (const void *)p)) || (generic && ptx2c_is_param(c, (const void *)p))) {
        spot->own = true;
        const uintptr_t at = p - (uintptr_t)c->param, bytes = c->grid->kernel->param_bytes;
        if (at >= bytes || bytes - at < n)
            return ptx2c_bad_bounds(c, u, s, n, "the parameters", "", (int64_t)at, bytes);
        return s->flags & PTX2C_SITE_WRITE ? ptx2c_bad(c, u, "memory-constant", s, n, "of the kernel's parameters", "", (int64_t)at, NULL)
                                           : NULL;
    }
    if (s->flags & (PTX2C_SITE_LOCAL | PTX2C_SITE_PARAM) || (generic && ptx2c_is_local(c, (const void *)p))) {
        if (ptx2c_find_local(c, u, p, n, spot))
            return NULL;
        const ptx2c_check_kernel *k = ptx2c_now.k;
        return ptx2c_bad_bounds(c, u, s, n, "the thread's local memory", "",
                                (int64_t)(p - ((uintptr_t)c->state + u / 32 * c->grid->kernel->chunk_bytes + k->local_at +
                                               u % 32 * k->local_bytes)), k->local_bytes);
    }
    if (a)
        return ptx2c_bad(c, u, "memory-space", s, n, "of shared memory as if it were global", "", (int64_t)off, NULL);
    ptx2c_extent *e;
    unsigned char *bad = ptx2c_find_global(c, u, s, p, n, &e, &spot->own);
    if (!bad && e)
        *spot = (ptx2c_spot){.object = e->name, .what = e->kind, .at = e->at, .bytes = e->bytes, .base = e->at, .written = e->written};
    return bad;
}

/* ---- accesses ---------------------------------------------------------------------------------------------------- */

static PTX2C_NOINLINE unsigned char *ptx2c_misaligned(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uint32_t n,
                                                      const ptx2c_spot *spot, uintptr_t p)
{
    ptx2c_notes notes = {0, ""};
    ptx2c_note_at(&notes, s);
    ptx2c_note(&notes, "at byte %lld of %s%s%s%s, an address that is no multiple of %u\n", (long long)(p - spot->at), spot->what,
               *spot->object ? " '" : "", spot->object, *spot->object ? "'" : "", (unsigned)n);
    return ptx2c_bad(c, u, "memory-alignment", s, n, "at an address that is not aligned", spot->object, (int64_t)(p - spot->at),
                     &notes);
}

/* Thread u is about to do something to an mbarrier.  What arrivals make known is known to those who wait once the phase
 * is over. */
static PTX2C_NOINLINE void ptx2c_mbarrier(ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, uintptr_t p, uint32_t owner)
{
    ptx2c_location *x = ptx2c_location_find(p, owner, 0, true);
    a->told = true;
    const uint64_t m = ptx2c_ld_u64((const void *)p);
    if (s->flags & PTX2C_SITE_WRITE) { /* init, inval */
        ptx2c_vector_set(&x->v, NULL);
        ptx2c_vector_set(&x->done, NULL);
        x->phase = 0;
        x->ready = s->flags & PTX2C_SITE_READ;
        return;
    }
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    if (!x->ready)
        ptx2c_check_tell(a->c, u, "sync-mbarrier", s, NULL, "", 0, "the mbarrier has not been initialised", NULL);
    else if ((s->flags & PTX2C_SITE_RELEASE) && !ptx2c_mbar_pending(m))
        ptx2c_check_tell(a->c, u, "sync-mbarrier", s, NULL, "", 0, "more arrivals at the mbarrier than its phase expects", NULL);
#endif
    if ((m ^ x->phase) & PTX2C_MBAR_PHASE) {
        ptx2c_vector_add(&x->done, x->v);
        ptx2c_vector_set(&x->v, NULL);
        x->phase = m;
    }
    if (s->flags & PTX2C_SITE_ACQUIRE)
        ptx2c_vector_add(&a->known[u], x->done);
    if (s->flags & PTX2C_SITE_RELEASE) {
        ptx2c_vector *v = ptx2c_all_known(a, u, a->clock[u / 32]++);
        ptx2c_vector_add(&x->v, v);
        ptx2c_vector_drop(v);
    }
    if (s->flags & PTX2C_SITE_ASYNC) { /* it arrives when the thread's copies are done */
        const bool all = !(s->flags & PTX2C_SITE_TOLD);
        if (all)
            a->copy[u] = NULL;
        ptx2c_known_cta *b = ptx2c_known_new(a->id, 2 * a->threads);
        b->clock[a->threads + u] = a->clock[a->warps + u / 32];
        a->clock[a->warps + u / 32] += all; /* else ptx2c_check_copy does: operands come in any order */
        ptx2c_vector *v = ptx2c_vector_from(b);
        ptx2c_vector_add(&x->v, v);
        ptx2c_vector_drop(v);
    }
}

/* Notes the access for later ones; those that are unordered are told. */
static PTX2C_NOINLINE void ptx2c_remember(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p, uint32_t n,
                                          const ptx2c_spot *spot)
{
    ptx2c_check_cta *a = ptx2c_now.a;
    (void)c;
    const uint32_t owner = spot->owner;
    if (s->flags & PTX2C_SITE_OPAQUE) {
        ptx2c_mbarrier(a, u, s, p, owner);
        return;
    }
    if ((s->flags & PTX2C_SITE_STRONG) && (s->flags & PTX2C_SITE_READ) && ptx2c_any_location)
        ptx2c_location_load(a, u, p, owner, s->flags);
    if ((s->flags & PTX2C_SITE_ASYNC) && !(s->flags & PTX2C_SITE_TOLD))
        a->copy[u] = s, a->told = true;
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    ptx2c_now_access x = {.a = a, .site = s, .u = u, .at = p, .object = spot->object, .offset = (int64_t)(p - spot->at)};
    ptx2c_race_access(&x, spot->window, spot->base, n);
#else
    (void)n;
#endif
    const bool tells = (s->flags & PTX2C_SITE_RELEASE) || ((s->flags & PTX2C_SITE_STRONG) && a->fenced[u]);
    if ((s->flags & PTX2C_SITE_WRITE) && (tells || ptx2c_any_location))
        ptx2c_location_store(a, u, p, owner, s->flags, s->flags & PTX2C_SITE_ATOMIC);
}

PTX2C_INLINE ptx2c_cached *ptx2c_cached_of(const ptx2c_site *s)
{
    return &ptx2c_now.cached[(uintptr_t)s / sizeof *s % PTX2C_CACHED];
}

/* The site has led there before, to this object of this CTA's or of all. */
PTX2C_INLINE bool ptx2c_cached_holds(const ptx2c_cached *k, const ptx2c_site *s, uintptr_t p)
{
    return k->site == s && (!k->serial || k->serial == ptx2c_now.a->serial) && p - k->at < k->bytes && !(p & k->mask);
}

static PTX2C_NOINLINE void ptx2c_cache_clear(void)
{
    memset(ptx2c_now.cached, 0, sizeof ptx2c_now.cached);
    ptx2c_now.epoch++;
}

/* Remembers a right access: bytes of the object from at on. */
static PTX2C_NOINLINE void ptx2c_cache_put(const ptx2c_site *s, const ptx2c_spot *spot, uint32_t n)
{
    ptx2c_cached *k = ptx2c_cached_of(s);
    if (spot->own || !spot->bytes || n != s->bytes)
        return;
    ptx2c_now.epoch++;
    *k = (ptx2c_cached){.site = s, .serial = spot->owner ? ptx2c_now.a->serial : 0, .at = spot->at, .bytes = spot->bytes - n + 1, .spot = *spot};
    k->mask = n <= 32 && !(n & (n - 1)) && !(s->flags & PTX2C_SITE_LOOSE) ? n - 1 : 0;
    const uint32_t strong = s->flags & PTX2C_SITE_ATOMIC ? PTX2C_SITE_ACQUIRE : PTX2C_SITE_STRONG;
    const uint32_t odd = PTX2C_SITE_OPAQUE | PTX2C_SITE_ASYNC | (PTX2C_CHECK & PTX2C_CHECK_ORDER ? strong | PTX2C_SITE_RELEASE : 0);
    k->plain = k->mask == n - 1 && (uintptr_t)spot->base % 4 == 0 && !(s->flags & odd);
}

/* A load of what nothing has written, until the launch ends: where stores race with it, whether one came first depends on the
 * order in which threads proceed, and the race is all that is told. */
typedef struct ptx2c_unwritten {
    const ptx2c_site *site;
    ptx2c_cta c;
    const ptx2c_kernel *kernel;
    uint32_t u;
    uint64_t count;
    char object[PTX2C_EXTENT_NAME];
    int64_t offset;
    ptx2c_notes message, notes;
} ptx2c_unwritten;

typedef struct ptx2c_unwritten_loads {
    ptx2c_unwritten *at;
    uint32_t n, room;
} ptx2c_unwritten_loads;
PTX2C_SHARED_VARIABLE ptx2c_unwritten_loads ptx2c_unwritten_found;

/* One for a place and an object. */
static PTX2C_NOINLINE void ptx2c_unwritten_keep(const ptx2c_unwritten *r)
{
    ptx2c_unwritten_loads *t = &ptx2c_unwritten_found;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->at[i].site == r->site && strcmp(t->at[i].object, r->object) == 0) {
            t->at[i].count++;
            return;
        }
    if (t->n == t->room) {
        const uint32_t room = t->room ? 2 * t->room : 16;
        ptx2c_unwritten *more = (ptx2c_unwritten *)realloc(t->at, room * sizeof *more);
        if (!more)
            return;
        t->at = more;
        t->room = room;
    }
    t->at[t->n++] = *r;
}

/* A race of that place on that object has been found. */
static PTX2C_NOINLINE bool ptx2c_unwritten_races(const ptx2c_unwritten *r)
{
    for (size_t i = 0; i < ptx2c_checks.faults; i++) {
        const ptx2c_known_fault *f = &ptx2c_checks.fault[i];
        if (strncmp(f->kind, "race", 4) == 0 && (f->site == r->site || f->other == r->site) && strcmp(f->object, r->object) == 0)
            return true;
    }
    return false;
}

/* At the end of a launch. */
static PTX2C_NOINLINE void ptx2c_unwritten_tell(void)
{
    ptx2c_unwritten_loads *t = &ptx2c_unwritten_found;
    for (uint32_t i = 0; i < t->n; i++) {
        ptx2c_unwritten *r = &t->at[i];
        ptx2c_grid g = {.kernel = r->kernel};
        r->c.grid = &g; /* the launch's is gone */
        for (uint64_t k = 0; k < r->count && !ptx2c_unwritten_races(r); k++)
            ptx2c_check_tell(&r->c, r->u, "init", r->site, NULL, r->object, r->offset, r->message.s, &r->notes);
    }
    free(t->at);
    memset(t, 0, sizeof *t);
}

/* Notes what is written; a load of which no byte is told. */
static PTX2C_NOINLINE void ptx2c_check_written(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p, uint32_t n,
                                               const ptx2c_spot *spot)
{
    const size_t first = p - spot->base;
    uint32_t known = 0;
    for (size_t i = first; i < first + n; i++) {
        known += spot->written[i / 8] >> i % 8 & 1;
        if (s->flags & PTX2C_SITE_WRITE)
            spot->written[i / 8] |= (uint8_t)(1 << i % 8);
    }
    if (known || !(s->flags & PTX2C_SITE_READ) || (s->flags & PTX2C_SITE_OPAQUE))
        return;
    ptx2c_unwritten r = {.site = s, .c = *c, .kernel = c->grid->kernel, .u = u, .count = 1, .offset = (int64_t)(p - spot->at)};
    const char *q = *spot->object ? "'" : "";
    snprintf(r.object, sizeof r.object, "%s", spot->object);
    ptx2c_note_at(&r.notes, s);
    ptx2c_note(&r.notes, "at byte %lld of it\n", (long long)r.offset);
    ptx2c_note(&r.message, "%s reads %u bytes of %s%s%s%s%s that nothing has written", s->text, (unsigned)n, spot->what, *q ? " " : "", q,
               spot->object, q);
    if (PTX2C_CHECK & PTX2C_CHECK_RACE)
        ptx2c_unwritten_keep(&r);
    else
        ptx2c_check_tell(c, u, "init", s, NULL, r.object, r.offset, r.message.s, &r.notes);
}

/* Thread u of the CTA is about to access n bytes at p: where it may, or other memory when it must not. */
static PTX2C_NOINLINE unsigned char *ptx2c_check_slow(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *to, uint32_t n)
{
    const uintptr_t p = (uintptr_t)to;
    ptx2c_spot found;
    const ptx2c_spot *spot = &found;
    if (!n)
        return (unsigned char *)p;
    if (ptx2c_undecideds)
        ptx2c_races_decide();
    const ptx2c_cached *k = ptx2c_cached_of(s);
    if (n == s->bytes && ptx2c_cached_holds(k, s, p)) {
        found = k->spot;
        if (found.owner && found.written == ptx2c_now.a->written && found.window == ptx2c_now.a->cell)
            found.owner = ptx2c_now.a->id; /* not of a CTA before in the same window */
    } else {
        unsigned char *bad = ptx2c_spot_find(c, u, s, p, n, &found);
        if (bad)
            return bad;
        if (n <= 32 && !(n & (n - 1)) && (p & (n - 1)) && !(s->flags & PTX2C_SITE_LOOSE))
            return ptx2c_misaligned(c, u, s, n, spot, p);
        ptx2c_cache_put(s, spot, n);
    }
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    if (spot->written)
        ptx2c_check_written(c, u, s, p, n, spot);
#endif
#if PTX2C_CHECK & (PTX2C_CHECK_RACE | PTX2C_CHECK_SYNC)
    if (!spot->own)
        ptx2c_remember(c, u, s, p, n, spot);
#endif
    return (unsigned char *)p;
}

PTX2C_INLINE unsigned char *ptx2c_check_bytes(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p, uint32_t n)
{
    return ptx2c_check_slow(c, u, s, p, n);
}

/* Before an mbarrier's operation with a count n: of arrivals, which init expects from 1 on and of which an arrive does not do more
 * than are pending; of bytes, tx, by which the count of bytes does not leave its range (manual, mbarrier: contents). */
static PTX2C_NOINLINE unsigned char *ptx2c_check_count(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p, uint32_t n)
{
    unsigned char *at = ptx2c_check_slow(c, u, s, p, s->bytes);
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    const uint64_t m = ptx2c_load64(at, ptx2c_relaxed);
    const uint32_t pending = (uint32_t)m & (ptx2c_mbar_is_v1(m) ? 0x1ff : PTX2C_MBAR_COUNT);
    if (at != p)
        return at;
    if (n - 1 >= PTX2C_MBAR_COUNT)
        ptx2c_check_tell(c, u, "sync-mbarrier", s, NULL, "", 0, "the count of arrivals is not in 1 to 1048575", NULL);
    else if (!(s->flags & PTX2C_SITE_WRITE) && pending && n > pending)
        ptx2c_check_tell(c, u, "sync-mbarrier", s, NULL, "", 0, "more arrivals at the mbarrier than its phase expects", NULL);
#else
    (void)n;
#endif
    return at;
}

static PTX2C_NOINLINE unsigned char *ptx2c_check_tx(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p, uint32_t n)
{
    unsigned char *at = ptx2c_check_slow(c, u, s, p, s->bytes);
#if PTX2C_CHECK & PTX2C_CHECK_SYNC
    const int32_t tx = (int32_t)((uint32_t)(ptx2c_load64(at, ptx2c_relaxed) >> 40) << 11) >> 11;
    if (at == p && ((int64_t)tx + (int32_t)n > (int32_t)PTX2C_MBAR_COUNT || (int64_t)tx + (int32_t)n < -(int32_t)PTX2C_MBAR_COUNT))
        ptx2c_check_tell(c, u, "sync-mbarrier", s, NULL, "", 0, "the mbarrier's count of bytes leaves -1048575 to 1048575", NULL);
#else
    (void)n;
#endif
    return at;
}

/* At the same place of the shared windows of the cluster's CTAs in mask. */
static PTX2C_NOINLINE unsigned char *ptx2c_check_windows(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, void *to, uint32_t n,
                                                         uint32_t mask)
{
    const uintptr_t at = (uintptr_t)to - (uintptr_t)c->shared;
    bool good = true;
    for (uint32_t r = 0; r < (c->cluster ? c->cluster->n : 1); r++) {
        const unsigned char *p = (c->cluster ? c->cluster->cta[r].shared : c->shared) + at;
        if (mask >> r & 1)
            good &= ptx2c_check_slow(c, u, s, p, n) == p;
    }
    return good ? (unsigned char *)to : c->shared;
}

/* Whether all of an object is written.  It is looked at now and then. */
static PTX2C_NOINLINE bool ptx2c_cached_is_full(ptx2c_cached *k)
{
    const size_t from = k->spot.at - k->spot.base, end = from + k->spot.bytes;
    const uint32_t id = ptx2c_now.a->id, looks = k->looker == id || !k->serial ? k->looks : 0;
    k->looks = looks + 1;
    k->looker = id;
    if (looks & (looks + 1)) /* at the first, second, fourth … time */
        return false;
    for (size_t i = from; i < end;) {
        static const uint8_t all[8] = {255, 255, 255, 255, 255, 255, 255, 255};
        const uint8_t *at = &k->spot.written[i / 8];
        const bool whole = i % 8 == 0 && end - i >= 8, wide = i % 8 == 0 && end - i >= 64;
        if (wide ? memcmp(at, all, 8) != 0 : whole ? *at != 255 : !(*at >> i % 8 & 1))
            return false;
        i += wide ? 64 : whole ? 8 : 1;
    }
    k->full = k->serial ? id : PTX2C_FOR_ALL;
    return true;
}

PTX2C_INLINE ptx2c_near ptx2c_near_of(const ptx2c_site *s)
{
    ptx2c_cached *k = ptx2c_cached_of(s);
    if (k->site != s || (k->serial && k->serial != ptx2c_now.a->serial) || !k->plain)
        return (ptx2c_near){0, 0, 0, 0, NULL, NULL};
    const bool known = !(PTX2C_CHECK & PTX2C_CHECK_INIT) || !k->spot.written || k->full == PTX2C_FOR_ALL ||
                       k->full == ptx2c_now.a->id || ptx2c_cached_is_full(k);
    return (ptx2c_near){k->at, k->mask, k->spot.base, k->bytes, known ? NULL : k->spot.written, k->spot.window};
}

/* Where an access may lead that has nothing to tell and, unless it is a store that ptx2c_near_mark notes, nothing to note. */
PTX2C_INLINE ptx2c_near ptx2c_near_one(const ptx2c_site *s, bool marks)
{
    ptx2c_near q = ptx2c_near_of(s);
    q.bytes = q.written && !(marks && !(s->flags & PTX2C_SITE_READ)) ? 0 : q.bytes;
    return q;
}

/* Whether what it says holds for other CTAs, too. */
PTX2C_INLINE bool ptx2c_near_is_common(const ptx2c_site *s)
{
    const ptx2c_cached *k = ptx2c_cached_of(s);
    return !k->serial && (!(PTX2C_CHECK & PTX2C_CHECK_INIT) || !k->spot.written || k->full == PTX2C_FOR_ALL);
}

static PTX2C_NOINLINE ptx2c_near ptx2c_near_find(const ptx2c_near_part *p, uint32_t n, bool marks)
{
    ptx2c_near all = ptx2c_near_one(p->site, marks);
    bool common = ptx2c_near_is_common(p->site);
    for (uint32_t i = 1; i < n; i++) {
        const ptx2c_near q = ptx2c_near_one(p[i].site, marks);
        const uintptr_t by = (uintptr_t)p[i].offset, up = q.at - by - all.at; /* how far its range begins behind theirs */
        if (!q.bytes || !all.bytes || (by & q.mask))
            return (ptx2c_near){0, 0, 0, 0, NULL, NULL};
        common &= ptx2c_near_is_common(p[i].site);
        all.mask |= q.mask;
        if (up < all.bytes) {
            all.at += up;
            all.bytes = all.bytes - up < q.bytes ? all.bytes - up : q.bytes;
        } else if (0 - up < q.bytes) {
            all.bytes = q.bytes - (0 - up) < all.bytes ? q.bytes - (0 - up) : all.bytes;
        } else {
            return (ptx2c_near){0, 0, 0, 0, NULL, NULL};
        }
    }
    ptx2c_now.near[(uintptr_t)p / sizeof *p % PTX2C_NEARS] =
        (ptx2c_near_known){.of = p, .epoch = ptx2c_now.epoch, .cta = common ? 0 : ptx2c_now.a->id, .near = all};
    return all;
}

/* Where the first of n accesses may lead if each of them is to be as ptx2c_near_one says. */
PTX2C_INLINE ptx2c_near ptx2c_near_all(const ptx2c_near_part *p, uint32_t n, bool marks)
{
    const ptx2c_near_known *k = &ptx2c_now.near[(uintptr_t)p / sizeof *p % PTX2C_NEARS];
    const bool holds = k->of == p && k->epoch == ptx2c_now.epoch && (!k->cta || k->cta == ptx2c_now.a->id);
    return PTX2C_LIKELY(holds) ? k->near : ptx2c_near_find(p, n, marks);
}

/* Whether an access leads elsewhere. */
PTX2C_INLINE bool ptx2c_near_lacks(ptx2c_near q, const void *p)
{
    const uintptr_t a = (uintptr_t)p;
    return (a - q.at >= q.bytes) | ((a & q.mask) != 0);
}

PTX2C_INLINE void ptx2c_near_mark(ptx2c_near q, uint32_t n, const void *p)
{
    const uintptr_t off = (uintptr_t)p - q.base;
    for (uint32_t i = 0; q.written && i < n; i += 4)
        q.written[(off + i) / 8] |= (uint8_t)((n < 4 ? (1 << n) - 1 : 15) << (off + i) % 8);
}

/* Lanes that make up a whole warp, as C compilers know: what is for these only is not compiled for others. */
#if defined __GNUC__
#define PTX2C_IS_WHOLE(m) (__builtin_constant_p(m) && (m) == PTX2C_WHOLE)
#else
#define PTX2C_IS_WHOLE(m) ((m) == PTX2C_WHOLE)
#endif

/* An access to where q says: noted, or false where there is more to it. */
PTX2C_INLINE bool ptx2c_near_takes(ptx2c_near q, uint32_t u, const ptx2c_site *s, uintptr_t p)
{
    const uintptr_t off = p - q.base;
    if (p - q.at >= q.bytes || (p & q.mask))
        return false;
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    for (uint32_t i = 0; q.written && i < s->bytes; i += 4) {
        uint8_t *b = &q.written[(off + i) / 8];
        const uint8_t bits = (uint8_t)((s->bytes < 4 ? (1 << s->bytes) - 1 : 15) << (off + i) % 8);
        if ((s->flags & PTX2C_SITE_READ) && !(*b & bits))
            return false;
        if (s->flags & PTX2C_SITE_WRITE)
            *b |= bits;
    }
#endif
#if PTX2C_CHECK & (PTX2C_CHECK_RACE | PTX2C_CHECK_SYNC)
    if (ptx2c_undecideds || ((s->flags & PTX2C_SITE_WRITE) && ptx2c_any_location))
        return false;
    if ((s->flags & PTX2C_SITE_ATOMIC) && ptx2c_now.a->fenced[u]) /* it tells what came before the fence */
        return false;
#endif
#if PTX2C_CHECK & PTX2C_CHECK_RACE
    uint32_t *cell = q.window ? &q.window[off / 4] : ptx2c_cell_of(p);
    const uint32_t bytes = s->bytes < 4 ? ((1u << s->bytes) - 1) << (off & 3) : 15;
    for (uint32_t i = 0; i < (s->bytes + 3) / 4; i++)
        if (!ptx2c_cell_quick(ptx2c_now.a, u, s, cell + i, bytes))
            return false;
#endif
    (void)off;
    (void)u;
    return true;
}

/* The same where its site has led before. */
PTX2C_INLINE bool ptx2c_check_quick(uint32_t u, const ptx2c_site *s, uintptr_t p)
{
#if PTX2C_CHECK & (PTX2C_CHECK_RACE | PTX2C_CHECK_SYNC | PTX2C_CHECK_INIT)
    return ptx2c_near_takes(ptx2c_near_of(s), u, s, p);
#else
    (void)u;
    return ptx2c_cached_holds(ptx2c_cached_of(s), s, p);
#endif
}

static PTX2C_NOINLINE unsigned char *ptx2c_check_far(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p)
{
    return ptx2c_check_quick(u, s, (uintptr_t)p) ? (unsigned char *)(uintptr_t)p : ptx2c_check_slow(c, u, s, p, s->bytes);
}

/* Notes what is written at off in the thread's .local window; false: no byte is known that is read, or there is more to look at. */
PTX2C_INLINE bool ptx2c_own_known(uint32_t u, const ptx2c_site *s, size_t off)
{
#if PTX2C_CHECK & PTX2C_CHECK_INIT
    if (off % 8 + s->bytes > 8)
        return false;
    uint8_t *const at = ptx2c_now.a->local_written + u * ptx2c_local_bits(ptx2c_now.k->local_bytes) + off / 8;
    const uint32_t mask = ((1u << s->bytes) - 1) << off % 8, known = *at & mask;
    if (s->flags & PTX2C_SITE_WRITE)
        *at |= (uint8_t)mask;
    return known || !(s->flags & PTX2C_SITE_READ);
#else
    (void)u, (void)s, (void)off;
    return true;
#endif
}

/* In the thread's own .local window. */
PTX2C_INLINE bool ptx2c_check_own(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, uintptr_t p)
{
    const ptx2c_check_kernel *k = ptx2c_now.k;
    const uintptr_t off = p - ((uintptr_t)c->state + u / 32 * c->grid->kernel->chunk_bytes + k->local_at + u % 32 * k->local_bytes);
    return k->local_bytes >= s->bytes && off <= k->local_bytes - s->bytes && !(p & (s->bytes - 1)) && ptx2c_own_known(u, s, off);
}

PTX2C_INLINE unsigned char *ptx2c_check_near(ptx2c_near q, ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p)
{
    if ((s->flags & (PTX2C_SITE_SPACES | PTX2C_SITE_LOOSE)) == PTX2C_SITE_LOCAL && PTX2C_LIKELY(ptx2c_check_own(c, u, s, (uintptr_t)p)))
        return (unsigned char *)(uintptr_t)p;
    return PTX2C_LIKELY(ptx2c_near_takes(q, u, s, (uintptr_t)p)) ? (unsigned char *)(uintptr_t)p : ptx2c_check_far(c, u, s, p);
}

PTX2C_INLINE unsigned char *ptx2c_check_at(ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *p)
{
    return ptx2c_check_far(c, u, s, p);
}

/* ---- memory of the device's heap --------------------------------------------------------------------------------- */

static PTX2C_NOINLINE uint64_t ptx2c_check_malloc(const ptx2c_site *s, uint64_t bytes)
{
    unsigned char *p = bytes < SIZE_MAX / 2 ? (unsigned char *)calloc(1, (size_t)bytes + 2 * 64) : NULL;
    if (!p)
        return 0;
    ptx2c_extents_lock();
    ptx2c_cache_clear(); /* names of extents move */
    ptx2c_extent *e = ptx2c_extent_put(p + 64, (size_t)bytes, "device heap", "");
    if (e) {
        e->base = p;
        e->made = s;
#if PTX2C_CHECK & PTX2C_CHECK_INIT
        e->written = (uint8_t *)ptx2c_check_get((size_t)bytes / 8 + 1, 1);
#endif
        snprintf(e->name, sizeof e->name, "malloc at line %u", (unsigned)s->line);
    }
    PTX2C_UNLOCK(&ptx2c_checks.lock);
    return (uint64_t)(uintptr_t)(p + 64);
}

static PTX2C_NOINLINE void ptx2c_check_free(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const void *at)
{
    const uintptr_t p = (uintptr_t)at;
    if (!p)
        return;
    const size_t i = ptx2c_extents_to(p);
    ptx2c_extent *e = i ? &ptx2c_checks.extent[i - 1] : NULL;
    if (e && e->at == p && e->made && !e->freed) {
        e->freed = true;
        e->gone = s;
        ptx2c_cache_clear();
        return;
    }
    ptx2c_notes notes = {0, ""};
    if (e && e->at == p && e->freed) {
        ptx2c_note_at(&notes, e->made), ptx2c_note(&notes, "allocated here\n");
        ptx2c_note_at(&notes, e->gone), ptx2c_note(&notes, "freed before here\n");
        ptx2c_check_tell(c, u, "memory-double-free", s, NULL, e->name, 0, "free of memory that has been freed", &notes);
        return;
    }
    ptx2c_check_tell(c, u, "memory-bad-free", s, NULL, "", 0, "free of what malloc did not give", NULL);
}

/* What was freed is given back. */
static PTX2C_NOINLINE void ptx2c_heap_tidy(void)
{
    for (size_t i = ptx2c_checks.extents; i-- > 0;)
        if (ptx2c_checks.extent[i].freed)
            ptx2c_extent_drop(i);
}

#endif
