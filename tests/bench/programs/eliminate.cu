// eliminate.cu: Gaussian elimination, two launches a column.
extern "C" __global__ void factors(float *m, const float *a, int size, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t)
        return;
    *(m + size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) =
        *(a + size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) / *(a + size * t + t);
}

extern "C" __global__ void rows(const float *m, float *a, float *b, int size, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t)
        return;
    if (threadIdx.y + blockIdx.y * blockDim.y >= size - t)
        return;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    a[size * (x + 1 + t) + (y + t)] -= m[size * (x + 1 + t) + t] * a[size * t + (y + t)];
    if (y == 0)
        b[x + 1 + t] -= m[size * (x + 1 + t) + (y + t)] * b[t];
}
