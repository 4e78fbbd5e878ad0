// row_rounds.cu: threads that walk along rows of their own, in loops that compilers have unrolled and leave in the middle; the last one's
// rows are one element too short for it: lanes go in step there.
// nvcc -arch=sm_80 -ptx
#define N 64
extern "C" __global__ void forth(float *x)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < N)
#pragma unroll 4
        for (int i = 1; i < N; i++)
            x[t * N + i] += x[t * N + i - 1] * 2;
}
extern "C" __global__ void back(float *x)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < N)
#pragma unroll 4
        for (int i = N - 2; i >= 0; i--)
            x[t * N + i] -= x[t * N + i + 1] * 2;
}
extern "C" __global__ void both(float *x, const float *a, float *b)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < N)
#pragma unroll 4
        for (int i = 1; i < N; i++) {
            x[t * N + i] -= x[t * N + i - 1] * a[t * N + i] / b[t * N + i - 1];
            b[t * N + i] -= a[t * N + i] / b[t * N + i - 1];
        }
}
extern "C" __global__ void beyond(float *x)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < N)
#pragma unroll 4
        for (int i = 1; i < N + 2; i++)
            x[t * N + i] += x[t * N + i - 1] * 2;
}
