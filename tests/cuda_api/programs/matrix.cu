// A matrix product by tiles in shared memory, of which a launch says how much.
#include "say.h"
__global__ void product(const float *a, const float *b, float *c, int n, int t)
{
    extern __shared__ float tile[];
    float *x = tile, *y = tile + t * t, sum = 0;
    int row = blockIdx.y * t + threadIdx.y, col = blockIdx.x * t + threadIdx.x;
    for (int k = 0; k < n; k += t) {
        x[threadIdx.y * t + threadIdx.x] = a[row * n + k + threadIdx.x];
        y[threadIdx.y * t + threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
        for (int i = 0; i < t; i++)
            sum += x[threadIdx.y * t + i] * y[i * t + threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
int main()
{
    const int n = 64;
    float *a, *b, *c;
    OK(cudaMallocManaged(&a, n * n * 4));
    OK(cudaMallocManaged(&b, n * n * 4));
    OK(cudaMallocManaged(&c, n * n * 4));
    for (int i = 0; i < n * n; i++) {
        a[i] = i % 5;
        b[i] = i % 3;
    }
    OK(cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
    for (int t : {8, 16, 32}) {
        product<<<dim3(n / t, n / t), dim3(t, t), 2 * t * t * 4>>>(a, b, c, n, t);
        OK(cudaDeviceSynchronize());
        double sum = 0, right = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                sum += c[i * n + j];
                for (int k = 0; k < n; k++)
                    right += a[i * n + k] * b[k * n + j];
            }
        printf("tiles of %d: %s\n", t, sum == right ? "right" : "wrong");
    }
    return 0;
}
