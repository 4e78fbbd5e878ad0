// A captured graph, one built by hand, and an update.
#include "say.h"
__global__ void sum(const int *x, int n, int *out)
{
    int s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s += x[i];
    atomicAdd(out, s);
}
static void CUDART_CB show(void *p) { printf("host: %d\n", *(int *)p); }

int main()
{
    const int n = 1000;
    static int h[n], result;
    int *x, *out;
    for (int i = 0; i < n; i++)
        h[i] = i;
    OK(cudaMalloc(&x, sizeof h));
    OK(cudaMalloc(&out, 4));
    cudaStream_t s;
    OK(cudaStreamCreate(&s));
    cudaGraph_t g;
    cudaGraphExec_t e;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(cudaMemcpyAsync(x, h, sizeof h, cudaMemcpyHostToDevice, s));
    OK(cudaMemsetAsync(out, 0, 4, s));
    sum<<<1, 128, 0, s>>>(x, n, out);
    OK(cudaMemcpyAsync(&result, out, 4, cudaMemcpyDeviceToHost, s));
    OK(cudaLaunchHostFunc(s, show, &result));
    OK(cudaStreamEndCapture(s, &g));
    size_t nodes = 0;
    OK(cudaGraphGetNodes(g, nullptr, &nodes));
    printf("%zu nodes, result %d before\n", nodes, result);
    OK(cudaGraphInstantiate(&e, g, 0));
    for (int i = 0; i < 3; i++)
        OK(cudaGraphLaunch(e, s));
    OK(cudaStreamSynchronize(s));

    cudaGraph_t g2;
    cudaGraphNode_t set, kernel;
    cudaGraphExec_t e2;
    OK(cudaGraphCreate(&g2, 0));
    cudaMemsetParams m = {};
    m.dst = out;
    m.value = 5;
    m.elementSize = 4;
    m.width = 1;
    m.height = 1;
    OK(cudaGraphAddMemsetNode(&set, g2, nullptr, 0, &m));
    int few = 10;
    void *args[] = {&x, &few, &out};
    cudaKernelNodeParams k = {};
    k.func = (void *)sum;
    k.gridDim = dim3(1);
    k.blockDim = dim3(32);
    k.kernelParams = args;
    OK(cudaGraphAddKernelNode(&kernel, g2, &set, 1, &k));
    OK(cudaGraphInstantiate(&e2, g2, 0));
    OK(cudaGraphLaunch(e2, s));
    OK(cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost));
    printf("by hand: %d\n", result);
    few = 20;
    OK(cudaGraphExecKernelNodeSetParams(e2, kernel, &k));
    OK(cudaGraphLaunch(e2, s));
    OK(cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost));
    printf("changed: %d\n", result);
    OK(cudaGraphExecDestroy(e));
    OK(cudaGraphDestroy(g));
    return 0;
}
