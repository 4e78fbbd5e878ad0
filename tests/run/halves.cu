// halves.cu: nvcc -ptx -arch=sm_80
// Half of the threads are busy in each round, and those alone go on with where they are.
extern "C" __global__ void sums(const int *in, int *levels, int *total, unsigned rounds)
{
    __shared__ int s[128];
    unsigned t = threadIdx.x, busy = blockDim.x >> 1, at = 0;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned i = 0; i < rounds; i++) {
        int x = 0;
        if (t < busy)
            x = s[2 * t] + s[2 * t + 1];
        __syncthreads();
        if (t < busy) {
            s[t] = x;
            levels[blockIdx.x * blockDim.x + at + t] = x;
            at += busy;
            busy >>= 1;
        }
        __syncthreads();
    }
    if (t == 0)
        total[blockIdx.x] = s[0];
}

// By quotients of signed numbers, a round of two quarters; the other way to ask.
extern "C" __global__ void quarters(const int *in, int *out, int busy, int rounds)
{
    __shared__ int s[128];
    int t = threadIdx.x, scale = 3;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    while (rounds-- > 0) {
        if (busy > t) {
            s[t] = s[t] * scale + 1;
            if (s[t] & 1)
                s[t] += busy;
            scale += 2;
            busy /= 4;
        }
        __syncthreads();
        s[t] ^= s[t ^ 1] & 1;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = s[t];
}

// The bound begins anew in each pass, is what each thread tells in the end, or grows: nothing may go on for all.
extern "C" __global__ void kept(const int *in, int *out, unsigned passes, unsigned rounds)
{
    __shared__ int s[128];
    unsigned t = threadIdx.x, busy = 0, scale = 1, told = blockDim.x, low = 1, high = 1;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned k = 0; k < passes; k++) {
        busy = blockDim.x >> k;
        for (unsigned i = 0; i < rounds; i++) {
            if (t < busy) {
                s[t] = s[t] * 5 + scale;
                scale += busy;
                busy >>= 1;
            }
            __syncthreads();
        }
    }
    for (unsigned i = 0; i < rounds; i++) {
        if (t < told) {
            s[t] += told;
            told >>= 1;
        }
        __syncthreads();
        if (t >= low) {
            s[t] ^= high;
            high = high * 3 + 1;
            low <<= 1;
        }
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = s[t] + told * 1000;
}
