// The threads of a block that an if takes are its first, in order: then its loop over chunks may end with them; rows that overlap, or come
// again in depth, are in no order.
extern "C" __global__ void sums(const float *in, float *out)
{
    __shared__ float part[1024];
    const int n = blockDim.x * blockDim.y * blockDim.z, t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int flat = threadIdx.y * blockDim.x + threadIdx.x;
    part[t] = in[blockIdx.x * n + t];
    __syncthreads();
    for (int s = n / 2; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (flat < 3) // the first of each plane
        atomicAdd(&out[blockIdx.x], part[0] + flat);
}

// Rows of 16 lie 8 apart; those of 8 and fewer don't overlap.
extern "C" __global__ void overlapping(int *out)
{
    __shared__ int marks[1024];
    const int t = threadIdx.y * blockDim.x + threadIdx.x, place = threadIdx.y * 8 + threadIdx.x, n = blockDim.x * blockDim.y;
    marks[t] = 0;
    __syncthreads();
    if (place < 40)
        atomicAdd(&marks[place], 1);
    __syncthreads();
    if (place == 24)
        atomicAdd(&marks[0], 1000);
    __syncthreads();
    out[blockIdx.x * n + t] = marks[t];
}
