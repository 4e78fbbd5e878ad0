// needs: -lcuda
// What programs ask before they begin: devices by bus and by properties, limits, flags, versions, and how errors are told.
#include "say.h"
#include <cuda.h>
#include <cstring>

#define CODE(x) printf(#x ": %s\n", cudaGetErrorName(x))
__global__ void id(int *p) { *p = threadIdx.x + 7; }
int main()
{
    int driver, runtime, n, d;
    OK(cudaDriverGetVersion(&driver));
    OK(cudaRuntimeGetVersion(&runtime));
    printf("versions %d %d\n", driver >= runtime, runtime / 1000 == CUDART_VERSION / 1000);
    OK(cudaGetDeviceCount(&n));
    OK(cudaInitDevice(0, 0, 0));
    cudaDeviceProp p = {}, want = {};
    OK(cudaGetDeviceProperties(&p, 0));
    want.major = p.major;
    want.minor = p.minor;
    OK(cudaChooseDevice(&d, &want));
    char bus[32];
    OK(cudaDeviceGetPCIBusId(bus, sizeof bus, d));
    int again = -1;
    OK(cudaDeviceGetByPCIBusId(&again, bus));
    printf("%d devices, chose %d, by its bus %d, warps of %d\n", n, d, again, p.warpSize);
    CODE(cudaDeviceGetByPCIBusId(&again, "ffff:ff:1f.7"));
    CODE(cudaDeviceGetPCIBusId(bus, 2, 0));
    int order[] = {0};
    OK(cudaSetValidDevices(order, 1));
    unsigned flags;
    OK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync | cudaDeviceMapHost));
    OK(cudaGetDeviceFlags(&flags));
    printf("flags %d\n", (flags & cudaDeviceScheduleMask) == cudaDeviceScheduleBlockingSync);
    CODE(cudaSetDeviceFlags(7));
    size_t v;
    for (int i = 0; i < 3; i++) {
        OK(cudaDeviceGetLimit(&v, (cudaLimit)i));
        OK(cudaDeviceSetLimit((cudaLimit)i, v + v / 2));
        size_t w;
        OK(cudaDeviceGetLimit(&w, (cudaLimit)i));
        printf("limit %d: %d\n", i, w >= v + v / 2);
    }
    CODE(cudaDeviceSetLimit((cudaLimit)77, 1));
    CODE(cudaDeviceGetLimit(&v, (cudaLimit)77));
    cudaFuncCache cache;
    OK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    OK(cudaDeviceGetCacheConfig(&cache));
    printf("cache %d\n", cache == cudaFuncCachePreferL1 || cache == cudaFuncCachePreferNone);
    cudaSharedMemConfig banks;
    OK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
    OK(cudaDeviceGetSharedMemConfig(&banks));
    OK(cudaFuncSetSharedMemConfig((const void *)id, cudaSharedMemBankSizeFourByte));
    OK(cudaFuncSetCacheConfig(id, cudaFuncCachePreferShared));
    size_t free, total;
    OK(cudaMemGetInfo(&free, &total));
    printf("memory %d %d\n", free > 0 && free <= total, total == p.totalGlobalMem);
    cudaStream_t s;
    OK(cudaStreamCreate(&s));
    OK(cudaStreamGetDevice(s, &d));
    printf("stream's device %d\n", d);
    CODE(cudaSetDevice(n));
    CODE(cudaSetDevice(-1));
    CODE(cudaGetDevice(nullptr));
    CODE(cudaDeviceGetAttribute(&d, (cudaDeviceAttr)9999, 0));
    CODE(cudaDeviceGetAttribute(&d, cudaDevAttrWarpSize, 99));
    CODE(cudaMalloc(nullptr, 4));
    CODE(cudaFree((void *)16));
    CODE(cudaMemcpy(&d, &v, 4, (cudaMemcpyKind)9));
    CODE(cudaEventRecord(nullptr, s));
    CODE(cudaEventDestroy(nullptr));
    CODE(cudaStreamCreateWithFlags(&s, 77));
    cudaEvent_t e;
    CODE(cudaEventCreateWithFlags(&e, 64));
    CODE(cudaHostAlloc((void **)&v, 4, 77));
    CODE(cudaMallocManaged((void **)&v, 0, cudaMemAttachGlobal));
    CODE(cudaMallocManaged((void **)&v, 4, 77));
    CODE(cudaFreeHost((void *)&d));
    CODE(cudaHostUnregister((void *)&d));
    CODE(cudaHostGetDevicePointer((void **)&v, &d, 0));
    int *q;
    OK(cudaMalloc(&q, 4));
    id<<<0, 1>>>(q);
    CODE(cudaGetLastError());
    id<<<1, 4096>>>(q);
    CODE(cudaPeekAtLastError());
    CODE(cudaGetLastError());
    CODE(cudaGetLastError());
    id<<<1, 1, 1 << 30>>>(q);
    CODE(cudaGetLastError());
    CODE(cudaFuncSetAttribute(id, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 28));
    CODE(cudaFuncSetAttribute(nullptr, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
    CODE(cudaGetLastError());
    cudaFuncAttributes fa;
    CODE(cudaFuncGetAttributes(&fa, &d));
    CODE(cudaMemset(q, 0, 1 << 20));
    CODE(cudaMemcpyToSymbol(&d, &d, 4));
    (void)cudaGetLastError();
    int value = 0;
    id<<<1, 1>>>(q);
    OK(cudaMemcpy(&value, q, 4, cudaMemcpyDefault));
    printf("%d\n", value);
    void *f;
    cudaDriverEntryPointQueryResult found;
    OK(cudaGetDriverEntryPointByVersion("cuDeviceGetName", &f, 12000, cudaEnableDefault, &found));
    char name[100] = "";
    CUresult r = ((CUresult(*)(char *, int, CUdevice))f)(name, sizeof name, 0);
    printf("entry %d %d %d\n", found == cudaDriverEntryPointSuccess, r, strcmp(name, p.name) == 0);
    OK(cudaGetDriverEntryPointByVersion("cuNoSuchThing", &f, 12000, cudaEnableDefault, &found));
    printf("entry %d %d\n", found == cudaDriverEntryPointSymbolNotFound, f == nullptr);
    printf("%s / %s\n", cudaGetErrorString(cudaErrorLaunchOutOfResources), cudaGetErrorName((cudaError_t)12345));
    int names = 0;
    for (int i = 900; i <= 915; i++)
        names += cudaGetErrorName((cudaError_t)i)[0] == 'c';
    printf("%d names; %s\n", names, cudaGetErrorString(cudaErrorStreamCaptureMerge));
    OK(cudaFree(q));
    CODE(cudaFree(q));
    OK(cudaDeviceReset());
    return 0;
}
