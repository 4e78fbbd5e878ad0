/* proc.c: functions by name and version, and what is not there. */
#include "internal.h"
#include "procs.h"

#define NONE(name, version, symbol)
#define DECLARE_S(name, version, symbol) CUDA_API CUresult symbol##_ptsz();
#define DECLARE_D(name, version, symbol) CUDA_API CUresult symbol##_ptds();
#define REFUSE(name, version, symbol) \
    CUDA_API CUresult symbol(); \
    CUDA_API CUresult symbol() \
    { \
        static atomic_bool said; \
        return cuda_missing(#symbol, &said); \
    }
#if defined __clang__
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#pragma clang diagnostic ignored "-Wstrict-prototypes"
#endif
PROCS(NONE, DECLARE_S, DECLARE_D, REFUSE)

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wcast-function-type"
#endif
typedef CUresult function();
typedef struct Proc {
    const char *name;
    int version;
    function *plain, *per_thread; /* NULL: the same */
} Proc;

static const Proc procs[] = {
#define ROW(name, version, symbol) {#name, version, (function *)symbol, NULL},
#define ROW_S(name, version, symbol) {#name, version, (function *)symbol, symbol##_ptsz},
#define ROW_D(name, version, symbol) {#name, version, (function *)symbol, symbol##_ptds},
    PROCS(ROW, ROW_S, ROW_D, ROW)
};

/* The newest form of a function that a version of CUDA has. */
static const Proc *find(const char *name, int version)
{
    const Proc *best = NULL;
    for (size_t i = 0; i < sizeof procs / sizeof *procs; i++)
        if (procs[i].version <= version && (!best || procs[i].version >= best->version) && strcmp(procs[i].name, name) == 0)
            best = &procs[i];
    return best;
}

static bool known(const char *name)
{
    for (size_t i = 0; i < sizeof procs / sizeof *procs; i++)
        if (strcmp(procs[i].name, name) == 0)
            return true;
    return false;
}

CUresult cuGetProcAddress_v2(const char *name, void **function_out, int version, cuuint64_t flags, CUdriverProcAddressQueryResult *result)
{
    REFUSE_IF(!name || !function_out, CUDA_ERROR_INVALID_VALUE);
    const Proc *p = find(name, version);
    *function_out = NULL;
    if (p) {
        function *f = flags & 2 && p->per_thread ? p->per_thread : p->plain;
        memcpy(function_out, &f, sizeof f);
    }
    if (result)
        *result = p ? CU_GET_PROC_ADDRESS_SUCCESS : known(name) ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return p ? CUDA_SUCCESS : result ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetProcAddress(const char *name, void **function_out, int version, cuuint64_t flags)
{
    return cuGetProcAddress_v2(name, function_out, version, flags, NULL);
}

/* There is no profiler of ours to begin or end. */
CUresult cuProfilerStart(void) { return CUDA_SUCCESS; }
CUresult cuProfilerStop(void) { return CUDA_SUCCESS; }

CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope scope)
{
    (void)target, (void)scope;
    return CUDA_SUCCESS;
}

