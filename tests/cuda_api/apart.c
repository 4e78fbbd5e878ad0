/* A module whose kernels are made a few at a time: apart.cu.  They share its variables; what is not launched is not made, unless
 * it is small and comes with what is.
 * Arguments: the module; then where the compiler notes its calls: the test asks after each step how many there were.  As long as
 * there is a file of that name with .wait behind it, the compiler waits. */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

static const char *calls;

static int made(void)
{
    FILE *f = fopen(calls, "r");
    int n = 0;
    for (int c; f && (c = getc(f)) != EOF;)
        n += c == '\n';
    if (f)
        fclose(f);
    return n;
}

static void launch(CUmodule m, const char *name, void **params, unsigned threads)
{
    CHECK(cuLaunchKernel(function(m, name), 1, 1, 1, threads, 1, 1, 0, NULL, params, NULL));
    CHECK(cuCtxSynchronize());
}

/* What read gives, with the variables' values as they should be. */
static void check_read(CUmodule m, int counter, int hidden)
{
    static const int table[] = {1, 2, 3, 4};
    CUdeviceptr out;
    int got[8];
    CHECK(cuMemAlloc_v2(&out, sizeof got));
    launch(m, "read", (void *[]){&out}, 8);
    CHECK(cuMemcpyDtoH_v2(got, out, sizeof got));
    for (int i = 0; i < 8; i++)
        EXPECT(got[i] == i * table[i & 3] + hidden + counter);
    CHECK(cuMemFree_v2(out));
}

static void check_addresses(CUmodule m, unsigned times)
{
    CUdeviceptr counter, out, f;
    unsigned long long got[6];
    float sum;
    size_t bytes;
    CHECK(cuModuleGetGlobal_v2(&counter, &bytes, m, "counter"));
    EXPECT(bytes == 4);
    CHECK(cuMemAlloc_v2(&out, sizeof got));
    CHECK(cuMemAlloc_v2(&f, sizeof sum));
    launch(m, "addresses", (void *[]){&out, &f}, 1);
    CHECK(cuMemcpyDtoH_v2(got, out, sizeof got));
    CHECK(cuMemcpyDtoH_v2(&sum, f, sizeof sum));
    EXPECT(got[0] == counter && got[1] == counter && got[2] == counter && got[3] == 50 && got[4] == 0 && got[5] == 7 + times);
    EXPECT(sum == 4.5f);
    CHECK(cuMemFree_v2(out));
    CHECK(cuMemFree_v2(f));
}

static void check_heap(CUmodule m)
{
    CUdeviceptr p, out;
    int got;
    CHECK(cuMemAlloc_v2(&p, 8));
    CHECK(cuMemAlloc_v2(&out, 4));
    launch(m, "grow", (void *[]){&p}, 1);
    launch(m, "shrink", (void *[]){&p, &out}, 1);
    CHECK(cuMemcpyDtoH_v2(&got, out, 4));
    EXPECT(got == 50);
    CHECK(cuMemFree_v2(p));
    CHECK(cuMemFree_v2(out));
}

static CUfunctionLoadingState state_of(CUfunction f)
{
    CUfunctionLoadingState s;
    CHECK(cuFuncIsLoaded(&s, f));
    return s;
}

/* The host and other streams go on while the compiler makes a kernel that was launched; who waits for the kernel waits for both. */
static void check_background(CUmodule m)
{
    CUdeviceptr out;
    CUstream s;
    CUfunction f = function(m, "more8");
    int got;
    char wait[512];
    snprintf(wait, sizeof wait, "%s.wait", calls);
    FILE *w = fopen(wait, "w");
    EXPECT(w && fclose(w) == 0);
    CHECK(cuMemAlloc_v2(&out, 4));
    CHECK(cuMemsetD32_v2(out, 1, 1));
    EXPECT(state_of(f) == CU_FUNCTION_LOADING_STATE_UNLOADED);
    CHECK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    CHECK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, (void *[]){&out}, NULL));
    CHECK(cuMemcpyDtoH_v2(&got, out, 4));
    EXPECT(got == 1 && cuStreamQuery(s) == CUDA_ERROR_NOT_READY);
    EXPECT(unlink(wait) == 0);
    CHECK(cuStreamSynchronize(s));
    CHECK(cuMemcpyDtoH_v2(&got, out, 4));
    EXPECT(got == 1 + 50 * 8 && state_of(f) == CU_FUNCTION_LOADING_STATE_LOADED && made() == 5);
    CHECK(cuStreamDestroy_v2(s));
    CHECK(cuMemFree_v2(out));
}

/* Two modules that are linked, each with a variable of its own by the name mine, a shared one, and a function of one that the other calls. */
static void check_linked(void)
{
    static const char head[] = ".version 7.0\n.target sm_75\n.address_size 64\n",
                      one[] = ".global .u32 mine = 1;\n.visible .global .u32 ours = 10;\n"
                              ".visible .func (.param .b32 r) next() { .reg .u32 %r<2>; atom.global.add.u32 %r1, [mine], 1; st.param.b32 [r], %r1; ret; }\n",
                      two[] = ".global .u32 mine = 100;\n.extern .global .u32 ours;\n.extern .func (.param .b32 r) next();\n",
                      kernel[] = ".visible .entry %s(.param .u64 p)\n{\n.reg .u64 %%rd<2>; .reg .u32 %%r<5>;\nld.param.u64 %%rd1, [p];\n"
                                 "{ .param .b32 x; call (x), next; ld.param.b32 %%r1, [x]; }\nld.global.u32 %%r2, [mine];\n"
                                 "ld.global.u32 %%r3, [ours];\nmad.lo.u32 %%r4, %%r2, 1000, %%r1;\nmad.lo.u32 %%r4, %%r3, 1000000, %%r4;\n"
                                 "st.global.u32 [%%rd1], %%r4;\nadd.u32 %%r3, %%r3, 1;\nst.global.u32 [ours], %%r3;\nret;\n}\n";
    static const struct { const char *name; unsigned gives; } steps[] = {
        {"of_one", 10002001}, {"of_two", 11100002}, {"of_one", 12004003}, {"of_two", 13100004}};
    char text[2][2000];
    void *image;
    CUlinkState state;
    CUmodule m;
    CUdeviceptr out;
    unsigned got;
    const int before = made();
    CHECK(cuLinkCreate_v2(0, NULL, NULL, &state));
    for (int i = 0; i < 2; i++) {
        int n = snprintf(text[i], sizeof text[i], "%s%s", head, i ? two : one);
        n += snprintf(text[i] + n, sizeof text[i] - (size_t)n, kernel, i ? "of_two" : "of_one");
        CHECK(cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, text[i], (size_t)n + 1, "", 0, NULL, NULL));
    }
    CHECK(cuLinkComplete(state, &image, NULL));
    CHECK(cuModuleLoadData(&m, image));
    CHECK(cuLinkDestroy(state));
    EXPECT(made() == before);
    CHECK(cuMemAlloc_v2(&out, 4));
    for (int i = 0; i < 4; i++) {
        launch(m, steps[i].name, (void *[]){&out}, 1);
        CHECK(cuMemcpyDtoH_v2(&got, out, 4));
        EXPECT(got == steps[i].gives);
    }
    EXPECT(made() == before + 1);
    CHECK(cuMemFree_v2(out));
    CHECK(cuModuleUnload(m));
}

/* Each thread's number in its block and its neighbour's, which a shuffle brings, times powers of 3: out[i]. */
static void check_block(CUmodule m, unsigned x, unsigned y, unsigned z)
{
    CUdeviceptr out;
    unsigned got[64], factor = 1;
    const unsigned n = x * y * z;
    for (int i = 0; i < 60; i++)
        factor *= 3;
    CHECK(cuMemAlloc_v2(&out, sizeof got));
    CHECK(cuLaunchKernel(function(m, "large"), 1, 1, 1, x, y, z, 0, NULL, (void *[]){&out}, NULL));
    CHECK(cuCtxSynchronize());
    CHECK(cuMemcpyDtoH_v2(got, out, n * sizeof *got));
    for (unsigned i = 0; i < n; i++)
        EXPECT(got[i] == (100 * i + (i ^ 1)) * factor);
    CHECK(cuMemFree_v2(out));
}

/* A large kernel is first made for blocks of whole warps in rows only, and for all when others are launched, which then are run by that. */
static void check_rows(void)
{
    static const char head[] = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry small() { ret; }\n.visible .entry large(.param .u64 p)\n{\n"
                               ".reg .u64 %rd<3>; .reg .u32 %r<8>;\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z;\n"
                               "mov.u32 %r4, %ntid.x; mov.u32 %r5, %ntid.y;\nmad.lo.u32 %r2, %r3, %r5, %r2;\nmad.lo.u32 %r1, %r2, %r4, %r1;\n"
                               "shfl.sync.bfly.b32 %r6, %r1, 1, 31, 0xffffffff;\nmad.lo.u32 %r6, %r1, 100, %r6;\n",
                      times[] = "mul.lo.u32 %r6, %r6, 3;\n", tail[] = "mad.wide.u32 %rd2, %r1, 4, %rd1;\nst.global.u32 [%rd2], %r6;\nret;\n}\n";
    char text[4000];
    int n = snprintf(text, sizeof text, "%s", head);
    CUmodule m;
    const int before = made();
    for (int i = 0; i < 60; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s", times);
    snprintf(text + n, sizeof text - (size_t)n, "%s", tail);
    CHECK(cuModuleLoadData(&m, text));
    check_block(m, 64, 1, 1);
    check_block(m, 32, 2, 1);
    EXPECT(made() == before + 1);
    check_block(m, 20, 1, 1);
    check_block(m, 50, 1, 1);
    check_block(m, 16, 2, 2);
    check_block(m, 8, 8, 1);
    check_block(m, 64, 1, 1);
    EXPECT(made() == before + 2);
    CHECK(cuModuleUnload(m));
    CHECK(cuModuleLoadData(&m, text));
    check_block(m, 4, 4, 4);
    check_block(m, 64, 1, 1);
    EXPECT(made() == before + 2);
    CHECK(cuModuleUnload(m));
}

/* A fork is no place for work: other threads' locks stay locked in it. */
static void forked(void) { _exit(1); }

int main(int argc, char **argv)
{
    static const char bad[] = ".version 7.0\n.target sm_75\n.address_size 64\n.entry f() { ret; }\n.entry g() { nothing; }";
    CUmodule m = begin(argv), again;
    CUfunction all[16];
    CUdeviceptr at;
    unsigned n;
    int by = 5, threads, value = 30;
    const char *name;
    pthread_atfork(NULL, NULL, forked);
    calls = argc > 2 ? argv[2] : "/dev/null";
    CHECK(cuModuleGetFunctionCount(&n, m));
    EXPECT(n == 13);
    CHECK(cuModuleEnumerateFunctions(all, 13, m));
    CHECK(cuFuncGetName(&name, all[12]));
    EXPECT(strcmp(name, "more8") == 0 || strcmp(name, "read") == 0);
    REFUSED(cuModuleGetFunction(&all[0], m, "none"), CUDA_ERROR_NOT_FOUND);
    EXPECT(argc < 3 || made() == 0);
    check_read(m, 40, 3);
    EXPECT(argc < 3 || made() == 1);
    launch(m, "write", (void *[]){&by}, 2);
    check_read(m, 50, 5);
    EXPECT(argc < 3 || made() == 1);
    check_addresses(m, 1);
    check_addresses(m, 2);
    check_heap(m);
    EXPECT(argc < 3 || made() == 3);

    CHECK(cuModuleLoadData(&again, read_text(argv[1]))); /* with variables of its own */
    check_read(again, 40, 3);
    check_read(m, 50, 5);
    CHECK(cuModuleGetGlobal_v2(&at, NULL, again, "counter"));
    CHECK(cuMemcpyHtoD_v2(at, &value, 4));
    check_read(again, 30, 3);
    check_read(m, 50, 5);
    CHECK(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function(again, "more8")));
    EXPECT(threads == 1024);
    EXPECT(argc < 3 || made() == 3);
    CHECK(cuModuleUnload(again));
    if (argc > 2)
        check_linked();
    if (argc > 2 && !getenv("PTX2C_SANITIZE")) { /* for which streams race in the first, and kernels are made for all blocks at once */
        check_background(m);
        check_rows();
    }
    check_read(m, 50, 5);
    REFUSED(cuModuleLoadData(&again, bad), CUDA_ERROR_INVALID_PTX);
    CHECK(cuModuleUnload(m));
    return 0;
}
