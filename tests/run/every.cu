// What only each second, fourth, ... thread does: sums in trees, the first of each group, with steps that are known or not.
// nvcc -arch=sm_80 -ptx

// A tree whose threads are the last of their groups, and one whose are the first.
extern "C" __global__ void trees(int *out, const int *in, int n)
{
    __shared__ int up[256], down[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    up[t] = i < n ? in[i] : 0;
    down[t] = i < n ? 3 * in[i] : 0;
    __syncthreads();
#pragma unroll
    for (int k = 2; k <= 256; k *= 2) {
        if ((t + 1) % k == 0)
            up[t] += up[t - k / 2];
        __syncthreads();
    }
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0)
            down[t] += down[t + s];
        __syncthreads();
    }
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (threadIdx.x % (2 * s) == 1 && threadIdx.x > 8)
            down[t] ^= 5 * s;
        __syncthreads();
    }
    out[2 * i] = up[t];
    out[2 * i + 1] = down[t];
}

// No barriers: threads of each group of four, seven, by other threads.
extern "C" __global__ void groups(int *out, const int *in, unsigned by, int which, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * n + x;
    if (x % 4 == 3)
        out[i] = in[i] + in[i - 1];
    if ((unsigned)x % by == (unsigned)which)
        out[i] -= 5 * in[i];
    if ((x + y) % 2 != 1)
        out[i] += 1000;
    if (x % which == 2)
        out[i] ^= 77;
}

// Warps: what is shuffled, too.
extern "C" __global__ void warps(int *out, const int *in, int n)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, x = i < n ? in[i] : 0;
    __shared__ int last[8];
    for (int d = 16; d; d /= 2)
        x += __shfl_xor_sync(0xffffffff, x, d);
    if (t % 32 == 0)
        last[t / 32] = x;
    __syncthreads();
    if (i % 8 == 5 && i < n)
        out[i] = last[t / 32] + t;
}
