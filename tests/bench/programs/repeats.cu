// repeats.cu: for each byte of a text, the longest match in the window before it, as compression needs it; a block keeps its
// window and what follows in shared memory.
#define WINDOW 128
#define LONGEST 18
#define THREADS 128

extern "C" __global__ void repeats(const unsigned char *text, int n, unsigned char *length, unsigned char *distance)
{
    __shared__ unsigned char buffer[WINDOW + THREADS + LONGEST];
    const int base = blockIdx.x * THREADS - WINDOW;
    for (int i = threadIdx.x; i < WINDOW + THREADS + LONGEST; i += THREADS)
        buffer[i] = base + i >= 0 && base + i < n ? text[base + i] : 0;
    __syncthreads();
    const int at = blockIdx.x * THREADS + threadIdx.x, here = WINDOW + threadIdx.x;
    if (at >= n)
        return;
    const int room = min(LONGEST, n - at);
    int best = 0, where = 0;
    for (int d = 1; d <= min(WINDOW, at); d++) {
        int k = 0;
        while (k < room && buffer[here - d + k] == buffer[here + k])
            k++;
        if (k > best) {
            best = k;
            where = d;
            if (k == room)
                break;
        }
    }
    length[at] = best;
    distance[at] = where;
}
