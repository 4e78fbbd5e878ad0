// binary.cu: a layer of a network whose weights and inputs are signs, 32 a word: products by exclusive or and counting, tiles of words in shared
// memory, batch normalisation by a limit for each output, whose signs are put together by votes.
#define T 32

extern "C" __global__ void pack(const float *values, unsigned *words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned bits = __ballot_sync(~0u, i < n && values[i] >= 0);
    if ((threadIdx.x & 31) == 0 && i < n)
        words[i >> 5] = bits;
}

extern "C" __global__ void binary(const unsigned *a, const unsigned *b, const int *limits, unsigned *signs, int rows, int columns, int words)
{
    __shared__ unsigned ta[8][T], tb[T][T + 1];
    int column = blockIdx.x * T + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    int differ = 0;
    for (int k = 0; k < words; k += T) {
        ta[threadIdx.y][threadIdx.x] = row < rows && k + threadIdx.x < words ? a[row * words + k + threadIdx.x] : 0;
        for (int i = threadIdx.y; i < T; i += 8) {
            int c = blockIdx.x * T + i;
            tb[i][threadIdx.x] = c < columns && k + threadIdx.x < words ? b[c * words + k + threadIdx.x] : 0;
        }
        __syncthreads();
#pragma unroll 8
        for (int i = 0; i < T; i++)
            differ += __popc(ta[threadIdx.y][i] ^ tb[threadIdx.x][i]);
        __syncthreads();
    }
    int sum = words * 32 - 2 * differ;
    unsigned bits = __ballot_sync(~0u, column < columns && sum >= limits[column]);
    if (threadIdx.x == 0 && row < rows)
        signs[row * ((columns + 31) / 32) + blockIdx.x] = bits;
}
