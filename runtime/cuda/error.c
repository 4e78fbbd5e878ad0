/* error.c: the errors' names and texts, and what is said on standard error. */
#include "internal.h"

#include <stdarg.h>

#define ERRORS(X) \
    X(CUDA_SUCCESS, "no error") \
    X(CUDA_ERROR_INVALID_VALUE, "invalid argument") \
    X(CUDA_ERROR_OUT_OF_MEMORY, "out of memory") \
    X(CUDA_ERROR_NOT_INITIALIZED, "initialization error") \
    X(CUDA_ERROR_DEINITIALIZED, "driver shutting down") \
    X(CUDA_ERROR_PROFILER_DISABLED, "profiler disabled") \
    X(CUDA_ERROR_PROFILER_NOT_INITIALIZED, "profiler not initialized") \
    X(CUDA_ERROR_PROFILER_ALREADY_STARTED, "profiler already started") \
    X(CUDA_ERROR_PROFILER_ALREADY_STOPPED, "profiler already stopped") \
    X(CUDA_ERROR_STUB_LIBRARY, "CUDA driver is a stub library") \
    X(CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, "call requires newer driver") \
    X(CUDA_ERROR_DEVICE_UNAVAILABLE, "CUDA-capable device(s) is/are busy or unavailable") \
    X(CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected") \
    X(CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal") \
    X(CUDA_ERROR_DEVICE_NOT_LICENSED, "device not licensed") \
    X(CUDA_ERROR_INVALID_IMAGE, "device kernel image is invalid") \
    X(CUDA_ERROR_INVALID_CONTEXT, "invalid device context") \
    X(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, "context already current") \
    X(CUDA_ERROR_MAP_FAILED, "map failed") \
    X(CUDA_ERROR_UNMAP_FAILED, "unmap failed") \
    X(CUDA_ERROR_ARRAY_IS_MAPPED, "array is mapped") \
    X(CUDA_ERROR_ALREADY_MAPPED, "resource already mapped") \
    X(CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for execution on the device") \
    X(CUDA_ERROR_ALREADY_ACQUIRED, "already acquired") \
    X(CUDA_ERROR_NOT_MAPPED, "not mapped") \
    X(CUDA_ERROR_NOT_MAPPED_AS_ARRAY, "not mapped as array") \
    X(CUDA_ERROR_NOT_MAPPED_AS_POINTER, "not mapped as pointer") \
    X(CUDA_ERROR_ECC_UNCORRECTABLE, "uncorrectable ECC error encountered") \
    X(CUDA_ERROR_UNSUPPORTED_LIMIT, "limit is not supported on this architecture") \
    X(CUDA_ERROR_CONTEXT_ALREADY_IN_USE, "context already in use") \
    X(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, "peer access is not supported between these two devices") \
    X(CUDA_ERROR_INVALID_PTX, "a PTX JIT compilation failed") \
    X(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, "invalid graphics context") \
    X(CUDA_ERROR_NVLINK_UNCORRECTABLE, "nvlink uncorrectable") \
    X(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, "PTX JIT compiler library not found") \
    X(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "the provided PTX was compiled with an unsupported toolchain") \
    X(CUDA_ERROR_JIT_COMPILATION_DISABLED, "PTX JIT compilation was disabled") \
    X(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, "unsupported exec affinity") \
    X(CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC, "unsupported devside sync") \
    X(CUDA_ERROR_CONTAINED, "contained") \
    X(CUDA_ERROR_INVALID_SOURCE, "device kernel image is invalid") \
    X(CUDA_ERROR_FILE_NOT_FOUND, "file not found") \
    X(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, "shared object symbol not found") \
    X(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, "shared object initialization failed") \
    X(CUDA_ERROR_OPERATING_SYSTEM, "OS call failed or operation not supported on this OS") \
    X(CUDA_ERROR_INVALID_HANDLE, "invalid resource handle") \
    X(CUDA_ERROR_ILLEGAL_STATE, "the operation cannot be performed in the present state") \
    X(CUDA_ERROR_LOSSY_QUERY, "lossy query") \
    X(CUDA_ERROR_NOT_FOUND, "named symbol not found") \
    X(CUDA_ERROR_NOT_READY, "device not ready") \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered") \
    X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch") \
    X(CUDA_ERROR_LAUNCH_TIMEOUT, "the launch timed out and was terminated") \
    X(CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, "launch incompatible texturing") \
    X(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, "peer access is already enabled") \
    X(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, "peer access has not been enabled") \
    X(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, "cannot set while device is active in this process") \
    X(CUDA_ERROR_CONTEXT_IS_DESTROYED, "context is destroyed") \
    X(CUDA_ERROR_ASSERT, "device-side assert triggered") \
    X(CUDA_ERROR_TOO_MANY_PEERS, "peer mapping resources exhausted") \
    X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "part or all of the requested memory range is already mapped") \
    X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, "pointer does not correspond to a registered memory region") \
    X(CUDA_ERROR_HARDWARE_STACK_ERROR, "hardware stack error") \
    X(CUDA_ERROR_ILLEGAL_INSTRUCTION, "an illegal instruction was encountered") \
    X(CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned address") \
    X(CUDA_ERROR_INVALID_ADDRESS_SPACE, "operation not supported on global/shared address space") \
    X(CUDA_ERROR_INVALID_PC, "invalid program counter") \
    X(CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure") \
    X(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, "too many blocks in cooperative launch") \
    X(CUDA_ERROR_TENSOR_MEMORY_LEAK, "tensor memory leak") \
    X(CUDA_ERROR_NOT_PERMITTED, "operation not permitted") \
    X(CUDA_ERROR_NOT_SUPPORTED, "operation not supported") \
    X(CUDA_ERROR_SYSTEM_NOT_READY, "system not ready") \
    X(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, "system driver mismatch") \
    X(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, "compat not supported on device") \
    X(CUDA_ERROR_MPS_CONNECTION_FAILED, "mps connection failed") \
    X(CUDA_ERROR_MPS_RPC_FAILURE, "mps rpc failure") \
    X(CUDA_ERROR_MPS_SERVER_NOT_READY, "mps server not ready") \
    X(CUDA_ERROR_MPS_MAX_CLIENTS_REACHED, "mps max clients reached") \
    X(CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED, "mps max connections reached") \
    X(CUDA_ERROR_MPS_CLIENT_TERMINATED, "mps client terminated") \
    X(CUDA_ERROR_CDP_NOT_SUPPORTED, "cdp not supported") \
    X(CUDA_ERROR_CDP_VERSION_MISMATCH, "cdp version mismatch") \
    X(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "operation not permitted when stream is capturing") \
    X(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "operation failed due to a previous error during capture") \
    X(CUDA_ERROR_STREAM_CAPTURE_MERGE, "operation would result in a merge of separate capture sequences") \
    X(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, "capture was not ended in the same stream as it began") \
    X(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, "capturing stream has unjoined work") \
    X(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, "dependency created on uncaptured work in another stream") \
    X(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, "operation would make the legacy stream depend on a capturing blocking stream") \
    X(CUDA_ERROR_CAPTURED_EVENT, "operation not permitted on an event last recorded in a capturing stream") \
    X(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, "attempt to terminate a thread-local capture sequence from another thread") \
    X(CUDA_ERROR_TIMEOUT, "wait operation timed out") \
    X(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update") \
    X(CUDA_ERROR_EXTERNAL_DEVICE, "external device") \
    X(CUDA_ERROR_INVALID_CLUSTER_SIZE, "invalid cluster size") \
    X(CUDA_ERROR_FUNCTION_NOT_LOADED, "function not loaded") \
    X(CUDA_ERROR_INVALID_RESOURCE_TYPE, "invalid resource type") \
    X(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, "invalid resource configuration") \
    X(CUDA_ERROR_KEY_ROTATION, "key rotation") \
    X(CUDA_ERROR_UNKNOWN, "unknown error")

static const struct { CUresult code; const char *name, *text; } errors[] = {
#define X(code, text) {code, #code, text},
    ERRORS(X)
#undef X
};

static int error_index(CUresult e)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == e)
            return (int)i;
    return -1;
}

CUDA_API CUresult cuGetErrorName(CUresult error, const char **name)
{
    REFUSE_IF(!name, CUDA_ERROR_INVALID_VALUE);
    const int i = error_index(error);
    *name = i < 0 ? NULL : errors[i].name;
    return i < 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUDA_API CUresult cuGetErrorString(CUresult error, const char **text)
{
    REFUSE_IF(!text, CUDA_ERROR_INVALID_VALUE);
    const int i = error_index(error);
    *text = i < 0 ? NULL : errors[i].text;
    return i < 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

void cuda_say(const char *fmt, ...)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char last[2048]; /* what each kernel of a program would say is printed once */
    char line[sizeof last];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    pthread_mutex_lock(&lock);
    if (strcmp(line, last) != 0)
        fprintf(stderr, "ptx2c: %s\n", line);
    strcpy(last, line);
    pthread_mutex_unlock(&lock);
    log_add(line);
}

CUresult cuda_missing(const char *name, atomic_bool *said)
{
    if (!atomic_exchange(said, true))
        cuda_say("%s is not there yet", name);
    return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuda_status(int status)
{
    switch (status) {
    case PTX2C_OK: return CUDA_SUCCESS;
    case PTX2C_BAD_KERNEL: return CUDA_ERROR_INVALID_HANDLE;
    case PTX2C_BAD_GRID: case PTX2C_BAD_BLOCK: case PTX2C_BAD_NTID: case PTX2C_BAD_SHARED: case PTX2C_BAD_ARGS:
        return CUDA_ERROR_INVALID_VALUE;
    case PTX2C_NO_MEMORY: return CUDA_ERROR_OUT_OF_MEMORY;
    case PTX2C_BAD_CLUSTER: return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    case PTX2C_ASSERT: return CUDA_ERROR_ASSERT;
    case PTX2C_STACK: return CUDA_ERROR_HARDWARE_STACK_ERROR;
    case PTX2C_BAD_FLAGS: return CUDA_ERROR_INVALID_IMAGE;
    default: return CUDA_ERROR_LAUNCH_FAILED;
    }
}
