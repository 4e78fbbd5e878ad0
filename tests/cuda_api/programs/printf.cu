// printf in kernels.
#include "say.h"
__global__ void hello(int k) { printf("thread %d of block %d: %d, %s, %.2f\n", threadIdx.x, blockIdx.x, k, "text", 1.5 * k); }
int main()
{
    printf("before\n");
    fflush(stdout);
    for (int i = 0; i < 3; i++) {
        hello<<<1, 1>>>(i);
        OK(cudaDeviceSynchronize());
    }
    printf("after\n");
    return 0;
}
