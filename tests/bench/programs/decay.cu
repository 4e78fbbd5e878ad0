// decay.cu: a step of learning with momentum and decay (as frameworks write it): all numbers in a loop over the grid with indices of 64 bits,
// then how long the gradient is, by blocks.
extern "C" __global__ void step(float *__restrict__ weight, float *__restrict__ momentum, const float *__restrict__ gradient, long long n,
                                float rate, float keep, float decay)
{
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)blockDim.x * gridDim.x) {
        const float g = gradient[i] + decay * weight[i];
        const float m = keep * momentum[i] + g;
        momentum[i] = m;
        weight[i] -= rate * m;
    }
}

extern "C" __global__ void length(const float *__restrict__ gradient, long n, float *__restrict__ sums)
{
    __shared__ float part[256];
    float sum = 0;
    for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += gradient[i] * gradient[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}
