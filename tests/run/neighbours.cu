// neighbours.cu: nvcc -ptx -arch=sm_80
// Neighbours in a block that are clamped once and read behind barriers, by threads that once were found to take part.
extern "C" __global__ void shrink(const int *in, int *out, int n, int rounds)
{
    __shared__ int now[256], next[256];
    const int t = threadIdx.x, size = blockDim.x, left = (size - 2 * rounds) * (int)blockIdx.x - rounds, x = left + t;
    const int low = left < 0 ? -left : 0, high = left + size > n ? n - 1 - left : size - 1;
    const int w = t - 1 < low ? low : t - 1, e = t + 1 > high ? high : t + 1;
    const bool inside = t >= low && t <= high;
    if (x >= 0 && x < n)
        now[t] = in[x];
    __syncthreads();
    bool done = false;
    for (int i = 0; i < rounds; i++) {
        done = false;
        if (t >= i + 1 && t <= size - i - 2 && inside) {
            done = true;
            next[t] = now[w] + 3 * now[t] + 5 * now[e];
        }
        __syncthreads();
        if (done && i < rounds - 1)
            now[t] = next[t];
        __syncthreads();
    }
    if (done)
        out[x] = next[t];
}

// Bounds of several kinds, of which one changes from round to round; what is chosen is an index and a number.
extern "C" __global__ void bounds(int *out, unsigned most, int least, int rounds)
{
    __shared__ int s[256];
    const int t = threadIdx.x;
    const unsigned a = min((unsigned)t * 2, most), b = max(t - 9, least);
    const int odd = t - 5 > least ? 3 : -4;
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
        s[t] = sum + 7 * t + i;
        __syncthreads();
        sum += s[a & 255] * 3 + s[b & 255] * odd + s[min(t + i, least & 255)] + (t - 5 > least ? i : -i);
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}
