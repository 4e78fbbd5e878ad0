/* range.c: all memory that the library knows, by address: a tree of ranges that don't overlap. */
#include "internal.h"

#include <search.h>

static void *tree;
static atomic_ullong next_id = 1;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

struct GraphMemory graph_memory[MOST_DEVICES];

void count_add(MemoryCount *c, unsigned long long bytes)
{
    const unsigned long long now = atomic_fetch_add(&c->now, bytes) + bytes;
    unsigned long long high = atomic_load(&c->high);
    while (now > high && !atomic_compare_exchange_weak(&c->high, &high, now))
        continue;
}

CUresult count_reset(MemoryCount *c, const void *value)
{
    REFUSE_IF(*(const cuuint64_t *)value, CUDA_ERROR_INVALID_VALUE);
    atomic_store(&c->high, atomic_load(&c->now));
    return CUDA_SUCCESS;
}

/* Ranges that overlap are equal: a range of one byte finds the one that holds it. */
static int compare(const void *a, const void *b)
{
    const Range *x = a, *y = b;
    if (x->begin + x->size <= y->begin)
        return -1;
    return y->begin + y->size <= x->begin ? 1 : 0;
}

CUresult range_add(const Range *r)
{
    Range *copy = malloc(sizeof *copy);
    REFUSE_IF(!copy, CUDA_ERROR_OUT_OF_MEMORY);
    *copy = *r;
    copy->size = r->size ? r->size : 1;
    copy->id = atomic_fetch_add(&next_id, 1);
    pthread_rwlock_wrlock(&lock);
    Range **at = tsearch(copy, &tree, compare);
    const bool added = at && *at == copy;
    if (added)
        checks_add(copy);
    else
        free(copy);
    pthread_rwlock_unlock(&lock);
    return added ? CUDA_SUCCESS : at ? CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED : CUDA_ERROR_OUT_OF_MEMORY;
}

static Range **look(const void *p)
{
    const Range key = {.begin = (uintptr_t)p, .size = 1};
    return (uintptr_t)p == UINTPTR_MAX ? NULL : tfind(&key, &tree, compare);
}

bool range_find(const void *p, Range *out)
{
    pthread_rwlock_rdlock(&lock);
    Range **at = look(p);
    if (at)
        *out = **at;
    pthread_rwlock_unlock(&lock);
    return at != NULL;
}

static void set_alive(Range *r, bool on)
{
    if (on && !r->alive)
        count_add(&graph_memory[r->device].used, r->size);
    else if (!on && r->alive)
        atomic_fetch_sub(&graph_memory[r->device].used.now, r->size);
    r->alive = on;
}

bool range_take(const void *p, RangeKind kind, Range *out)
{
    pthread_rwlock_wrlock(&lock);
    Range **at = look(p), *r = at ? *at : NULL;
    const bool found = r && r->begin == (uintptr_t)p && r->kind == kind;
    if (found) {
        *out = *r;
        tdelete(r, &tree, compare);
        checks_freed(r);
        set_alive(r, false);
        if (r->graphs)
            atomic_fetch_sub(&graph_memory[r->device].reserved.now, r->size);
        free(r);
    }
    pthread_rwlock_unlock(&lock);
    return found;
}

/* The one of that number that begins at p; the lock is held. */
static Range *of_number(const void *p, uint64_t id)
{
    Range **at = look(p), *r = at ? *at : NULL;
    return r && r->begin == (uintptr_t)p && r->id == id ? r : NULL;
}

void range_own(const void *p, uint64_t id)
{
    pthread_rwlock_wrlock(&lock);
    Range *r = of_number(p, id);
    if (r && !r->owners++ && !r->graphs) {
        r->graphs = true;
        count_add(&graph_memory[r->device].reserved, r->size);
    }
    pthread_rwlock_unlock(&lock);
}

bool range_disown(const void *p, uint64_t id)
{
    pthread_rwlock_wrlock(&lock);
    Range *r = of_number(p, id);
    const bool last = r && r->owners && --r->owners == 0 && !r->alive;
    pthread_rwlock_unlock(&lock);
    return last;
}

RangeLife range_set_alive(const void *p, bool on)
{
    pthread_rwlock_wrlock(&lock);
    Range **at = look(p), *r = at ? *at : NULL;
    const bool owned = r && r->begin == (uintptr_t)p && r->owners;
    const RangeLife was = !owned ? RANGE_UNOWNED : r->alive ? RANGE_ALIVE : RANGE_DEAD;
    if (owned)
        set_alive(r, on);
    pthread_rwlock_unlock(&lock);
    return was;
}

bool range_end(const void *p)
{
    pthread_rwlock_wrlock(&lock);
    Range **at = look(p), *r = at ? *at : NULL;
    const bool found = r && r->begin == (uintptr_t)p && !r->ending &&
                       (r->kind == RANGE_DEVICE || r->kind == RANGE_POOL || r->kind == RANGE_MANAGED);
    if (found)
        r->ending = true;
    pthread_rwlock_unlock(&lock);
    return found;
}

/* Do ranges cover those bytes, as range_holds says? */
static bool covered(uintptr_t at, uintptr_t end, unsigned use)
{
    for (const Range *last = NULL; at < end; at = last->begin + last->size) {
        Range **r = look((void *)at);
        if (!r || ((*r)->ending && !(use & RANGE_RUNNING)))
            return false;
        if ((*r)->kind == RANGE_VIRTUAL && (*r)->access < (use & RANGE_WRITTEN ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_READ))
            return false;
        if (last && (last->kind != (*r)->kind || (last->kind != RANGE_VIRTUAL && last->kind != RANGE_REGISTERED)))
            return false;
        last = *r;
    }
    return true;
}

bool range_holds(const void *p, size_t size, unsigned use)
{
    const Range key = {.begin = (uintptr_t)p, .size = size};
    if (!size || size > UINTPTR_MAX - key.begin)
        return !size;
    pthread_rwlock_rdlock(&lock);
    const bool known = tfind(&key, &tree, compare) != NULL;
    const bool good = known ? covered(key.begin, key.begin + size, use) : (use & RANGE_PAGEABLE) != 0;
    pthread_rwlock_unlock(&lock);
    return good;
}

bool range_set_sync(const void *p, bool on)
{
    pthread_rwlock_wrlock(&lock);
    Range **at = look(p);
    if (at)
        (*at)->sync_memops = on;
    pthread_rwlock_unlock(&lock);
    return at != NULL;
}

bool range_any(const void *p, size_t size)
{
    const Range key = {.begin = (uintptr_t)p, .size = size};
    pthread_rwlock_rdlock(&lock);
    const bool any = tfind(&key, &tree, compare) != NULL;
    pthread_rwlock_unlock(&lock);
    return any;
}

bool range_is_mapped(const void *p, size_t size, bool wholes)
{
    uintptr_t at = (uintptr_t)p;
    const uintptr_t end = at + size;
    pthread_rwlock_rdlock(&lock);
    for (Range **r; at < end && (r = look((void *)at)) && (*r)->kind == RANGE_VIRTUAL && (!wholes || (*r)->begin == at);)
        at = (*r)->begin + (*r)->size;
    pthread_rwlock_unlock(&lock);
    return wholes ? at == end : at >= end;
}

void range_set_access(const void *p, size_t size, unsigned access)
{
    uintptr_t at = (uintptr_t)p;
    const uintptr_t end = at + size;
    pthread_rwlock_wrlock(&lock);
    for (Range **r; at < end && (r = look((void *)at)); at = (*r)->begin + (*r)->size)
        (*r)->access = access;
    pthread_rwlock_unlock(&lock);
}

/* False: not there, or shared already. */
bool range_set_shared(const void *p, Shared *s)
{
    pthread_rwlock_wrlock(&lock);
    Range **at = look(p);
    const bool set = at && !(*at)->shared;
    if (set)
        (*at)->shared = s;
    pthread_rwlock_unlock(&lock);
    return set;
}

void range_set_managed(const void *p)
{
    pthread_rwlock_wrlock(&lock);
    Range **at = look(p);
    if (at)
        (*at)->managed = true;
    pthread_rwlock_unlock(&lock);
}

bool range_is_managed(const Range *r) { return r->kind == RANGE_MANAGED || r->managed; }

bool range_is_pageable(const void *p)
{
    Range r;
    return !range_find(p, &r);
}

static _Thread_local struct { void (*f)(const Range *r, void *data); void *data; } visitor;

static void visit(const void *node, VISIT order, int depth)
{
    (void)depth;
    if (order == postorder || order == leaf)
        visitor.f(*(Range *const *)node, visitor.data);
}

void range_each(void (*f)(const Range *r, void *data), void *data)
{
    pthread_rwlock_rdlock(&lock);
    visitor.f = f;
    visitor.data = data;
    twalk(tree, visit);
    pthread_rwlock_unlock(&lock);
}
