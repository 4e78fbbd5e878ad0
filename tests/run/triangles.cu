// triangles.cu: loops that begin at a thread's own number in some blocks and at the same one in others; rounds that lanes count by division.

// Pairs of places of which the second comes behind the first: blocks on the diagonal look at some, others at all.
extern "C" __global__ void pairs(const int *a, int *count, int n, int most)
{
    __shared__ int there[32];
    int row = blockIdx.y, column = blockIdx.x, rows = min(n - row * 32, 32), columns = min(n - column * 32, 32);
    if (threadIdx.x < columns)
        there[threadIdx.x] = a[column * 32 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < rows) {
        int mine = a[row * 32 + threadIdx.x], near = 0;
        for (int j = row == column ? threadIdx.x + 1 : 0; j < columns; j++)
            near += abs(mine - there[j]) < most ? j + 1 : 0;
        count[(row * 32 + threadIdx.x) * gridDim.x + column] = near;
    }
}

// The other way round, with steps.
extern "C" __global__ void below(const int *a, int *out, int n, int whole)
{
    __shared__ int there[64];
    there[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    int end = blockIdx.x < whole ? n : threadIdx.x, best = -1;
    for (int j = 0; j < end; j += 3)
        if (there[j] > best)
            best = there[j];
    out[blockIdx.x * blockDim.x + threadIdx.x] = best;
}

// All the work in strides of a grid whose blocks have met before; bits that rounds turn over.
extern "C" __global__ void turns(const unsigned *v, unsigned *out, int n)
{
    __shared__ unsigned there[32];
    if (threadIdx.x < 32)
        there[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    int i0 = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    unsigned x = i0 * 2654435761u;
    if (i0 < n)
        out[i0] = x;
    for (int i = i0 + stride; i < n; i += stride) {
        x ^= there[3] ^ there[__ffs(~(i - stride)) - 1];
        out[i] = x;
    }
}
