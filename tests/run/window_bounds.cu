// nvcc: -arch=sm_100
// Windows whose two ends rise from thread to thread by the same: how often their loop goes round is then the same for all of a row.  The
// compiler takes the greater end of both, as a window may be empty.

// A row's threads by a quotient; ends at the row's edges are cut.
extern "C" __global__ void windows(const int *in, int *out, int rows, int width, int columns, int lead, int size)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * columns; i += blockDim.x * gridDim.x) {
        const int row = i / columns, column = i % columns, begin = max(column * 2 - lead, 0), end = min(column * 2 - lead + size, width);
        int sum = 0;
        for (int y = max(row - 1, 0); y < min(row + 2, rows); y++)
            for (int k = begin; k < end; k++)
                sum = sum * 3 + in[y * width + k];
        out[i] = sum;
    }
}

// Numbers that wrap are in another order than where they came from.
extern "C" __global__ void spans(const unsigned *from, unsigned *out, unsigned n, unsigned first, unsigned second)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, a = i + first, b = i + second;
    if (i >= n)
        return;
    unsigned sum = 0;
    for (unsigned k = 0; k < (max(a, b) - min(a, b)) % 8; k++)
        sum = sum * 3 + from[k];
    out[i] = sum;
}
