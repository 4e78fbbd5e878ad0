/* Modules, launches with both kinds of parameters, memory, variables, errors. */
#include "check.h"

enum { N = 1000 };

static void launches(CUmodule m)
{
    CUdeviceptr x, y;
    float h[N];
    for (int i = 0; i < N; i++)
        h[i] = (float)i;
    CHECK(cuMemAlloc_v2(&x, sizeof h));
    CHECK(cuMemAlloc_v2(&y, sizeof h));
    CHECK(cuMemcpyHtoD_v2(x, h, sizeof h));
    float add = 1;
    unsigned n = N;
    void *params[] = {&y, &x, &add, &n};
    CUfunction f = function(m, "scale");
    CHECK(cuLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, NULL, params, NULL));
    memset(h, 0, sizeof h);
    CHECK(cuMemcpyDtoH_v2(h, y, sizeof h));
    for (int i = 0; i < N; i++)
        EXPECT(h[i] == 2 * (float)i + 1);

    struct { CUdeviceptr y, x; float add; unsigned n; } packed = {x, y, -1, N};
    size_t size = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, extra));
    CHECK(cuMemcpyDtoH_v2(h, x, sizeof h));
    for (int i = 0; i < N; i++)
        EXPECT(h[i] == 4 * (float)i + 1);
    REFUSED(cuLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, NULL, params, extra), CUDA_ERROR_INVALID_VALUE);
    size = 8;
    REFUSED(cuLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, extra), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuLaunchKernel(f, 0, 1, 1, 256, 1, 1, 0, NULL, params, NULL), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuLaunchKernel(f, 1, 1, 1, 2048, 1, 1, 0, NULL, params, NULL), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL), CUDA_ERROR_INVALID_HANDLE);

    CHECK(cuMemFree_v2(x));
    CHECK(cuMemFree_v2(y));
    REFUSED(cuMemFree_v2(y), CUDA_ERROR_INVALID_VALUE);
}

static void shared(CUmodule m)
{
    CUfunction f = function(m, "sum_shared");
    CUdeviceptr out;
    unsigned sums[3];
    int most;
    CHECK(cuMemAlloc_v2(&out, sizeof sums));
    void *params[] = {&out};
    CHECK(cuLaunchKernel(f, 3, 1, 1, 100, 1, 1, 400, NULL, params, NULL));
    CHECK(cuMemcpyDtoH_v2(sums, out, sizeof sums));
    EXPECT(sums[0] == 4950 && sums[2] == 4950);
    REFUSED(cuLaunchKernel(f, 3, 1, 1, 100, 1, 1, 60000, NULL, params, NULL), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 60000));
    CHECK(cuLaunchKernel(f, 3, 1, 1, 100, 1, 1, 60000, NULL, params, NULL));
    CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, f));
    EXPECT(most == 60000);
    CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, f));
    EXPECT(most == 4);
    CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, f));
    EXPECT(most == 0);
    CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, function(m, "fail")));
    EXPECT(most == 40);
    CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_PTX_VERSION, f)); /* of the PTX, not of the device */
    EXPECT(most == 75);
    CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_BINARY_VERSION, f));
    EXPECT(most == 90);
    CHECK(cuCtxSynchronize());
    CHECK(cuMemFree_v2(out));
}

static unsigned counter_of(CUmodule m)
{
    CUdeviceptr p;
    size_t size;
    unsigned v;
    CHECK(cuModuleGetGlobal_v2(&p, &size, m, "counter"));
    EXPECT(size == 4);
    CHECK(cuMemcpyDtoH_v2(&v, p, 4));
    return v;
}

/* Each load of a module has variables of its own. */
/* Clusters of a size that the kernel says itself: a grid that is no multiple is refused when it is launched, and nothing else is lost. */
static void clusters(void)
{
    static const char pairs[] = ".version 7.8\n.target sm_90\n.address_size 64\n"
                                ".visible .entry pairs() .reqnctapercluster 2 { ret; }\n";
    CUmodule m;
    CUfunction f;
    CHECK(cuModuleLoadData(&m, pairs));
    CHECK(cuModuleGetFunction(&f, m, "pairs"));
    REFUSED(cuLaunchKernel(f, 3, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL), CUDA_ERROR_INVALID_CLUSTER_SIZE);
    CHECK(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    CHECK(cuCtxSynchronize());
    CHECK(cuModuleUnload(m));
}

static void variables(CUmodule m, const char *path)
{
    CUmodule other;
    CHECK(cuModuleLoad(&other, path));
    CHECK(cuLaunchKernel(function(m, "count"), 10, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    CHECK(cuLaunchKernel(function(other, "count"), 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    EXPECT(counter_of(m) == 327);
    EXPECT(counter_of(other) == 8);
    CUdeviceptr p;
    REFUSED(cuModuleGetGlobal_v2(&p, NULL, m, "nothing"), CUDA_ERROR_NOT_FOUND);
    CUfunction f;
    REFUSED(cuModuleGetFunction(&f, m, "nothing"), CUDA_ERROR_NOT_FOUND);
    CHECK(cuModuleUnload(other));
}

static void logs(void)
{
    static char error[500];
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {error, (void *)sizeof error};
    CUmodule m;
    const char *text = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry f()\n{ .reg .b32 %r1;\n    add.s46 %r1, 1, 2;\n}\n";
    REFUSED(cuModuleLoadDataEx(&m, text, 2, options, values), CUDA_ERROR_INVALID_PTX);
    EXPECT(strstr(error, "6:8: error") != NULL);
    EXPECT((size_t)values[1] == strlen(error));
    REFUSED(cuModuleLoadData(&m, "no PTX at all"), CUDA_ERROR_INVALID_IMAGE);
}

static void libraries(char **argv)
{
    CUlibrary l;
    CUkernel k;
    unsigned n;
    const char *name;
    CHECK(cuLibraryLoadFromFile(&l, argv[1], NULL, NULL, 0, NULL, NULL, 0));
    CHECK(cuLibraryGetKernelCount(&n, l));
    EXPECT(n == 5);
    CHECK(cuLibraryGetKernel(&k, l, "count"));
    CHECK(cuKernelGetName(&name, k));
    EXPECT(strcmp(name, "count") == 0);
    REFUSED(cuLibraryGetKernel(&k, l, "cou"), CUDA_ERROR_NOT_FOUND);
    CHECK(cuLaunchKernel((CUfunction)(void *)k, 2, 1, 1, 2, 1, 1, 0, NULL, NULL, NULL));
    CUdeviceptr p;
    unsigned v;
    CHECK(cuLibraryGetGlobal(&p, NULL, l, "counter"));
    CHECK(cuMemcpyDtoH_v2(&v, p, 4));
    EXPECT(v == 11);
    CHECK(cuLibraryUnload(l));
}

static void linking(void)
{
    static const char head[] = ".version 7.0\n.target sm_75\n.address_size 64\n";
    static char one[500], two[500];
    sprintf(one, "%s.visible .func (.param .b32 r) twice(.param .b32 x) { .reg .b32 %%r<3>; ld.param.u32 %%r1, [x];"
                 " add.u32 %%r2, %%r1, %%r1; st.param.u32 [r], %%r2; ret; }\n", head);
    sprintf(two, "%s.extern .func (.param .b32 r) twice(.param .b32 x);\n.visible .entry go(.param .u64 out) {"
                 " .reg .b32 %%r<3>; .reg .b64 %%rd<2>; ld.param.u64 %%rd1, [out]; { .param .b32 a; .param .b32 b;"
                 " st.param.b32 [a], 21; call.uni (b), twice, (a); ld.param.b32 %%r1, [b]; } st.global.u32 [%%rd1], %%r1; ret; }\n", head);
    CUlinkState state;
    void *image;
    size_t size;
    CUmodule m;
    CUdeviceptr out;
    unsigned v;
    CHECK(cuLinkCreate_v2(0, NULL, NULL, &state));
    CHECK(cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, one, strlen(one) + 1, "one", 0, NULL, NULL));
    CHECK(cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, two, strlen(two) + 1, "two", 0, NULL, NULL));
    CHECK(cuLinkComplete(state, &image, &size));
    CHECK(cuModuleLoadData(&m, image));
    CHECK(cuLinkDestroy(state));
    CHECK(cuMemAlloc_v2(&out, 4));
    void *params[] = {&out};
    CHECK(cuLaunchKernel(function(m, "go"), 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
    CHECK(cuMemcpyDtoH_v2(&v, out, 4));
    EXPECT(v == 42);
}

/* Links two parts, or refuses them with words in its log; launches go. */
static void link_two(const char *one, const char *two, CUresult wanted, const char *said, unsigned result)
{
    static char log[4096];
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)sizeof log}, *image;
    CUlinkState state;
    CUmodule m;
    CUdeviceptr out;
    unsigned v[64];
    *log = 0;
    CHECK(cuLinkCreate_v2(2, options, values, &state));
    CHECK(cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, (void *)(size_t)one, strlen(one) + 1, "one", 0, NULL, NULL));
    CHECK(cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, (void *)(size_t)two, strlen(two) + 1, "two", 0, NULL, NULL));
    REFUSED(cuLinkComplete(state, &image, NULL), wanted);
    EXPECT(!said == !*log && (!said || strstr(log, said)));
    if (!wanted) {
        CHECK(cuModuleLoadData(&m, image));
        CHECK(cuMemAlloc_v2(&out, sizeof v));
        void *params[] = {&out};
        CHECK(cuLaunchKernel(function(m, "go"), 1, 1, 1, 64, 1, 1, 0, NULL, params, NULL));
        CHECK(cuMemcpyDtoH_v2(v, out, sizeof v));
        for (unsigned i = 0; i < 64; i++)
            EXPECT(v[i] == result + i);
        CHECK(cuMemFree_v2(out));
        CHECK(cuModuleUnload(m));
    }
    CHECK(cuLinkDestroy(state));
}

/* A part calls functions of another with barriers and fences in them, reads its variable, and has names of its own that the
 * other has too; the weak function of both is there once.  What is declared and called by nobody may be missing. */
static void linked_names(void)
{
#define HEAD ".version 7.0\n.target sm_75\n.address_size 64\n.file 1 \"a.cu\"\n"
#define OWN(n) ".global .u32 own = " #n ";\n.func (.param .b32 r) mine() { .reg .b32 %r<2>; .loc 1 7 1\n ld.global.u32 %r1, [own];" \
               " st.param.b32 [r], %r1; ret; }\n"
#define SAME ".weak .func (.param .b32 r) same() { st.param.b32 [r], 1000; ret; }\n.weak .global .u32 both = 20000;\n"
#define CALL(f, to) "{ .param .b32 b; call.uni (b), " f "; ld.param.b32 " to ", [b]; }\n"
    static const char one[] = HEAD OWN(100) SAME ".visible .global .u32 added = 300000;\n"
        ".visible .func (.param .b32 r) meets() { .reg .b32 %r<6>; .reg .b64 %rd<3>; .shared .u32 all;\n" CALL("mine", "%r1")
        CALL("same", "%r2") "mov.u32 %r3, %tid.x; mov.u32 %r4, 0; st.volatile.shared.u32 [all], %r4; bar.sync 0; fence.sc.gpu;"
        " atom.shared.add.u32 %r5, [all], 1; bar.sync 0; ld.shared.u32 %r4, [all]; add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r4;"
        " st.param.b32 [r], %r1; ret; }\n",
        two[] = HEAD ".extern .func (.param .b32 r) meets();\n.extern .func nobody(.param .b32 x);\n.extern .global .u32 added;\n"
        OWN(4000000) SAME ".visible .entry go(.param .u64 out) { .reg .b32 %r<9>; .reg .b64 %rd<4>; ld.param.u64 %rd1, [out];"
        " mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;\n" CALL("meets", "%r2") CALL("mine", "%r3")
        "ld.global.u32 %r4, [added]; ld.global.u32 %r5, [both]; add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3; add.u32 %r1, %r1, %r4;"
        " add.u32 %r1, %r1, %r5; st.global.u32 [%rd1], %r1; ret; }\n",
        none[] = HEAD ".visible .func gives_none(.param .u64 p) { .reg .b64 %rd<2>; .reg .b32 %r<2>; ld.param.u64 %rd1, [p];"
        " mov.u32 %r1, %tid.x; add.u32 %r1, %r1, 7; st.global.u32 [%rd1], %r1; ret; }\n",
        told[] = HEAD ".extern .func (.param .b64 r) gives_none(.param .u64 p);\n.visible .entry go(.param .u64 out) {"
        " .reg .b32 %r<2>; .reg .b64 %rd<4>; ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;"
        " add.u64 %rd1, %rd1, %rd2; { .param .b64 a; .param .b64 b; st.param.b64 [a], %rd1; call.uni (b), gives_none, (a);"
        " ld.param.b64 %rd3, [b]; } ret; }\n",
        calls[] = HEAD ".extern .func nobody();\n.visible .entry go() { call nobody; ret; }\n",
        again[] = HEAD ".visible .func (.param .b32 r) meets() { st.param.b32 [r], 1; ret; }\n",
        table[] = HEAD ".visible .global .align 8 .u64 table[2] = {5, 6};\n",
        bytes[] = HEAD ".extern .global .align 8 .b8 table[16];\n.visible .entry go(.param .u64 out) { .reg .b64 %rd<3>;"
        " .reg .b32 %r<3>; ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;"
        " ld.global.u32 %r2, [table+8]; add.u32 %r1, %r1, %r2; st.global.u32 [%rd1], %r1; ret; }\n",
        fewer[] = HEAD ".extern .global .align 8 .b8 table[8];\n",
        names[] = HEAD ".extern .global .u32 later[2];\n.global .align 8 .u64 at = generic(later)+4;\n.visible .entry go(.param .u64 out)"
        " { .reg .b64 %rd<4>; .reg .b32 %r<3>; ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;"
        " add.u64 %rd1, %rd1, %rd2; ld.global.u64 %rd3, [at]; ld.u32 %r2, [%rd3]; add.u32 %r1, %r1, %r2; st.global.u32 [%rd1], %r1; ret; }\n",
        later[] = HEAD ".visible .global .u32 later[2] = {8, 9};\n";
    link_two(one, two, CUDA_SUCCESS, NULL, 100 + 1000 + 64 + 4000000 + 300000 + 20000);
    link_two(two, one, CUDA_SUCCESS, NULL, 100 + 1000 + 64 + 4000000 + 300000 + 20000);
    link_two(none, told, CUDA_SUCCESS, NULL, 7);
    link_two(told, none, CUDA_SUCCESS, NULL, 7);
    link_two(one, calls, CUDA_ERROR_INVALID_PTX, "unresolved extern function 'nobody'", 0);
    link_two(table, bytes, CUDA_SUCCESS, NULL, 6);
    link_two(bytes, table, CUDA_SUCCESS, NULL, 6);
    link_two(table, fewer, CUDA_ERROR_INVALID_PTX, "this declaration of 'table' differs from the one before", 0);
    link_two(names, later, CUDA_SUCCESS, NULL, 9);
    link_two(later, names, CUDA_SUCCESS, NULL, 9);
    link_two(one, again, CUDA_ERROR_INVALID_PTX, "'meets' is declared a second time", 0);
}

/* Modules that are loaded twice, each with variables of its own. */
static void loaded_again(void)
{
    CUmodule m[4];
    CUdeviceptr p;
    CHECK(cuMemAlloc_v2(&p, 4));
    for (unsigned i = 0; i < 4; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 ".version 7.0\n.target sm_75\n.address_size 64\n.visible .global .u32 mine = %u;\n.visible .entry of_%u(.param .u64 p)\n{\n"
                 ".reg .u64 %%rd<2>; .reg .u32 %%r<2>;\nld.param.u64 %%rd1, [p];\natom.global.add.u32 %%r1, [mine], 1;\nst.global.u32 [%%rd1], %%r1;\nret;\n}\n",
                 10 * (i / 2), i / 2);
        CHECK(cuModuleLoadData(&m[i], text));
    }
    for (unsigned i = 0; i < 8; i++) {
        unsigned got;
        CHECK(cuLaunchKernel(function(m[i % 4], i % 4 / 2 ? "of_1" : "of_0"), 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){&p}, NULL));
        CHECK(cuMemcpyDtoH_v2(&got, p, 4));
        EXPECT(got == 10 * (i % 4 / 2) + i / 4);
    }
    for (int i = 0; i < 4; i++)
        CHECK(cuModuleUnload(m[i]));
    CHECK(cuMemFree_v2(p));
}

/* Memory is given out as zeroes, also where it was used before: of any size, and for the host, too.  What a program writes a
 * little in front of it or behind it hurts nobody. */
static void zeroes(void)
{
    static const size_t sizes[] = {40, 5000, 3 << 20, 33 << 20};
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        const size_t n = sizes[i / 2];
        CUdeviceptr p;
        void *host;
        unsigned char *seen = malloc(n);
        CHECK(cuMemAlloc_v2(&p, n));
        CHECK(cuMemHostAlloc(&host, n, 0));
        CHECK(cuMemcpyDtoH_v2(seen, p, n));
        size_t bad = 0;
        for (size_t k = 0; k < n; k++)
            bad += seen[k] || ((unsigned char *)host)[k];
        EXPECT(bad == 0);
        memset((char *)(uintptr_t)p - 64, 0xff, n + 128);
        memset((char *)host - 64, 0xff, n + 128);
        CHECK(cuMemFree_v2(p));
        CHECK(cuMemFreeHost(host));
        free(seen);
    }
}

/* Functions by name, in the form that a version of CUDA has. */
static void *named(const char *name, int version, cuuint64_t flags)
{
    void *f = NULL;
    CUdriverProcAddressQueryResult r;
    CHECK(cuGetProcAddress_v2(name, &f, version, flags, &r));
    EXPECT((f != NULL) == (r == CU_GET_PROC_ADDRESS_SUCCESS));
    return f;
}

static void names(void)
{
    CUresult (*copy)(CUdeviceptr, const void *, size_t) = cuMemcpyHtoD_v2;
    CUresult (*released)(CUdevice) = cuDevicePrimaryCtxRelease_v2;
    CUresult (*now)(CUcontext) = cuCtxSynchronize_v2;
    void *f = named("cuMemcpyHtoD", 3020, 0);
    EXPECT(memcmp(&f, &copy, sizeof f) == 0 && named("cuMemcpyHtoD", 12000, 0) == f);
    EXPECT(named("cuMemcpyHtoD", 12000, 2) != f && named("cuMemcpyHtoD", 12000, 2) != NULL);
    EXPECT(named("cuDevicePrimaryCtxRelease", 10000, 0) != named("cuDevicePrimaryCtxRelease", 11000, 0));
    f = named("cuDevicePrimaryCtxRelease", 13000, 0);
    EXPECT(memcmp(&f, &released, sizeof f) == 0);
    f = named("cuCtxSynchronize", 13000, 0);
    EXPECT(memcmp(&f, &now, sizeof f) == 0 && named("cuCtxSynchronize", 12000, 0) != f);
    EXPECT(named("cuGraphAddNode", 11000, 0) == NULL);
    EXPECT(named("cuNothing", 13000, 0) == NULL);
    EXPECT(named("cuGreenCtxCreate", 13000, 0) != NULL); /* refuses when it is called */
}

/* An error of a launch stays until the context ends. */
static void sticky(CUmodule m)
{
    CUdeviceptr p;
    CUcontext ctx;
    CHECK(cuLaunchKernel(function(m, "fail"), 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    REFUSED(cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
    REFUSED(cuMemAlloc_v2(&p, 4), CUDA_ERROR_LAUNCH_FAILED);
    CHECK(cuCtxGetCurrent(&ctx));
    CHECK(cuCtxDestroy_v2(ctx));
    REFUSED(cuMemAlloc_v2(&p, 4), CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    CHECK(cuMemAlloc_v2(&p, 4));
    CHECK(cuCtxDestroy_v2(ctx));
}

/* OpenMP's threads wait for more when the last module that needs them is gone. */
static void unloading(const char *path)
{
    for (int i = 0; i < 10; i++) {
        CUcontext ctx;
        CUmodule m;
        CHECK(cuCtxCreate_v2(&ctx, 0, 0));
        CHECK(cuModuleLoad(&m, path));
        CHECK(cuLaunchKernel(function(m, "count"), 4096, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
        CHECK(cuCtxSynchronize());
        CHECK(cuModuleUnload(m));
        CHECK(cuCtxDestroy_v2(ctx));
    }
}

int main(int argc, char **argv)
{
    CUdeviceptr p;
    (void)argc;
    REFUSED(cuMemAlloc_v2(&p, 4), CUDA_ERROR_NOT_INITIALIZED);
    CUmodule m = begin(argv);
    launches(m);
    shared(m);
    CUsharedconfig banks;
    CHECK(cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE));
    CHECK(cuCtxGetSharedMemConfig(&banks));
    EXPECT(banks == CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE); /* as kernels are told */
    clusters();
    variables(m, argv[1]);
    logs();
    libraries(argv);
    linking();
    linked_names();
    zeroes();
    loaded_again();
    names();
    REFUSED(cuMemAlloc_v2(&p, (size_t)1 << 50), CUDA_ERROR_OUT_OF_MEMORY);
    sticky(m);
    unloading(argv[1]);
    return 0;
}
