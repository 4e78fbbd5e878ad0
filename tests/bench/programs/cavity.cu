// cavity.cu: half a sweep of red-black relaxation for a flow's pressure, red and black cells in arrays of their own; the block's residual in shared memory.
#define SIDE 512
#define ROW (SIDE / 2 + 2)
#define AT(a, col, row) a[(col) * ROW + (row)]
extern "C" __global__ void red(double inv_dx2, double inv_dy2, double omega, const double *f, const double *black, double *red, double *norms)
{
    __shared__ double sum[256];
    const int row = blockIdx.x * blockDim.x + threadIdx.x + 1, col = blockIdx.y * blockDim.y + threadIdx.y + 1;
    const int odd = col & 1;
    const double p = AT(red, col, row);
    const double w = AT(black, col - 1, row), e = AT(black, col + 1, row);
    const double s = AT(black, col, row - odd), n = AT(black, col, row + (1 - odd));
    const double r = AT(f, col, row) - (e - 2.0 * p + w) * inv_dx2 - (n - 2.0 * p + s) * inv_dy2;
    AT(red, col, row) = p - omega * r / (2.0 * inv_dx2 + 2.0 * inv_dy2);
    sum[threadIdx.x] = r * r;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i >>= 1) {
        if (threadIdx.x < i)
            sum[threadIdx.x] += sum[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        norms[blockIdx.y * gridDim.x + blockIdx.x] = sum[0];
}
