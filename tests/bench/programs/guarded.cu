// guarded.cu: a product of matrices of any size in double by tiles of 16 x 16, filled with zeros beyond the edges.
#define T 16
extern "C" __global__ void guarded(const double *a, const double *b, double *c, int m, int n, int k, double alpha, double beta)
{
    __shared__ double as[T][T], bs[T][T + 1];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    double sum = 0;
    for (int t = 0; t < (k + T - 1) / T; t++) {
        as[ty][tx] = row < m && t * T + tx < k ? a[row * k + t * T + tx] : 0.0;
        if (t * T + ty < k && col < n)
            bs[ty][tx] = b[(t * T + ty) * n + col];
        else
            bs[ty][tx] = 0.0;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += as[ty][i] * bs[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = alpha * sum + beta * c[row * n + col];
}
