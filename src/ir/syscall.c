/* syscall.c: functions that CUDA's device code may call without any module defining them: printf, assertions, memory,
 * and the launch of kernels by kernels.
 *
 * A function of the CUDA device runtime has two names: cudaX, as its documents say, and __cudaCDP2X, as nvcc writes it;
 * with _ptsz behind them where it does so with --default-stream per-thread. */
#include "ir/ir.h"

static const Syscall calls[] = {
    {"vprintf", "ptx2c_vprintf($0, $1)", CALL_SEEN | CALL_ALONE, NULL},
    {"malloc", "ptx2c_malloc($0)", CALL_SEEN | CALL_ALONE | CALL_ASKS, "ptx2c_address32(PTX2C_PTR(ptx2c_malloc($0)), $0)"},
    {"free", "ptx2c_free(PTX2C_PTR($0))", CALL_SEEN | CALL_ALONE | CALL_ASKS, NULL},
    {"__assertfail", "ptx2c_assertfail(PTX2C_PTR($0), PTX2C_PTR($1), $2, PTX2C_PTR($3), c->ctaid, t->tid)", CALL_ENDS | CALL_SEEN | CALL_ALONE, NULL},
    {"cudaGetParameterBufferV2", "ptx2c_child_new(t, $0, $1, $2, $3)", CALL_SEEN, NULL},
    {"cudaGetParameterBuffer", "ptx2c_child_buffer(t, $1)", CALL_SEEN, NULL},
    {"cudaLaunchDeviceV2", "ptx2c_child_launch(t, $0, $1)", CALL_SEEN, NULL},
    {"cudaLaunchDevice", "ptx2c_child_start(t, $0, $1, $2, $3, $4, $5)", CALL_SEEN, NULL},
    {"cudaDeviceSynchronize", "ptx2c_child_wait(t)", CALL_LAUNCHES | CALL_SEEN, NULL},
    {"__cudaDeviceSynchronizeDeprecationAvoidance", "ptx2c_child_wait(t)", CALL_LAUNCHES | CALL_SEEN, NULL}, /* the same, without nvcc's warning */
    {"cudaMemcpyAsync", "ptx2c_child_copy(t, $0, $1, $2, $4)", 0, NULL},
    {"cudaMemsetAsync", "ptx2c_child_set(t, $0, $1, $2, $3)", 0, NULL},
    {"cudaMemcpy2DAsync", "ptx2c_child_copy_rows(t, $0, $1, $2, $3, $4, $5, $7)", 0, NULL},
    {"cudaMemcpy3DAsync", "ptx2c_child_copy_box(t, $0, $1)", 0, NULL},
    {"cudaMemset2DAsync", "ptx2c_child_set_rows(t, $0, $1, $2, $3, $4, $5)", 0, NULL},
    {"cudaMemset3DAsync", "ptx2c_child_set_box(t, $0, $1, $2, $3)", 0, NULL},
    {"cudaGraphSetConditional", "ptx2c_st_u32(PTX2C_PTR($0), $1)", 0, NULL},
    {"cudaGraphLaunch", "ptx2c_child_graph_launch(t, $0, $1)", CALL_ASKS, NULL},
    {"cudaGraphKernelNodeSetParam", "ptx2c_child_change(t, $0, 2, PTX2C_PTR($2), $1, $3)", CALL_ASKS, NULL},
    {"cudaGraphKernelNodeSetEnabled", "ptx2c_child_enable(t, $0, $1)", CALL_ASKS, NULL},
    {"cudaGraphKernelNodeSetGridDim", "ptx2c_child_change(t, $0, 1, $1, 0, 0)", CALL_ASKS, NULL},
    {"cudaGraphKernelNodeUpdatesApply", "ptx2c_child_changes(t, $0, $1)", CALL_ASKS, NULL},
    {"cudaMalloc", "ptx2c_child_malloc(t, $0, $1, ptx2c_malloc($1))", CALL_SEEN | CALL_ASKS, NULL},
    {"cudaFree", "ptx2c_child_free($0)", CALL_SEEN | CALL_ASKS, NULL},
    {"cudaStreamCreateWithFlags", "ptx2c_child_stream(t, $0)", CALL_SEEN, NULL},
    {"cudaEventCreateWithFlags", "ptx2c_child_stream(t, $0)", CALL_SEEN, NULL},
    {"cudaStreamDestroy", "0", CALL_SEEN, NULL}, /* children run in the order of their launches */
    {"cudaEventDestroy", "0", CALL_SEEN, NULL},
    {"cudaEventRecord", "0", CALL_SEEN, NULL},
    {"cudaEventRecordWithFlags", "0", CALL_SEEN, NULL},
    {"cudaStreamWaitEvent", "ptx2c_child_wait_event(t, $0)", CALL_SEEN, NULL},
    {"cudaGetLastError", "ptx2c_child_error(t, true)", CALL_SEEN, NULL},
    {"cudaPeekAtLastError", "ptx2c_child_error(t, false)", CALL_SEEN, NULL},
    {"cudaGetErrorString", "(uint64_t)(uintptr_t)ptx2c_child_message($0, false)", 0, NULL},
    {"cudaGetErrorName", "(uint64_t)(uintptr_t)ptx2c_child_message($0, true)", 0, NULL},
    {"cudaGetDevice", "ptx2c_child_device($0)", CALL_ASKS, NULL},
    {"cudaGetDeviceCount", "ptx2c_child_devices($0)", CALL_ASKS, NULL},
    {"cudaDeviceGetAttribute", "ptx2c_child_attribute(t, $0, $1, $2, $t)", CALL_ASKS, NULL},
    {"cudaRuntimeGetVersion", "ptx2c_child_number($0, 13000)", 0, NULL}, /* the one with these functions */
    {"cudaDeviceGetLimit", "ptx2c_child_limit(t, $0, $1)", CALL_ASKS, NULL},
    {"cudaDeviceGetCacheConfig", "ptx2c_child_number($0, 0)", 0, NULL}, /* no preference */
    {"cudaDeviceGetSharedMemConfig", "ptx2c_child_number($0, 1)", 0, NULL}, /* banks of four bytes */
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", "ptx2c_child_occupancy(t, $0, $1, $2, $3, 0)", 0, NULL},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", "ptx2c_child_occupancy(t, $0, $1, $2, $3, $4)", 0, NULL},
    {"cudaFuncGetAttributes", "ptx2c_child_attributes(t, $0, $1)", 0, NULL},
};

static bool is_named(const char *name, const char *call)
{
    static const char own[] = "cuda", second[] = "__cudaCDP2";
    if (strncmp(call, own, strlen(own)) == 0) {
        call += strlen(own);
        const char *begins = strncmp(name, second, strlen(second)) == 0 ? second : own;
        if (strncmp(name, begins, strlen(begins)) != 0)
            return false;
        name += strlen(begins);
        const size_t n = strlen(call);
        return strncmp(name, call, n) == 0 && (!name[n] || strcmp(name + n, "_ptsz") == 0);
    }
    return strcmp(name, call) == 0;
}

const Syscall *syscall_find(const Sym *s)
{
    if (!s || s->kind != SYM_FUNC || !s->fn || s->fn->ins.n)
        return NULL;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (is_named(s->name, calls[i].name))
            return &calls[i];
    return NULL;
}

bool syscall_is(const Sym *s, unsigned what)
{
    const Syscall *c = syscall_find(s);
    return c && c->is & what;
}

unsigned syscall_kinds(const Module *m)
{
    unsigned kinds = 0;
    for (int i = 0; i < m->fns.n; i++) {
        const Syscall *c = syscall_find(m->fns.at[i]->sym);
        kinds |= c ? c->is : 0;
    }
    return kinds;
}
