// multiples.cu: what threads do whose number is a multiple of one that the launch gives.
extern "C" __global__ void of_signed(int *out, int first, int by)
{
    const int t = threadIdx.x;
    __shared__ int s[256];
    s[t] = t;
    __syncthreads();
    if ((int)(threadIdx.x + (unsigned)first) % by == 0)
        s[t] += 1000;
    __syncthreads();
    out[t] = s[t];
}

extern "C" __global__ void of_unsigned(int *out, unsigned by)
{
    const unsigned t = threadIdx.x;
    __shared__ int s[256];
    s[t] = t;
    __syncthreads();
    if (t % by == 0)
        s[t] += 1000;
    __syncthreads();
    for (unsigned k = 1; k < by; k *= 2) {
        if (t % (2 * k) == 0)
            s[t] += s[(t + k) % 256] & 7;
        __syncthreads();
    }
    out[t] = s[t];
}
