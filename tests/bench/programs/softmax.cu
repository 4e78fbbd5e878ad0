// softmax.cu: the largest of a row and the sum of its exponentials by halves of a block's shared memory; long rows.
extern "C" __global__ void softmax(const float *in, float *out, int n)
{
    __shared__ float shared[512];
    const float *x = in + (long long)blockIdx.x * n;
    float *y = out + (long long)blockIdx.x * n;
    const int tid = threadIdx.x;
    float most = -INFINITY;
    for (int i = tid; i < n; i += blockDim.x)
        most = fmaxf(most, x[i]);
    shared[tid] = most;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        if (tid < stride)
            shared[tid] = fmaxf(shared[tid], shared[tid + stride]);
    }
    __syncthreads();
    const float offset = shared[0];
    for (int i = tid; i < n; i += blockDim.x)
        y[i] = expf(x[i] - offset);
    __syncthreads();
    float sum = 0.0f;
    for (int i = tid; i < n; i += blockDim.x)
        sum += y[i];
    shared[tid] = sum;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        if (tid < stride)
            shared[tid] += shared[tid + stride];
    }
    __syncthreads();
    sum = shared[0];
    for (int i = tid; i < n; i += blockDim.x)
        y[i] = y[i] / sum;
}
