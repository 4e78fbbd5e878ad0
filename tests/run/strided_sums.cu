// strided_sums.cu: sums and extremes over what the threads of a block share in strides; threads without a share keep what they began with.
// nvcc -arch=sm_80 -ptx

// The sum begins on both ways of the branch around the loop.
extern "C" __global__ void density(const float *x, const float *at, float *out, int n, float h)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float sum = 0, a = at[blockIdx.x];
    for (int i = t; i < n; i += blockDim.x) {
        float d = (x[i] - a) * h;
        sum += d * d;
    }
    s[t] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// A sparse matrix times a dense one: which row of that comes next is read, the same for all threads of a block.
extern "C" __global__ void sparse(const int *start, const int *column, const float *value, const float *dense, float *out, int width)
{
    int row = blockIdx.x;
    for (int j = threadIdx.x; j < width; j += blockDim.x) {
        float sum = 0;
        for (int p = start[row]; p < start[row + 1]; p++)
            sum += value[p] * dense[column[p] * width + j];
        out[row * width + j] = sum;
    }
}

// The same in place: rows are read that the block has written.
extern "C" __global__ void chain(const int *column, float *dense, int count, int width)
{
    int j = threadIdx.x;
    if (j >= width)
        return;
    for (int p = 0; p < count; p++)
        dense[column[2 * p] * width + j] += dense[column[2 * p + 1] * width + j];
}

// Two values, which begin with others than zero.
extern "C" __global__ void extremes(const int *x, const int *scale, int *out, int n)
{
    int t = threadIdx.x, least = 1000, most = -7, k = scale[blockIdx.x];
    for (int i = t; i < n; i += blockDim.x) {
        least = min(least, x[i] * k);
        most = max(most, x[i] + k);
    }
    out[blockIdx.x * blockDim.x + t] = 3 * least + most;
}
