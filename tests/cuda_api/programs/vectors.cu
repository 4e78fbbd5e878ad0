// c = a + b, with events around it.
#include "say.h"
__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main()
{
    const int n = 50000;
    float *h = (float *)malloc(3 * n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) {
        h[i] = i;
        h[n + i] = 2 * i;
    }
    OK(cudaMalloc(&d, 3 * n * sizeof(float)));
    OK(cudaMemcpy(d, h, 2 * n * sizeof(float), cudaMemcpyHostToDevice));
    cudaEvent_t a, b;
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&b));
    OK(cudaEventRecord(a));
    add<<<(n + 255) / 256, 256>>>(d, d + n, d + 2 * n, n);
    OK(cudaEventRecord(b));
    OK(cudaGetLastError());
    OK(cudaEventSynchronize(b));
    float ms = -1;
    OK(cudaEventElapsedTime(&ms, a, b));
    OK(cudaMemcpy(h + 2 * n, d + 2 * n, n * sizeof(float), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += h[2 * n + i] != 3.0f * i;
    printf("%d wrong, time %s\n", wrong, ms >= 0 ? "measured" : "not measured");
    OK(cudaFree(d));
    return wrong != 0;
}
