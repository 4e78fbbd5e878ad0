// trisolve.cu: a sparse triangular system, level by level: the rows of a level hang on those of earlier levels only, which a list names;
// a thread a row of the level, a launch a level.
extern "C" __global__ void trisolve(const int *rows, const int *begin, const int *column, const double *value, const double *right,
                                    double *x, int first, int count)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count)
        return;
    const int row = rows[first + t], end = begin[row + 1] - 1;
    double sum = right[row];
    for (int k = begin[row]; k < end; k++)
        sum -= value[k] * x[column[k]];
    x[row] = sum / value[end];
}
