// lifting.cu: wavelets by lifting (5/3, whole numbers), rows then columns of a tile of 32 x 32 with borders, in shared memory.
#define T 32
#define B 4
extern "C" __global__ void lifting(const int *in, int *out, int width, int height)
{
    __shared__ int tile[T + 2 * B][T + 2 * B + 1];
    const int x0 = blockIdx.x * T - B, y0 = blockIdx.y * T - B;
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < (T + 2 * B) * (T + 2 * B); i += blockDim.x * blockDim.y) {
        int y = i / (T + 2 * B), x = i % (T + 2 * B);
        int gx = x0 + x, gy = y0 + y;
        gx = gx < 0 ? -gx : gx >= width ? 2 * width - 2 - gx : gx;
        gy = gy < 0 ? -gy : gy >= height ? 2 * height - 2 - gy : gy;
        tile[y][x] = in[gy * width + gx];
    }
    __syncthreads();
    for (int y = threadIdx.y; y < T + 2 * B; y += blockDim.y) {
        int *row = tile[y];
        for (int i = threadIdx.x * 2 + 1; i < T + 2 * B - 1; i += 2 * blockDim.x)
            row[i] -= (row[i - 1] + row[i + 1]) >> 1;
    }
    __syncthreads();
    for (int y = threadIdx.y; y < T + 2 * B; y += blockDim.y) {
        int *row = tile[y];
        for (int i = threadIdx.x * 2 + 2; i < T + 2 * B - 1; i += 2 * blockDim.x)
            row[i] += (row[i - 1] + row[i + 1] + 2) >> 2;
    }
    __syncthreads();
    for (int i = threadIdx.y * 2 + 1; i < T + 2 * B - 1; i += 2 * blockDim.y)
        for (int x = threadIdx.x + B; x < T + B; x += blockDim.x)
            tile[i][x] -= (tile[i - 1][x] + tile[i + 1][x]) >> 1;
    __syncthreads();
    for (int i = threadIdx.y * 2 + 2; i < T + 2 * B - 1; i += 2 * blockDim.y)
        for (int x = threadIdx.x + B; x < T + B; x += blockDim.x)
            tile[i][x] += (tile[i - 1][x] + tile[i + 1][x] + 2) >> 2;
    __syncthreads();
    for (int y = threadIdx.y; y < T; y += blockDim.y)
        for (int x = threadIdx.x; x < T; x += blockDim.x) {
            const int gx = blockIdx.x * T + x, gy = blockIdx.y * T + y;
            out[(gy / 2 + (gy % 2) * (height / 2)) * width + gx / 2 + (gx % 2) * (width / 2)] = tile[y + B][x + B];
        }
}
