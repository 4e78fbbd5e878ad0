// Warps go round a list of rows, each by itself, and sum a row together: the whole grid's warps in turn.
extern "C" __global__ void rows(int n, const int *from, const float *v, float *sum)
{
    const int lane = threadIdx.x & 31, warps = gridDim.x * blockDim.x / 32;
    for (int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32; w < n; w += warps) {
        float s = 0;
        for (int j = from[w] + lane; j < from[w + 1]; j += 32)
            s += v[j];
        for (int o = 16; o; o >>= 1)
            s += __shfl_down_sync(~0u, s, o);
        if (!lane)
            sum[w] = s;
    }
}

// The same with ends of rows in shared memory, in blocks of two dimensions.
extern "C" __global__ void rows_flat(int n, const int *from, const float *v, float *sum)
{
    __shared__ volatile int ends[32][2];
    const int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31, threads = blockDim.x * blockDim.y;
    for (int w = (blockIdx.x * threads + t) / 32; w < n; w += gridDim.x * threads / 32) {
        if (lane < 2)
            ends[t / 32][lane] = from[w + lane];
        __syncwarp();
        const int begin = ends[t / 32][0], end = ends[t / 32][1];
        float s = 0;
        for (int j = begin + lane; j < end; j += 32)
            s += v[j];
        for (int o = 16; o; o >>= 1)
            s += __shfl_xor_sync(~0u, s, o);
        if (!lane)
            sum[w] = s;
        __syncwarp();
    }
}

// Three times round the list, for a third of each row's numbers.
extern "C" __global__ void rows_again(int n, const int *from, const float *v, float *sum)
{
    const int lane = threadIdx.x & 31, warps = gridDim.x * blockDim.x / 32;
#pragma unroll 1
    for (int part = 0; part < 3; part++)
        for (int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32; w < n; w += warps) {
            float s = 0;
            for (int j = from[w] + 3 * lane + part; j < from[w + 1]; j += 96)
                s += v[j];
            for (int o = 16; o; o >>= 1)
                s += __shfl_down_sync(~0u, s, o);
            if (!lane)
                sum[w] += s;
        }
}
