// threefold.cu: each row of a block of numbers is multiplied by a matrix, in place: one kernel sums into another array, where the
// sum stands all the time, the next copies; a slice a launch.
extern "C" __global__ void multiply(double *sum, const double *a, const double *c, int nr, int nq, int np, int r)
{
    const int p = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y;
    if (p < np && q < nq) {
        sum[r * (nq * np) + q * np + p] = 0;
        for (int s = 0; s < np; s++)
            sum[r * (nq * np) + q * np + p] = sum[r * (nq * np) + q * np + p] + a[r * (nq * np) + q * np + s] * c[s * np + p];
    }
}

extern "C" __global__ void put(const double *sum, double *a, int nr, int nq, int np, int r)
{
    const int p = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y;
    if (p < np && q < nq)
        a[r * (nq * np) + q * np + p] = sum[r * (nq * np) + q * np + p];
}
