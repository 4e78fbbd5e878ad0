// registers.cu: a product of matrices by tiles of 64 x 64 in shared memory, of which each of 256 threads in a row keeps 4 x 4 sums.
#define SIDE 64
#define DEEP 8

extern "C" __global__ void registers(const float *a, const float *b, float *c, int columns, int inner)
{
    __shared__ float as[DEEP][SIDE], bs[DEEP][SIDE];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * SIDE, column = blockIdx.x * SIDE;
    float sum[4][4] = {{0}};
    for (int from = 0; from < inner; from += DEEP) {
        for (int i = t; i < DEEP * SIDE; i += 256) {
            as[i % DEEP][i / DEEP] = a[(row + i / DEEP) * inner + from + i % DEEP];
            bs[i / SIDE][i % SIDE] = b[(from + i / SIDE) * columns + column + i % SIDE];
        }
        __syncthreads();
        for (int k = 0; k < DEEP; k++) {
            float x[4], y[4];
            for (int i = 0; i < 4; i++) {
                x[i] = as[k][ty * 4 + i];
                y[i] = bs[k][tx * 4 + i];
            }
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sum[i][j] += x[i] * y[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[(row + ty * 4 + i) * columns + column + tx * 4 + j] = sum[i][j];
}
