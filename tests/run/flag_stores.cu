// Flags that some threads set: the same value at the same place.
extern "C" __global__ void relax(const float *a, float *b, int n, float eps, int *changed)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float v = a[i] * 0.5f + 1.0f;
    if (fabsf(v - a[i]) > eps)
        *changed = 1;
    b[i] = v;
}

// A value from the launch, volatile, in a loop; the place is one of several.
extern "C" __global__ void scan_all(const int *a, int n, int limit, volatile long long *found, int slot, long long mark)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (a[i] > limit)
            found[slot] = mark + slot;
}

// One flag of each block, two stores, and what follows depends on it.
extern "C" __global__ void blocks(const int *a, int *out, int n, int limit)
{
    __shared__ int any, twice;
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        any = twice = 0;
    __syncthreads();
    const int v = i < n ? a[i] : 0;
    if (v > limit) {
        any = 3;
        twice = 6;
    }
    __syncthreads();
    out[i] = v + any + twice;
}

// Warps whose threads have partly left.
extern "C" __global__ void warps(const int *a, int *flag, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int v = a[i];
    if ((v & 7) == 5)
        *flag = 7;
    out[i] = __popc(__ballot_sync(__activemask(), v & 1));
}

// The same thread's order stays: before, behind, and where the flag may be one of what is stored behind it.
extern "C" __global__ void order(const int *a, int *flag, int *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int v = a[i];
    b[i] = 1;
    if (v < 0)
        *flag = 2;
    b[i] = b[i] + 10;
}

// What lanes store is their own, or so is the place.
extern "C" __global__ void own(const int *a, int *last, int *bins, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (a[i] == 77)
        *last = i;
    if (a[i] == 78)
        bins[i & 3] = 1;
}

// Each thread's own place and the flag, which may be one of those places: in the one order, and in the other.
extern "C" __global__ void lower(const int *a, int *d, int n, int more, int *changed)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int v = a[i] + more;
    if (v < d[i]) {
        d[i] = v;
        *changed = -3;
    }
}

extern "C" __global__ void limit(int *d, int n, int high, int *changed)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (d[i] > high) {
        *changed = -3;
        d[i] = high;
    }
}

// Between other accesses: as it was.
extern "C" __global__ void between(int *d, int *e, int n, int high, int *changed)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (d[i] > high) {
        d[i] = high;
        *changed = -3;
        e[i] = d[i] + 1;
    }
}
