/* handle.c: what handles point to.  Its memory is never given back: a stale handle is noticed by its first word, and not
 * mistaken for a later one, as long as few of its kind have ended since. */
#include "internal.h"

enum { KINDS = MAGIC_USER_OBJECT - MAGIC_CONTEXT + 1, QUARANTINE = 4096 };

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

void *handle_new(Magic kind, size_t bytes, CUcontext ctx, void (*end)(void *handle))
{
    pthread_mutex_lock(&lock);
    Head *h = take_again(kind, bytes);
    if (!h)
        h = calloc(1, sizeof *h + bytes);
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
