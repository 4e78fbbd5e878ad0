// Copies and kernels of several streams; each stream's own order.
#include "say.h"
__global__ void step(int *x, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] * 3 + k;
}

int main()
{
    const int n = 1 << 16, streams = 4;
    int *h, *d;
    cudaStream_t s[streams];
    OK(cudaMallocHost(&h, n * sizeof(int)));
    OK(cudaMalloc(&d, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        h[i] = i;
    for (int k = 0; k < streams; k++)
        OK(cudaStreamCreate(&s[k]));
    const int part = n / streams;
    for (int k = 0; k < streams; k++) {
        OK(cudaMemcpyAsync(d + k * part, h + k * part, part * sizeof(int), cudaMemcpyHostToDevice, s[k]));
        for (int r = 0; r < 3; r++)
            step<<<part / 256, 256, 0, s[k]>>>(d + k * part, part, k + r);
        OK(cudaMemcpyAsync(h + k * part, d + k * part, part * sizeof(int), cudaMemcpyDeviceToHost, s[k]));
    }
    OK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int k = i / part, x = i;
        for (int r = 0; r < 3; r++)
            x = x * 3 + k + r;
        wrong += h[i] != x;
    }
    printf("%d streams: %d wrong\n", streams, wrong);
    for (int k = 0; k < streams; k++)
        OK(cudaStreamDestroy(s[k]));
    OK(cudaFreeHost(h));
    return wrong != 0;
}
