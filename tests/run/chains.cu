// Loops in which each round waits for what the round before has read: trees, automata and remainders by tables, of threads that end at
// different times, or never begin.  Then what must stay as it was: lists, what writes for others to read, a loop in the loop.
extern "C" __global__ void forest(const int *feature, const float *limit, const int *left, const int *right, const float *leaf, const float *x,
                                  float *out, int trees, int nodes, int features, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int t = 0; t < trees; t++) {
        int at = 0;
        while (feature[t * nodes + at] >= 0)
            at = x[i * features + feature[t * nodes + at]] < limit[t * nodes + at] ? left[t * nodes + at] : right[t * nodes + at];
        sum += leaf[t * nodes + at];
    }
    out[i] = sum;
}

extern "C" __global__ void words(const unsigned char *text, const int *first, const unsigned char *table, int *found, int n)
{
    __shared__ unsigned char next[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        next[i] = table[i];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int state = 0, many = 0;
    if (i < n) {
        for (int k = first[i]; k < first[i + 1]; k++) {
            state = next[state * 16 + (text[k] & 15)];
            many += state == 15;
        }
        found[i] = many;
    }
}

extern "C" __global__ void remainders(const unsigned *word, const int *first, const unsigned *table, unsigned *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned sum = ~0u;
#pragma unroll 1
    for (int k = first[i]; k < first[i + 1]; k++) {
        sum ^= word[k];
        for (int b = 0; b < 4; b++)
            sum = table[sum & 255] ^ sum >> 8;
    }
    out[i] = ~sum;
}

// Two ways out, one of them when the place is found that the thread looks for.
extern "C" __global__ void hops(const long long *far, const int *near, long long *steps, int most, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int at = i;
    long long sum = 0;
    for (int k = 0; k < most - i % 3; k++) {
        at = near[far[at]];
        if (at == i)
            break;
        sum += far[at] * (k + 1);
    }
    steps[i] = sum;
}

// What a warp's threads have found is summed up.
extern "C" __global__ void warps(const int *far, const int *near, int *sums, int most, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = i, sum = 0;
    if (i < n)
        for (int k = 0; k < most - i % 3; k++) {
            at = near[far[at]];
            sum += at ^ k;
        }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (i < n)
        sums[i] = sum;
}

extern "C" __global__ void lists(const int *head, const int *next, const int *value, int *sum, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int s = 0;
    for (int at = head[i]; at >= 0; at = next[at])
        s += value[at];
    sum[i] = s;
}

// Each thread writes where it reads again.
extern "C" __global__ void shuffles(unsigned char *own, const int *first, int rounds, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || first[i + 1] - first[i] < 16)
        return;
    unsigned char *s = own + first[i];
    unsigned at = i & 15;
#pragma unroll 1
    for (int k = 0; k < rounds + i % 5; k++) {
        const unsigned a = s[at & 15], b = s[(at + a) & 15];
        s[(at + a) & 15] = (unsigned char)(a + 1);
        at = s[b & 15] + k;
    }
}

extern "C" __global__ void nested(const int *near, const int *far, int *sum, int most, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int at = i, s = 0;
    for (int k = 0; k < most - i % 4; k++) {
        at = near[far[at]];
        for (int m = 0; m < at % 3; m++)
            s += far[(at + m) % n];
    }
    sum[i] = s;
}
