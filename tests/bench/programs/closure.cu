// closure.cu: lengths of all shortest paths by tiles: in each round the tile on the diagonal, then its row and column, then all
// others.
#define TILE 16

extern "C" __global__ void closure_diagonal(int *d, int n, int k)
{
    __shared__ int t[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y, at = (k * TILE + y) * n + k * TILE + x;
    t[y][x] = d[at];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; i++) {
        t[y][x] = min(t[y][x], t[y][i] + t[i][x]);
        __syncthreads();
    }
    d[at] = t[y][x];
}

extern "C" __global__ void closure_cross(int *d, int n, int k)
{
    if (blockIdx.x == k)
        return;
    __shared__ int pivot[TILE][TILE], own[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    pivot[y][x] = d[(k * TILE + y) * n + k * TILE + x];
    const int at = blockIdx.y == 0 ? (k * TILE + y) * n + blockIdx.x * TILE + x : (blockIdx.x * TILE + y) * n + k * TILE + x;
    own[y][x] = d[at];
    __syncthreads();
    if (blockIdx.y == 0) {
        for (int i = 0; i < TILE; i++) {
            own[y][x] = min(own[y][x], pivot[y][i] + own[i][x]);
            __syncthreads();
        }
    } else {
        for (int i = 0; i < TILE; i++) {
            own[y][x] = min(own[y][x], own[y][i] + pivot[i][x]);
            __syncthreads();
        }
    }
    d[at] = own[y][x];
}

extern "C" __global__ void closure_rest(int *d, int n, int k)
{
    if (blockIdx.x == k || blockIdx.y == k)
        return;
    __shared__ int row[TILE][TILE], column[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    row[y][x] = d[(k * TILE + y) * n + blockIdx.x * TILE + x];
    column[y][x] = d[(blockIdx.y * TILE + y) * n + k * TILE + x];
    __syncthreads();
    const int at = (blockIdx.y * TILE + y) * n + blockIdx.x * TILE + x;
    int least = d[at];
#pragma unroll
    for (int i = 0; i < TILE; i++)
        least = min(least, column[y][i] + row[i][x]);
    d[at] = least;
}
