// Conditional nodes of graphs: while, if with else, switch, one in another; their bodies by hand and captured.
// needs: -rdc=true -lcudadevrt
#include "say.h"
#include <vector>
__global__ void step(int *c, cudaGraphConditionalHandle h, int limit)
{
    (*c)++;
    cudaGraphSetConditional(h, *c < limit);
}
__global__ void set(cudaGraphConditionalHandle h, unsigned v) { cudaGraphSetConditional(h, v); }
__global__ void add(int *c, int v) { *c += v; }
static int *c;
static void kernel(cudaGraph_t g, void *f, std::vector<void *> args, cudaGraphNode_t *node, cudaGraphNode_t after = nullptr)
{
    cudaKernelNodeParams p = {};
    p.func = f, p.gridDim = 1, p.blockDim = 1, p.kernelParams = args.data();
    OK(cudaGraphAddKernelNode(node, g, &after, after != nullptr, &p));
}
static cudaGraph_t *condition(cudaGraph_t g, cudaGraphConditionalHandle h, cudaGraphConditionalNodeType type, unsigned n, cudaGraphNode_t after = nullptr)
{
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    p.conditional.handle = h, p.conditional.type = type, p.conditional.size = n;
    cudaGraphNode_t node;
#if CUDART_VERSION >= 13000
    OK(cudaGraphAddNode(&node, g, &after, nullptr, after != nullptr, &p));
#else
    OK(cudaGraphAddNode(&node, g, &after, after != nullptr, &p));
#endif
    return p.conditional.phGraph_out;
}
static void run(const char *name, cudaGraphExec_t e)
{
    int got;
    OK(cudaMemset(c, 0, 4));
    OK(cudaGraphLaunch(e, 0));
    OK(cudaMemcpy(&got, c, 4, cudaMemcpyDeviceToHost));
    printf("%s: %d\n", name, got);
}
int main()
{
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaGraphNode_t node, first;
    cudaGraphConditionalHandle h, inner;
    int limit = 10, hundred = 100;
    unsigned v = 1;
    OK(cudaMalloc(&c, 4));
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault));
    cudaGraph_t body = *condition(g, h, cudaGraphCondTypeWhile, 1);
    kernel(body, (void *)step, {&c, &h, &limit}, &node);
    OK(cudaGraphConditionalHandleCreate(&inner, body, 1, cudaGraphCondAssignDefault));
    kernel(*condition(body, inner, cudaGraphCondTypeIf, 1, node), (void *)add, {&c, &v}, &node);
    OK(cudaGraphInstantiate(&e, g, 0));
    run("while", e);
    run("while, again", e);
    OK(cudaGraphExecDestroy(e));
    OK(cudaGraphDestroy(g));

    cudaStream_t s;
    OK(cudaStreamCreate(&s));
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphConditionalHandleCreate(&h, g, 0, 0));
    kernel(g, (void *)set, {&h, &v}, &first);
    cudaGraph_t *sides = condition(g, h, cudaGraphCondTypeIf, 2, first);
    OK(cudaStreamBeginCaptureToGraph(s, sides[0], nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, s>>>(c, 5);
    add<<<1, 1, 0, s>>>(c, 6);
    OK(cudaStreamEndCapture(s, nullptr));
    kernel(sides[1], (void *)add, {&c, &hundred}, &node);
    OK(cudaGraphInstantiate(&e, g, 0));
    run("if", e);
    v = 0;
    void *args[] = {&h, &v};
    cudaKernelNodeParams p = {};
    p.func = (void *)set, p.gridDim = 1, p.blockDim = 1, p.kernelParams = args;
    OK(cudaGraphExecKernelNodeSetParams(e, first, &p));
    run("else", e);

    cudaGraph_t w;
    OK(cudaGraphCreate(&w, 0));
    OK(cudaGraphConditionalHandleCreate(&h, w, 0, 0));
    kernel(w, (void *)set, {&h, &v}, &first);
    sides = condition(w, h, cudaGraphCondTypeSwitch, 4, first);
    for (int i = 0; i < 4; i++) {
        int each = 1 << 4 * i;
        kernel(sides[i], (void *)add, {&c, &each}, &node);
    }
    OK(cudaGraphInstantiate(&e, w, 0));
    for (v = 0; v < 5; v++) {
        args[0] = &h;
        OK(cudaGraphExecKernelNodeSetParams(e, first, &p));
        run("switch", e);
    }
    return 0;
}
