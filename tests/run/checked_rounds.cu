// Rounds over a table's places, of which a block's threads have neighbours: each place's sum is made in loops of its own, whose places are
// known for all lanes where these are in one row, or away from the borders.  In some the lanes lie in a column, or turn back at the border.
extern "C" __global__ void windows(const float *from, const float *with, float *out, int rows, int size, int around)
{
    __shared__ float weight[64];
    if (threadIdx.x < size)
        weight[threadIdx.x] = with[threadIdx.x];
    __syncthreads();
    for (int i = threadIdx.x; i < around * around; i += blockDim.x) {
        const int row = i % around, column = i / around;
        float sum = 0;
        for (int x = 0; x < size; x++)
#pragma unroll 1
            for (int y = 0; y < size; y++)
                sum += from[(column + x) * rows + row + y] * weight[y];
        out[i] = sum;
    }
}

extern "C" __global__ void columns(const float *from, const float *with, float *out, int rows, int size, int around)
{
    __shared__ float weight[64];
    if (threadIdx.x < size)
        weight[threadIdx.x] = with[threadIdx.x];
    __syncthreads();
    for (int i = threadIdx.x; i < around * around; i += blockDim.x) {
        const int row = i / around, column = i % around;
        float sum = 0;
        for (int x = 0; x < size; x++)
            for (int y = 0; y < size; y++)
                sum += from[(column + x) * rows + row + y] * weight[y];
        out[i] = sum;
    }
}

// A tile with its border, clamped to the picture, column by column for each thread.
extern "C" __global__ void clamped(const short *in, int *out, int width, int height, int reach)
{
    __shared__ short tile[24][48];
    const int x0 = blockIdx.x * 16, y0 = blockIdx.y * 8;
    for (int x = threadIdx.x; x < 16 + 2 * reach; x += blockDim.x) {
        const int from_x = min(max(x0 + x - reach, 0), width - 1);
        for (int y = threadIdx.y; y < 8 + 2 * reach; y += blockDim.y)
            tile[y][x] = in[min(max(y0 + y - reach, 0), height - 1) * width + from_x];
    }
    __syncthreads();
    const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int sum = 0;
    for (int dy = 0; dy <= 2 * reach; dy++)
        for (int dx = 0; dx <= 2 * reach; dx++)
            sum += tile[threadIdx.y + dy][threadIdx.x + dx] * (dx + 3 * dy + 1);
    out[y * width + x] = sum;
}

// Sums of columns, whose rows are read from the edge again.
extern "C" __global__ void mirrored(const float *in, float *out, int width, int height, int reach)
{
    __shared__ float last[128];
    const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
    last[t] = 0;
    __syncthreads();
    const int left = max(x - reach, 0), right = min(x + reach, width - 1);
    float sum = 0;
    for (int y = 0; y < height; y++) {
        const int from = y < 2 ? 1 - y : y - 2;
        sum += in[from * width + left] - in[y * width + right];
    }
    last[t] = sum;
    __syncthreads();
    if (x < width)
        out[x] = last[t] + last[t ? t - 1 : 0];
}

// Neighbours of each place, clamped: columns once, rows in a loop.
extern "C" __global__ void smooth(const short *in, int *out, int width, int height, int reach)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const int left = min(max(x - 2, 0), width - 1), right = min(max(x + 3, 0), width - 1);
    int most = in[y * width + x];
#pragma unroll 1
    for (int dy = -reach; dy <= reach; dy++) {
        const int row = min(max(y + dy, 0), height - 1);
        most = max(most, in[row * width + left] - 2 * in[row * width + right] + dy);
    }
    out[y * width + x] = most;
}
