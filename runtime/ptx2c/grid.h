/* grid.h: runs the CTAs of a grid over OpenMP threads, or without OpenMP.  For generated code.
 *
 * Many CTAs: each thread takes whole CTAs.  Fewer CTAs than threads: the team shares one CTA after the other, and a
 * CTA barrier is an OpenMP barrier.  CTAs that wait for each other, or form clusters, are kept with their state while
 * others of the same thread have their turn. */
#ifndef PTX2C_GRID_H
#define PTX2C_GRID_H

#include "image.h"
#include "mode.h"
#include "sched.h"
#include "stack.h"

/* Threads of a row of the CTAs that are run as one from this %ctaid.x on. */
PTX2C_INLINE uint32_t ptx2c_row(const ptx2c_grid *g, uint32_t x)
{
    const uint32_t left = g->grid.x - x;
    return (left < g->join ? left : g->join) * g->block.x;
}

/* With slack for its alignment. */
#define PTX2C_TENSOR_BYTES (sizeof(ptx2c_tensor_memory) + PTX2C_TENSOR_COLUMNS * 128 * sizeof(uint32_t) + 128)

/* Nothing is allocated in the CTA's tensor memory. */
PTX2C_INLINE void ptx2c_tensor_begin(ptx2c_cta *c)
{
    if (c->tensor) {
        c->tensor->used = 0;
        c->tensor->closed = false;
    }
}

PTX2C_INLINE void ptx2c_place_cta(ptx2c_cta *c, ptx2c_grid *g, uint64_t i, unsigned char *mem)
{
    mem += (128 - (uintptr_t)mem % 128) % 128;
    *c = (ptx2c_cta){
        .ctaid = {(uint32_t)(i % g->across) * g->join, (uint32_t)(i / g->across % g->grid.y),
                  (uint32_t)(i / g->across / g->grid.y)},
        .ntid = g->block,
        .nctaid = g->grid,
        .threads = g->block.x * g->block.y * g->block.z,
        .alone = true,
        .team = 1,
        .lanes = 32,
        .red = (ptx2c_red *)(void *)mem,
        .shared = mem + 128,
        .shared_bytes = g->kernel->shared_bytes + g->dynamic_shared_bytes,
        .dynamic_shared_bytes = g->dynamic_shared_bytes,
        .param = g->param,
        .stack = ptx2c_frame(),
        .state = mem + 128 + g->shared_bytes + PTX2C_GAP,
        .grid = g,
    };
    c->row = ptx2c_row(g, c->ctaid.x);
    if (g->kernel->tensor_memory) {
        c->tensor = (ptx2c_tensor_memory *)(uintptr_t)(ptx2c_cta_memory(c) + g->kernel->cta_memory);
        ptx2c_tensor_begin(c);
    }
    const ptx2c_dim3 n = g->cluster;
    if (g->clustered)
        c->rank_in_cluster = (c->ctaid.z % n.z * n.y + c->ctaid.y % n.y) * n.x + c->ctaid.x % n.x;
}

/* Goes on to the next CTA of the row, or those that are run as one. */
PTX2C_INLINE void ptx2c_cta_next(ptx2c_cta *c)
{
    ptx2c_cta_free(c);
    c->ctaid.x += c->grid->join;
    ptx2c_tensor_begin(c);
    if (c->grid->join > 1)
        c->row = ptx2c_row(c->grid, c->ctaid.x);
}

/* Runs CTAs number first to last - 1 on this thread, in memory of cta_bytes. */
PTX2C_INLINE void ptx2c_run_some(ptx2c_grid *g, uint64_t first, uint64_t last, unsigned char *mem)
{
    while (first < last && !ptx2c_status(g)) {
        ptx2c_cta c;
        ptx2c_place_cta(&c, g, first, mem);
        const uint32_t row = g->clustered ? 1 : g->across - (uint32_t)(first % g->across);
        const uint32_t n = last - first < row ? (uint32_t)(last - first) : row;
        g->kernel->run(&c, n);
        first += n;
    }
}

/* The number of the first of the next CTAs (or clusters) that no thread has taken, of step at a time. */
PTX2C_INLINE uint64_t ptx2c_next_ctas(ptx2c_grid *g, uint64_t step)
{
    uint64_t i;
#if defined _OPENMP
#pragma omp atomic capture
#endif
    {
        i = g->next;
        g->next += step;
    }
    return i;
}

/* Runs the CTAs of a thread, one of so many: neighbours, so that it finds in its caches what it needs, and the next launch
 * does, too; or a few, then again a few, where that would leave threads without work. */
PTX2C_INLINE void ptx2c_run_share(ptx2c_grid *g, uint32_t thread, uint32_t threads, unsigned char *mem)
{
    if (g->kernel->uneven && threads > 1) {
        const uint64_t step = g->ctas / (32 * (uint64_t)threads) + 1;
        for (uint64_t i; (i = ptx2c_next_ctas(g, step)) < g->ctas;)
            ptx2c_run_some(g, i, g->ctas - i < step ? g->ctas : i + step, mem);
        return;
    }
    const uint64_t each = g->ctas / threads, more = g->ctas % threads;
    const uint64_t first = thread * each + (thread < more ? thread : more);
    ptx2c_run_some(g, first, first + each + (thread < more), mem);
}

static PTX2C_NOINLINE void ptx2c_run_stack(ptx2c_grid *g, uint32_t thread, uint32_t threads)
{
    ptx2c_b128 mem[PTX2C_STACK_BYTES / sizeof(ptx2c_b128)];
    ptx2c_run_share(g, thread, threads, (unsigned char *)mem);
}

/* This thread's CTAs. */
PTX2C_INLINE void ptx2c_run_ctas(ptx2c_grid *g, uint32_t thread, uint32_t threads)
{
    unsigned char *mem = NULL;
    fenv_t before;
    ptx2c_mode_begin(&before);
    if (g->cta_bytes <= PTX2C_STACK_BYTES) {
        ptx2c_run_stack(g, thread, threads);
    } else if ((mem = malloc(g->cta_bytes))) {
        ptx2c_run_share(g, thread, threads, mem);
    } else {
        ptx2c_cta c = {.grid = g};
        ptx2c_fail(&c, PTX2C_NO_MEMORY);
    }
    free(mem);
    ptx2c_mode_end(&before);
}

#if defined _OPENMP
/* The team shares each CTA. */
PTX2C_INLINE void ptx2c_run_team(ptx2c_grid *g, int threads)
{
    unsigned char *mem = malloc(g->cta_bytes);
    if (!mem) {
        g->status = PTX2C_NO_MEMORY;
        return;
    }
#pragma omp parallel num_threads(threads)
    {
        fenv_t before;
        ptx2c_mode_begin(&before);
        for (uint64_t i = 0; i < g->ctas; i++) {
            int stop = ptx2c_status(g);
            ptx2c_cta c;
            ptx2c_place_cta(&c, g, i, mem);
            c.rank = (uint32_t)omp_get_thread_num();
            c.team = (uint32_t)omp_get_num_threads();
            c.alone = c.team == 1;
            if (ptx2c_cta_all(&c, !stop))
                g->kernel->run(&c, 1);
            ptx2c_cta_free(&c);
#pragma omp barrier
        }
        ptx2c_mode_end(&before);
    }
    free(mem);
}
#endif

/* ---- CTAs that wait for each other ------------------------------------------------------------------------------- */

/* A cluster with all its memory: n CTAs, their schedulers and windows follow.  Those of a thread form a ring. */
typedef struct ptx2c_resident {
    struct ptx2c_resident *next;
    ptx2c_cluster cluster;
    uint32_t left; /* CTAs that have not finished */
} ptx2c_resident;

/* A thread's clusters. */
typedef struct ptx2c_ring {
    ptx2c_grid *g;
    ptx2c_resident *first, *spare;
    uint32_t n;         /* in the ring */
    uint32_t quiet;     /* passes over the ring in which no thread moved, one after the other */
    uint32_t passes;    /* since a cluster was started or finished */
    bool share;         /* other threads of the host run CTAs, too */
    bool wrote;         /* in the last pass some thread did, in a waiting loop */
    bool told, counted; /* that nothing happens: in this phase, in some phase of this epoch */
    uint32_t epoch, phase;
    uint64_t calm;      /* passes in which no thread moved, since one did */
    uint64_t state;     /* of all warps, at the last look */
} ptx2c_ring;

enum {
    PTX2C_PATIENCE = 4,  /* quiet passes until more clusters start: those that run may wait for them */
    PTX2C_PASSES = 256   /* the same for passes in which something moved */
};

/* ---- waiting for what never comes -------------------------------------------------------------------------------- */

/* How long, in milliseconds, nothing may happen in a grid until threads that wait in loops are taken to wait for ever.
 * 0: they may, as another thread of the host writes what they wait for. */
#if !defined PTX2C_CALM_MS
#define PTX2C_CALM_MS 300
#endif

enum { PTX2C_CALM_PASSES = 16 }; /* between two looks at the state of waiting threads */

/* A number for the states of all warps of the ring: the same when they have not changed. */
static PTX2C_NOINLINE uint64_t ptx2c_ring_state(const ptx2c_ring *ring)
{
    uint64_t sum = ring->n;
    const ptx2c_resident *x = ring->first;
    for (uint32_t i = ring->n; i > 0; i--, x = x->next)
        for (uint32_t k = 0; k < x->cluster.n; k++) {
            const ptx2c_sched *r = &x->cluster.sched[k];
            for (size_t at = 0; at + 4 <= r->warps * r->size; at += 4) {
                uint32_t word;
                memcpy(&word, r->states + at, sizeof word);
                sum = (sum ^ word) * UINT64_C(1099511628211);
                sum ^= sum >> 29;
            }
        }
    return sum;
}

/* Something happened among this thread's CTAs. */
static PTX2C_NOINLINE void ptx2c_stir(ptx2c_ring *ring, int32_t runners)
{
#if defined _OPENMP
#pragma omp critical(ptx2c_calm)
#endif
    {
        ptx2c_calm *c = &ring->g->calm;
        c->runners += (uint32_t)runners;
        c->epoch++;
        c->phase = c->count = 0;
    }
    ring->epoch = ring->phase = 0;
    ring->told = ring->counted = false;
}

/* Nothing did since the last look: all warps are as they were, waiting.  When all runners say so in turn, three times over
 * and for some time, no thread will ever go on: what each has read since was written before.  True for the one who ends
 * the grid. */
static PTX2C_NOINLINE bool ptx2c_find_calm(ptx2c_ring *ring)
{
    bool end = false;
#if defined _OPENMP
#pragma omp critical(ptx2c_calm)
#endif
    {
        ptx2c_calm *c = &ring->g->calm;
        if (ring->epoch != c->epoch || ring->phase != c->phase) {
            ring->epoch = c->epoch; /* what it saw until now may be older than that */
            ring->phase = c->phase;
            ring->told = false;
        } else if (!ring->told) {
            ring->told = ring->counted = true;
            if (!c->phase && !c->count)
                c->since = ptx2c_globaltimer();
            c->count++;
        }
        if (c->count == c->runners) {
            c->phase++;
            c->count = 0;
        }
        end = c->phase >= 3 && ptx2c_globaltimer() >= c->since + (uint64_t)PTX2C_CALM_MS * 1000000;
    }
    return end;
}

/* After a pass: looks for a deadlock of threads that wait in loops. */
PTX2C_INLINE void ptx2c_look(ptx2c_ring *ring, bool moved, bool all_started)
{
    if (moved || ring->wrote || !all_started) {
        if (ring->counted)
            ptx2c_stir(ring, 0);
        ring->calm = 0;
        return;
    }
    if (++ring->calm % PTX2C_CALM_PASSES || !PTX2C_CALM_MS || ring->g->kernel->clocked)
        return;
    const uint64_t state = ptx2c_ring_state(ring);
    if (ring->calm > PTX2C_CALM_PASSES && state == ring->state) {
        if (ptx2c_find_calm(ring) && !ptx2c_status(ring->g)) {
            const ptx2c_resident *x = ring->first;
            uint32_t k = 0;
            while (k + 1 < x->cluster.n && x->cluster.sched[k].stop == PTX2C_DONE)
                k++;
            ptx2c_sched_deadlock(&x->cluster.sched[k]);
        }
    } else if (ring->counted) {
        ptx2c_stir(ring, 0);
    }
    ring->state = state;
}

/* CTA rank r of cluster number u as a number in the grid. */
PTX2C_INLINE uint64_t ptx2c_cluster_cta(const ptx2c_grid *g, uint64_t u, uint32_t r)
{
    const ptx2c_dim3 n = g->cluster;
    uint32_t gx = g->grid.x / n.x, gy = g->grid.y / n.y;
    uint64_t x = u % gx * n.x + r % n.x, y = u / gx % gy * n.y + r / n.x % n.y, z = u / gx / gy * n.z + r / n.x / n.y;
    return (z * g->grid.y + y) * g->grid.x + x;
}

/* Starts cluster number u in new or used memory.  False when there is none. */
static PTX2C_NOINLINE bool ptx2c_start_cluster(ptx2c_ring *ring, uint64_t u)
{
    ptx2c_grid *g = ring->g;
    const uint32_t n = g->cluster.x * g->cluster.y * g->cluster.z;
    ptx2c_resident *x = ring->spare;
    if (x)
        ring->spare = x->next;
    else
        x = calloc(1, sizeof *x + n * (sizeof(ptx2c_cta) + sizeof(ptx2c_sched) + g->cta_bytes));
    if (!x)
        return false;
    x->cluster = (ptx2c_cluster){.n = n};
    x->cluster.cta = (ptx2c_cta *)(void *)(x + 1);
    x->cluster.sched = (ptx2c_sched *)(void *)(x->cluster.cta + n);
    unsigned char *mem = (unsigned char *)(x->cluster.sched + n);
    for (uint32_t r = 0; r < n; r++) {
        ptx2c_cta *c = &x->cluster.cta[r];
        ptx2c_place_cta(c, g, ptx2c_cluster_cta(g, u, r), mem + r * g->cta_bytes);
        c->sched = &x->cluster.sched[r];
        c->cluster = &x->cluster;
        ptx2c_sched_begin(c->sched, c, g->kernel->chunk_bytes);
        x->cluster.pending += c->threads;
    }
    x->left = n;
    if (ring->first) { /* behind the first: it has its turn when all others had theirs */
        x->next = ring->first->next;
        ring->first->next = x;
    } else {
        x->next = x;
    }
    ring->first = x;
    ring->n++;
    return true;
}

/* Lets each CTA of the cluster run until it has finished or waits.  True when some thread moved; *wrote is set when one
 * wrote in a waiting loop. */
static PTX2C_NOINLINE bool ptx2c_turn(ptx2c_resident *x, bool *wrote)
{
    bool moved = false;
    uint32_t blocked = 0;
    const ptx2c_sched *stuck = NULL;
    for (uint32_t r = 0; r < x->cluster.n; r++) {
        ptx2c_sched *s = &x->cluster.sched[r];
        if (s->stop == PTX2C_DONE)
            continue;
        s->moved = s->wrote = false;
        s->c->grid->kernel->run(s->c, 1);
        x->left -= s->stop == PTX2C_DONE;
    }
    for (uint32_t r = 0; r < x->cluster.n; r++) { /* what one did may have set others free */
        const ptx2c_sched *s = &x->cluster.sched[r];
        moved |= s->moved;
        *wrote |= s->wrote;
        blocked += s->stop == PTX2C_BLOCKED;
        stuck = s->stop == PTX2C_BLOCKED ? s : stuck;
    }
    if (!moved && blocked && blocked == x->left && !ptx2c_status(stuck->c->grid))
        ptx2c_sched_deadlock(stuck);
    return moved;
}

/* What the threads of a cluster still have that stops before they end, or has ended. */
static PTX2C_NOINLINE void ptx2c_end_cluster(ptx2c_resident *x)
{
    for (uint32_t r = 0; r < x->cluster.n; r++)
        ptx2c_cta_free(&x->cluster.cta[r]);
}

/* One turn for each cluster of the ring; takes those out that have finished.  True when some thread moved. */
static PTX2C_NOINLINE bool ptx2c_pass(ptx2c_ring *ring)
{
    bool moved = ring->wrote = false;
    ptx2c_resident *before = ring->first;
    for (uint32_t i = ring->n; i > 0; i--) {
        ptx2c_resident *x = before->next;
        moved |= ptx2c_turn(x, &ring->wrote);
        if (x->left) {
            before = x;
            continue;
        }
        ptx2c_end_cluster(x);
        before->next = x->next;
        ring->first = --ring->n ? before : NULL;
        x->next = ring->spare;
        ring->spare = x;
        ring->passes = 0;
    }
    ring->quiet = moved ? 0 : ring->quiet + 1;
    ring->passes++;
    if (!moved && !ring->wrote && ring->share)
        ptx2c_yield();
    return moved;
}

/* This thread's share of a grid whose CTAs wait for each other.  It takes clusters in ascending order, the next one when
 * it has none left, or when those it has don't get on: they may wait for one that has not started. */
static PTX2C_NOINLINE void ptx2c_run_waiting(ptx2c_grid *g, bool share)
{
    const uint64_t all = g->ctas / ((uint64_t)g->cluster.x * g->cluster.y * g->cluster.z);
    fenv_t before;
    ptx2c_mode_begin(&before);
    ptx2c_ring ring = {.g = g, .share = share};
    ptx2c_stir(&ring, 1);
    uint64_t u = ptx2c_next_ctas(g, 1);
    while (!ptx2c_status(g) && (u < all || ring.n)) {
        bool late = ring.quiet >= PTX2C_PATIENCE || ring.passes >= PTX2C_PASSES;
        uint32_t more = !ring.n ? 1 : !late ? 0 : ring.quiet >= PTX2C_PATIENCE ? 1 + ring.n / 4 : 1;
        for (; more && u < all; more--) {
            if (!ptx2c_start_cluster(&ring, u)) {
                ptx2c_cta c = {.grid = g};
                if (!ring.n)
                    ptx2c_fail(&c, PTX2C_NO_MEMORY);
                break;
            }
            u = ptx2c_next_ctas(g, 1);
        }
        if (late)
            ring.quiet = ring.passes = 0;
        if (ring.n) {
            const bool moved = ptx2c_pass(&ring);
            if (ring.n)
                ptx2c_look(&ring, moved, u >= all);
        }
    }
    ptx2c_stir(&ring, -1);
    for (ptx2c_resident *x = ring.first; ring.n; ring.n--) {
        ptx2c_resident *next = x->next;
        ptx2c_end_cluster(x);
        free(x);
        x = next;
    }
    while (ring.spare) {
        ptx2c_resident *next = ring.spare->next;
        free(ring.spare);
        ring.spare = next;
    }
    ptx2c_mode_end(&before);
}

/* ---- grids ------------------------------------------------------------------------------------------------------- */

/* Threads in a row of joined CTAs, at most: of CTAs with many rows, whose memory may lie far apart, and of others.  What
 * each OpenMP thread gets at least, so that their shares can be alike. */
enum { PTX2C_ROW = 1024, PTX2C_ONLY_ROW = 4096, PTX2C_SHARES = 16 };

/* Joins as many neighbouring CTAs as long chunks need, as long as that leaves work for all threads. */
PTX2C_INLINE void ptx2c_join(ptx2c_grid *g, int threads)
{
    const uint64_t rows = (uint64_t)g->grid.y * g->grid.z;
    uint32_t n = (g->block.y * g->block.z > 1 ? PTX2C_ROW : PTX2C_ONLY_ROW) / g->block.x;
    if (threads > 1) {
        const uint64_t parts = ((uint64_t)threads * PTX2C_SHARES + rows - 1) / rows; /* of a row of the grid */
        n = g->grid.x / parts < n ? (uint32_t)(g->grid.x / parts) : n;
    }
    if (!g->kernel->joins || g->clustered || n < 2)
        return;
    g->join = n < g->grid.x ? n : g->grid.x;
    g->across = (g->grid.x + g->join - 1) / g->join;
    g->ctas = g->across * rows;
}

#if defined _OPENMP
/* Runs a grid of fewer CTAs than threads.  False: they are best run whole, which the caller does. */
PTX2C_INLINE bool ptx2c_share_few(ptx2c_grid *g, int threads, uint32_t few)
{
    const uint32_t warps = (g->block.x * g->block.y * g->block.z + 31) / 32;
    if (warps == 1 || few == PTX2C_FEW_BRIEF)
        return false;
    const double begin = omp_get_wtime();
    ptx2c_run_team(g, (uint32_t)threads < warps ? threads : (int)warps);
    if (few == PTX2C_FEW_NEW && omp_get_wtime() - begin < 1e-6 * PTX2C_BRIEF_US * (double)g->ctas) {
#pragma omp atomic write
        *g->kernel->few = PTX2C_FEW_BRIEF;
    }
    return true;
}
#endif

/* Each CTA is run by one thread. */
PTX2C_INLINE void ptx2c_run_whole(ptx2c_grid *g, int threads)
{
    ptx2c_join(g, threads);
#if defined _OPENMP
    if (threads > 1) {
#pragma omp parallel num_threads(threads)
        ptx2c_run_ctas(g, (uint32_t)omp_get_thread_num(), (uint32_t)omp_get_num_threads());
        return;
    }
#endif
    ptx2c_run_ctas(g, 0, 1);
}

#if defined _OPENMP
/* How many threads run a grid that this one has launched.  gcc's OpenMP keeps its threads and would wait for them in a child
 * of the process, too, where they are not: a child whose parent has had some does without. */
PTX2C_INLINE int ptx2c_team_size(void)
{
    const int threads = omp_in_parallel() ? 1 : omp_get_max_threads();
#if defined PTX2C_PROCESSES
    if (threads > 1) {
        const int here = (int)getpid();
        int none = 0;
        if (!__atomic_compare_exchange_n(&ptx2c_team_process, &none, here, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
            none != here)
            return 1;
    }
#endif
    return threads;
}
#endif

PTX2C_INLINE void ptx2c_run_grid(ptx2c_grid *g)
{
#if defined _OPENMP
    int threads = ptx2c_team_size();
    if (g->kernel->waits) {
        uint64_t clusters = g->ctas / ((uint64_t)g->cluster.x * g->cluster.y * g->cluster.z);
        threads = (uint64_t)threads > clusters ? (int)clusters : threads;
        if (threads > 1) {
#pragma omp parallel num_threads(threads)
            ptx2c_run_waiting(g, true);
        } else {
            ptx2c_run_waiting(g, false);
        }
        return;
    }
    if (threads > 1 && g->ctas < (uint64_t)threads && !g->kernel->alone && !g->whole) {
        uint32_t few;
#pragma omp atomic read
        few = *g->kernel->few;
        if (ptx2c_share_few(g, threads, few))
            return;
        const double begin = omp_get_wtime();
        ptx2c_run_whole(g, (int)g->ctas);
        if (few == PTX2C_FEW_BRIEF && omp_get_wtime() - begin > 1e-6 * PTX2C_LONG_US) {
#pragma omp atomic write
            *g->kernel->few = PTX2C_FEW_LONG;
        }
        return;
    }
    ptx2c_run_whole(g, (uint64_t)threads > g->ctas ? (int)g->ctas : threads);
#else
    if (g->kernel->waits)
        ptx2c_run_waiting(g, false);
    else
        ptx2c_run_whole(g, 1);
#endif
}

/* The size of the launch's clusters: what the kernel says, or the launch where it does not; a status when they differ or
 * can't be (manual 11.7). */
PTX2C_INLINE int ptx2c_check_cluster(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 *cluster,
                                     size_t dynamic_shared)
{
    const ptx2c_dim3 own = {k->cluster[0], k->cluster[1], k->cluster[2]};
    const bool given = cluster->x || cluster->y || cluster->z;
    if (!given)
        *cluster = own.x ? own : (ptx2c_dim3){1, 1, 1};
    else if (own.x && (own.x != cluster->x || own.y != cluster->y || own.z != cluster->z))
        return PTX2C_BAD_CLUSTER;
    if (!given && !own.x && k->explicit_cluster)
        return PTX2C_BAD_CLUSTER;
    if (!cluster->x || !cluster->y || !cluster->z || grid.x % cluster->x || grid.y % cluster->y || grid.z % cluster->z)
        return PTX2C_BAD_CLUSTER;
    const uint64_t n = (uint64_t)cluster->x * cluster->y * cluster->z;
    if (n > 1 && k->shared_bytes + dynamic_shared > PTX2C_WINDOW_MASK)
        return PTX2C_BAD_SHARED;
    return n > PTX2C_CLUSTER_CTAS || (k->max_cluster && n > k->max_cluster) ? PTX2C_BAD_CLUSTER : PTX2C_OK;
}

/* Turns a grid that the launch counts in clusters into one of blocks (manual 11.8.1). */
PTX2C_INLINE int ptx2c_count_blocks(const ptx2c_kernel *k, ptx2c_dim3 *grid)
{
    if (!k->blocks_are_clusters)
        return PTX2C_OK;
    const uint64_t x = (uint64_t)grid->x * k->cluster[0], y = (uint64_t)grid->y * k->cluster[1],
                   z = (uint64_t)grid->z * k->cluster[2];
    *grid = (ptx2c_dim3){(uint32_t)x, (uint32_t)y, (uint32_t)z};
    return x > 0x7fffffffu || y > 65535 || z > 65535 ? PTX2C_BAD_GRID : PTX2C_OK;
}

PTX2C_INLINE int ptx2c_check_launch(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared)
{
    const uint32_t dim[3] = {block.x, block.y, block.z};
    if (!grid.x || !grid.y || !grid.z || grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535)
        return PTX2C_BAD_GRID;
    if (!block.x || !block.y || !block.z || block.x > 1024 || block.y > 1024 || block.z > 64 ||
        (uint64_t)block.x * block.y * block.z > 1024)
        return PTX2C_BAD_BLOCK;
    for (int i = 0; i < 3; i++)
        if (k->reqntid[i] && dim[i] != k->reqntid[i])
            return PTX2C_BAD_NTID;
    if (k->maxntid[0] &&
        (uint64_t)block.x * block.y * block.z > (uint64_t)k->maxntid[0] * k->maxntid[1] * k->maxntid[2])
        return PTX2C_BAD_NTID;
    return dynamic_shared > 0x3fffffff ? PTX2C_BAD_SHARED : PTX2C_OK;
}

/* Of the calling thread's last launch of a kernel compiled in this file. */
static PTX2C_THREAD char ptx2c_here_message[sizeof((ptx2c_grid *)0)->message] PTX2C_UNUSED;

/* ptx2c_kernel.message of kernels compiled in this file. */
static PTX2C_NOINLINE const char *ptx2c_message_here(void)
{
    return ptx2c_here_message;
}

/* Turns each number among a kernel's parameters whose letter that is from the host's order to memory's or back. */
PTX2C_INLINE void ptx2c_turn_params(const ptx2c_kernel *k, unsigned char *param, char letter)
{
    for (uint32_t i = 0; i < k->param_count; i++)
        if ((k->order ? k->order[i] : 'h') == letter)
            ptx2c_little_endian(param + k->params[i].offset, k->params[i].size, 1);
}

#include "child.h"

/* ptx2c_kernel.run_grid of kernels compiled in this file. */
static PTX2C_NOINLINE int ptx2c_run_here(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                                         uint32_t dynamic_shared_bytes, const void *param, ptx2c_children *launched)
{
    const bool clustered = cluster.x || k->cluster[0];
    ptx2c_here_message[0] = 0;
    int bad = ptx2c_check_cluster(k, grid, &cluster, dynamic_shared_bytes);
    if (bad)
        return bad;
    ptx2c_grid g = {
        .kernel = k,
        .grid = grid,
        .block = block,
        .cluster = cluster,
        .number = ptx2c_next_grid(),
        .clustered = clustered,
        .ctas = (uint64_t)grid.x * grid.y * grid.z,
        .join = 1,
        .across = grid.x,
        .dynamic_shared_bytes = dynamic_shared_bytes,
        .param = param,
        .whole = launched->of_child,
        .workspace = {PTX2C_LE(32, (uint32_t)sizeof g.workspace)},
    };
    uint32_t threads = block.x * block.y * block.z;
    uint32_t units = k->state_unit == 1 ? threads : (threads + 31) / 32;
    g.shared_bytes = (k->shared_bytes + g.dynamic_shared_bytes + 127) / 128 * 128;
    g.state_bytes = (size_t)units * k->chunk_bytes;
    g.cta_bytes = (size_t)g.shared_bytes + g.state_bytes + 512 + (k->cta_memory ? k->cta_memory + 128 : 0) +
                  (k->tensor_memory ? PTX2C_TENSOR_BYTES : 0);
    ptx2c_run_grid(&g);
    ptx2c_children_free(&g.children[PTX2C_CHILD_MADE]);
    launched->first = g.children[PTX2C_CHILD_QUEUE].first;
    launched->last = g.children[PTX2C_CHILD_QUEUE].last;
    for (ptx2c_child *x = g.children[PTX2C_CHILD_TAIL].first, *next; x; x = next) {
        next = x->next;
        ptx2c_child_append(launched, x);
    }
    if (g.status) {
        memcpy(ptx2c_here_message, g.message, sizeof g.message);
        ptx2c_children_free(launched);
    }
    return g.status;
}

/* ptx2c_kernel.launch of kernels compiled in this file. */
static PTX2C_NOINLINE int ptx2c_launch_here(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster,
                                            ptx2c_dim3 block, size_t dynamic_shared_bytes, void *const args[],
                                            ptx2c_object_table *objects)
{
    ptx2c_here_message[0] = 0;
    int bad = ptx2c_count_blocks(k, &grid);
    if (!bad)
        bad = ptx2c_check_launch(k, grid, block, dynamic_shared_bytes);
    if (!bad && ptx2c_mode_fuses())
        bad = PTX2C_BAD_FLAGS;
    if (bad)
        return bad;
    enum { ALIGN = 128, FEW = 1024 }; /* bytes; a parameter may be aligned so */
    unsigned char few[FEW + ALIGN], *many = NULL;
    if (k->param_bytes > FEW) {
        many = malloc(k->param_bytes + ALIGN);
        if (!many)
            return PTX2C_NO_MEMORY;
    }
    unsigned char *param = many ? many : few;
    param += (0 - (uintptr_t)param) % ALIGN;
    memset(param, 0, k->param_bytes);
    for (uint32_t i = 0; i < k->param_count && !bad; i++) {
        if (!args || !args[i])
            bad = PTX2C_BAD_ARGS;
        else
            memcpy(param + k->params[i].offset, args[i], k->params[i].size);
    }
    if (!bad)
        ptx2c_turn_params(k, param, 'm');
    ptx2c_children launched = {NULL, NULL, false};
    const bool lent = !bad && objects != &ptx2c_objects;
    if (lent && !ptx2c_objects_lend(objects))
        bad = PTX2C_NO_MEMORY;
    else if (!bad)
        bad = ptx2c_run_here(k, grid, cluster, block, (uint32_t)dynamic_shared_bytes, param, &launched);
    if (!bad && launched.first)
        bad = ptx2c_children_run(&launched);
    if (lent)
        ptx2c_objects_return(objects);
    free(many);
    return bad;
}

#endif
