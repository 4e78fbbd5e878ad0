// lengths.cu: the length of each row of doubles and its largest element, a block a row: CUB's sums and maxima of blocks.
#include <cub/block/block_reduce.cuh>

extern "C" __global__ void lengths(const double *a, double *length, double *largest, int n)
{
    using Reduce = cub::BlockReduce<double, 128>;
    __shared__ typename Reduce::TempStorage sums, maxima;
    const double *const row = a + (size_t)blockIdx.x * n;
    double sum = 0, most = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        sum += row[i] * row[i];
        most = fmax(most, fabs(row[i]));
    }
    sum = Reduce(sums).Sum(sum);
    most = Reduce(maxima).Reduce(most, cuda::maximum<double>());
    if (threadIdx.x == 0) {
        length[blockIdx.x] = sqrt(sum);
        largest[blockIdx.x] = most;
    }
}
