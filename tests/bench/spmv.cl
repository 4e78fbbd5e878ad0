// spmv.cl: sparse matrix (compressed rows) times vector, a thread per row.
__kernel void spmv(int rows, __global const int *restrict start, __global const int *restrict column,
                   __global const float *restrict value, __global const float *restrict x, __global float *restrict y)
{
    int row = get_global_id(0);
    if (row < rows) {
        float sum = 0;
        for (int i = start[row]; i < start[row + 1]; i++)
            sum += value[i] * x[column[i]];
        y[row] = sum;
    }
}
