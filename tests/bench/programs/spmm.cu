// spmm.cu: a sparse matrix times a dense one: a block a row, whose threads go along it in strides.
extern "C" __global__ void spmm(const int *start, const int *column, const float *value, const float *dense, float *out, int width)
{
    int row = blockIdx.x;
    for (int j = threadIdx.x; j < width; j += blockDim.x) {
        float sum = 0;
        for (int p = start[row]; p < start[row + 1]; p++)
            sum += value[p] * dense[column[p] * width + j];
        out[row * width + j] = sum;
    }
}
