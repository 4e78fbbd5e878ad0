/* stream.c: streams, and the threads that run their tasks.
 *
 * Tasks of a stream run one after the other, those of several streams side by side: a stream with work is given to a thread
 * of the pool, which grows as streams wait for each other.  Who waits for a stream that no thread has taken yet runs it
 * himself.  What a task must wait for in other streams (events, the default stream's order) are records in them. */
#include "internal.h"

#include <sched.h>
#include <time.h>

_Thread_local int per_thread_default;

/* ---- the pool -------------------------------------------------------------------------------------------------------- */

enum { SPIN = 200, MOST_THREADS = 1024 }; /* looks for work before a thread sleeps */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t work;
    CUstream first, last;
    atomic_int queued;
    int threads, idle, spinning;
    atomic_int running;
    atomic_bool stop;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER};

static _Thread_local bool in_pool; /* this thread is one of the pool, none of the program */
static _Thread_local int depth;    /* of stream_run, in one of the program */

static void stream_run(CUstream s, uint64_t until);

uint64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The next stream with work, under the lock; NULL when there is none. */
static CUstream pool_take(void)
{
    CUstream s = pool.first;
    if (s) {
        pool.first = s->pool_next;
        if (!pool.first)
            pool.last = NULL;
        s->in_pool = false;
        alone_works(1);
        atomic_fetch_sub(&pool.queued, 1);
    }
    return s;
}

bool pool_has_work(void) { return atomic_load(&pool.queued); }

static CUstream pool_wait(void)
{
    pthread_mutex_lock(&pool.lock);
    CUstream s = pool_take();
    if (!s) { /* the next launch often comes soon: a thread that looks for it need not be woken */
        pool.spinning++;
        pthread_mutex_unlock(&pool.lock);
        for (int i = 0; i < SPIN && !atomic_load_explicit(&pool.queued, memory_order_relaxed); i++)
            sched_yield();
        pthread_mutex_lock(&pool.lock);
        pool.spinning--;
    }
    while (!s && !(s = pool_take())) {
        pool.idle++;
        pthread_cond_wait(&pool.work, &pool.lock);
        pool.idle--;
    }
    pthread_mutex_unlock(&pool.lock);
    return s;
}

static void *pool_main(void *unused)
{
    char name[ALONE_NAME];
    (void)unused;
    alone_mark(name);
    fault_spare(true);
    in_pool = true;
    for (;;) {
        CUstream s = pool_wait();
        pthread_mutex_lock(&s->lock);
        const bool mine = s->state == STREAM_QUEUED && !atomic_load(&pool.stop);
        if (mine)
            s->state = STREAM_RUNNING;
        pthread_mutex_unlock(&s->lock);
        if (mine)
            stream_run(s, UINT64_MAX);
        stream_release(s);
        alone_works(-1);
    }
    return NULL;
}

/* A program that ends does not wait for what it has not waited for, but what runs must not lose its code. */
__attribute__((destructor)) static void pool_end(void)
{
    atomic_store(&pool.stop, true);
    const uint64_t patience = clock_ns() + 2000000000u;
    while (atomic_load(&pool.running) && clock_ns() < patience)
        sched_yield();
}

static void pool_grow(void)
{
    pthread_t thread;
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&a, (size_t)8 << 20);
    if (pool.threads < MOST_THREADS && pthread_create(&thread, &a, pool_main, NULL) == 0)
        pool.threads++;
    pthread_attr_destroy(&a);
}

/* Gives a stream with work to the pool: the caller has made it STREAM_QUEUED. */
static void pool_add(CUstream s)
{
    pthread_mutex_lock(&pool.lock);
    if (s->in_pool) { /* still, from before somebody else ran it */
        pthread_mutex_unlock(&pool.lock);
        return;
    }
    atomic_fetch_add(&s->refs, 1);
    s->in_pool = true;
    s->pool_next = NULL;
    if (pool.last)
        pool.last->pool_next = s;
    else
        pool.first = s;
    pool.last = s;
    const int waiting = atomic_fetch_add(&pool.queued, 1) + 1;
    if (waiting > pool.spinning) {
        if (pool.idle)
            pthread_cond_signal(&pool.work);
        if (waiting > pool.spinning + pool.idle)
            pool_grow();
    }
    pthread_mutex_unlock(&pool.lock);
}

/* ---- records --------------------------------------------------------------------------------------------------------- */

Record *record_make(CUstream s, uint64_t ticket)
{
    Record *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    atomic_init(&r->refs, 1);
    atomic_fetch_add(&s->refs, 1);
    r->stream = s;
    r->ticket = ticket;
    return r;
}

void record_release(Record *r)
{
    if (!r || atomic_fetch_sub(&r->refs, 1) != 1)
        return;
    stream_release(r->stream);
    flow_record_free(r);
    free(r);
}

/* ---- tasks ----------------------------------------------------------------------------------------------------------- */

void *task_new(size_t bytes, CUresult (*run)(Task *t))
{
    Task *t = calloc(1, bytes);
    if (t)
        t->run = run;
    return t;
}

void task_free(Task *t)
{
    for (int i = 0; i < t->nwaits; i++)
        record_release(t->waits[i]);
    free(t->waits);
    flow_task_free(t);
    if (t->drop)
        t->drop(t);
    free(t);
}

void task_wait_for(Task *t, Record *r)
{
    Record **more = r ? realloc(t->waits, (size_t)(t->nwaits + 1) * sizeof *more) : NULL;
    if (!more) { /* rather wait now than forget it */
        if (r)
            stream_wait(r->stream, r->ticket);
        record_release(r);
        return;
    }
    t->waits = more;
    t->waits[t->nwaits++] = r;
}

/* Threads that the program's own function makes are the program's. */
static CUresult run_of_host(Task *t)
{
    char name[ALONE_NAME];
    alone_mark(name);
    alone_unmark(name);
    const CUresult status = t->run(t);
    alone_mark(name);
    return status;
}

static void task_do(CUstream s, Task *t)
{
    for (int i = 0; i < t->nwaits; i++)
        stream_wait(t->waits[i]->stream, t->waits[i]->ticket);
    if (!t->even_failed && atomic_load(&s->ctx->failed))
        return;
    atomic_fetch_add(&pool.running, 1);
    FlowTask *was = flow_task_begins(t->flow);
    if (t->of_host)
        flow_host_knows(); /* before it tells anybody, who may go on at once */
    const CUresult e = !t->run ? CUDA_SUCCESS : t->of_host ? run_of_host(t) : t->run(t);
    if (t->of_host)
        flow_may_know();
    flow_task_ends(was);
    atomic_fetch_sub(&pool.running, 1);
    int none = CUDA_SUCCESS;
    if (e != CUDA_SUCCESS)
        atomic_compare_exchange_strong(&s->ctx->failed, &none, (int)e);
}

/* ---- streams --------------------------------------------------------------------------------------------------------- */

CUstream stream_new(CUcontext ctx, unsigned flags, int priority)
{
    static atomic_ullong ids = 1;
    CUstream s = handle_new(MAGIC_STREAM, sizeof *s, NULL, NULL); /* context_end_streams ends it */
    if (!s)
        return NULL;
    atomic_init(&s->refs, 1);
    s->ctx = ctx;
    s->flags = flags;
    s->priority = priority;
    s->id = atomic_fetch_add(&ids, 1);
    s->generation = atomic_load(&ctx->generation);
    flow_begin(s);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->moved, NULL);
    return s;
}

void stream_release(CUstream s)
{
    if (!s || atomic_fetch_sub(&s->refs, 1) != 1)
        return;
    s->magic = 0;
    flow_end(s);
    tail_end(&s->tail);
    pthread_cond_destroy(&s->moved);
    pthread_mutex_destroy(&s->lock);
    handle_end(s);
}

static bool reached(CUstream s, uint64_t ticket)
{
    return atomic_load_explicit(&s->done, memory_order_acquire) >= ticket;
}

/* Whether the stream's next task is a function of the program's, which only threads of the pool run: it may tell by its thread what it is. */
static bool is_for_pool(CUstream s) { return s->first && s->first->of_host && !in_pool; }

/* The caller waits, under the stream's lock, until the next task is done. */
static void wait_moved(CUstream s)
{
    const unsigned before = s->moves;
    const bool works = in_pool || depth;
    *(works ? &s->waiting_workers : &s->waiting_hosts) += 1;
    if (works)
        alone_works(-1);
    else
        alone_in(1);
    while (s->moves == before)
        pthread_cond_wait(&s->moved, &s->lock);
}

/* Those that wait go on. */
static void tell_moved(CUstream s)
{
    if (!s->waiting_workers && !s->waiting_hosts)
        return;
    alone_works(s->waiting_workers);
    alone_in(-s->waiting_hosts);
    s->waiting_workers = s->waiting_hosts = 0;
    s->moves++;
    pthread_cond_broadcast(&s->moved);
}

/* A thread of the program runs tasks itself: as long as OpenMP may make threads for it, it is marked, as these are then. */
enum { MARKED_RUNS = 64 };

static void begin_to_run(char name[ALONE_NAME])
{
    static _Thread_local int runs;
    name[0] = 0; /* not marked */
    if (in_pool || depth++)
        return;
    alone_works(1);
    if (runs < MARKED_RUNS)
        runs++, alone_mark(name);
    else
        alone_in(1);
}

static void end_to_run(const char name[ALONE_NAME])
{
    if (in_pool || --depth)
        return;
    if (name[0])
        alone_unmark(name);
    else
        alone_in(-1);
    alone_works(-1);
}

/* Runs the tasks of a stream that is STREAM_RUNNING by the caller, up to that ticket; gives on what is left, or for the pool. */
static void stream_run(CUstream s, uint64_t until)
{
    char name[ALONE_NAME];
    begin_to_run(name);
    pthread_mutex_lock(&s->lock);
    while (s->first && !reached(s, until) && !is_for_pool(s)) {
        Task *t = s->first;
        s->first = t->next;
        if (!s->first)
            s->last = NULL;
        pthread_mutex_unlock(&s->lock);
        task_do(s, t);
        task_free(t);
        pthread_mutex_lock(&s->lock);
        atomic_fetch_add_explicit(&s->done, 1, memory_order_release);
        tell_moved(s);
    }
    const bool left = s->first != NULL;
    s->state = left ? STREAM_QUEUED : STREAM_IDLE;
    pthread_mutex_unlock(&s->lock);
    if (left)
        pool_add(s);
    end_to_run(name);
}

void stream_wait(CUstream s, uint64_t ticket)
{
    if (reached(s, ticket))
        return;
    pthread_mutex_lock(&s->lock);
    while (!reached(s, ticket)) {
        if (s->state == STREAM_RUNNING || is_for_pool(s)) {
            wait_moved(s);
            continue;
        }
        s->state = STREAM_RUNNING; /* nobody has come for it yet */
        pthread_mutex_unlock(&s->lock);
        stream_run(s, ticket);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
}

void stream_before(CUstream s, Task *t, CUstream other)
{
    flow_after(s, other);
    const uint64_t given = atomic_load(&other->given);
    if (!reached(other, given))
        task_wait_for(t, record_make(other, given));
}

/* The default stream's order: its tasks come after what blocking streams were given before, and theirs after its own. */
static void keep_order(CUstream s, Task *t)
{
    CUcontext ctx = s->ctx;
    if (s->flags & CU_STREAM_NON_BLOCKING)
        return;
    if (s != ctx->legacy) {
        stream_before(s, t, ctx->legacy);
        return;
    }
    if (!atomic_load_explicit(&ctx->blocking, memory_order_acquire))
        return;
    pthread_mutex_lock(&ctx->lock);
    for (CUstream o = ctx->streams; o; o = o->next)
        if (!(o->flags & CU_STREAM_NON_BLOCKING))
            stream_before(s, t, o);
    pthread_mutex_unlock(&ctx->lock);
}

static void append(CUstream s, Task *t)
{
    t->next = NULL;
    if (s->last)
        s->last->next = t;
    else
        s->first = t;
    s->last = t;
    atomic_fetch_add(&s->given, 1);
}

/* Else the task is no more. */
static CUresult may_add(CUstream s, Task *t)
{
    const CUresult status = capture_refuse_legacy(s);
    if (status)
        task_free(t);
    return status;
}

CUresult stream_add(CUstream s, Task *t) { return stream_add_ticket(s, t, NULL); }

CUresult stream_add_ticket(CUstream s, Task *t, uint64_t *ticket)
{
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    TRY(may_add(s, t));
    keep_order(s, t);
    pthread_mutex_lock(&s->lock);
    flow_given(s, t);
    append(s, t);
    if (ticket)
        *ticket = atomic_load(&s->given);
    const bool idle = s->state == STREAM_IDLE;
    if (idle)
        s->state = STREAM_QUEUED;
    pthread_mutex_unlock(&s->lock);
    if (idle)
        pool_add(s);
    return CUDA_SUCCESS;
}

CUresult stream_do(CUstream s, Task *t)
{
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    CUcontext ctx = s->ctx;
    const bool unseen = t->unseen;
    TRY(may_add(s, t));
    keep_order(s, t);
    pthread_mutex_lock(&s->lock);
    flow_given(s, t);
    append(s, t);
    const uint64_t ticket = atomic_load(&s->given);
    const bool idle = s->state == STREAM_IDLE;
    if (idle)
        s->state = STREAM_RUNNING;
    pthread_mutex_unlock(&s->lock);
    if (idle)
        stream_run(s, ticket);
    else
        stream_wait(s, ticket);
    if (!unseen)
        flow_host_finishes(s);
    return (CUresult)atomic_load(&ctx->failed);
}

CUresult stream_finish(CUstream s)
{
    stream_wait(s, atomic_load(&s->given));
    flow_host_finishes(s);
    return (CUresult)atomic_load(&s->ctx->failed);
}

CUstream stream_after(CUcontext ctx, uint64_t id)
{
    CUstream best = NULL;
    pthread_mutex_lock(&ctx->lock);
    for (CUstream s = ctx->streams; s; s = s->next)
        if (s->id > id && (!best || s->id < best->id))
            best = s;
    if (best)
        atomic_fetch_add(&best->refs, 1);
    pthread_mutex_unlock(&ctx->lock);
    return best;
}

CUresult context_finish(CUcontext ctx)
{
    stream_finish(ctx->legacy);
    uint64_t id = 0;
    for (CUstream s; (s = stream_after(ctx, id)); stream_release(s)) {
        id = s->id;
        stream_finish(s);
    }
    return (CUresult)atomic_load(&ctx->failed);
}

static bool wait_frees(CUstream s)
{
    const uint64_t last = atomic_load(&s->frees);
    const bool any = !reached(s, last);
    stream_wait(s, last);
    return any;
}

bool stream_wait_frees(CUstream s)
{
    CUcontext ctx = s->ctx;
    bool any = wait_frees(s) || wait_frees(ctx->legacy);
    uint64_t id = 0;
    for (CUstream o; !any && (o = stream_after(ctx, id)); stream_release(o)) {
        id = o->id;
        any = wait_frees(o);
    }
    return any;
}

/* ---- the per-thread default stream ----------------------------------------------------------------------------------- */

static pthread_key_t thread_streams;
static pthread_once_t thread_streams_once = PTHREAD_ONCE_INIT;

typedef struct ThreadStreams { CUstream of[MOST_DEVICES]; } ThreadStreams;

static void link_stream(CUstream s)
{
    CUcontext ctx = s->ctx;
    pthread_mutex_lock(&ctx->lock);
    s->next = ctx->streams;
    ctx->streams = s;
    if (!(s->flags & CU_STREAM_NON_BLOCKING))
        atomic_fetch_add(&ctx->blocking, 1);
    pthread_mutex_unlock(&ctx->lock);
    stream_pass(s, &ctx->gate);
}

static void unlink_stream(CUstream s)
{
    CUcontext ctx = s->ctx;
    pthread_mutex_lock(&ctx->lock);
    for (CUstream *at = &ctx->streams; *at; at = &(*at)->next)
        if (*at == s) {
            *at = s->next;
            if (!(s->flags & CU_STREAM_NON_BLOCKING))
                atomic_fetch_sub(&ctx->blocking, 1);
            break;
        }
    pthread_mutex_unlock(&ctx->lock);
}

static void thread_ends(void *data)
{
    ThreadStreams *t = data;
    for (int i = 0; i < MOST_DEVICES; i++)
        if (t->of[i]) {
            stream_finish(t->of[i]);
            unlink_stream(t->of[i]);
            stream_release(t->of[i]);
        }
    free(t);
}

static void thread_streams_make(void) { pthread_key_create(&thread_streams, thread_ends); }

static CUstream thread_stream(CUcontext ctx)
{
    pthread_once(&thread_streams_once, thread_streams_make);
    ThreadStreams *t = pthread_getspecific(thread_streams);
    if (!t) {
        t = calloc(1, sizeof *t);
        if (!t || pthread_setspecific(thread_streams, t)) {
            free(t);
            return NULL;
        }
    }
    CUstream *s = &t->of[ctx->device];
    if (*s && ((*s)->ctx != ctx || (*s)->generation != atomic_load(&ctx->generation))) {
        stream_release(*s);
        *s = NULL;
    }
    if (!*s && (*s = stream_new(ctx, CU_STREAM_DEFAULT, 0))) {
        (*s)->per_thread = true;
        link_stream(*s);
    }
    return *s;
}

CUDA_API void ptx2c_cuda_per_thread(int change) { per_thread_default += change; }

CUresult stream_of(CUstream handle, CUstream *out)
{
    CONTEXT(ctx);
    if (handle == CU_STREAM_PER_THREAD || (!handle && per_thread_default))
        *out = thread_stream(ctx);
    else if (!handle || handle == CU_STREAM_LEGACY)
        *out = ctx->legacy;
    else if (!IS(handle, STREAM))
        return CUDA_ERROR_INVALID_HANDLE;
    else
        *out = handle;
    REFUSE_IF(!*out, CUDA_ERROR_OUT_OF_MEMORY);
    return (CUresult)atomic_load(&(*out)->ctx->failed);
}

void context_end_streams(CUcontext ctx)
{
    atomic_fetch_add(&ctx->generation, 1);
    ctx->gate = NULL; /* one of the streams */
    for (CUstream s; (s = stream_after(ctx, 0)); stream_release(s)) {
        stream_finish(s);
        unlink_stream(s);
        s->magic = 0;
        if (!s->per_thread && !s->leaves) /* the program's handle */
            stream_release(s);
    }
}

/* ---- the API --------------------------------------------------------------------------------------------------------- */

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };

CUDA_API CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    CONTEXT(ctx);
    (void)ctx;
    if (least)
        *least = LEAST_PRIORITY;
    if (greatest)
        *greatest = GREATEST_PRIORITY;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
    CONTEXT(ctx);
    REFUSE_IF(!stream || flags > CU_STREAM_NON_BLOCKING, CUDA_ERROR_INVALID_VALUE);
    const int p = priority > LEAST_PRIORITY ? LEAST_PRIORITY : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY : priority;
    CUstream s = stream_new(ctx, flags, p);
    REFUSE_IF(!s, CUDA_ERROR_OUT_OF_MEMORY);
    link_stream(s);
    *stream = s;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    return cuStreamCreateWithPriority(stream, flags, 0);
}

/* The last task of a stream that is no more; whoever runs it has a reference. */
typedef struct Leaving {
    Task task;
    CUstream stream;
} Leaving;

static CUresult leave(Task *t)
{
    CUstream s = ((Leaving *)t)->stream;
    if (!(s->flags & CU_STREAM_NON_BLOCKING))
        flow_after(s->ctx->legacy, s);
    unlink_stream(s);
    stream_release(s);
    return CUDA_SUCCESS;
}

/* What it was given is done all the same; until then it is one of the context's. */
CUDA_API CUresult cuStreamDestroy_v2(CUstream stream)
{
    REFUSE_IF(!IS(stream, STREAM), CUDA_ERROR_INVALID_HANDLE);
    Leaving *l = task_new(sizeof *l, leave);
    REFUSE_IF(!l, CUDA_ERROR_OUT_OF_MEMORY);
    l->task.even_failed = true;
    l->stream = stream;
    atomic_fetch_add(&stream->refs, 1);
    pthread_mutex_lock(&stream->lock);
    stream->magic = 0;
    stream->leaves = true;
    append(stream, &l->task);
    const bool idle = stream->state == STREAM_IDLE;
    if (idle)
        stream->state = STREAM_RUNNING;
    pthread_mutex_unlock(&stream->lock);
    if (idle)
        stream_run(stream, UINT64_MAX);
    stream_release(stream);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamSynchronize(CUstream stream)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(s->capture, capture_refuse(s));
    if (s == s->ctx->legacy && atomic_load(&s->ctx->blocking))
        return stream_do(s, task_new(sizeof(Task), NULL));
    return stream_finish(s);
}

CUDA_API CUresult cuStreamQuery(CUstream stream)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(s->capture, capture_refuse(s));
    if (!reached(s, atomic_load(&s->given)))
        return CUDA_ERROR_NOT_READY;
    flow_host_finishes(s);
    return (CUresult)atomic_load(&s->ctx->failed);
}
