// dp4a.cu: dot products of bytes, four at a time: a matrix of int8 times a vector of them, a thread per row; the matrix
// lies in columns of words.
extern "C" __global__ void dp4a(int rows, int words, const int *matrix, const int *vector, int *out)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    int sum = 0;
    for (int i = 0; i < words; i++)
        sum = __dp4a(matrix[i * rows + row], vector[i], sum);
    out[row] = sum;
}
