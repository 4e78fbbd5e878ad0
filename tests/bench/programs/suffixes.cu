// suffixes.cu: where words of a length of their own stand in a text: each thread searches the sorted suffixes by halves, first and last,
// comparing byte by byte.
__device__ int compare(const char *text, int n, int from, const char *word, int length)
{
    for (int i = 0; i < length; i++) {
        if (from + i >= n)
            return -1;
        const int d = text[from + i] - word[i];
        if (d)
            return d;
    }
    return 0;
}

extern "C" __global__ void suffixes(const char *text, const int *order, int n, const char *words, const int *begins, int count, int2 *found)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const char *word = words + begins[i];
    const int length = begins[i + 1] - begins[i];
    int low = 0, high = n;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (compare(text, n, order[middle], word, length) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const int first = low;
    high = n;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (compare(text, n, order[middle], word, length) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    found[i] = make_int2(first, low - first);
}
