// Threads of which hardly any finds what is looked for, and stores where: behind arithmetic, and in a node of a tree between barriers, with what
// stood there before.  The modules are nvcc's and, with names that begin with c_, clang's, with a condition that is not turned round.
#ifdef __clang__
#define NAME(x) c_##x
#else
#define NAME(x) x
#endif
static __device__ unsigned mixed(unsigned x)
{
    for (int round = 0; round < 12; round++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        x += 0x9e3779b9u * (round | 1);
    }
    return x;
}

extern "C" __global__ void NAME(preimage)(unsigned want, unsigned other, unsigned first, unsigned *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (mixed(first + i) == want & mixed(first - i) == other)
        *found = i;
}

struct Page { int first, sons[96], keys[96]; };

extern "C" __global__ void NAME(page)(const Page *page, const int *at, const int *key, int *place, int *count)
{
    int t = threadIdx.x, b = blockIdx.x;
    if (t == 0)
        place[b] = -1, count[b] = 7;
    __syncthreads();
    if (page[at[b]].keys[t] == key[b])
        place[b] = page[at[b]].first + t;
    __syncthreads();
    if (page[at[b]].sons[t] == key[b])
        count[b] = page[at[b]].first - t + place[b];
}
