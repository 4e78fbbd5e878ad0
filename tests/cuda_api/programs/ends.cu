// How kernels end that fail, each in a process of its own: what the calls behind it say.  And what an event without times is asked for.
#include "say.h"
#include <cassert>
#include <cooperative_groups.h>
#include <sys/wait.h>
#include <unistd.h>
__global__ void end(int *p, int how)
{
    switch (how) {
    case 0: p[threadIdx.x] = 1; break;
    case 1: assert(p == nullptr && "no pointer"); break;
    case 2: __trap(); break;
    case 3: asm volatile("exit;"); break;
    case 4: cooperative_groups::this_grid().sync(); // which is none of a cooperative launch
    }
}
static void child(int how, int out)
{
    int *p, *q, n;
    char text[200];
    if (!freopen("/dev/null", "w", stderr))
        _exit(1);
    cudaMalloc(&p, 16);
    end<<<2, 4>>>(p, how);
    const cudaError_t launched = cudaPeekAtLastError(), waited = cudaDeviceSynchronize(), last = cudaGetLastError(), more = cudaMalloc(&q, 4);
    const cudaError_t copied = cudaMemcpy(&n, p, 4, cudaMemcpyDeviceToHost), reset = cudaDeviceReset(), again = cudaMalloc(&q, 4);
    n = snprintf(text, sizeof text, "%s, %s, %s, %s, %s; %s, %s", cudaGetErrorName(launched), cudaGetErrorName(waited), cudaGetErrorName(last),
                 cudaGetErrorName(more), cudaGetErrorName(copied), cudaGetErrorName(reset), cudaGetErrorName(again));
    _exit(write(out, text, n) != n);
}
int main()
{
    for (int how = 0; how < 5; how++) {
        int ends[2], status;
        char text[200];
        if (pipe(ends))
            return 1;
        const pid_t p = fork();
        if (p == 0)
            child(how, ends[1]);
        close(ends[1]);
        const ssize_t n = read(ends[0], text, sizeof text - 1);
        text[n > 0 ? n : 0] = 0;
        close(ends[0]);
        waitpid(p, &status, 0);
        printf("%d: %s\n", how, text);
    }
    cudaEvent_t a, b;
    float ms;
    OK(cudaEventCreate(&a));
    OK(cudaEventCreateWithFlags(&b, cudaEventDisableTiming));
    printf("never recorded: %s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, a, a)));
    OK(cudaEventRecord(a));
    OK(cudaEventRecord(b));
    OK(cudaEventSynchronize(b));
    printf("without times: %s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, a, b)));
    return 0;
}
