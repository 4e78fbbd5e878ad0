// one_row.cu: kernels with more barriers than work between them, which CTAs of one row go through as a single chunk: values of each
// thread from barrier to barrier, threads that leave early, sums by halves.
extern "C" __global__ void relax(const int *in, int *out, int rounds, int n)
{
    __shared__ int row[1026];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int v = i < n ? in[i] : -1, most = v;
    if (t == 0)
        row[0] = row[blockDim.x + 1] = 0;
    row[t + 1] = v;
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        const int left = row[t], right = row[t + 2];
        __syncthreads();
        v = 3 * v - left + right + k;
        if (t < rounds)
            most = max(most, v & 0xff);
        row[t + 1] = v;
        __syncthreads();
    }
    if (i < n)
        out[i] = v + 5 * most;
}

extern "C" __global__ void sums(const int *in, int *out, int n)
{
    __shared__ int sum[1024];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    sum[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 1024; d *= 2) {
        if (t % (2 * d) == 0 && t + d < blockDim.x)
            sum[t] += sum[t + d];
        __syncthreads();
    }
    int all = sum[0];
    __syncthreads();
    sum[t] = t * all;
    __syncthreads();
    if (t >= blockDim.x / 2)
        return;
    out[i] = sum[blockDim.x - 1 - t] - sum[t];
}
