// winograd.cu: a convolution of 3 x 3 by Winograd's way, a tile of 4 x 4 in, 2 x 2 out a thread; arrays of each thread's own; filters transformed before.
__device__ void input_tile(const float d[4][4], float v[4][4])
{
    float w[4][4];
    for (int j = 0; j < 4; j++) {
        w[0][j] = d[0][j] - d[2][j];
        w[1][j] = d[1][j] + d[2][j];
        w[2][j] = d[2][j] - d[1][j];
        w[3][j] = d[1][j] - d[3][j];
    }
    for (int i = 0; i < 4; i++) {
        v[i][0] = w[i][0] - w[i][2];
        v[i][1] = w[i][1] + w[i][2];
        v[i][2] = w[i][2] - w[i][1];
        v[i][3] = w[i][1] - w[i][3];
    }
}
extern "C" __global__ void winograd(const float *in, const float *u, float *out, int channels, int size)
{
    const int tx = blockIdx.x * blockDim.x + threadIdx.x, ty = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
    const int tiles = size / 2;
    if (tx >= tiles || ty >= tiles)
        return;
    float m[4][4] = {};
    for (int c = 0; c < channels; c++) {
        float d[4][4], v[4][4];
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                const int y = 2 * ty + i - 1, x = 2 * tx + j - 1;
                d[i][j] = x >= 0 && y >= 0 && x < size && y < size ? in[(c * size + y) * size + x] : 0.0f;
            }
        input_tile(d, v);
        const float *f = u + (k * channels + c) * 16;
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                m[i][j] += v[i][j] * f[i * 4 + j];
    }
    float *o = out + (k * size + 2 * ty) * size + 2 * tx;
    float a[2][4];
    for (int j = 0; j < 4; j++) {
        a[0][j] = m[0][j] + m[1][j] + m[2][j];
        a[1][j] = m[1][j] - m[2][j] - m[3][j];
    }
    for (int i = 0; i < 2; i++) {
        o[i * size] = a[i][0] + a[i][1] + a[i][2];
        o[i * size + 1] = a[i][1] - a[i][2] - a[i][3];
    }
}
