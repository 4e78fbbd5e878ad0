/* A program as nvcc makes one: fat binaries with PTX in their sections, and the calls by which its host code registers and
 * launches what is in them.  -DLINKED: in two files that are linked when the program starts, as with nvcc -rdc=true, beside machine code;
 * -DMACHINE: with machine code only. */
#include "rt_types.h"
#include "fatbin.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef MACHINE
#define KIND "2"
#else
#define KIND "1"
#endif
#ifdef LINKED
#define SECTION "__nv_relfatbin"
#else
#define SECTION ".nv_fatbin"
#endif

extern const char code_a[] __attribute__((visibility("hidden"))), code_b[] __attribute__((visibility("hidden")));

#define NEXT \
    ".visible .func (.param .b32 r) next(.param .b32 x)\\n" \
    "{ .reg .b32 %r<3>; bar.sync 0; ld.param.u32 %r1, [x]; add.u32 %r2, %r1, 1; st.param.b32 [r], %r2; ret; }\\n"
#ifdef LINKED
#define FIRST ".extern .func (.param .b32 r) next(.param .b32 x);\\n"
#define SECOND NEXT
#else
#define FIRST NEXT
#define SECOND ".visible .entry other(.param .u64 out) { ret; }\\n"
#endif

FATBIN("code_a", SECTION, KIND, ".asciz \"" HEAD ".visible .global .align 4 .u32 calls = 40;\\n.visible .const .align 4 .b8 table[24];\\n" FIRST
       ".visible .entry kernel(.param .u64 out)\\n"
       "{ .reg .b32 %r<9>; .reg .b64 %rd<3>; .local .align 4 .b8 room[40];\\n"
       "ld.param.u64 %rd1, [out];\\n"
       "mov.u32 %r1, %tid.x; and.b32 %r4, %r1, 7; shl.b32 %r4, %r4, 2; mov.u32 %r5, room; add.u32 %r4, %r4, %r5;\\n"
       "st.local.u32 [%r4], %r1; st.local.u32 [room+36], 0; ld.local.u32 %r1, [%r4];\\n"
       "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call.uni (b), next, (a); ld.param.b32 %r2, [b]; }\\n"
       "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2; st.global.u32 [%rd1], %r2;\\n"
       "atom.global.add.u32 %r3, [calls], 1; ret; }\\n\"");
FATBIN("code_b", SECTION, KIND, ".asciz \"" HEAD SECOND "\"");
#ifdef LINKED
extern const char code_linked[] __attribute__((visibility("hidden"))); /* machine code, as nvcc links it of both */
FATBIN("code_linked", ".nv_fatbin", "2", ".asciz \"machine code\"");
#endif

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *thread, void *block,
                            void *block_size, void *grid_size, int *warp);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant, int global);

const char *cudaGetErrorName(cudaError_t e);
cudaError_t cudaMalloc(void **p, size_t bytes);
cudaError_t cudaLaunchKernel(const void *f, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *f);

/* The host's names are those of the device. */
int kernel, other, next, calls;

static void check(cudaError_t e, int line)
{
    if (e)
        fprintf(stderr, "line %d: %s\n", line, cudaGetErrorName(e));
    if (e)
        exit(1);
}
#define CHECK(call) check(call, __LINE__)

int main(void)
{
    static const void *const files[] = {code_b, code_a, NULL}; /* a linker's order */
    static Wrapper a = {0x466243b1, 1, code_a, NULL}, b = {0x466243b1, 1, code_b, NULL};
#ifdef LINKED
    a.version = 2;
    a.code = code_linked;
    a.files = files;
#endif
    (void)files;
    void **ha = __cudaRegisterFatBinary(&a), **hb = __cudaRegisterFatBinary(&b);
    __cudaRegisterFunction(ha, (char *)&kernel, NULL, "kernel", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(hb, (char *)&other, NULL, "other", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterVar(ha, (char *)&calls, NULL, "calls", 0, 4, 0, 0);
    unsigned *out, host[64], count = 0;
    CHECK(cudaMalloc((void **)&out, sizeof host));
    void *args[] = {&out};
    const dim3 one = {1, 1, 1}, block = {64, 1, 1};
#ifdef MACHINE /* each fails, and it is said once */
    for (int i = 0; i < 3; i++)
        if (cudaLaunchKernel(i ? &kernel : &other, one, block, args, 0, NULL) == 0)
            return 1;
    return 0;
#endif
    for (int i = 0; i < 2; i++)
        CHECK(cudaLaunchKernel(&kernel, one, block, args, 0, NULL));
#ifndef LINKED
    CHECK(cudaLaunchKernel(&other, one, block, args, 0, NULL));
#endif
    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&count, &calls, 4, 0, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < 64; i++)
        if (host[i] != i + 1)
            return 1;
    CHECK(cudaDeviceReset());
    unsigned again = 0; /* it begins with what it began with */
    CHECK(cudaMemcpyFromSymbol(&again, &calls, 4, 0, cudaMemcpyDeviceToHost));
    struct cudaFuncAttributes is;
    CHECK(cudaFuncGetAttributes(&is, &kernel));
    printf("%u %u, constants %zu, local %zu, shared %zu, at most %d of %d\n", count, again, is.constSizeBytes, is.localSizeBytes, is.sharedSizeBytes,
           is.maxThreadsPerBlock, is.numRegs);
    return 0;
}
