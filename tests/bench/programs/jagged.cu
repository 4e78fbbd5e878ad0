// jagged.cu: a sparse matrix in jagged diagonals, its rows sorted by their length, times a vector; rows are taken 32 at a time,
// which have a length together.
extern "C" __global__ void jagged(float *out, const float *value, const int *column, const int *order, const float *x, int n,
                                  const int *start, const int *length)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int bound = length[row / 32];
    if (row < n) {
        float sum = 0.0f;
        for (int k = 0; k < bound; k++) {
            int j = start[k] + row;
            sum += value[j] * x[column[j]];
        }
        out[order[row]] = sum;
    }
}
