/* Streams that run beside each other and the host, events, host functions, words in memory, the default stream's order. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <pthread.h>
#include <time.h>

static CUmodule module;

static void pause_ms(long ms)
{
    struct timespec t = {0, ms * 1000000};
    nanosleep(&t, NULL);
}

static void launch_wait(CUstream s, _Atomic unsigned *flag, _Atomic unsigned *answer)
{
    CUdeviceptr f = (CUdeviceptr)(uintptr_t)flag, a = (CUdeviceptr)(uintptr_t)answer;
    void *params[] = {&f, &a};
    CHECK(cuLaunchKernel(function(module, "wait_for"), 1, 1, 1, 1, 1, 1, 0, s, params, NULL));
}

static _Atomic unsigned *pinned(void)
{
    void *p;
    CHECK(cuMemHostAlloc(&p, 4096, CU_MEMHOSTALLOC_DEVICEMAP));
    memset(p, 0, 4096);
    return p;
}

/* A kernel waits for what the host writes; work of another stream overtakes it. */
static void beside_the_host(void)
{
    _Atomic unsigned *w = pinned();
    CUstream a, b;
    CUdeviceptr p;
    CHECK(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamCreate(&b, CU_STREAM_NON_BLOCKING));
    CHECK(cuMemAlloc_v2(&p, 4096));
    launch_wait(a, &w[0], &w[1]);
    CHECK(cuMemsetD32Async(p, 5, 1024, b));
    CHECK(cuMemcpyDtoHAsync_v2((void *)&w[16], p, 64, b));
    CHECK(cuStreamSynchronize(b));
    EXPECT(w[16] == 5 && w[31] == 5);
    REFUSED(cuStreamQuery(a), CUDA_ERROR_NOT_READY);
    w[0] = 41;
    CHECK(cuStreamSynchronize(a));
    EXPECT(w[1] == 42);
    CHECK(cuStreamQuery(a));
    CHECK(cuStreamDestroy_v2(a));
    CHECK(cuStreamDestroy_v2(b));
    REFUSED(cuStreamSynchronize(b), CUDA_ERROR_INVALID_HANDLE);
    CHECK(cuMemFree_v2(p));
    CHECK(cuMemFreeHost((void *)w));
}

/* A stream that is no more does what it was given: its end can be waited for, and the default stream comes after it. */
static void destroyed(void)
{
    for (int way = 0; way < 3; way++) {
        _Atomic unsigned *w = pinned();
        CUstream s;
        CUevent e;
        CHECK(cuStreamCreate(&s, way == 2 ? CU_STREAM_DEFAULT : CU_STREAM_NON_BLOCKING));
        CHECK(cuEventCreate(&e, CU_EVENT_DEFAULT));
        launch_wait(s, &w[0], &w[1]);
        CHECK(cuEventRecord(e, s));
        CHECK(cuStreamDestroy_v2(s));
        REFUSED(cuStreamQuery(s), CUDA_ERROR_INVALID_HANDLE);
        REFUSED(cuStreamDestroy_v2(s), CUDA_ERROR_INVALID_HANDLE);
        REFUSED(cuEventQuery(e), CUDA_ERROR_NOT_READY);
        w[0] = 41;
        CHECK(way == 0 ? cuEventSynchronize(e) : way == 1 ? cuCtxSynchronize() : cuStreamSynchronize(NULL));
        EXPECT(w[1] == 42);
        CHECK(cuEventQuery(e));
        CHECK(cuEventDestroy_v2(e));
        CHECK(cuMemFreeHost((void *)w));
    }
}

/* Two kernels that wait for each other's words run at the same time; a third waits for their events. */
static void beside_each_other(void)
{
    _Atomic unsigned *w = pinned();
    CUstream a, b, c;
    CUevent ea, eb;
    CHECK(cuStreamCreate(&a, 0));
    CHECK(cuStreamCreate(&b, 0));
    CHECK(cuStreamCreate(&c, 0));
    CHECK(cuEventCreate(&ea, 0));
    CHECK(cuEventCreate(&eb, 0));
    launch_wait(a, &w[0], &w[1]);
    launch_wait(b, &w[2], &w[0]);
    CHECK(cuEventRecord(ea, a));
    CHECK(cuEventRecord(eb, b));
    CHECK(cuStreamWaitEvent(c, ea, 0));
    CHECK(cuStreamWaitEvent(c, eb, 0));
    CHECK(cuMemsetD32Async((CUdeviceptr)(uintptr_t)&w[3], 9, 1, c));
    pause_ms(5);
    EXPECT(w[3] == 0);
    REFUSED(cuEventQuery(ea), CUDA_ERROR_NOT_READY);
    w[2] = 1;
    CHECK(cuStreamSynchronize(c));
    EXPECT(w[0] == 2 && w[1] == 3 && w[3] == 9);
    CHECK(cuEventQuery(ea));
    CHECK(cuEventDestroy_v2(ea));
    CHECK(cuEventDestroy_v2(eb));
    CHECK(cuStreamDestroy_v2(a));
    CHECK(cuStreamDestroy_v2(b));
    CHECK(cuStreamDestroy_v2(c));
}

/* The default stream waits for blocking streams, and they for it. */
static void default_stream(void)
{
    _Atomic unsigned *w = pinned();
    CUstream a, free_one;
    CHECK(cuStreamCreate(&a, 0));
    CHECK(cuStreamCreate(&free_one, CU_STREAM_NON_BLOCKING));
    launch_wait(a, &w[0], &w[1]);
    CHECK(cuMemsetD32Async((CUdeviceptr)(uintptr_t)&w[2], 7, 1, NULL));
    CHECK(cuMemsetD32Async((CUdeviceptr)(uintptr_t)&w[3], 8, 1, free_one));
    CHECK(cuStreamSynchronize(free_one));
    pause_ms(5);
    EXPECT(w[3] == 8);
    REFUSED(cuStreamQuery(NULL), CUDA_ERROR_NOT_READY);
    w[0] = 1;
    CHECK(cuStreamSynchronize(NULL));
    EXPECT(w[1] == 2 && w[2] == 7);
    CHECK(cuStreamDestroy_v2(a));
    CHECK(cuStreamDestroy_v2(free_one));
}

static void note(void *data) { strcat(data, "h"); }

static void note_thread(void *data)
{
    CUdeviceptr p;
    REFUSED(cuMemAlloc_v2(&p, 4), CUDA_ERROR_NOT_PERMITTED);
    *(pthread_t *)data = pthread_self();
}

static void called(CUstream s, CUresult status, void *data)
{
    (void)s;
    strcat(data, status ? "?" : "c");
}

static void host_functions(void)
{
    static char order[16];
    CUstream s;
    CUevent begin, end;
    float ms;
    CHECK(cuStreamCreate(&s, 0));
    CHECK(cuEventCreate(&begin, 0));
    CHECK(cuEventCreate(&end, 0));
    CHECK(cuEventRecord(begin, s));
    CHECK(cuLaunchHostFunc(s, note, order));
    CHECK(cuStreamAddCallback(s, called, order, 0));
    CHECK(cuLaunchHostFunc(s, note, order));
    CHECK(cuEventRecord(end, s));
    CHECK(cuEventSynchronize(end));
    EXPECT(strcmp(order, "hch") == 0);
    CHECK(cuEventElapsedTime_v2(&ms, begin, end));
    EXPECT(ms >= 0 && ms < 10000);
    REFUSED(cuEventElapsedTime_v2(&ms, NULL, end), CUDA_ERROR_INVALID_HANDLE);
    _Atomic unsigned *w = pinned();
    CHECK(cuStreamWaitValue32_v2(s, (CUdeviceptr)(uintptr_t)&w[0], 3, CU_STREAM_WAIT_VALUE_GEQ));
    CHECK(cuStreamWriteValue32_v2(s, (CUdeviceptr)(uintptr_t)&w[1], 6, 0));
    pause_ms(2);
    EXPECT(w[1] == 0);
    w[0] = 4;
    CHECK(cuStreamSynchronize(s));
    EXPECT(w[1] == 6);
    for (int i = 0; i < 50; i++) { /* never the one that waits */
        pthread_t by = pthread_self();
        CHECK(cuLaunchHostFunc(s, note_thread, &by));
        CHECK(cuStreamSynchronize(s));
        EXPECT(!pthread_equal(by, pthread_self()));
    }
    CHECK(cuEventDestroy_v2(begin));
    CHECK(cuEventDestroy_v2(end));
    CHECK(cuStreamDestroy_v2(s));
}

/* ---- many threads, many streams --------------------------------------------------------------------------------------- */

enum { THREADS = 8, STREAMS = 4 };
static int rounds = 100;
static CUcontext ctx;
static CUmemoryPool pool; /* that keeps some of what is freed */

static void rest(void *data)
{
    (void)data;
    pause_ms(5);
}

/* Memory that streams are to free is there for the next one who asks, in any way, and once it is free. */
static void freed_in_turn(void)
{
    size_t left, all;
    CUstream s[2];
    CUdeviceptr p, held, left_out;
    CHECK(cuMemGetInfo_v2(&left, &all));
    const size_t most = left / 4 * 3;
    for (int i = 0; i < 2; i++)
        CHECK(cuStreamCreate(&s[i], CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < 8; i++) {
        CHECK(cuLaunchHostFunc(s[i % 2], rest, NULL));
        CHECK(cuMemAllocAsync(&p, most, s[i % 2]));
        CHECK(cuMemFreeAsync(p, s[i % 2]));
    }
    CHECK(cuMemAlloc_v2(&p, most));
    REFUSED(cuMemAllocAsync(&held, most, s[0]), CUDA_ERROR_OUT_OF_MEMORY);
    CHECK(cuMemFree_v2(p));
    CUmemoryPool pool;
    CHECK(cuMemPoolCreate(&pool, &(CUmemPoolProps){.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, .maxSize = 1 << 22}));
    CHECK(cuMemAllocFromPoolAsync(&held, 1 << 20, pool, s[0]));
    for (int i = 0; i < 4; i++) {
        CHECK(cuMemAllocFromPoolAsync(&p, 3 << 20, pool, s[0]));
        REFUSED(cuMemAllocFromPoolAsync(&left_out, 1 << 20, pool, s[1]), CUDA_ERROR_OUT_OF_MEMORY);
        CHECK(cuLaunchHostFunc(s[0], rest, NULL));
        CHECK(cuMemFreeAsync(p, s[0]));
    }
    CHECK(cuMemFreeAsync(held, s[0]));
    CHECK(cuStreamSynchronize(s[0]));
    CHECK(cuMemPoolDestroy(pool));
    for (int i = 0; i < 2; i++)
        CHECK(cuStreamDestroy_v2(s[i]));
}

static void *work(void *data)
{
    CUstream s[STREAMS];
    CUdeviceptr at[STREAMS];
    unsigned v[64];
    (void)data;
    CHECK(cuCtxSetCurrent(ctx));
    CUfunction count = function(module, "count"), sum = function(module, "sum_shared");
    for (int i = 0; i < STREAMS; i++) {
        CHECK(cuStreamCreate(&s[i], CU_STREAM_NON_BLOCKING));
        CHECK(cuMemAlloc_v2(&at[i], sizeof v));
    }
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < STREAMS; i++) {
            void *params[] = {&at[i]};
            CHECK(cuLaunchKernel(count, 1, 1, 1, 1, 1, 1, 0, s[i], NULL, NULL));
            if (r % 16)
                continue;
            CHECK(cuLaunchKernel(sum, 2, 1, 1, 8, 1, 1, 32, s[i], params, NULL));
            CUdeviceptr pooled;
            void *in_pool[] = {&pooled};
            CHECK(cuMemAllocFromPoolAsync(&pooled, 64u << r / 16 % 8, pool, s[i]));
            CHECK(cuLaunchKernel(sum, 2, 1, 1, 8, 1, 1, 32, s[i], in_pool, NULL));
            CHECK(cuMemFreeAsync(pooled, s[i]));
        }
    for (int i = 0; i < STREAMS; i++) {
        CHECK(cuMemcpyDtoHAsync_v2(v, at[i], 8, s[i]));
        CHECK(cuStreamSynchronize(s[i]));
        EXPECT(v[0] == 28 && v[1] == 28);
        CHECK(cuStreamDestroy_v2(s[i]));
        CHECK(cuMemFree_v2(at[i]));
    }
    return NULL;
}

static void many(void)
{
    pthread_t t[THREADS];
    CUdeviceptr p;
    unsigned v;
    const CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    cuuint64_t keep = 100000, reserved = 0, used = 1;
    CHECK(cuCtxGetCurrent(&ctx));
    CHECK(cuMemPoolCreate(&pool, &props));
    CHECK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    CHECK(cuModuleGetGlobal_v2(&p, NULL, module, "counter"));
    CHECK(cuMemcpyDtoH_v2(&v, p, 4));
    EXPECT(v == 7 + (unsigned)(THREADS * STREAMS * rounds));
    CHECK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    CHECK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &reserved));
    EXPECT(used == 0 && reserved > 0 && reserved <= keep);
    CHECK(cuMemPoolDestroy(pool));
}

/* Events of contexts: behind all that their streams have been given, before all that those will be given, new streams among them. */
static void of_contexts(void)
{
    enum { HELD, OTHER, NEW, GREEN, GREEN_NEW, ALL };
    _Atomic unsigned *w = NULL;
    CUdevResource sm;
    CUdevResourceDesc desc;
    CUcontext before, ctx;
    CUgreenCtx green;
    CUevent e, all, of_green;
    CUstream s[ALL];
    CHECK(cuCtxGetCurrent(&before));
    CHECK(cuDevicePrimaryCtxRetain(&ctx, 0));
    CHECK(cuCtxSetCurrent(ctx));
    CHECK(cuMemHostAlloc((void **)&w, 64, 0));
    const CUdeviceptr at = (CUdeviceptr)(uintptr_t)w;
    CHECK(cuDeviceGetDevResource(0, &sm, CU_DEV_RESOURCE_TYPE_SM));
    CHECK(cuDevResourceGenerateDesc(&desc, &sm, 1));
    CHECK(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    CHECK(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
    CHECK(cuEventCreate(&all, CU_EVENT_DISABLE_TIMING));
    CHECK(cuEventCreate(&of_green, CU_EVENT_DISABLE_TIMING));
    for (int of_all = 0; of_all < 2; of_all++) {
        for (int i = 0; i < ALL; i++)
            w[i] = 0;
        for (int i = HELD; i <= OTHER; i++)
            CHECK(cuStreamCreate(&s[i], CU_STREAM_NON_BLOCKING));
        CHECK(cuGreenCtxStreamCreate(&s[GREEN], green, CU_STREAM_NON_BLOCKING, 0));
        CHECK(cuStreamWaitValue32_v2(s[HELD], at, 1, CU_STREAM_WAIT_VALUE_EQ));
        CHECK(cuEventRecord(e, s[HELD]));
        CHECK(cuCtxRecordEvent(ctx, all));
        CHECK(cuGreenCtxRecordEvent(green, of_green));
        CHECK(cuEventSynchronize(of_green));
        REFUSED(cuEventQuery(all), CUDA_ERROR_NOT_READY);
        CHECK(of_all ? cuCtxWaitEvent(ctx, e) : cuGreenCtxWaitEvent(green, e));
        CHECK(cuStreamCreate(&s[NEW], CU_STREAM_NON_BLOCKING));
        CHECK(cuGreenCtxStreamCreate(&s[GREEN_NEW], green, CU_STREAM_NON_BLOCKING, 0));
        for (int i = OTHER; i < ALL; i++)
            CHECK(cuStreamWriteValue32_v2(s[i], at + 4 * (unsigned)i, 5, 0));
        if (!of_all) {
            CHECK(cuStreamSynchronize(s[OTHER]));
            CHECK(cuStreamSynchronize(s[NEW]));
        }
        for (int i = OTHER; i < ALL; i++)
            if (of_all || i >= GREEN)
                REFUSED(cuStreamQuery(s[i]), CUDA_ERROR_NOT_READY);
        EXPECT(w[GREEN] == 0 && w[GREEN_NEW] == 0 && (w[OTHER] == 0) == of_all && (w[NEW] == 0) == of_all);
        w[HELD] = 1;
        CHECK(cuEventSynchronize(all));
        CHECK(cuCtxSynchronize());
        for (int i = OTHER; i < ALL; i++)
            EXPECT(w[i] == 5);
        for (int i = 0; i < ALL; i++)
            CHECK(cuStreamDestroy_v2(s[i]));
    }
    CHECK(cuStreamCreate(&s[0], CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamBeginCapture_v2(s[0], CU_STREAM_CAPTURE_MODE_RELAXED));
    REFUSED(cuCtxRecordEvent(ctx, e), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    CUgraph none;
    REFUSED(cuStreamEndCapture(s[0], &none), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    CHECK(cuStreamDestroy_v2(s[0]));
    CHECK(cuEventDestroy_v2(e));
    CHECK(cuEventDestroy_v2(all));
    CHECK(cuEventDestroy_v2(of_green));
    CHECK(cuGreenCtxDestroy(green));
    CHECK(cuMemFreeHost(w));
    CHECK(cuDevicePrimaryCtxRelease_v2(0));
    CHECK(cuCtxSetCurrent(before));
}

int main(int argc, char **argv)
{
    module = begin(argv);
    if (argc > 2)
        rounds = atoi(argv[2]) / (THREADS * STREAMS);
    beside_the_host();
    destroyed();
    beside_each_other();
    default_stream();
    host_functions();
    freed_in_turn();
    of_contexts();
    many();
    CHECK(cuCtxGetCurrent(&ctx));
    CHECK(cuCtxDestroy_v2(ctx));
    return 0;
}
