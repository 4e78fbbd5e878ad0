// Threads that compare their numbers with what a loop finds in memory: where each of a row's pieces begins (a search by
// halves), the interval that holds one of a matrix's eigenvalues, and rows of different lengths.
extern "C" __global__ void piece_of(const int *first, int pieces, int *piece, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int low = 0, high = pieces;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (first[middle] <= i)
            low = middle;
        else
            high = middle;
    }
    piece[i] = low;
}

extern "C" __global__ void interval_of(const float *at, int points, float low, float high, float *value, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    while (high - low > 0.001f) {
        float middle = 0.5f * (low + high);
        int below = 0;
        for (int i = 0; i < points; i++)
            below += at[i] < middle;
        if (below > k)
            high = middle;
        else
            low = middle;
    }
    value[k] = low;
}

extern "C" __global__ void ragged(const int *length, const float *row, int rows, int width, float *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width)
        return;
    float s = 0;
    for (int r = 0; r < rows; r++)
        if (i < length[r])
            s += row[r * width + i];
    sum[i] = s;
}
