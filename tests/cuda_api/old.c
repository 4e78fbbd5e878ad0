/* The first API of launches, with parameters set one by one; use counts of contexts; texture references that no module has, and
 * what is asked of them; graphs as CUDA 11 instantiated them; forms of functions before the newest. */
#include "check.h"

enum { N = 1000 };

/* What scale makes of x, one step after the other: the parameters stay from launch to launch. */
static void launches(CUmodule m)
{
    CUfunction f = function(m, "scale"), s = function(m, "sum_shared"), c = function(m, "count");
    CUdeviceptr x, y, out, counter;
    CUstream stream;
    float h[N];
    unsigned sums[3], count;
    for (int i = 0; i < N; i++)
        h[i] = (float)i;
    CHECK(cuMemAlloc_v2(&x, sizeof h));
    CHECK(cuMemAlloc_v2(&y, sizeof h));
    CHECK(cuMemAlloc_v2(&out, sizeof sums));
    CHECK(cuMemcpyHtoD_v2(x, h, sizeof h));
    REFUSED(cuLaunchGrid(f, 4, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuFuncSetBlockShape(f, 256, 1, 1));
    CHECK(cuParamSetv(f, 0, &y, 8));
    CHECK(cuParamSetv(f, 8, &x, 8));
    CHECK(cuParamSetf(f, 16, 1));
    CHECK(cuParamSeti(f, 20, N));
    CHECK(cuParamSetSize(f, 20));
    REFUSED(cuLaunchGrid(f, 4, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuParamSetSize(f, 24));
    CHECK(cuLaunchGrid(f, 4, 1));
    CHECK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
    CHECK(cuParamSetv(f, 8, &y, 8));
    CHECK(cuLaunchGridAsync(f, 2, 1, stream));
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuStreamDestroy_v2(stream));
    CHECK(cuMemcpyDtoH_v2(h, y, sizeof h));
    for (int i = 0; i < N; i++)
        EXPECT(h[i] == (i < 512 ? 4 * (float)i + 3 : 2 * (float)i + 1));

    CHECK(cuFuncSetBlockShape(s, 10, 10, 1));
    CHECK(cuFuncSetSharedSize(s, 400));
    CHECK(cuParamSetv(s, 0, &out, 8));
    CHECK(cuParamSetSize(s, 8));
    CHECK(cuLaunchGrid(s, 3, 1));
    CHECK(cuMemcpyDtoH_v2(sums, out, sizeof sums));
    EXPECT(sums[0] == sums[2]);

    CHECK(cuLaunch(c)); /* a block of one thread, without parameters */
    CHECK(cuLaunchGrid(c, 2, 3));
    CHECK(cuModuleGetGlobal_v2(&counter, NULL, m, "counter"));
    CHECK(cuMemcpyDtoH_v2(&count, counter, 4));
    EXPECT(count == 7 + 1 + 6);

    REFUSED(cuFuncSetBlockShape(f, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuFuncSetBlockShape(NULL, 1, 1, 1), CUDA_ERROR_INVALID_HANDLE);
    REFUSED(cuParamSetv(f, -1, &x, 8), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuParamSetv(f, 40000, &x, 8), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuParamSetSize(f, 40000), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuLaunchGrid(f, 0, 1), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuParamSetTexRef(f, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemFree_v2(x));
    CHECK(cuMemFree_v2(y));
    CHECK(cuMemFree_v2(out));
}

static void references(CUmodule m)
{
    CUtexref r;
    CUdeviceptr p, at;
    CUarray_format format;
    CUfilter_mode filter;
    CUmipmappedArray mipmap;
    int n;
    float a, b, colour[4] = {1, 2, 3, 4}, got[4];
    CHECK(cuMemAlloc_v2(&p, 64));
    CHECK(cuTexRefCreate(&r));
    REFUSED(cuTexRefGetAddress_v2(&at, r), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuTexRefGetMipmappedArray(&mipmap, r), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuTexRefSetFormat(r, CU_AD_FORMAT_UNSIGNED_INT8, 4));
    CHECK(cuTexRefSetAddress_v2(NULL, r, p, 64));
    CHECK(cuTexRefGetAddress_v2(&at, r));
    EXPECT(at == p);
    CHECK(cuTexRefGetFormat(&format, &n, r));
    EXPECT(format == CU_AD_FORMAT_UNSIGNED_INT8 && n == 4);
    CHECK(cuTexRefSetMipmapFilterMode(r, CU_TR_FILTER_MODE_LINEAR));
    CHECK(cuTexRefGetMipmapFilterMode(&filter, r));
    EXPECT(filter == CU_TR_FILTER_MODE_LINEAR);
    CHECK(cuTexRefSetMipmapLevelBias(r, 0.5f));
    CHECK(cuTexRefGetMipmapLevelBias(&a, r));
    EXPECT(a == 0.5f);
    CHECK(cuTexRefSetMipmapLevelClamp(r, 1, 3));
    CHECK(cuTexRefGetMipmapLevelClamp(&a, &b, r));
    EXPECT(a == 1 && b == 3);
    CHECK(cuTexRefSetMaxAnisotropy(r, 8));
    CHECK(cuTexRefGetMaxAnisotropy(&n, r));
    EXPECT(n == 8);
    CHECK(cuTexRefSetBorderColor(r, colour));
    CHECK(cuTexRefGetBorderColor(got, r));
    EXPECT(memcmp(got, colour, sizeof got) == 0);
    CHECK(cuParamSetTexRef(function(m, "count"), CU_PARAM_TR_DEFAULT, r));
    CHECK(cuTexRefDestroy(r));
    REFUSED(cuTexRefDestroy(r), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemFree_v2(p));
}

static void graphs(void)
{
    CUgraph g;
    CUgraphNode node, bad;
    CUgraphExec e;
    char log[8] = "none";
    CHECK(cuGraphCreate(&g, 0));
    CHECK(cuGraphAddEmptyNode(&node, g, NULL, 0));
    CHECK(cuGraphInstantiate_v2(&e, g, &bad, log, sizeof log));
    EXPECT(!*log && !bad);
    CHECK(cuGraphLaunch(e, NULL));
    CHECK(cuGraphExecDestroy(e));
    CHECK(cuGraphDestroy(g));
}

/* cuGetProcAddress gives the form of the version that asks. */
static void versions(void)
{
    static const struct { const char *name; int version; void *wanted; } rows[] = {
        {"cuStreamGetCtx", 12000, (void *)(size_t)cuStreamGetCtx}, {"cuStreamGetCtx", 13000, (void *)(size_t)cuStreamGetCtx_v2},
        {"cuTexRefSetAddress2D", 13000, (void *)(size_t)cuTexRefSetAddress2D_v3},
        {"cuGraphInstantiate", 11000, (void *)(size_t)cuGraphInstantiate_v2},
        {"cuMemAdvise", 11000, (void *)(size_t)cuMemAdvise}, {"cuMemAdvise", 12020, (void *)(size_t)cuMemAdvise_v2},
        {"cuGraphAddKernelNode", 11080, (void *)(size_t)cuGraphAddKernelNode},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        void *f;
        CHECK(cuGetProcAddress(rows[i].name, &f, rows[i].version, 0));
        EXPECT(f == rows[i].wanted);
    }
    CUcontext ctx, now;
    CUgreenCtx green;
    CHECK(cuCtxGetCurrent(&now));
    CHECK(cuStreamGetCtx_v2(NULL, &ctx, &green));
    EXPECT(ctx == now && !green);
}

static void memory(void)
{
    CUdeviceptr p, large[3];
    int location, hint, *to[] = {&location, &hint};
    size_t bytes[] = {4, 4};
    CUmem_range_attribute which[] = {CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY};
    CHECK(cuMemAllocManaged(&p, 64, 1));
    CHECK(cuMemRangeGetAttributes((void **)to, bytes, which, 2, p, 64));
    EXPECT(location == -2 && hint == 0);
    REFUSED(cuMemRangeGetAttributes((void **)to, bytes, which, 0, p, 64), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemFree_v2(p));
    for (int i = 0; i < 3; i++) { /* large memory begins with a page */
        CHECK(cuMemAlloc_v2(&large[i], 3711959));
        EXPECT(large[i] % 4096 == 0);
    }
    for (int i = 0; i < 3; i++)
        CHECK(cuMemFree_v2(large[i]));
}

/* Forms before the newest, by their bare names. */
static void bare(CUmodule m)
{
    CUcontext ctx, popped;
    CUdeviceptr p, counter;
    CUstream stream;
    CUstreamCaptureStatus status;
    CUgraph g;
    CUgraphNode node, wrong;
    CUgraphExec e;
    CUgraphExecUpdateResult result;
    CUDA_KERNEL_NODE_PARAMS_v1 k = {function(m, "count"), 2, 1, 1, 4, 1, 1, 0, (void *[]){NULL}, NULL}, got;
    unsigned before, after;
    CHECK(cuMemAllocManaged(&p, 64, 1));
    CHECK(cuMemAdvise(p, 64, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    CHECK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
    CHECK(cuMemPrefetchAsync(p, 64, -1, stream));
    CHECK(cuStreamWriteValue32(stream, p, 5, 0));
    CHECK(cuStreamWaitValue32(stream, p, 5, CU_STREAM_WAIT_VALUE_EQ));
    CHECK(cuStreamGetCaptureInfo(stream, &status, NULL));
    EXPECT(status == CU_STREAM_CAPTURE_STATUS_NONE);
    CHECK(cuStreamSynchronize(stream));
    EXPECT(*(unsigned *)(uintptr_t)p == 5);
    CHECK(cuMemFree_v2(p));

    CHECK(cuModuleGetGlobal_v2(&counter, NULL, m, "counter"));
    CHECK(cuMemcpyDtoH_v2(&before, counter, 4));
    CHECK(cuGraphCreate(&g, 0));
    CHECK(cuGraphAddKernelNode(&node, g, NULL, 0, &k));
    CHECK(cuGraphInstantiate_v2(&e, g, NULL, NULL, 0));
    k.gridDimX = 3;
    CHECK(cuGraphExecKernelNodeSetParams(e, node, &k));
    CHECK(cuGraphLaunch(e, stream));
    CHECK(cuGraphKernelNodeGetParams(node, &got));
    EXPECT(got.func == k.func && got.gridDimX == 2 && got.blockDimX == 4);
    k.gridDimX = 5;
    CHECK(cuGraphKernelNodeSetParams(node, &k));
    CHECK(cuGraphExecUpdate(e, g, &wrong, &result));
    EXPECT(!wrong && result == CU_GRAPH_EXEC_UPDATE_SUCCESS);
    CHECK(cuGraphLaunch(e, stream));
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuMemcpyDtoH_v2(&after, counter, 4));
    EXPECT(after - before == 12 + 20);
    CHECK(cuGraphExecDestroy(e));
    CHECK(cuGraphDestroy(g));
    CHECK(cuStreamDestroy(stream));

    CHECK(cuCtxCreate(&ctx, 0, 0));
    CHECK(cuCtxPopCurrent(&popped));
    EXPECT(popped == ctx);
    CHECK(cuCtxDestroy(ctx));
}

/* A context ends with its last use. */
static void uses(void)
{
    CUcontext ctx, again;
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    REFUSED(cuCtxAttach(&again, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuCtxAttach(&again, 0));
    EXPECT(again == ctx);
    CHECK(cuCtxDetach(ctx));
    CHECK(cuCtxSynchronize());
    CHECK(cuCtxDetach(ctx));
    REFUSED(cuCtxDetach(ctx), CUDA_ERROR_INVALID_CONTEXT);
}

int main(int argc, char **argv)
{
    (void)argc;
    CUmodule m = begin(argv);
    launches(m);
    bare(m);
    references(m);
    graphs();
    versions();
    memory();
    uses();
    CHECK(cuModuleUnload(m));
    return 0;
}
