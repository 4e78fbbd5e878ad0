// Loops with collectives that the lanes of a warp leave in different rounds.

// What is kept, counted once for those lanes of a warp that keep something.
extern "C" __global__ void keep(int n, const int *in, int *out, int *count)
{
    const int lane = threadIdx.x & 31;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (in[i] % 3 == 0) {
            const unsigned there = __activemask(), first = __ffs(there) - 1;
            int place = 0;
            if (lane == first)
                place = atomicAdd(count, __popc(there));
            place = __shfl_sync(there, place, first) + __popc(there & ((1u << lane) - 1));
            out[place] = in[i];
        }
}

// Numbers change places with their neighbours', in a loop that lanes leave in its middle.
extern "C" __global__ void swap(int n, const int *in, int *out, int *count)
{
    __shared__ int there[1024];
    int rounds = 0;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x;; i += gridDim.x * blockDim.x) {
        there[threadIdx.x] = i < n ? in[i] : -1;
        __syncwarp(__activemask());
        if (i >= n || in[i] == 77)
            break;
        const int other = there[threadIdx.x ^ 1];
        rounds++;
        if (in[i] % 5 == 0)
            continue;
        out[i] = other + __popc(__activemask()) * 0;
    }
    atomicAdd(count, rounds);
}

// Sums of runs of equal numbers, as in products with matrices of coordinates: the lanes of a warp read what others have just written.
extern "C" __global__ void runs(int n, int each, const int *row, const int *in, int *out)
{
    __shared__ volatile int rows[48 * 8], sums[256];
    const int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int begin = warp * each, end = min(begin + each, n), at = 16 * (threadIdx.x / 32 + 1) + threadIdx.x;
    rows[at - 16] = -1;
#pragma unroll 1
    for (int i = begin + lane; i < end; i += 32) {
        const int r = row[i];
        int sum = in[i];
        rows[at] = r;
        sums[threadIdx.x] = sum;
        for (int d = 1; d < 32; d *= 2)
            if (r == rows[at - min(d, 16)] && lane >= d)
                sums[threadIdx.x] = sum = sum + sums[threadIdx.x - d];
        if (i + 1 == end || lane == 31 || r != row[i + 1])
            atomicAdd(&out[r], sum);
    }
}

// Loops in loops, and threads that end in them.
extern "C" __global__ void rounds(int n, const int *in, int *out)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
#pragma unroll 1
    for (int i = t; i < n; i += 7 * gridDim.x * blockDim.x) {
#pragma unroll 1
        for (int k = in[i] & 7; k < 10; k += 2) {
            const unsigned there = __activemask();
            sum += __reduce_add_sync(there, 1) * 0 + __shfl_sync(there, k, threadIdx.x & 31);
            if (k == 9)
                sum += 100;
        }
        if (sum > 400)
            return;
        out[t] = sum;
    }
}

__device__ void add_one(int *count, int lane)
{
    const unsigned there = __activemask();
    if (lane == __ffs(there) - 1)
        atomicAdd(count, __popc(there));
    __syncwarp(there);
}

// One of several conditions leads to what a warp does together, or past it.
extern "C" __global__ void guarded(int n, const int *in, int *out, int *count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    if (i < n && (in[i] > 300 || in[i + 1] % 7 == 2)) {
        add_one(count, lane);
        if (in[i] % 2 || in[i + 1] < 200)
            out[i] = in[i];
    }
}

// Threads end in a loop, behind what they do together.
extern "C" __global__ void ends(int n, const int *in, int *out, int *count)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int sum = in[t];
#pragma unroll 1
    for (int i = 0; i < n % 13; i++) {
        if (sum % 3) {
            add_one(count, lane);
            sum = sum / 2 - 1;
            if (sum < 0)
                return;
        }
        sum = sum * 3 + i;
    }
    out[t] = sum;
}
