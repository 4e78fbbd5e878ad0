// stencil.cu: heat spreading on a plate, one step of the 5-point stencil.  The rim keeps its temperature.

// new = old + rate * (left + right + up + down - 4 * old), in two fused steps.
__device__ float spread(float old, float left, float right, float up, float down, float rate)
{
    float around = (left + right) + (up + down);
    return fmaf(rate, fmaf(-4.0f, old, around), old);
}

extern "C" __global__ void stencil_simple(const float *__restrict__ from, float *__restrict__ to, int width,
                                          int height, float rate)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
            int i = y * width + x;
            bool rim = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            to[i] = rim ? from[i] : spread(from[i], from[i - 1], from[i + 1], from[i - width], from[i + width], rate);
        }
}

// The block's rectangle and a rim of one lie in dynamic shared memory: (blockDim.x + 2) * (blockDim.y + 2) floats.
extern "C" __global__ void stencil_tiled(const float *__restrict__ from, float *__restrict__ to, int width,
                                         int height, float rate)
{
    extern __shared__ float tile[];
    int pitch = blockDim.x + 2, cells = pitch * (blockDim.y + 2);
    int tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
    for (int by = blockIdx.y * blockDim.y; by < height; by += gridDim.y * blockDim.y)
        for (int bx = blockIdx.x * blockDim.x; bx < width; bx += gridDim.x * blockDim.x) {
            for (int i = tid; i < cells; i += threads) {
                int x = bx - 1 + i % pitch, y = by - 1 + i / pitch;
                if (x >= 0 && x < width && y >= 0 && y < height)
                    tile[i] = from[y * width + x];
            }
            __syncthreads();
            int x = bx + threadIdx.x, y = by + threadIdx.y;
            if (x < width && y < height) {
                const float *me = &tile[(threadIdx.y + 1) * pitch + threadIdx.x + 1];
                bool rim = x == 0 || y == 0 || x == width - 1 || y == height - 1;
                to[y * width + x] = rim ? *me : spread(*me, me[-1], me[1], me[-pitch], me[pitch], rate);
            }
            __syncthreads();
        }
}
