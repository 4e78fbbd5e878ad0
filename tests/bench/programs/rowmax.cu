// rowmax.cu: the largest element of each row of a matrix, where it stands, and the row's softmax denominator: a row to each
// thread, each going through memory of its own twice.
extern "C" __global__ void rowmax(const float *a, int rows, int columns, float *most, int *where, float *sums)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *r = a + row * columns;
    float best = r[0];
    int at = 0;
    for (int j = 1; j < columns; j++)
        if (r[j] > best) {
            best = r[j];
            at = j;
        }
    most[row] = best;
    where[row] = at;
    sums[row] = 0;
    for (int j = 0; j < columns; j++) {
        float d = r[j] - best;
        sums[row] += d * d;
    }
}
