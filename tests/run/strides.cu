// strides.cu: loops and guards behind a store or a barrier, where lanes of a chunk agree or don't.

// A grid-stride loop behind a store; what it leaves in its counters is read afterwards.
extern "C" __global__ void counters(const int *in, int *out, unsigned *last, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    last[i] = 0;
    unsigned rounds = 0;
    int sum = 0;
    for (unsigned j = i; j < (unsigned)n; j += step) {
        out[j] = in[j] * 2 + 1;
        sum += in[j];
        rounds++;
    }
    last[i] = rounds * 1000u + (unsigned)sum % 1000u;
}

// Indices that wrap within a chunk: array[(unsigned)(first + i)], from below 2^32 on.
extern "C" __global__ void wraps(unsigned char *around, unsigned first, int *seen)
{
    __shared__ int mine[256];
    unsigned i = threadIdx.x;
    mine[i] = (int)i;
    __syncthreads();
    unsigned at = first + i;
    if (at < 100 || at > 4294967195u)
        around[(at + 100u) & 255u] = (unsigned char)(at & 127u);
    if (at < 77)
        seen[at] = mine[255 - i];
}

// A guard that a chunk's lanes disagree about, both sides with stores, and a loop inside.
extern "C" __global__ void sides(int *out, int border, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = -1;
    if (i < border) {
        int s = 0;
        for (int k = i; k < n; k += 7)
            s += k;
        out[i] = s;
    } else if (i < 2 * border) {
        out[i] = out[i] - i;
    }
}

// Counting down, and by 64 bits.
extern "C" __global__ void down(long long *out, long long n, int by)
{
    int i = threadIdx.x;
    out[i] = 0;
    long long s = 0;
    for (long long k = n - i; k > 0; k -= by)
        s += k;
    for (int k = (int)n - 2 * i; k >= 0; k -= by * 3)
        s -= k;
    out[i] = s;
}
