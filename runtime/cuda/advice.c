/* advice.c: managed memory.  It is everywhere: advice and prefetches move nothing, but are told to who asks for them.
 *
 * What was said of a range stands in a list, the newest first; what is true of an address is what was last said of it.  An
 * allocation's advice goes with it: each notes the allocation's number. */
#include "internal.h"

typedef enum Topic { MOSTLY_READ, PREFERRED, ACCESSED, PREFETCHED } Topic;

typedef struct Advice Advice;
struct Advice {
    Advice *next;
    uint64_t id;
    uintptr_t begin, end;
    Topic topic;
    int place;           /* a device, -1 the host; ACCESSED: whose access it is */
    bool set;            /* else it was taken back */
};

enum { HOST = -1, NOWHERE = -2 }; /* CU_DEVICE_CPU, CU_DEVICE_INVALID */

static Advice *said;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The allocation that holds p, where advice is for it. */
static CUresult known(CUdeviceptr p, Range *r)
{
    CONTEXT(ctx);
    (void)ctx;
    return range_find((void *)(uintptr_t)p, r) && (range_is_managed(r) || r->kind == RANGE_POOL) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static bool is_gone(const Advice *a)
{
    Range r;
    return !range_find((void *)a->begin, &r) || r.id != a->id;
}

static bool is_same(const Advice *a, const Advice *b)
{
    return a->begin == b->begin && a->end == b->end && a->topic == b->topic && (a->topic != ACCESSED || a->place == b->place);
}

static CUresult say(CUdeviceptr p, size_t size, const Range *r, Topic topic, int place, bool set)
{
    Advice *new = malloc(sizeof *new);
    REFUSE_IF(!new, CUDA_ERROR_OUT_OF_MEMORY);
    *new = (Advice){.id = r->id, .begin = (uintptr_t)p, .end = (uintptr_t)p + size, .topic = topic, .place = place, .set = set};
    pthread_mutex_lock(&lock);
    for (Advice **at = &said, *a; (a = *at) != NULL;)
        if (is_same(a, new) || is_gone(a)) {
            *at = a->next;
            free(a);
        } else {
            at = &a->next;
        }
    new->next = said;
    said = new;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

static int place_of(CUmemLocation l) { return l.type == CU_MEM_LOCATION_TYPE_DEVICE ? l.id : HOST; }

CUDA_API CUresult cuMemAdvise_v2(CUdeviceptr p, size_t size, CUmem_advise advice, CUmemLocation location)
{
    static const Topic topics[] = {MOSTLY_READ, MOSTLY_READ, PREFERRED, PREFERRED, ACCESSED, ACCESSED};
    const unsigned which = (unsigned)advice - CU_MEM_ADVISE_SET_READ_MOSTLY;
    Range r;
    TRY(known(p, &r));
    REFUSE_IF(!size || which > 5 || place_of(location) >= device_count, CUDA_ERROR_INVALID_VALUE);
    return say(p, size, &r, topics[which], place_of(location), which % 2 == 0);
}

CUDA_API CUresult cuMemPrefetchAsync_v2(CUdeviceptr p, size_t size, CUmemLocation location, unsigned int flags, CUstream stream)
{
    CUstream s;
    Range r;
    REFUSE_IF(flags, CUDA_ERROR_INVALID_VALUE);
    TRY(stream_of(stream, &s));
    TRY(known(p, &r));
    return say(p, size, &r, PREFETCHED, place_of(location), true);
}

/* ---- many at once: one after the other, which is an order they may have ---------------------------------------------------- */

typedef struct Batch {
    CUdeviceptr *p;
    size_t *sizes, count;
    CUmemLocation *places;       /* NULL: discarded only */
    size_t *first, nplaces;      /* place number k holds from range first[k] on */
} Batch;

static CUresult check_batch(const Batch *b, unsigned long long flags, CUstream stream)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(s == s->ctx->legacy || flags || !b->p || !b->sizes || !b->count, CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < b->count; i++) {
        Range r;
        TRY(known(b->p[i], &r));
        const uintptr_t at = (uintptr_t)b->p[i];
        REFUSE_IF(!b->sizes[i] || b->sizes[i] > r.begin + r.size - at, CUDA_ERROR_INVALID_VALUE);
    }
    REFUSE_IF(!b->places, CUDA_SUCCESS);
    REFUSE_IF(!b->first || !b->nplaces || b->nplaces > b->count || b->first[0], CUDA_ERROR_INVALID_VALUE);
    for (size_t k = 0; k < b->nplaces; k++) {
        REFUSE_IF(b->first[k] >= b->count || (k && b->first[k] <= b->first[k - 1]), CUDA_ERROR_INVALID_VALUE);
        REFUSE_IF(place_of(b->places[k]) >= device_count, CUDA_ERROR_INVALID_DEVICE);
    }
    return CUDA_SUCCESS;
}

static CUresult prefetch_batch(const Batch *b, CUstream stream)
{
    for (size_t i = 0, k = 0; i < b->count; i++) {
        k += k + 1 < b->nplaces && b->first[k + 1] == i;
        TRY(cuMemPrefetchAsync_v2(b->p[i], b->sizes[i], b->places[k], 0, stream));
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemPrefetchBatchAsync(CUdeviceptr *p, size_t *sizes, size_t count, CUmemLocation *places, size_t *first, size_t nplaces,
                                          unsigned long long flags, CUstream stream)
{
    const Batch b = {p, sizes, count, places, first, nplaces};
    REFUSE_IF(!places, CUDA_ERROR_INVALID_VALUE);
    TRY(check_batch(&b, flags, stream));
    return prefetch_batch(&b, stream);
}

/* What is discarded may hold anything: what it held, too. */
CUDA_API CUresult cuMemDiscardBatchAsync(CUdeviceptr *p, size_t *sizes, size_t count, unsigned long long flags, CUstream stream)
{
    return check_batch(&(Batch){p, sizes, count, NULL, NULL, 0}, flags, stream);
}

CUDA_API CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *p, size_t *sizes, size_t count, CUmemLocation *places, size_t *first,
                                                    size_t nplaces, unsigned long long flags, CUstream stream)
{
    return cuMemPrefetchBatchAsync(p, sizes, count, places, first, nplaces, flags, stream);
}

/* ---- what was said --------------------------------------------------------------------------------------------------------- */

/* The place that was last named for the address; of accesses: the device if it was said to have them. */
static int told(uintptr_t p, uint64_t id, Topic topic, int device)
{
    for (const Advice *a = said; a; a = a->next)
        if (a->id == id && a->topic == topic && a->begin <= p && p < a->end && (topic != ACCESSED || a->place == device))
            return a->set ? a->place : NOWHERE;
    return NOWHERE;
}

/* The same for a range: NOWHERE where not all of it has one answer.  Answers change where advice begins or ends. */
static int told_all(const Range *r, CUdeviceptr p, size_t size, Topic topic, int device)
{
    const uintptr_t begin = (uintptr_t)p, end = begin + size;
    const int first = told(begin, r->id, topic, device);
    for (const Advice *a = said; a; a = a->next)
        if ((a->begin > begin && a->begin < end && told(a->begin, r->id, topic, device) != first) ||
            (a->end > begin && a->end < end && told(a->end, r->id, topic, device) != first))
            return NOWHERE;
    return first;
}

static void give_devices(int *to, size_t n, const Range *r, CUdeviceptr p, size_t size)
{
    size_t given = 0;
    for (int device = HOST; device < device_count && given < n; device++)
        if (told_all(r, p, size, ACCESSED, device) == device)
            to[given++] = device;
    while (given < n)
        to[given++] = NOWHERE;
}

static int type_of(int place)
{
    return place == NOWHERE ? CU_MEM_LOCATION_TYPE_INVALID : place == HOST ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;
}

CUDA_API CUresult cuMemRangeGetAttribute(void *to, size_t bytes, CUmem_range_attribute attribute, CUdeviceptr p, size_t size)
{
    Range r;
    REFUSE_IF(!to || bytes < 4, CUDA_ERROR_INVALID_VALUE);
    TRY(known(p, &r));
    CUresult e = CUDA_SUCCESS;
    int *out = to;
    pthread_mutex_lock(&lock);
    switch (attribute) {
    case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY: *out = told_all(&r, p, size, MOSTLY_READ, 0) != NOWHERE; break;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION: *out = told_all(&r, p, size, PREFERRED, 0); break;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION: *out = told_all(&r, p, size, PREFETCHED, 0); break;
    case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY: give_devices(out, bytes / sizeof *out, &r, p, size); break;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE: *out = type_of(told_all(&r, p, size, PREFERRED, 0)); break;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID: *out = told_all(&r, p, size, PREFERRED, 0); break;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE: *out = type_of(told_all(&r, p, size, PREFETCHED, 0)); break;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID: *out = told_all(&r, p, size, PREFETCHED, 0); break;
    default: e = CUDA_ERROR_INVALID_VALUE;
    }
    pthread_mutex_unlock(&lock);
    return e;
}

CUDA_API CUresult cuMemRangeGetAttributes(void **to, size_t *bytes, CUmem_range_attribute *attributes, size_t n, CUdeviceptr p, size_t size)
{
    REFUSE_IF(!to || !bytes || !attributes || !n, CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < n; i++)
        TRY(cuMemRangeGetAttribute(to[i], bytes[i], attributes[i], p, size));
    return CUDA_SUCCESS;
}
