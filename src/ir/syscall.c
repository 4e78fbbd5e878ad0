/* syscall.c: functions that CUDA's device code may call without any module defining them: printf, assertions, memory,
 * and the launch of kernels by kernels.
 *
 * A function of the CUDA device runtime has three names: cudaX, as its documents say, __cudaCDP2X, as nvcc writes it, and
 * __cudaCDP2X_ptsz, as it does with --default-stream per-thread. */
#include "ir/ir.h"

static const Syscall calls[] = {
    {"vprintf", "ptx2c_vprintf($0, $1)", false, false, NULL},
    {"malloc", "ptx2c_malloc($0)", false, false, "ptx2c_address32(PTX2C_PTR(ptx2c_malloc($0)), $0)"},
    {"free", "free(PTX2C_PTR($0))", false, false, NULL},
    {"__assertfail", "ptx2c_assertfail(PTX2C_PTR($0), PTX2C_PTR($1), $2, PTX2C_PTR($3), c->ctaid, t->tid)", true, false, NULL},
    {"cudaGetParameterBufferV2", "ptx2c_child_new(t, $0, $1, $2, $3)", false, false, NULL},
    {"cudaGetParameterBuffer", "ptx2c_child_buffer(t, $1)", false, false, NULL},
    {"cudaLaunchDeviceV2", "ptx2c_child_launch(t, $0, $1)", false, false, NULL},
    {"cudaLaunchDevice", "ptx2c_child_start(t, $0, $1, $2, $3, $4, $5)", false, false, NULL},
    {"cudaDeviceSynchronize", "ptx2c_child_wait(t)", false, true, NULL},
    {"cudaMemcpyAsync", "ptx2c_child_copy(t, $0, $1, $2, $4)", false, false, NULL},
    {"cudaMemsetAsync", "ptx2c_child_set(t, $0, $1, $2, $3)", false, false, NULL},
    {"cudaMemcpy2DAsync", "ptx2c_child_copy_rows(t, $0, $1, $2, $3, $4, $5, $7)", false, false, NULL},
    {"cudaMemcpy3DAsync", "ptx2c_child_copy_box(t, $0, $1)", false, false, NULL},
    {"cudaMemset2DAsync", "ptx2c_child_set_rows(t, $0, $1, $2, $3, $4, $5)", false, false, NULL},
    {"cudaMemset3DAsync", "ptx2c_child_set_box(t, $0, $1, $2, $3)", false, false, NULL},
    {"cudaGraphSetConditional", "ptx2c_st_u32(PTX2C_PTR($0), $1)", false, false, NULL},
    {"cudaMalloc", "ptx2c_child_malloc(t, $0, $1, ptx2c_malloc($1))", false, false, NULL},
    {"cudaFree", "ptx2c_child_free($0)", false, false, NULL},
    {"cudaStreamCreateWithFlags", "ptx2c_child_stream($0)", false, false, NULL},
    {"cudaEventCreateWithFlags", "ptx2c_child_stream($0)", false, false, NULL},
    {"cudaStreamDestroy", "0", false, false, NULL}, /* children run in the order of their launches: nothing to order */
    {"cudaEventDestroy", "0", false, false, NULL},
    {"cudaEventRecord", "0", false, false, NULL},
    {"cudaEventRecordWithFlags", "0", false, false, NULL},
    {"cudaStreamWaitEvent", "0", false, false, NULL},
    {"cudaGetLastError", "ptx2c_child_error(t, true)", false, false, NULL},
    {"cudaPeekAtLastError", "ptx2c_child_error(t, false)", false, false, NULL},
    {"cudaGetErrorString", "(uint64_t)(uintptr_t)ptx2c_child_message($0, false)", false, false, NULL},
    {"cudaGetErrorName", "(uint64_t)(uintptr_t)ptx2c_child_message($0, true)", false, false, NULL},
    {"cudaGetDevice", "ptx2c_child_number($0, 0)", false, false, NULL},
    {"cudaGetDeviceCount", "ptx2c_child_number($0, 1)", false, false, NULL},
    {"cudaDeviceGetAttribute", "ptx2c_child_attribute(t, $0, $1)", false, false, NULL},
    {"cudaRuntimeGetVersion", "ptx2c_child_number($0, 13000)", false, false, NULL}, /* the one with these functions */
    {"cudaDeviceGetLimit", "ptx2c_child_limit(t, $0, $1)", false, false, NULL},
    {"cudaDeviceGetCacheConfig", "ptx2c_child_number($0, 0)", false, false, NULL}, /* no preference */
    {"cudaDeviceGetSharedMemConfig", "ptx2c_child_number($0, 1)", false, false, NULL}, /* banks of four bytes */
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", "ptx2c_child_occupancy(t, $0, $1, $2, $3, 0)", false, false, NULL},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", "ptx2c_child_occupancy(t, $0, $1, $2, $3, $4)", false, false, NULL},
    {"cudaFuncGetAttributes", "ptx2c_child_attributes(t, $0, $1)", false, false, NULL},
};

static bool is_named(const char *name, const char *call)
{
    if (strncmp(name, "__cudaCDP2", 10) != 0 || strncmp(call, "cuda", 4) != 0)
        return strcmp(name, call) == 0;
    const size_t n = strlen(call + 4);
    return strncmp(name + 10, call + 4, n) == 0 && (!name[10 + n] || strcmp(name + 10 + n, "_ptsz") == 0);
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

bool syscall_ends(const Sym *s)
{
    const Syscall *c = syscall_find(s);
    return c && c->ends;
}

bool syscall_waits(const Module *m)
{
    for (int i = 0; i < m->fns.n; i++) {
        const Syscall *c = syscall_find(m->fns.at[i]->sym);
        if (c && c->launches)
            return true;
    }
    return false;
}
