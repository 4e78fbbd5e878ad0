/* handle.c: what handles point to.  It lies in rooms, which are never given back: any address outside of them, or where none of it
 * begins, is no handle.  A stale handle is noticed by its first word, and not mistaken for a later one, as long as few of its kind have
 * ended since. */
#include "internal.h"

/* Each room is twice as large as the one before. */
enum { KINDS = MAGIC_USER_OBJECT - MAGIC_CONTEXT + 1, QUARANTINE = 4096, FIRST_ROOM = 1 << 16, ROOMS = 40, UNIT = 16, WORD = 64 };

/* Before each of them. */
typedef struct Head {
    _Alignas(16) struct Head *next;
    struct Head *previous;
    CUcontext ctx;               /* that it ends with; NULL: none */
    void (*end)(void *handle);
    size_t bytes;
    Magic kind;
} Head;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Head *alive;              /* those of a context */
static struct { Head *first, *last; int n; } ended[KINDS];

/* Handles begin at multiples of UNIT. */
typedef struct Room {
    unsigned char *at;
    size_t bytes;
    atomic_ullong *begins;       /* a bit for each UNIT: a handle begins there */
} Room;

static Room rooms[ROOMS];
static atomic_int nrooms;
static size_t taken;             /* bytes of the last one */

static void *body(Head *h) { return h + 1; }
static Head *head(void *handle) { return (Head *)handle - 1; }

static void leave(Head *h)
{
    if (!h->ctx)
        return;
    *(h->previous ? &h->previous->next : &alive) = h->next;
    if (h->next)
        h->next->previous = h->previous;
    h->ctx = NULL;
}

/* Memory of one that has ended long ago. */
static Head *take_again(Magic kind, size_t bytes)
{
    const int i = kind - MAGIC_CONTEXT;
    Head *h = ended[i].first;
    if (ended[i].n < QUARANTINE || h->bytes != bytes)
        return NULL;
    ended[i].first = h->next;
    ended[i].n--;
    memset(body(h), 0, bytes);
    return h;
}

static bool room_new(size_t bytes)
{
    const int n = atomic_load(&nrooms);
    size_t size = n ? rooms[n - 1].bytes * 2 : FIRST_ROOM;
    while (size < bytes)
        size *= 2;
    if (n == ROOMS)
        return false;
    const Room r = {aligned_alloc(UNIT, size), size, calloc(size / UNIT / WORD, sizeof *r.begins)};
    if (!r.at || !r.begins) {
        free(r.at);
        free(r.begins);
        return false;
    }
    rooms[n] = r;
    taken = 0;
    atomic_store_explicit(&nrooms, n + 1, memory_order_release);
    return true;
}

/* Zeroed memory of a room. */
static Head *take(size_t bytes)
{
    const size_t all = (sizeof(Head) + bytes + UNIT - 1) / UNIT * UNIT;
    if ((!atomic_load(&nrooms) || rooms[atomic_load(&nrooms) - 1].bytes - taken < all) && !room_new(all))
        return NULL;
    const Room *const r = &rooms[atomic_load(&nrooms) - 1];
    Head *h = memset(r->at + taken, 0, all);
    const size_t at = (taken + sizeof *h) / UNIT;
    atomic_fetch_or_explicit(&r->begins[at / WORD], 1ull << at % WORD, memory_order_release);
    taken += all;
    return h;
}

bool handle_is(const void *handle, Magic kind)
{
    const int n = atomic_load_explicit(&nrooms, memory_order_acquire);
    for (int i = 0; i < n; i++) {
        const uintptr_t at = (uintptr_t)handle - (uintptr_t)rooms[i].at, unit = at / UNIT;
        if (at < rooms[i].bytes)
            return at % UNIT == 0 && atomic_load_explicit(&rooms[i].begins[unit / WORD], memory_order_acquire) >> unit % WORD & 1 &&
                   *(const uint32_t *)handle == (uint32_t)kind;
    }
    return false;
}

void *handle_new(Magic kind, size_t bytes, CUcontext ctx, void (*end)(void *handle))
{
    pthread_mutex_lock(&lock);
    Head *h = take_again(kind, bytes);
    if (!h)
        h = take(bytes);
    if (h) {
        *h = (Head){.next = ctx ? alive : NULL, .ctx = ctx, .end = end, .bytes = bytes, .kind = kind};
        if (h->next)
            h->next->previous = h;
        if (ctx)
            alive = h;
        *(uint32_t *)body(h) = kind;
    }
    pthread_mutex_unlock(&lock);
    return h ? body(h) : NULL;
}

void handle_leave(void *handle)
{
    pthread_mutex_lock(&lock);
    leave(head(handle));
    pthread_mutex_unlock(&lock);
}

void handle_end(void *handle)
{
    if (!handle)
        return;
    Head *h = head(handle);
    const int i = h->kind - MAGIC_CONTEXT;
    *(uint32_t *)handle = 0;
    pthread_mutex_lock(&lock);
    leave(h);
    h->next = NULL;
    if (ended[i].n++)
        ended[i].last->next = h;
    else
        ended[i].first = h;
    ended[i].last = h;
    pthread_mutex_unlock(&lock);
}

void handles_end(CUcontext ctx)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        Head *h = alive;
        while (h && h->ctx != ctx)
            h = h->next;
        if (h)
            leave(h);
        pthread_mutex_unlock(&lock);
        if (!h)
            return;
        h->end(body(h));
    }
}
