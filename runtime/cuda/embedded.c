/* embedded.c: kernels that were made ahead of time (ptx2c --embed): of the program itself, of its libraries, and of the
 * shared objects that PTX2C_KERNELS names. */
#include "internal.h"

#include <dlfcn.h>
#include <ptx2c/embedded.h>

struct Embedded {
    Embedded *next;
    const ptx2c_embedded *table;
    const ptx2c_embedded_image *image;
    char *path;              /* of the shared object that libcuda has loaded for it, or NULL */
    int loads;               /* that are alive */
    unsigned char *first;    /* what the variables began with, one after the other */
};

static Embedded *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool any;
static _Thread_local bool loading; /* what comes then is added by whoever loads it */

/* ---- what there is --------------------------------------------------------------------------------------------------- */

static void add(const ptx2c_embedded *table, const char *path)
{
    if (table->version != PTX2C_EMBEDDED_VERSION) {
        cuda_say("%s was made by another version of ptx2c --embed: its kernels are not used", path ? path : "a part of this program");
        return;
    }
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < table->image_count; i++) {
        Embedded *e = calloc(1, sizeof *e);
        if (!e)
            break;
        *e = (Embedded){.next = all, .table = table, .image = &table->images[i], .path = path ? strdup(path) : NULL};
        all = e;
    }
    pthread_mutex_unlock(&lock);
    atomic_store(&any, true);
}

static void take(const ptx2c_embedded *table)
{
    pthread_mutex_lock(&lock);
    for (Embedded **at = &all; *at;) {
        Embedded *e = *at;
        if (e->table != table || e->loads) { /* a loaded one is still in use at the program's end */
            at = &e->next;
            continue;
        }
        *at = e->next;
        free(e->path);
        free(e->first);
        free(e);
    }
    pthread_mutex_unlock(&lock);
}

CUDA_API void ptx2c_cuda_embedded(const ptx2c_embedded *table, int change)
{
    if (loading)
        return;
    if (change)
        add(table, NULL);
    else
        take(table);
}

/* A shared object of such kernels; its table. */
static void *open_object(const char *path, const ptx2c_embedded **table)
{
    loading = true;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    loading = false;
    const ptx2c_embedded *const *here = handle ? dlsym(handle, "ptx2c_embedded_here") : NULL;
    if (!handle)
        cuda_say("PTX2C_KERNELS: %s", dlerror());
    else if (!here)
        cuda_say("PTX2C_KERNELS: %s was not made of the C that ptx2c --embed writes", path);
    else
        alone_join(handle);
    *table = here ? *here : NULL;
    return handle;
}

static void open_all(void)
{
    char *paths = getenv("PTX2C_KERNELS") ? strdup(getenv("PTX2C_KERNELS")) : NULL;
    for (char *save, *path = paths ? strtok_r(paths, ":", &save) : NULL; path; path = strtok_r(NULL, ":", &save)) {
        const ptx2c_embedded *table;
        open_object(path, &table);
        if (table)
            add(table, path);
    }
    free(paths);
}

bool embedded_any(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_all);
    return atomic_load(&any);
}

static uint32_t place(const ptx2c_embedded_image *image, Key k)
{
    uint32_t i = 0;
    while (i < image->key_count && (image->keys[i][0] != k.a || image->keys[i][1] != k.b))
        i++;
    return i;
}

/* Each key is the image's, and those that it needs are all there; in any order, each once. */
static bool same(const ptx2c_embedded_image *image, const Key *keys, int n)
{
    uint32_t needed = 0;
    for (int i = 0; i < n; i++) {
        const uint32_t at = place(image, keys[i]);
        if (at == image->key_count)
            return false;
        needed += at < image->key_count - image->more;
    }
    return needed == image->key_count - image->more;
}

Embedded *embedded_find(const Key *keys, int n)
{
    pthread_mutex_lock(&lock);
    Embedded *e = all;
    while (e && !same(e->image, keys, n))
        e = e->next;
    pthread_mutex_unlock(&lock);
    return e;
}

const ptx2c_module *const *embedded_modules(const Embedded *e) { return e->image->modules; }

/* ---- loading: each load begins with the variables' first values ------------------------------------------------------- */

static bool has_state(const Embedded *e)
{
    for (const ptx2c_module *const *m = e->image->modules; *m; m++)
        if ((*m)->variable_count || (*m)->opaque_count)
            return true;
    return false;
}

/* Keeps what the variables hold, or gives it back to them. */
static CUresult begin_variables(Embedded *e)
{
    size_t bytes = 0, at = 0;
    for (const ptx2c_module *const *m = e->image->modules; *m; m++)
        for (uint32_t i = 0; i < (*m)->variable_count; i++)
            bytes += (*m)->variables[i].bytes;
    const bool again = e->first;
    if (!again && !(e->first = malloc(bytes + 1)))
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (const ptx2c_module *const *m = e->image->modules; *m; m++)
        for (uint32_t i = 0; i < (*m)->variable_count; i++) {
            const ptx2c_variable *v = &(*m)->variables[i];
            memcpy(again ? v->at : e->first + at, again ? e->first + at : v->at, v->bytes);
            at += v->bytes;
        }
    return CUDA_SUCCESS;
}

/* Another load at the same time has variables of its own: another copy of the object. */
static CUresult load_another(const Embedded *e, void **handle, const ptx2c_module *const **modules)
{
    if (!e->path) {
        cuda_say("kernels that are linked into the program can't be loaded twice at the same time, for they have variables: "
                 "make them a shared object and name it in PTX2C_KERNELS");
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    loading = true;
    *handle = object_copy(e->path);
    loading = false;
    const ptx2c_embedded *const *here = *handle ? dlsym(*handle, "ptx2c_embedded_here") : NULL;
    REFUSE_IF(!here, CUDA_ERROR_SHARED_OBJECT_INIT_FAILED);
    alone_join(*handle);
    *modules = (*here)->images[e->image - e->table->images].modules;
    return CUDA_SUCCESS;
}

CUresult embedded_load(Embedded *e, void **handle, const ptx2c_module *const **modules)
{
    CUresult status = CUDA_SUCCESS;
    *handle = NULL;
    *modules = e->image->modules;
    pthread_mutex_lock(&lock);
    if (has_state(e))
        status = e->loads ? load_another(e, handle, modules) : begin_variables(e);
    e->loads += !status && !*handle;
    pthread_mutex_unlock(&lock);
    return status;
}

void embedded_unload(Embedded *e, void *handle)
{
    loading = true;
    if (handle)
        dlclose(handle);
    loading = false;
    pthread_mutex_lock(&lock);
    e->loads -= !handle;
    pthread_mutex_unlock(&lock);
}
