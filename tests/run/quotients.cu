// quotients.cu: places in tables and images by quotients and remainders of the thread's number, by what is the same for all threads.
// nvcc -arch=sm_80 -ptx

// A number and those around it in an image of any width.
extern "C" __global__ void cross(const int *in, int *out, int w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = i % w, y = i / w, h = n / w;
    int left = x > 0 ? in[i - 1] : 0, right = x < w - 1 ? in[i + 1] : 0, up = y > 0 ? in[i - w] : 0, down = y < h - 1 ? in[i + w] : 0;
    out[i] = 5 * in[i] + left - 2 * right + 3 * up - 4 * down;
}

// From any number on, with any divisor: negative dividends, those that wrap.
extern "C" __global__ void any(int *q, int *r, int base, int d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = (int)((unsigned)base + i);
    if (i >= n)
        return;
    q[i] = x / d;
    r[i] = x % d;
}

extern "C" __global__ void by_threes(unsigned *q, unsigned *r, unsigned base, unsigned d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = base + 3 * i;
    if (i >= n)
        return;
    q[i] = x / d;
    r[i] = x % d;
}

// Dimensions in another order, their extents from memory.
extern "C" __global__ void permute(const int *in, int *out, const int *extent, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int a = i % extent[0], b = i / extent[0] % extent[1], c = i / extent[0] / extent[1] % extent[2], d = i / extent[0] / extent[1] / extent[2];
    out[((a * extent[1] + b) * extent[2] + c) * (n / extent[0] / extent[1] / extent[2]) + d] = in[i];
}

// A divisor that only some rows come to, and that may be too small for chunks.
extern "C" __global__ void parts(int *out, int w, int d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = i % w, y = i / w;
    if (y % 3 == 1)
        out[i] = 1000 * (x / d) + x % d;
    else
        out[i] = x - y;
}

// Divisors that the compiler knows.
extern "C" __global__ void known(int *out, unsigned *more, int base, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = (int)((unsigned)base + i);
    unsigned u = x;
    if (i >= n)
        return;
    out[i] = x / 36 + 10000 * (x % 36) + 7 * (x / 1000) - x % 97 + x / 641;
    more[i] = u / 36 + 10000 * (u % 24) + 7 * (u / 1000) - u % 97 + u / 641 + u / 28;
}

// Many rounds of the grid, or one.
extern "C" __global__ void rounds(const int *in, int *out, int w, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int x = i % w, y = i / w, sum = 0;
        for (int k = max(x - 2, 0); k < min(x + 3, w); k++)
            sum += in[y * w + k];
        out[i] = sum;
    }
}

// Numbers of 64 bits, which mostly have 32: from somewhere on, by any divisor.
extern "C" __global__ void wide(const int *in, int *out, long long base, long long w, int n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x, k = base + i;
    long long y = k / w, x = k % w;
    if (i >= n)
        return;
    out[i] = (unsigned)(1000 * (y & 0xfffff) + x) + in[(x < 0 ? -x : x) % 1000];
}

extern "C" __global__ void sizes(const int *in, int *out, size_t base, size_t w, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, k = base + i;
    if (i < n)
        out[i] = (int)(k / w * 31 + in[k % w % 999]);
}

// The divisor has 32 bits.
extern "C" __global__ void half(const int *in, int *out, size_t base, unsigned w, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, k = base + i;
    if (i < n)
        out[i] = (int)(k / w * 17 - in[k % w % 1000]);
}

// Pairs of places whose numbers differ in one bit, all in rounds; the bit is put in between those above and those below.
extern "C" __global__ void pairs(int *out, int bit, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned low = i & ~(~0u << bit), a = ((i ^ low) << 1) | low, b = a | 1u << bit;
        int x = out[a], y = out[b];
        out[a] = x + y;
        out[b] = x - y;
    }
}

// Where two bits are set, what a loop of few rounds, in memory of the thread's own, makes of what is the same for all.
extern "C" __global__ void both(int *out, int bit, int other, unsigned key, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned low = i & ~(~0u << bit), a = ((i ^ low) << 1) | low | 1u << bit;
    if (!(a >> other & 1))
        return;
    unsigned words[6];
#pragma unroll 1
    for (int k = 0; k < 6; k++)
        words[k] = key = key * 1664525u + 1013904223u;
    out[a] += words[key % 6];
}

// A number put to others' bits: any, and one below a power of 2.
extern "C" __global__ void ored(int *out, unsigned base, unsigned power, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = (i | base) * 3 + (i | (power - 1)) * 5 + (i & (power - 1)) * 7 + (i ^ base);
}

// Places of 64 bits that each thread reaches in strides.
extern "C" __global__ void strides(const int *in, int *out, unsigned long long base, unsigned long long w, int n)
{
    for (unsigned long long i = base + blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < base + n; i += (unsigned long long)gridDim.x * blockDim.x)
        out[i - base] = (int)(i / w) * 31 + in[i % w % 999];
}

// The divisor is what is counted.
extern "C" __global__ void divisors(int *out, unsigned long long base, unsigned long long first, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long sum = 0;
#pragma unroll 1
    for (unsigned long long d = first; d != first + 3; d++)
        sum = sum * 5 + (base + i) / d + (base + i) % d * 7;
    out[i] = (int)sum;
}
