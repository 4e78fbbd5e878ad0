/* device.c: devices, which are the host's processor, their attributes, and contexts. */
#include "internal.h"

#include <unistd.h>

int device_count;
static int sm = 90;
static size_t memory_bytes;
static int processors;

/* Programs make grids of as many CTAs as there are multiprocessors, divided by the size of their clusters: of GPUs none has fewer. */
enum { LARGEST_CLUSTER = 16 };
static CUcontext primary[MOST_DEVICES];
static CUresult initialised = CUDA_ERROR_NOT_INITIALIZED;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_ullong context_ids = 1;

enum { DEEP = 64 };
static _Thread_local struct { CUcontext at[DEEP]; int n; } stack;

/* ---- initialisation -------------------------------------------------------------------------------------------------- */

static int number(const char *name, int least, int most, int otherwise)
{
    const char *text = getenv(name);
    char *end;
    const long v = text ? strtol(text, &end, 10) : otherwise;
    if (!text || !*text)
        return otherwise;
    if (*end || v < least || v > most) {
        cuda_say("%s=%s: not a number from %d to %d", name, text, least, most);
        return otherwise;
    }
    return (int)v;
}

static void child_after_fork(void) { initialised = CUDA_ERROR_NOT_INITIALIZED; }

/* What a kernel is told that asks. */
static bool told_attribute(uint32_t attribute, uint32_t device, int *value)
{
    *value = device_attribute((CUdevice_attribute)attribute, (CUdevice)device);
    return attribute > 0 && attribute < CU_DEVICE_ATTRIBUTE_MAX;
}

void device_tell(CUcontext ctx, const ptx2c_kernel *k)
{
    if (k->device && __atomic_load_n(k->device, __ATOMIC_ACQUIRE) != &ctx->told) /* kernels of one object have one place, and may be running */
        __atomic_store_n(k->device, &ctx->told, __ATOMIC_RELEASE);
}

static bool context_begin(CUcontext c, CUdevice device, unsigned flags)
{
    static const size_t limits[] = {
        [CU_LIMIT_STACK_SIZE] = 1024, [CU_LIMIT_PRINTF_FIFO_SIZE] = 7340032, [CU_LIMIT_MALLOC_HEAP_SIZE] = 8388608,
        [CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH] = 2, [CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT] = 2048,
        [CU_LIMIT_MAX_L2_FETCH_GRANULARITY] = 64,
    };
    c->magic = MAGIC_CONTEXT;
    c->device = device;
    c->flags = flags;
    c->id = atomic_fetch_add(&context_ids, 1);
    atomic_store(&c->failed, CUDA_SUCCESS);
    atomic_store(&c->attached, 0);
    memcpy(c->limits, limits, sizeof limits);
    atomic_store(&c->heap_asked, false);
    atomic_store(&c->heap_used, 0);
    c->told = (ptx2c_device){(uint32_t)device, (uint32_t)device_count, told_attribute, c->limits, graph_told, graph_may_launch, graph_launch_told, node_change, launch_told, heap_take, heap_give};
    pthread_mutex_init(&c->lock, NULL);
    return (c->legacy = stream_new(c, CU_STREAM_DEFAULT, 0)) != NULL;
}

static void initialise(void)
{
    processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    memory_bytes = pages > 0 && bytes > 0 ? (size_t)pages * (size_t)bytes : (size_t)1 << 30;
    device_count = number("PTX2C_DEVICES", 1, MOST_DEVICES, 1);
    sm = number("PTX2C_SM", 50, 121, 90);
    for (int i = 0; i < device_count; i++) {
        primary[i] = handle_new(MAGIC_CONTEXT, sizeof *primary[i], NULL, NULL);
        if (!primary[i]) {
            initialised = CUDA_ERROR_OUT_OF_MEMORY;
            return;
        }
        primary[i]->magic = 0;
        primary[i]->primary = true;
    }
    pthread_atfork(NULL, NULL, child_after_fork);
    initialised = CUDA_SUCCESS;
}

CUresult device_init(void)
{
    return initialised;
}

size_t device_memory(void) { return memory_bytes; }
int device_sm(void) { return sm; }

CUDA_API CUresult cuInit(unsigned int flags)
{
    REFUSE_IF(flags, CUDA_ERROR_INVALID_VALUE);
    pthread_once(&once, initialise);
    return initialised;
}

/* Clients that make PTX themselves ask whether the driver is as new as their compiler, and load machine code otherwise: it is that
 * of the newest PTX that the translator reads, 9.5. */
CUDA_API CUresult cuDriverGetVersion(int *version)
{
    REFUSE_IF(!version, CUDA_ERROR_INVALID_VALUE);
    *version = 13050;
    return CUDA_SUCCESS;
}

/* ---- devices --------------------------------------------------------------------------------------------------------- */

static CUresult device_check(CUdevice device)
{
    TRY(device_init());
    return device >= 0 && device < device_count ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUDA_API CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    TRY(device_check(ordinal));
    REFUSE_IF(!device, CUDA_ERROR_INVALID_VALUE);
    *device = ordinal;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetCount(int *count)
{
    TRY(device_init());
    REFUSE_IF(!count, CUDA_ERROR_INVALID_VALUE);
    *count = device_count;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    TRY(device_check(device));
    REFUSE_IF(!name || length <= 0, CUDA_ERROR_INVALID_VALUE);
    snprintf(name, (size_t)length, "ptx2c (%d processors)", processors);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    TRY(device_check(device));
    REFUSE_IF(!uuid, CUDA_ERROR_INVALID_VALUE);
    memcpy(uuid->bytes, "ptx2c-processor", 15);
    uuid->bytes[15] = (char)device;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) { return cuDeviceGetUuid_v2(uuid, device); }

CUDA_API CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    TRY(device_check(device));
    REFUSE_IF(!bytes, CUDA_ERROR_INVALID_VALUE);
    *bytes = memory_bytes;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    TRY(device_check(device));
    REFUSE_IF(!major || !minor, CUDA_ERROR_INVALID_VALUE);
    *major = sm / 10;
    *minor = sm % 10;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetPCIBusId(char *id, int length, CUdevice device)
{
    TRY(device_check(device));
    REFUSE_IF(!id || length < 13, CUDA_ERROR_INVALID_VALUE);
    snprintf(id, (size_t)length, "0000:%02x:00.0", device + 1);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id)
{
    TRY(device_init());
    REFUSE_IF(!device || !id, CUDA_ERROR_INVALID_VALUE);
    unsigned domain = 0, bus = 0;
    const bool read = sscanf(id, "%x:%x:", &domain, &bus) == 2;
    REFUSE_IF(!read || bus < 1 || (int)bus > device_count, CUDA_ERROR_INVALID_DEVICE);
    *device = (int)bus - 1;
    return CUDA_SUCCESS;
}

/* What is 1 or another number for every device; the others are computed or 0. */
static const struct { short attribute; int value; } attributes[] = {
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 0x7fffffff},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 65535},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 49152},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232448},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 233472},
    {CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 1024},
    {CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 65536},
    {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
    {CU_DEVICE_ATTRIBUTE_MAX_PITCH, 0x7fffffff},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 65536},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 65536},
    {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1000000},
    {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 1000000},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 128},
    {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 33554432},
    {CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, TEXTURE_ALIGN},
    {CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, TEXTURE_PITCH_ALIGN},
    {CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, 512},
    {CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, 1},
    {CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 2},
    {CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 1},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1},
    {CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 1},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 1},
    {CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, 0}, /* else copies and sets of freed memory would have to be let through */
    {CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, 0},
    {CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, 1},
    {CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 1},
    {CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1},
    {CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 1},
    {CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 32},
    {CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 2},
    {CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR},
    {CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1, 1},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS, 0},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, 131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, 268435456},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS, 2048},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, 131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, 65536},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, 65000},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH, 2097120},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS, 2048},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE, 8192},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE, 8192},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS, 2046},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS, 2048},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH, 131072},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT, 65536},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS, 2048},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH, 16384},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH, 32768},
    {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS, 2046},
    {CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE, 0},
    {CU_DEVICE_ATTRIBUTE_NUMA_ID, -1},
    {CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, -1},
};

int device_attribute(CUdevice_attribute a, CUdevice device)
{
    switch (a) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: return sm / 10;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: return sm % 10;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: return processors > LARGEST_CLUSTER ? processors : LARGEST_CLUSTER;
    case CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD: return device_count > 1;
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID: return device + 1;
    default: break;
    }
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (attributes[i].attribute == (short)a)
            return attributes[i].value;
    return 0;
}

CUDA_API CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    TRY(device_check(device));
    REFUSE_IF(!value || (int)attribute <= 0 || attribute >= CU_DEVICE_ATTRIBUTE_MAX, CUDA_ERROR_INVALID_VALUE);
    *value = device_attribute(attribute, device);
    return CUDA_SUCCESS;
}

/* Atomic operations of kernels are the processor's: what PTX has of them in global memory holds for all memory. */
static unsigned atomic_capability(CUatomicOperation o)
{
    enum { WORDS = CU_ATOMIC_CAPABILITY_SCALAR_32 | CU_ATOMIC_CAPABILITY_SCALAR_64, RED = CU_ATOMIC_CAPABILITY_REDUCTION,
           BOTH = CU_ATOMIC_CAPABILITY_SIGNED | CU_ATOMIC_CAPABILITY_UNSIGNED };
    switch (o) {
    case CU_ATOMIC_OPERATION_INTEGER_ADD:
    case CU_ATOMIC_OPERATION_INTEGER_MIN:
    case CU_ATOMIC_OPERATION_INTEGER_MAX: return BOTH | RED | WORDS;
    case CU_ATOMIC_OPERATION_INTEGER_INCREMENT:
    case CU_ATOMIC_OPERATION_INTEGER_DECREMENT: return CU_ATOMIC_CAPABILITY_UNSIGNED | RED | CU_ATOMIC_CAPABILITY_SCALAR_32;
    case CU_ATOMIC_OPERATION_AND:
    case CU_ATOMIC_OPERATION_OR:
    case CU_ATOMIC_OPERATION_XOR: return BOTH | RED | WORDS;
    case CU_ATOMIC_OPERATION_EXCHANGE:
    case CU_ATOMIC_OPERATION_CAS: return BOTH | WORDS | CU_ATOMIC_CAPABILITY_SCALAR_128;
    case CU_ATOMIC_OPERATION_FLOAT_ADD: return CU_ATOMIC_CAPABILITY_SIGNED | RED | WORDS | CU_ATOMIC_CAPABILITY_VECTOR_32x4;
    default: return 0; /* of float: PTX has them of halves only */
    }
}

CUDA_API CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *out, const CUatomicOperation *operations, unsigned int n, CUdevice device)
{
    TRY(device_check(device));
    REFUSE_IF(!out || !operations || !n, CUDA_ERROR_INVALID_VALUE);
    for (unsigned i = 0; i < n; i++) {
        REFUSE_IF(operations[i] > CU_ATOMIC_OPERATION_FLOAT_MAX, CUDA_ERROR_INVALID_VALUE);
        out[i] = atomic_capability(operations[i]);
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *out, const CUatomicOperation *operations, unsigned int n, CUdevice from, CUdevice to)
{
    TRY(device_check(to));
    REFUSE_IF(from == to, CUDA_ERROR_INVALID_DEVICE);
    return cuDeviceGetHostAtomicCapabilities(out, operations, n, from);
}

CUDA_API CUresult cuDeviceGetProperties(CUdevprop *p, CUdevice device)
{
    TRY(device_check(device));
    REFUSE_IF(!p, CUDA_ERROR_INVALID_VALUE);
    *p = (CUdevprop){1024, {1024, 1024, 64}, {0x7fffffff, 65535, 65535}, 49152, 65536, 32, 0x7fffffff, 65536, 1000000, 512};
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *elements, CUarray_format format, unsigned channels, CUdevice device)
{
    TRY(device_check(device));
    const size_t bytes = array_element(format, channels);
    REFUSE_IF(!elements || !bytes, CUDA_ERROR_INVALID_VALUE);
    *elements = 268435456;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetExecAffinitySupport(int *supported, CUexecAffinityType type, CUdevice device)
{
    TRY(device_check(device));
    (void)type;
    REFUSE_IF(!supported, CUDA_ERROR_INVALID_VALUE);
    *supported = 0;
    return CUDA_SUCCESS;
}

/* ---- contexts -------------------------------------------------------------------------------------------------------- */

CUcontext context_peek(void) { return stack.n ? stack.at[stack.n - 1] : NULL; }

CUresult context_current(CUcontext *ctx)
{
    TRY(device_init());
    *ctx = context_peek();
    REFUSE_IF(host_function, CUDA_ERROR_NOT_PERMITTED);
    REFUSE_IF(!*ctx, CUDA_ERROR_INVALID_CONTEXT);
    REFUSE_IF((*ctx)->magic != MAGIC_CONTEXT, CUDA_ERROR_CONTEXT_IS_DESTROYED);
    return (CUresult)atomic_load(&(*ctx)->failed);
}

CUresult context_check(CUcontext ctx)
{
    TRY(device_init());
    return IS(ctx, CONTEXT) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUcontext context_primary(CUdevice device) { return primary[device]; }

/* Ends all that belongs to a context. */
static void context_end(CUcontext c)
{
    context_finish(c);
    context_end_streams(c);
    module_forget_context(c);
    objects_end(c);
    handles_end(c);
    memory_free_all(c);
    stream_release(c->legacy);
    c->legacy = NULL;
    c->magic = 0;
    pthread_mutex_destroy(&c->lock);
}

static bool push(CUcontext c)
{
    if (stack.n == DEEP)
        return false;
    stack.at[stack.n++] = c;
    return true;
}

/* Of a context: at most one of the ways to wait. */
static bool are_flags(unsigned int flags)
{
    const unsigned int wait = flags & CU_CTX_SCHED_MASK;
    return !(flags & ~(unsigned)CU_CTX_FLAGS_MASK) && !(wait & (wait - 1));
}

CUDA_API CUresult cuCtxCreate_v2(CUcontext *ctx, unsigned int flags, CUdevice device)
{
    TRY(device_check(device));
    REFUSE_IF(!ctx || !are_flags(flags), CUDA_ERROR_INVALID_VALUE);
    CUcontext c = handle_new(MAGIC_CONTEXT, sizeof *c, NULL, NULL);
    if (!c || !context_begin(c, device, flags) || !push(c)) {
        handle_end(c);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *ctx = c;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxCreate_v3(CUcontext *ctx, CUexecAffinityParam *affinity, int n, unsigned int flags, CUdevice device)
{
    (void)affinity;
    REFUSE_IF(n, CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
    return cuCtxCreate_v2(ctx, flags, device);
}

CUDA_API CUresult cuCtxCreate_v4(CUcontext *ctx, CUctxCreateParams *params, unsigned int flags, CUdevice device)
{
    REFUSE_IF(params && (params->numExecAffinityParams || params->cigParams), CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
    return cuCtxCreate_v2(ctx, flags, device);
}

CUDA_API CUresult cuCtxDestroy_v2(CUcontext ctx)
{
    TRY(context_check(ctx));
    REFUSE_IF(ctx->primary, CUDA_ERROR_INVALID_CONTEXT);
    context_end(ctx); /* its memory stays: handles to it are looked at */
    if (stack.n && stack.at[stack.n - 1] == ctx)
        stack.n--;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxPushCurrent_v2(CUcontext ctx)
{
    TRY(context_check(ctx));
    return push(ctx) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUDA_API CUresult cuCtxPopCurrent_v2(CUcontext *ctx)
{
    TRY(device_init());
    REFUSE_IF(!stack.n, CUDA_ERROR_INVALID_CONTEXT);
    stack.n--;
    if (ctx)
        *ctx = stack.at[stack.n];
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxSetCurrent(CUcontext ctx)
{
    TRY(device_init());
    if (ctx)
        TRY(context_check(ctx));
    if (stack.n)
        stack.n--;
    return !ctx || push(ctx) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUDA_API CUresult cuCtxGetCurrent(CUcontext *ctx)
{
    TRY(device_init());
    REFUSE_IF(!ctx, CUDA_ERROR_INVALID_VALUE);
    *ctx = context_peek();
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxGetDevice(CUdevice *device)
{
    TRY(device_init());
    REFUSE_IF(!context_peek(), CUDA_ERROR_INVALID_CONTEXT);
    REFUSE_IF(!device, CUDA_ERROR_INVALID_VALUE);
    *device = context_peek()->device;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx)
{
    if (!ctx)
        return cuCtxGetDevice(device);
    TRY(context_check(ctx));
    REFUSE_IF(!device, CUDA_ERROR_INVALID_VALUE);
    *device = ctx->device;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxSynchronize(void)
{
    CONTEXT(ctx);
    TRY(capture_refuse_context(ctx));
    return context_finish(ctx);
}

CUDA_API CUresult cuCtxSynchronize_v2(CUcontext ctx)
{
    if (!ctx)
        return cuCtxSynchronize();
    TRY(context_check(ctx));
    TRY(capture_refuse_context(ctx));
    return context_finish(ctx);
}

CUDA_API CUresult cuCtxGetFlags(unsigned int *flags)
{
    CONTEXT(ctx);
    REFUSE_IF(!flags, CUDA_ERROR_INVALID_VALUE);
    *flags = ctx->flags;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxSetFlags(unsigned int flags)
{
    CONTEXT(ctx);
    REFUSE_IF(!are_flags(flags), CUDA_ERROR_INVALID_VALUE);
    ctx->flags = flags;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxGetId(CUcontext ctx, unsigned long long *id)
{
    REFUSE_IF(!id, CUDA_ERROR_INVALID_VALUE);
    if (!ctx)
        ctx = context_peek();
    TRY(context_check(ctx));
    *id = ctx->id;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version)
{
    REFUSE_IF(!version, CUDA_ERROR_INVALID_VALUE);
    if (ctx)
        TRY(context_check(ctx));
    *version = 3020;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
    CONTEXT(ctx);
    REFUSE_IF((unsigned)limit >= CU_LIMIT_MAX, CUDA_ERROR_UNSUPPORTED_LIMIT);
    REFUSE_IF(limit == CU_LIMIT_MALLOC_HEAP_SIZE && atomic_load(&ctx->heap_asked), CUDA_ERROR_INVALID_VALUE);
    ctx->limits[limit] = value;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxGetLimit(size_t *value, CUlimit limit)
{
    CONTEXT(ctx);
    REFUSE_IF((unsigned)limit >= CU_LIMIT_MAX, CUDA_ERROR_UNSUPPORTED_LIMIT);
    REFUSE_IF(!value, CUDA_ERROR_INVALID_VALUE);
    *value = ctx->limits[limit];
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxResetPersistingL2Cache(void)
{
    CONTEXT(ctx);
    (void)ctx;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxGetCacheConfig(CUfunc_cache *config)
{
    CONTEXT(ctx);
    REFUSE_IF(!config, CUDA_ERROR_INVALID_VALUE);
    *config = ctx->cache;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
    CONTEXT(ctx);
    ctx->cache = config;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config)
{
    CONTEXT(ctx);
    REFUSE_IF(!config, CUDA_ERROR_INVALID_VALUE);
    *config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE; /* as kernels are told: nothing sets them */
    (void)ctx;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxSetSharedMemConfig(CUsharedconfig config)
{
    CONTEXT(ctx);
    (void)ctx;
    REFUSE_IF((unsigned)config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE, CUDA_ERROR_INVALID_VALUE);
    return CUDA_SUCCESS;
}

/* ---- primary contexts ------------------------------------------------------------------------------------------------ */

static pthread_mutex_t primary_lock = PTHREAD_MUTEX_INITIALIZER;

CUDA_API CUresult cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device)
{
    TRY(device_check(device));
    REFUSE_IF(!ctx, CUDA_ERROR_INVALID_VALUE);
    CUcontext c = primary[device];
    pthread_mutex_lock(&primary_lock);
    const bool ready = c->magic == MAGIC_CONTEXT || context_begin(c, device, c->flags);
    c->retained += ready;
    pthread_mutex_unlock(&primary_lock);
    *ctx = ready ? c : NULL;
    return ready ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUDA_API CUresult cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    TRY(device_check(device));
    CUcontext c = primary[device];
    pthread_mutex_lock(&primary_lock);
    bool ready = true;
    if (c->magic == MAGIC_CONTEXT) {
        const int retained = c->retained;
        context_end(c);
        pools_reset(device);
        ready = !retained || context_begin(c, device, c->flags);
    }
    pthread_mutex_unlock(&primary_lock);
    return ready ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUDA_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    TRY(device_check(device));
    CUcontext c = primary[device];
    pthread_mutex_lock(&primary_lock);
    const bool retained = c->retained > 0;
    if (retained && --c->retained == 0)
        context_end(c);
    pthread_mutex_unlock(&primary_lock);
    return retained ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUDA_API CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned int flags)
{
    TRY(device_check(device));
    REFUSE_IF(!are_flags(flags), CUDA_ERROR_INVALID_VALUE);
    primary[device]->flags = flags;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
    TRY(device_check(device));
    if (flags)
        *flags = primary[device]->flags;
    if (active)
        *active = primary[device]->magic == MAGIC_CONTEXT;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDevicePrimaryCtxRelease(CUdevice device) { return cuDevicePrimaryCtxRelease_v2(device); }
CUDA_API CUresult cuDevicePrimaryCtxReset(CUdevice device) { return cuDevicePrimaryCtxReset_v2(device); }
CUDA_API CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) { return cuDevicePrimaryCtxSetFlags_v2(device, flags); }

/* ---- peers ----------------------------------------------------------------------------------------------------------- */

CUDA_API CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    TRY(device_check(device));
    TRY(device_check(peer));
    REFUSE_IF(!can, CUDA_ERROR_INVALID_VALUE);
    *can = device != peer;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice device, CUdevice peer)
{
    TRY(device_check(device));
    TRY(device_check(peer));
    REFUSE_IF(!value, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(device == peer, CUDA_ERROR_INVALID_DEVICE);
    *value = attribute != CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags)
{
    CONTEXT(ctx);
    REFUSE_IF(flags, CUDA_ERROR_INVALID_VALUE);
    TRY(context_check(peer));
    REFUSE_IF(peer->device == ctx->device, CUDA_ERROR_INVALID_DEVICE);
    const unsigned bit = 1u << peer->device;
    return atomic_fetch_or(&ctx->peers, bit) & bit ? CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED : CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
    CONTEXT(ctx);
    TRY(context_check(peer));
    const unsigned bit = 1u << peer->device;
    return atomic_fetch_and(&ctx->peers, ~bit) & bit ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}
