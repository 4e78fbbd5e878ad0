// walks.cu: nvcc -ptx -arch=sm_80
// Each thread walks along a row of its own.
extern "C" __global__ void sums(const float *a, float *out, int rows, int columns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) {
        out[i] = 0;
        for (int j = 0; j < columns; j++)
            out[i] += a[i * columns + j];
    }
}

// In place, forwards and then backwards, bytes, with rows that end at different places.
extern "C" __global__ void runs(unsigned char *a, const int *ends, int rows, int columns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    unsigned char *row = a + (size_t)i * columns;
    unsigned char sum = 0;
    for (int j = 0; j < columns; j++)
        row[j] = sum = sum * 3 + row[j];
    for (int j = ends[i] - 1; j >= 0; j--)
        row[j] = sum = sum * 5 ^ row[j];
}

// With a barrier before the walk.
extern "C" __global__ void behind(const int *a, int *out, int columns)
{
    __shared__ int first[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, sum = 0;
    first[t & 63] = t;
    __syncthreads();
    for (int j = 0; j < columns; j++)
        sum = sum * 7 + a[i * columns + j] + first[(t & 63) ^ 1];
    out[i] = sum;
}
