// Threads that search by halves for words, each another one: in some a thread ends when it has found its number, in some the words are in
// shared memory.  Of halves of words, and in lists each thread had better go alone.
extern "C" __global__ void found(const int *sorted, int many, const int *wanted, int *place, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int low = 0, high = many - 1, at = -1;
    while (low <= high) {
        const int middle = (low + high) / 2, here = sorted[middle];
        if (here == wanted[t]) {
            at = middle;
            break;
        }
        if (here < wanted[t])
            low = middle + 1;
        else
            high = middle - 1;
    }
    place[t] = at >= 0 ? at : -1 - low;
}

extern "C" __global__ void bounds(const float *sorted, int many, const float *wanted, int *place, int n)
{
    __shared__ float near[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        near[i] = i < many ? sorted[i] : 0;
    __syncthreads();
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int low = 0, high = many < 64 ? many : 64;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (near[middle] < wanted[t])
            low = middle + 1;
        else
            high = middle;
    }
    place[t] = low;
}

/* Each search within a row of its own, some of which are empty; the last row ends where the memory does. */
extern "C" __global__ void in_rows(const int *first, const int *column, const int *wanted, int *place, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int low = first[t], high = first[t + 1], at = -1;
    while (low < high) {
        const int middle = (low + high) >> 1;
        if (column[middle] < wanted[t])
            low = middle + 1;
        else {
            at = middle;
            high = middle;
        }
    }
    place[t] = at;
}

extern "C" __global__ void shorts(const short *sorted, int many, const short *wanted, int *place, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int low = 0, high = many;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (sorted[middle] < wanted[t])
            low = middle + 1;
        else
            high = middle;
    }
    place[t] = low;
}

extern "C" __global__ void lists(const int *begin, const int *next, const int *value, int *sum, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int s = 0;
    for (int at = begin[t]; at >= 0; at = next[at])
        s = s * 3 + value[at];
    sum[t] = s;
}

/* Between bounds that are known, of which one may be below 0: there half of the sum is not that of a shift. */
extern "C" __global__ void of_twenty(const int *sorted, const int *wanted, int *place, int *around, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int low = 0, high = 20;
    while (high > low + 1) {
        const int middle = (low + high) / 2;
        if (sorted[middle] <= wanted[t])
            low = middle;
        else
            high = middle;
    }
    place[t] = low;
    low = -9, high = 20;
    while (high > low + 1) {
        const int middle = (low + high) / 2;
        if (middle < 0 || sorted[middle] <= wanted[t])
            low = middle;
        else
            high = middle;
    }
    around[t] = low;
}
