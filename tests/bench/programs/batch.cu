// batch.cu: how values of many rows are normalised by column: mean and variance of each, 32 columns and 8 rows of threads to a block,
// shares of columns in shared memory; then each value.
#define X 32
#define Y 8

extern "C" __global__ void statistics(const float *x, float *mean, float *scale, int rows, int columns, float least)
{
    __shared__ float sums[Y][X], squares[Y][X];
    const int c = blockIdx.x * X + threadIdx.x, tx = threadIdx.x, ty = threadIdx.y;
    float s = 0, q = 0;
    if (c < columns)
        for (int r = ty; r < rows; r += Y) {
            const float v = x[r * columns + c];
            s += v;
            q += v * v;
        }
    sums[ty][tx] = s;
    squares[ty][tx] = q;
    __syncthreads();
    for (int k = Y / 2; k > 0; k /= 2) {
        if (ty < k) {
            sums[ty][tx] += sums[ty + k][tx];
            squares[ty][tx] += squares[ty + k][tx];
        }
        __syncthreads();
    }
    if (ty == 0 && c < columns) {
        const float m = sums[0][tx] / rows;
        mean[c] = m;
        scale[c] = rsqrtf(squares[0][tx] / rows - m * m + least);
    }
}

extern "C" __global__ void normalise(const float *x, const float *mean, const float *scale, const float *gain, const float *shift, float *out, int rows,
                                     int columns)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * columns; i += gridDim.x * blockDim.x) {
        const int c = i % columns;
        const float v = (x[i] - mean[c]) * scale[c] * gain[c] + shift[c];
        out[i] = v > 0 ? v : 0.01f * v;
    }
}
