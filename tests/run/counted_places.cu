// counted_places.cu: lanes that a ballot has counted write where the count tells: all of a warp, some under a condition, the others, in a
// loop, and those that a ballot of a part of the warp has counted.
extern "C" __global__ void all(const int *in, int *out, int limit, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    const int x = i < n ? in[i] : 0;
    const bool taken = i < n && x > limit;
    const unsigned those = __ballot_sync(0xffffffff, taken);
    if (taken)
        out[i - lane + __popc(those & ((1u << lane) - 1))] = x;
}

extern "C" __global__ void rest(const int *in, int *out, int limit, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    const int x = i < n ? in[i] : 0;
    const bool taken = i < n && x > limit;
    const unsigned those = __ballot_sync(0xffffffff, taken);
    if (!taken)
        out[i - lane + __popc(~those & ((1u << lane) - 1))] = x - 1;
    if (taken)
        out[i - lane + 31 - __popc(those & ((1u << lane) - 1))] = x + 1;
}

extern "C" __global__ void within(const int *in, int *out, int limit, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    if (i >= n)
        return;
    const int x = in[i];
    const bool taken = x > limit;
    const unsigned those = __ballot_sync(__activemask(), taken);
    if ((x & 1) == 0 && taken)
        out[i - lane + __popc(those & ((1u << lane) - 1))] = x;
    else if (taken)
        out[i - lane + __popc(those & ((1u << lane) - 1))] = -x;
}

extern "C" __global__ void rounds(const int *in, int *out, int *ends, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, first = (i - lane) * count;
    int end = 0;
    for (int k = 0; k < count; k++) {
        const int x = in[i] * (k + 1) % 7;
        const bool taken = x < 4;
        const unsigned those = __ballot_sync(0xffffffff, taken);
        if (taken)
            out[first + end + __popc(those & ((1u << lane) - 1))] = x * 100 + lane;
        end += __popc(those);
        if (x == 6)
            ends[i] = k;
    }
    if (lane == 0)
        ends[i] = end;
}

extern "C" __global__ void halves(const int *in, int *out, int limit)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    const bool taken = in[i] > limit;
    unsigned those = 0;
    if (lane < 16)
        those = __ballot_sync(0xffff, taken);
    if (taken)
        out[lane < 16 ? i - lane + __popc(those & ((1u << lane) - 1)) : i] = in[i];
}

// Where a warp writes, its first lane finds out for all.
extern "C" __global__ void filter(const float *in, float *out, int *ends, float limit, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    const float x = i < n ? in[i] : 0;
    const bool taken = i < n && x > limit;
    const unsigned those = __ballot_sync(0xffffffff, taken);
    int first = 0;
    if (lane == 0 && those)
        first = atomicAdd(ends + i, __popc(those)) + i;
    first = __shfl_sync(0xffffffff, first, 0);
    if (taken)
        out[first + __popc(those & ((1u << lane) - 1))] = x;
}
