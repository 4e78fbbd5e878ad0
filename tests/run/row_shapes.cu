// Where a warp's threads lie in one row of the block, or in rows of 8, each has places of its own; where they lie otherwise several have the same, and
// what they do with it they do together.

// Places by tid.x: those of several rows of one warp add once.
extern "C" __global__ void places(const int *in, int *out, int by)
{
    __shared__ int sum[64];
    const int x = threadIdx.x, y = threadIdx.y;
    if (y == 0)
        sum[x] = in[x];
    __syncthreads();
    sum[x] += by + in[x] * (blockIdx.y + 1);
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i >>= 1) {
        if (x < i)
            sum[x] += sum[x + i];
        __syncthreads();
    }
    if (y == 0)
        out[blockIdx.y * blockDim.x + x] = sum[x];
}

// Columns of blocks of 8 x 8, which are 9 wide in memory: wider rows of threads reach into the next.
extern "C" __global__ void columns(const int *in, int *out)
{
    __shared__ int tile[4 * 72 + 32];
    const int x = threadIdx.x;
    int *const s = tile + threadIdx.y * 72;
    for (int i = 0; i < 8; i++)
        s[i * 9 + x] = in[i * 32 + x] + threadIdx.y;
    __syncthreads();
    for (int i = 1; i < 8; i++)
        s[i * 9 + x] = 3 * s[i * 9 + x] + s[(i - 1) * 9 + x];
    __syncthreads();
    for (int i = 0; i < 8; i++)
        out[(threadIdx.y * 8 + i) * 32 + x] = s[i * 9 + x];
}

// Sums of eight threads, of which the first adds to a place by tid.x.
extern "C" __global__ void eights(const int *in, int *out)
{
    int v = in[threadIdx.y * blockDim.x + threadIdx.x];
    for (int i = 4; i; i >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, i, 8);
    if (threadIdx.x % 8 == 0)
        out[threadIdx.x / 8] += v;
}
