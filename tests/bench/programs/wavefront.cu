// wavefront.cu: the best alignment of two sequences, the scores of 16 x 16 letters at a time in shared memory, diagonal by
// diagonal; blocks of one diagonal of the table are one launch.
#define SIDE 16

__device__ static int most(int a, int b, int c)
{
    int k = a <= b ? b : a;
    return k <= c ? c : k;
}

extern "C" __global__ void align(const int *match, int *score, int columns, int penalty, int diagonal, int blocks, int first)
{
    __shared__ int tile[SIDE + 1][SIDE + 1], here[SIDE][SIDE];
    const int t = threadIdx.x, bx = blockIdx.x + first, by = diagonal - bx;
    const int corner = columns * SIDE * by + SIDE * bx, inside = corner + columns + 1 + t;
    if (t == 0)
        tile[0][0] = score[corner];
    for (int y = 0; y < SIDE; y++)
        here[y][t] = match[inside + columns * y];
    __syncthreads();
    tile[t + 1][0] = score[corner + columns * (t + 1)];
    tile[0][t + 1] = score[corner + t + 1];
    __syncthreads();
    for (int m = 0; m < SIDE; m++) {
        if (t <= m) {
            const int x = t + 1, y = m - t + 1;
            tile[y][x] = most(tile[y - 1][x - 1] + here[y - 1][x - 1], tile[y][x - 1] - penalty, tile[y - 1][x] - penalty);
        }
        __syncthreads();
    }
    for (int m = SIDE - 2; m >= 0; m--) {
        if (t <= m) {
            const int x = t + SIDE - m, y = SIDE - t;
            tile[y][x] = most(tile[y - 1][x - 1] + here[y - 1][x - 1], tile[y][x - 1] - penalty, tile[y - 1][x] - penalty);
        }
        __syncthreads();
    }
    for (int y = 0; y < SIDE; y++)
        score[inside + columns * y] = tile[y + 1][t + 1];
}
