/* Barriers under conditions that memory decides, the same for all threads of a block. */

/* Each block adds up its own rows, as many as start says, a tile after the other. */
extern "C" __global__ void rows(const int *start, const float *v, float *out)
{
    __shared__ float tile[64];
    float s = 0;
    int end = start[blockIdx.x + 1];
    for (int i = start[blockIdx.x]; i < end; i += blockDim.x) {
        tile[threadIdx.x] = i + threadIdx.x < end ? v[i + threadIdx.x] : 0;
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++)
            s += tile[k] * (k ^ threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

/* As long as some thread wants another round. */
extern "C" __global__ void rounds(float *v, int *count)
{
    __shared__ int again;
    float x = v[blockIdx.x * blockDim.x + threadIdx.x];
    int n = 0;
    for (;; n++) {
        if (threadIdx.x == 0)
            again = 0;
        __syncthreads();
        x = x * 0.5f + 1;
        if (x > 2.001f)
            again = 1;
        __syncthreads();
        if (!again)
            break;
        __syncthreads();
    }
    v[blockIdx.x * blockDim.x + threadIdx.x] = x;
    if (threadIdx.x == 0)
        count[blockIdx.x] = n;
}

/* The same with threads that leave before: what is loaded behind is no longer for all. */
extern "C" __global__ void fewer(const int *start, float *v, int n)
{
    __shared__ float sum[2];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int a = start[blockIdx.x + (n >> 20)], b = start[blockIdx.x + 1];
    float x = v[t];
    for (int i = a; i < b; i++) {
        if (threadIdx.x == 0)
            sum[i & 1] = x;
        __syncthreads();
        x += sum[i & 1] * i;
    }
    v[t] = x;
}
