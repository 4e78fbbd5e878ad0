// separate.cu: a filter along rows, then along columns, four results a thread, tiles with the neighbours on both sides in shared
// memory, zeros outside the image; weights in constant memory.
#define R 8
#define STEPS 4

__constant__ float weight[2 * R + 1] = {0.01f, 0.02f, 0.03f, 0.05f, 0.06f, 0.07f, 0.09f, 0.1f, 0.14f,
                                        0.1f,  0.09f, 0.07f, 0.06f, 0.05f, 0.03f, 0.02f, 0.01f};

extern "C" __global__ void rows(float *to, const float *from, int w, int h, int pitch)
{
    __shared__ float tile[4][(STEPS + 2) * 16];
    const int x = (blockIdx.x * STEPS - 1) * 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    from += y * pitch + x;
    to += y * pitch + x;
#pragma unroll
    for (int i = 1; i <= STEPS; i++)
        tile[threadIdx.y][threadIdx.x + i * 16] = from[i * 16];
    tile[threadIdx.y][threadIdx.x] = x >= 0 ? from[0] : 0;
    tile[threadIdx.y][threadIdx.x + (STEPS + 1) * 16] = w - x > (STEPS + 1) * 16 ? from[(STEPS + 1) * 16] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 1; i <= STEPS; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -R; j <= R; j++)
            sum += weight[R - j] * tile[threadIdx.y][threadIdx.x + i * 16 + j];
        to[i * 16] = sum;
    }
}

extern "C" __global__ void columns(float *to, const float *from, int w, int h, int pitch)
{
    __shared__ float tile[16][(STEPS + 2) * 8 + 1];
    const int x = blockIdx.x * 16 + threadIdx.x, y = (blockIdx.y * STEPS - 1) * 8 + threadIdx.y;
    from += y * pitch + x;
    to += y * pitch + x;
#pragma unroll
    for (int i = 1; i <= STEPS; i++)
        tile[threadIdx.x][threadIdx.y + i * 8] = from[i * 8 * pitch];
    tile[threadIdx.x][threadIdx.y] = y >= 0 ? from[0] : 0;
    tile[threadIdx.x][threadIdx.y + (STEPS + 1) * 8] = h - y > (STEPS + 1) * 8 ? from[(STEPS + 1) * 8 * pitch] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 1; i <= STEPS; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -R; j <= R; j++)
            sum += weight[R - j] * tile[threadIdx.x][threadIdx.y + i * 8 + j];
        to[i * 8 * pitch] = sum;
    }
}
