// row_lanes.cu: the lane as the thread's number in its CTA by 32, from two or three dimensions; sums of warps whose lanes at the
// borders of a grid have nothing to add.
// nvcc -arch=sm_80 -ptx
__device__ static int sum_down(int s)
{
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(~0u, s, d);
    return s;
}

extern "C" __global__ void plane(const int *x, int *sums, int w, int h)
{
    __shared__ int part[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    const int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31, warp = t >> 5;
    int s = 0;
    if (i > 0 && i < w - 1 && j > 0 && j < h - 1)
        s = x[j * w + i] + 2 * x[j * w + i - 1] - x[(j - 1) * w + i + 1];
    s = sum_down(s);
    if (lane == 0)
        part[warp] = s;
    __syncthreads();
    if (warp == 0) {
        s = lane < (blockDim.x * blockDim.y + 31) / 32 ? part[lane] : 0;
        s = sum_down(s);
        if (lane == 0)
            sums[blockIdx.y * gridDim.x + blockIdx.x] = s;
    }
}

// A thread's number in all dimensions; the last lane of each warp and those in the middle have results, too.
extern "C" __global__ void space(const int *x, int *out, int n)
{
    const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int i = (blockIdx.y * gridDim.x + blockIdx.x) * (blockDim.x * blockDim.y * blockDim.z) + t;
    int s = (i < n && i >= 3) ? x[i] : 1;
    s += __shfl_up_sync(~0u, s, 1);
    if ((t & 31) == 31)
        out[i] = s;
    else if ((t & 31) >= 7 && (t & 31) < 11)
        out[i] = -s;
}

// The row alone, whose length need not be of whole warps.
extern "C" __global__ void row(const int *x, int *out, int n)
{
    const int lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int s = x[i] + threadIdx.y;
    s += __shfl_xor_sync(__activemask(), s, 1);
    if (lane < 2 || i == n)
        out[threadIdx.y * blockDim.x * gridDim.x + i] = s + lane;
}
