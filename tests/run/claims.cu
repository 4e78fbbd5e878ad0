// Places of a table that threads take by compare and swap and keep: keys with values beside them, sets with two ways to step,
// bounded tries, a table in shared memory; and what only looks like that: places that are given back.
struct Pair { unsigned key, value; };

extern "C" __global__ void pairs(Pair *table, unsigned mask, const unsigned *keys, const unsigned *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i], at = (key * 0x9e3779b1u >> 7) & mask;
    while (true) {
        unsigned was = atomicCAS(&table[at].key, 0xffffffffu, key);
        if (was == 0xffffffffu || was == key) {
            atomicAdd(&table[at].value, values[i]);
            return;
        }
        at = (at + 1) & mask;
    }
}

// How many tries each took, at most so many: 0 where none was free.
extern "C" __global__ void tries(unsigned long long *set, unsigned size, const unsigned *keys, int *took, int most, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long key = keys[i] + 1ull;
    unsigned at = (unsigned)(key % size), step = 1 + (unsigned)(key % (size - 2));
    int k = 0;
    for (; k < most; k++) {
        unsigned long long was = atomicCAS(&set[at], 0ull, key);
        if (was == 0)
            break;
        if (was == key)
            break;
        at = (at + step) % size;
    }
    took[i] = k < most ? k + 1 : 0;
}

// How many different keys each block has.
extern "C" __global__ void distinct(const unsigned *keys, int *count, int n)
{
    __shared__ unsigned set[512];
    __shared__ int many;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    for (int k = t; k < 512; k += blockDim.x)
        set[k] = 0;
    if (t == 0)
        many = 0;
    __syncthreads();
    if (i < n) {
        unsigned key = keys[i] + 1, at = key * 2654435761u >> 23, was;
        while ((was = atomicCAS(&set[at], 0u, key)) != 0 && was != key)
            at = (at + 1) & 511;
        if (was == 0)
            atomicAdd(&many, 1);
    }
    __syncthreads();
    if (t == 0)
        count[blockIdx.x] = many;
}

// A few seats: a thread takes one that is free, and gives it back.
extern "C" __global__ void seats(unsigned *seat, int many, int *sat, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int at = i % many;
    while (atomicCAS(&seat[at], 0u, i + 1u) != 0)
        at = (at + 1) % many;
    atomicAdd(&sat[at], 1);
    __threadfence();
    atomicExch(&seat[at], 0u);
}

// One seat for each two threads: who comes second swaps its mark for the one that the first waits for.
extern "C" __global__ void meet(unsigned *seat, unsigned *first, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned was = atomicCAS(&seat[i / 2], 0u, 1u);
    if (was == 0) {
        while (atomicCAS(&seat[i / 2], 2u, 3u) != 2u)
            ;
        first[i / 2] = i;
    } else
        atomicCAS(&seat[i / 2], 1u, 2u);
}
