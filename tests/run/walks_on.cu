// walks_on.cu: loops behind a barrier that walk on from an index, which grows by one from thread to thread or not quite.
#define X 32
#define Y 4

extern "C" __global__ void columns(const int *x, int *out, int rows, int columns)
{
    __shared__ int sums[Y][X];
    const int c = blockIdx.x * X + threadIdx.x, tx = threadIdx.x, ty = threadIdx.y;
    int s = 0;
    if (c < columns)
        for (int r = ty; r < rows; r += Y)
            s = s * 3 + x[r * columns + c];
    sums[ty][tx] = s;
    __syncthreads();
    if (ty == 0 && c < columns)
        out[c] = sums[0][tx] + 5 * sums[1][tx] - 7 * sums[2][tx] + 11 * sums[3][tx];
}

// The index is no less than 0 in all threads, or not, and begins anew in each round of the outer loop.
extern "C" __global__ void clamped(const int *x, int *out, int first, int rounds, int rows, int step)
{
    __shared__ int turned[X * Y];
    const int t = threadIdx.x;
    turned[t] = t * first;
    __syncthreads();
    int s = turned[blockDim.x - 1 - t];
    for (int k = 0; k < rounds; k++) {
        const int *p = x + max(first + k * 32 + (int)(blockIdx.x * blockDim.x) + t, 0);
        int r = 0;
        do {
            s = s * 5 + *p;
            p += step;
        } while (++r < rows);
        s ^= k;
    }
    out[blockIdx.x * blockDim.x + t] = s;
}
