// Flags that are set under conditions within each other, whose arithmetic is done in between: which cells of a tile were computed, kept across
// barriers; and whether a thread has left out a round, for which a flag is taken back.  Integers, so that results are exact.
extern "C" __global__ void tile(int steps, const int *from, int *to, int cols, int rows, int border)
{
    __shared__ int was[16][16], is[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, small = 16 - 2 * steps;
    int top = small * blockIdx.y - border, left = small * blockIdx.x - border, y = top + ty, x = left + tx;
    if (y >= 0 && y < rows && x >= 0 && x < cols)
        was[ty][tx] = from[y * cols + x];
    __syncthreads();
    int low_y = top < 0 ? -top : 0, high_y = top + 15 > rows - 1 ? 15 - (top + 15 - rows + 1) : 15;
    int low_x = left < 0 ? -left : 0, high_x = left + 15 > cols - 1 ? 15 - (left + 15 - cols + 1) : 15;
    int n = max(ty - 1, low_y), s = min(ty + 1, high_y), w = max(tx - 1, low_x), e = min(tx + 1, high_x);
    bool done;
    for (int i = 0; i < steps; i++) {
        done = false;
        if (tx >= i + 1 && tx <= 14 - i) {
            int lowest = max(i + 1, low_y), highest = min(14 - i, high_y);
            if (ty < lowest || ty > highest || tx < low_x || tx > high_x)
                goto next;
            done = true;
            is[ty][tx] = 3 * was[ty][tx] + was[n][tx] - was[s][tx] + 2 * was[ty][w] + was[ty][e] + i;
        }
    next:
        __syncthreads();
        if (i == steps - 1)
            break;
        if (done)
            was[ty][tx] = is[ty][tx];
        __syncthreads();
    }
    if (done)
        to[y * cols + x] = is[ty][tx];
}

extern "C" __global__ void left_out(const int *in, int *out, int low, int by, int rounds)
{
    extern __shared__ int row[];
    int t = threadIdx.x, n = blockDim.x, at = blockIdx.x * n + t;
    bool idle = true;
    row[t] = in[at];
    __syncthreads();
    for (int i = 0; i < rounds; i++) {
        idle = true;
        int far = n - 1 - i, v = 0;
        if (t > i) {
            int first = (low * (i + 3) + by * i * i) / 4, last = (far * 3 + first * by) / 3;
            if (t >= first && t <= last && t < far) {
                v = row[t - 1] + 2 * row[t + 1];
                idle = false;
            }
        }
        __syncthreads();
        if (!idle)
            row[t] = v;
        __syncthreads();
    }
    if (!idle)
        out[at] = row[t];
}
