// Lanes of a warp that take turns, or read where a condition says, with no barrier between.
// nvcc -arch=sm_80 -ptx

// One lane in each round, the last first.
extern "C" __global__ void turns(int *out, const int *last, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    s[t + 32] = 7;
    __syncthreads();
    int to = last[t];
#pragma unroll 1
    for (int i = n; i >= to; i--)
        if (t == i)
            s[i] = s[i + 1] + 1;
    __syncthreads();
    out[t] = s[t];
}

// From the neighbour on one side or the other, or from another array.
extern "C" __global__ void choice(int *out, const int *way)
{
    __shared__ int s[34], other[34];
    int t = threadIdx.x + 1, w = way[threadIdx.x];
    s[t] = 10 * t;
    other[t] = 1000 * t;
    __syncthreads();
    int v = w == 0 ? s[t + 1] : w == 1 ? s[t - 1] : other[t];
    s[t] = v + 1;
    __syncthreads();
    out[threadIdx.x] = s[t];
}

// Only the lanes of one row, or those of one column.
extern "C" __global__ void lines(int *out, int row, int column)
{
    __shared__ int s[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = 100 * y + x;
    if (x == 0)
        s[y][16] = 0;
    __syncthreads();
    if (y == row)
        s[y][x] = s[y][x + 1] + 1;
    __syncthreads();
    if (x == column)
        s[y][x] += s[y ^ 1][x];
    __syncthreads();
    out[16 * y + x] = s[y][x];
}
