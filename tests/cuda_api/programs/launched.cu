// needs: -rdc=true -lcudadevrt
// Graphs that kernels launch: beside their own graph, after it, and their own once more.
#include "say.h"

// Each appends a digit: what ran in which order.
__global__ void append(unsigned long long *p, int digit) { *p = *p * 10 + digit; }

__global__ void launch(cudaGraphExec_t a, cudaStream_t how, cudaGraphExec_t b, cudaStream_t how_b, int *errors)
{
    errors[0] = cudaGraphLaunch(a, how);
    if (b)
        errors[1] = cudaGraphLaunch(b, how_b);
}

// Its graph again until it has run so many times.
__global__ void again(int *count, int most)
{
    if (++*count < most)
        cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

__global__ void current(unsigned long long *p) { *p = (unsigned long long)cudaGetCurrentGraphExec(); }

static cudaStream_t s;

template <class F> static cudaGraphExec_t captured(F f, unsigned long long flags)
{
    cudaGraph_t g;
    cudaGraphExec_t e;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    f();
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaGraphInstantiate(&e, g, flags));
    OK(cudaGraphDestroy(g));
    return e;
}

int main()
{
    unsigned long long *p;
    int *errors;
    OK(cudaMallocManaged(&p, 64));
    OK(cudaMallocManaged(&errors, 64));
    OK(cudaStreamCreate(&s));
    const cudaGraphExec_t one = captured([&] { append<<<1, 1, 0, s>>>(p, 1); append<<<1, 1, 0, s>>>(p, 2); }, cudaGraphInstantiateFlagDeviceLaunch);
    const cudaGraphExec_t two = captured([&] { append<<<1, 1, 0, s>>>(p, 3); append<<<1, 1, 0, s>>>(p, 4); }, cudaGraphInstantiateFlagDeviceLaunch);
    const cudaGraphExec_t host = captured([&] { append<<<1, 1, 0, s>>>(p, 5); }, 0);
    OK(cudaGraphUpload(one, s));
    OK(cudaGraphUpload(two, s));

    // Tails come after all of the graph, in their order.
    cudaGraphExec_t by = captured([&] {
        append<<<1, 1, 0, s>>>(p, 7);
        launch<<<1, 1, 0, s>>>(two, cudaStreamGraphTailLaunch, one, cudaStreamGraphTailLaunch, errors);
        append<<<1, 1, 0, s>>>(p, 8);
    }, 0);
    *p = 0;
    for (int i = 0; i < 2; i++)
        OK(cudaGraphLaunch(by, s));
    append<<<1, 1, 0, s>>>(p, 9);
    OK(cudaStreamSynchronize(s));
    printf("tails: %llu, errors %d %d\n", *p, errors[0], errors[1]);

    // One beside the graph is done before what comes after the graph, and before its tails.
    by = captured([&] { launch<<<1, 1, 0, s>>>(one, cudaStreamGraphFireAndForget, two, cudaStreamGraphTailLaunch, errors); }, 0);
    *p = 0;
    OK(cudaGraphLaunch(by, s));
    append<<<1, 1, 0, s>>>(p, 9);
    OK(cudaStreamSynchronize(s));
    printf("beside: %llu\n", *p);

    // A tail with a tail of its own.
    const cudaGraphExec_t middle = captured([&] { launch<<<1, 1, 0, s>>>(one, cudaStreamGraphTailLaunch, nullptr, s, errors); append<<<1, 1, 0, s>>>(p, 6); },
                                            cudaGraphInstantiateFlagDeviceLaunch);
    by = captured([&] { launch<<<1, 1, 0, s>>>(middle, cudaStreamGraphTailLaunch, two, cudaStreamGraphTailLaunch, errors); }, 0);
    *p = 0;
    OK(cudaGraphLaunch(by, s));
    OK(cudaStreamSynchronize(s));
    printf("tail of a tail: %llu\n", *p);

    // Its own again.
    int *count;
    OK(cudaMallocManaged(&count, 4));
    *count = 0;
    const cudaGraphExec_t loop = captured([&] { again<<<1, 1, 0, s>>>(count, 1000); }, cudaGraphInstantiateFlagDeviceLaunch);
    OK(cudaGraphLaunch(loop, s));
    OK(cudaStreamSynchronize(s));
    printf("again: %d\n", *count);

    // What is none for kernels, and no graph at all.
    const cudaGraphExec_t self = captured([&] { current<<<1, 1, 0, s>>>(p); }, cudaGraphInstantiateFlagDeviceLaunch);
    const cudaGraphExec_t other = captured([&] { current<<<1, 1, 0, s>>>(p + 1); }, 0);
    OK(cudaGraphLaunch(self, s));
    OK(cudaGraphLaunch(other, s));
    current<<<1, 1, 0, s>>>(p + 2);
    OK(cudaStreamSynchronize(s));
    printf("current: %d %d %d\n", p[0] == (unsigned long long)self, p[1] != 0, p[2] != 0);
    by = captured([&] { launch<<<1, 1, 0, s>>>(host, cudaStreamGraphTailLaunch, one, nullptr, errors); }, 0);
    OK(cudaGraphLaunch(by, s));
    OK(cudaStreamSynchronize(s));
    printf("refused: %d %d\n", errors[0] != 0, errors[1] != 0);
    launch<<<1, 1, 0, s>>>(one, cudaStreamGraphTailLaunch, nullptr, s, errors);
    OK(cudaStreamSynchronize(s));
    printf("outside: %d\n", errors[0] != 0);
    return 0;
}
