/* log.c: what the library has said on standard error: the newest of it is kept for programs that ask. */
#include "internal.h"

enum { ENTRIES = 100, LENGTH = 256 };

typedef struct Entry {
    char text[LENGTH];
    size_t n;
} Entry;

struct CUlogsCallbackEntry_st {
    uint32_t magic;
    CUlogsCallback function;
    void *data;
    CUlogsCallbackHandle next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Entry entry[ENTRIES];
static CUlogIterator written;    /* entries, with those that others have taken the place of */
static CUlogsCallbackHandle callbacks;
static _Thread_local bool calling;

void log_add(const char *text)
{
    if (calling) /* a callback's own fault */
        return;
    pthread_mutex_lock(&lock);
    Entry *e = &entry[written % ENTRIES];
    snprintf(e->text, sizeof e->text, "%s", text);
    e->n = strlen(e->text);
    written++;
    char copy[LENGTH];
    memcpy(copy, e->text, e->n + 1);
    calling = true;
    for (CUlogsCallbackHandle c = callbacks; c; c = c->next)
        c->function(c->data, CU_LOG_LEVEL_ERROR, copy, strlen(copy));
    calling = false;
    pthread_mutex_unlock(&lock);
}

CUDA_API CUresult cuLogsRegisterCallback(CUlogsCallback function, void *data, CUlogsCallbackHandle *out)
{
    REFUSE_IF(!function || calling, CUDA_ERROR_INVALID_VALUE);
    CUlogsCallbackHandle c = handle_new(MAGIC_LOG, sizeof *c, NULL, NULL);
    REFUSE_IF(!c, CUDA_ERROR_OUT_OF_MEMORY);
    c->function = function;
    c->data = data;
    pthread_mutex_lock(&lock);
    c->next = callbacks;
    callbacks = c;
    pthread_mutex_unlock(&lock);
    if (out)
        *out = c;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle callback)
{
    REFUSE_IF(!IS(callback, LOG) || calling, CUDA_ERROR_INVALID_VALUE);
    pthread_mutex_lock(&lock);
    for (CUlogsCallbackHandle *at = &callbacks; *at; at = &(*at)->next)
        if (*at == callback) {
            *at = callback->next;
            break;
        }
    pthread_mutex_unlock(&lock);
    handle_end(callback);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuLogsCurrent(CUlogIterator *at, unsigned int flags)
{
    REFUSE_IF(!at || flags, CUDA_ERROR_INVALID_VALUE);
    pthread_mutex_lock(&lock);
    *at = written;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

/* The first entry to tell of from there, or from the begin, that fits into so many bytes with all that follow; *lost: some don't. */
static CUlogIterator first_entry(const CUlogIterator *at, size_t room, bool *lost)
{
    const CUlogIterator oldest = written > ENTRIES ? written - ENTRIES : 0, wanted = at ? *at : 0, from = wanted > oldest ? wanted : oldest;
    CUlogIterator i = written;
    while (i > from && entry[(i - 1) % ENTRIES].n + 1 <= room)
        room -= entry[--i % ENTRIES].n + 1;
    *lost = i > wanted;
    return i;
}

static const char lost_text[] = "(older messages are not here)\n";

CUDA_API CUresult cuLogsDumpToFile(CUlogIterator *at, const char *path, unsigned int flags)
{
    REFUSE_IF(!path || flags, CUDA_ERROR_INVALID_VALUE);
    FILE *f = fopen(path, "w");
    REFUSE_IF(!f, CUDA_ERROR_INVALID_VALUE);
    bool lost;
    pthread_mutex_lock(&lock);
    CUlogIterator i = first_entry(at, SIZE_MAX, &lost);
    if (lost)
        fputs(lost_text, f);
    for (; i < written; i++)
        fprintf(f, "%s\n", entry[i % ENTRIES].text);
    if (at)
        *at = written;
    pthread_mutex_unlock(&lock);
    return fclose(f) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUDA_API CUresult cuLogsDumpToMemory(CUlogIterator *at, char *buffer, size_t *size, unsigned int flags)
{
    REFUSE_IF(!buffer || !size || flags, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!*size, CUDA_ERROR_INVALID_VALUE);
    const size_t room = *size - 1;
    size_t n = 0;
    bool lost;
    pthread_mutex_lock(&lock);
    CUlogIterator i = first_entry(at, room, &lost);
    if (lost) /* its line takes room, too */
        i = room < sizeof lost_text - 1 ? written : first_entry(at, room - (sizeof lost_text - 1), &lost);
    const bool none = lost && i == written;
    if (lost && !none) {
        memcpy(buffer, lost_text, sizeof lost_text - 1);
        n = sizeof lost_text - 1;
    }
    for (; i < written; i++) {
        memcpy(buffer + n, entry[i % ENTRIES].text, entry[i % ENTRIES].n);
        n += entry[i % ENTRIES].n;
        buffer[n++] = '\n';
    }
    if (at && !none)
        *at = written;
    pthread_mutex_unlock(&lock);
    buffer[n] = 0;
    *size = n;
    return none ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
