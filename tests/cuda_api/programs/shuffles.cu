// A scan by shuffles, votes and atomics of a block.
#include "say.h"
__global__ void scan(const int *x, int *out, int *even)
{
    __shared__ int sums[32];
    int i = threadIdx.x, lane = i % 32, w = i / 32, v = x[i];
    unsigned mask = __ballot_sync(~0u, v % 2 == 0);
    if (lane == 0)
        atomicAdd(even, __popc(mask));
    for (int d = 1; d < 32; d *= 2) {
        int o = __shfl_up_sync(~0u, v, d);
        if (lane >= d)
            v += o;
    }
    if (lane == 31)
        sums[w] = v;
    __syncthreads();
    if (w == 0) {
        int s = lane < blockDim.x / 32 ? sums[lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            int o = __shfl_up_sync(~0u, s, d);
            if (lane >= d)
                s += o;
        }
        sums[lane] = s;
    }
    __syncthreads();
    out[i] = v + (w ? sums[w - 1] : 0);
}
int main()
{
    const int n = 512;
    int h[n], r[n], even = 0, *x, *y, *e, wrong = 0;
    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 11;
    OK(cudaMalloc(&x, sizeof h));
    OK(cudaMalloc(&y, sizeof h));
    OK(cudaMalloc(&e, 4));
    OK(cudaMemset(e, 0, 4));
    OK(cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice));
    scan<<<1, n>>>(x, y, e);
    OK(cudaMemcpy(r, y, sizeof h, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(&even, e, 4, cudaMemcpyDeviceToHost));
    for (int i = 0, s = 0; i < n; i++) {
        s += h[i];
        wrong += r[i] != s;
        even -= h[i] % 2 == 0;
    }
    printf("%d wrong, %d off\n", wrong, even);
    return 0;
}
