// clamped_tile.cu: nvcc -ptx -arch=sm_80
// Neighbours in shared memory whose places are clamped to the ends, or chosen there.
#define MOST 256
#define AT (blockIdx.x * blockDim.x + threadIdx.x)

// At a distance, all threads; of two widths.
extern "C" __global__ void apart(const int *in, int *out, const double *wide, double *sums, int s)
{
    __shared__ int tile[MOST];
    __shared__ double a[MOST];
    const int t = threadIdx.x, n = blockDim.x;
    tile[t] = in[AT];
    a[t] = wide[AT];
    __syncthreads();
    const int w = max(t - s, 0), e = min(t + s, n - 1);
    out[AT] = tile[w] * 3 - tile[e];
    sums[AT] = a[t] * 0.5 + a[w] - a[e];
}

// Clamped at both ends, which may lie the wrong way round or in the middle; numbers may wrap.
extern "C" __global__ void within(const int *in, int *out, unsigned first, int low, int high)
{
    __shared__ int tile[MOST];
    const int t = threadIdx.x;
    tile[t] = in[AT];
    __syncthreads();
    int sum = tile[min(max((int)(first + t), low), high)];
    __syncthreads();
    tile[t] = sum;
    __syncthreads();
    sum = tile[t] * 5 + tile[max(min((int)(first + t), high), low)];
    out[AT] = sum;
}

// Only some threads; chosen by comparisons; without signs.
extern "C" __global__ void chosen(const int *in, int *out, int n, int low, int other)
{
    __shared__ int tile[MOST];
    const int t = threadIdx.x;
    tile[t] = in[AT];
    __syncthreads();
    if (t >= low && t < n) {
        int sum = tile[t == 0 ? other : t - 1];
        sum = sum * 3 + tile[t >= n - 1 ? low : t + 1];
        sum = sum * 3 + tile[t > other ? t - other : other];
        sum = sum * 3 + tile[t == other ? 0 : t];
        sum = sum * 3 + tile[min((unsigned)(t - 1), (unsigned)n - 1u)];
        out[AT] = sum;
    }
}

// Rows; several in a loop; mirrored.
extern "C" __global__ void rows(const float *in, float *out, int rounds)
{
    __shared__ float tile[8][33];
    const int x = threadIdx.x, y = threadIdx.y, n = blockDim.x;
    const int at = (blockIdx.x * blockDim.y + y) * n + x;
    tile[y][x] = in[at];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < rounds; i++) {
        const float l = tile[y][max(x - 1, 0)], r = tile[y][min(x + 1, n - 1)];
        const float u = tile[max(y - 1, 0)][x], d = tile[min(y + 1, (int)blockDim.y - 1)][max(x - i, 0)];
        const float m = tile[y][max(n - 2 - x, 0)];
        __syncthreads();
        sum = l + 2 * r + 4 * u - d + m;
        tile[y][x] = sum * 0.125f;
        __syncthreads();
    }
    out[at] = sum;
}
