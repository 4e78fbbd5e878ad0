// needs: -rdc=true -lcudadevrt
// Nodes of a graph that kernels change: what they are given, how many blocks they have, whether they run.
#include "say.h"

__global__ void fill(int *p, int at, int value)
{
    if (threadIdx.x == 0)
        atomicAdd(&p[at], value);
}

// Of the same graph: how the next node runs depends on what the last run counted.
__global__ void choose(const int *p, cudaGraphDeviceNode_t next, cudaGraphDeviceNode_t other, int *errors)
{
    const int n = p[0];
    errors[0] = cudaGraphKernelNodeSetGridDim(next, dim3(n + 1, 2, 1));
    errors[1] = cudaGraphKernelNodeSetParam(next, 12, n + 10);
    errors[2] = cudaGraphKernelNodeSetEnabled(other, n % 2 != 0);
}

// Several changes at once, by a kernel of no graph.
__global__ void change(cudaGraphDeviceNode_t next, int *q, cudaGraphDeviceNode_t other, int *errors)
{
    alignas(8) unsigned char room[3 * sizeof(cudaGraphKernelNodeUpdate)];
    auto u = reinterpret_cast<cudaGraphKernelNodeUpdate *>(room); // it has no constructor
    u[0].node = next;
    u[0].field = cudaGraphKernelNodeFieldParam;
    u[0].updateData.param.pValue = &q;
    u[0].updateData.param.offset = 0;
    u[0].updateData.param.size = sizeof q;
    u[1].node = next;
    u[1].field = cudaGraphKernelNodeFieldGridDim;
    u[1].updateData.gridDim = dim3(3);
    u[2].node = other;
    u[2].field = cudaGraphKernelNodeFieldEnabled;
    u[2].updateData.isEnabled = 0;
    errors[0] = cudaGraphKernelNodeUpdatesApply(u, 3);
    errors[1] = cudaGraphKernelNodeSetGridDim(next, dim3(0));
    errors[2] = cudaGraphKernelNodeSetParam(next, 13, 1);
}

__global__ void late(cudaGraphDeviceNode_t next, int *errors) { errors[0] = cudaGraphKernelNodeSetEnabled(next, true); }

static cudaLaunchAttribute updatable()
{
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
    a.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
    return a;
}

int main()
{
    int *p, *errors;
    OK(cudaMallocManaged(&p, 64));
    OK(cudaMallocManaged(&errors, 64));
    for (int i = 0; i < 16; i++)
        p[i] = errors[i] = 0;
    cudaStream_t s;
    OK(cudaStreamCreate(&s));
    cudaGraph_t g;
    OK(cudaGraphCreate(&g, 0));

    // Added by hand, and captured.
    int at = 1, value = 1, first = 0;
    void *args[] = {&p, &at, &value}, *count[] = {&p, &first, &value};
    cudaKernelNodeParams kp = {};
    kp.func = (void *)fill;
    kp.gridDim = dim3(1);
    kp.blockDim = dim3(32);
    kp.kernelParams = args;
    cudaGraphNode_t next;
    OK(cudaGraphAddKernelNode(&next, g, nullptr, 0, &kp));
    cudaLaunchAttribute a = updatable(), b = updatable();
    OK(cudaGraphKernelNodeSetAttribute(next, a.id, &a.val));
    cudaLaunchAttributeValue got = {};
    OK(cudaGraphKernelNodeGetAttribute(next, a.id, &got));
    const cudaGraphDeviceNode_t d = a.val.deviceUpdatableKernelNode.devNode;
    printf("updatable %d %d\n", got.deviceUpdatableKernelNode.deviceUpdatable, d && got.deviceUpdatableKernelNode.devNode == d);

    OK(cudaStreamBeginCaptureToGraph(s, g, &next, nullptr, 1, cudaStreamCaptureModeGlobal));
    cudaLaunchConfig_t c = {};
    c.gridDim = dim3(1);
    c.blockDim = dim3(32);
    c.stream = s;
    c.attrs = &b;
    c.numAttrs = 1;
    OK(cudaLaunchKernelEx(&c, fill, p, 2, 100));
    const cudaGraphDeviceNode_t e = b.val.deviceUpdatableKernelNode.devNode;
    OK(cudaStreamEndCapture(s, &g));

    // In front of both: the chooser, and the counter of runs behind it.
    cudaGraphNode_t chooser, counter;
    void *choice[] = {&p, (void *)&d, (void *)&e, &errors};
    kp.func = (void *)choose;
    kp.blockDim = dim3(1);
    kp.kernelParams = choice;
    OK(cudaGraphAddKernelNode(&chooser, g, nullptr, 0, &kp));
    kp.func = (void *)fill;
    kp.kernelParams = count;
    OK(cudaGraphAddKernelNode(&counter, g, &chooser, 1, &kp));
    OK(cudaGraphAddDependencies(g, &chooser, &next, nullptr, 1));

    cudaGraphExec_t x, y;
    OK(cudaGraphInstantiate(&x, g, 0));
    OK(cudaGraphUpload(x, s));
    printf("twice: %s\n", cudaGetErrorName(cudaGraphInstantiate(&y, g, 0)));
    for (int i = 0; i < 3; i++) {
        OK(cudaGraphLaunch(x, s));
        OK(cudaStreamSynchronize(s));
        printf("run %d: %d %d, errors %d %d %d\n", p[0], p[1], p[2], errors[0], errors[1], errors[2]);
    }
    // The chooser is out of the way, and another kernel changes them.
    OK(cudaGraphNodeSetEnabled(x, chooser, 0));
    change<<<1, 1, 0, s>>>(d, p + 4, e, errors);
    OK(cudaGraphUpload(x, s));
    OK(cudaGraphLaunch(x, s));
    OK(cudaStreamSynchronize(s));
    printf("changed: %d %d %d, there %d, errors %d %d %d\n", p[0], p[1], p[2], p[5], errors[0], errors[1], errors[2]);

    a.val.deviceUpdatableKernelNode.deviceUpdatable = 0;
    printf("%s", cudaGetErrorName(cudaGraphKernelNodeSetAttribute(next, a.id, &a.val)));
    printf(" %s", cudaGetErrorName(cudaGraphKernelNodeCopyAttributes(counter, next)));
    printf(" %s\n", cudaGetErrorName(cudaGraphDestroyNode(next)));
    cudaGraphExecUpdateResultInfo info;
    printf("%s\n", cudaGetErrorName(cudaGraphExecUpdate(x, g, &info)));
    printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&c, fill, p, 2, 100)));
    (void)cudaGetLastError();
    OK(cudaGraphExecDestroy(x));
    late<<<1, 1, 0, s>>>(d, errors);
    OK(cudaStreamSynchronize(s));
    printf("late: %d\n", errors[0]);
    OK(cudaGraphDestroy(g));
    return 0;
}
