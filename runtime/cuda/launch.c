/* launch.c: launches, the attributes of functions, and occupancy. */
#include "internal.h"

/* ---- parameters ------------------------------------------------------------------------------------------------------ */

static size_t param_bytes(const ptx2c_kernel *k)
{
    size_t n = 0;
    for (uint32_t i = 0; i < k->param_count; i++)
        if (k->params[i].offset + k->params[i].size > n)
            n = k->params[i].offset + k->params[i].size;
    return n;
}

/* The buffer that `extra` describes. */
static CUresult extra_buffer(void **extra, const void **buffer, size_t *size)
{
    *buffer = NULL;
    *size = 0;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            *buffer = extra[1];
        else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
            *size = *(size_t *)extra[1];
        else
            return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

static CUresult copy_params(Launch *l, void **params, void **extra)
{
    const ptx2c_kernel *k = l->function->kernel;
    const size_t bytes = param_bytes(k);
    REFUSE_IF(extra && params, CUDA_ERROR_INVALID_VALUE);
    if (extra) {
        const void *buffer;
        size_t size;
        TRY(extra_buffer(extra, &buffer, &size));
        REFUSE_IF(k->param_count && (!buffer || size < bytes), CUDA_ERROR_INVALID_VALUE);
        if (bytes)
            memcpy(l->param, buffer, bytes);
        return CUDA_SUCCESS;
    }
    REFUSE_IF(k->param_count && !params, CUDA_ERROR_INVALID_VALUE);
    for (uint32_t i = 0; i < k->param_count; i++) {
        REFUSE_IF(!params[i], CUDA_ERROR_INVALID_VALUE);
        memcpy(l->param + k->params[i].offset, params[i], k->params[i].size);
    }
    return CUDA_SUCCESS;
}

/* ---- what a launch must fulfil --------------------------------------------------------------------------------------- */

CUresult launch_check(const Launch *l)
{
    const ptx2c_kernel *k = l->function->kernel;
    const uint32_t dim[3] = {l->block.x, l->block.y, l->block.z};
    REFUSE_IF(!l->grid.x || !l->grid.y || !l->grid.z || !dim[0] || !dim[1] || !dim[2], CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(l->grid.x > 0x7fffffffu || l->grid.y > 65535 || l->grid.z > 65535, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(dim[0] > 1024 || dim[1] > 1024 || dim[2] > 64, CUDA_ERROR_INVALID_VALUE);
    const uint64_t threads = (uint64_t)dim[0] * dim[1] * dim[2];
    const uint64_t most = (uint64_t)k->maxntid[0] * k->maxntid[1] * k->maxntid[2];
    REFUSE_IF(threads > 1024 || (most && threads > most), CUDA_ERROR_INVALID_VALUE);
    for (int i = 0; i < 3; i++)
        REFUSE_IF(k->reqntid[i] && dim[i] != k->reqntid[i], CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(l->shared > (uint32_t)atomic_load(&l->function->max_dynamic), CUDA_ERROR_INVALID_VALUE);
    return CUDA_SUCCESS;
}

static CUresult cluster_check(const Launch *l)
{
    const uint32_t *own = l->function->kernel->cluster;
    const bool given = l->cluster.x || l->cluster.y || l->cluster.z;
    const ptx2c_dim3 c = given ? l->cluster : (ptx2c_dim3){own[0], own[1], own[2]};
    REFUSE_IF(!given && !own[0], CUDA_SUCCESS);
    REFUSE_IF(!c.x || !c.y || !c.z || l->grid.x % c.x || l->grid.y % c.y || l->grid.z % c.z, CUDA_ERROR_INVALID_CLUSTER_SIZE);
    const uint64_t n = (uint64_t)c.x * c.y * c.z;
    const uint64_t most = l->function->attributes[CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED] ? 16 : 8;
    REFUSE_IF(n > most || (own[0] && (own[0] != c.x || own[1] != c.y || own[2] != c.z)), CUDA_ERROR_INVALID_CLUSTER_SIZE);
    return CUDA_SUCCESS;
}

static CUresult cooperative_check(const Launch *l)
{
    REFUSE_IF(!l->cooperative, CUDA_SUCCESS);
    const int threads = (int)(l->block.x * l->block.y * l->block.z);
    const uint64_t most = (uint64_t)occupancy(l->function, threads, l->shared) *
                          (uint64_t)device_attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
    return (uint64_t)l->grid.x * l->grid.y * l->grid.z > most ? CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE : CUDA_SUCCESS;
}

CUresult launch_fill(Launch *l, CUfunction f, const unsigned dims[6], unsigned shared, void **params, void **extra)
{
    l->function = f;
    l->grid = (ptx2c_dim3){dims[0], dims[1], dims[2]};
    l->block = (ptx2c_dim3){dims[3], dims[4], dims[5]};
    l->shared = shared;
    TRY(launch_check(l));
    TRY(cluster_check(l));
    TRY(cooperative_check(l));
    return copy_params(l, params, extra);
}

static _Thread_local bool cooperative; /* the launch that the thread runs */

bool launch_told(void) { return cooperative; }

CUresult launch_run(const Launch *l)
{
    enum { FEW = 32 };
    const ptx2c_kernel *k;
    TRY(function_kernel(l->function, &l->block, &k));
    void *few[FEW] = {NULL}, **args = k->param_count <= FEW ? few : malloc(k->param_count * sizeof *args);
    REFUSE_IF(!args, CUDA_ERROR_OUT_OF_MEMORY);
    for (uint32_t i = 0; i < k->param_count; i++)
        args[i] = l->param + k->params[i].offset;
    sigjmp_buf back;
    cooperative = l->cooperative;
    const int running = fault_begin(k->name, *checks_wanted() ? NULL : &back);
    const bool faulted = sigsetjmp(back, 0) != 0 || fault_ending();
    const int status = faulted ? PTX2C_OK : checks_launch(l, k, args);
    fault_end(running);
    if (faulted)
        fault_ended(l->function->module->ctx);
    if (args != few)
        free(args);
    REFUSE_IF(faulted, CUDA_ERROR_ILLEGAL_ADDRESS);
    if (status) {
        const char *more = ptx2c_message(k), *what = more && *more ? more : ptx2c_strerror(status);
        const bool named = strstr(what, k->name) != NULL;
        cuda_say("%s%s%s", named ? "" : k->name, named ? "" : ": ", what);
    }
    return cuda_status(status);
}

/* ---- launches in a stream -------------------------------------------------------------------------------------------- */

typedef struct LaunchTask {
    Task task;
    Launch launch;
    _Alignas(16) unsigned char param[];
} LaunchTask;

static CUresult launch_task(Task *t) { return launch_run(&((LaunchTask *)t)->launch); }

static int blocking_launches(void)
{
    static atomic_int known = -1;
    int v = atomic_load_explicit(&known, memory_order_relaxed);
    if (v < 0) {
        const char *e = getenv("CUDA_LAUNCH_BLOCKING");
        atomic_store(&known, v = e && *e && strcmp(e, "0") != 0);
    }
    return v;
}

/* How a launch differs from the plain one. */
typedef struct LaunchHow {
    ptx2c_dim3 cluster;
    bool cooperative, updatable; /* updatable: the node that it becomes, if its stream is captured */
    CUlaunchAttribute *attributes;
    unsigned n;
} LaunchHow;

static CUresult launch(CUfunction handle, const unsigned dims[6], unsigned shared, CUstream stream, void **params, void **extra,
                       const LaunchHow *how)
{
    CUstream s;
    CUfunction f;
    TRY(stream_of(stream, &s));
    TRY(function_of(handle, &f));
    REFUSE_IF(f->module->ctx->device != s->ctx->device, CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(how->updatable && !s->capture, CUDA_ERROR_INVALID_VALUE);
    LaunchTask *t = task_new(sizeof *t + param_bytes(f->kernel), launch_task);
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    t->launch.param = t->param;
    t->launch.cluster = how->cluster;
    t->launch.cooperative = how->cooperative;
    CUresult status = launch_fill(&t->launch, f, dims, shared, params, extra);
    if (!status)
        status = function_begin(f, &t->launch.block);
    if (status || s->capture) {
        if (!status)
            status = capture_kernel(s, &t->launch, how->attributes, how->n);
        task_free(&t->task);
        return status;
    }
    return blocking_launches() ? stream_do(s, &t->task) : stream_add(s, &t->task);
}

CUDA_API CUresult cuLaunchKernel(CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx, unsigned int by,
                                 unsigned int bz, unsigned int shared, CUstream stream, void **params, void **extra)
{
    const unsigned dims[6] = {gx, gy, gz, bx, by, bz};
    const LaunchHow how = {.cooperative = false};
    return launch(f, dims, shared, stream, params, extra, &how);
}

CUDA_API CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx,
                                            unsigned int by, unsigned int bz, unsigned int shared, CUstream stream, void **params)
{
    const unsigned dims[6] = {gx, gy, gz, bx, by, bz};
    const LaunchHow how = {.cooperative = true};
    return launch(f, dims, shared, stream, params, NULL, &how);
}

/* An event that the kernel's beginning, or what each of its blocks has come to, is to be: here, its end. */
static CUresult record_early(const CUlaunchAttribute *a, CUstream stream)
{
    const bool begun = a->id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT;
    REFUSE_IF(!begun && a->id != CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT, CUDA_SUCCESS);
    const CUevent e = begun ? a->value.launchCompletionEvent.event : a->value.programmaticEvent.event;
    const CUgraphEdgeData d = {
        .from_port = begun || a->value.programmaticEvent.triggerAtBlockStart ? CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER : CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC,
        .type = begun ? CU_GRAPH_DEPENDENCY_TYPE_DEFAULT : CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC,
    };
    TRY(cuEventRecord(e, stream));
    capture_event_early(e, &d);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction f, void **params, void **extra)
{
    REFUSE_IF(!c || (c->numAttrs && !c->attrs), CUDA_ERROR_INVALID_VALUE);
    const unsigned dims[6] = {c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY, c->blockDimZ};
    LaunchHow how = {.attributes = c->attrs, .n = c->numAttrs};
    for (unsigned i = 0; i < c->numAttrs; i++) {
        const CUlaunchAttributeValue *v = &c->attrs[i].value;
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
            how.cooperative = v->cooperative != 0;
        else if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            how.cluster = (ptx2c_dim3){v->clusterDim.x, v->clusterDim.y, v->clusterDim.z};
        else if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE)
            how.updatable = v->deviceUpdatableKernelNode.deviceUpdatable == 1;
    }
    TRY(launch(f, dims, c->sharedMemBytes, c->hStream, params, extra, &how));
    for (unsigned i = 0; i < c->numAttrs; i++)
        TRY(record_early(&c->attrs[i], c->hStream));
    return CUDA_SUCCESS;
}

/* ---- attributes ------------------------------------------------------------------------------------------------------ */

enum { REGISTERS = 32 }; /* that a thread is said to have */

static int most_threads(const ptx2c_kernel *k)
{
    const uint64_t n = (uint64_t)k->maxntid[0] * k->maxntid[1] * k->maxntid[2];
    const uint64_t exact = (uint64_t)k->reqntid[0] * (k->reqntid[1] ? k->reqntid[1] : 1) * (k->reqntid[2] ? k->reqntid[2] : 1);
    return exact ? (int)exact : n && n < 1024 ? (int)n : 1024;
}

static CUresult get_attribute(int *value, CUfunction_attribute a, CUfunction f)
{
    const ptx2c_kernel *k = f->kernel;
    switch (a) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = most_threads(k); break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)k->shared_bytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)k->const_bytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)k->local_bytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = REGISTERS; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = f->target; break; /* CUB asks which of its kernels it gets */
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = device_sm(); break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = atomic_load(&f->max_dynamic); break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: *value = k->cluster[0] != 0 || k->explicit_cluster; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: *value = (int)k->cluster[0]; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: *value = (int)k->cluster[1]; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: *value = (int)k->cluster[2]; break;
    default:
        REFUSE_IF((int)a < 0 || a >= CU_FUNC_ATTRIBUTE_MAX, CUDA_ERROR_INVALID_VALUE);
        *value = f->attributes[a];
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    CUfunction f;
    REFUSE_IF(!value, CUDA_ERROR_INVALID_VALUE);
    TRY(function_of(function, &f));
    return get_attribute(value, attribute, f);
}

static CUresult set_attribute(CUfunction f, CUfunction_attribute a, int value)
{
    switch (a) {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        REFUSE_IF(value < 0 || value + (int)f->kernel->shared_bytes > 232448, CUDA_ERROR_INVALID_VALUE);
        atomic_store(&f->max_dynamic, value);
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        REFUSE_IF(value < -1 || value > 100, CUDA_ERROR_INVALID_VALUE);
        break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    f->attributes[a] = value;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    CUfunction f;
    TRY(function_of(function, &f));
    return set_attribute(f, attribute, value);
}

CUDA_API CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device)
{
    (void)device;
    return cuFuncGetAttribute(value, attribute, (CUfunction)(void *)kernel);
}

CUDA_API CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device)
{
    (void)device;
    return cuFuncSetAttribute((CUfunction)(void *)kernel, attribute, value);
}

CUDA_API CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
    CUfunction f;
    TRY(function_of(function, &f));
    f->cache = config;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device)
{
    (void)device;
    return cuFuncSetCacheConfig((CUfunction)(void *)kernel, config);
}

CUDA_API CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config)
{
    CUfunction f;
    (void)config;
    return function_of(function, &f);
}

CUDA_API CUresult cuFuncGetModule(CUmodule *module, CUfunction function)
{
    CUfunction f;
    REFUSE_IF(!module, CUDA_ERROR_INVALID_VALUE);
    TRY(function_of(function, &f));
    *module = f->module;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuFuncGetName(const char **name, CUfunction function)
{
    CUfunction f;
    REFUSE_IF(!name, CUDA_ERROR_INVALID_VALUE);
    TRY(function_of(function, &f));
    *name = f->name;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size)
{
    CUfunction f;
    REFUSE_IF(!offset, CUDA_ERROR_INVALID_VALUE);
    TRY(function_of(function, &f));
    REFUSE_IF(index >= f->kernel->param_count, CUDA_ERROR_INVALID_VALUE);
    *offset = f->kernel->params[index].offset;
    if (size)
        *size = f->kernel->params[index].size;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *size)
{
    return cuFuncGetParamInfo((CUfunction)(void *)kernel, index, offset, size);
}

CUDA_API CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function)
{
    CUfunction f;
    REFUSE_IF(!state, CUDA_ERROR_INVALID_VALUE);
    TRY(function_of(function, &f));
    *state = function_is_made(f) ? CU_FUNCTION_LOADING_STATE_LOADED : CU_FUNCTION_LOADING_STATE_UNLOADED;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuFuncLoad(CUfunction function)
{
    CUfunction f;
    const ptx2c_kernel *k;
    TRY(function_of(function, &f));
    return function_kernel(f, NULL, &k);
}

/* ---- occupancy: as if each multiprocessor had the documented resources ------------------------------------------------ */

static int least(int a, int b) { return a < b ? a : b; }

int occupancy(CUfunction f, int threads, size_t shared)
{
    if (threads <= 0 || threads > most_threads(f->kernel))
        return 0;
    const int warps = (threads + 31) / 32;
    const size_t each = f->kernel->shared_bytes + shared + 1024;
    int n = least(32, 2048 / (warps * 32));
    n = least(n, 65536 / (REGISTERS * warps * 32));
    return f->kernel->shared_bytes + shared > 232448 ? 0 : least(n, (int)(233472 / each));
}

CUDA_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function, int threads, size_t shared,
                                                                       unsigned int flags)
{
    CUfunction f;
    REFUSE_IF(!blocks || threads <= 0 || flags > 1, CUDA_ERROR_INVALID_VALUE);
    TRY(function_of(function, &f));
    *blocks = occupancy(f, threads, shared);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads, size_t shared)
{
    return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared, 0);
}

CUDA_API CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_for,
                                                            size_t shared, int limit, unsigned int flags)
{
    CUfunction f;
    REFUSE_IF(!grid || !block || flags > 1, CUDA_ERROR_INVALID_VALUE);
    TRY(function_of(function, &f));
    const int most = limit > 0 ? least(limit, most_threads(f->kernel)) : most_threads(f->kernel);
    int best = 0;
    *grid = *block = 0;
    for (int threads = (most + 31) / 32 * 32; threads > 0; threads -= 32) {
        const int t = least(threads, most), n = occupancy(f, t, shared_for ? shared_for(t) : shared);
        if (n * t > best) {
            best = n * t;
            *block = t;
            *grid = n * device_attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
        }
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_for,
                                                   size_t shared, int limit)
{
    return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, shared_for, shared, limit, 0);
}

CUDA_API CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function, int blocks, int threads)
{
    CUfunction f;
    REFUSE_IF(!bytes || blocks <= 0 || threads <= 0, CUDA_ERROR_INVALID_VALUE);
    TRY(function_of(function, &f));
    const size_t each = 233472 / (size_t)blocks, own = f->kernel->shared_bytes + 1024u;
    *bytes = each > own ? each - own : 0;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function, const CUlaunchConfig *config)
{
    CUfunction f;
    REFUSE_IF(!size || !config, CUDA_ERROR_INVALID_VALUE);
    TRY(function_of(function, &f));
    *size = f->attributes[CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED] ? 16 : 8;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction function, const CUlaunchConfig *config)
{
    CUfunction f;
    REFUSE_IF(!clusters || !config, CUDA_ERROR_INVALID_VALUE);
    TRY(function_of(function, &f));
    unsigned n = 1;
    for (unsigned i = 0; i < config->numAttrs; i++)
        if (config->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
            const CUlaunchAttributeValue *v = &config->attrs[i].value;
            n = v->clusterDim.x * v->clusterDim.y * v->clusterDim.z;
        }
    REFUSE_IF(!n, CUDA_ERROR_INVALID_CLUSTER_SIZE);
    const int threads = (int)(config->blockDimX * config->blockDimY * config->blockDimZ);
    *clusters = occupancy(f, threads, config->sharedMemBytes) * device_attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0) / (int)n;
    if (!*clusters)
        *clusters = 1;
    return CUDA_SUCCESS;
}
