// few_rounds.cu: loops of as many rounds as a number for all threads says, but at the beginning or end of a row fewer: the number only counts, is
// the end of a window, or is a place, too.
extern "C" __global__ void back(const int *in, int *out, int n, int most)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n)
        return;
    int sum = 0, best = -1, at = 0;
    for (int d = 0; d < most && d <= x; d++) {
        const int v = in[x - d];
        sum = sum * 3 + v;
        if (v > best) {
            best = v;
            at = d;
        }
    }
    out[x] = sum + at;
}

extern "C" __global__ void ahead(const unsigned *in, unsigned *out, unsigned n, unsigned most, unsigned first)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 1;
    const unsigned rounds = min(most, n - 1 - x);
#pragma unroll 1
    for (unsigned d = 0; d < rounds; d++)
        sum = sum * 5 + in[(x + d + first) % n];
    out[x] = sum;
}

// Rounds that are also a place, and a window.
extern "C" __global__ void places(const int *in, int *out, int n, int most)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n)
        return;
    const int rounds = min(most, x + 1);
    int sum = in[rounds - 1];
#pragma unroll 1
    for (int d = 0; d < rounds; d++)
        sum = sum * 3 + in[x - d];
    for (int k = max(x - 2, 0); k < min(x + 3, n); k++)
        sum += in[k] * (k - x);
    out[x] = sum;
}

// The same in a block that meets.
extern "C" __global__ void shared(const int *in, int *out, int n, int most)
{
    __shared__ int part[128];
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = x < n ? in[x] : 0;
    __syncthreads();
    int sum = 0;
    for (int d = 0; d < min(most, (int)threadIdx.x + 1); d++)
        sum = sum * 3 + part[threadIdx.x - d];
    __syncthreads();
    part[threadIdx.x] = sum;
    __syncthreads();
    if (x < n)
        out[x] = part[threadIdx.x ^ 1];
}
