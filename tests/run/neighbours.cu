// neighbours.cu: CTAs side by side that may be run as one, and some that may not; borders of all kinds inside a row.
#define X (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define Y (int)(blockIdx.y * blockDim.y + threadIdx.y)

// What each thread of a plate sees: which borders it has crossed.
extern "C" __global__ void borders(unsigned *to, int width, int stride, int low, int high)
{
    int x = X, y = Y;
    if (x >= width)
        return;
    unsigned bits = 0;
    if (x > low)
        bits |= 1;
    if (x <= high)
        bits |= 2;
    if ((unsigned)(x - low) < (unsigned)(high - low))
        bits |= 4;
    if ((x - low | y - 2) < 0)
        bits |= 8;
    if (x == high)
        bits |= 16;
    if (x != low && y != 1)
        bits |= 32;
    if (high - x > low)
        bits |= 64;
    if (-2 * x < -low)
        bits |= 128;
    to[y * stride + x] = bits << 8 | (x & 255);
}

// The index as C++ programs of 64 bits have it.
extern "C" __global__ void index64(unsigned *to, unsigned long long n)
{
    unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (unsigned)(i * i);
}

// Steps over the grid, whose size stays what it is.
extern "C" __global__ void steps(unsigned *to, int n)
{
    for (int i = X; i < n; i += gridDim.x * blockDim.x)
        to[i] += i + gridDim.x;
}

// A thread that knows its place in the CTA.
extern "C" __global__ void place(unsigned *to, int n)
{
    if (X < n)
        to[X] = threadIdx.x << 16 | blockIdx.x;
}

// CTAs of one thread, each with memory of its own.
extern "C" __global__ void own(unsigned *to, int n)
{
    __shared__ volatile unsigned mine[4];
    int x = X;
    mine[0] = x;
    for (int i = 1; i < 4; i++)
        mine[i] = mine[i - 1] * 3 + i;
    to[x] = mine[3] + mine[n & 3];
}

// Ends where a thread is wrong; the message tells of its CTA.
extern "C" __global__ void wrong(unsigned *to, int n)
{
    int x = X;
    if (x == n)
        __trap();
    to[x] = x;
}
