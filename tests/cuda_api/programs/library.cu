// Kernels from PTX at run time: libraries of the runtime API, beside those of the program.
#include "say.h"
#include <string>
#include <cstring>
static const char ptx[] = R"(.version 7.8
.target sm_75
.address_size 64
.visible .global .align 4 .u32 count = 5;
.visible .global .attribute(.managed) .align 4 .u32 shared[2] = {7, 8};
.visible .const .align 4 .f32 factor[2] = {0f40000000, 0f40400000};
.visible .entry times(.param .u64 p, .param .u32 n, .param .align 8 .b8 pair[16])
{
    .reg .pred %p<2>; .reg .b32 %r<8>; .reg .f32 %f<6>; .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [n]; ld.param.f32 %f3, [pair+8];
    mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4;
    setp.ge.u32 %p1, %r5, %r1;
    @%p1 bra $done;
    mul.wide.u32 %rd2, %r5, 4; add.u64 %rd3, %rd1, %rd2;
    ld.global.f32 %f1, [%rd3]; ld.const.f32 %f2, [factor+4];
    fma.rn.f32 %f4, %f1, %f2, %f3; st.global.f32 [%rd3], %f4;
    atom.global.add.u32 %r6, [count], 1;
$done: ret;
}
.visible .entry nothing() { ret; }
)";
static const char bad[] = ".version 7.8\n.target sm_75\n.address_size 64\n.visible .entry k() { add.u32 %r1, 1; ret; }\n";
__global__ void own(float *p) { p[threadIdx.x] *= 2; }
static void logged(void *data, cudaLogLevel, char *text, size_t) { if (strstr(text, "add")) *(int *)data = 1; }
struct Pair { double a; float b; };
int main()
{
    cudaLibrary_t lib;
    OK(cudaLibraryLoadData(&lib, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
    unsigned n;
    OK(cudaLibraryGetKernelCount(&n, lib));
    cudaKernel_t all[2], k, none;
    OK(cudaLibraryEnumerateKernels(all, 2, lib));
    OK(cudaLibraryGetKernel(&k, lib, "times"));
    printf("%u kernels, found %d, none: %s\n", n, k == all[0] || k == all[1], cudaGetErrorName(cudaLibraryGetKernel(&none, lib, "time")));
    for (size_t i = 0; i < 4; i++) {
        size_t at = 0, size = 0;
        cudaError_t e = cudaFuncGetParamInfo((const void *)k, i, &at, &size);
        printf("parameter %d: %s %d %d\n", (int)i, cudaGetErrorName(e), (int)at, (int)size);
    }
    float *p;
    OK(cudaMallocManaged(&p, 100 * 4));
    for (int i = 0; i < 100; i++)
        p[i] = i;
    int count = 70;
    Pair pair = {1, 0.5f};
    void *args[] = {&p, &count, &pair};
    OK(cudaLaunchKernel((const void *)k, dim3(4), dim3(32), args, 0, nullptr));
    OK(cudaDeviceSynchronize());
    printf("%g %g %g\n", p[1], p[69], p[70]);
    void *at;
    size_t bytes;
    unsigned seen = 0;
    OK(cudaLibraryGetGlobal(&at, &bytes, lib, "count"));
    OK(cudaMemcpy(&seen, at, bytes, cudaMemcpyDefault));
    printf("counted %u in %d bytes; %s\n", seen, (int)bytes, cudaGetErrorName(cudaLibraryGetGlobal(&at, &bytes, lib, "counts")));
    unsigned *shared;
    OK(cudaLibraryGetManaged((void **)&shared, &bytes, lib, "shared"));
    printf("managed %u of %d bytes; %s\n", shared[1], (int)bytes, cudaGetErrorName(cudaLibraryGetManaged(&at, &bytes, lib, "count")));
    printf("%s\n", cudaGetErrorName(cudaLibraryGetUnifiedFunction(&at, lib, "nothing")));
    cudaFuncAttributes a;
    OK(cudaFuncGetAttributes(&a, (const void *)k));
    OK(cudaKernelSetAttributeForDevice(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000, 0));
    int blocks;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)k, 64, 0));
    printf("attributes %d %d %d\n", a.maxThreadsPerBlock >= 256, (int)a.constSizeBytes >= 8, blocks > 0);
    cudaKernel_t mine;
    OK(cudaGetKernel(&mine, (const void *)own));
    void *one[] = {&p};
    cudaLaunchConfig_t c = {};
    c.gridDim = 1;
    c.blockDim = 10;
    OK(cudaLaunchKernelExC(&c, (const void *)mine, one));
    OK(cudaDeviceSynchronize());
    printf("%g %g\n", p[9], p[10]);
    int heard = 0;
    cudaLogsCallbackHandle h;
    OK(cudaLogsRegisterCallback((cudaLogsCallback_t)logged, &heard, &h));
    cudaLogIterator it;
    OK(cudaLogsCurrent(&it, 0));
    char log[1000] = "", info[1000] = "";
    cudaJitOption options[] = {cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes};
    void *values[] = {log, (void *)(uintptr_t)sizeof log};
    cudaLibrary_t wrong;
    printf("%s\n", cudaGetErrorName(cudaLibraryLoadData(&wrong, bad, options, values, 2, nullptr, nullptr, 0)));
    printf("log %d\n", strstr(log, "add") != nullptr);
    size_t size = sizeof info;
    OK(cudaLogsDumpToMemory(&it, info, &size, 0));
    OK(cudaLogsUnregisterCallback(h));
    printf("%s\n", cudaGetErrorName(cudaLibraryLoadFromFile(&wrong, "/no/such/file", nullptr, nullptr, 0, nullptr, nullptr, 0)));
    OK(cudaLibraryUnload(lib));
    printf("%s\n", cudaGetErrorName(cudaLibraryUnload(nullptr)));
    return 0;
}
