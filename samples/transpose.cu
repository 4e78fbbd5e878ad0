// transpose.cu: out[x][y] = in[y][x].

constexpr int TILE = 32, ROWS = 8;

// Blocks of 32 x 8 threads move tiles of 32 x 32; one column more keeps columns out of each other's banks.
extern "C" __global__ void transpose_tiled(const float *__restrict__ in, float *__restrict__ out, int width,
                                           int height)
{
    __shared__ float tile[TILE][TILE + 1];
    for (int by = blockIdx.y * TILE; by < height; by += gridDim.y * TILE)
        for (int bx = blockIdx.x * TILE; bx < width; bx += gridDim.x * TILE) {
            int x = bx + threadIdx.x, y = by + threadIdx.y;
            for (int j = 0; j < TILE; j += ROWS)
                if (x < width && y + j < height)
                    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
            __syncthreads();
            x = by + threadIdx.x;
            y = bx + threadIdx.y;
            for (int j = 0; j < TILE; j += ROWS)
                if (x < height && y + j < width)
                    out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
            __syncthreads();
        }
}

// Blocks of any shape.
extern "C" __global__ void transpose_simple(const float *__restrict__ in, float *__restrict__ out, int width,
                                            int height)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
            out[x * height + y] = in[y * width + x];
}

// In place, for square matrices: pairs of elements change places.  Bytes, so that short stores are seen too.
extern "C" __global__ void transpose_bytes(unsigned char *m, int size)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < size; y += gridDim.y * blockDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < y; x += gridDim.x * blockDim.x) {
            unsigned char lower = m[y * size + x];
            m[y * size + x] = m[x * size + y];
            m[x * size + y] = lower;
        }
}
