// warpsort.cu: rows of up to 32 keys with values are sorted, a warp a row, by exchanges between lanes (bitonic); then the least k of each row and
// their mean.
__device__ void swap(int mask, bool up, float &key, int &value)
{
    const float other = __shfl_xor_sync(0xffffffff, key, mask);
    const int theirs = __shfl_xor_sync(0xffffffff, value, mask);
    if ((key > other) == up && key != other) {
        key = other;
        value = theirs;
    }
}

extern "C" __global__ void __launch_bounds__(128) sort_rows(const float *__restrict__ keys, float *__restrict__ sorted, int *__restrict__ values,
                                                            float *__restrict__ means, int rows, int cols, int k)
{
    const int lane = threadIdx.x & 31, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows)
        return;
    float key = lane < cols ? keys[row * cols + lane] : 3.4e38f;
    int value = lane;
    for (int size = 2; size <= 32; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2)
            swap(stride, ((lane & stride) == 0) == ((lane & size) == 0), key, value);
    if (lane < cols) {
        sorted[row * cols + lane] = key;
        values[row * cols + lane] = value;
    }
    float sum = lane < k ? key : 0;
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        means[row] = sum / k;
}
