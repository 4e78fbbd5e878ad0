// Rows of threads read a tile's columns, as transposes do: tiles of 16 and of 32, with and without borders, blocks of many shapes; and what looks
// like that and is not.
extern "C" __global__ void whole(const float *in, float *out, int width, int height)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// One element a thread, and not all tiles are whole.
extern "C" __global__ void bounded(const unsigned *in, unsigned *out, unsigned width, unsigned height)
{
    __shared__ unsigned tile[16 * 17];
    unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y * 17 + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x * 17 + threadIdx.y];
}

extern "C" __global__ void each_bounded(const float *in, float *out, int width, int height)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Blocks of any shape; the tile changes between two barriers, and what is read is its columns again.
extern "C" __global__ void shapes(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[64 * 33];
    const unsigned x = threadIdx.x, y = threadIdx.y, t = (threadIdx.z * blockDim.y + y) * blockDim.x + x, n = blockDim.x * blockDim.y * blockDim.z;
    for (unsigned i = 0; i < 64 * 33; i += n)
        if (i + t < 64 * 33)
            tile[i + t] = in[i + t];
    __syncthreads();
    const unsigned a = tile[x * 33 + y];
    __syncthreads();
    for (unsigned i = 0; i < 64 * 33; i += n)
        if (i + t < 64 * 33)
            tile[i + t] ^= i + t;
    __syncthreads();
    out[2 * t] = a;
    out[2 * t + 1] = tile[x * 33 + y];
}

// Only the first rows of threads have something in the tile, which is the last in shared memory; only lanes from the second one on.
extern "C" __global__ void narrow(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[32 * 5];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    for (unsigned i = y * 32 + x; i < 32 * 5; i += 32 * blockDim.y)
        tile[i] = in[i];
    __syncthreads();
    if (y < 5)
        out[y * 32 + x] = tile[x * 5 + y];
    if (x >= 1 && y < 5)
        out[256 + y * 32 + x] = tile[(x - 1) * 5 + y];
}

// Each thread changes what it reads.
extern "C" __global__ void own_change(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[32][33];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    for (unsigned j = 0; j < 32; j += blockDim.y)
        tile[y + j][x] = in[(y + j) * 32 + x];
    __syncthreads();
    const unsigned was = tile[x][y];
    atomicXor(&tile[x][y], 85 * x);
    out[2 * (y * 32 + x)] = was;
    out[2 * (y * 32 + x) + 1] = tile[x][y];
}

// The tile changes from round to round.
extern "C" __global__ void rounds(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[32][33];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned r = 0; r < 3; r++) {
        for (unsigned j = 0; j < 32; j += 8)
            tile[y + j][x] = in[(y + j) * 32 + x] + r * r;
        __syncthreads();
        sum = 5 * sum + tile[x][y];
        __syncthreads();
    }
    out[y * 32 + x] = sum;
}
