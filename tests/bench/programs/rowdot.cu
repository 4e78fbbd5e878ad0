// rowdot.cu: a matrix times a vector, a row to each thread: the sum is kept in memory and read and written with each product.
extern "C" __global__ void rowdot(const float *a, const float *x, float *y, int rows, int columns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) {
        y[i] = 0;
        for (int j = 0; j < columns; j++)
            y[i] += a[i * columns + j] * x[j];
    }
}
