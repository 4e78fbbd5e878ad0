// minhash.cu: sketches of sequences: words of 15 letters or their reverse complements, whichever is less, are hashed, and of each of 8 hashes the
// least is kept; a block a sequence, joined by a tree of minima in shared memory.
#define K 15
#define SKETCH 8
typedef unsigned long long u64;

static __device__ __forceinline__ u64 mix(u64 x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    x ^= x >> 33;
    return x;
}

extern "C" __global__ void minhash(const char *text, const int *begins, unsigned *sketches)
{
    __shared__ unsigned least[SKETCH][128];
    const char *s = text + begins[blockIdx.x];
    int n = begins[blockIdx.x + 1] - begins[blockIdx.x] - K + 1;
    int share = (n + blockDim.x - 1) / blockDim.x;
    int from = threadIdx.x * share, to = min(from + share, n);
    unsigned best[SKETCH];
    for (int h = 0; h < SKETCH; h++)
        best[h] = 0xffffffffu;
    unsigned forward = 0, reverse = 0;
    const unsigned mask = (1u << 2 * K) - 1;
    for (int i = from; i < to + K - 1; i++) {
        unsigned code;
        switch (s[i]) {
        case 'A': code = 0; break;
        case 'C': code = 1; break;
        case 'G': code = 2; break;
        default: code = 3; break;
        }
        forward = (forward << 2 | code) & mask;
        reverse = reverse >> 2 | (3 - code) << 2 * (K - 1);
        if (i < from + K - 1)
            continue;
        u64 hash = mix(forward < reverse ? forward : reverse);
        unsigned a = (unsigned)hash, b = (unsigned)(hash >> 32);
        for (int h = 0; h < SKETCH; h++)
            best[h] = min(best[h], a + h * b);
    }
    for (int h = 0; h < SKETCH; h++)
        least[h][threadIdx.x] = best[h];
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (threadIdx.x < d)
            for (int h = 0; h < SKETCH; h++)
                least[h][threadIdx.x] = min(least[h][threadIdx.x], least[h][threadIdx.x + d]);
    }
    __syncthreads();
    if (threadIdx.x < SKETCH)
        sketches[blockIdx.x * SKETCH + threadIdx.x] = least[threadIdx.x][0];
}
