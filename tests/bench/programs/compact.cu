// compact.cu: what is above a limit is put together, in any order: a place for each warp by one atomic, within it by ballots.
extern "C" __global__ void compact(const float *in, float *out, int *count, float limit, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    const float x = i < n ? in[i] : 0;
    const bool taken = i < n && x > limit;
    const unsigned those = __ballot_sync(0xffffffff, taken);
    int first = 0;
    if (lane == 0 && those)
        first = atomicAdd(count, __popc(those));
    first = __shfl_sync(0xffffffff, first, 0);
    if (taken)
        out[first + __popc(those & ((1u << lane) - 1))] = x;
}

// What was taken, summed in whole numbers: the order is not the same each time.
extern "C" __global__ void total(const float *out, const int *count, int *sum)
{
    int s = 0;
    for (int i = threadIdx.x; i < *count; i += blockDim.x)
        s += (int)(out[i] * 65536.0f);
    for (int d = 16; d; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(sum, s);
}
