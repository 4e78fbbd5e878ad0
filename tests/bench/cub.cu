// cub.cu: what the translator's speed is measured with where nvcc is installed: kernels of CUB, as nvcc compiles them.
#include <cub/cub.cuh>

void all(unsigned *in, unsigned *out, unsigned *more, int n)
{
    void *space = nullptr;
    size_t bytes = 0;
    cub::DeviceRadixSort::SortPairs(space, bytes, in, out, in, more, n);
    cub::DeviceRadixSort::SortKeysDescending(space, bytes, (double *)in, (double *)out, n);
    cub::DeviceScan::InclusiveSum(space, bytes, in, out, n);
    cub::DeviceReduce::Sum(space, bytes, (float *)in, (float *)out, n);
    cub::DeviceHistogram::HistogramEven(space, bytes, (float *)in, (int *)out, 256, 0.f, 1.f, n);
}
