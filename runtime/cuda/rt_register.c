/* rt_register.c: what nvcc's host code says before main: which kernels and variables it has, in which fat binaries. */
#include "rt.h"

#include <pthread.h>

/* A fat binary of the program, loaded when something in it is first used. */
typedef struct Binary {
    void *wrapper; /* the handle that nvcc's code keeps is a pointer to this */
    CUlibrary library;
    pthread_mutex_t lock;
    struct Managed { struct Managed *next; void **host; const char *name; } *managed;
    bool managed_done;
} Binary;

/* What a host address stands for: a kernel, or a variable. */
typedef struct Entry {
    const void *host;
    Binary *binary;
    const char *name;
    size_t size;
    bool managed;  /* host is where the program keeps the variable's address */
    CUkernel kernel;
} Entry;

static struct { Entry *at; size_t n, room; } table; /* open addressing; room is a power of 2 */
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static size_t place(const void *host, size_t room)
{
    return (size_t)((uintptr_t)host * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (room - 1);
}

static Entry *look(const void *host)
{
    if (!table.room)
        return NULL;
    for (size_t i = place(host, table.room);; i = (i + 1) & (table.room - 1))
        if (!table.at[i].host || table.at[i].host == host)
            return table.at[i].host ? &table.at[i] : NULL;
}

static void put(Entry *at, size_t room, const Entry *e)
{
    size_t i = place(e->host, room);
    while (at[i].host && at[i].host != e->host)
        i = (i + 1) & (room - 1);
    at[i] = *e;
}

static void add(const Entry *e)
{
    pthread_rwlock_wrlock(&lock);
    if (2 * (table.n + 1) > table.room) {
        const size_t room = table.room ? 2 * table.room : 256;
        Entry *more = calloc(room, sizeof *more);
        if (!more)
            abort();
        for (size_t i = 0; i < table.room; i++)
            if (table.at[i].host)
                put(more, room, &table.at[i]);
        free(table.at);
        table.at = more;
        table.room = room;
    }
    table.n += !look(e->host);
    put(table.at, table.room, e);
    pthread_rwlock_unlock(&lock);
}

static CUresult binary_library(Binary *b, CUlibrary *library)
{
    pthread_mutex_lock(&b->lock);
    CUresult e = cuInit(0);
    if (!e && !b->library)
        e = cuLibraryLoadData(&b->library, b->wrapper, NULL, NULL, 0, NULL, NULL, 0);
    *library = b->library;
    pthread_mutex_unlock(&b->lock);
    return e;
}

/* Managed variables: the host's pointers to them. */
static CUresult binary_managed(Binary *b)
{
    CUlibrary l;
    if (!b->managed || b->managed_done)
        return CUDA_SUCCESS;
    b->managed_done = true;
    CUresult e = binary_library(b, &l);
    for (struct Managed *m = b->managed; m && !e; m = m->next) {
        CUdeviceptr p = 0;
        e = cuLibraryGetManaged(&p, NULL, l, m->name);
        *m->host = (void *)(uintptr_t)p;
    }
    return e;
}

CUresult rt_kernel(const void *function, CUkernel *kernel)
{
    pthread_rwlock_rdlock(&lock);
    Entry *found = look(function), e = found ? *found : (Entry){0};
    pthread_rwlock_unlock(&lock);
    if (!found || e.size) { /* perhaps it is a kernel's handle itself */
        *kernel = (CUkernel)(uintptr_t)function;
        const char *name;
        return !found && function && cuKernelGetName(&name, *kernel) == CUDA_SUCCESS ? CUDA_SUCCESS : (CUresult)cudaErrorInvalidDeviceFunction;
    }
    *kernel = e.kernel;
    if (e.kernel)
        return CUDA_SUCCESS;
    CUlibrary l;
    CUresult status = binary_library(e.binary, &l);
    if (!status)
        status = binary_managed(e.binary);
    if (!status && (status = cuLibraryGetKernel(kernel, l, e.name)) == CUDA_ERROR_NOT_FOUND)
        status = (CUresult)cudaErrorInvalidDeviceFunction;
    if (!status) {
        pthread_rwlock_wrlock(&lock);
        if ((found = look(function)))
            found->kernel = *kernel;
        pthread_rwlock_unlock(&lock);
    }
    return status;
}

const void *rt_host_of(CUfunction function)
{
    const void *host = NULL;
    CUfunction f;
    pthread_rwlock_rdlock(&lock);
    for (size_t i = 0; i < table.room && !host; i++)
        if (table.at[i].host && table.at[i].kernel && cuKernelGetFunction(&f, table.at[i].kernel) == CUDA_SUCCESS && f == function)
            host = table.at[i].host;
    pthread_rwlock_unlock(&lock);
    return host;
}

/* The managed variable that lies there: that is what the program names by it, not where it keeps its address. */
static Entry *look_managed(const void *at)
{
    for (size_t i = 0; i < table.room; i++)
        if (table.at[i].managed && *(void *const *)table.at[i].host == at)
            return &table.at[i];
    return NULL;
}

CUresult rt_symbol(const void *symbol, CUdeviceptr *p, size_t *bytes)
{
    pthread_rwlock_rdlock(&lock);
    Entry *found = look(symbol);
    if (!found && symbol)
        found = look_managed(symbol);
    const Entry e = found ? *found : (Entry){0};
    pthread_rwlock_unlock(&lock);
    if (!found || !e.size)
        return (CUresult)cudaErrorInvalidSymbol;
    CUlibrary l;
    CUresult status = rt_ready();
    if (!status)
        status = binary_library(e.binary, &l);
    if (!status && (status = cuLibraryGetGlobal(p, bytes, l, e.name)) == CUDA_ERROR_NOT_FOUND)
        status = (CUresult)cudaErrorInvalidSymbol;
    return status;
}

CUresult rt_module(void **handle, CUmodule *module)
{
    CUlibrary l;
    CUresult e = rt_ready();
    if (!e)
        e = binary_library((Binary *)(void *)handle, &l);
    return e ? e : cuLibraryGetModule(module, l);
}

/* ---- what nvcc's code calls ------------------------------------------------------------------------------------------ */

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
char __cudaInitModule(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, struct uint3 *thread,
                            struct uint3 *block, dim3 *block_size, dim3 *grid_size, int *warp);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant, int global);
void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext, size_t size, int constant, int global);
void __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t size);
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function);

CUDA_API void **__cudaRegisterFatBinary(void *wrapper)
{
    Binary *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    b->wrapper = wrapper;
    pthread_mutex_init(&b->lock, NULL);
    return &b->wrapper;
}

CUDA_API void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }

/* Of a library that is unloaded, or at the program's end. */
CUDA_API void __cudaUnregisterFatBinary(void **handle)
{
    Binary *b = (Binary *)(void *)handle;
    pthread_rwlock_wrlock(&lock);
    for (size_t i = 0; i < table.room; i++)
        if (table.at[i].host && table.at[i].binary == b) {
            table.at[i].kernel = NULL;
            table.at[i].name = "";
            table.at[i].managed = false; /* its library may be gone */
        }
    pthread_rwlock_unlock(&lock);
    for (struct Managed *m = b->managed, *next; m; m = next) {
        next = m->next;
        free(m);
    }
    b->managed = NULL;
}

CUDA_API char __cudaInitModule(void **handle)
{
    return rt_ready() == CUDA_SUCCESS && binary_managed((Binary *)(void *)handle) == CUDA_SUCCESS;
}

CUDA_API void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, struct uint3 *thread,
                                     struct uint3 *block, dim3 *block_size, dim3 *grid_size, int *warp)
{
    (void)device, (void)limit, (void)thread, (void)block, (void)block_size, (void)grid_size, (void)warp;
    const Entry e = {.host = host, .binary = (Binary *)(void *)handle, .name = name};
    add(&e);
}

static void add_variable(void **handle, const void *host, const char *name, size_t size, bool managed)
{
    add(&(Entry){.host = host, .binary = (Binary *)(void *)handle, .name = name, .size = size ? size : 1, .managed = managed});
}

CUDA_API void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant, int global)
{
    (void)device, (void)ext, (void)constant, (void)global;
    add_variable(handle, host, name, size, false);
}

CUDA_API void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext, size_t size, int constant, int global)
{
    (void)device, (void)ext, (void)constant, (void)global;
    Binary *b = (Binary *)(void *)handle;
    struct Managed *m = malloc(sizeof *m);
    if (!m)
        abort();
    *m = (struct Managed){b->managed, host, name};
    b->managed = m;
    add_variable(handle, host, name, size, true);
}

CUDA_API void __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t size) { (void)handle, (void)name, (void)host, (void)size; }

/* ---- launch configurations: kernel<<<…>>> pushes one, the kernel's stub takes it --------------------------------------- */

enum { DEEP = 16 };
static _Thread_local struct Configuration { dim3 grid, block; size_t shared; cudaStream_t stream; } pushed[DEEP];
static _Thread_local int npushed;

CUDA_API unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
    if (npushed == DEEP)
        return 1;
    pushed[npushed++] = (struct Configuration){grid, block, shared, stream};
    return 0;
}

CUDA_API cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    RT_REFUSE_IF(!npushed, cudaErrorMissingConfiguration);
    const struct Configuration *c = &pushed[--npushed];
    *grid = c->grid;
    *block = c->block;
    *shared = c->shared;
    memcpy(stream, &c->stream, sizeof c->stream);
    return cudaSuccess;
}

CUDA_API cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function)
{
    RT_TRY(rt_ready());
    return rt_done(rt_kernel(function, kernel));
}

CUDA_API cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *function) { return __cudaGetKernel(kernel, function); }

CUDA_API cudaError_t cudaGetSymbolAddress(void **p, const void *symbol)
{
    CUdeviceptr d;
    size_t size;
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    RT_TRY(rt_symbol(symbol, &d, &size));
    *p = (void *)(uintptr_t)d;
    return cudaSuccess;
}

CUDA_API cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    CUdeviceptr d;
    RT_REFUSE_IF(!size, cudaErrorInvalidValue);
    return rt_done(rt_symbol(symbol, &d, size));
}

/* ---- libraries ------------------------------------------------------------------------------------------------------- */

CUDA_API cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, enum cudaJitOption *jit, void **jit_values, unsigned int njit,
                                         enum cudaLibraryOption *options, void **values, unsigned int n)
{
    RT_CALL(cuLibraryLoadData(library, code, (CUjit_option *)(void *)jit, jit_values, njit, (CUlibraryOption *)(void *)options, values, n));
}

CUDA_API cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *path, enum cudaJitOption *jit, void **jit_values,
                                             unsigned int njit, enum cudaLibraryOption *options, void **values, unsigned int n)
{
    RT_CALL(cuLibraryLoadFromFile(library, path, (CUjit_option *)(void *)jit, jit_values, njit, (CUlibraryOption *)(void *)options, values, n));
}

CUDA_API cudaError_t cudaLibraryUnload(cudaLibrary_t library) { RT_CALL(cuLibraryUnload(library)); }
CUDA_API cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name) { RT_CALL(cuLibraryGetKernel(kernel, library, name)); }
CUDA_API cudaError_t cudaLibraryGetKernelCount(unsigned int *n, cudaLibrary_t library) { RT_CALL(cuLibraryGetKernelCount(n, library)); }
CUDA_API cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int n, cudaLibrary_t library) { RT_CALL(cuLibraryEnumerateKernels(kernels, n, library)); }
CUDA_API cudaError_t cudaLibraryGetGlobal(void **p, size_t *bytes, cudaLibrary_t library, const char *name) { RT_CALL(cuLibraryGetGlobal((CUdeviceptr *)p, bytes, library, name)); }
CUDA_API cudaError_t cudaLibraryGetUnifiedFunction(void **function, cudaLibrary_t library, const char *symbol) { RT_CALL(cuLibraryGetUnifiedFunction(function, library, symbol)); }
CUDA_API cudaError_t cudaLibraryGetManaged(void **p, size_t *bytes, cudaLibrary_t library, const char *name) { RT_CALL(cuLibraryGetManaged((CUdeviceptr *)p, bytes, library, name)); }

CUDA_API cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned int version, unsigned long long flags,
                                                      enum cudaDriverEntryPointQueryResult *result)
{
    CUdriverProcAddressQueryResult r = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    const CUresult e = cuGetProcAddress_v2(symbol, function, (int)version, flags, &r);
    if (result)
        *result = (enum cudaDriverEntryPointQueryResult)r;
    return rt_done(e);
}

CUDA_API cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags, enum cudaDriverEntryPointQueryResult *result)
{
    return cudaGetDriverEntryPointByVersion(symbol, function, RT_VERSION * 1000u, flags, result);
}
