// warmth.cu: several steps of heat on a chip a launch: blocks of 16 x 16 overlap and recompute what lies between them, the part that is
// right shrinks by a place at each side in each step.
#define SIDE 16
#define INSIDE(x, low, high) ((x) >= (low) && (x) <= (high))
#define LESS(a, b) ((a) < (b) ? (a) : (b))

__global__ void warmth(int steps, float *power, float *from, float *to, int cols, int rows, int border_cols, int border_rows, float cap, float rx,
                       float ry, float rz, float step, float elapsed)
{
    __shared__ float was[SIDE][SIDE];
    __shared__ float watts[SIDE][SIDE];
    __shared__ float is[SIDE][SIDE];
    float around = 80.0f;
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    float divided = step / cap, rx1 = 1 / rx, ry1 = 1 / ry, rz1 = 1 / rz;
    int small_rows = SIDE - steps * 2, small_cols = SIDE - steps * 2;
    int top = small_rows * by - border_rows, left = small_cols * bx - border_cols;
    int bottom = top + SIDE - 1, right = left + SIDE - 1;
    int y = top + ty, x = left + tx;
    int load_y = y, load_x = x, index = cols * load_y + load_x;
    if (INSIDE(load_y, 0, rows - 1) && INSIDE(load_x, 0, cols - 1)) {
        was[ty][tx] = from[index];
        watts[ty][tx] = power[index];
    }
    __syncthreads();
    int y_low = top < 0 ? -top : 0, y_high = bottom > rows - 1 ? SIDE - 1 - (bottom - rows + 1) : SIDE - 1;
    int x_low = left < 0 ? -left : 0, x_high = right > cols - 1 ? SIDE - 1 - (right - cols + 1) : SIDE - 1;
    int n = ty - 1, s = ty + 1, w = tx - 1, e = tx + 1;
    n = n < y_low ? y_low : n;
    s = s > y_high ? y_high : s;
    w = w < x_low ? x_low : w;
    e = e > x_high ? x_high : e;
    bool computed;
    for (int i = 0; i < steps; i++) {
        computed = false;
        if (INSIDE(tx, i + 1, SIDE - i - 2) && INSIDE(ty, i + 1, SIDE - i - 2) && INSIDE(tx, x_low, x_high) && INSIDE(ty, y_low, y_high)) {
            computed = true;
            is[ty][tx] = was[ty][tx] + divided * (watts[ty][tx] + (was[s][tx] + was[n][tx] - 2.0 * was[ty][tx]) * ry1 +
                                                  (was[ty][e] + was[ty][w] - 2.0 * was[ty][tx]) * rx1 + (around - was[ty][tx]) * rz1);
        }
        __syncthreads();
        if (i == steps - 1)
            break;
        if (computed)
            was[ty][tx] = is[ty][tx];
        __syncthreads();
    }
    if (computed)
        to[index] = is[ty][tx];
}
