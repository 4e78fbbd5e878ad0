// find.cu: how often a word stands in a text from each place on, the word in shared memory; counts by atomics.
extern "C" __global__ void find(const char *text, int length, const char *word, int size, int *count, unsigned char *at)
{
    __shared__ char w[32];
    __shared__ int found;
    if (threadIdx.x < size)
        w[threadIdx.x] = word[threadIdx.x];
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + size <= length) {
        int k = 0;
        while (k < size && text[i + k] == w[k])
            k++;
        at[i] = k == size;
        if (k == size)
            atomicAdd(&found, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0 && found)
        atomicAdd(count, found);
}
