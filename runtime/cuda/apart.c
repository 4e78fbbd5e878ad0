/* apart.c: a module whose kernels lie in several objects, each made when one of its kernels is used for the first time: a large
 * kernel has its own, small ones share one.  Its variables lie here, where
 * all kernels find them: an object has a table for their addresses, which is filled as it is loaded. */
#include "internal.h"
#include "support/description.h"

#include <dlfcn.h>

typedef struct Piece {
    struct Piece *next;
    uint32_t group;
    void *handle;
} Piece;

struct Apart {
    Image *image;
    const char **kernels;        /* their names; NULL behind the last */
    uint32_t *groups;            /* and groups */
    unsigned char **places;      /* of the variables, as the objects count them */
    unsigned char *memory;
    ptx2c_variable *variables;   /* that have names */
    ptx2c_module module;
    const ptx2c_module *modules[2];
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

static CUresult read_description(Apart *a)
{
    const char *at = a->image->description;
    Description d;
    memcpy(&d, take(&at, sizeof d), sizeof d);
    a->kernels = calloc(d.kernels + 1, sizeof *a->kernels);
    a->groups = calloc(d.kernels + 1, sizeof *a->groups);
    a->places = calloc(d.variables + 1, sizeof *a->places);
    a->variables = calloc(d.variables + 1, sizeof *a->variables);
    size_t *offsets = calloc(d.variables + 1, sizeof *offsets), most;
    if (a->kernels && a->groups && a->places && a->variables && offsets) {
        for (uint32_t i = 0; i < d.kernels; i++) {
            memcpy(&a->groups[i], take(&at, sizeof *a->groups), sizeof *a->groups);
            a->kernels[i] = take_name(&at);
        }
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
    return CUDA_SUCCESS;
}

/* ---- loading ------------------------------------------------------------------------------------------------------------- */

void apart_unload(Apart *a)
{
    for (Piece *p = a->pieces, *next; p; p = next) {
        next = p->next;
        dlclose(p->handle);
        free(p);
    }
    free(a->kernels);
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

const char *apart_kernel_name(const Apart *a, uint32_t i) { return a->kernels[i]; }

const char *apart_find(const Apart *a, const char *name)
{
    uint32_t i = 0;
    while (a->kernels[i] && strcmp(a->kernels[i], name) != 0)
        i++;
    return a->kernels[i];
}

/* Makes the object of a group. */
static CUresult build_group(const Apart *a, uint32_t group, char **path)
{
    uint32_t all = 0, n = 0;
    while (a->kernels[all])
        all++;
    const char **names = calloc(all + 1, sizeof *names);
    REFUSE_IF(!names, CUDA_ERROR_OUT_OF_MEMORY);
    for (uint32_t i = 0; i < all; i++)
        if (a->groups[i] == group)
            names[n++] = a->kernels[i];
    const CUresult status = build_kernels(a->image, names, path);
    free(names);
    return status;
}

static CUresult load_group(Apart *a, uint32_t group, Piece **out)
{
    char *path;
    TRY(build_group(a, group, &path));
    Piece *p = calloc(1, sizeof *p);
    CUresult status = p ? object_open(path, &p->handle) : CUDA_ERROR_OUT_OF_MEMORY;
    free(path);
    if (status) {
        free(p);
        return status;
    }
    p->group = group;
    p->next = a->pieces;
    a->pieces = p;
    void *const *table = dlsym(p->handle, "ptx2c_places_here");
    for (uint32_t i = 0; table && a->places[i]; i++)
        ((unsigned char **)*table)[i] = a->places[i];
    *out = p;
    return CUDA_SUCCESS;
}

CUresult apart_kernel(Apart *a, const char *name, const ptx2c_kernel **out)
{
    uint32_t i = 0;
    while (strcmp(a->kernels[i], name) != 0)
        i++;
    Piece *p = a->pieces;
    while (p && p->group != a->groups[i])
        p = p->next;
    if (!p)
        TRY(load_group(a, a->groups[i], &p));
    const ptx2c_module *m = dlsym(p->handle, "ptx_0");
    *out = m ? ptx2c_find_kernel(m, name) : NULL;
    return *out ? CUDA_SUCCESS : CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
}
