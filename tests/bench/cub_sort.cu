// cub_sort.cu: cub::DeviceRadixSort as a host program calls it.
#include <cub/device/device_radix_sort.cuh>

// Sorts `n` numbers; with space == NULL only gives *bytes, the size of the memory it needs.  CUDA's error code.
extern "C" int cub_sort(void *space, size_t *bytes, const unsigned *in, unsigned *out, int n)
{
    return cub::DeviceRadixSort::SortKeys(space, *bytes, in, out, n);
}
