// rows.cu: a sparse matrix times a vector, a warp to each row; then one step of ranks over a graph's edges by atomics.

extern "C" __global__ void rows(const int *begin, const int *column, const float *value, const float *x, float *y, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, row = t >> 5, lane = t & 31;
    if (row >= n)
        return;
    float sum = 0;
    for (int k = begin[row] + lane; k < begin[row + 1]; k += 32)
        sum += value[k] * x[column[k]];
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0)
        y[row] = sum;
}

extern "C" __global__ void push(const int *from, const int *to, const float *rank, const float *share, float *next, int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < edges)
        atomicAdd(&next[to[e]], rank[from[e]] * share[from[e]]);
}
