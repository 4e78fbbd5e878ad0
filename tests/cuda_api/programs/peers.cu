// devices: 2
// Two devices that copy to and read from each other.
#include "say.h"
__global__ void twice(int *to, const int *from) { to[threadIdx.x] = 2 * from[threadIdx.x]; }

int main()
{
    int n, can, h[32], *a, *b;
    OK(cudaGetDeviceCount(&n));
    OK(cudaDeviceCanAccessPeer(&can, 0, 1));
    printf("%d devices, access %d\n", n, can);
    for (int i = 0; i < 32; i++)
        h[i] = i;
    OK(cudaSetDevice(0));
    OK(cudaDeviceEnablePeerAccess(1, 0));
    OK(cudaMalloc(&a, sizeof h));
    OK(cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice));
    OK(cudaSetDevice(1));
    OK(cudaMalloc(&b, sizeof h));
    OK(cudaMemcpyPeer(b, 1, a, 0, sizeof h));
    OK(cudaSetDevice(0));
    twice<<<1, 32>>>(a, b);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost));
    cudaPointerAttributes p;
    OK(cudaPointerGetAttributes(&p, b));
    printf("%d %d, memory of device %d\n", h[1], h[31], p.device);
    printf("again: %s\n", cudaGetErrorString(cudaDeviceEnablePeerAccess(1, 0)));

    cudaStream_t other; /* of device 0, while 1 is the current one: copies go on there, kernels do not */
    OK(cudaStreamCreate(&other));
    OK(cudaSetDevice(1));
    OK(cudaMemcpyAsync(b, h, sizeof h, cudaMemcpyHostToDevice, other));
    OK(cudaStreamSynchronize(other));
    twice<<<1, 32, 0, other>>>(b, b);
    printf("another device's stream: %s\n", cudaGetErrorString(cudaGetLastError()));
    twice<<<1, 32>>>(b, b);
    OK(cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost));
    printf("%d %d\n", h[1], h[31]);
    return 0;
}
