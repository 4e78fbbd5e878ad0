/* Sorts numbers by quicksort: a block splits its range around a pivot, then launches a kernel for each side. */

extern "C" __global__ void sort_small(unsigned *data, unsigned low, unsigned high)
{
    /* one element a thread: its rank is its place, so that equal numbers keep apart by their index */
    __shared__ unsigned part[256];
    unsigned n = high - low, i = threadIdx.x;
    if (i < n)
        part[i] = data[low + i];
    __syncthreads();
    if (i < n) {
        unsigned rank = 0;
        for (unsigned k = 0; k < n; k++)
            rank += part[k] < part[i] || (part[k] == part[i] && k < i);
        data[low + rank] = part[i];
    }
}

__device__ unsigned median(unsigned a, unsigned b, unsigned c)
{
    return max(min(a, b), min(max(a, b), c));
}

/* Sorts data[low] ... data[high - 1]; scratch is as large as data.  At most blockDim.x = 256. */
extern "C" __global__ void quicksort(unsigned *data, unsigned *scratch, unsigned low, unsigned high, int *launches)
{
    __shared__ unsigned below[256], equal[256];
    const unsigned n = high - low, threads = blockDim.x, t = threadIdx.x;
    const unsigned pivot = median(data[low], data[low + n / 2], data[high - 1]);
    const unsigned from = low + (unsigned)((unsigned long long)n * t / threads);
    const unsigned to = low + (unsigned)((unsigned long long)n * (t + 1) / threads);

    unsigned less = 0, same = 0;
    for (unsigned i = from; i < to; i++) {
        less += data[i] < pivot;
        same += data[i] == pivot;
    }
    below[t] = less;
    equal[t] = same;
    __syncthreads();
    for (unsigned step = 1; step < threads; step *= 2) { /* prefix sums */
        unsigned b = t >= step ? below[t - step] : 0, e = t >= step ? equal[t - step] : 0;
        __syncthreads();
        below[t] += b;
        equal[t] += e;
        __syncthreads();
    }
    const unsigned all_below = below[threads - 1], all_equal = equal[threads - 1];
    unsigned b = low + below[t] - less, e = low + all_below + equal[t] - same;
    unsigned a = low + all_below + all_equal + (from - low) - (below[t] - less) - (equal[t] - same);
    for (unsigned i = from; i < to; i++) {
        unsigned v = data[i];
        scratch[v < pivot ? b++ : v == pivot ? e++ : a++] = v;
    }
    __syncthreads();
    for (unsigned i = from; i < to; i++)
        data[i] = scratch[i];
    __syncthreads();

    if (t >= 2) /* two threads, one for each side, on streams of their own */
        return;
    const unsigned first = t == 0 ? low : low + all_below + all_equal, last = t == 0 ? low + all_below : high;
    if (last - first < 2)
        return;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (last - first <= 64)
        sort_small<<<1, 64, 0, stream>>>(data, first, last);
    else
        quicksort<<<1, threads, 0, stream>>>(data, scratch, first, last, launches);
    cudaStreamDestroy(stream);
    atomicAdd(launches, 1);
}
