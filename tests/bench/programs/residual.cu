// residual.cu: a step of Jacobi's method on a grid and how much it changed: by shuffles, then in shared memory, then one atomic a block.
extern "C" __global__ void residual(const float *u, const float *f, float *next, float *change, int w, int h)
{
    __shared__ float part[32];
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31, warp = t >> 5;
    float d = 0;
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
        const int i = y * w + x;
        const float v = 0.25f * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - f[i]);
        d = (v - u[i]) * (v - u[i]);
        next[i] = v;
    }
    for (int s = 16; s > 0; s /= 2)
        d += __shfl_down_sync(0xffffffff, d, s);
    if (lane == 0)
        part[warp] = d;
    __syncthreads();
    if (warp == 0) {
        d = lane < blockDim.x * blockDim.y / 32 ? part[lane] : 0;
        for (int s = 16; s > 0; s /= 2)
            d += __shfl_down_sync(0xffffffff, d, s);
        if (lane == 0)
            atomicAdd(change, d);
    }
}
