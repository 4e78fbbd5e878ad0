// cub_scan.cu: cub::DeviceScan as a host program calls it.
#include <cub/device/device_scan.cuh>

// The inclusive sums of `n` numbers; with space == NULL only *bytes, the size of the memory it needs.  CUDA's error code.
extern "C" int cub_scan(void *space, size_t *bytes, const unsigned *in, unsigned *out, int n)
{
    return cub::DeviceScan::InclusiveSum(space, *bytes, in, out, n);
}
