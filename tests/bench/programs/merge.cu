// merge.cu: two sorted lists become one: each thread searches where its part begins, then merges it.
#define PART 16

extern "C" __global__ void merge(const int *a, int na, const int *b, int nb, int *out)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * PART;
    if (first >= na + nb)
        return;
    int low = max(0, first - nb), high = min(first, na);
    while (low < high) {
        int middle = (low + high) >> 1;
        if (a[middle] <= b[first - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    int i = low, j = first - low, end = min(first + PART, na + nb);
    for (int k = first; k < end; k++) {
        bool take = i < na && (j >= nb || a[i] <= b[j]);
        out[k] = take ? a[i++] : b[j++];
    }
}
