// product.cu: a matrix and a vector, a row a warp: strides, then shuffles; the first lane adds the bias.
extern "C" __global__ void product(const float *a, const float *x, const float *bias, float *y, int m, int n)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= m)
        return;
    float sum = 0;
    for (int j = lane; j < n; j += 32)
        sum += a[row * n + j] * x[j];
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[row] = sum + bias[row];
}
