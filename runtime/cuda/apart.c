/* apart.c: a module whose kernels lie in several objects: a large kernel has its own, and one more if blocks of it are launched
 * whose x is no multiple of 32, small ones share one.  An object is made when one of its kernels is launched for the first time,
 * in a thread of its own: the host goes on, as do other streams, and kernels launched meanwhile are made beside it, as many as
 * there are processors.  Till then a kernel is what the module's description says of it.  The variables lie here, where all
 * kernels find them: an object has a table for their addresses, which is filled as it is loaded. */
#include "internal.h"
#include "support/description.h"

#include <dlfcn.h>
#include <sched.h>

/* The object of a group. */
typedef struct Piece {
    struct Piece *next;
    Apart *of;
    uint32_t group;
    bool rows;       /* not for other blocks */
    pthread_t thread;
    bool joinable;
    bool done;       /* and what became of it: */
    CUresult status;
    void *handle;
} Piece;

struct Apart {
    Image *image;
    ptx2c_kernel *described;     /* as far as the description tells; their names lie there */
    const ptx2c_kernel **kernels;
    ptx2c_param *params;         /* of all kernels */
    uint32_t *groups;            /* of the kernels */
    unsigned char **places;      /* of the variables, as the objects count them */
    unsigned char *memory;
    ptx2c_variable *variables;   /* that have names */
    ptx2c_module module;
    const ptx2c_module *modules[2];
    pthread_mutex_t lock;        /* of the pieces */
    pthread_cond_t changed;      /* a piece is done */
    Piece *pieces;
};

/* ---- reading a description --------------------------------------------------------------------------------------------- */

static const void *take(const char **at, size_t bytes)
{
    const char *p = *at;
    *at += bytes;
    return p;
}

static const char *take_name(const char **at) { return take(at, strlen(*at) + 1); }

typedef struct Variable {
    DescribedVariable is;
    const char *name, *bytes, *fixes;
} Variable;

static Variable take_variable(const char **at)
{
    Variable v;
    memcpy(&v.is, take(at, sizeof v.is), sizeof v.is);
    v.name = take_name(at);
    v.bytes = take(at, v.is.bytes);
    v.fixes = take(at, v.is.fixes * sizeof(DescribedFix));
    return v;
}

/* Gives each variable a place, relative to their memory's begin; the memory's size. */
static size_t lay_out(const char *at, uint32_t n, size_t *offsets, size_t *most)
{
    size_t size = 0;
    *most = 64;
    for (uint32_t i = 0; i < n; i++) {
        const Variable v = take_variable(&at);
        const size_t align = v.is.align > 16 ? v.is.align : 16;
        *most = align > *most ? align : *most;
        offsets[i] = (size + align - 1) / align * align;
        size = offsets[i] + v.is.bytes;
    }
    return (size + *most) / *most * *most;
}

static void fill(Apart *a, const char *at, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const Variable v = take_variable(&at);
        memcpy(a->places[i], v.bytes, v.is.bytes);
        for (uint32_t k = 0; k < v.is.fixes; k++) {
            DescribedFix f;
            memcpy(&f, v.fixes + k * sizeof f, sizeof f);
            const uint64_t address = (uint64_t)(uintptr_t)a->places[f.variable] + f.add;
            memcpy(a->places[i] + f.at, &address, sizeof address);
        }
        if (v.is.named)
            a->variables[a->module.variable_count++] = (ptx2c_variable){v.name, a->places[i], v.is.bytes};
    }
}

static void take_kernel(Apart *a, const char **at, uint32_t i, ptx2c_param **params)
{
    DescribedKernel d;
    memcpy(&d, take(at, sizeof d), sizeof d);
    ptx2c_kernel *k = &a->described[i];
    a->groups[i] = d.group;
    a->kernels[i] = k;
    *k = (ptx2c_kernel){.name = take_name(at), .params = *params, .param_count = d.param_count, .shared_bytes = d.shared_bytes,
                        .local_bytes = d.local_bytes, .const_bytes = d.const_bytes, .max_cluster = d.max_cluster, .explicit_cluster = d.explicit_cluster != 0,
                        .blocks_are_clusters = d.blocks_are_clusters != 0};
    memcpy(k->reqntid, d.reqntid, sizeof k->reqntid);
    memcpy(k->maxntid, d.maxntid, sizeof k->maxntid);
    memcpy(k->cluster, d.cluster, sizeof k->cluster);
    for (uint32_t n = 0; n < d.param_count; n++) {
        DescribedParam p;
        memcpy(&p, take(at, sizeof p), sizeof p);
        *(*params)++ = (ptx2c_param){.size = p.size, .align = p.align, .offset = p.offset};
        k->param_bytes = p.offset + p.size;
    }
}

static CUresult read_description(Apart *a)
{
    const char *at = a->image->description;
    Description d;
    memcpy(&d, take(&at, sizeof d), sizeof d);
    a->described = calloc(d.kernels + 1, sizeof *a->described);
    a->kernels = calloc(d.kernels + 1, sizeof *a->kernels);
    a->params = calloc(d.params + 1, sizeof *a->params);
    a->groups = calloc(d.kernels + 1, sizeof *a->groups);
    a->places = calloc(d.variables + 1, sizeof *a->places);
    a->variables = calloc(d.variables + 1, sizeof *a->variables);
    size_t *offsets = calloc(d.variables + 1, sizeof *offsets), most;
    if (a->described && a->kernels && a->params && a->groups && a->places && a->variables && offsets) {
        ptx2c_param *params = a->params;
        for (uint32_t i = 0; i < d.kernels; i++)
            take_kernel(a, &at, i, &params);
        const size_t bytes = lay_out(at, d.variables, offsets, &most);
        a->memory = aligned_alloc(most, bytes);
        if (a->memory)
            memset(a->memory, 0, bytes);
        for (uint32_t i = 0; i < d.variables && a->memory; i++)
            a->places[i] = a->memory + offsets[i];
    }
    free(offsets);
    REFUSE_IF(!a->memory, CUDA_ERROR_OUT_OF_MEMORY);
    fill(a, at, d.variables);
    a->module.variables = a->variables;
    a->module.target = d.target;
    a->module.kernels = a->kernels;
    a->module.kernel_count = d.kernels;
    return CUDA_SUCCESS;
}

/* ---- making objects ------------------------------------------------------------------------------------------------------ */

static CUresult build_group(const Apart *a, uint32_t group, bool rows, char **path)
{
    uint32_t n = 0;
    const char **names = calloc(a->module.kernel_count + 1, sizeof *names);
    REFUSE_IF(!names, CUDA_ERROR_OUT_OF_MEMORY);
    for (uint32_t i = 0; i < a->module.kernel_count; i++)
        if (a->groups[i] == group)
            names[n++] = a->kernels[i]->name;
    const CUresult status = build_kernels(a->image, names, rows, path);
    free(names);
    return status;
}

static CUresult piece_load(Piece *p)
{
    char *path;
    TRY(build_group(p->of, p->group, p->rows, &path));
    const CUresult status = object_open(path, &p->handle);
    free(path);
    TRY(status);
    void *const *table = dlsym(p->handle, "ptx2c_places_here");
    for (uint32_t i = 0; table && p->of->places[i]; i++)
        ((unsigned char **)*table)[i] = p->of->places[i];
    return CUDA_SUCCESS;
}

/* How many objects may be made at once: as there are processors. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int running;
} makers = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static int processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static void maker_begin(void)
{
    const int most = processors();
    pthread_mutex_lock(&makers.lock);
    while (makers.running >= most)
        pthread_cond_wait(&makers.ended, &makers.lock);
    makers.running++;
    pthread_mutex_unlock(&makers.lock);
}

static void maker_end(void)
{
    pthread_mutex_lock(&makers.lock);
    makers.running--;
    pthread_cond_signal(&makers.ended);
    pthread_mutex_unlock(&makers.lock);
}

static void *piece_main(void *piece)
{
    Piece *p = piece;
    fault_spare(true);
    maker_begin();
    const CUresult status = piece_load(p);
    maker_end();
    pthread_mutex_lock(&p->of->lock);
    p->status = status;
    p->done = true;
    pthread_cond_broadcast(&p->of->changed);
    pthread_mutex_unlock(&p->of->lock);
    fault_spare(false);
    return NULL;
}

/* Kernels that share an object serve blocks of any extents: they are small. */
static bool shares(const Apart *a, uint32_t group)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->module.kernel_count; i++)
        n += a->groups[i] == group;
    return n > 1;
}

/* The piece that a described kernel lies in, made already or being made; called with the lock. */
static Piece *piece_of(Apart *a, const ptx2c_kernel *k, bool rows)
{
    const uint32_t group = a->groups[k - a->described];
    Piece *p = a->pieces;
    while (p && (p->group != group || p->rows > rows))
        p = p->next;
    if (!p && (p = calloc(1, sizeof *p))) {
        *p = (Piece){.of = a, .group = group, .rows = rows && !shares(a, group), .next = a->pieces};
        a->pieces = p;
        p->joinable = pthread_create(&p->thread, NULL, piece_main, p) == 0;
        if (!p->joinable) {
            p->status = piece_load(p);
            p->done = true;
        }
    }
    return p;
}

/* Takes back the thread of a piece that is done; nobody else may do so now. */
static void piece_join(Piece *p)
{
    if (p && p->joinable)
        pthread_join(p->thread, NULL);
    if (p)
        p->joinable = false;
}

CUresult apart_begin(Apart *a, const ptx2c_kernel *k, bool rows)
{
    REFUSE_IF(!build_compiler_found(), CUDA_ERROR_JIT_COMPILER_NOT_FOUND);
    pthread_mutex_lock(&a->lock);
    const bool begun = piece_of(a, k, rows) != NULL;
    pthread_mutex_unlock(&a->lock);
    return begun ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult apart_kernel(Apart *a, const ptx2c_kernel *k, bool rows, const ptx2c_kernel **out)
{
    pthread_mutex_lock(&a->lock);
    Piece *p = piece_of(a, k, rows);
    while (p && !p->done)
        pthread_cond_wait(&a->changed, &a->lock);
    piece_join(p);
    pthread_mutex_unlock(&a->lock);
    REFUSE_IF(!p, CUDA_ERROR_OUT_OF_MEMORY);
    TRY(p->status);
    const ptx2c_module *m = dlsym(p->handle, "ptx_0");
    *out = m ? ptx2c_find_kernel(m, k->name) : NULL;
    return *out ? CUDA_SUCCESS : CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
}

/* ---- loading ------------------------------------------------------------------------------------------------------------- */

void apart_unload(Apart *a)
{
    for (Piece *p = a->pieces, *next; p; p = next) {
        next = p->next;
        piece_join(p);
        if (p->handle)
            object_close(p->handle);
        free(p);
    }
    for (size_t i = 0; a->places && a->places[i]; i++)
        checks_variable_ends(a->places[i]);
    pthread_mutex_destroy(&a->lock);
    pthread_cond_destroy(&a->changed);
    free(a->described);
    free(a->kernels);
    free(a->params);
    free(a->groups);
    free(a->places);
    free(a->variables);
    free(a->memory);
    free(a);
}

CUresult apart_load(Image *i, Apart **out, const ptx2c_module *const **modules)
{
    Apart *a = calloc(1, sizeof *a);
    REFUSE_IF(!a, CUDA_ERROR_OUT_OF_MEMORY);
    a->image = i;
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->changed, NULL);
    const CUresult status = read_description(a);
    if (status) {
        apart_unload(a);
        return status;
    }
    a->modules[0] = &a->module;
    *modules = a->modules;
    *out = a;
    return CUDA_SUCCESS;
}
