// quads.cu: a convolution with 3 x 3 weights in squares of 2 x 2 results at once, with fewer products (Winograd): 4 x 4 inputs and
// their transform in arrays of each thread's own, transformed weights from memory, zeros outside.
extern "C" __global__ void quads(const float *in, const float *weights, float *out, int w, int h)
{
    const int tx = blockIdx.x * blockDim.x + threadIdx.x, ty = blockIdx.y * blockDim.y + threadIdx.y;
    if (tx >= w / 2 || ty >= h / 2)
        return;
    float d[4][4], m[4][4], t[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            const int x = 2 * tx + j - 1, y = 2 * ty + i - 1;
            d[i][j] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0.0f;
        }
    for (int j = 0; j < 4; j++) {
        t[0][j] = d[0][j] - d[2][j];
        t[1][j] = d[1][j] + d[2][j];
        t[2][j] = d[2][j] - d[1][j];
        t[3][j] = d[1][j] - d[3][j];
    }
    for (int i = 0; i < 4; i++) {
        m[i][0] = (t[i][0] - t[i][2]) * weights[i * 4];
        m[i][1] = (t[i][1] + t[i][2]) * weights[i * 4 + 1];
        m[i][2] = (t[i][2] - t[i][1]) * weights[i * 4 + 2];
        m[i][3] = (t[i][1] - t[i][3]) * weights[i * 4 + 3];
    }
    float u[2][4];
    for (int j = 0; j < 4; j++) {
        u[0][j] = m[0][j] + m[1][j] + m[2][j];
        u[1][j] = m[1][j] - m[2][j] - m[3][j];
    }
    for (int i = 0; i < 2; i++) {
        out[(2 * ty + i) * w + 2 * tx] = u[i][0] + u[i][1] + u[i][2];
        out[(2 * ty + i) * w + 2 * tx + 1] = u[i][1] - u[i][2] - u[i][3];
    }
}
