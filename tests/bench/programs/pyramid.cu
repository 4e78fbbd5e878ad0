// pyramid.cu: a plate that warms and cools, several steps a launch: each block keeps a tile in shared memory whose valid part
// shrinks by one cell a step, and cells at the plate's border are their own neighbours.
#define IN(x, low, high) ((x) >= (low) && (x) <= (high))
#define SIDE 16

extern "C" __global__ void plate(int steps, const float *power, const float *from, float *to, int cols, int rows, int margin,
                                 float sx, float sy, float sz, float rate)
{
    __shared__ float now[SIDE][SIDE], heat[SIDE][SIDE], next[SIDE][SIDE];
    const float air = 80.0f;
    const int tx = threadIdx.x, ty = threadIdx.y, inner = SIDE - 2 * margin;
    const int top = inner * blockIdx.y - margin, left = inner * blockIdx.x - margin;
    const int bottom = top + SIDE - 1, right = left + SIDE - 1;
    const int y = top + ty, x = left + tx, at = cols * y + x;
    if (IN(y, 0, rows - 1) && IN(x, 0, cols - 1)) {
        now[ty][tx] = from[at];
        heat[ty][tx] = power[at];
    }
    __syncthreads();
    const int ylow = top < 0 ? -top : 0, yhigh = bottom > rows - 1 ? SIDE - 1 - (bottom - rows + 1) : SIDE - 1;
    const int xlow = left < 0 ? -left : 0, xhigh = right > cols - 1 ? SIDE - 1 - (right - cols + 1) : SIDE - 1;
    int n = ty - 1, s = ty + 1, w = tx - 1, e = tx + 1;
    n = n < ylow ? ylow : n;
    s = s > yhigh ? yhigh : s;
    w = w < xlow ? xlow : w;
    e = e > xhigh ? xhigh : e;
    bool done;
    for (int i = 0; i < steps; i++) {
        done = false;
        if (IN(tx, i + 1, SIDE - 2 - i) && IN(ty, i + 1, SIDE - 2 - i) && IN(tx, xlow, xhigh) && IN(ty, ylow, yhigh)) {
            done = true;
            next[ty][tx] = now[ty][tx] + rate * (heat[ty][tx] + (now[s][tx] + now[n][tx] - 2.0f * now[ty][tx]) * sy +
                                                 (now[ty][e] + now[ty][w] - 2.0f * now[ty][tx]) * sx +
                                                 (air - now[ty][tx]) * sz);
        }
        __syncthreads();
        if (i == steps - 1)
            break;
        if (done)
            now[ty][tx] = next[ty][tx];
        __syncthreads();
    }
    if (done)
        to[at] = next[ty][tx];
}
