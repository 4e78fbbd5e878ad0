// dp4a.cl: dot products of bytes, four at a time: a matrix of int8 times a vector of them, a thread per row; the matrix
// lies in columns of words.
__kernel void dp4a(int rows, int words, __global const int *matrix, __global const int *vector, __global int *out)
{
    int row = get_global_id(0);
    if (row >= rows)
        return;
    int sum = 0;
    for (int i = 0; i < words; i++)
    {
        char4 a = as_char4(matrix[i * rows + row]), b = as_char4(vector[i]);
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    out[row] = sum;
}
