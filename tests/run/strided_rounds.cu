// nvcc -O3 -arch=sm_80 -ptx
#define T 64

// A block sums the products of a piece of two vectors, which begins and ends where the launch says.
extern "C" __global__ void pieces(float *out, const float *a, const float *b, int length)
{
    __shared__ float share[T];
    const int from = blockIdx.x * length, to = from + length;
    float sum = 0;
    for (int at = from + threadIdx.x; at < to; at += T)
        sum += a[at] * b[at];
    share[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 1; i < T; i++)
            sum += share[i];
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

// Each of many places sums what lies behind it at even distances.
extern "C" __global__ void behind(float *out, const float *a, int places, int length)
{
    for (int place = threadIdx.x; place < places; place += blockDim.x) {
        float sum = 0;
        for (int at = place; at < length; at += T)
            sum += a[at];
        out[place] = sum;
    }
}

// More numbers than threads, and not a multiple, are kept by the block, then written the other way round.
extern "C" __global__ void kept(unsigned *out, const unsigned *in)
{
    __shared__ unsigned copy[T + 40];
    for (int i = threadIdx.x; i < T + 40; i += T)
        copy[i] = in[blockIdx.x * (T + 40) + i] * 3;
    __syncthreads();
    for (int i = threadIdx.x; i < T + 40; i += T)
        out[blockIdx.x * (T + 40) + i] = copy[T + 39 - i];
}
