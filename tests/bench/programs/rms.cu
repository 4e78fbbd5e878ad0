// rms.cu: rows scaled to unit length and weighted: a block to each row, sums by shuffles, then through shared memory.

extern "C" __global__ void rms(const float *in, const float *weight, float *out, int n, float eps)
{
    __shared__ float part[32];
    const float *row = in + (size_t)blockIdx.x * n;
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += row[i] * row[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0)
        part[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? part[lane] : 0;
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(~0u, sum, d);
        if (lane == 0)
            part[0] = rsqrtf(sum / n + eps);
    }
    __syncthreads();
    float scale = part[0];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[(size_t)blockIdx.x * n + i] = row[i] * scale * weight[i];
}
