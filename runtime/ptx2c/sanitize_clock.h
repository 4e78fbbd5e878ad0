/* sanitize_clock.h: which accesses of a checked grid come before which: the happens-before order of its threads.  For
 * generated code; one thread of the host runs a checked grid.
 *
 * Each warp has a clock, which its lanes share; it is stepped whenever one of them lets others know what it has done.  An
 * access is known by CTA, warp, clock and lanes.  It comes before a thread t's next one if t has learnt of its clock:
 *   by program order            the lane is its own
 *   by a barrier of all         clock <= base[warp]
 *   by one of t's whole warp    clock <= synced[warp], for lanes of that warp
 *   otherwise                   clock <= that of the lane in t's vector clock (known[t]; shared, counted, NULL: nothing)
 * Vector clocks have a block for each CTA of which something is known, with a clock for each of its threads and, behind
 * those, for whoever does something beside it and is waited for: its copies by cp.async, what its bulk copies in groups write and
 * what they read, what wgmma and tcgen05 read of shared memory for its products, and copies of which mbarriers hear, by the mbarrier's address modulo 4.
 * Of all but the first of these nothing but vector clocks tells.  Four more clocks of each thread say up to where what it, and its
 * copies by cp.async, have written to shared and to global memory can be seen by the async proxy (manual 8.6): those that somebody knew
 * before a fence.proxy.async; two up to where copies see what it has made of tensor maps: those that somebody knew before a release for
 * the tensormap proxy, and those that somebody knew to be released before an acquire of it; one which products have begun, so that
 * others' come behind them.
 *
 * Locations of mbarriers, of releases and of what is stored behind a fence hold the vector clocks that acquires join. */
#ifndef PTX2C_SANITIZE_CLOCK_H
#define PTX2C_SANITIZE_CLOCK_H

#include "sanitize_report.h"
#include "sched.h"

/* Who does what a thread has begun: itself, or those that go on beside it.  From PTX2C_COPIES on they make groups, from PTX2C_HEARD on
 * mbarriers hear of them: their clocks modulo PTX2C_BARS tell which.  From PTX2C_SEEN on: what the async proxy sees of the first two,
 * and accesses of warps to tensor memory.  Modules without PTX2C_CHECK_BESIDE have the first two. */
enum {
    PTX2C_ITSELF, PTX2C_COPIES, PTX2C_BULKS, PTX2C_BULK_READS, PTX2C_PRODUCTS, PTX2C_HEARD,
    PTX2C_BARS = 4, PTX2C_SEEN = PTX2C_HEARD + PTX2C_BARS, PTX2C_COPIES_SEEN, PTX2C_GLOBAL_SEEN, PTX2C_GLOBAL_COPIES_SEEN,
    PTX2C_MAPS_RELEASED, PTX2C_MAPS_SEEN, PTX2C_TENSOR_LOADS, PTX2C_TENSOR_STORES, PTX2C_PRODUCTS_BEGUN, PTX2C_DOERS,
    PTX2C_FEW_DOERS = PTX2C_BULKS
};

PTX2C_INLINE uint32_t ptx2c_doer_of(const ptx2c_site *s, uint32_t clock)
{
    const uint32_t flags = s->flags;
    return !(flags & PTX2C_SITE_ASYNC)  ? PTX2C_ITSELF
         : flags & PTX2C_SITE_TOLD      ? PTX2C_HEARD + clock % PTX2C_BARS
         : flags & PTX2C_SITE_PRODUCT   ? PTX2C_PRODUCTS
         : flags & PTX2C_SITE_TENSOR    ? flags & PTX2C_SITE_WRITE ? PTX2C_TENSOR_STORES : PTX2C_TENSOR_LOADS
         : flags & PTX2C_SITE_BULK      ? flags & PTX2C_SITE_WRITE ? PTX2C_BULKS : PTX2C_BULK_READS : PTX2C_COPIES;
}

/* What is known of a CTA's threads. */
typedef struct ptx2c_known_cta {
    uint32_t refs, cta, n; /* n: how many clocks; 0: all is known */
    uint32_t threads;
    uint32_t clock[];
} ptx2c_known_cta;

/* A vector clock: blocks by ascending CTA. */
typedef struct ptx2c_vector {
    uint32_t refs, n;
    ptx2c_known_cta *of[];
} ptx2c_vector;

/* A barrier that threads are arriving at. */
typedef struct ptx2c_check_barrier {
    uint32_t *came, *waits;     /* lanes by warp */
    const ptx2c_site **site;    /* by warp: where the first of its lanes came */
    const ptx2c_site *any;      /* where the first one came; NULL: nobody is there */
    uint32_t count, most;       /* threads that the first one expected; the most that one did; 0: all */
    uint32_t *left;             /* by warp: its clock when it went on from the phase before; UINT32_MAX: it did not wait; 0: it was not there */
    const ptx2c_site *last;     /* where the first one came then; NULL: all were there, or nobody has been; */
    uint32_t last_count;        /* and for how many that was */
    bool uneven;                /* it has been told that places differ in that */
    ptx2c_vector *told;         /* by those that do not wait */
} ptx2c_check_barrier;

/* What is kept without a value, by address: sanitize_init.h. */
typedef struct ptx2c_kept_table {
    uint32_t n, room;           /* a power of two */
    struct ptx2c_kept *at;
} ptx2c_kept_table;

/* CTAs of neighbouring numbers, the first not included; some, by number. */
typedef struct ptx2c_cta_span { uint32_t first, last; } ptx2c_cta_span;
typedef struct ptx2c_cta_spans {
    uint32_t refs, n, room;
    ptx2c_cta_span *of;
} ptx2c_cta_spans;

/* What grids that a CTA has launched have done. */
typedef struct ptx2c_child_stream_line {
    struct ptx2c_child_stream_line *next; /* of the CTA */
    uint64_t stream;
    ptx2c_cta_spans *done;          /* those behind which the next one comes */
    bool joins;                     /* it has waited for an event since the last launch */
} ptx2c_child_stream_line;

typedef struct ptx2c_child_line {
    struct ptx2c_child_line *next;  /* of all */
    ptx2c_child_stream_line *streams;
    ptx2c_cta_spans *all;
} ptx2c_child_line;

/* A launch by a kernel. */
typedef struct ptx2c_child_order {
    struct ptx2c_child_order *next; /* of all */
    const struct ptx2c_child_order *up; /* by which the grid that launches was launched; NULL: by the host */
    ptx2c_child_line *line;         /* of the CTA that launches, */
    ptx2c_child_stream_line *in;    /* and its stream */
    uint32_t depth, grid;           /* how many launches lie between it and the host; the first number of the launching grid */
    bool apart, tail;               /* into streams of their own, as CUDA has them */
    bool joins;                     /* behind what was launched into other streams, too */
    ptx2c_vector *known;            /* by the thread that launches, */
    ptx2c_cta_spans *before;        /* and its grid */
    uint32_t first;                 /* the first number, when it runs */
} ptx2c_child_order;

enum { PTX2C_CHILD_VECTORS = 16 }; /* so many launches from the host on, threads begin with all of that; deeper ones ask those above */

/* What base was between two barriers. */
typedef struct ptx2c_base_copy {
    uint32_t refs;
    uint32_t of[];              /* by warp */
} ptx2c_base_copy;

/* Who has gone past barriers at a branch. */
typedef struct ptx2c_skip {
    struct ptx2c_skip *next;
    const ptx2c_site *site;
    uint32_t at[];          /* by thread: how many barriers it had come to at the last time, and 1 more; 0: it has not been there */
} ptx2c_skip;

/* What a thread's wgmma work on: a set of registers, or the thread itself. */
typedef struct ptx2c_product_set {
    uint32_t group;             /* of the last one; 0: none; of the thread: groups so far, */
    uint32_t done;              /* and those that it has waited for */
    uint32_t used;              /* 1 more than fences when they were used last; 0: never; of the thread: fences so far */
    bool sums;                  /* they are a sum */
    const ptx2c_site *by;       /* the last one, or NULL */
} ptx2c_product_set;

/* A running CTA. */
typedef struct ptx2c_check_cta {
    struct ptx2c_check_cta *next;
    ptx2c_cta *c;
    uint32_t id, threads, warps;
    uint32_t first;             /* CTAs of its grid have numbers from the one behind this on */
    uint32_t shared_bytes;      /* of its window, */
    unsigned char *shared;      /* which begins here */
    uint32_t serial;            /* a number that all have which use these tables for this window, one after the other; not 0 */
    uint32_t phase;             /* barriers of all that it has come by */
    uint32_t doers;             /* for each thread */
    uint32_t *clock, *base;     /* by warp; clock: of itself, then of the others */
    uint32_t *telling;          /* by warp: which of PTX2C_BARS hears of its last copy that is told */
    uint32_t *synced;           /* by warp */
    ptx2c_vector **known;       /* by thread */
    ptx2c_cta_spans *before;    /* CTAs that had ended, for all its threads; NULL: none */
    const ptx2c_child_order *as; /* how its grid was launched; NULL: by the host */
    ptx2c_child_line *line;     /* what it has launched; NULL: nothing */
    ptx2c_vector **seen, **seen_far; /* by thread: what relaxed loads have found, for the next fence: of this CTA, of all; far: of wide scope */
    ptx2c_vector **tensor;      /* by thread: what it knew of tensor memory at its last tcgen05.fence::before_thread_sync */
    uint32_t *fenced, *fenced_far; /* by thread: its clock at its last fence; 0: none; far: that is not for the CTA alone */
    uint32_t *fenced_synced;    /* by thread: what synced was then; */
    struct ptx2c_base_copy **fenced_base; /* and base; NULL: there was none */
    struct ptx2c_base_copy *base_now; /* a copy of base, once one is wanted; NULL: there is none */
    uint32_t *copied, *copied_warp, *copied_all; /* by thread: the clock of its copies that it, its warp, all know to be done */
    uint32_t *group;            /* by who makes them and thread: groups: clocks of the last 8, the newest first */
    uint32_t *member, *meets;   /* by thread: the members it named; by warp: lanes at a collective */
    uint32_t *from, *absent;    /* by thread: the lane of a shuffle's value; by warp: lanes whose value came from one that was not there */
    const ptx2c_site **at;      /* by thread: where */
    const ptx2c_site **copy;    /* by thread: its last copy, until it is waited for, */
    uint32_t *copying;          /* and the clock of that; by who does it */
    ptx2c_check_barrier barrier[PTX2C_BARRIERS];
    bool begun;                 /* its threads have begun to run */
    uint32_t open_barriers;     /* a bit for each at which somebody is */
    bool told;                  /* something else than barriers of all, or of whole warps, has told threads of others, or may:
                                 * otherwise known, seen, fenced, copied…, group, copy and copying are all 0 */
    uint32_t arrived;           /* threads at the cluster's barrier; */
    bool apart;                 /* some of them do something before they wait, or let others know only what a fence has */
    uint32_t *clustered;        /* by warp: lanes that have come there and not waited since */
    const ptx2c_site **cluster_site; /* by warp: where the first of its lanes has come there in this phase */
    uint32_t *arrival;          /* by thread: its clock when it came there, or of that fence; 0: it has not, or lets nobody know */
    ptx2c_vector *arrivals_done; /* what those of the last phase let each other know; NULL: they know */
    uint8_t *written;           /* a bit for each byte of the shared window */
    uint8_t *local_written;     /* likewise of each thread's .local window, of local_bytes, one after the other; NULL: not asked for */
    size_t local_bytes;
    uint32_t *passed; /* likewise: words that the thread's call, or the end of one, has passed without a value; NULL: there are none */
    struct ptx2c_unset_load *unset; /* sanitize_init.h: by thread; NULL: there is none */
    ptx2c_kept_table kept;
    const ptx2c_site *taken;      /* sanitize_tensor.h: where columns of tensor memory were last allocated, and by which thread */
    uint32_t taker;
    ptx2c_product_set *product;   /* sanitize_product.h: by set and thread; NULL: there is none */
    uint32_t product_sets;
    uintptr_t *asks;            /* sanitize_phase.h: by thread: the mbarrier whose phase it has last not found over, or 0; NULL: nobody has */
    uint32_t *arrivals;         /* sanitize_skip.h: by thread: barriers that it has come to */
    ptx2c_skip *skips;          /* and who has gone past some */
    uint32_t *cell;             /* sanitize_race.h: arrays of cells of the shared window, */
    size_t cells;               /* of so many */
    struct ptx2c_later *later;  /* sanitize_near.h: loads from it that are noted later; NULL: none ever were */
    uint32_t laters, later_room; /* so many */
    uint32_t stored;            /* 1 more than the phase in which somebody has last written there; 0: nobody has */
    void (*note_later)(struct ptx2c_check_cta *a);
} ptx2c_check_cta;

static PTX2C_NOINLINE void *ptx2c_check_get(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p) {
        fputs("ptx2c: no memory for checks\n", stderr);
        abort();
    }
    return p;
}

/* What is noted later is to be noted now, as the order of threads or what is known of memory changes. */
PTX2C_INLINE void ptx2c_later_ends(ptx2c_check_cta *a)
{
    if (a->laters)
        a->note_later(a);
}

/* ---- vector clocks ----------------------------------------------------------------------------------------------- */

PTX2C_INLINE void ptx2c_known_drop(ptx2c_known_cta *b)
{
    if (--b->refs == 0)
        free(b);
}

static PTX2C_NOINLINE void ptx2c_vector_drop(ptx2c_vector *v)
{
    if (!v || --v->refs)
        return;
    for (uint32_t i = 0; i < v->n; i++)
        ptx2c_known_drop(v->of[i]);
    free(v);
}

/* Takes over the reference v. */
PTX2C_INLINE void ptx2c_vector_set(ptx2c_vector **to, ptx2c_vector *v)
{
    ptx2c_vector *old = *to;
    *to = v;
    ptx2c_vector_drop(old);
}

PTX2C_INLINE ptx2c_vector *ptx2c_vector_share(ptx2c_vector *v)
{
    if (v)
        v->refs++;
    return v;
}

PTX2C_INLINE const ptx2c_known_cta *ptx2c_vector_of(const ptx2c_vector *v, uint32_t cta)
{
    uint32_t from = 0, to = v ? v->n : 0;
    while (from < to) {
        const uint32_t mid = (from + to) / 2;
        if (v->of[mid]->cta < cta)
            from = mid + 1;
        else
            to = mid;
    }
    return v && from < v->n && v->of[from]->cta == cta ? v->of[from] : NULL;
}

static PTX2C_NOINLINE ptx2c_known_cta *ptx2c_known_new(uint32_t cta, uint32_t n)
{
    ptx2c_known_cta *b = (ptx2c_known_cta *)ptx2c_check_get(1, sizeof *b + n * sizeof b->clock[0]);
    b->refs = 1;
    b->cta = cta;
    b->n = n;
    return b;
}

PTX2C_INLINE ptx2c_known_cta *ptx2c_known_of(const ptx2c_check_cta *a)
{
    ptx2c_known_cta *b = ptx2c_known_new(a->id, a->doers * a->threads);
    b->threads = a->threads;
    return b;
}

/* The later of each of two clocks; a new reference.  Without clocks all is known. */
static PTX2C_NOINLINE ptx2c_known_cta *ptx2c_known_join(ptx2c_known_cta *a, ptx2c_known_cta *b)
{
    bool less = !b->n, more = !a->n;
    if (less || more) {
        ptx2c_known_cta *r = less ? b : a;
        r->refs++;
        return r;
    }
    for (uint32_t i = 0; i < a->n && a != b; i++) {
        less |= a->clock[i] < b->clock[i];
        more |= a->clock[i] > b->clock[i];
    }
    if (!less || !more) {
        ptx2c_known_cta *r = less ? b : a;
        r->refs++;
        return r;
    }
    ptx2c_known_cta *r = ptx2c_known_new(a->cta, a->n);
    r->threads = a->threads;
    for (uint32_t i = 0; i < a->n; i++)
        r->clock[i] = a->clock[i] > b->clock[i] ? a->clock[i] : b->clock[i];
    return r;
}

/* The same of vectors, either of which may be NULL. */
static PTX2C_NOINLINE ptx2c_vector *ptx2c_vector_join(ptx2c_vector *a, ptx2c_vector *b)
{
    if (!a || !b || a == b)
        return ptx2c_vector_share(a ? a : b);
    ptx2c_vector *r = (ptx2c_vector *)ptx2c_check_get(1, sizeof *r + (a->n + b->n) * sizeof r->of[0]);
    r->refs = 1;
    bool is_a = true, is_b = true;
    for (uint32_t i = 0, k = 0; i < a->n || k < b->n;) {
        ptx2c_known_cta *x = i < a->n ? a->of[i] : NULL, *y = k < b->n ? b->of[k] : NULL, *z;
        if (x && y && x->cta == y->cta) {
            z = ptx2c_known_join(x, y);
            i++, k++;
        } else if (x && (!y || x->cta < y->cta)) {
            (z = x)->refs++;
            y = NULL;
            i++;
        } else {
            (z = y)->refs++;
            x = NULL;
            k++;
        }
        is_a &= z == x;
        is_b &= z == y;
        r->of[r->n++] = z;
    }
    if (!is_a && !is_b)
        return r;
    ptx2c_vector_drop(r);
    return ptx2c_vector_share(is_a ? a : b);
}

PTX2C_INLINE void ptx2c_vector_add(ptx2c_vector **to, ptx2c_vector *v)
{
    if (v)
        ptx2c_vector_set(to, ptx2c_vector_join(*to, v));
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

PTX2C_INLINE void ptx2c_base_drop(ptx2c_base_copy *b)
{
    if (b && --b->refs == 0)
        free(b);
}

/* Which of lane x's accesses the last fence of thread u makes known: of those that u has learnt of by a barrier behind it, the ones
 * behind which x has had a fence of its own. */
PTX2C_INLINE uint32_t ptx2c_known_at_fence(const ptx2c_check_cta *a, uint32_t u, uint32_t x, uint32_t known, const uint32_t *fenced)
{
    uint32_t then = a->fenced_base[u]->of[x / 32];
    if (x / 32 == u / 32 && a->fenced_synced[u] > then)
        then = a->fenced_synced[u];
    const uint32_t own = fenced[x] < known ? fenced[x] : known;
    return known <= then ? known : own > then ? own : then;
}

/* What thread u knows beside what its vector says, into the block; fenced: or what a fence of those has made known. */
static PTX2C_NOINLINE void ptx2c_fill_known(const ptx2c_check_cta *a, uint32_t u, uint32_t own, const uint32_t *fenced, uint32_t *clock)
{
    const uint32_t w = u / 32;
    for (uint32_t i = 0; i < a->threads; i++) {
        uint32_t k = a->base[i / 32], copied = a->copied_all[i];
        if (i / 32 == w && a->synced[w] > k)
            k = a->synced[w];
        if (fenced && a->fenced_base[u])
            k = ptx2c_known_at_fence(a, u, i, k, fenced);
        if (i / 32 == w && a->copied_warp[i] > copied)
            copied = a->copied_warp[i];
        if (i == u) {
            k = own;
            copied = a->copied[u];
        }
        clock[i] = k > clock[i] ? k : clock[i];
        clock[a->threads + i] = copied > clock[a->threads + i] ? copied : clock[a->threads + i];
    }
}

PTX2C_INLINE ptx2c_vector *ptx2c_vector_from(ptx2c_known_cta *b)
{
    ptx2c_vector *v = (ptx2c_vector *)ptx2c_check_get(1, sizeof *v + sizeof v->of[0]);
    v->refs = v->n = 1;
    v->of[0] = b;
    return v;
}

/* All that thread u knows, itself up to that clock; a new reference.  fenced as above. */
static PTX2C_NOINLINE ptx2c_vector *ptx2c_known_up_to(ptx2c_check_cta *a, uint32_t u, uint32_t own, const uint32_t *fenced)
{
    ptx2c_known_cta *b = ptx2c_known_of(a);
    ptx2c_fill_known(a, u, own, fenced, b->clock);
    ptx2c_vector *v = ptx2c_vector_from(b), *all = ptx2c_vector_join(v, a->known[u]);
    ptx2c_vector_drop(v);
    return all;
}

PTX2C_INLINE ptx2c_vector *ptx2c_all_known(ptx2c_check_cta *a, uint32_t u, uint32_t own) { return ptx2c_known_up_to(a, u, own, NULL); }

/* Those lanes of the warps tell each other all they know. */
static PTX2C_NOINLINE void ptx2c_group_sync(ptx2c_check_cta *a, const uint32_t *from)
{
    ptx2c_later_ends(a);
    ptx2c_known_cta *b = ptx2c_known_of(a);
    ptx2c_vector *v = NULL, *last = NULL;
    a->told = true;
    for (uint32_t i = 0; i < a->threads; i++)
        b->clock[i] = a->base[i / 32], b->clock[a->threads + i] = a->copied_all[i];
    for (uint32_t u = 0; u < a->threads; u++) {
        const uint32_t w = u / 32, first = w * 32, end = first + 32 < a->threads ? first + 32 : a->threads;
        if (!(from[w] >> u % 32 & 1))
            continue;
        for (uint32_t i = first; i < end; i++) {
            b->clock[i] = a->synced[w] > b->clock[i] ? a->synced[w] : b->clock[i];
            b->clock[a->threads + i] =
                a->copied_warp[i] > b->clock[a->threads + i] ? a->copied_warp[i] : b->clock[a->threads + i];
        }
        b->clock[u] = a->clock[w];
        b->clock[a->threads + u] = a->copied[u] > b->clock[a->threads + u] ? a->copied[u] : b->clock[a->threads + u];
        if (a->known[u] != last)
            ptx2c_vector_add(&v, last = a->known[u]);
    }
    ptx2c_vector *own = ptx2c_vector_from(b);
    ptx2c_vector_add(&own, v);
    ptx2c_vector_drop(v);
    for (uint32_t u = 0; u < a->threads; u++)
        if (from[u / 32] >> u % 32 & 1)
            ptx2c_vector_add(&a->known[u], own);
    for (uint32_t w = 0; w < a->warps; w++)
        a->clock[w] += from[w] != 0;
    ptx2c_vector_drop(own);
}

/* All threads of the CTA meet. */
static PTX2C_NOINLINE void ptx2c_cta_sync(ptx2c_check_cta *a)
{
    ptx2c_vector *v = NULL, *last = NULL;
    for (uint32_t u = 0; u < a->threads && a->told; u++) {
        if (a->known[u] && a->known[u] != last)
            ptx2c_vector_add(&v, last = a->known[u]);
        a->copied_all[u] = a->copied_warp[u] = a->copied[u];
    }
    for (uint32_t u = 0; u < a->threads && v; u++)
        ptx2c_vector_set(&a->known[u], ptx2c_vector_share(v));
    ptx2c_vector_drop(v);
    for (uint32_t w = 0; w < a->warps; w++)
        a->base[w] = a->clock[w]++;
    ptx2c_base_drop(a->base_now);
    a->base_now = NULL;
    a->phase++;
    a->laters = 0; /* they come before all that follows, and no store was beside them */
}

/* The lanes of m of warp w meet; those of alive are all that there are. */
static PTX2C_NOINLINE void ptx2c_lanes_sync(ptx2c_check_cta *a, uint32_t w, uint32_t m, uint32_t alive)
{
    if ((m & (m - 1)) == 0)
        return;
    ptx2c_later_ends(a);
    bool same = (alive & ~m) == 0;
    const uint32_t first = w * 32;
    for (uint32_t u = first; u < first + 32 && u < a->threads && same && a->told; u++)
        same = a->known[u] == a->known[first];
    if (!same) {
        uint32_t *lanes = (uint32_t *)ptx2c_check_get(a->warps, sizeof *lanes);
        lanes[w] = m;
        ptx2c_group_sync(a, lanes);
        free(lanes);
        return;
    }
    for (uint32_t u = first; u < first + 32 && u < a->threads && a->told; u++)
        a->copied_warp[u] = a->copied[u];
    a->synced[w] = a->clock[w]++;
}

/* A CTA whose kernel's module knows of no others. */
PTX2C_INLINE uint32_t ptx2c_doer_in(const ptx2c_check_cta *a, uint32_t doer) { return doer < a->doers ? doer : PTX2C_COPIES; }

/* Who does what warp w does there now, and the clock of that. */
PTX2C_INLINE uint32_t ptx2c_doer_now(const ptx2c_check_cta *a, uint32_t w, const ptx2c_site *s)
{
    return ptx2c_doer_in(a, ptx2c_doer_of(s, a->telling[w]));
}

PTX2C_INLINE uint32_t *ptx2c_clock_at(const ptx2c_check_cta *a, uint32_t w, uint32_t doer) { return &a->clock[doer * a->warps + w]; }

PTX2C_INLINE uint32_t ptx2c_clock_now(const ptx2c_check_cta *a, uint32_t w, const ptx2c_site *s)
{
    return s->flags & PTX2C_SITE_ASYNC ? *ptx2c_clock_at(a, w, ptx2c_doer_now(a, w, s)) : a->clock[w];
}

PTX2C_INLINE bool ptx2c_vector_knows(const ptx2c_vector *v, uint32_t cta, uint32_t x, uint32_t clock, uint32_t doer)
{
    const ptx2c_known_cta *b = ptx2c_vector_of(v, cta);
    const uint32_t at = !b ? x : doer * b->threads < b->n ? doer * b->threads + x : PTX2C_COPIES * b->threads + x;
    return b && (!b->n || (at < b->n && clock <= b->clock[at]));
}

PTX2C_INLINE bool ptx2c_spans_have(const ptx2c_cta_spans *s, uint32_t cta)
{
    uint32_t from = 0, to = s ? s->n : 0;
    while (from < to) {
        const uint32_t mid = from + (to - from) / 2;
        if (cta <= s->of[mid].first)
            to = mid;
        else if (cta > s->of[mid].last)
            from = mid + 1;
        else
            return true;
    }
    return false;
}

/* Whether thread u knows lane x of the access with that clock, of its CTA or another, and who did it for that lane. */
PTX2C_INLINE bool ptx2c_knows(const ptx2c_check_cta *a, uint32_t u, uint32_t cta, uint32_t x, uint32_t clock, uint32_t doer)
{
    if (cta == a->id && ptx2c_doer_in(a, doer) <= PTX2C_COPIES) {
        const bool copy = doer != PTX2C_ITSELF;
        if (copy ? clock <= a->copied_all[x] : clock <= a->base[x / 32])
            return true;
        if (copy && x == u && clock <= a->copied[u])
            return true;
        if (x / 32 == u / 32 && (copy ? clock <= a->copied_warp[x] : clock <= a->synced[x / 32] || x == u))
            return true;
    }
    if (ptx2c_vector_knows(a->known[u], cta, x, clock, doer) || ptx2c_spans_have(a->before, cta))
        return true;
    for (const ptx2c_child_order *o = a->as; o && o->depth > PTX2C_CHILD_VECTORS; o = o->up)
        if (ptx2c_vector_knows(o->known, cta, x, clock, doer))
            return true;
    return false;
}

/* ---- copies and products ------------------------------------------------------------------------------------------ */

/* The last one of thread u that nobody has waited for. */
PTX2C_INLINE const ptx2c_site **ptx2c_copy_of(const ptx2c_check_cta *a, uint32_t u, uint32_t doer)
{
    return &a->copy[(doer - PTX2C_COPIES) * a->threads + u];
}

PTX2C_INLINE void ptx2c_copy_begins(ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s)
{
    const uint32_t doer = ptx2c_doer_now(a, u / 32, s);
    *ptx2c_copy_of(a, u, doer) = s;
    a->copying[(doer - PTX2C_COPIES) * a->threads + u] = *ptx2c_clock_at(a, u / 32, doer);
    a->told = true;
}

/* Those of thread u so far are a group. */
PTX2C_INLINE void ptx2c_copies_group(ptx2c_check_cta *a, uint32_t u, uint32_t doer)
{
    uint32_t *g = &a->group[8 * ((doer - PTX2C_COPIES) * a->threads + u)];
    a->told = true;
    memmove(g + 1, g, 7 * sizeof *g);
    g[0] = (*ptx2c_clock_at(a, u / 32, doer))++;
}

/* Up to which clock those of thread u are done when all groups but the n latest are. */
PTX2C_INLINE uint32_t ptx2c_copies_done(ptx2c_check_cta *a, uint32_t u, uint32_t doer, uint32_t n)
{
    const uint32_t i = (doer - PTX2C_COPIES) * a->threads + u, done = n < 8 ? a->group[8 * i + n] : 0;
    if (a->copying[i] <= done)
        a->copy[i] = NULL;
    return done;
}

/* Thread u knows those of its own to be done, up to that clock. */
static PTX2C_NOINLINE void ptx2c_copies_known(ptx2c_check_cta *a, uint32_t u, uint32_t doer, uint32_t done)
{
    if (doer == PTX2C_COPIES) {
        a->copied[u] = done > a->copied[u] ? done : a->copied[u];
        return;
    }
    ptx2c_known_cta *b = ptx2c_known_of(a);
    b->clock[doer * a->threads + u] = done;
    ptx2c_vector *v = ptx2c_vector_from(b);
    ptx2c_vector_add(&a->known[u], v);
    ptx2c_vector_drop(v);
}

/* ---- locations --------------------------------------------------------------------------------------------------- */

/* That a thread has found a phase of an mbarrier over: how many were then since it was initialised, its clock, those of its warp's copies
 * and of those of which mbarriers hear, and where it asked. */
typedef struct ptx2c_phase_wait {
    uint32_t over, clock, copies, heard[PTX2C_BARS];
    const ptx2c_site *site;
} ptx2c_phase_wait;

typedef struct ptx2c_phase_waits {
    const ptx2c_cta *c;
    uint32_t threads;
    ptx2c_phase_wait of[]; /* by thread: the last one; no site: none yet */
} ptx2c_phase_waits;

/* Of the releases to a place. */
typedef struct ptx2c_location {
    struct ptx2c_location *next;
    uintptr_t at;
    uint32_t owner;             /* the CTA whose .shared memory it is; 0 */
    uint32_t cta;               /* releases by threads of this CTA, whatever their scope; 0: those for all */
    ptx2c_vector *v;
    ptx2c_vector *done;         /* of an mbarrier: of the phases that are over; v: of the one at work */
    ptx2c_vector *before;       /* of those that are over but for the last one */
    ptx2c_vector *begun;        /* what those knew who have begun what arrives by itself in the phase at work */
    ptx2c_phase_waits *waits;   /* by parity; NULL: none */
    const char *object;         /* what it is in, NULL or "": nothing that has a name; */
    int64_t offset;
    uint64_t phase;             /* its state when it was last looked at, */
    uint32_t phases, first;     /* and how many were over then, and when it was initialised */
    bool ready;                 /* it has been initialised */
    bool over;                  /* a phase has ended since that: */
    const ptx2c_site *copy;     /* the last copy that it hears of, until somebody waits for it; NULL */
    uint32_t copier;            /* the thread that began that */
} ptx2c_location;

enum { PTX2C_LOCATIONS = 4096 };
PTX2C_SHARED_VARIABLE ptx2c_location *ptx2c_location_of[PTX2C_LOCATIONS];
PTX2C_SHARED_VARIABLE bool ptx2c_any_location;
PTX2C_SHARED_VARIABLE bool ptx2c_any_phase_wait; /* at some of them */
PTX2C_SHARED_VARIABLE bool ptx2c_any_told_copy; /* some of them may have a copy */

static PTX2C_NOINLINE ptx2c_location *ptx2c_location_find(uintptr_t at, uint32_t owner, uint32_t cta, bool make)
{
    ptx2c_location **l = &ptx2c_location_of[(at / 4 ^ at >> 14) % PTX2C_LOCATIONS];
    for (ptx2c_location *x = *l; x; x = x->next)
        if (x->at == at && x->owner == owner && x->cta == cta)
            return x;
    if (!make)
        return NULL;
    ptx2c_location *x = (ptx2c_location *)ptx2c_check_get(1, sizeof *x);
    x->at = at;
    x->owner = owner;
    x->cta = cta;
    x->next = *l;
    ptx2c_any_location = true;
    return *l = x;
}

static PTX2C_NOINLINE void ptx2c_locations_forget(void)
{
    for (int i = 0; i < PTX2C_LOCATIONS; i++)
        for (ptx2c_location *x; (x = ptx2c_location_of[i]);) {
            ptx2c_location_of[i] = x->next;
            ptx2c_vector_drop(x->v);
            ptx2c_vector_drop(x->done);
            ptx2c_vector_drop(x->before);
            ptx2c_vector_drop(x->begun);
            free(x->waits);
            free(x);
        }
    ptx2c_any_location = ptx2c_any_told_copy = ptx2c_any_phase_wait = false;
}

PTX2C_INLINE bool ptx2c_beyond_cta(uint32_t flags) { return flags / PTX2C_SITE_SCOPE % 4 > 1; }

/* A strong load by thread u found what stands there; scope as in the site's flags. */
static PTX2C_NOINLINE void ptx2c_location_load(ptx2c_check_cta *a, uint32_t u, uintptr_t at, uint32_t owner, uint32_t flags)
{
    for (int all = 0; all < 2; all++) {
        ptx2c_location *x = all && !ptx2c_beyond_cta(flags) ? NULL : ptx2c_location_find(at, owner, all ? 0 : a->id, false);
        a->told |= x && x->v;
        if (x && x->v)
            ptx2c_vector_add(flags & PTX2C_SITE_ACQUIRE ? &a->known[u] : all ? &a->seen_far[u] : &a->seen[u], x->v);
    }
}

/* A store there by thread u: with what it makes known, or without; add: an atomic operation, which passes on what others
 * have made known. */
static PTX2C_NOINLINE void ptx2c_location_store(ptx2c_check_cta *a, uint32_t u, uintptr_t at, uint32_t owner, uint32_t flags,
                                                bool add)
{
    const bool release = flags & PTX2C_SITE_RELEASE;
    ptx2c_vector *v = NULL;
    ptx2c_later_ends(a);
    for (int all = 0; all < 2; all++) {
        const uint32_t *const fenced = release ? NULL : all ? a->fenced_far : a->fenced;
        if (all && !release && a->fenced[u] != a->fenced_far[u])
            ptx2c_vector_set(&v, NULL);
        if (!v && (release || ((flags & PTX2C_SITE_STRONG) && fenced[u])))
            v = ptx2c_known_up_to(a, u, release ? a->clock[u / 32] : fenced[u], fenced);
        if (!release && (flags & PTX2C_SITE_STRONG))
            ptx2c_vector_add(&v, a->tensor[u]);
        const bool told = v && (!all || ptx2c_beyond_cta(flags));
        ptx2c_location *x = ptx2c_location_find(at, owner, all ? 0 : a->id, told);
        if (x && add && told)
            ptx2c_vector_add(&x->v, v);
        else if (x && !add)
            ptx2c_vector_set(&x->v, told ? ptx2c_vector_share(v) : NULL);
    }
    ptx2c_vector_drop(v);
    a->clock[u / 32] += release;
}

/* Thread u executes a fence: orders and scope as in a site's flags. */
static PTX2C_NOINLINE void ptx2c_check_fence_of(ptx2c_check_cta *a, uint32_t u, uint32_t flags)
{
    const bool far = ptx2c_beyond_cta(flags);
    ptx2c_checks.fenced |= far;
    ptx2c_later_ends(a);
    a->told = true;
    if (flags & PTX2C_SITE_ACQUIRE) {
        ptx2c_vector_add(&a->known[u], a->seen[u]);
        ptx2c_vector_set(&a->seen[u], NULL);
        if (far) {
            ptx2c_vector_add(&a->known[u], a->seen_far[u]);
            ptx2c_vector_set(&a->seen_far[u], NULL);
        }
    }
    if (!(flags & PTX2C_SITE_RELEASE))
        return;
    a->fenced[u] = a->clock[u / 32]++;
    if (far)
        a->fenced_far[u] = a->fenced[u];
    if (!a->base_now) {
        a->base_now = (ptx2c_base_copy *)ptx2c_check_get(1, sizeof *a->base_now + a->warps * sizeof a->base_now->of[0]);
        a->base_now->refs = 1;
        memcpy(a->base_now->of, a->base, a->warps * sizeof *a->base);
    }
    a->base_now->refs++;
    ptx2c_base_drop(a->fenced_base[u]);
    a->fenced_base[u] = a->base_now;
    a->fenced_synced[u] = a->synced[u / 32];
}

#endif
