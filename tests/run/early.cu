// early.cu: addresses behind stores and barriers that come from parameters and the thread's place alone.

// Each thread swaps what it read with its neighbour; the second index may wrap in a few lanes.
extern "C" __global__ void behind(const unsigned *from, unsigned char *bytes, unsigned *to, int start, int second)
{
    __shared__ unsigned kept[64];
    int x = threadIdx.x, i = blockIdx.x * blockDim.x + x;
    kept[x] = from[i];
    __syncthreads();
    unsigned v = kept[x ^ 1];
    to[i + start] = v;
    __syncthreads();
    int at = second + i;             // may pass 2^31 - 1: then it is far below 0
    if (at >= 0)
        bytes[at - second] = (unsigned char)(v + 1);
    else
        bytes[(unsigned)at - (unsigned)second + 512] = (unsigned char)(v + 2);
    if (i < 40)
        to[(long long)(second - 2147483600 + i) + 1024] = v ^ 7;
}

// Without barriers: three results at unlike places, the last by way of an index that may be far below 0.
extern "C" __global__ void results(unsigned *a, unsigned *b, unsigned *c, int n, int to, int far)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    a[i] = i;
    b[i * 2 + to] = i + 1;
    c[far - i] = i + 2;
    (c - far)[far + i + 1000] = i + 3; // with far near 2^31 the sum wraps: only where n is small enough does it not
}
