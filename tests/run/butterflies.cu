// butterflies.cu: partners by a bit of the thread's number that only the launch knows, and places put together from the bits below and above.
extern "C" __global__ void exchange(int *d, int j, int k)
{
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x, with = i ^ j;
    if (with > i) {
        int x = d[i], y = d[with];
        if ((i & k) == 0 ? x > y : x < y) {
            d[i] = y;
            d[with] = x;
        }
    }
}

// One step of a transform whose pairs lie p apart, its results 2 p.
extern "C" __global__ void step(const float *in, float *out, int p, int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half)
        return;
    int k = i & (p - 1), at = ((i - k) << 1) + k;
    float a = in[i], b = in[i + half] * (k + 1);
    out[at] = a + b;
    out[at + p] = a - b;
}

// Bits of the number turned by any mask; masks that are no power of two.
extern "C" __global__ void masks(const int *in, int *out, unsigned x, unsigned y, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(i ^ x) % n] + (i & y) * 3 + (i & (x - 1));
}

// The same in a block's shared memory, all steps of a sort; then places put together by p.
extern "C" __global__ void sorted(const int *in, int *out, int *places, int n, int p)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * n + t];
    __syncthreads();
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int with = t ^ j;
            if (with > t) {
                int a = s[t], b = s[with];
                if ((t & k) == 0 ? a > b : a < b) {
                    s[t] = b;
                    s[with] = a;
                }
            }
            __syncthreads();
        }
    out[blockIdx.x * n + t] = s[t];
    __syncthreads();
    int low = t & (p - 1);
    s[((t - low) * 2 + low) % n] = t;
    __syncthreads();
    places[blockIdx.x * n + t] = s[((t - low) * 2 + low) % n] % (n / 2) + (t & p);
}
