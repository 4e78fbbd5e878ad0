// computed_masks.cu: pairs of places in shared memory, found from the thread's number by a mask that the program computes, before a barrier
// and used behind it: lanes of a chunk are neighbours there, or not.
extern "C" __global__ void pairs(const int *in, int *out, int steps, const unsigned *masks)
{
    __shared__ int row[512];
    const unsigned t = threadIdx.x, n = blockDim.x;
    row[t] = in[blockIdx.x * 2 * n + t];
    row[t + n] = in[blockIdx.x * 2 * n + t + n];
    for (int k = 0; k < steps; k++) {
        const unsigned s = masks[k] + 1, low = t & masks[k], i = 2 * (t - low) + low, j = i + s;
        __syncthreads();
        if (j < 2 * n) {
            const int a = row[i], b = row[j];
            row[i] = a + b;
            row[j] = a - b;
        }
    }
    __syncthreads();
    out[blockIdx.x * 2 * n + t] = row[t];
    out[blockIdx.x * 2 * n + t + n] = row[t + n];
}

// Any mask, by and, or and exclusive or; the counter goes on behind the barrier.
extern "C" __global__ void any(int *out, int steps, const unsigned *masks)
{
    __shared__ int a[1024], b[1024], c[1024];
    const unsigned t = threadIdx.x, n = blockDim.x;
    int sum = 0;
    for (unsigned d = n, k = 0; k < steps; k++) {
        const unsigned m = masks[k], x = t & m, y = t | m, z = t ^ m;
        a[t] = t * 3 + k;
        b[t] = t * 5 + k;
        c[t] = t * 7 + k;
        __syncthreads();
        sum += a[x & 1023];
        if (y < n)
            sum += b[y] * 2;
        if (z < n)
            sum ^= c[z];
        d -= 1;
        sum += d;
        __syncthreads();
    }
    out[blockIdx.x * n + t] = sum;
}

// The stride halves; what it is next stands between the barrier and the use.
extern "C" __global__ void halves(const float *in, float *out, int stride)
{
    __shared__ float row[1024];
    const unsigned t = threadIdx.x;
    row[t] = in[blockIdx.x * blockDim.x + t];
    for (; stride > 0; stride >>= 1) {
        const unsigned low = t & (stride - 1), other = t ^ stride;
        __syncthreads();
        const float v = other < blockDim.x ? row[other] : 0.0f, w = row[low];
        __syncthreads();
        row[t] = row[t] + v - 0.5f * w;
    }
    out[blockIdx.x * blockDim.x + t] = row[t];
}
