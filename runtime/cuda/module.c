/* module.c: modules, libraries, their functions and variables, and linking. */
#include "internal.h"

#include <dlfcn.h>

/* ---- modules --------------------------------------------------------------------------------------------------------- */

static void add_variables(CUmodule m)
{
    for (const ptx2c_module *const *p = m->modules; *p; p++)
        for (uint32_t i = 0; i < (*p)->variable_count; i++) {
            const ptx2c_variable *v = &(*p)->variables[i];
            const Range r = {.begin = (uintptr_t)v->at, .size = v->bytes, .kind = RANGE_VARIABLE, .ctx = m->ctx, .device = m->ctx->device};
            if (v->bytes)
                range_add(&r);
        }
}

static void forget_variables(CUmodule m)
{
    Range r;
    for (const ptx2c_module *const *p = m->modules; *p; p++)
        for (uint32_t i = 0; i < (*p)->variable_count; i++)
            range_take((*p)->variables[i].at, RANGE_VARIABLE, &r);
}

/* A module of an image in a context; takes over a reference to the image. */
static CUresult module_new(CUmodule *out, Image *i, CUcontext ctx)
{
    CUmodule m = handle_new(MAGIC_MODULE, sizeof *m, NULL, NULL); /* module_forget_context ends it */
    CUresult status = m ? image_build(i, NULL) : CUDA_ERROR_OUT_OF_MEMORY;
    if (!status)
        status = i->description ? apart_load(i, &m->apart, &m->modules) : image_load(i, &m->object, &m->modules);
    if (status) {
        handle_end(m);
        image_release(i);
        return status;
    }
    m->ctx = ctx;
    m->image = i;
    pthread_mutex_init(&m->lock, NULL);
    add_variables(m);
    pthread_mutex_lock(&ctx->lock);
    m->next = ctx->modules;
    ctx->modules = m;
    pthread_mutex_unlock(&ctx->lock);
    *out = m;
    return CUDA_SUCCESS;
}

static void forget_functions(CUmodule m)
{
    for (CUfunction f = m->functions, next; f; f = next) {
        next = f->next;
        if (f->of)
            atomic_store(&f->of->last, 0);
        free(f->old);
        handle_end(f);
    }
}

void module_end(CUmodule m)
{
    pthread_mutex_lock(&m->ctx->lock);
    for (CUmodule *at = &m->ctx->modules; *at; at = &(*at)->next)
        if (*at == m) {
            *at = m->next;
            break;
        }
    pthread_mutex_unlock(&m->ctx->lock);
    forget_variables(m);
    forget_functions(m);
    references_end(m);
    if (m->apart)
        apart_unload(m->apart);
    else
        image_unload(m->image, m->object, m->modules);
    image_release(m->image);
    pthread_mutex_destroy(&m->lock);
    handle_end(m);
}

void module_forget_context(CUcontext ctx)
{
    libraries_forget(ctx);
    while (ctx->modules)
        module_end(ctx->modules);
}

/* ---- JIT options ----------------------------------------------------------------------------------------------------- */

static JitLog log_of(unsigned n, CUjit_option *options, void **values)
{
    JitLog l = {0};
    for (unsigned i = 0; i < n && options && values; i++)
        switch ((int)options[i]) {
        case CU_JIT_ERROR_LOG_BUFFER: l.error = values[i]; break;
        case CU_JIT_INFO_LOG_BUFFER: l.info = values[i]; break;
        case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: l.error_size = (size_t)(uintptr_t)values[i]; break;
        case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES: l.info_size = (size_t)(uintptr_t)values[i]; break;
        default: break;
        }
    if (l.error && l.error_size)
        l.error[0] = 0;
    if (l.info && l.info_size)
        l.info[0] = 0;
    return l;
}

/* How much was written, in the values' place. */
static void log_done(const JitLog *l, unsigned n, CUjit_option *options, void **values)
{
    for (unsigned i = 0; i < n && options && values; i++) {
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
            values[i] = (void *)(l->error && l->error_size ? strlen(l->error) : 0);
        if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES)
            values[i] = (void *)(l->info && l->info_size ? strlen(l->info) : 0);
        if (options[i] == CU_JIT_WALL_TIME) {
            const float none = 0;
            memcpy(&values[i], &none, sizeof none);
        }
    }
}

static CUresult load(CUmodule *module, const void *data, unsigned n, CUjit_option *options, void **values)
{
    CONTEXT(ctx);
    REFUSE_IF(!module || !data, CUDA_ERROR_INVALID_VALUE);
    Image *i = image_new();
    REFUSE_IF(!i, CUDA_ERROR_OUT_OF_MEMORY);
    const JitLog log = log_of(n, options, values);
    CUresult status = image_set_data(i, data);
    if (!status)
        status = image_build(i, &log);
    log_done(&log, n, options, values);
    if (status) {
        image_release(i);
        return status;
    }
    return module_new(module, i, ctx);
}

CUDA_API CUresult cuModuleLoadData(CUmodule *module, const void *data) { return load(module, data, 0, NULL, NULL); }
CUDA_API CUresult cuModuleLoadFatBinary(CUmodule *module, const void *data) { return load(module, data, 0, NULL, NULL); }

CUDA_API CUresult cuModuleLoadDataEx(CUmodule *module, const void *data, unsigned int n, CUjit_option *options, void **values)
{
    return load(module, data, n, options, values);
}

/* A whole file with a NUL behind it. */
static CUresult read_file(const char *path, char **text, size_t *size)
{
    FILE *f = fopen(path, "rb");
    REFUSE_IF(!f, CUDA_ERROR_FILE_NOT_FOUND);
    char *all = NULL;
    size_t n = 0;
    for (size_t room = 65536;; room *= 2) {
        char *more = realloc(all, room + 1);
        if (!more)
            break;
        all = more;
        n += fread(all + n, 1, room - n, f);
        if (n < room) {
            all[n] = 0;
            fclose(f);
            *text = all;
            *size = n;
            return CUDA_SUCCESS;
        }
    }
    fclose(f);
    free(all);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

CUDA_API CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    CONTEXT(ctx);
    (void)ctx;
    REFUSE_IF(!module || !path, CUDA_ERROR_INVALID_VALUE);
    char *text;
    size_t size;
    TRY(read_file(path, &text, &size));
    CUresult status = size < 8 ? CUDA_ERROR_INVALID_IMAGE : load(module, text, 0, NULL, NULL);
    free(text);
    return status;
}

CUDA_API CUresult cuModuleUnload(CUmodule module)
{
    CONTEXT(ctx);
    REFUSE_IF(!IS(module, MODULE), CUDA_ERROR_INVALID_HANDLE);
    context_finish(ctx);
    module_end(module);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
    REFUSE_IF(!mode, CUDA_ERROR_INVALID_VALUE);
    *mode = CU_MODULE_LAZY_LOADING;
    return CUDA_SUCCESS;
}

/* ---- functions ------------------------------------------------------------------------------------------------------- */

static const ptx2c_kernel *find_kernel(CUmodule m, const char *name, int *target)
{
    const ptx2c_kernel *k = NULL;
    for (const ptx2c_module *const *p = m->modules; *p && !k; p++) {
        k = ptx2c_find_kernel(*p, name);
        *target = (int)(*p)->target;
    }
    return k;
}

/* A kernel's code is in memory. */
static void kernel_there(CUmodule m, const ptx2c_kernel *k)
{
    fault_object(k);
    device_tell(m->ctx, k);
}

static CUresult module_function(CUmodule m, const char *name, CUkernel of, CUfunction *out)
{
    pthread_mutex_lock(&m->lock);
    CUfunction f = m->functions;
    while (f && strcmp(f->name, name) != 0)
        f = f->next;
    int target = 0;
    const ptx2c_kernel *k = f ? f->kernel : find_kernel(m, name, &target);
    if (k && !f && (f = handle_new(MAGIC_FUNCTION, sizeof *f, NULL, NULL))) {
        f->module = m;
        f->name = k->name;
        f->target = target;
        f->of = of;
        f->kernel = k;
        for (int i = 0; i < 2; i++)
            atomic_init(&f->made[i], m->apart ? NULL : k);
        if (!m->apart)
            kernel_there(m, k);
        atomic_init(&f->max_dynamic, k->shared_bytes < 49152 ? 49152 - (int)k->shared_bytes : 0);
        f->attributes[CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT] = -1; /* the driver's choice */
        f->next = m->functions;
        m->functions = f;
    }
    pthread_mutex_unlock(&m->lock);
    *out = f;
    return f ? CUDA_SUCCESS : k ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_NOT_FOUND;
}

/* Does each warp lie in a row, and have 32 threads? */
static bool in_rows(const ptx2c_dim3 *block) { return block && block->x % 32 == 0; }

/* What is made for any blocks does for those in rows, too. */
static const ptx2c_kernel *made_for(CUfunction f, bool rows)
{
    const ptx2c_kernel *k = atomic_load_explicit(&f->made[rows], memory_order_acquire);
    return k || !rows ? k : atomic_load_explicit(&f->made[0], memory_order_acquire);
}

bool function_is_made(CUfunction f) { return made_for(f, true) != NULL; }

CUresult function_begin(CUfunction f, const ptx2c_dim3 *block)
{
    const bool rows = in_rows(block);
    return made_for(f, rows) ? CUDA_SUCCESS : apart_begin(f->module->apart, f->kernel, rows);
}

CUresult function_kernel(CUfunction f, const ptx2c_dim3 *block, const ptx2c_kernel **out)
{
    const bool rows = in_rows(block);
    *out = made_for(f, rows);
    if (!*out) {
        TRY(apart_kernel(f->module->apart, f->kernel, rows, out));
        kernel_there(f->module, *out);
        atomic_store(&f->made[rows], *out);
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    CONTEXT(ctx);
    (void)ctx;
    REFUSE_IF(!function || !name || !*name, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(module, MODULE), CUDA_ERROR_INVALID_HANDLE);
    return module_function(module, name, NULL, function);
}

static unsigned module_count(CUmodule m)
{
    unsigned n = 0;
    for (const ptx2c_module *const *p = m->modules; *p; p++)
        n += (*p)->kernel_count;
    return n;
}

CUDA_API CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module)
{
    REFUSE_IF(!count, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(module, MODULE), CUDA_ERROR_INVALID_HANDLE);
    *count = module_count(module);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int n, CUmodule module)
{
    REFUSE_IF(!functions, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(module, MODULE), CUDA_ERROR_INVALID_HANDLE);
    unsigned i = 0;
    for (const ptx2c_module *const *p = module->modules; *p; p++)
        for (uint32_t k = 0; k < (*p)->kernel_count && i < n; k++)
            TRY(module_function(module, (*p)->kernels[k]->name, NULL, &functions[i++]));
    return CUDA_SUCCESS;
}

CUresult module_find_variable(CUmodule m, const char *name, void **at, size_t *bytes)
{
    void *v = NULL;
    for (const ptx2c_module *const *p = m->modules; *p && !v; p++)
        v = ptx2c_find_variable(*p, name, bytes);
    REFUSE_IF(!v, CUDA_ERROR_NOT_FOUND);
    *at = v;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuModuleGetGlobal_v2(CUdeviceptr *p, size_t *bytes, CUmodule module, const char *name)
{
    CONTEXT(ctx);
    (void)ctx;
    REFUSE_IF(!name || (!p && !bytes), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(module, MODULE), CUDA_ERROR_INVALID_HANDLE);
    void *at;
    size_t size;
    TRY(module_find_variable(module, name, &at, &size));
    if (p)
        *p = (CUdeviceptr)(uintptr_t)at;
    if (bytes)
        *bytes = size;
    return CUDA_SUCCESS;
}

/* ---- libraries ------------------------------------------------------------------------------------------------------- */

static CUlibrary libraries;
static pthread_mutex_t libraries_lock = PTHREAD_MUTEX_INITIALIZER;

static CUresult library_new(CUlibrary *library, const void *data, const JitLog *log)
{
    TRY(device_init());
    REFUSE_IF(!library || !data, CUDA_ERROR_INVALID_VALUE);
    CUlibrary l = handle_new(MAGIC_LIBRARY, sizeof *l, NULL, NULL);
    Image *i = image_new();
    CUresult status = l && i ? image_set_data(i, data) : CUDA_ERROR_OUT_OF_MEMORY;
    if (!status && log)
        status = image_build(i, log);
    if (status) {
        image_release(i);
        handle_end(l);
        return status;
    }
    l->image = i;
    pthread_mutex_init(&l->lock, NULL);
    pthread_mutex_lock(&libraries_lock);
    l->next = libraries;
    libraries = l;
    pthread_mutex_unlock(&libraries_lock);
    *library = l;
    return CUDA_SUCCESS;
}

static bool lazy(unsigned n, CUlibraryOption *options)
{
    (void)options;
    return n == 0;
}

CUDA_API CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jit, void **jit_values, unsigned int njit,
                                    CUlibraryOption *options, void **values, unsigned int n)
{
    (void)values;
    const JitLog log = log_of(njit, jit, jit_values);
    CUresult status = library_new(library, code, njit || !lazy(n, options) ? &log : NULL);
    log_done(&log, njit, jit, jit_values);
    return status;
}

CUDA_API CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *jit, void **jit_values, unsigned int njit,
                                        CUlibraryOption *options, void **values, unsigned int n)
{
    char *text;
    size_t size;
    REFUSE_IF(!path, CUDA_ERROR_INVALID_VALUE);
    TRY(read_file(path, &text, &size));
    CUresult status = size < 8 ? CUDA_ERROR_INVALID_IMAGE : cuLibraryLoadData(library, text, jit, jit_values, njit, options, values, n);
    free(text);
    return status;
}

/* Where the library keeps its module in a context; NULL without memory.  Under its lock. */
static CUmodule *library_slot(CUlibrary l, CUcontext ctx)
{
    if (ctx->primary)
        return &l->modules[ctx->device];
    for (struct LibraryIn *in = l->others; in; in = in->next)
        if (in->ctx == ctx && in->id == ctx->id)
            return &in->module;
    struct LibraryIn *in = calloc(1, sizeof *in);
    if (!in)
        return NULL;
    *in = (struct LibraryIn){l->others, ctx, ctx->id, NULL};
    l->others = in;
    return &in->module;
}

static CUresult library_module(CUlibrary l, CUmodule *out)
{
    CONTEXT(ctx);
    REFUSE_IF(!IS(l, LIBRARY), CUDA_ERROR_INVALID_HANDLE);
    pthread_mutex_lock(&l->lock);
    CUmodule *slot = library_slot(l, ctx);
    CUresult status = slot ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    if (slot && !*slot) {
        atomic_fetch_add(&l->image->refs, 1);
        status = module_new(slot, l->image, ctx);
    }
    *out = status ? NULL : *slot;
    pthread_mutex_unlock(&l->lock);
    return status;
}

void libraries_forget(CUcontext ctx)
{
    pthread_mutex_lock(&libraries_lock);
    for (CUlibrary l = libraries; l; l = l->next) {
        pthread_mutex_lock(&l->lock);
        CUmodule *slot = library_slot(l, ctx);
        if (slot)
            *slot = NULL; /* the context ends all its modules */
        pthread_mutex_unlock(&l->lock);
    }
    pthread_mutex_unlock(&libraries_lock);
}

static void library_unlink(CUlibrary l)
{
    pthread_mutex_lock(&libraries_lock);
    for (CUlibrary *at = &libraries; *at; at = &(*at)->next)
        if (*at == l) {
            *at = l->next;
            break;
        }
    pthread_mutex_unlock(&libraries_lock);
}

CUDA_API CUresult cuLibraryUnload(CUlibrary library)
{
    REFUSE_IF(!IS(library, LIBRARY), CUDA_ERROR_INVALID_HANDLE);
    library_unlink(library);
    for (int i = 0; i < MOST_DEVICES; i++)
        if (library->modules[i]) {
            context_finish(library->modules[i]->ctx);
            module_end(library->modules[i]);
        }
    for (struct LibraryIn *in = library->others, *next; in; in = next) {
        next = in->next;
        if (in->module)
            module_end(in->module);
        free(in);
    }
    for (CUkernel k = library->kernels, next; k; k = next) {
        next = k->next;
        free(k->name);
        handle_end(k);
    }
    image_release(library->image);
    pthread_mutex_destroy(&library->lock);
    handle_end(library);
    return CUDA_SUCCESS;
}

static CUresult library_kernel(CUlibrary l, const char *name, size_t len, CUkernel *out)
{
    pthread_mutex_lock(&l->lock);
    CUkernel k = l->kernels;
    while (k && (strncmp(k->name, name, len) != 0 || k->name[len]))
        k = k->next;
    if (!k && (k = handle_new(MAGIC_KERNEL, sizeof *k, NULL, NULL)) && (k->name = strndup(name, len))) {
        k->library = l;
        k->next = l->kernels;
        l->kernels = k;
    }
    pthread_mutex_unlock(&l->lock);
    *out = k;
    return k ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUDA_API CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    REFUSE_IF(!kernel || !name, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(library, LIBRARY), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(!image_has_entry(library->image, name), CUDA_ERROR_NOT_FOUND);
    return library_kernel(library, name, strlen(name), kernel);
}

typedef struct Kernels {
    CUlibrary library;
    CUkernel *to;
    unsigned n, most;
} Kernels;

static bool take_kernel(const char *name, size_t len, void *data)
{
    Kernels *k = data;
    if (k->to && k->n < k->most)
        library_kernel(k->library, name, len, &k->to[k->n]);
    k->n++;
    return true;
}

CUDA_API CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary library)
{
    REFUSE_IF(!count, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(library, LIBRARY), CUDA_ERROR_INVALID_HANDLE);
    Kernels k = {.library = library};
    image_each_entry(library->image, take_kernel, &k);
    *count = k.n;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int n, CUlibrary library)
{
    REFUSE_IF(!kernels, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(library, LIBRARY), CUDA_ERROR_INVALID_HANDLE);
    Kernels k = {library, kernels, 0, n};
    image_each_entry(library->image, take_kernel, &k);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
    REFUSE_IF(!module, CUDA_ERROR_INVALID_VALUE);
    return library_module(library, module);
}

CUDA_API CUresult cuLibraryGetGlobal(CUdeviceptr *p, size_t *bytes, CUlibrary library, const char *name)
{
    CUmodule m;
    TRY(library_module(library, &m));
    return cuModuleGetGlobal_v2(p, bytes, m, name);
}

CUDA_API CUresult cuLibraryGetManaged(CUdeviceptr *p, size_t *bytes, CUlibrary library, const char *name)
{
    CUdeviceptr at;
    REFUSE_IF(!name, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(library, LIBRARY), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(!image_may_be_managed(library->image, name), CUDA_ERROR_NOT_FOUND);
    TRY(cuLibraryGetGlobal(&at, bytes, library, name));
    range_set_managed((void *)(uintptr_t)at);
    if (p)
        *p = at;
    return CUDA_SUCCESS;
}

/* None is: code of the host's and of kernels differs. */
CUDA_API CUresult cuLibraryGetUnifiedFunction(void **function, CUlibrary library, const char *symbol)
{
    REFUSE_IF(!function || !symbol, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(library, LIBRARY), CUDA_ERROR_INVALID_HANDLE);
    return CUDA_ERROR_NOT_FOUND;
}

CUDA_API CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel)
{
    REFUSE_IF(!function, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(kernel, KERNEL), CUDA_ERROR_INVALID_HANDLE);
    CUmodule m;
    TRY(library_module(kernel->library, &m));
    return module_function(m, kernel->name, kernel, function);
}

CUDA_API CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel)
{
    REFUSE_IF(!library, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(kernel, KERNEL), CUDA_ERROR_INVALID_HANDLE);
    *library = kernel->library;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuKernelGetName(const char **name, CUkernel kernel)
{
    REFUSE_IF(!name, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(kernel, KERNEL), CUDA_ERROR_INVALID_HANDLE);
    *name = kernel->name;
    return CUDA_SUCCESS;
}

CUresult function_of(CUfunction handle, CUfunction *out)
{
    *out = handle;
    if (IS(handle, FUNCTION))
        return CUDA_SUCCESS;
    CUkernel k = (CUkernel)(void *)handle;
    REFUSE_IF(!IS(k, KERNEL), CUDA_ERROR_INVALID_HANDLE);
    CUfunction last = (CUfunction)atomic_load(&k->last);
    if (last && last->module->ctx == context_peek()) {
        *out = last;
        return CUDA_SUCCESS;
    }
    TRY(cuKernelGetFunction(out, k));
    atomic_store(&k->last, (uintptr_t)*out);
    return CUDA_SUCCESS;
}

/* ---- linking --------------------------------------------------------------------------------------------------------- */

struct CUlinkState_st {
    uint32_t magic;
    Image *image;
    void *result;
    unsigned noptions;
    CUjit_option *options;
    void **values;
};

CUDA_API CUresult cuLinkCreate_v2(unsigned int n, CUjit_option *options, void **values, CUlinkState *state)
{
    TRY(device_init());
    REFUSE_IF(!state, CUDA_ERROR_INVALID_VALUE);
    CUlinkState s = handle_new(MAGIC_LINK, sizeof *s, NULL, NULL);
    if (!s || !(s->image = image_new())) {
        handle_end(s);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    s->noptions = n;
    s->options = options;
    s->values = values;
    log_of(n, options, values);
    *state = s;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int n,
                                   CUjit_option *options, void **values)
{
    (void)name, (void)n, (void)options, (void)values;
    REFUSE_IF(!IS(state, LINK), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(!data || !size, CUDA_ERROR_INVALID_VALUE);
    if (type == CU_JIT_INPUT_LIBRARY) /* of the device runtime, which the translator knows */
        return CUDA_SUCCESS;
    REFUSE_IF(size < 8, CUDA_ERROR_INVALID_IMAGE);
    return image_add_data(state->image, data, size);
}

CUDA_API CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned int n, CUjit_option *options, void **values)
{
    char *text;
    size_t size;
    REFUSE_IF(!IS(state, LINK), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(!path, CUDA_ERROR_INVALID_VALUE);
    TRY(read_file(path, &text, &size));
    CUresult status = cuLinkAddData_v2(state, type, text, size, path, n, options, values);
    free(text);
    return status;
}

CUDA_API CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *size)
{
    REFUSE_IF(!IS(state, LINK), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(!cubin, CUDA_ERROR_INVALID_VALUE);
    const JitLog log = log_of(state->noptions, state->options, state->values);
    CUresult status = image_build(state->image, &log);
    log_done(&log, state->noptions, state->options, state->values);
    REFUSE_IF(status, status);
    size_t bytes;
    free(state->result);
    TRY(image_join(state->image, &state->result, &bytes));
    *cubin = state->result;
    if (size)
        *size = bytes;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuLinkDestroy(CUlinkState state)
{
    REFUSE_IF(!IS(state, LINK), CUDA_ERROR_INVALID_HANDLE);
    image_release(state->image);
    free(state->result);
    handle_end(state);
    return CUDA_SUCCESS;
}
