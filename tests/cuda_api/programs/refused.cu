// What CUDA refuses, as what, and which errors stay until somebody asks.
#include "say.h"
#define IS(call, want) \
    do { \
        cudaError_t e_ = (call); \
        if (e_ != (want)) \
            printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorName(e_)); \
    } while (0)

__global__ void nothing() {}
__global__ void large()
{
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
}
__global__ void dies(int *p)
{
    if (threadIdx.x == 3)
        __trap();
    *p = 1;
}
__global__ void store(int *p, int v) { *p = v; }
__constant__ int constant;
static int plain;

static void launches()
{
    nothing<<<1, 2048>>>();
    IS(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
    IS(cudaDeviceSynchronize(), cudaSuccess);
    IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    IS(cudaGetLastError(), cudaSuccess);
    const dim3 grids[] = {0, 1, dim3(1, 65536, 1), 1}, blocks[] = {1, 0, 1, dim3(1, 1, 65)};
    for (int i = 0; i < 4; i++) {
        nothing<<<grids[i], blocks[i]>>>();
        IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    }
    large<<<1, 32, 100 << 10>>>();
    IS(cudaGetLastError(), cudaErrorInvalidValue);
    OK(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
    large<<<1, 32, 64 << 10>>>();
    IS(cudaGetLastError(), cudaSuccess);
    IS(cudaLaunchKernel((const void *)&launches, 1, 1, nullptr, 0, 0), cudaErrorInvalidDeviceFunction);
}

static void memory()
{
    void *p;
    static int mine[1024];
    cudaPointerAttributes a;
    IS(cudaMalloc(&p, (size_t)1 << 60), cudaErrorMemoryAllocation);
    OK(cudaMalloc(&p, 0));
    IS(cudaGetLastError(), cudaErrorMemoryAllocation);
    IS(cudaFree((void *)8), cudaErrorInvalidValue);
    IS(cudaMemcpy(mine, mine + 1, 4, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
    IS(cudaMemcpyToSymbol(constant, mine, 8), cudaErrorInvalidValue);
    IS(cudaMemcpyToSymbol(constant, mine, 4, 4), cudaErrorInvalidValue);
    IS(cudaGetSymbolAddress(&p, plain), cudaErrorInvalidSymbol);
    IS(cudaHostUnregister(mine), cudaErrorHostMemoryNotRegistered);
    OK(cudaHostRegister(mine, sizeof mine, 0));
    IS(cudaHostRegister(mine, sizeof mine, 0), cudaErrorHostMemoryAlreadyRegistered);
    OK(cudaPointerGetAttributes(&a, mine + 3));
    IS(a.type == cudaMemoryTypeHost ? cudaSuccess : cudaErrorUnknown, cudaSuccess);
    OK(cudaHostUnregister(mine));
    IS(cudaSetDevice(99), cudaErrorInvalidDevice);
}

static void textures()
{
    cudaArray_t whole, words;
    cudaTextureObject_t t;
    cudaSurfaceObject_t s;
    char *p;
    size_t pitch;
    const auto pairs = cudaCreateChannelDesc<short2>(), ints = cudaCreateChannelDesc<int>();
    OK(cudaMallocArray(&whole, &pairs, 4, 4));
    OK(cudaMallocArray(&words, &ints, 4, 4));
    cudaResourceDesc r = in_array(whole), w = in_array(words);
    cudaTextureDesc d = {};
    d.filterMode = cudaFilterModeLinear;
    IS(cudaCreateTextureObject(&t, &r, &d, nullptr), cudaErrorInvalidFilterSetting);
    d.readMode = cudaReadModeNormalizedFloat;
    IS(cudaCreateTextureObject(&t, &r, &d, nullptr), cudaSuccess);
    IS(cudaCreateTextureObject(&t, &w, &d, nullptr), cudaErrorInvalidNormSetting);
    IS(cudaCreateSurfaceObject(&s, &w), cudaErrorInvalidValue);
    OK(cudaMallocPitch(&p, &pitch, 12, 3));
    d = {};
    r = {};
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.desc = ints;
    r.res.pitch2D.width = r.res.pitch2D.height = 3;
    r.res.pitch2D.pitchInBytes = pitch;
    r.res.pitch2D.devPtr = p;
    IS(cudaCreateTextureObject(&t, &r, &d, nullptr), cudaSuccess);
    r.res.pitch2D.devPtr = p + 4;
    IS(cudaCreateTextureObject(&t, &r, &d, nullptr), cudaErrorInvalidValue);
    r.res.pitch2D.devPtr = p;
    r.res.pitch2D.pitchInBytes = 12;
    IS(cudaCreateTextureObject(&t, &r, &d, nullptr), cudaErrorInvalidValue);
}

static void streams()
{
    cudaStream_t s;
    cudaEvent_t a, b;
    cudaGraph_t g;
    cudaStreamCaptureStatus capturing;
    float ms;
    OK(cudaEventCreate(&a));
    OK(cudaEventCreateWithFlags(&b, cudaEventDisableTiming));
    IS(cudaEventElapsedTime(&ms, a, a), cudaErrorInvalidResourceHandle);
    OK(cudaEventRecord(a));
    OK(cudaEventRecord(b));
    OK(cudaDeviceSynchronize());
    IS(cudaEventElapsedTime(&ms, a, b), cudaErrorInvalidResourceHandle);
    OK(cudaStreamCreate(&s));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    IS(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
    nothing<<<1, 1, 0, s>>>();
    IS(cudaStreamSynchronize(s), cudaErrorStreamCaptureUnsupported);
    OK(cudaStreamIsCapturing(s, &capturing));
    IS(capturing == cudaStreamCaptureStatusInvalidated ? cudaSuccess : cudaErrorUnknown, cudaSuccess);
    IS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    cudaGetLastError();
    nothing<<<1, 1>>>(); // to the legacy stream, which waits for s
    IS(cudaGetLastError(), cudaErrorStreamCaptureImplicit);
    cudaStreamEndCapture(s, &g);
}

// An error of the device's stays for all that follows, until the device is reset.
static void sticky()
{
    int *p, h = 0;
    void *more;
    cudaGetLastError();
    OK(cudaMalloc(&p, 4));
    dies<<<1, 32>>>(p);
    IS(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    IS(cudaGetLastError(), cudaErrorLaunchFailure);
    IS(cudaGetLastError(), cudaErrorLaunchFailure);
    IS(cudaMalloc(&more, 4), cudaErrorLaunchFailure);
    IS(cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost), cudaErrorLaunchFailure);
    nothing<<<1, 1>>>();
    IS(cudaGetLastError(), cudaErrorLaunchFailure);
    OK(cudaDeviceReset());
    IS(cudaGetLastError(), cudaSuccess);
    OK(cudaMalloc(&p, 4));
    store<<<1, 1>>>(p, 5);
    OK(cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost));
    printf("%d\n", h);
}

int main()
{
    launches();
    memory();
    textures();
    streams();
    sticky();
    return 0;
}
