// reduce_shared.cu: one sum per block, by a tree in shared memory.

constexpr int THREADS = 256;

extern "C" __global__ void reduce_shared(const float *in, float *out, int n)
{
    __shared__ float part[THREADS];
    int tid = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * THREADS + tid; i < n; i += gridDim.x * THREADS)
        sum += in[i];
    part[tid] = sum;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}
