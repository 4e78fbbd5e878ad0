// hgemm.cu: C = A * B, matrices of half precision, sums of single precision; tiles of 16 x 16 in shared memory.
#include <cuda_fp16.h>

constexpr int TILE = 16;

extern "C" __global__ void hgemm(const __half *a, const __half *b, float *c, int n)
{
    __shared__ __half ta[TILE][TILE], tb[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0;
    for (int t = 0; t < n; t += TILE) {
        ta[ty][tx] = a[row * n + t + tx];
        tb[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += __half2float(ta[ty][k]) * __half2float(tb[k][tx]);
        __syncthreads();
    }
    c[row * n + col] = sum;
}
