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

// What the lower and the upper bits of the thread's index make, in chunks of any width.
extern "C" __global__ void bits(unsigned *out)
{
    unsigned t = threadIdx.x;
    out[blockIdx.x * blockDim.x + t] = (t & 31) * 3 + (t >> 5) * 1000 + (t & 63) * 100000 + (t >> 6) * 10000000;
}

// Sums with few values for each thread, over the block and by pieces of it.
extern "C" __global__ void pieces(const int *in, int *out, int n)
{
    __shared__ int part[1024];
    unsigned t = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    part[t] = sum;
    __syncthreads();
    if ((t & 31) == 0) {
        int all = 0;
        for (unsigned i = t; i < t + 32 && i < blockDim.x; i++)
            all += part[i];
        out[blockIdx.x * 32 + (t >> 5)] = all;
    }
}

// Guards by the thread's index: one side, both, neither; inside each other; around a loop; a single thread.
extern "C" __global__ void borders(int *out, int a, int b, int e)
{
    __shared__ int part[1024];
    int t = threadIdx.x;
    part[t] = t;
    __syncthreads();
    if (t < a) {
        part[t] += 1000;
        if (t > b)
            part[t] += 2000;
        if (t == e)
            part[t] += b;
        for (int i = 0; i < b % 5; i++)
            part[t] += i * 10000;
    } else if (2 * t + 1 >= b) {
        part[t] += 4000;
    } else {
        part[t] += 8000;
        if (t + 3 <= e)
            part[t] += 100000;
    }
    __syncthreads();
    for (int s = blockDim.x / 2; s > e; s >>= 1) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t != e)
        out[blockIdx.x * blockDim.x + t] = part[t];
    if ((unsigned)t > (unsigned)a && (unsigned)(t - 5) < (unsigned)b)
        out[blockIdx.x * blockDim.x + t] -= 7;
}

// Two conditions in one branch, with another side, between barriers: a jump past half of it, but past no barrier.
extern "C" __global__ void either(int *p, int n)
{
    __shared__ int s[256];
    int t = threadIdx.x, v;
    s[t] = p[t];
    __syncthreads();
    if (t < n && s[(t * 7 + 1) % blockDim.x] > 0) {
        v = s[t] * 3;
        for (int i = 0; i < (s[t] & 7); i++)
            v ^= s[(v + i) & (blockDim.x - 1)];
    } else {
        v = s[t] + 5;
        for (int i = 0; i < (s[t] & 3); i++)
            v ^= s[(v * i) & (blockDim.x - 1)];
    }
    __syncthreads();
    s[t] = v;
    __syncthreads();
    p[t] = s[blockDim.x - 1 - t];
}
