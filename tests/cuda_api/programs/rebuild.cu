// Graphs that change: parameters of nodes asked for and set, edges removed, copies of graphs, objects that live with them.
#include "say.h"
#include <unistd.h>
__global__ void axpy(const float *x, float *y, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}
__global__ void square(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] *= y[i];
}
static int ended;
static void CUDART_CB ends(void *p) { ended += *(int *)p; }
static void CUDART_CB count(void *p) { ++*(int *)p; }
int main()
{
    const int n = 1000;
    float *x, *y, out[n], in[n];
    for (int i = 0; i < n; i++)
        in[i] = i % 10;
    OK(cudaMalloc(&x, n * 4));
    OK(cudaMalloc(&y, n * 4));
    cudaGraph_t g, c;
    OK(cudaGraphCreate(&g, 0));
    cudaGraphNode_t up, zero, k, sq, down, host, empty;
    cudaMemcpy3DParms cp = {};
    cp.srcPtr = make_cudaPitchedPtr(in, n * 4, n, 1);
    cp.dstPtr = make_cudaPitchedPtr(x, n * 4, n, 1);
    cp.extent = make_cudaExtent(n * 4, 1, 1);
    cp.kind = cudaMemcpyHostToDevice;
    OK(cudaGraphAddMemcpyNode(&up, g, nullptr, 0, &cp));
    cudaMemsetParams ms = {};
    ms.dst = y;
    ms.elementSize = 4;
    ms.width = n;
    ms.height = 1;
    OK(cudaGraphAddMemsetNode(&zero, g, nullptr, 0, &ms));
    float a = 2;
    int m = n;
    void *ka[] = {&x, &y, &a, &m};
    cudaKernelNodeParams kp = {};
    kp.func = (void *)axpy;
    kp.gridDim = dim3((n + 127) / 128);
    kp.blockDim = dim3(128);
    kp.kernelParams = ka;
    cudaGraphNode_t both[] = {up, zero};
    OK(cudaGraphAddKernelNode(&k, g, both, 2, &kp));
    void *sa[] = {&y, &m};
    kp.func = (void *)square;
    kp.kernelParams = sa;
    OK(cudaGraphAddKernelNode(&sq, g, &k, 1, &kp));
    OK(cudaGraphAddMemcpyNode1D(&down, g, &sq, 1, out, y, n * 4, cudaMemcpyDeviceToHost));
    int calls = 0;
    cudaHostNodeParams hp = {count, &calls};
    OK(cudaGraphAddHostNode(&host, g, &down, 1, &hp));
    OK(cudaGraphAddEmptyNode(&empty, g, &host, 1));
    size_t nn, ne, nr;
    OK(cudaGraphGetNodes(g, nullptr, &nn));
    OK(cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &ne));
    OK(cudaGraphGetRootNodes(g, nullptr, &nr));
    size_t nd = 5;
    cudaGraphNode_t deps[5];
    OK(cudaGraphNodeGetDependencies(k, deps, nullptr, &nd));
    printf("%d nodes, %d edges, %d roots, %d before the kernel: %d\n", (int)nn, (int)ne, (int)nr, (int)nd,
           (deps[0] == up && deps[1] == zero) || (deps[0] == zero && deps[1] == up));
    nd = 5;
    OK(cudaGraphNodeGetDependentNodes(k, deps, nullptr, &nd));
    printf("%d behind it: %d\n", (int)nd, deps[0] == sq);
    cudaKernelNodeParams got = {};
    OK(cudaGraphKernelNodeGetParams(k, &got));
    printf("kernel %d, %u x %u, a %g, n %d\n", got.func == (void *)axpy, got.gridDim.x, got.blockDim.x, *(float *)got.kernelParams[2],
           *(int *)got.kernelParams[3]);
    int seven = 7;
    cudaUserObject_t o;
    OK(cudaUserObjectCreate(&o, &seven, ends, 2, cudaUserObjectNoDestructorSync));
    OK(cudaGraphRetainUserObject(g, o, 1, cudaGraphUserObjectMove));
    OK(cudaUserObjectRelease(o, 1));
    printf("ended %d\n", ended);
    cudaGraphExec_t e, f;
    OK(cudaGraphInstantiateWithFlags(&e, g, 0));
    OK(cudaGraphLaunch(e, 0));
    OK(cudaDeviceSynchronize());
    printf("%g %g %d\n", out[3], out[999], calls);
    // other parameters of the executable graph alone
    a = 3;
    kp.func = (void *)axpy;
    kp.kernelParams = ka;
    OK(cudaGraphExecKernelNodeSetParams(e, k, &kp));
    ms.value = 0x3f800000; // 1.0f
    OK(cudaGraphExecMemsetNodeSetParams(e, zero, &ms));
    int other = 100;
    hp.userData = &other;
    OK(cudaGraphExecHostNodeSetParams(e, host, &hp));
    OK(cudaGraphNodeSetEnabled(e, sq, 0));
    unsigned on;
    OK(cudaGraphNodeGetEnabled(e, sq, &on));
    OK(cudaGraphLaunch(e, 0));
    OK(cudaDeviceSynchronize());
    printf("%g %g %d %d %u\n", out[3], out[999], calls, other, on);
    unsigned long long flags = 99;
    OK(cudaGraphExecGetFlags(e, &flags));
    printf("flags %llu\n", flags);
    // the graph itself
    a = 5;
    OK(cudaGraphKernelNodeSetParams(k, &kp));
    cudaMemsetParams mg;
    OK(cudaGraphMemsetNodeGetParams(zero, &mg));
    mg.value = 0x40000000;
    OK(cudaGraphMemsetNodeSetParams(zero, &mg));
    cudaHostNodeParams hg;
    OK(cudaGraphHostNodeGetParams(host, &hg));
    printf("host's %d\n", hg.userData == &calls);
    cudaMemcpy3DParms cg = {};
    OK(cudaGraphMemcpyNodeGetParams(up, &cg));
    printf("copy %d %d\n", cg.srcPtr.ptr == in, (int)cg.extent.width);
    OK(cudaGraphMemcpyNodeSetParams1D(up, x, in + 1, (n - 1) * 4, cudaMemcpyHostToDevice));
    OK(cudaGraphRemoveDependencies(g, &sq, &down, nullptr, 1));
    OK(cudaGraphAddDependencies(g, &k, &down, nullptr, 1));
    OK(cudaGraphAddDependencies(g, &down, &sq, nullptr, 1));
    OK(cudaGraphClone(&c, g));
    cudaGraphNode_t kc;
    OK(cudaGraphNodeFindInClone(&kc, k, c));
    cudaGraphNodeType t;
    OK(cudaGraphNodeGetType(kc, &t));
    OK(cudaGraphInstantiate(&f, c, 0));
    OK(cudaGraphLaunch(f, 0));
    OK(cudaDeviceSynchronize());
    printf("clone: type %d, %g %g %d\n", t == cudaGraphNodeTypeKernel, out[3], out[998], calls);
    OK(cudaMemcpy(out, y, n * 4, cudaMemcpyDefault));
    printf("squared since %g\n", out[3]);
    // an update that fits, and ones that don't
    cudaGraphExecUpdateResultInfo info;
    cudaError_t r = cudaGraphExecUpdate(f, g, &info);
    printf("update %s %d\n", cudaGetErrorName(r), info.result);
    OK(cudaGraphDestroyNode(empty));
    r = cudaGraphExecUpdate(f, g, &info);
    printf("update %s %d\n", cudaGetErrorName(r), info.result);
    (void)cudaGetLastError();
    // attributes
    cudaLaunchAttributeValue v = {}, w = {};
    v.priority = -1;
    OK(cudaGraphKernelNodeSetAttribute(k, cudaLaunchAttributePriority, &v));
    OK(cudaGraphKernelNodeGetAttribute(k, cudaLaunchAttributePriority, &w));
    OK(cudaGraphKernelNodeCopyAttributes(sq, k));
    OK(cudaGraphKernelNodeGetAttribute(sq, cudaLaunchAttributePriority, &v));
    printf("priorities %d %d\n", w.priority, v.priority);
    v = {};
    v.cooperative = 1;
    OK(cudaGraphKernelNodeSetAttribute(k, cudaLaunchAttributeCooperative, &v));
    w = {};
    OK(cudaGraphKernelNodeGetAttribute(k, cudaLaunchAttributeCooperative, &w));
    printf("cooperative %d\n", w.cooperative);
    char name[] = P_tmpdir "/graphXXXXXX";
    close(mkstemp(name));
    OK(cudaGraphDebugDotPrint(g, name, cudaGraphDebugDotFlagsVerbose));
    FILE *dot = fopen(name, "r");
    int edges = 0, braces = 0;
    for (int ch, was = 0; dot && (ch = getc(dot)) != EOF; was = ch)
        edges += was == '-' && ch == '>', braces += ch == '{' ? 1 : ch == '}' ? -1 : 0;
    printf("dot: %d edges, %d\n", edges, braces);
    remove(name);
    printf("%s %s %s\n", cudaGetErrorName(cudaGraphAddDependencies(g, &k, &k, nullptr, 1)), cudaGetErrorName(cudaGraphInstantiate(&f, nullptr, 0)),
           cudaGetErrorName(cudaGraphHostNodeGetParams(k, &hg)));
    OK(cudaGraphAddDependencies(g, &sq, &k, nullptr, 1));
    cudaGraphExec_t bad;
    printf("a circle: %s\n", cudaGetErrorName(cudaGraphInstantiate(&bad, g, 0)));
    OK(cudaGraphExecDestroy(e));
    OK(cudaGraphDestroy(g));
    printf("ended %d\n", ended);
    OK(cudaGraphExecDestroy(f));
    OK(cudaGraphDestroy(c));
    printf("ended %d\n", ended);
    return 0;
}
