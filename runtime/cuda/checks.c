/* checks.c: programs whose kernels check themselves (PTX2C_SANITIZE, ptx2c-run --sanitize): the memory that the library knows is
 * declared to them, all of them share one table of it, and at the end the process says how many faults there were.
 *
 * The table stays as it is while a kernel runs: what changes meanwhile is noted, and done before the next one. */
#include "internal.h"

#include <dlfcn.h>
#include <ptx2c/sanitize.h>
#include <unistd.h>

typedef enum ChangeKind { CHANGE_ADD, CHANGE_ADD_FRESH, CHANGE_FREED, CHANGE_WRITTEN } ChangeKind;

typedef struct Change {
    ChangeKind kind;
    char name[PTX2C_EXTENT_NAME];
    uintptr_t at;
    size_t bytes;
} Change;

static pthread_mutex_t change_lock = PTHREAD_MUTEX_INITIALIZER;
static Change *change;
static size_t changes, room;

/* What PTX2C_SANITIZE says: the kernels' checks, and "leak", which is the library's own and knows of memory by theirs. */
static struct {
    pthread_once_t once;
    char kernels[128];
    bool leaks;
} asked = {.once = PTHREAD_ONCE_INIT};

static void ask(void)
{
    static const char leak[] = "leak";
    const char *v = getenv("PTX2C_SANITIZE");
    size_t n = 0;
    for (size_t len; v && *v; v += len + (v[len] == ',')) {
        len = strcspn(v, ",");
        if (len == strlen(leak) && strncmp(v, leak, len) == 0)
            asked.leaks = true;
        else if (n + len + 1 < sizeof asked.kernels)
            n += (size_t)snprintf(asked.kernels + n, sizeof asked.kernels - n, "%s%.*s", n ? "," : "", (int)len, v);
    }
    if (asked.leaks && !n)
        snprintf(asked.kernels, sizeof asked.kernels, "memory");
}

const char *checks_wanted(void)
{
    pthread_once(&asked.once, ask);
    return asked.kernels;
}

static bool wanted(void)
{
    static atomic_int known = -1;
    int v = atomic_load_explicit(&known, memory_order_relaxed);
    if (v < 0)
        atomic_store(&known, v = *checks_wanted() != 0);
    return v;
}

static void note(const Change *c)
{
    pthread_mutex_lock(&change_lock);
    if (changes == room) {
        const size_t more = room ? 2 * room : 256;
        Change *all = realloc(change, more * sizeof *all);
        if (all) {
            change = all;
            room = more;
        }
    }
    if (changes < room)
        change[changes++] = *c;
    pthread_mutex_unlock(&change_lock);
}

void checks_add(const Range *r)
{
    static const char *const names[] = {
        [RANGE_DEVICE] = "device", [RANGE_HOST] = "pinned", [RANGE_REGISTERED] = "registered", [RANGE_MANAGED] = "managed",
        [RANGE_POOL] = "pool", [RANGE_VIRTUAL] = "mapped", [RANGE_ARRAY] = "array",
        [RANGE_OPENED] = "opened"};
    if (!wanted() || r->kind == RANGE_VARIABLE) /* which kernels declare themselves */
        return;
    const bool fresh = (r->kind == RANGE_DEVICE || r->kind == RANGE_POOL) && !r->shared; /* else others may have written it */
    Change c = {fresh ? CHANGE_ADD_FRESH : CHANGE_ADD, "", r->begin, r->size};
    snprintf(c.name, sizeof c.name, "%s %llu", names[r->kind], (unsigned long long)r->id); /* faults are told once for each name */
    note(&c);
}

void checks_freed(const Range *r)
{
    flow_memory_ends(r->begin, r->size);
    if (wanted() && r->kind != RANGE_VARIABLE)
        note(&(Change){CHANGE_FREED, "", r->begin, r->size});
}

void checks_variable_ends(const void *p)
{
    if (wanted())
        note(&(Change){CHANGE_FREED, "", (uintptr_t)p, 0});
}

void checks_written(const void *p, size_t bytes)
{
    if (wanted() && bytes)
        note(&(Change){CHANGE_WRITTEN, "", (uintptr_t)p, bytes});
}

size_t checks_room(void) { return wanted() ? PTX2C_RED_ZONE : 0; }

static void settle(void)
{
    pthread_mutex_lock(&change_lock);
    for (size_t i = 0; i < changes; i++) {
        const Change *c = &change[i];
        const void *p = (const void *)c->at;
        switch (c->kind) {
        case CHANGE_ADD: ptx2c_memory_add(p, c->bytes, c->name); break;
        case CHANGE_ADD_FRESH: ptx2c_memory_add_fresh(p, c->bytes, c->name); break;
        case CHANGE_FREED: ptx2c_memory_freed(p); break;
        case CHANGE_WRITTEN: ptx2c_memory_written(p, c->bytes); break;
        }
    }
    changes = 0;
    pthread_mutex_unlock(&change_lock);
}

/* Checked kernels have turns, in the order in which they come for them. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    atomic_ullong given, ended;
} turns = {.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};

static void turn_begin(void)
{
    pthread_mutex_lock(&turns.lock);
    const unsigned long long mine = atomic_fetch_add(&turns.given, 1);
    while (atomic_load(&turns.ended) != mine)
        pthread_cond_wait(&turns.moved, &turns.lock);
    pthread_mutex_unlock(&turns.lock);
    settle();
}

static void turn_end(void)
{
    pthread_mutex_lock(&turns.lock);
    atomic_fetch_add(&turns.ended, 1);
    pthread_cond_broadcast(&turns.moved);
    pthread_mutex_unlock(&turns.lock);
}

/* A kernel whose threads wait asks whether others do for its turn to end, */
static bool others_wait(void)
{
    return atomic_load_explicit(&turns.given, memory_order_relaxed) > atomic_load_explicit(&turns.ended, memory_order_relaxed) + 1;
}

/* and, if so, has another one behind theirs. */
static void next_turn(void)
{
    flow_kernel_stops();
    turn_end();
    turn_begin();
}

int checks_launch(const Launch *l, const ptx2c_kernel *k, void *const *args)
{
    if (!wanted())
        return ptx2c_launch_any(k, l->grid, l->cluster, l->block, l->shared, args);
    turn_begin();
    ptx2c_checks.others = others_wait;
    ptx2c_checks.pass_on = next_turn;
    flow_kernel_begins(k->name);
    const int status = ptx2c_launch_any(k, l->grid, l->cluster, l->block, l->shared, args);
    flow_kernel_stops();
    flow_tell();
    turn_end();
    return status == PTX2C_CHECKED ? 0 : status; /* what was wrong has been said, and left out: the program goes on */
}

void checks_join(void *handle)
{
    ptx2c_check_table **at = wanted() ? dlsym(handle, "ptx2c_checks_at") : NULL;
    if (at)
        *at = ptx2c_checks_at;
}

/* A process that would have ended well does not where there were faults. */
static void at_end(int status, void *unused)
{
    (void)unused;
    flow_tell();
    if (asked.leaks) {
        settle();
        leaks_tell();
    }
    const size_t n = ptx2c_check_faults();
    if (!n)
        return;
    cuda_say("%zu fault%s found by the checks of --sanitize", n, n == 1 ? " was" : "s were");
    fflush(NULL);
    _exit(status ? status : 1);
}

__attribute__((constructor)) static void checks_begin(void)
{
    if (!wanted())
        return;
    ptx2c_check_undeclared(PTX2C_UNDECLARED_REPORT);
    on_exit(at_end, NULL);
}
