/* What kernels are told of the device that they run on is what the host is told: all attributes, limits, its number.  With 2 devices. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include "rt_types.h"
#include <pthread.h>

#define DECLARED(name, params) ".extern .func (.param .b32 r) " name "(" params ");\n"
#define KERNEL(name, rest) ".visible .entry " name "(.param .u64 out, .param .u32 device)\n{\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n" \
    "mov.u32 %r1, %tid.x;\nld.param.u64 %d1, [out];\nld.param.u32 %r2, [device];\nmad.wide.u32 %d2, %r1, 16, %d1;\nadd.s64 %d3, %d2, 8;\n" \
    "{\n.param .b64 p;\n.param .b32 q;\n.param .b32 s;\n.param .b32 t;\nst.param.b64 [p], %d2;\nst.param.b32 [q], %r1;\nst.param.b32 [s], %r2;\n" \
    rest "ld.param.b32 %r3, [t];\n}\nst.global.u32 [%d3], %r3;\nret;\n}\n"

static const char text[] = ".version 7.8\n.target sm_80\n.address_size 64\n"
    DECLARED("cudaDeviceGetAttribute", ".param .b64 p, .param .b32 a, .param .b32 d")
    DECLARED("__cudaCDP2DeviceGetLimit", ".param .b64 p, .param .b32 a")
    DECLARED("cudaGetDevice", ".param .b64 p")
    DECLARED("cudaGetDeviceCount", ".param .b64 p")
    KERNEL("attributes", "call.uni (t), cudaDeviceGetAttribute, (p, q, s);\n")
    KERNEL("limits", "call.uni (t), __cudaCDP2DeviceGetLimit, (p, q);\n")
    KERNEL("number", "call.uni (t), cudaGetDevice, (p);\n")
    KERNEL("count", "call.uni (t), cudaGetDeviceCount, (p);\n");

enum { ATTRIBUTES = 200, LIMITS = 10 };

typedef struct Told { uint64_t value; uint32_t status, unused; } Told;

/* What n threads are told. */
static const Told *ask(CUmodule m, const char *kernel, unsigned n, int device)
{
    static Told told[ATTRIBUTES];
    CUdeviceptr at;
    CHECK(cuMemAlloc_v2(&at, sizeof told));
    CHECK(cuMemsetD8_v2(at, 0, sizeof told));
    void *args[] = {&at, &device};
    CHECK(cuLaunchKernel(function(m, kernel), 1, 1, 1, n, 1, 1, 0, NULL, args, NULL));
    CHECK(cuMemcpyDtoH_v2(told, at, sizeof told));
    CHECK(cuMemFree_v2(at));
    return told;
}

static void attributes(CUmodule m, int device)
{
    const Told *told = ask(m, "attributes", ATTRIBUTES, device);
    for (int a = 0; a < ATTRIBUTES; a++) {
        int value = 0;
        const CUresult e = cuDeviceGetAttribute(&value, (CUdevice_attribute)a, device);
        if (told[a].status != (uint32_t)e || (int)told[a].value != value)
            fprintf(stderr, "attribute %d of device %d: %d, status %u; for the host %d, status %d\n", a, device, (int)told[a].value,
                    told[a].status, value, (int)e);
        EXPECT(told[a].status == (uint32_t)e && (int)told[a].value == value);
    }
}

static void limits(CUmodule m)
{
    CHECK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, (size_t)5 << 32));
    const Told *told = ask(m, "limits", LIMITS, 0);
    for (int l = 0; l <= CU_LIMIT_MAX_L2_FETCH_GRANULARITY; l++) {
        size_t value;
        CHECK(cuCtxGetLimit(&value, (CUlimit)l));
        EXPECT(told[l].status == 0 && told[l].value == value);
    }
    EXPECT(told[LIMITS - 1].status == CUDA_ERROR_UNSUPPORTED_LIMIT);
}

/* ---- many threads, many streams --------------------------------------------------------------------------------------- */

enum { THREADS = 8, STREAMS = 4 };

typedef struct Work { CUcontext ctx; CUmodule m; unsigned first; } Work;

static void *work(void *data)
{
    static const char *const kernels[] = {"number", "count", "limits", "attributes"};
    const Work *w = data;
    CUstream s[STREAMS];
    CUdeviceptr at[STREAMS];
    int device = 0;
    CHECK(cuCtxSetCurrent(w->ctx));
    for (int i = 0; i < STREAMS; i++) {
        CHECK(cuStreamCreate(&s[i], CU_STREAM_NON_BLOCKING));
        CHECK(cuMemAlloc_v2(&at[i], sizeof(Told)));
    }
    for (unsigned k = 0; k < 4; k++) /* a kernel that is looked up while others run */
        for (int i = 0; i < STREAMS; i++) {
            void *args[] = {&at[i], &device};
            CHECK(cuLaunchKernel(function(w->m, kernels[(k + w->first) % 4]), 1, 1, 1, 1, 1, 1, 0, s[i], args, NULL));
        }
    for (int i = 0; i < STREAMS; i++) {
        CHECK(cuStreamSynchronize(s[i]));
        CHECK(cuStreamDestroy_v2(s[i]));
        CHECK(cuMemFree_v2(at[i]));
    }
    return NULL;
}

static void many(CUcontext ctx)
{
    CUmodule m;
    CHECK(cuModuleLoadData(&m, text));
    Work w[4];
    pthread_t t[THREADS];
    for (unsigned i = 0; i < 4; i++)
        w[i] = (Work){ctx, m, i};
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, &w[i % 4]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    CHECK(cuModuleUnload(m));
}

/* Times of events of two devices can't be compared. */
static void times(CUcontext of[2])
{
    CUevent e[2];
    float ms;
    for (int i = 0; i < 2; i++) {
        CHECK(cuCtxSetCurrent(of[i]));
        CHECK(cuEventCreate(&e[i], 0));
        CHECK(cuEventRecord(e[i], NULL));
        CHECK(cuEventSynchronize(e[i]));
    }
    CHECK(cuEventElapsedTime_v2(&ms, e[0], e[0]));
    REFUSED(cuEventElapsedTime_v2(&ms, e[0], e[1]), CUDA_ERROR_INVALID_HANDLE);
}

int cudaSetDevice(int device);
int cudaMalloc(void **p, size_t bytes);
int cudaLaunchHostFunc(CUstream stream, CUhostFn function, void *data);
int cudaMemset(void *p, int value, size_t bytes);
int cudaMemsetAsync(void *p, int value, size_t bytes, CUstream stream);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
int cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes);
int cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *box);

static void slowly(void *unused)
{
    const struct timespec t = {0, 100000000};
    (void)unused;
    nanosleep(&t, NULL);
}

/* A copy between devices waits for what both are doing. */
static void peers(void)
{
    void *a = NULL, *b = NULL;
    char got = 0;
    EXPECT(!cudaSetDevice(0) && !cudaMalloc(&a, 1) && !cudaMemset(a, 1, 1));
    EXPECT(!cudaLaunchHostFunc(NULL, slowly, NULL) && !cudaMemsetAsync(a, 7, 1, NULL));
    EXPECT(!cudaSetDevice(1) && !cudaMalloc(&b, 1));
    EXPECT(!cudaMemcpyPeer(b, 1, a, 0, 1) && !cudaMemcpy(&got, b, 1, 2));
    EXPECT(got == 7);
    const struct cudaMemcpy3DPeerParms box = {.srcPtr = {a, 1, 1, 1}, .srcDevice = 0, .dstPtr = {b, 1, 1, 1}, .dstDevice = 1, .extent = {1, 1, 1}};
    EXPECT(!cudaSetDevice(0) && !cudaLaunchHostFunc(NULL, slowly, NULL) && !cudaMemsetAsync(a, 9, 1, NULL) && !cudaSetDevice(1));
    EXPECT(!cudaMemcpy3DPeer(&box) && !cudaMemcpy(&got, b, 1, 2));
    EXPECT(got == 9);
}

int main(void)
{
    int count;
    CUcontext of[2];
    setenv("PTX2C_DEVICES", "2", 1);
    setenv("PTX2C_SM", "86", 1);
    CHECK(cuInit(0));
    CHECK(cuDeviceGetCount(&count));
    EXPECT(count == 2);
    for (int device = 0; device < count; device++) {
        CUcontext ctx;
        CUmodule m;
        CHECK(cuCtxCreate_v2(&ctx, 0, device));
        of[device] = ctx;
        CHECK(cuModuleLoadData(&m, text));
        EXPECT(ask(m, "number", 1, 0)->value == (uint64_t)device);
        EXPECT(ask(m, "count", 1, 0)->value == (uint64_t)count);
        attributes(m, 0);
        attributes(m, 1);
        EXPECT(ask(m, "attributes", 9, 2)[8].status == CUDA_ERROR_INVALID_DEVICE);
        limits(m);
        many(ctx);
    }
    times(of);
    peers();
    return 0;
}
