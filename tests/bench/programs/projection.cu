// projection.cu: rows and columns of a matrix folded with weights; the sums stand in the results all the time, as the
// program they were made from had them.  Pointers may overlap for all the compiler knows.
extern "C" __global__ void project_columns(const float *m, const float *w, float *sums, float *squares, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    sums[c] = 0;
    squares[c] = 0;
    for (int r = 0; r < rows; r++) {
        float v = m[r * cols + c] * w[r];
        sums[c] += v;
        squares[c] += v * v;
    }
    sums[c] /= rows;
}

extern "C" __global__ void project_rows(const float *m, const float *w, float *sums, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    for (int c = 0; c < cols; c++)
        sums[r] += m[r * cols + c] * w[c];
}
