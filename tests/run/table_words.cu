// table_words.cu: words that each lane looks up at its own place and does little else with: sums of checks by tables in shared memory,
// hashes by tables in global memory; and the same with a choice, and with a store, between.
extern "C" __global__ void check(const unsigned *words, const unsigned *tables, unsigned *sums, int each, int n)
{
    __shared__ unsigned t[4 * 256];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        t[i] = tables[i];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned sum = ~0u;
    for (int k = 0; k < each; k++) {
        sum ^= words[k * n + i];
        sum = t[768 + (sum & 255)] ^ t[512 + (sum >> 8 & 255)] ^ t[256 + (sum >> 16 & 255)] ^ t[sum >> 24];
    }
    sums[i] = ~sum;
}

extern "C" __global__ void hash(const unsigned *tables, unsigned long long *hashes, unsigned seed, int rounds)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long *t = (const unsigned long long *)tables;
    unsigned long long h = seed + i;
    for (int r = 0; r < rounds; r++) {
        const unsigned long long low = t[h & 127], high = t[128 + (h >> 7 & 127)];
        h = (low ^ high) + t[256 + (h >> 57)] + r;
    }
    hashes[i] = h;
}

extern "C" __global__ void chosen(const unsigned *tables, unsigned *out, int rounds)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = i * 2654435761u;
    for (int r = 0; r < rounds; r++) {
        const unsigned a = tables[h & 255], b = tables[256 + (h >> 24)];
        h = (a > b ? a ^ h >> 5 : b + h) + r;
    }
    out[i] = h;
}

extern "C" __global__ void noted(const unsigned *tables, unsigned *out, int rounds, int n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = i * 2654435761u;
    for (int r = 0; r < rounds; r++) {
        h = tables[h & 255] ^ tables[256 + (h >> 24)] ^ h >> 3;
        out[r * n + i] = h;
    }
}
