// planes.cu: a stencil of radius 4 in a block of cells: planes in shared memory, the column along z in registers.
#define R 4
#define X 32
#define Y 8

extern "C" __global__ void planes(const float *in, float *out, const float *coefficient, int w, int h, int d)
{
    __shared__ float tile[Y + 2 * R][X + 2 * R];
    int x = blockIdx.x * X + threadIdx.x, y = blockIdx.y * Y + threadIdx.y, tx = threadIdx.x + R, ty = threadIdx.y + R;
    int stride = w + 2 * R, plane = stride * (h + 2 * R), at = (y + R) * stride + x + R;
    float front[R], behind[R], now, c[R + 1];
    for (int i = 0; i <= R; i++)
        c[i] = coefficient[i];
    for (int i = R - 2; i >= 0; i--, at += plane)
        behind[i] = in[at];
    behind[R - 1] = 0;
    now = in[at];
    int place = at;
    at += plane;
    for (int i = 0; i < R; i++, at += plane)
        front[i] = in[at];
    for (int z = 0; z < d; z++) {
        for (int i = R - 1; i > 0; i--)
            behind[i] = behind[i - 1];
        behind[0] = now;
        now = front[0];
        for (int i = 0; i < R - 1; i++)
            front[i] = front[i + 1];
        front[R - 1] = in[at];
        at += plane;
        place += plane;
        __syncthreads();
        if (threadIdx.y < R) {
            tile[threadIdx.y][tx] = in[place - R * stride];
            tile[threadIdx.y + Y + R][tx] = in[place + Y * stride];
        }
        if (threadIdx.x < R) {
            tile[ty][threadIdx.x] = in[place - R];
            tile[ty][threadIdx.x + X + R] = in[place + X];
        }
        tile[ty][tx] = now;
        __syncthreads();
        float value = c[0] * now;
        for (int i = 1; i <= R; i++)
            value += c[i] * (front[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] +
                             tile[ty][tx + i]);
        out[place] = value;
    }
}
