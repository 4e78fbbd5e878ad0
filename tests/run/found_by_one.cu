// found_by_one.cu: searches by a block, of which one thread at most finds what is looked for and tells the others where.
extern "C" __global__ void between(const int *keys, const int *next, const int *wanted, long count, long *at, int rounds)
{
    __shared__ long here;
    const int t = threadIdx.x;
    if (t == 0)
        here = at[blockIdx.x];
    __syncthreads();
    for (int i = 0; i < rounds; i++) {
        const long node = here;
        __syncthreads();
        if (keys[node * 80 + t] <= wanted[blockIdx.x] && keys[node * 80 + t + 1] > wanted[blockIdx.x])
            if (next[node * 80 + t] < count)
                here = next[node * 80 + t];
        __syncthreads();
    }
    if (t == 0)
        at[blockIdx.x] = here;
}
// Both sides store at one place: those that do not find it say so, all the same.
extern "C" __global__ void either(const int *keys, int wanted, int *found, int *missed)
{
    const int t = threadIdx.x;
    if (keys[t] >= wanted) {
        if (keys[t + 1] < wanted + 3) {
            if (keys[t + 2] != wanted)
                *found = wanted;
        } else {
            *missed = wanted;
        }
    }
}
