// Sums of all before, and minima and maxima, by the threads of a block in shared memory: with one array and two barriers a round, with two
// arrays and one, with the sum in a register, up and down a tree; and what looks like that and is not.
#define N 1024

extern "C" __global__ void in_place(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[N];
    const unsigned t = threadIdx.x, own = in[t];
    s[t] = own;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        const unsigned before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }
    out[2 * t] = s[t];
    out[2 * t + 1] = s[blockDim.x - 1] - own;
}

extern "C" __global__ void two_arrays(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[2][256];
    const int t = threadIdx.x;
    int now = 0;
    s[0][t] = in[t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
        now = 1 - now;
        __syncthreads();
    }
    out[2 * t] = s[now][t];
    out[2 * t + 1] = s[now][255 - t];
}

// The sums of the last round but one are looked at, too.
extern "C" __global__ void both_arrays(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[2][256];
    const int t = threadIdx.x;
    int now = 0;
    s[0][t] = in[t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
        now = 1 - now;
        __syncthreads();
    }
    out[2 * t] = s[now][t];
    out[2 * t + 1] = s[1 - now][t];
}

extern "C" __global__ void in_register(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[N];
    const unsigned t = threadIdx.x;
    unsigned v = in[t];
    s[t] = v;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t >= d)
            v += s[t - d];
        __syncthreads();
        s[t] = v;
        __syncthreads();
    }
    out[2 * t] = v;
    out[2 * t + 1] = t ? s[t - 1] : 0;
}

extern "C" __global__ void extremes(const int *in, int *out)
{
    __shared__ int most[N];
    __shared__ unsigned least[N];
    const unsigned t = threadIdx.x;
    most[t] = in[t];
    least[t] = in[t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        int m = 0;
        unsigned l = 0;
        if (t >= d) {
            m = most[t - d];
            l = least[t - d];
        }
        __syncthreads();
        if (t >= d) {
            most[t] = max(most[t], m);
            least[t] = min(least[t], l);
        }
        __syncthreads();
    }
    out[2 * t] = most[t];
    out[2 * t + 1] = least[t];
}

extern "C" __global__ void floats(const float *in, float *out)
{
    __shared__ float most[N], sum[N];
    const unsigned t = threadIdx.x;
    most[t] = in[t];
    sum[t] = in[t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        const float m = t >= d ? fmaxf(most[t], most[t - d]) : most[t];
        __syncthreads();
        most[t] = m;
        __syncthreads();
    }
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        const float before = t >= d ? sum[t - d] : 0;
        __syncthreads();
        sum[t] += before;
        __syncthreads();
    }
    out[2 * t] = most[t];
    out[2 * t + 1] = sum[t];
}

extern "C" __global__ void wide(const unsigned long long *in, unsigned long long *out)
{
    __shared__ unsigned long long s[N];
    const unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        const unsigned long long before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }
    out[t] = s[t];
}

// Two elements a thread; what each gets is the sum of all before it.
extern "C" __global__ void tree(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[512];
    const int t = threadIdx.x;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    int by = 1;
    for (int d = 256; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[by * (2 * t + 2) - 1] += s[by * (2 * t + 1) - 1];
        by *= 2;
    }
    if (t == 0)
        s[511] = 0;
    for (int d = 1; d < 512; d *= 2) {
        by >>= 1;
        __syncthreads();
        if (t < d) {
            const int i = by * (2 * t + 1) - 1, j = by * (2 * t + 2) - 1;
            const unsigned was = s[i];
            s[i] = s[j];
            s[j] += was;
        }
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}

// Tile after tile; what was summed so far goes on.
extern "C" __global__ void tiles(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned s[256];
    const int t = threadIdx.x;
    unsigned carry = 0;
    for (int from = 0; from < n; from += 256) {
        const int i = from + t;
        const unsigned own = i < n ? in[i] : 0;
        s[t] = own;
        __syncthreads();
#pragma unroll
        for (int d = 1; d < 256; d *= 2) {
            const unsigned before = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += before;
            __syncthreads();
        }
        if (i < n)
            out[i] = carry + s[t] - own;
        carry += s[255];
        __syncthreads();
    }
}

// The sum of the 64 up to each.
extern "C" __global__ void windows(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[N];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        const unsigned before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }
    out[2 * t] = s[t];
    out[2 * t + 1] = s[blockDim.x - 1 - t];
}

// Threads from n on have ended: what they would sum stays as it was.
extern "C" __global__ void ended(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned s[256];
    const int t = threadIdx.x;
    s[t] = in[t];
    if (t >= n)
        return;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        const unsigned before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }
    out[2 * t] = s[t];
    out[2 * t + 1] = s[255];
}

// Sums, minima and maxima of all by trees; behind the last step there is no barrier.
extern "C" __global__ void leaders(const int *in, int *out)
{
    __shared__ int sum[256], least[256], most[256];
    const int t = threadIdx.x;
    sum[t] = least[t] = most[t] = in[t];
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        if (t % (2 * d) == 0) {
            sum[t] += sum[t + d];
            least[t] = min(least[t], least[t + d]);
            most[t] = max(most[t], most[t + d]);
        }
    }
    if (t == 0) {
        out[0] = sum[0];
        out[1] = least[0];
        out[2] = most[0];
    }
}

extern "C" __global__ void halves(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[N];
    const unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] ^= s[t + d];
        __syncthreads();
    }
    out[t] = s[0] + t;
}

// What the tree has left is looked at, too.
extern "C" __global__ void remains(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[N];
    const unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] ^= s[t + d];
        __syncthreads();
    }
    out[t] = s[blockDim.x - 1 - t];
}

// A tree with a word left out behind each 16; the sum of all goes to where the caller asks for it, if it does.
template <int n> static __device__ void padded(unsigned *s, const unsigned *in, unsigned *out, unsigned *sum)
{
    const int t = threadIdx.x, a = t + (t >> 4), b = t + n / 2 + (t + n / 2 >> 4);
    s[a] = in[t];
    s[b] = in[t + n / 2];
    int by = 1;
#pragma unroll
    for (int d = n / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int i = by * (2 * t + 1) - 1, j = by * (2 * t + 2) - 1;
            i += i >> 4;
            j += j >> 4;
            s[j] += s[i];
        }
        by *= 2;
    }
    if (t == 0) {
        const int last = n - 1 + (n - 1 >> 4);
        if (sum)
            *sum = s[last];
        s[last] = 0;
    }
#pragma unroll
    for (int d = 1; d < n; d *= 2) {
        by >>= 1;
        __syncthreads();
        if (t < d) {
            int i = by * (2 * t + 1) - 1, j = by * (2 * t + 2) - 1;
            i += i >> 4;
            j += j >> 4;
            const unsigned was = s[i];
            s[i] = s[j];
            s[j] += was;
        }
    }
    __syncthreads();
    out[t] = s[a];
    out[t + n / 2] = s[b];
}

extern "C" __global__ void padded_tree(const unsigned *in, unsigned *out, unsigned ask)
{
    __shared__ unsigned s[544];
    padded<512>(s, in, out, ask ? out + 512 : nullptr);
}

// Two numbers a thread, so many as the block has; each second block of words is one shorter. What is stored is not asked about.
extern "C" __global__ void padded_sizes(const unsigned *in, unsigned *out, unsigned)
{
    __shared__ unsigned s[2 * N + 2 * N / 32];
    const unsigned t = threadIdx.x, n = 2 * blockDim.x;
    s[2 * t + t / 16] = in[t];
    s[2 * t + 1 + t / 16] = in[t] ^ t;
    unsigned by = 1;
    for (unsigned d = n / 2; d > 0; d /= 2, by *= 2) {
        __syncthreads();
        if (t < d) {
            const unsigned i = by * (2 * t + 1) - 1, j = i + by;
            s[j + j / 32] += s[i + i / 32];
        }
    }
    if (t == 0) {
        const unsigned last = n - 1 + (n - 1) / 32;
        out[n] = s[last];
        s[last] = 0;
    }
    for (unsigned d = 1; d < n; d *= 2) {
        by /= 2;
        __syncthreads();
        if (t < d) {
            const unsigned i = by * (2 * t + 1) - 1, j = i + by, was = s[i + i / 32];
            s[i + i / 32] = s[j + j / 32];
            s[j + j / 32] += was;
        }
    }
    __syncthreads();
    out[2 * t] = s[2 * t + t / 16];
    out[2 * t + 1] = s[2 * t + 1 + t / 16];
}

// What is stored outside is no sum of all; each thread stores at a place of its own; the condition is a thread's; twice.
extern "C" __global__ void told_other(const unsigned *in, unsigned *out, unsigned ask)
{
    __shared__ unsigned s[256];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
#pragma unroll
    for (int d = 1; d < 256; d *= 2) {
        const unsigned before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
        if (d == 64 && t == 7 && ask > 1)
            out[512] = s[127];
        if (d == 128 && ask)
            out[513] = s[255];
        if (d == 128 && t == 9)
            out[514 + (ask & 1)] = s[255];
    }
    __syncthreads();
    out[2 * t] = s[t];
    out[2 * t + 1] = s[255 - t];
}

extern "C" __global__ void told_by_all(const unsigned *in, unsigned *out, unsigned ask)
{
    __shared__ unsigned s[256];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
#pragma unroll
    for (int d = 1; d < 256; d *= 2) {
        const unsigned before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }
    if (ask)
        out[512] = s[255];
    __syncthreads();
#pragma unroll
    for (int d = 1; d < 256; d *= 2) {
        const unsigned before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }
    out[2 * t] = s[t];
    out[2 * t + 1] = s[255];
}

// 512 elements, by as many threads or by half as many.
extern "C" __global__ void few_threads(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[2][512];
    const int t = threadIdx.x, u = t + blockDim.x;
    int now = 0;
    s[0][t] = in[t];
    if (blockDim.x < 512)
        s[0][u] = in[u];
    __syncthreads();
#pragma unroll
    for (int d = 1; d < 512; d *= 2) {
        s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
        if (blockDim.x < 512)
            s[1 - now][u] = u >= d ? s[now][u] + s[now][u - d] : s[now][u];
        now = 1 - now;
        __syncthreads();
    }
    out[t] = s[now][t];
    if (blockDim.x < 512)
        out[u] = s[now][u];
}
