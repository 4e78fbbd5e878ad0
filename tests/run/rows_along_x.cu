// Each thread along x has a row of a matrix, each along y a column: lanes along y read memory together.
// nvcc -arch=sm_80 -ptx

extern "C" __global__ void multiply_add(float *a, const float *b, const float *factor, int columns, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns)
        a[row * columns + column] = a[row * columns + column] * factor[row] + b[column];
}

// Planes along z, and a loop.
extern "C" __global__ void smooth(float *out, const float *in, int columns, int rows, int rounds)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    const float *plane = in + (size_t)blockIdx.z * rows * columns;
    if (row >= rows || column == 0 || column >= columns - 1)
        return;
    float sum = 0;
    for (int i = 0; i < rounds; i++)
        sum += (plane[row * columns + column - 1] + plane[row * columns + column + 1]) * (float)(i + 1);
    out[((size_t)blockIdx.z * rows + row) * columns + column] = sum;
}

// A column of which something more is wanted, asked for behind the store.
extern "C" __global__ void column_of(float *a, float *out, const float *b, int columns, int rows, int which)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || column >= columns)
        return;
    a[row * columns + column] += b[column];
    if (column == which)
        out[row] = a[row * columns + column];
}

// What the grid is like, too.
extern "C" __global__ void places(unsigned *out, unsigned columns)
{
    unsigned row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    out[row * columns + column] = gridDim.x * 1000000u + gridDim.y * 10000u + blockDim.x * 100u + blockDim.y;
}

// Contiguous along x, so left alone.
extern "C" __global__ void along_x(float *a, const float *b, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    a[row * columns + column] += b[row * columns + column];
}

// As much of one kind as of the other.
extern "C" __global__ void transpose(float *out, const float *in, int columns, int rows)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column < columns && row < rows)
        out[column * rows + row] = in[row * columns + column];
}

// Threads that exchange something must stay in their warps.
extern "C" __global__ void with_lane(unsigned *out, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    out[row * columns + column] = lane;
}
