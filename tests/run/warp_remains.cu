// warp_remains.cu: warps of which some lanes sit out go along rows; in the last rounds only the first lanes take part, with rounds in them, too.
// nvcc -arch=sm_80 -ptx
__device__ __forceinline__ int warp_sum(int v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

// The sum over rows of n words, and what each lane has found so far at each of its words.
extern "C" __global__ void sums(const int *in, const int *on, int *out, int *seen, int n)
{
    const int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int s = 0;
#pragma unroll 1
    for (int i = lane; i < n; i += 32) {
        s += in[warp * n + i];
        seen[warp * n + i] = s;
    }
    s = warp_sum(s);
    if (lane == 0)
        out[warp] = s;
}

// What the columns of some rows of n words are as digits; of lanes that are on, by those that others are on for.
extern "C" __global__ void columns(const int *in, const int *on, int *out, int *seen, int n, int rows, int by)
{
    const int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int s = warp;
    const bool mine = __shfl_xor_sync(0xffffffffu, on[warp * 32 + lane], 1) != 2;
    if (mine) {
        if (by > 40)
            __syncwarp(__activemask());
#pragma unroll 1
        for (int i = lane - 3; i < n - 3; i += by) {
            int c = 0;
#pragma unroll 1
            for (int k = 0; k < rows; k++)
                c = c * 3 + in[(warp * rows + k) * n + i + 3];
            s += c;
            seen[warp * n + i + 3] = c;
        }
    }
    s = warp_sum(s);
    if (lane == 0)
        out[warp] = s;
}

// Likewise of all lanes.
extern "C" __global__ void all_columns(const int *in, const int *on, int *out, int *seen, int n, int rows, int by)
{
    const int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int s = warp;
#pragma unroll 1
    for (int i = lane - 3; i < n - 3; i += by) {
        int c = 0;
#pragma unroll 1
        for (int k = 0; k < rows; k++)
            c = c * 3 + in[(warp * rows + k) * n + i + 3];
        s += c;
        seen[warp * n + i + 3] = c;
    }
    s = warp_sum(s);
    if (lane == 0)
        out[warp] = s;
}
