// choices.cu: votes over predicates and shuffles from one lane, by whole and by part warps; what a predicate lets through, scattered.
// nvcc -arch=sm_80 -ptx
extern "C" __global__ void filter(const int *x, int *out, int *count, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = i < n ? x[i] : 0;
    const bool taken = v % 3 == 1;
    const unsigned those = __ballot_sync(~0u, taken);
    int first = 0;
    if ((threadIdx.x & 31) == 0 && those)
        first = atomicAdd(count, __popc(those));
    first = __shfl_sync(~0u, first, 0);
    if (taken)
        out[first + __popc(those & ((1u << (threadIdx.x & 31)) - 1))] = v;
}

extern "C" __global__ void turned(const int *x, int *out, const int *to, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = x[i], w = __shfl_xor_sync(~0u, v, 1);
    if (!(v > w) && v != n)
        out[to[i]] = v - w;
}

// Products of 32 numbers with those of all lanes, one lane after the other.
extern "C" __global__ void rounds(const float *x, float *out, int from, int rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = x[i];
    float s = 0;
    for (int k = 0; k < rounds; k++) {
        const float w = __shfl_sync(~0u, v, from + k);
        s += w * (float)(i & 7) + (w > v ? 1.0f : 0.5f);
    }
    out[i] = s;
}

extern "C" __global__ void votes(const int *x, int *out, unsigned *bits, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x & 31;
    const int v = x[i];
    int s = __any_sync(~0u, v == n) | __all_sync(~0u, v >= n) << 1 | __all_sync(~0u, v == n) << 2;
    unsigned b = __ballot_sync(~0u, v & 1);
    if (t < 16) {
        s |= __any_sync(0xffff, v > n + 3) << 3 | __all_sync(0xffff, v < n + 9) << 4;
        b ^= __ballot_sync(0xffff, v & 2) << 16;
        s += __shfl_sync(0xffff, v, 5) << 8;
    }
    s |= __any_sync(~0u, v == n + 1) << 5;
    out[i] = s;
    bits[i] = b;
}

// The same, and the other lanes meet apart.
extern "C" __global__ void apart(const int *x, int *out, unsigned *bits, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x & 31;
    const int v = x[i];
    int s = 0;
    unsigned b = __ballot_sync(~0u, v & 1);
    if (t < 16) {
        s = __any_sync(0xffff, v > n + 3) << 3 | __all_sync(0xffff, v < n + 9) << 4;
        b ^= __ballot_sync(0xffff, v & 2) << 16;
        s += __shfl_sync(0xffff, v, 5) << 8;
    } else if (v > n) {
        const unsigned m = __activemask();
        b += __ballot_sync(m, v & 1);
    }
    out[i] = s;
    bits[i] = b;
}

// Pairs that fit, appended by the first lane of those that have one.
extern "C" __global__ void appended(const int *x, int *list, int *count, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    const bool take = i < n && x[i] > 9 && x[i ^ 1] < 8;
    const unsigned those = __ballot_sync(~0u, take);
    const int leader = __ffs(those) - 1;
    int at = 0;
    if (lane == leader)
        at = atomicAdd(count, __popc(those));
    if (those)
        at = __shfl_sync(~0u, at, leader);
    if (take) {
        const int k = at + __popc(those & ((1u << lane) - 1));
        list[2 * k] = i;
        list[2 * k + 1] = x[i];
    }
}

// Values of lanes further on, by their numbers.
extern "C" __global__ void ahead(const int *x, int *out, int by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i], t = threadIdx.x;
    int s = __shfl_sync(~0u, v, t + 5);
    s += __shfl_sync(~0u, v, (t + 9) & 31) * 16;
    s += __shfl_sync(~0u, v, 31 - t) * 256;
    s += __shfl_sync(~0u, v, t + by) * 4096;
    out[i] = s;
}
