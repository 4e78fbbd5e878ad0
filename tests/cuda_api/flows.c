/* flows.c: streams whose work nothing orders, under --sanitize=race: argument "right", and all of it is ordered, in each of the ways that
 * there are; a number, and that way is left out. */
#include "check.h"

#include <pthread.h>

/* p[i] = i; two blocks say so in p[N], and wait for those of another grid; p[2N + i] = q[i] */
#define MEET(name, release, acquire)                                                                                                     \
    ".visible .entry " name "(.param .u64 p, .param .u64 q)\n{\n"                                                                         \
    ".reg .pred %c; .reg .b32 %r<9>; .reg .b64 %rd<6>;\n"                                                                                 \
    "ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q];\n"                                                                                   \
    "mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;\nmad.lo.u32 %r5, %r3, %r4, %r2;\n"                                 \
    "mul.wide.u32 %rd3, %r5, 4;\nadd.u64 %rd4, %rd1, %rd3;\nadd.u64 %rd5, %rd2, %rd3;\n"                                                  \
    "st.global.u32 [%rd4], %r5;\nbar.sync 0;\nsetp.ne.u32 %c, %r2, 0;\n@%c bra WAIT;\n"                                                   \
    "atom." release ".gpu.global.add.u32 %r6, [%rd1 + 1024], 1;\n"                                                                        \
    "WAIT: ld." acquire ".gpu.global.u32 %r7, [%rd2 + 1024];\nsetp.lt.u32 %c, %r7, 2;\n@%c bra WAIT;\n"                                   \
    "ld.global.u32 %r8, [%rd5];\nst.global.u32 [%rd4 + 2048], %r8;\nret;\n}\n"

static const char *const ptx =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry put(.param .u64 p, .param .u32 v)\n{\n" /* p[i] = v */
    ".reg .b32 %r<6>; .reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [v];\n"
    "mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;\nmad.lo.u32 %r5, %r3, %r4, %r2;\n"
    "mul.wide.u32 %rd2, %r5, 4;\nadd.u64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\nret;\n}\n"
    ".visible .entry add(.param .u64 p, .param .u64 q)\n{\n" /* p[i] += q[i] */
    ".reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
    "ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q];\n"
    "mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;\nmad.lo.u32 %r5, %r3, %r4, %r2;\n"
    "mul.wide.u32 %rd3, %r5, 4;\nadd.u64 %rd4, %rd1, %rd3;\nadd.u64 %rd5, %rd2, %rd3;\n"
    "ld.global.u32 %r6, [%rd5];\nld.global.u32 %r7, [%rd4];\nadd.u32 %r7, %r7, %r6;\nst.global.u32 [%rd4], %r7;\nret;\n}\n"
    ".visible .entry bytes(.param .u64 p, .param .u32 v)\n{\n" /* of bytes: p[i] = v */
    ".reg .b32 %r<6>; .reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [v];\n"
    "mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;\nmad.lo.u32 %r5, %r3, %r4, %r2;\ncvt.u64.u32 %rd2, %r5;\nadd.u64 %rd3, %rd1, %rd2;\n"
    "st.global.u8 [%rd3], %r1;\nret;\n}\n"
    ".visible .entry count(.param .u64 p, .param .u32 v)\n{\n" /* *p += v, by all threads */
    ".reg .b32 %r<3>; .reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [v];\natom.global.add.u32 %r2, [%rd1], %r1;\nret;\n}\n"
    ".visible .entry tell(.param .u64 p, .param .u64 flag)\n{\n" /* p[i] = 7, and the flag for the host */
    ".reg .b32 %r<6>; .reg .b64 %rd<5>;\n"
    "ld.param.u64 %rd1, [p]; ld.param.u64 %rd4, [flag];\n"
    "mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;\nmad.lo.u32 %r5, %r3, %r4, %r2;\nmul.wide.u32 %rd2, %r5, 4;\nadd.u64 %rd3, %rd1, %rd2;\n"
    "mov.u32 %r1, 7;\nst.global.u32 [%rd3], %r1;\nfence.acq_rel.sys;\nst.relaxed.sys.global.u32 [%rd4], %r1;\nret;\n}\n"
    MEET("meet", "release", "acquire") MEET("pass", "relaxed", "relaxed");

enum { N = 256 };

static CUcontext ctx;
static CUmodule module;
static CUstream s, t, apart; /* apart: the default stream does not wait for it */
static CUevent e;
static CUdeviceptr a, b;
static int left_out;

static int ordered(int way) { return left_out != way; }

static void launch(const char *name, CUstream stream, CUdeviceptr p, uint64_t q)
{
    CUfunction f;
    CHECK(cuModuleGetFunction(&f, module, name));
    void *args[] = {&p, &q};
    CHECK(cuLaunchKernel(f, 2, 1, 1, N / 2, 1, 1, 0, stream, args, NULL));
}

static void all_done(void) { CHECK(cuCtxSynchronize()); }

static void wait_by_event(CUstream by, CUstream of)
{
    CHECK(cuEventRecord(e, of));
    CHECK(cuStreamWaitEvent(by, e, 0));
}

/* A kernel behind a kernel of another stream. */
static void events(void)
{
    launch("put", s, a, 1);
    if (ordered(1))
        wait_by_event(t, s);
    launch("add", t, b, a);
    all_done();
}

/* Writing behind reading; what an older record of the event has told is not enough. */
static void reads(void)
{
    launch("put", s, b, 0);
    all_done();
    wait_by_event(t, s);
    launch("add", s, b, a);
    if (ordered(2))
        wait_by_event(t, s);
    launch("put", t, a, 2);
    all_done();
}

/* The host waits: for a stream, for an event, asking. */
static void hosts(void)
{
    launch("put", s, a, 1);
    if (ordered(3))
        CHECK(cuStreamSynchronize(s));
    launch("put", t, a, 2);
    CHECK(cuEventRecord(e, t));
    if (ordered(4))
        CHECK(cuEventSynchronize(e));
    launch("put", s, a, 3);
    while (ordered(5) && cuStreamQuery(s) == CUDA_ERROR_NOT_READY) {}
    launch("put", t, a, 4);
    all_done();
}

/* The default stream waits for others, and they for it, but for those that are apart. */
static void defaults(void)
{
    launch("put", s, a, 1);
    launch("put", NULL, a, 2);
    launch("put", t, a, 3);
    all_done();
    CHECK(cuMemsetD32_v2(a, 5, N)); /* a GPU's returns before it is done */
    if (ordered(6))
        CHECK(cuStreamSynchronize(NULL));
    launch("add", apart, b, a);
    all_done();
    CHECK(cuMemcpyPeer(b, ctx, a, ctx, 4 * N)); /* between devices: all comes behind it */
    launch("add", apart, a, b);
    all_done();
}

/* Copies, from memory and to it. */
static void copies(void)
{
    void *pinned;
    CHECK(cuMemHostAlloc(&pinned, 4 * N, 0));
    launch("put", s, a, 1);
    CHECK(cuMemcpyDtoHAsync_v2(pinned, a, 4 * N, ordered(7) ? s : t));
    all_done();
    CHECK(cuMemcpyHtoDAsync_v2(a, pinned, 4 * N, s));
    if (ordered(8))
        wait_by_event(t, s);
    CHECK(cuMemsetD32Async(a + 4 * (N - 1), 0, 1, t));
    all_done();
    launch("put", s, a, 1);
    CHECK(cuMemcpyDtoH_v2(pinned, a, 4 * N)); /* the host has them then */
    launch("put", t, a, 2);
    all_done();
    CHECK(cuMemFreeHost(pinned));
}

/* Pieces of memory that touch each other, by words and by bytes, are not the same ones; memory that is freed is not what comes there. */
static void pieces(void)
{
    launch("put", s, a, 1);
    launch("put", t, a + (ordered(9) ? 4 * N : 4 * (N - 1)), 2);
    launch("bytes", apart, b + 1, 3);
    launch("bytes", s, b + 1 + (ordered(10) ? N : N - 1), 4);
    all_done();
    for (int i = 0; i < 3; i++) {
        CUdeviceptr p;
        CHECK(cuMemAllocAsync(&p, 4 * N, i % 2 ? s : t));
        launch("put", i % 2 ? s : t, p, 5);
        CHECK(cuMemFreeAsync(p, i % 2 ? s : t));
    }
    all_done();
}

/* Atomic operations may meet; what reads their sum comes behind them. */
static void atomics(void)
{
    launch("count", s, a, 1);
    launch("count", t, a, 2);
    wait_by_event(apart, t);
    if (ordered(11))
        wait_by_event(apart, s);
    launch("add", apart, b, a);
    all_done();
}

static pthread_mutex_t told_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int any;

static void say(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&told_lock);
    any = 1;
    pthread_cond_signal(&told);
    pthread_mutex_unlock(&told_lock);
}

/* The host hears of it by a function of its own in the stream, and by a flag in its memory. */
static void flags(void)
{
    int *flag;
    launch("put", s, a, 1);
    if (ordered(12)) {
        any = 0;
        CHECK(cuLaunchHostFunc(s, say, NULL));
        pthread_mutex_lock(&told_lock);
        while (!any)
            pthread_cond_wait(&told, &told_lock);
        pthread_mutex_unlock(&told_lock);
    }
    launch("put", t, a, 2);
    all_done();
    CHECK(cuMemHostAlloc((void **)&flag, sizeof *flag, 0));
    *flag = 0;
    launch(ordered(13) ? "tell" : "put", s, a, ordered(13) ? (CUdeviceptr)(uintptr_t)flag : 7);
    while (ordered(13) && __atomic_load_n(flag, __ATOMIC_ACQUIRE) != 7) {}
    launch("put", t, a, 8);
    all_done();
    CHECK(cuMemFreeHost(flag));
}

/* Kernels that wait for each other's flags, of which each begins when the other may have done so already. */
static void meetings(void)
{
    unsigned got[N];
    for (int i = 0; i < 4; i++) {
        const char *name = i < 3 || ordered(18) ? "meet" : "pass";
        CHECK(cuMemsetD32_v2(a, 0, 3 * N));
        CHECK(cuMemsetD32_v2(b, 0, 3 * N));
        all_done();
        launch(name, s, a, b);
        launch(name, t, b, a);
        all_done();
        CHECK(cuMemcpyDtoH_v2(got, a + 8 * N, sizeof got));
        for (unsigned k = 0; k < N; k++)
            EXPECT(got[k] == k);
    }
}

/* A stream that is no more when another one has its place. */
static void ends(void)
{
    CUstream u;
    for (int i = 0; i < 3; i++) {
        CHECK(cuStreamCreate(&u, CU_STREAM_NON_BLOCKING));
        launch("put", u, a, 1);
        if (ordered(14))
            CHECK(cuStreamSynchronize(u));
        CHECK(cuStreamDestroy_v2(u));
    }
    all_done();
}

/* A graph, launched into one stream and into another one, is in order with itself, and with what the streams do besides. */
static void graphs(void)
{
    CUgraph g;
    CUgraphExec x;
    CHECK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
    launch("put", s, a, 1);
    launch("add", s, b, a);
    CHECK(cuStreamEndCapture(s, &g));
    CHECK(cuGraphInstantiateWithFlags(&x, g, 0));
    CHECK(cuGraphLaunch(x, s));
    CHECK(cuGraphLaunch(x, t));
    if (ordered(15))
        wait_by_event(s, t);
    launch("put", s, b, 0);
    all_done();
    CHECK(cuGraphExecDestroy(x));
    CHECK(cuGraphDestroy(g));
}

static CUgraphNode node(CUgraph g, const CUgraphNode *after, size_t n, const char *name, CUdeviceptr p, uint64_t q)
{
    CUgraphNode made;
    CUDA_KERNEL_NODE_PARAMS k = {.gridDimX = 2, .gridDimY = 1, .gridDimZ = 1, .blockDimX = N / 2, .blockDimY = 1, .blockDimZ = 1};
    void *args[] = {&p, &q};
    k.kernelParams = args;
    CHECK(cuModuleGetFunction(&k.func, module, name));
    CHECK(cuGraphAddKernelNode_v2(&made, g, after, n, &k));
    return made;
}

/* Nodes that both read, and one that writes behind both; and a graph in a graph. */
static void nodes(void)
{
    CUgraph g, inner;
    CUgraphExec x;
    CUgraphNode n[6];
    const CUDA_MEMSET_NODE_PARAMS set = {b, 0, 7, 4, N, 1};
    CHECK(cuGraphCreate(&inner, 0));
    CHECK(cuGraphAddMemsetNode(&n[5], inner, NULL, 0, &set, NULL));
    CHECK(cuGraphCreate(&g, 0));
    n[0] = node(g, NULL, 0, "put", a, 1);
    n[1] = node(g, n, 1, "add", b, a);
    n[2] = node(g, n, 1, "add", b + 4 * N, a);
    n[3] = node(g, n + 1, ordered(16) ? 2 : 1, "put", a, 2);
    CHECK(cuGraphAddChildGraphNode(&n[4], g, n + (ordered(17) ? 1 : 0), 1, inner));
    CHECK(cuGraphInstantiateWithFlags(&x, g, 0));
    CHECK(cuGraphLaunch(x, s));
    CHECK(cuGraphLaunch(x, s));
    all_done();
    CHECK(cuGraphExecDestroy(x));
    CHECK(cuGraphDestroy(g));
    CHECK(cuGraphDestroy(inner));
}

int main(int argc, char **argv)
{
    left_out = argc > 1 ? atoi(argv[1]) : 0;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    CHECK(cuModuleLoadData(&module, ptx));
    CHECK(cuStreamCreate(&s, 0));
    CHECK(cuStreamCreate(&t, 0));
    CHECK(cuStreamCreate(&apart, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&e, 0));
    CHECK(cuMemAlloc_v2(&a, 12 * N));
    CHECK(cuMemAlloc_v2(&b, 12 * N));
    CHECK(cuMemsetD32_v2(a, 0, 3 * N));
    CHECK(cuMemsetD32_v2(b, 0, 3 * N));
    all_done();
    void (*const ways[])(void) = {events, reads, hosts, defaults, copies, pieces, atomics, flags, ends, graphs, nodes, meetings};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        ways[i]();
    return 0;
}
