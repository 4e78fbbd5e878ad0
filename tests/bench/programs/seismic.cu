// seismic.cu: a step of a wave through rock of the eighth order: a block walks along z with the values above and below in
// registers and those of its plane in shared memory.
#define R 4
#define BX 32
#define BY 8

__constant__ float c[R + 1] = {-2.84722f, 1.6f, -0.2f, 0.0253968f, -0.00178571f};

extern "C" __global__ void seismic(const float *in, float *out, const float *vsq, int nx, int ny, int nz)
{
    __shared__ float tile[BY + 2 * R][BX + 2 * R];
    const int stride = (nx + 2 * R) * (ny + 2 * R), row = nx + 2 * R;
    const int tx = threadIdx.x, ty = threadIdx.y;
    int at = (blockIdx.y * BY + ty + R) * row + blockIdx.x * BX + tx + R, to;
    float front[R], behind[R], now;
    for (int i = R - 2; i >= 0; i--) {
        behind[i] = in[at];
        at += stride;
    }
    now = in[at];
    to = at;
    at += stride;
#pragma unroll
    for (int i = 0; i < R; i++) {
        front[i] = in[at];
        at += stride;
    }
    behind[R - 1] = 0;
    for (int z = 0; z < nz; z++) {
#pragma unroll
        for (int i = R - 1; i > 0; i--)
            behind[i] = behind[i - 1];
        behind[0] = now;
        now = front[0];
#pragma unroll
        for (int i = 0; i < R - 1; i++)
            front[i] = front[i + 1];
        front[R - 1] = in[at];
        at += stride;
        to += stride;
        __syncthreads();
        if (ty < R) {
            tile[ty][tx + R] = in[to - R * row];
            tile[ty + BY + R][tx + R] = in[to + BY * row];
        }
        if (tx < R) {
            tile[ty + R][tx] = in[to - R];
            tile[ty + R][tx + BX + R] = in[to + BX];
        }
        tile[ty + R][tx + R] = now;
        __syncthreads();
        float div = c[0] * 3 * now;
#pragma unroll
        for (int i = 1; i <= R; i++)
            div += c[i] * (front[i - 1] + behind[i - 1] + tile[ty + R - i][tx + R] + tile[ty + R + i][tx + R] +
                           tile[ty + R][tx + R - i] + tile[ty + R][tx + R + i]);
        out[to] = 2.0f * now - out[to] + div * vsq[to];
    }
}
